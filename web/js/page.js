/** What this page shows: the cube at hand, the moves that are played on it, and how it is looked at. */

import { SCHEMES } from "./colours.js";
import { solved, turned } from "./geometry.js";
import { Store } from "./store.js";

/**
 * @typedef {object} Sequence moves that are played
 * @property {import("./geometry.js").Turn[]} turns
 * @property {string[]} cubes before the first move, and after each
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
 * @property {string} colours the name of a scheme
 * @property {boolean} letters
 * @property {"net" | "solid"} view
 * @property {string} brush the colour to paint with, as the letter of its face
 * @property {string[]} marked names of stickers that something is wrong with
 * @property {string | null} drawing letters drawn on faces, in the order of a facelet string
 * @property {string} drawingBrush
 * @property {Rule[]} rules
 * @property {string} method
 * @property {any} verdict the answer to `check` for this cube
 */

/** @type {PageState} */
const first = {
  tab: "paint",
  size: 3,
  cube: solved(3),
  sequence: null,
  at: 0,
  colours: "standard",
  letters: false,
  view: "net",
  brush: "U",
  marked: [],
  drawing: null,
  drawingBrush: "A",
  rules: [],
  method: "",
  verdict: null,
};

export const page = new Store(first);

/** The colours of the page. */
export const scheme = () => SCHEMES[page.state.colours];

/** The cube that is seen: as painted, or after the moves that have been done. */
export function shown() {
  const { sequence, at, cube } = page.state;
  return sequence ? sequence.cubes[at] : cube;
}

/** @type {string[]} */
const before = [];

/**
 * Take another cube to hand; the one before can be had again by `undo`.
 * @param {string} cube
 * @param {Partial<PageState>} [others] what else changes
 */
export function take(cube, others = {}) {
  if (cube !== page.state.cube) before.push(page.state.cube);
  page.set({
    cube,
    size: Math.sqrt(cube.length / 6),
    sequence: null,
    at: 0,
    marked: [],
    ...others,
  });
}

/** Take the cube before to hand again. */
export function undo() {
  const cube = before.pop();
  if (!cube) return;
  take(cube);
  before.pop();
}

/**
 * Have moves played.
 * @param {string} start the cube that they begin with
 * @param {import("./geometry.js").Turn[]} turns
 * @param {number} [at] how many have been done
 */
export function playing(start, turns, at = 0) {
  const cubes = [start];
  for (const turn of turns) cubes.push(turned(cubes[cubes.length - 1], turn));
  page.set({ sequence: { turns, cubes }, at });
}
