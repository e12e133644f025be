// The table: which card lies where after the moves so far, and how it is drawn.
"use strict";

const slots = Array.from(document.querySelectorAll(".slot"), (slot) => ({
  button: slot.querySelector("button"),
  svg: slot.querySelector("svg"),
  caption: slot.querySelector(".caption"),
  place: null,
}));

function cardAt(place) {
  return DATA.cards[place];
}

// A card dealt fills the first gap, as at a real table. The order makes no difference to the game.
function lieOfTheTable(at) {
  const start = graph.faceUp(0);
  const places = slots.map((_, i) => start[i] ?? null);
  const below = slots.map(() => 0);
  let taken = [], dealt = [];
  for (let move = 0; move < at; move++) {
    const before = graph.faceUp(path.states[move]), after = graph.faceUp(path.states[move + 1]);
    taken = graph.moves(path.states[move])[path.moves[move]].group;
    dealt = after.filter((place) => !before.includes(place));
    const fresh = [...dealt];
    taken.map((place) => places.indexOf(place)).sort((a, b) => a - b).forEach((slot) => {
      places[slot] = fresh.shift() ?? null;
      below[slot]++;
    });
  }
  return { places, below, taken, dealt };
}

function drawTable(at) {
  const lie = lieOfTheTable(at), state = here();
  slots.forEach((slot, i) => {
    const place = lie.places[i];
    const isNew = place !== null && slot.place !== place && lie.dealt.includes(place);
    slot.place = place;
    show(slot.svg, place === null ? null : cardAt(place));
    slot.svg.classList.toggle("dealt", isNew);
    slot.button.disabled = place === null;
    slot.button.classList.toggle("empty", place === null);
    const count = DATA.style === "cover" ? lie.below[i] : 0;
    const below = count === 0 ? "" : place === null ? `${count} gone` : `covers ${count}`;
    const twin = place === null ? "" : placeOf(place);
    slot.caption.textContent = [twin, below].filter(Boolean).join(" · ");
    slot.button.dataset.depth = place === null ? 0 : Math.min(count, 3);
  });
  const stock = DATA.cards.length - graph.dealt[state];
  element("stock").textContent = stock;
  element("stock").closest(".pile").classList.toggle("empty", stock === 0);
  drawGone(lie.taken, graph.gone(state));
  drawComing(graph.dealt[state]);
  tell(at, lie, stock);
}

// The pile of cards out of play, with the ones that left last on top of it.
function drawGone(taken, gone) {
  const fan = document.querySelector(".gone .fan");
  fan.replaceChildren(...taken.slice(-4).map((place, i, all) => {
    const card = use(`card-${cardAt(place)}`);
    card.setAttribute("transform", `rotate(${(i - (all.length - 1) / 2) * 9} 50 160)`);
    return card;
  }));
  element("gone").textContent = gone;
}

function drawComing(dealt) {
  const coming = element("coming");
  coming.hidden = element("show-stock").getAttribute("aria-pressed") !== "true";
  const places = DATA.cards.map((_, place) => place).slice(dealt);
  coming.replaceChildren(...(places.length ? chips(places) : ["The stock is empty."]));
}

function verb() {
  return DATA.style === "cover" ? "cover" : "set aside";
}

function moveLabel(at, length) {
  const own = isOnLine() ? "" : shared() < at ? ", your own line" : "";
  if (length === 0) return "No moves";
  return at === 0 ? `Start of ${counted(length, "move")}${own}` : `Move ${at} of ${length}${own}`;
}

function chips(places) {
  return places.flatMap((place) => [chip(place), " "]);
}

// Say what the last move did: in the felt with cards, and in full words for those who listen.
function tell(at, { places, taken, dealt }, stock) {
  const up = places.filter((place) => place !== null);
  const past = DATA.style === "cover" ? "Covered" : "Set aside";
  const lying = `${counted(up.length, "card lies", "cards lie")} face up.`;
  const came = dealt.length ? ["· dealt ", ...chips(dealt)] : ["· no new cards"];
  element("told").replaceChildren(...(at === 0 ? [lying] : [`${past} `, ...chips(taken), ...came]));

  const said = [`${moveLabel(at, replay.length)}.`];
  if (at > 0) said.push(`${past} ${spoken(taken)}.`, dealt.length ? `Dealt ${spoken(dealt)}.` : "No new cards.");
  said.push(up.length ? `Face up: ${spoken(up)}.` : "No card lies face up.");
  said.push(`${counted(stock, "card")} in the stock.`, standing().text);
  element("announce").textContent = said.join(" ");
}
