// Moving about in the drawing: mouse, touch, keyboard and buttons.
"use strict";

const HINT = "Click a position to go there. Drag to move; click, then turn the wheel to zoom; "
  + "two fingers do both.";

function sayNode(state) {
  const says = element("node-says");
  if (state === null) {
    says.textContent = HINT;
    return;
  }
  const kind = graph.canWin(state) ? "won" : "lost";
  const ends = { [WON]: "won", [DEAD]: "stuck" };
  const none = graph.canWin(0) ? "no win any more" : "no win"; // there may never have been one
  const word = ends[graph.end[state]] ?? (kind === "won" ? "a win is within reach" : none);
  const up = graph.faceUp(state);
  says.replaceChildren(mark(kind), ` ${counted(graph.gone(state), "card")} gone, face up `,
    ...(up.length ? chips(up) : ["none "]), `· ${word} · ${worth(state)}`);
}

function pointAt(state) {
  if (state === drawing.cursor) return;
  drawing.cursor = state;
  drawing.draw();
  sayNode(state);
}

function startPointers(canvas) {
  const down = new Map(); // fingers or buttons that are down: where each one is
  let travelled = 0;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [[ax, ay], [bx, by]] = [...down.values()];
    return { size: Math.hypot(ax - bx, ay - by), x: (ax + bx) / 2, y: (ay + by) / 2 };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (down.size === 0) travelled = 0;
    down.set(event.pointerId, place(event));
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (!down.has(event.pointerId)) {
      pointAt(drawing.nearest(x, y));
      return;
    }
    const [fromX, fromY] = down.get(event.pointerId);
    const before = down.size === 2 ? spread() : null;
    down.set(event.pointerId, [x, y]);
    travelled += Math.hypot(x - fromX, y - fromY);
    if (before) {
      const after = spread();
      drawing.moveBy(after.x - before.x, after.y - before.y);
      drawing.zoomBy(after.size / Math.max(1, before.size), after.x, after.y);
    } else if (travelled > 4) {
      drawing.moveBy(x - fromX, y - fromY);
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    down.delete(event.pointerId);
    const state = drawing.nearest(...place(event));
    if (travelled <= 4 && state !== null) jumpTo(state);
  });
  canvas.addEventListener("pointercancel", (event) => down.delete(event.pointerId));
  canvas.addEventListener("pointerleave", () => pointAt(null));
  canvas.addEventListener("wheel", (event) => {
    // A page that scrolls must go on scrolling: the wheel zooms only where it is asked to.
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    drawing.zoomBy(Math.exp(-event.deltaY / 400), ...place(event));
  }, { passive: false });
}

// The neighbour of a position in some direction: along its moves, or in its layer.
function neighbour(state, key) {
  const distance = (other) => Math.abs(layout.row[other] - layout.row[state]);
  const nearestRow = (states) => states.reduce((best, other) => (
    best === null || distance(other) < distance(best) ? other : best
  ), null);
  const drawn = layout.states;
  if (key === "ArrowRight") return nearestRow(drawn.filter((other) => graph.targets(state).includes(other)));
  if (key === "ArrowLeft") return nearestRow(drawn.filter((other) => graph.targets(other).includes(state)));
  const layer = layout.layers[graph.gone(state)];
  const side = key === "ArrowUp" ? -1 : 1;
  const isAhead = (other) => side * (layout.row[other] - layout.row[state]) > 0;
  return nearestRow([...layer.won, ...layer.lost].filter(isAhead));
}

const STEPS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

function onGraphKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const step = STEPS[event.key];
  if (step && event.shiftKey) drawing.moveBy(...step);
  else if (step) {
    const next = neighbour(drawing.cursor ?? here(), event.key);
    if (next !== null) {
      drawing.keepInSight(next);
      pointAt(next);
    }
  } else if (event.key === "+" || event.key === "=") drawing.zoomBy(1.4);
  else if (event.key === "-") drawing.zoomBy(1 / 1.4);
  else if (event.key === "0") drawing.fit();
  else if (event.key === "Enter" && drawing.cursor !== null) jumpTo(drawing.cursor);
  else return;
  event.preventDefault();
}

function sayGraph() {
  const { drawn, all } = DATA.graph;
  const said = [`${counted(all, "position")}, from left to right by the cards that are out of play.`];
  if (layout.sided) said.push("Above the dotted line a win is within reach, below it none is.");
  const number = (count) => withCommas(String(count));
  if (graph.size < all) {
    said.push(`The page holds ${number(graph.size)} of them: those along the line, those nearest`
      + " to the start, and all that their moves lead to.");
  }
  if (drawn) {
    said.push(`Drawn are ${number(layout.states.length)}: in each layer the ${drawn.won} with the most`
      + ` winning lines and, of those without, the ${drawn.lost} with the fewest cards left at the`
      + " end; also the whole line. What you play and its choices are added.");
  }
  element("graph-says").textContent = said.join(" ");
}

function startDrawing() {
  const { canvas } = drawing;
  layOut(drawnAtFirst());
  sayGraph();
  startPointers(canvas);
  canvas.addEventListener("keydown", onGraphKey);
  element("zoom-in").addEventListener("click", () => drawing.zoomBy(1.6));
  element("zoom-out").addEventListener("click", () => drawing.zoomBy(1 / 1.6));
  element("zoom-fit").addEventListener("click", () => drawing.fit());
  element("zoom-here").addEventListener("click", () => {
    const [x, y] = drawing.at(here());
    drawing.moveBy(drawing.width / 2 - x, drawing.height / 2 - y);
    if (drawing.stepY * drawing.zoom < 20) drawing.zoomBy(20 / (drawing.stepY * drawing.zoom));
  });
  element("only-won-label").hidden = !layout.sided;
  element("only-won").addEventListener("change", (event) => {
    const kept = drawnAtFirst().filter((state) => !event.target.checked || graph.canWin(state));
    layOut([...new Set([...kept, ...path.states])]);
    drawing.fit();
  });
  new ResizeObserver(() => drawing.fit()).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawing.draw());
  drawing.fit();
}
