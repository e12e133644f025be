// Der Geburtstag: the table after each step, as it was computed.
"use strict";

function showFrame(at) {
  const frame = DATA.frames[at];
  document.querySelectorAll(".foundation").forEach((foundation, i) => {
    show(foundation.querySelector("svg"), frame.tops[i]);
    foundation.querySelector(".height").textContent = frame.heights[i];
    foundation.classList.toggle("full", frame.heights[i] === DATA.chain);
    foundation.classList.toggle("new", frame.card !== "" && frame.tops[i] === frame.card);
  });
  element("stock").textContent = frame.stock;
  element("stock").closest(".pile").classList.toggle("empty", frame.stock === 0);
  element("pass").textContent = frame.pass;
  showWaste(frame.waste === "" ? [] : frame.waste.split(" "));
  element("told").textContent = frame.says;
  element("announce").textContent = `${replay.label(at, replay.length)}. ${spokenStep(frame)}`;
  markStep(at);
  for (const row of document.querySelectorAll("[data-pass]")) {
    row.classList.toggle("here", Number(row.dataset.pass) === frame.pass);
  }
}

// The waste lies spread out, so that the order can be seen; its last card is the one in play.
function showWaste(waste) {
  const spread = element("waste");
  spread.replaceChildren(...waste.map((card) => {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "card");
    svg.setAttribute("viewBox", "0 0 100 140");
    show(svg, card);
    return make("span", {}, svg);
  }));
  element("waste-count").textContent = waste.length;
  const top = waste.length ? `on top the ${spoken(waste.slice(-1))}` : "it is empty";
  spread.setAttribute("aria-label", `The waste: ${counted(waste.length, "card")}, ${top}.`);
}

function spokenStep(frame) {
  if (frame.card === "") return frame.says;
  return frame.says.replace(DATA.names[frame.card][0], DATA.names[frame.card][1]);
}

replay.length = DATA.frames.length - 1;
replay.label = (at, length) => {
  if (length === 0) return "No steps";
  return at === 0 ? `Start of ${counted(length, "step")}` : `Step ${at} of ${length}`;
};
replay.show = showFrame;
startReplay();
refresh();
