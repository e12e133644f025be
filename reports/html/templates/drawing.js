// The drawing of the state graph on a canvas.
"use strict";

const PAD = { left: 20, right: 26, top: 16, bottom: 32 };
const AXIS = 22; // height of the strip with the numbers of cards gone

const drawing = {
  canvas: element("graph"),
  width: 0,
  height: 0,
  stepX: 1, // pixels between layers and between rows at zoom 1
  stepY: 1,
  zoom: 1,
  x: 0, // where layer 0 and row 0 lie
  y: 0,
  whole: true, // whether everything is shown, as long as the user leaves it so
  cursor: null, // the position pointed at
  colours: {},

  at(state) {
    return [this.x + graph.gone(state) * this.stepX * this.zoom, this.y + layout.row[state] * this.stepY * this.zoom];
  },

  // Take the size from the page and show everything.
  fit() {
    const box = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    this.width = box.width;
    this.height = box.height;
    this.canvas.width = Math.round(box.width * ratio);
    this.canvas.height = Math.round(box.height * ratio);
    this.canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    const layers = Math.max(1, layout.layers.length - 1);
    measure();
    const rows = layout.bottom - layout.top;
    this.whole = true;
    this.zoom = 1;
    this.stepX = (this.width - PAD.left - PAD.right) / layers;
    this.stepY = Math.min(34, (this.height - PAD.top - PAD.bottom) / rows);
    this.x = PAD.left;
    const spare = this.height - PAD.top - PAD.bottom - rows * this.stepY;
    this.y = PAD.top + spare / 2 - layout.top * this.stepY;
    this.draw();
  },

  // Keep the current position in sight and redraw.
  follow() {
    this.cursor = null;
    const state = here();
    for (const shown of [...path.states, ...graph.targets(state)]) addToLayout(shown);
    if (this.whole) {
      this.fit();
    } else {
      this.keepInSight(state);
      this.draw();
    }
    sayNode(null);
  },

  keepInSight(state) {
    const [x, y] = this.at(state), edge = 8;
    if (x < edge || x > this.width - edge) this.x += this.width / 2 - x;
    if (y < edge || y > this.height - PAD.bottom) this.y += this.height / 2 - y;
  },

  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const zoom = Math.max(0.5, Math.min(80, this.zoom * factor));
    this.x = x - (x - this.x) * (zoom / this.zoom);
    this.y = y - (y - this.y) * (zoom / this.zoom);
    this.zoom = zoom;
    this.whole = false;
    this.draw();
  },

  moveBy(x, y) {
    this.x += x;
    this.y += y;
    this.whole = false;
    this.draw();
  },

  // The drawn position nearest to a point, if it is near enough.
  nearest(x, y, reach = 14) {
    let best = null, least = reach ** 2;
    for (const state of layout.states) {
      const [sx, sy] = this.at(state), distance = (sx - x) ** 2 + (sy - y) ** 2;
      if (distance < least) [best, least] = [state, distance];
    }
    return best;
  },

  draw() {
    const style = getComputedStyle(this.canvas);
    for (const name of ["won", "lost", "line", "ink", "muted", "panel", "edge", "throws"]) {
      this.colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
    const ctx = this.canvas.getContext("2d");
    ctx.clearRect(0, 0, this.width, this.height);
    this.drawGrid(ctx);
    this.drawMoves(ctx);
    this.drawRoute(ctx);
    for (const state of layout.states) this.drawNode(ctx, state);
    this.drawHere(ctx);
    this.drawAxis(ctx);
  },

  // Which layers get a line and a number: those with positions, so that the numbers have room.
  ticks() {
    const step = this.stepX * this.zoom, every = [1, 2, 4, 5, 10, 20].find((n) => n * step >= 34) ?? 50;
    const all = layout.layers.map(({ won, lost }, gone) => [gone, this.x + gone * step, won.length + lost.length]);
    return all.filter(([gone, x, many]) => many && gone % every === 0 && x >= 0 && x <= this.width);
  },

  drawGrid(ctx) {
    ctx.lineWidth = 1;
    ctx.strokeStyle = this.colours.edge;
    ctx.globalAlpha = 0.4;
    ctx.beginPath();
    for (const [, x] of this.ticks()) {
      ctx.moveTo(x, 4);
      ctx.lineTo(x, this.height - AXIS);
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
    if (!layout.sided) return;
    ctx.strokeStyle = this.colours.muted;
    ctx.setLineDash([2, 4]);
    ctx.beginPath();
    ctx.moveTo(0, this.y);
    ctx.lineTo(this.width, this.y);
    ctx.stroke();
    ctx.setLineDash([]);
  },

  drawAxis(ctx) {
    ctx.fillStyle = this.colours.panel;
    ctx.fillRect(0, this.height - AXIS, this.width, AXIS);
    ctx.font = "11px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "alphabetic";
    ctx.fillStyle = this.colours.muted;
    for (const [gone, x] of this.ticks()) ctx.fillText(String(gone), x, this.height - 6);
  },

  drawMoves(ctx) {
    const kinds = { won: new Path2D(), throws: new Path2D(), lost: new Path2D() };
    let count = 0;
    for (const state of layout.states) {
      const [x, y] = this.at(state);
      if (x > this.width) continue;
      for (const target of graph.targets(state)) {
        if (!layout.has.has(target)) continue;
        const [tx, ty] = this.at(target);
        if (tx < 0 || (y < 0 && ty < 0) || (y > this.height && ty > this.height)) continue;
        const lines = kinds[kindOfMove(state, target)];
        lines.moveTo(x, y);
        lines.lineTo(tx, ty);
        count++;
      }
    }
    // The more lines there are, the fainter each.
    ctx.globalAlpha = Math.max(0.07, Math.min(0.6, 9 / Math.sqrt(count + 1)));
    ctx.lineWidth = 1;
    ctx.strokeStyle = this.colours.lost;
    ctx.stroke(kinds.lost);
    ctx.strokeStyle = this.colours.won;
    ctx.stroke(kinds.won);
    ctx.strokeStyle = this.colours.throws;
    ctx.setLineDash([4, 4]);
    ctx.stroke(kinds.throws);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  },

  // The line played, up to here in full and its further moves thin; and the choices from here.
  drawRoute(ctx) {
    const state = here(), [x, y] = this.at(state);
    ctx.lineWidth = 1.5;
    for (const target of graph.targets(state)) {
      const kind = kindOfMove(state, target);
      ctx.strokeStyle = this.colours[kind];
      ctx.setLineDash(kind === "throws" ? [4, 4] : []);
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(...this.at(target));
      ctx.stroke();
    }
    ctx.setLineDash([]);
    ctx.strokeStyle = this.colours.line;
    ctx.lineJoin = "round";
    for (const [from, to, width] of [[0, replay.at, 3.5], [replay.at, path.moves.length, 1.3]]) {
      ctx.lineWidth = width;
      ctx.beginPath();
      path.states.slice(from, to + 1).forEach((passed) => ctx.lineTo(...this.at(passed)));
      ctx.stroke();
    }
  },

  radius() {
    return Math.max(1.3, Math.min(8, 0.34 * Math.min(this.stepX, this.stepY) * this.zoom));
  },

  drawNode(ctx, state) {
    const [x, y] = this.at(state);
    if (x < -20 || x > this.width + 20 || y < -20 || y > this.height + 20) return;
    const r = this.radius(), end = graph.end[state];
    ctx.lineWidth = Math.min(1.6, r / 2);
    ctx.fillStyle = ctx.strokeStyle = graph.canWin(state) ? this.colours.won : this.colours.lost;
    ctx.beginPath();
    if (end === WON) {
      star(ctx, x, y, Math.max(6, r * 1.6));
      ctx.fill();
    } else if (end === DEAD) {
      ctx.moveTo(x - r, y - r);
      ctx.lineTo(x + r, y + r);
      ctx.moveTo(x + r, y - r);
      ctx.lineTo(x - r, y + r);
      ctx.stroke();
    } else if (graph.canWin(state)) {
      ctx.arc(x, y, r, 0, 7);
      ctx.fill();
    } else {
      ctx.rect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7);
      ctx.fillStyle = this.colours.panel;
      ctx.fill();
      ctx.stroke();
    }
    this.drawLabel(ctx, state, x, y);
  },

  // Close up, each position is written with its face-up cards, on ground of its own: a line runs
  // through it. To its right, or left of it where the drawing ends.
  drawLabel(ctx, state, x, y) {
    const up = graph.faceUp(state);
    if (this.stepY * this.zoom < 14) return;
    const text = up.map((place) => DATA.names[place][0]).join(" ");
    if (this.stepX * this.zoom < 30 + (text.length + 1) * 7) return;
    ctx.font = "11px system-ui, sans-serif";
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    const wide = ctx.measureText(text).width, beside = this.radius() + 4;
    const left = x + beside + wide > this.width ? x - beside - wide : x + beside;
    ctx.fillStyle = this.colours.panel;
    ctx.fillRect(left - 2, y - 7, wide + 4, 14);
    ctx.fillStyle = this.colours.ink;
    ctx.fillText(text, left, y);
  },

  drawHere(ctx) {
    for (const [state, colour, extra] of [[this.cursor, this.colours.ink, 6], [here(), this.colours.line, 4]]) {
      if (state === null) continue;
      const [x, y] = this.at(state);
      ctx.lineWidth = 2.5;
      ctx.strokeStyle = colour;
      ctx.beginPath();
      ctx.arc(x, y, Math.max(6, this.radius() + extra), 0, 7);
      ctx.stroke();
    }
  },
};

// Whether a move keeps the win, throws it away, or comes too late for either.
function kindOfMove(state, target) {
  if (graph.canWin(target)) return "won";
  return graph.canWin(state) ? "throws" : "lost";
}

function star(ctx, x, y, r) {
  for (let i = 0; i < 10; i++) {
    const size = i % 2 ? r * 0.45 : r, turn = (i * Math.PI) / 5;
    ctx.lineTo(x + size * Math.sin(turn), y - size * Math.cos(turn));
  }
  ctx.closePath();
}
