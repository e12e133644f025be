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

// A card is known by its key in the names: its place in the deal, or its letters.
function chip(card) {
  const [name, spoken, red] = DATA.names[card];
  const [text] = name.split("@"), place = placeOf(card);
  const parts = place ? [text, make("small", {}, place)] : [text];
  return make("span", { class: `chip ${red ? "red" : "black"}`, title: spoken }, ...parts);
}

// "@31" where twins must be told apart, else nothing.
function placeOf(card) {
  const [name] = DATA.names[card], at = name.indexOf("@");
  return at < 0 ? "" : name.slice(at);
}

function mark(kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `mark ${kind}`);
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use(`mark-${kind}`));
  return svg;
}

// "7 of clubs, king of clubs and 2 of hearts"; "7 of clubs, place 0; ace of hearts, place 1"
function spoken(cards) {
  const words = cards.map((card) => DATA.names[card][1]);
  if (cards.some(placeOf)) return words.join("; ");
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
