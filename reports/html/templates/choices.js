// The choices at the position shown: cards to click, the list of legal moves, what each one does.
"use strict";

let chosen = new Set(); // places of the cards chosen so far

// The moves that take all the chosen cards, and perhaps more.
function movesWith(places) {
  return graph.moves(here()).filter((move) => [...places].every((place) => move.group.includes(place)));
}

function exactMove(moves) {
  return moves.find((move) => move.group.length === chosen.size);
}

function toggle(place) {
  if (!DATA.free || place === null) return;
  stopClock();
  if (chosen.has(place)) {
    chosen.delete(place);
  } else if (movesWith([...chosen, place]).length) {
    chosen.add(place);
  } else if (movesWith([place]).length) {
    chosen = new Set([place]); // it goes with none of the others: begin anew
  }
  const moves = movesWith(chosen);
  const move = chosen.size ? exactMove(moves) : undefined;
  if (move && moves.length === 1) playMove(move.index); // nothing can be added to it
  else drawChoices();
}

function confirmChosen() {
  const move = exactMove(movesWith(chosen));
  if (move) playMove(move.index);
}

// The mark, the word and the style for where a move leads.
function effect(target) {
  if (graph.canWin(target)) return { kind: "won", word: "keeps the win" };
  if (!graph.canWin(here())) return { kind: "lost", word: "still no win" };
  return { kind: "lost", word: "loses the win" };
}

// What can be said of the position: in a sentence, and as a mark.
function standing() {
  const state = here(), end = graph.end[state];
  const left = DATA.cards.length - graph.gone(state);
  if (end === WON) return { kind: "won", text: "The game comes out." };
  if (end === DEAD) return { kind: "lost", text: `Stuck: nothing can be taken, ${areLeft(left)}.` };
  if (!graph.valued) return { kind: "open", text: "Only this one line is in the page." };
  if (end === NOT_HELD) {
    const kind = graph.canWin(state) ? "won" : "lost";
    return { kind, text: "The page does not hold the moves from here on." };
  }
  const moves = graph.moves(state), good = moves.filter((move) => graph.canWin(move.target)).length;
  if (good === 0) {
    return { kind: "lost", text: `No choice wins; at best ${areLeft(graph.fewest[state])}.` };
  }
  if (moves.length === 1) return { kind: "won", text: "There is only one move, and it keeps the win." };
  if (good === moves.length) return { kind: "won", text: `Each of the ${moves.length} choices keeps the win.` };
  return { kind: "won", text: `${good} of ${moves.length} choices ${good === 1 ? "keeps" : "keep"} the win.` };
}

function areLeft(cards) {
  return `${counted(cards, "card is", "cards are")} left`;
}

function drawStanding(at) {
  const { kind, text } = standing();
  const parts = kind === "open" ? [text] : [mark(kind), ` ${text}`];
  if (at > 0 && throwsAway(at)) parts.unshift(make("strong", { class: "thrown" }, `Move ${at} threw the win away. `));
  if (graph.canWin(here()) && graph.end[here()] !== WON) parts.push(make("small", {}, worth(here())));
  element("standing").replaceChildren(...parts);
}

// "0.76 % at random · 1,234 winning lines"
function worth(state) {
  if (!graph.canWin(state)) return `at best ${counted(graph.fewest[state], "card")} left`;
  const winning = counted(graph.winning[state], "winning line");
  return `${graph.percent(state)} at random · ${winning}`;
}

function drawChoices() {
  const moves = graph.moves(here()), fitting = movesWith(chosen);
  const fits = new Set(fitting.map((move) => move.index));
  const playable = new Set(fitting.flatMap((move) => move.group));
  const movable = new Set(moves.flatMap((move) => move.group));
  slots.forEach(({ button, place }) => {
    const named = place === null ? "empty place" : DATA.names[place][1];
    const legal = DATA.free && movable.has(place);
    button.setAttribute("aria-pressed", chosen.has(place));
    button.setAttribute("aria-disabled", !legal);
    const barred = DATA.free && place !== null && !legal;
    button.setAttribute("aria-label", barred ? `${named}, cannot be taken now` : named);
    button.classList.toggle("joins", legal && playable.has(place) && !chosen.has(place));
    button.classList.toggle("apart", barred || (legal && !playable.has(place)));
  });
  drawConfirm(exactMove(fitting), chosen.size > 0);
  if (!DATA.free) return;
  const best = Math.max(...moves.map((move) => graph.chance[move.target]));
  const { states, moves: known } = lines[path.line];
  const onLine = states[replay.at] === here() ? known[replay.at] : -1;
  element("choices").replaceChildren(...moves.map((move) => {
    const tags = [];
    if (move.index === onLine) tags.push("on the line");
    if (isSafest(move, moves.length, best)) tags.push("safest");
    const item = choice(move, tags);
    item.classList.toggle("other", !fits.has(move.index));
    return item;
  }));
}

// Whether of several moves none has a better chance at random, where the choice matters at all.
function isSafest(move, count, best) {
  const matters = count > 1 && graph.canWin(move.target) && !DATA.choiceless;
  return matters && graph.chance[move.target] === best;
}

function drawConfirm(move, any) {
  element("confirm-row").hidden = !any;
  const button = element("confirm");
  button.setAttribute("aria-disabled", !move);
  const cards = chips([...chosen].sort((a, b) => a - b));
  const act = `${verb()[0].toUpperCase()}${verb().slice(1)} `;
  const { kind, word } = move ? effect(move.target) : {};
  button.replaceChildren(...(move ? [act, ...cards, mark(kind), word] : [...cards, "and what else?"]));
}

function choice(move, tags) {
  const { kind, word } = effect(move.target);
  const exact = graph.exactChance(move.target);
  const value = make("span", { class: "worth" }, worth(move.target));
  if (exact && kind === "won") value.title = `at random exactly ${exact}`;
  const shown = tags.map((tag) => make("span", { class: "tag" }, tag));
  const button = make("button", { type: "button", class: kind },
    make("span", { class: "cards" }, ...chips(move.group)),
    make("span", { class: "word" }, make("span", { class: "effect" }, mark(kind), word), ...shown),
    value);
  button.addEventListener("click", () => {
    playMove(move.index);
    (element("choices").querySelector("button") ?? element("position-title")).focus();
  });
  const light = (on) => slots.forEach((slot) => {
    slot.button.classList.toggle("lit", on && move.group.includes(slot.place));
  });
  for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => light(true));
  for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => light(false));
  return make("li", {}, button);
}
