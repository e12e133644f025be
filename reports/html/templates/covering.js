// Quadrat and Zudecken: brings the table, the choices and the drawing together.
"use strict";

function showPosition(at) {
  chosen = new Set();
  drawTable(at);
  drawStanding(at);
  drawChoices();
  for (const slot of slots) slot.button.classList.remove("lit");
  element("return").hidden = isOnLine();
  const dealt = graph.dealt[here()];
  for (const row of document.querySelectorAll("[data-n]")) {
    row.classList.toggle("here", Number(row.dataset.n) === dealt);
  }
  markStep(isOnLine() && path.line === 0 ? at : 0);
  if (DATA.draws) drawing.follow();
}

const PLAY_KEYS = {
  r: returnToLine,
  Escape: () => { chosen = new Set(); drawChoices(); },
  c: confirmChosen,
};
slots.forEach((slot, i) => {
  slot.button.addEventListener("click", () => toggle(slot.place));
  PLAY_KEYS[i + 1] = () => toggle(slot.place);
});

element("confirm").addEventListener("click", confirmChosen);
element("return").addEventListener("click", returnToLine);
element("lines")?.addEventListener("change", (event) => {
  useLine(Number(event.target.value));
  byHand(Math.min(replay.at, replay.length));
});
element("show-stock").addEventListener("click", (event) => {
  const pressed = event.target.getAttribute("aria-pressed") === "true";
  event.target.setAttribute("aria-pressed", !pressed);
  event.target.textContent = pressed ? "Show the stock" : "Hide the stock";
  drawComing(graph.dealt[here()]);
});
if (DATA.free) document.addEventListener("keydown", (event) => onKey(PLAY_KEYS, event));

replay.label = moveLabel;
replay.show = showPosition;
useLine(0);
startReplay();
if (DATA.draws) startDrawing();
refresh();
