// The data of the page. Numbers come packed in base 64, lowest byte first; see packing.py.
"use strict";

const DATA = JSON.parse(document.getElementById("data").textContent);
document.documentElement.classList.add("scripted");

function element(id) {
  return document.getElementById(id);
}

function unpack(packed) {
  const text = atob(packed.data);
  const numbers = new Uint32Array(text.length / packed.bytes);
  for (let i = 0; i < text.length; i++) {
    numbers[Math.floor(i / packed.bytes)] += text.charCodeAt(i) * 256 ** (i % packed.bytes);
  }
  return numbers;
}

// Where the entries of each position begin in a list that holds them one position after another.
function starts(lengths) {
  const first = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, i) => { first[i + 1] = first[i] + length; });
  return first;
}

const OPEN = 0, WON = 1, DEAD = 2, NOT_HELD = 3;

// The state graph as it was computed: which moves are legal, where they lead, what can be had
// there. Nothing in the page knows a rule of the game; it only looks things up here.
class Graph {
  constructor(raw) {
    this.dealt = unpack(raw.dealt);
    this.end = unpack(raw.end);
    this.up = unpack(raw.up);
    this.upFirst = starts(unpack(raw.width));
    this.take = unpack(raw.take);
    this.target = unpack(raw.target);
    this.moveFirst = starts(unpack(raw.moves));
    this.size = this.dealt.length;
    this.all = raw.all;
    this.valued = "winning" in raw;
    if (this.valued) {
      this.winning = raw.winning.split(" "); // exact, so kept as text
      this.fewest = unpack(raw.fewest);
      this.chance = unpack(raw.chance);
      this.chances = raw.chances.map((entry) => entry.split("|"));
    }
  }

  // The face-up cards of a position, as places in the deal.
  faceUp(state) {
    return Array.from(this.up.subarray(this.upFirst[state], this.upFirst[state + 1]));
  }

  gone(state) {
    return this.dealt[state] - (this.upFirst[state + 1] - this.upFirst[state]);
  }

  targets(state) {
    return this.target.subarray(this.moveFirst[state], this.moveFirst[state + 1]);
  }

  // Every legal move of a position: the places of the cards it takes, and where it leads.
  moves(state) {
    const up = this.faceUp(state);
    return Array.from(this.targets(state), (target, index) => {
      const take = this.take[this.moveFirst[state] + index];
      return { index, target, group: up.filter((_, bit) => (take >> bit) & 1) };
    });
  }

  canWin(state) {
    return this.valued && this.winning[state] !== "0";
  }

  percent(state) {
    return this.chances[this.chance[state]][0];
  }

  exactChance(state) {
    return this.chances[this.chance[state]][1] ?? "";
  }

  // For every position, how it is first reached from the start: by which move of which position.
  parents() {
    if (!this.parentOf) {
      this.parentOf = new Array(this.size).fill(null);
      for (let state = 0; state < this.size; state++) {
        this.targets(state).forEach((target, index) => {
          if (target !== 0) this.parentOf[target] ??= { state, index };
        });
      }
    }
    return this.parentOf;
  }
}

function withCommas(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

function counted(number, one, many) {
  return `${withCommas(String(number))} ${String(number) === "1" ? one : many ?? one + "s"}`;
}
