/** The state of this page, with undo: the cube, the moves that are played on it, and how they are shown. */

import { SCHEMES } from "./colours.js";
import { solved, turned } from "./geometry.js";
import { Store } from "./store.js";

/**
 * @typedef {object} Sequence moves that are played
 * @property {import("./geometry.js").Turn[]} turns
 * @property {string[]} cubes before the first move, and after each
 */

/**
 * @typedef {object} Moment the content of the stage at some time
 * @property {string} cube
 * @property {Sequence | null} sequence
 * @property {number} at
 */

/**
 * @typedef {object} Rule
 * @property {string} text
 * @property {boolean} on
 */

/**
 * @typedef {object} PageState
 * @property {string} tab
 * @property {number} size
 * @property {string} cube the one that is painted
 * @property {Sequence | null} sequence
 * @property {number} at how many of its moves have been done
 * @property {Moment | null} ended the moves that painting ended, while they can be restored
 * @property {string} colours the name of a scheme
 * @property {boolean} letters
 * @property {"net" | "solid"} view
 * @property {string} face the only one that the flat view shows, or "" for the whole net
 * @property {string} brush the colour to paint with, as the letter of its face
 * @property {string[]} marked names of stickers with defects
 * @property {string | null} drawing letters drawn on faces, in the order of a facelet string
 * @property {string} drawingBrush
 * @property {Rule[]} rules
 * @property {string} method
 * @property {any} verdict the answer to `check` for the cube on the stage
 * @property {boolean} lost whether the server does not answer
 */

/** Rules to begin with: the requirements of the perfect scramble. */
const FIRST = ["every-colour", "at-most=2", "no-touching=side", "no-touching=diagonal", "no-touching=across", "faces-differ"];

/** @type {PageState} */
const first = {
  tab: "paint",
  size: 3,
  cube: solved(3),
  sequence: null,
  at: 0,
  ended: null,
  colours: "standard",
  letters: false,
  view: "net",
  face: "",
  brush: "U",
  marked: [],
  drawing: null,
  drawingBrush: "A",
  rules: FIRST.map((text) => ({ text, on: false })),
  method: "",
  verdict: null,
  lost: false,
};

export const page = new Store(first);

/** The colours of the page. */
export const scheme = () => SCHEMES[page.state.colours];

/** The cube that is seen: as painted, or after the moves that have been done. */
export function shownCube() {
  const { sequence, at, cube } = page.state;
  return sequence ? sequence.cubes[at] : cube;
}

/** The cube that is checked: as painted, or before the moves, which never make a solvable cube of an impossible one. */
export function checkable() {
  const { sequence, cube } = page.state;
  return sequence ? sequence.cubes[0] : cube;
}

/** @type {Moment[]} */
const before = [];

/** @returns {Moment} the cube and its moves */
function present() {
  const { cube, sequence, at } = page.state;
  return { cube, sequence, at };
}

/**
 * Replace the cube by another one; `undo` restores it and its moves.
 * @param {string} cube
 * @param {Partial<PageState>} [others] what else changes
 */
export function take(cube, others = {}) {
  remember();
  put(cube, others);
}

/** Store the present state, to which `undo` returns. */
export function remember() {
  before.push(present());
}

/** @type {(cube: string, others: Partial<PageState>) => void} */
function put(cube, others) {
  page.set({
    cube,
    size: Math.sqrt(cube.length / 6),
    sequence: null,
    at: 0,
    ended: null,
    marked: [],
    ...others,
  });
}

/**
 * Put a letter on one sticker of the cube as it is seen; moves that were played can be restored.
 * @param {string} cube with that letter
 */
export function paint(cube) {
  take(cube, { ended: page.state.sequence?.turns.length ? present() : page.state.ended });
}

/** Restore the previous cube, and its moves. */
export function undo() {
  const last = before.pop();
  if (last) put(last.cube, last);
}

/** Bring back the moves that painting ended. */
export function resume() {
  const { ended } = page.state;
  if (ended) take(ended.cube, ended);
}

/**
 * Return moves with the cubes that they lead through.
 * @type {(start: string, turns: import("./geometry.js").Turn[]) => Sequence}
 */
export function sequenceOf(start, turns) {
  const cubes = [start];
  for (const turn of turns) cubes.push(turned(cubes[cubes.length - 1], turn));
  return { turns, cubes };
}

/**
 * Play moves.
 * @param {string} start the cube that they begin with
 * @param {import("./geometry.js").Turn[]} turns
 * @param {number} [at] how many have been done
 */
export function playing(start, turns, at = 0) {
  page.set({ sequence: sequenceOf(start, turns), at, ended: null });
}
