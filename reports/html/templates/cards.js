// Cards on the screen: the drawn ones, the small labels, and their names read aloud.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function use(id) {
  const made = document.createElementNS(SVG, "use");
  made.setAttribute("href", `#${id}`);
  return made;
}

// Show a card in an svg element; null leaves the place empty.
function show(svg, card) {
  svg.replaceChildren(...(card === null ? [] : [use(`card-${card}`)]));
}

function chip(card) {
  const [text, spoken, red] = DATA.names[card];
  return make("span", { class: `chip ${red ? "red" : "black"}`, title: spoken }, text);
}

function mark(kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `mark ${kind}`);
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use(`mark-${kind}`));
  return svg;
}

// "7 of clubs, king of clubs and 2 of hearts"
function spoken(cards) {
  const words = cards.map((card) => DATA.names[card][1]);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
