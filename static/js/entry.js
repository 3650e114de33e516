// A whole round by keyboard. A saved line leaves at once and the next one is ready, so that no key pressed meanwhile
// is lost; the answer takes the place of the line that was sent. Without this module the same form is sent as it is.

import { shown, signButtons, whole } from "./sign.js";

const line = document.getElementById("line");
const echoes = document.getElementById("echoes");
const SIGNS = "#*/";
const sent = new Set(); // tables whose result is on its way

const rows = () => [...document.querySelectorAll("#tables tr[data-table]")];
const people = (row) => [...row.querySelectorAll("b[data-no]")];
const fold = (text) => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
const isEmpty = (row) => "empty" in row.dataset && !sent.has(row.dataset.table);
const cookie = (name) => document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
const rowOf = (table) => rows().find((row) => row.dataset.table === table);

function meant(typed) {
  const text = fold(typed);
  if (!text) return [];
  if (SIGNS.includes(text[0])) {
    const number = text.slice(1).trim();
    return rows().filter((row) => people(row).some((who) => who.dataset.no === number));
  }
  if (/^[0-9]+$/.test(text)) return rows().filter((row) => row.dataset.table === String(Number(text)));
  const named = (fits) => rows().filter((row) => people(row).some((who) => fits(fold(who.textContent))));
  // A whole name is that person, even where a longer name begins with it.
  const exact = named((name) => name === text);
  return exact.length ? exact : named((name) => name.includes(text));
}

function nextEmpty(row, step = 1) {
  const all = rows();
  const at = row ? all.findIndex((each) => each.dataset.table === row.dataset.table) : step > 0 ? -1 : 0;
  const turned = step > 0 ? [...all.slice(at + 1), ...all.slice(0, at + 1)] : [...all.slice(0, Math.max(at, 0)).reverse(), ...all.slice(at).reverse()];
  return turned.find(isEmpty) ?? null;
}

if (line) begin();

