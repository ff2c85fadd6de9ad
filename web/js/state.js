/** The state of this page, with undo: the cube, the moves that are played on it, and how they are shown. */

import { SCHEMES } from "./colours.js";
import { parseMoves, sizeOf, turned } from "./geometry.js";
import { Store } from "./store.js";

/** @typedef {import("./geometry.js").Turn} Turn */
/** @typedef {{turns: Turn[], cubes: string[]}} Sequence moves that are played, and the cubes before the first, and after each */
/** @typedef {{cube: string, sequence: Sequence | null, at: number}} Moment the content of the stage at some time */
/** @typedef {{text: string, on: boolean}} Rule */
/** @typedef {{cube: string, changed: string[]}} Way a cube, and the names of the stickers by which it differs */

/**
 * @typedef {object} PageState
 * @property {"" | "paint" | "find"} tab the door that is open: my cube, or a cube that one wishes for
 * @property {number} size
 * @property {string} cube the one that is painted
 * @property {Sequence | null} sequence
 * @property {number} at how many of its moves have been done
 * @property {Moment | null} ended the moves that painting ended, while they can be restored
 * @property {string} colours the name of a scheme
 * @property {boolean} letters
 * @property {"net" | "solid"} view
 * @property {{turn: Turn, angle: number} | null} turning the latest turn by hand, and how far it had got
 * @property {string} brush the colour to paint with, as the letter of its face; "" for the hand, which turns
 * @property {string[]} marked names of stickers with defects
 * @property {string | null} drawing letters drawn on faces, in the order of a facelet string
 * @property {string} drawingBrush
 * @property {Rule[]} rules
 * @property {any} verdict the answer to `check` for the cube on the stage
 * @property {Way[] | null} ways to repair it, the likeliest first; null before they are known
 * @property {Way | null} preview the one that the stage shows
 * @property {any} solution the answer to `solve` for it; null before it is known
 * @property {string} changed what the page has changed, in words
 * @property {boolean} lost whether the server does not answer
 */

/** The cube to begin with: one of the 48. */
export const PERFECT = "LRDBUBRLFULFDRBUFLDURBFLRDBBFLUDRRFBUDFRLUBFDLUFRBDDLU";

/** Rules to begin with: the requirements of the perfect scramble. */
const FIRST = ["every-colour", "at-most=2", "no-touching=side", "no-touching=diagonal", "no-touching=across", "faces-differ"];

/** @type {PageState} */
const first = {
  tab: "", size: 3, cube: PERFECT, sequence: null, at: 0, ended: null,
  colours: "standard", letters: false, view: "solid", turning: null, brush: "", marked: [], drawing: null, drawingBrush: "A",
  rules: FIRST.map((text) => ({ text, on: false })),
  verdict: null, ways: null, preview: null, solution: null, changed: "", lost: false,
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

const KEPT = "cubecsp-undo"; // in the storage of this window, so that it survives a reload
const MOST = 100;

/** @type {Moment[]} */
const before = recalled();

/** @returns {Moment[]} */
function recalled() {
  try {
    /** @type {{cube: string, from?: string, moves?: string, at: number}[]} */
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    return kept.map(({ cube, from, moves, at }) => ({
      cube, at, sequence: from ? sequenceOf(from, parseMoves(moves ?? "", sizeOf(from)) ?? []) : null,
    }));
  } catch {
    return []; // what another version has stored, or no storage at all
  }
}

function keep() {
  before.splice(0, before.length - MOST);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(before.map(({ cube, sequence, at }) => ({
      cube, at, from: sequence?.cubes[0], moves: sequence?.turns.map(({ text }) => text).join(" "),
    }))));
  } catch {
    // undo works without, until the page is left
  }
}

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
  keep();
}

/** @type {(cube: string, others: Partial<PageState>) => void} */
function put(cube, others) {
  const size = Math.sqrt(cube.length / 6);
  page.set({ cube, size, sequence: null, at: 0, ended: null, marked: [], preview: null, changed: "", ...others });
}

/**
 * Put a letter on one sticker of the cube as it is seen; moves that were played can be restored.
 * @param {string} cube with that letter
 * @param {boolean} goesOn whether this belongs to the stroke before, which is undone as one
 */
export function paint(cube, goesOn) {
  const ended = page.state.sequence?.turns.length ? present() : page.state.ended;
  if (goesOn) put(cube, { ended });
  else take(cube, { ended });
}

/**
 * Turn a layer by hand. If that is the next move of those that are played, they go on; otherwise this is another cube.
 * @type {(turn: Turn, angle?: number) => void}
 */
export function turnBy(turn, angle = 0) {
  const { sequence, at } = page.state;
  const cube = turned(shownCube(), turn);
  const turning = { turn, angle };
  if (sequence?.cubes[at + 1] === cube) page.set({ at: at + 1, turning });
  else take(cube, { turning });
}

/** Restore the previous cube, and its moves. */
export function undo() {
  const last = before.pop();
  keep();
  if (last) put(last.cube, last);
}

/** Bring back the moves that painting ended. */
export function resume() {
  const { ended } = page.state;
  if (ended) take(ended.cube, ended);
}

/** Return moves with the cubes that they lead through. @type {(start: string, turns: Turn[]) => Sequence} */
export function sequenceOf(start, turns) {
  const cubes = [start];
  for (const turn of turns) cubes.push(turned(cubes[cubes.length - 1], turn));
  return { turns, cubes };
}

/**
 * Play moves.
 * @param {string} start the cube that they begin with
 * @param {Turn[]} turns
 * @param {number} [at] how many have been done
 */
export const playing = (start, turns, at = 0) => { page.set({ sequence: sequenceOf(start, turns), at, ended: null }); };
