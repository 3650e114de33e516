// A game's page: go through the moves. Every tile on the board says since which move it lies there, and until which;
// nothing is asked of the site. The page may be replaced by a newer one (public.js): nothing of it is remembered but
// the move that is looked at, and no move at all means the last.

let at = null;

const steps = () => document.querySelector("[data-steps]");
const count = () => Number(steps()?.dataset.steps ?? 0);

function show() {
  const bar = steps();
  if (!bar) return;
  const all = count();
  const now = at === null || at > all ? all : at;
  const parts = [...document.querySelectorAll(".sheet-board [data-since]")];
  let newest = 1;
  for (const part of parts) {
    const since = Number(part.dataset.since);
    const gone = since > now || Number(part.dataset.until ?? Infinity) <= now;
    part.classList.toggle("past", gone);
    if (!gone && part.matches(".lies")) newest = Math.max(newest, since);
  }
  for (const part of parts) part.querySelector(".face")?.classList.toggle("new", Number(part.dataset.since) === newest);
  lookAt(parts.find((part) => part.matches(".lies:not(.past)") && Number(part.dataset.since) === newest));
  for (const row of document.querySelectorAll(".moves > [data-step]")) {
    if (at !== null && Number(row.dataset.step) === now) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  }
  const say = bar.querySelector("output");
  say.textContent = now === 0 ? say.dataset.start : say.dataset.say.replace("{1}", now).replace("{2}", all);
  for (const button of bar.querySelectorAll("[data-go]")) {
    button.disabled = ["first", "back"].includes(button.dataset.go) ? now === 0 : at === null || now === all;
  }
  bar.hidden = all === 0;
}

// A table without an edge is wider than a phone: what was just played stands in the middle of what is seen.
function lookAt(part) {
  const reel = document.querySelector(".free .reel");
  if (!reel || !part) return;
  const box = part.getBoundingClientRect();
  const frame = reel.getBoundingClientRect();
  reel.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
}

function go(where) {
  const all = count();
  const now = at ?? all;
  const next = { first: 0, back: now - 1, on: now + 1, last: all }[where] ?? where;
  const kept = Math.min(Math.max(next, 0), all);
  // At the end it goes on with the game: a new move is then shown as it comes.
  at = kept === all && where !== all ? null : kept;
  show();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) return go(button.dataset.go);
  const row = event.target.closest(".moves > [data-step]");
  if (row && event.target.closest("summary")) go(Number(row.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !steps()) return;
  if (event.target.closest("input, textarea, select, .reel")) return;
  const where = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  if (!where) return;
  event.preventDefault();
  go(where);
});

// Where one was stays when the page is replaced by a newer one.
new MutationObserver((changes) => {
  if (changes.some((change) => [...change.addedNodes].some((node) => node.id === "main"))) show();
}).observe(document.body, { childList: true, subtree: true });

show();
