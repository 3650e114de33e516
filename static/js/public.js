// Public pages of a division: print at once, my own row, and news of a running round.

// Paper: big type is a class of the page, wanted for as long as it prints.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-print]");
  // A crowded list is on the page in part only: the link leads to all of it.
  if (!link || document.querySelector("#main .pager, #letters")) return;
  event.preventDefault();
  const page = document.getElementById("main");
  const big = link.dataset.print === "big" && !page.classList.contains("big");
  if (big) page.classList.add("big");
  window.print();
  if (big) page.classList.remove("big");
});

// On paper there is nothing to unfold: what explains the table is printed with it.
window.addEventListener("beforeprint", () => {
  for (const more of document.querySelectorAll("details.more-info")) more.open = true;
});

// My own row: the number is kept on this phone only, apart for each division.
const division = `mine:${location.pathname.split("/").slice(0, 4).join("/")}`;
const store = (() => {
  try {
    localStorage.getItem(division);
    return localStorage;
  } catch {
    return null;
  }
})();

function markMine() {
  const mine = store?.getItem(division);
  for (const row of document.querySelectorAll("tr[data-entry]")) {
    row.classList.toggle("mine", Boolean(mine) && (row.dataset.entry === mine || row.dataset.other === mine));
  }
}

const button = document.querySelector("[data-mine]");
if (button && store) {
  const words = [button.textContent, button.dataset.undo];
  const say = () => {
    button.textContent = words[Number(store.getItem(division) === button.dataset.mine)];
  };
  button.addEventListener("click", () => {
    if (store.getItem(division) === button.dataset.mine) store.removeItem(division);
    else store.setItem(division, button.dataset.mine);
    say();
  });
  button.hidden = false;
  say();
}
markMine();
document.addEventListener("htmx:afterSwap", markMine);

// News: while a round runs, the page is asked for again; while nothing changed, the site answers in one line (304).
const EVERY = 20_000;
const searching = () => Boolean(document.activeElement?.matches("#find") || document.getElementById("find")?.value);

async function look() {
  const block = document.querySelector("[data-live][data-running]");
  if (!block) return;
  if (!document.hidden && !searching()) {
    const stale = block.querySelector(".stale");
    try {
      const answer = await fetch(location.href, { cache: "no-cache", credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.statusText);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (stale) stale.hidden = true;
      if (fresh.querySelector("[data-live]")?.dataset.live !== block.dataset.live && !searching()) show(fresh);
    } catch {
      if (stale) stale.hidden = false;
    }
  }
  setTimeout(look, EVERY);
}

// Rows that were folded out stay so.
function show(fresh) {
  const open = [...document.querySelectorAll('.fold[aria-expanded="true"]')].map((fold) => fold.getAttribute("aria-controls"));
  document.getElementById("main").replaceWith(document.adoptNode(fresh.getElementById("main")));
  for (const id of open) {
    document.querySelector(`.fold[aria-controls="${CSS.escape(id)}"]`)?.setAttribute("aria-expanded", "true");
    const row = document.getElementById(id);
    if (row) row.hidden = false;
  }
  globalThis.htmx?.process(document.getElementById("main"));
  markMine();
}
setTimeout(look, EVERY);
