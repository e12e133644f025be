// The path being played: the known line, or what the user chose instead.
"use strict";

const graph = new Graph(DATA.graph);
const lines = DATA.graph.lines.map((moves) => {
  const states = [0];
  for (const index of moves) states.push(graph.targets(states.at(-1))[index]);
  return { states, moves };
});

const path = { line: 0, states: lines[0].states, moves: lines[0].moves };

function here() {
  return path.states[replay.at];
}

function follow(states, moves) {
  path.states = states;
  path.moves = moves;
  replay.length = moves.length;
}

// The number of moves that the path has in common with the line.
function shared() {
  const { moves } = lines[path.line];
  let count = 0;
  while (count < moves.length && moves[count] === path.moves[count]) count++;
  return count;
}

function isOnLine() {
  return path.moves.length === lines[path.line].moves.length && shared() === path.moves.length;
}

function useLine(line) {
  path.line = line;
  follow(lines[line].states, lines[line].moves);
}

function returnToLine() {
  const at = Math.min(replay.at, shared());
  useLine(path.line);
  byHand(at);
}

// Play a move of the position we are at; what the path held beyond it is forgotten.
function playMove(index) {
  stopClock();
  if (path.moves[replay.at] !== index) {
    const moves = [...path.moves.slice(0, replay.at), index];
    const states = [...path.states.slice(0, replay.at + 1), graph.targets(here())[index]];
    follow(states, moves);
    // Back on the line by hand: then its further moves are on the path again.
    if (shared() === moves.length) useLine(path.line);
  }
  goTo(replay.at + 1);
}

// Go to any position: on the path or the line if it is there, else the way it is first reached.
function jumpTo(state) {
  if (!path.states.includes(state)) {
    if (lines[path.line].states.includes(state)) useLine(path.line);
    else follow(...wayTo(state));
  }
  byHand(path.states.indexOf(state));
}

function wayTo(state) {
  const states = [state], moves = [];
  for (let from = graph.parents()[state]; from; from = graph.parents()[from.state]) {
    states.unshift(from.state);
    moves.unshift(from.index);
  }
  return [states, moves];
}

// Whether a move of the path threw the win away.
function throwsAway(number) {
  return graph.canWin(path.states[number - 1]) && !graph.canWin(path.states[number]);
}
