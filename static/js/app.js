// What every page may use: folded rows, keys, the guard of an unsent form, the stale line. No state, no build.

// A row that folds out: <button class="fold" aria-expanded="false" aria-controls="id-of-the-row">.
document.addEventListener("click", (event) => {
  const fold = event.target.closest("button.fold[aria-controls]");
  if (!fold) return;
  const row = document.getElementById(fold.getAttribute("aria-controls"));
  if (!row) return;
  const open = fold.getAttribute("aria-expanded") !== "true";
  fold.setAttribute("aria-expanded", String(open));
  row.hidden = !open;
});

// A menu closes when the reader goes elsewhere or presses Escape.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.drop[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// Keys: any control with data-key="p" answers to that key; `?` lists them all.
const BOXES = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable], dialog[open]";
const typing = (node) => node.closest(BOXES) !== null;
const nameOf = (node) => {
  const copy = node.cloneNode(true);
  for (const extra of copy.querySelectorAll("kbd, .badge, .vh")) extra.remove();
  return (node.dataset.keyName || node.getAttribute("aria-label") || copy.textContent).trim();
};

function listKeys() {
  const dialog = document.getElementById("keys");
  if (!dialog || dialog.open) return;
  const list = dialog.querySelector("dl");
  for (const old of list.querySelectorAll("[data-listed]")) old.remove();
  for (const node of document.querySelectorAll("[data-key]")) {
    const term = document.createElement("dt");
    const key = document.createElement("kbd");
    const name = document.createElement("dd");
    key.textContent = node.dataset.key.toUpperCase();
    name.textContent = nameOf(node);
    term.append(key);
    term.dataset.listed = name.dataset.listed = "";
    list.append(term, name);
  }
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    for (const menu of document.querySelectorAll("details.drop[open]")) menu.open = false;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return;
  if (event.key === "?" || (event.shiftKey && event.code === "Slash")) {
    listKeys();
    return;
  }
  // `code` too, so that a Thai keyboard layout works the same keys.
  const key = event.key.toLowerCase();
  const code = event.code.replace(/^(Key|Digit)/, "").toLowerCase();
  const nodes = [...document.querySelectorAll("[data-key]")].filter((node) => !node.disabled);
  const node = nodes.find((each) => each.dataset.key === key) || nodes.find((each) => each.dataset.key === code);
  if (!node) return;
  event.preventDefault();
  if (node.matches("input, select, textarea")) {
    node.focus();
    if (node.select) node.select();
  } else {
    node.click();
  }
});

// An unsent form: <form data-guard> asks before the page is left with something typed and not sent.
const touched = new Set();
document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-guard]");
  if (form) touched.add(form);
});
document.addEventListener("submit", (event) => touched.delete(event.target));
document.addEventListener("htmx:afterSwap", () => {
  for (const form of touched) if (!form.isConnected) touched.delete(form);
});
window.addEventListener("beforeunload", (event) => {
  if (touched.size) event.preventDefault();
});

// A live block that could not be refreshed says so, and takes it back when it can.
const stale = (event, lost) => {
  const block = event.target.closest?.("[data-live]");
  const line = block?.querySelector(".stale");
  if (line) line.hidden = !lost;
};
document.addEventListener("htmx:sendError", (event) => stale(event, true));
document.addEventListener("htmx:responseError", (event) => stale(event, true));
document.addEventListener("htmx:afterOnLoad", (event) => stale(event, false));
