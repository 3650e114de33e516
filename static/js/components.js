// The parts of a score add up as they are typed: points of plays, bingos by their bonus, rack, overtime, adjustment.

import { shown, signButtons, whole } from "./sign.js";

const form = document.querySelector("form.result");

for (const side of form?.querySelectorAll(".side") ?? []) {
  const parts = [...side.querySelectorAll(".part-list input")];
  const final = side.querySelector(".final input");
  const output = side.querySelector("output");
  if (!parts.length || !final) continue;
  const weight = (input) => (input.name.endsWith("_bingos") ? Number(side.dataset.bonus) : 1);
  let filled = final.value.trim() === "";

  const add = () => {
    const typed = parts.filter((input) => input.value.trim());
    const values = typed.map((input) => whole(input.value));
    if (!typed.length || values.includes(null)) {
      output.textContent = "";
      delete output.dataset.off;
      return;
    }
    const sum = typed.reduce((all, input, at) => all + weight(input) * values[at], 0);
    // Until somebody types a score of their own, the parts write it.
    if (filled) final.value = shown(sum);
    const gap = (whole(final.value) ?? sum) - sum;
    output.textContent = gap ? `${shown(sum)} · ${form.dataset.sayOff} ${shown(gap, true)}` : `${shown(sum)} · ${form.dataset.saySum}`;
    output.toggleAttribute("data-off", gap !== 0);
  };
  for (const input of parts) input.addEventListener("input", add);
  final.addEventListener("input", () => {
    filled = final.value.trim() === "";
    add();
  });
  add();
}

// The parts of both sides are given or neither's: they open and close together.
const folds = [...(form?.querySelectorAll("details.parts") ?? [])];
for (const fold of folds) {
  fold.addEventListener("toggle", () => { for (const other of folds) other.open = fold.open; });
}

if (form) signButtons(form, form.querySelectorAll(".final input, .part-list input:not([name$=_bingos]):not([name$=_plays])"));
