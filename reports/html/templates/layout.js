// Where each position stands in the drawing: layers by cards gone, and its row in the layer.
// Above the middle line a win is within reach, below it is not; the known line keeps to the middle.
"use strict";

const layout = { states: [], has: new Set(), row: new Float64Array(graph.size), layers: [], top: 0, bottom: 0 };

// Positions the page draws at first: all of them, or those chosen when the page was made.
function drawnAtFirst() {
  if (DATA.graph.drawn) return Array.from(unpack(DATA.graph.drawn.states));
  return Array.from({ length: graph.size }, (_, state) => state);
}

function layOut(states) {
  layout.states = states;
  layout.has = new Set(states);
  const deepest = graph.dealt.reduce((most, _, state) => Math.max(most, graph.gone(state)), 0);
  layout.layers = Array.from({ length: deepest + 1 }, () => ({ won: [], lost: [] }));
  for (const state of states) {
    layerGroup(state).push(state);
  }
  layout.sided = states.some((state) => graph.canWin(state)) && states.some((state) => !graph.canWin(state));
  const groups = layout.layers.flatMap((layer) => [layer.won, layer.lost]).filter((group) => group.length);
  const { before, after } = neighbours(states);
  const line = new Set(lines[0].states);
  for (const group of groups) setRows(group, line);
  // A few sweeps to and fro put each position near the mean of those it is joined to.
  for (let sweep = 0; sweep < 6; sweep++) {
    const joined = sweep % 2 ? after : before;
    for (const group of sweep % 2 ? groups.toReversed() : groups) {
      const mean = new Map(group.map((state) => [state, meanRow(joined.get(state), layout.row[state])]));
      setRows(group.sort((a, b) => mean.get(a) - mean.get(b) || a - b), line);
    }
  }
}

function neighbours(states) {
  const before = new Map(states.map((state) => [state, []]));
  const after = new Map();
  for (const state of states) {
    const next = Array.from(graph.targets(state)).filter((target) => layout.has.has(target));
    after.set(state, next);
    for (const target of next) before.get(target).push(state);
  }
  return { before, after };
}

function meanRow(states, fallback) {
  if (!states.length) return fallback;
  return states.reduce((sum, state) => sum + layout.row[state], 0) / states.length;
}

// Give a sorted group its rows: from the middle line outward, or around it if there is one side
// only. The known line comes next to the middle.
function setRows(group, line) {
  const onLine = group.findIndex((state) => line.has(state));
  const state = group[onLine];
  if (layout.sided) {
    if (graph.canWin(group[0])) group.reverse();
    if (onLine >= 0) group.unshift(...group.splice(group.indexOf(state), 1));
    group.forEach((other, i) => { layout.row[other] = outward(other, i); });
    return;
  }
  const middle = Math.floor((group.length - 1) / 2);
  if (onLine >= 0) group.splice(middle, 0, ...group.splice(onLine, 1));
  const shift = onLine >= 0 ? middle : (group.length - 1) / 2;
  group.forEach((other, i) => { layout.row[other] = i - shift; });
}

function outward(state, i) {
  return graph.canWin(state) ? -i - 0.8 : i + 0.8;
}

function measure() {
  layout.top = layout.states.reduce((top, state) => Math.min(top, layout.row[state]), -1);
  layout.bottom = layout.states.reduce((bottom, state) => Math.max(bottom, layout.row[state]), 1);
}

// The positions of a layer that are on the same side as a position.
function layerGroup(state) {
  return layout.layers[graph.gone(state)][graph.canWin(state) ? "won" : "lost"];
}

// Draw a position that was left out so far, at the outer end of its layer.
function addToLayout(state) {
  if (layout.has.has(state)) return;
  const group = layerGroup(state);
  group.push(state);
  layout.has.add(state);
  layout.states.push(state);
  layout.row[state] = layout.sided
    ? outward(state, group.length - 1)
    : 1 + Math.max(-1, ...group.slice(0, -1).map((other) => layout.row[other]));
}
