// A draft by keyboard: arrows move between names, space chooses, the second choice swaps, Escape lets go.

const boxes = () => [...document.querySelectorAll('.draft input[name="entry"], .byes input[name="entry"]')];

document.addEventListener("change", (event) => {
  if (!event.target.matches('input[name="entry"]')) return;
  const chosen = boxes().filter((box) => box.checked);
  // Typed numbers would win over chosen names; choosing means names.
  const form = document.getElementById("swap");
  for (const name of ["one", "two"]) form.elements[name].value = "";
  if (chosen.length === 2) form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.('input[name="entry"]')) return;
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
});