function begin() {
  const { table, first, second, seen } = line.elements;
  const names = [...line.querySelectorAll("[data-name]")];
  const blank = names.map((name) => name.dataset.blank ?? "");
  const said = document.getElementById("line-said");
  const say = line.dataset;
  let current = null;
  let fits = [];

  const scores = () => [whole(first.value), whole(second.value)];
  const inRange = (value) => value !== null && value >= Number(say.low) && value <= Number(say.high);
  const untouched = () => !first.value.trim() && !second.value.trim();

  function mark(row) {
    for (const each of rows()) {
      each.classList.toggle("picked", each === row);
      each.hidden = fits.length > 1 && !fits.includes(each);
    }
  }

  function stored(row) {
    if ("empty" in row.dataset) return "";
    const cells = [...row.querySelectorAll(".score")].map((cell) => cell.textContent);
    return `${say.sayStored} ${cells.join(" – ")} ${row.querySelector(".state").textContent.trim()}`;
  }

  // What the typist sees now is what counts as seen: later changes of others come back as two values.
  function show(row) {
    current = row;
    seen.value = row ? `${row.dataset.table}:${row.dataset.version}` : "";
    names.forEach((name, at) => {
      const who = row && people(row)[at];
      name.textContent = who ? `${who.dataset.no} ${who.textContent}` : blank[at];
    });
    mark(row);
    tell();
  }

  function pick(row, { focus = table } = {}) {
    fits = [];
    table.value = row ? row.dataset.table : "";
    first.value = second.value = "";
    for (const box of [table, first, second]) box.removeAttribute("aria-invalid");
    show(row);
    if (!row && !rows().some((each) => "empty" in each.dataset)) said.textContent = say.sayAll;
    focus.focus();
    focus.select();
  }

  function tell() {
    const [one, two] = scores();
    if (one !== null && two !== null && current) {
      const gap = one - two;
      const who = people(current)[gap > 0 ? 0 : 1];
      const odd = [one, two].some((score) => score < 0 || score > Number(say.usual));
      said.textContent = (gap ? `${who?.textContent} ${shown(Math.abs(gap), true)}` : say.sayTie) + (odd ? ` · ${say.sayUnusual}` : "");
      return;
    }
    if (fits.length > 1) said.textContent = `${say.sayMany} ${fits.map((row) => row.dataset.table).slice(0, 12).join(", ")}`;
    else if (table.value.trim() && !current) said.textContent = say.sayNone;
    else said.textContent = current ? stored(current) : "";
  }

  function wrong(box, message) {
    box.setAttribute("aria-invalid", "true");
    const label = box.labels[0]?.querySelector("[data-name]")?.textContent ?? box.labels[0]?.textContent ?? "";
    said.textContent = message ? `${label.trim()}: ${message}` : said.textContent;
    box.focus();
    box.select();
  }

  function fine(box) {
    const ok = inRange(whole(box.value));
    if (!ok) wrong(box, say.sayRange);
    else box.removeAttribute("aria-invalid");
    return ok;
  }

  function send() {
    if (!current) return wrong(table, "");
    if (!fine(first) || !fine(second)) return;
    const [one, two] = people(current).map((who) => who.textContent);
    const item = document.createElement("li");
    item.className = "echo sending";
    const parts = [["table", current.dataset.table], ["said", `${one} ${first.value.trim()} – ${second.value.trim()} ${two}`], ["muted", "…"]];
    item.append(...parts.map(([name, text]) => {
      const span = document.createElement("span");
      span.className = name;
      span.textContent = text;
      return span;
    }));
    echoes.prepend(item);
    const values = { table: current.dataset.table, seen: seen.value, first: first.value, second: second.value };
    const done = current;
    sent.add(values.table);
    pick(nextEmpty(done));
    post(item, values);
  }

  function post(item, values) {
    item.classList.remove("problem");
    item.classList.add("sending");
    const failed = (why) => {
      sent.delete(values.table);
      item.classList.remove("sending");
      item.classList.add("problem");
      const last = item.lastElementChild;
      last.textContent = `${why} `;
      const again = document.createElement("button");
      again.type = "button";
      again.className = "button";
      again.textContent = say.sayAgain;
      again.addEventListener("click", () => { last.textContent = "…"; sent.add(values.table); post(item, values); }, { once: true });
      last.append(again);
    };
    const listen = { once: true };
    for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
      item.addEventListener(name, () => failed(say.sayUnsent), listen);
    }
    item.addEventListener("htmx:beforeSwap", (event) => {
      // A whole page in answer: the login, or a refusal of the site's own.
      if (/^\s*<!doctype/i.test(event.detail.serverResponse)) {
        const { status, responseURL } = event.detail.xhr;
        event.detail.shouldSwap = false;
        failed(status === 403 || responseURL.includes("/login/") ? say.sayLogin : say.sayUnsent);
      } else sent.delete(values.table);
    }, listen);
    // The cookie's token, not the page's: after a new login in another tab, that one is old.
    const headers = { "X-CSRFToken": cookie("csrftoken") };
    htmx.ajax("POST", line.action, { source: item, target: item, swap: "outerHTML", values, headers });
  }

  table.addEventListener("input", () => {
    table.removeAttribute("aria-invalid");
    fits = meant(table.value);
    show(fits.length === 1 ? fits[0] : null);
  });
  for (const box of [first, second]) box.addEventListener("input", () => { box.removeAttribute("aria-invalid"); tell(); });
  for (const box of [table, first, second]) box.addEventListener("focus", () => box.select());

  line.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const box = event.target;
    if (event.key === "Enter" && box.matches("input")) {
      event.preventDefault();
      if (box === table) current ? first.focus() : wrong(table, "");
      else if (box === first) fine(first) && second.focus();
      else send();
    } else if (event.key === "Escape") {
      event.preventDefault();
      pick(current && isEmpty(current) ? current : nextEmpty(null));
    } else if (box === table && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const row = fits.length > 1 ? fits.at(step > 0 ? 0 : -1) : nextEmpty(current, step);
      if (row) pick(row);
    } else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && untouched()) {
      event.preventDefault();
      takeBack = true;
      undoNewest();
    }
  });
  line.addEventListener("submit", (event) => { event.preventDefault(); send(); });

  // A finger on a table, or on its number among those that are left, takes it into the line.
  document.addEventListener("click", (event) => {
    const left = event.target.closest("[data-pick]");
    const row = left ? rowOf(left.dataset.pick) : event.target.closest("a, button") ? null : event.target.closest("#tables tr");
    if (!row) return;
    event.preventDefault();
    pick(row, { focus: first });
    line.scrollIntoView({ block: "nearest" });
  });

  // The newest line is the one to take back, never an older one: while it is on its way, that waits for it.
  let takeBack = false;
  function undoNewest() {
    const newest = echoes.firstElementChild;
    if (!takeBack || newest?.matches(".sending")) return;
    takeBack = false;
    newest?.querySelector("[data-undo]")?.click();
  }

  // A button that did its work is gone, and the keyboard with it: back to the line.
  let pressed = false;
  document.addEventListener("submit", (event) => { pressed ||= event.target.closest(".waiting, .echoes") !== null; });

  // The newest echo of a table is the one that counts; a result taken back puts its table into the line again.
  document.addEventListener("htmx:afterSettle", () => {
    if (pressed && document.activeElement === document.body) table.focus();
    pressed = false;
    undoNewest();
    const known = new Set();
    for (const echo of echoes.querySelectorAll("[data-echo]")) {
      if (known.has(echo.dataset.echo)) echo.remove();
      known.add(echo.dataset.echo);
    }
    const retake = echoes.querySelector("[data-retake]");
    if (retake) {
      const row = rowOf(retake.dataset.retake);
      retake.removeAttribute("data-retake");
      if (row && untouched()) return pick(row, { focus: first });
    }
    if (!current) return fits.length ? undefined : untouched() && !table.value ? pick(nextEmpty(null)) : undefined;
    const row = rowOf(current.dataset.table);
    if (row === current) return mark(row);
    // Somebody else's result came in for the table that waits here: go on, unless its scores are being typed.
    if (untouched() && document.activeElement === table && table.value === row?.dataset.table && !isEmpty(row)) pick(nextEmpty(row));
    else if (untouched()) show(row);
    else { current = row; mark(row); }
  });

  signButtons(line, [first, second]);
  show(rowOf(table.value) ?? null);
  if (document.activeElement === table || document.activeElement === document.body) {
    const focus = new URLSearchParams(location.search).has("table") ? first : table;
    focus.focus();
    focus.select();
  }
}

document.addEventListener("click", (event) => {
  const drop = event.target.closest("[data-dismiss]");
  if (!drop || !line) return;
  event.preventDefault();
  drop.closest("li").remove();
  line.elements.table.focus();
});

window.addEventListener("beforeunload", (event) => {
  if (document.querySelector(".echo.sending, .echoes .echo.problem")) event.preventDefault();
});
