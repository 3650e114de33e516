// A draft by keyboard and by mouse: arrows move between names, space chooses, the second choice swaps, Y locks the
// table of the name in focus, Escape lets go; a name dragged onto another swaps, a table's number moves the game.

const boxes = () => [...document.querySelectorAll('.draft input[name="entry"], .byes input[name="entry"]')];

const send = (id, values) => {
  const form = document.getElementById(id);
  if (!form) return;
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  // What came by the mouse leaves the hands at the mouse.
  const mark = document.createElement("input");
  Object.assign(mark, { type: "hidden", name: "dragged", value: "1" });
  form.append(mark);
  form.requestSubmit();
};

document.addEventListener("change", (event) => {
  if (!event.target.matches('input[name="entry"][type="checkbox"]')) return;
  const chosen = boxes().filter((box) => box.checked);
  // Typed numbers would win over chosen names; choosing means names.
  const form = document.getElementById("swap");
  for (const name of ["one", "two"]) form.elements[name].value = "";
  if (chosen.length === 2) form.requestSubmit();
});

// Before the keys of the page, which would take Y to the box beside "Lock".
document.addEventListener(
  "keydown",
  (event) => {
    if (!event.target.matches?.('input[name="entry"][type="checkbox"]')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.code === "KeyY") {
      const button = event.target.closest("tr, li")?.querySelector("button.lock");
      if (!button) return;
      event.preventDefault();
      event.stopPropagation();
      button.click();
      return;
    }
    if (event.key === "Escape") {
      for (const box of boxes()) box.checked = false;
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      event.target.click();
      return;
    }
    const all = boxes();
    const at = all.indexOf(event.target);
    // Two names a table, side by side; byes follow one by one.
    const step = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = all[Math.min(Math.max(at + step, 0), all.length - 1)];
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  },
  true,
);

// --- Dragging. Names onto names, numbers of tables onto numbers of tables.
const NAME = "label.pick";
const TABLE = ".draft th[data-table]";
let held = null;

const grip = () => {
  for (const node of document.querySelectorAll(`#round ${NAME}, ${TABLE}`)) node.draggable = true;
};
grip();
document.addEventListener("htmx:afterSwap", grip);

// What was folded out stays so after a step, and what was folded in.
const FOLDS = ["notes", "steps"];
let folds = {};
document.addEventListener("htmx:beforeSwap", () => {
  folds = {};
  for (const name of FOLDS) folds[name] = document.querySelector(`.draft-tools .${name}`)?.open;
});
document.addEventListener("htmx:afterSwap", () => {
  for (const [name, open] of Object.entries(folds)) {
    const node = document.querySelector(`.draft-tools .${name}`);
    if (node && open !== undefined) node.open = open;
  }
});

const target = (event) => {
  if (!held) return null;
  const node = event.target.closest?.(held.matches(TABLE) ? TABLE : NAME);
  return node && node !== held ? node : null;
};
const clear = (name) => document.querySelectorAll(`.${name}`).forEach((node) => node.classList.remove(name));

document.addEventListener("dragstart", (event) => {
  held = event.target.closest?.(`${NAME}, ${TABLE}`) ?? null;
  if (!held) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", held.textContent.trim());
  held.classList.add("dragged");
});

document.addEventListener("dragover", (event) => {
  const node = target(event);
  clear("over");
  if (!node) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
  node.classList.add("over");
});

document.addEventListener("drop", (event) => {
  const node = target(event);
  if (!node) return;
  event.preventDefault();
  const number = (label) => label.querySelector('input[name="entry"]').value;
  if (held.matches(TABLE)) send("move", { table: held.dataset.table, to_table: node.dataset.table });
  else send("swap", { one: number(held), two: number(node) });
});

document.addEventListener("dragend", () => {
  clear("over");
  clear("dragged");
  held = null;
});
