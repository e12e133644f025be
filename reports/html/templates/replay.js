// The replay: where on the line we are, the buttons, the slider, the arrow keys and the clock.
"use strict";

const replay = {
  at: 0,
  length: 0,
  clock: null,
  show: () => {}, // set by the page: draws the position number `at`
  label: () => "", // set by the page: what to write beside the slider
};

function goTo(at) {
  replay.at = Math.max(0, Math.min(at, replay.length));
  refresh();
}

// Draw the position, and bring the controls in line with it.
function refresh() {
  const { at, length } = replay;
  const slider = element("slider");
  slider.max = length;
  slider.value = at;
  slider.disabled = length === 0;
  const label = replay.label(at, length);
  slider.setAttribute("aria-valuetext", label);
  element("progress").textContent = label;
  for (const id of ["first", "back"]) element(id).setAttribute("aria-disabled", at === 0);
  for (const id of ["next", "last"]) element(id).setAttribute("aria-disabled", at === length);
  element("play").setAttribute("aria-disabled", length === 0);
  replay.show(at);
}

// Mark the step of the written line that belongs to the position, and bring it into sight.
function markStep(number) {
  for (const step of document.querySelectorAll("[data-move]")) {
    const isHere = Number(step.dataset.move) === number;
    step.classList.toggle("here", isHere);
    const list = step.parentElement;
    if (!isHere) continue;
    const below = step.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += below - list.clientHeight / 3;
  }
}

function stopClock() {
  clearInterval(replay.clock);
  replay.clock = null;
  showClock("play", "Play by itself");
}

function startClock() {
  if (replay.length === 0) return;
  if (replay.at === replay.length) goTo(0);
  replay.clock = setInterval(() => {
    goTo(replay.at + 1);
    if (replay.at === replay.length) stopClock();
  }, Number(element("speed").value));
  showClock("pause", "Pause");
}

function showClock(icon, label) {
  const button = element("play");
  button.querySelector("use").setAttribute("href", `#icon-${icon}`);
  button.setAttribute("aria-label", label);
  button.title = label;
}

function toggleClock() {
  if (replay.clock === null) startClock();
  else stopClock();
}

// What the user does by hand stops the clock.
function byHand(at) {
  stopClock();
  goTo(at);
}

const REPLAY_KEYS = {
  ArrowLeft: () => byHand(replay.at - 1),
  ArrowRight: () => byHand(replay.at + 1),
  Home: () => byHand(0),
  End: () => byHand(replay.length),
  p: toggleClock,
};

// Keys belong to the whole page, except where an element has its own use for them.
function onKey(keys, event) {
  const own = "input, select, textarea, canvas, summary, .scroll";
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest?.(own)) return;
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act && act(event) !== false) event.preventDefault();
}

function startReplay() {
  element("first").addEventListener("click", REPLAY_KEYS.Home);
  element("back").addEventListener("click", REPLAY_KEYS.ArrowLeft);
  element("next").addEventListener("click", REPLAY_KEYS.ArrowRight);
  element("last").addEventListener("click", REPLAY_KEYS.End);
  element("play").addEventListener("click", toggleClock);
  element("slider").addEventListener("input", (event) => byHand(Number(event.target.value)));
  element("speed").addEventListener("change", () => {
    if (replay.clock === null) return;
    stopClock();
    startClock();
  });
  document.addEventListener("keydown", (event) => onKey(REPLAY_KEYS, event));
}
