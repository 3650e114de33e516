// Codes that are over in some minutes: how long they still are good; and a button that prints the page.

for (const line of document.querySelectorAll(".countdown[data-until]")) {
  const left = line.querySelector(".left");
  // By this computer's own clock from the moment of the answer, which may be minutes off the site's.
  const until = Date.now() + Math.max(0, Number(line.dataset.until) * 1000 - Date.parse(line.dataset.now));
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    left.textContent = seconds ? `${clock} ${line.dataset.sayLeft}` : line.dataset.sayOver;
    line.toggleAttribute("data-over", !seconds);
    if (seconds) setTimeout(tick, 1000);
  };
  tick();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print-page]")) window.print();
});
