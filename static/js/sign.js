// On a touch keyboard of digits there is no minus: a small button beside the box changes the sign.

const MINUS = "\u2212";

/** A whole number as people type it, or null: digits 0-9 with a sign in front, spaces around it. */
export function whole(text) {
  const plain = text.trim().replaceAll(MINUS, "-");
  return /^[+-]?[0-9]{1,9}$/.test(plain) ? Number(plain) : null;
}

/** A number as the site prints it. */
export const shown = (value, signed = false) =>
  (signed && value > 0 ? "+" : "") + String(value).replace("-", MINUS);

export function signButtons(form, inputs) {
  if (!matchMedia("(pointer: coarse)").matches) return;
  for (const input of inputs) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button quiet sign";
    button.textContent = "±";
    button.setAttribute("aria-label", form.dataset.saySign);
    button.addEventListener("click", () => {
      const text = input.value.trim();
      input.value = /^[-\u2212]/.test(text) ? text.slice(1) : `-${text.replace(/^\+/, "")}`;
      input.focus();
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    input.after(button);
  }
}
