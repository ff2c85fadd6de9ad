/** The state of this page, with undo: the cube, the moves that are played on it, and how they are shown. */

import { SCHEMES } from "./colours.js";
import { parseMoves, sizeOf, turned } from "./geometry.js";
import { Store } from "./store.js";

/** @typedef {import("./geometry.js").Turn} Turn */
/** @typedef {{turns: Turn[], cubes: string[]}} Sequence moves that are played, and the cubes before the first, and after each */
/** @typedef {{cube: string, from?: string, moves?: string, at?: string}} Moment the content of the stage at some time, as texts */
/** @typedef {{text: string, on: boolean}} Rule */
/** @typedef {{cube: string, changed: string[]}} Way a cube, and the names of the stickers by which it differs */

/** The cube to begin with: one of the 48. */
export const PERFECT = "LRDBUBRLFULFDRBUFLDURBFLRDBBFLUDRRFBUDFRLUBFDLUFRBDDLU";
/** Rules to begin with: the requirements of the perfect scramble. */
const FIRST = ["every-colour", "at-most=2", "no-touching=side", "no-touching=diagonal", "no-touching=across", "faces-differ"];

const first = {
  /** the door that is open: my cube, a cube that one wishes for, or another puzzle */
  tab: /** @type {"" | "paint" | "find" | "puzzle"} */ (""),
  size: 3,
  cube: PERFECT, // as painted
  sequence: /** @type {Sequence | null} */ (null),
  at: 0, // how many of its moves have been done
  colours: "standard", // the name of a scheme
  letters: false,
  view: /** @type {"net" | "solid"} */ ("solid"),
  /** the latest turn by hand, and how far it had got */
  turning: /** @type {{turn: Turn, angle: number} | null} */ (null),
  brush: "", // the colour to paint with, as the letter of its face; "" for the hand, which turns
  marked: /** @type {string[]} */ ([]), // names of stickers with defects
  drawing: /** @type {string | null} */ (null), // letters drawn on faces, in the order of a facelet string
  drawingBrush: "A",
  puzzle: "pyraminx", // another puzzle, and the moves or stickers that say how it stands
  state: "",
  puzzleBrush: "", // the letter of the colour to paint it with
  rules: FIRST.map((text) => /** @type {Rule} */ ({ text, on: false })),
  verdict: /** @type {any} */ (null), // the answer to `check` for the cube on the stage
  ways: /** @type {Way[] | null} */ (null), // to repair it, the likeliest first; null before they are known
  preview: /** @type {Way | null} */ (null), // the one that the stage shows
  solution: /** @type {any} */ (null), // the answer to `solve` for it
  changed: "", // what was changed and can be undone, in words
  lost: false, // whether the server does not answer
};

/** @typedef {typeof first} PageState */

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
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  } catch {
    return []; // no storage at all
  }
}

function keep() {
  before.splice(0, before.length - MOST);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(before));
  } catch {
    // undo works without, until the page is left
  }
}

/** Return the cube and its moves. @returns {Moment} */
export function present() {
  const { cube, sequence, at } = page.state;
  return { cube, ...(sequence && { from: sequence.cubes[0], moves: movesOf(sequence), at: String(at) }) };
}

/** Return the moves of a moment, if it has some that can be read. @param {Partial<Moment>} moment */
export function played({ from = "", moves = "", at }) {
  const turns = parseMoves(moves, sizeOf(from));
  if (!from || !turns?.length) return { sequence: null, at: 0 };
  return { sequence: sequenceOf(from, turns), at: Math.max(0, Math.min(turns.length, Number(at) || 0)) };
}

/** Return moves as they are written. @param {Sequence | null} sequence */
export const movesOf = (sequence) => sequence?.turns.map(({ text }) => text).join(" ") ?? "";

/** Replace the cube by another one; `undo` restores it and its moves. @param {string} cube @param {Partial<PageState>} [others] what else changes */
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
  page.set({ cube, size, sequence: null, at: 0, marked: [], preview: null, changed: "", ...others });
}

/** Paint the cube that is seen, perhaps as part of the stroke before, which is undone as one. @type {(cube: string, goesOn: boolean) => void} */
export function paint(cube, goesOn) {
  const changed = page.state.sequence ? "You painted, and the moves are no longer those of this cube." : "";
  if (goesOn) put(cube, { changed: page.state.changed });
  else take(cube, { changed });
}

/** Turn a layer by hand. If that is the next move of those that are played, they go on; otherwise this is another cube. @type {(turn: Turn, angle?: number) => void} */
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
  if (last) put(last.cube, played(last));
}

/** Return moves with the cubes that they lead through. @type {(start: string, turns: Turn[]) => Sequence} */
export function sequenceOf(start, turns) {
  const cubes = [start];
  for (const turn of turns) cubes.push(turned(cubes[cubes.length - 1], turn));
  return { turns, cubes };
}

/** Play moves. @param {string} start the cube that they begin with @param {Turn[]} turns @param {number} [at] how many have been done */
export const playing = (start, turns, at = 0) => { page.set({ sequence: sequenceOf(start, turns), at }); };
