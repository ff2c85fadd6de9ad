/**
 * The stickers of a cube in space, and how turns move them.
 *
 * A cube is a facelet string: the faces U R F D L B, each row by row as seen from outside, a letter for
 * each known sticker and `.` for an unknown one. Space has x to the right, y up and z to the front; the
 * cubies are two units apart, so that coordinates are whole numbers for even and odd sizes.
 */

export const FACES = "URFDLB";
export const UNKNOWN = ".";
export const SIZES = [2, 3, 4, 5, 6, 7];

/** @typedef {[number, number, number]} Point */

/** The position of a face: its normal, and the directions of its columns and rows. @type {Record<string, {normal: Point, right: Point, down: Point}>} */
export const SIDES = {
  U: { normal: [0, 1, 0], right: [1, 0, 0], down: [0, 0, 1] },
  R: { normal: [1, 0, 0], right: [0, 0, -1], down: [0, -1, 0] },
  F: { normal: [0, 0, 1], right: [1, 0, 0], down: [0, -1, 0] },
  D: { normal: [0, -1, 0], right: [1, 0, 0], down: [0, 0, -1] },
  L: { normal: [-1, 0, 0], right: [0, 0, 1], down: [0, -1, 0] },
  B: { normal: [0, 0, -1], right: [-1, 0, 0], down: [0, -1, 0] },
};

/** @typedef {{face: string, row: number, column: number, name: string, at: Point}} Place a sticker, its name such as U1, and its middle */

/** @type {Map<number, Place[]>} */
const known = new Map();

/** Return the places of all stickers, in the order of a facelet string. @param {number} size @returns {Place[]} */
export function places(size) {
  if (!known.has(size)) known.set(size, [...FACES].flatMap((face) =>
    Array.from({ length: size * size }, (_, i) => place(face, Math.floor(i / size), i % size, size))));
  return /** @type {Place[]} */ (known.get(size));
}

/** @type {(face: string, row: number, column: number, size: number) => Place} */
function place(face, row, column, size) {
  const { normal, right, down } = SIDES[face];
  const across = 2 * column - size + 1;
  const below = 2 * row - size + 1;
  const at = /** @type {Point} */ (
    normal.map((n, axis) => n * size + right[axis] * across + down[axis] * below)
  );
  return { face, row, column, name: `${face}${row * size + column + 1}`, at };
}

/** Return the solved cube. @param {number} size */
export const solved = (size) => [...FACES].map((face) => face.repeat(size * size)).join("");

/** Return a cube with unknown stickers, except the middles of odd sizes. @param {number} size */
export function blank(size) {
  const middle = size % 2 ? (size * size - 1) / 2 : -1;
  return places(size)
    .map(({ face, row, column }) => (row * size + column === middle ? face : UNKNOWN))
    .join("");
}

/** Return the size of the cube with this many stickers, or 0. @param {string} facelets */
export const sizeOf = (facelets) => SIZES.find((size) => 6 * size * size === facelets.length) ?? 0;

/** A quarter turn about each axis, clockwise as seen from its positive end. */
const QUARTERS = /** @type {((point: Point) => Point)[]} */ ([
  ([x, y, z]) => [x, z, -y],
  ([x, y, z]) => [-z, y, x],
  ([x, y, z]) => [y, -x, z],
]);

/** @typedef {{text: string, axis: number, quarters: number, layers: [number, number]}} Turn as it is written; about x, y or z; 1 to 3 quarters,
 * clockwise as seen from the positive end; the first and the last coordinate of the cubies that turn */

/** Return the cube after a turn. @param {string} facelets @param {Turn} turn */
export function turned(facelets, turn) {
  const all = places(sizeOf(facelets));
  const index = new Map(all.map(({ at }, i) => [at.join(), i]));
  const result = [...facelets];
  const [first, last] = turn.layers;
  const edge = sizeOf(facelets) - 1; // stickers stand one unit off their cubies
  all.forEach(({ at }, i) => {
    const depth = Math.max(-edge, Math.min(edge, at[turn.axis]));
    if (depth < first || depth > last) return;
    let to = at;
    for (let n = 0; n < turn.quarters; n++) to = QUARTERS[turn.axis](to);
    result[/** @type {number} */ (index.get(to.join()))] = facelets[i];
  });
  return result.join("");
}

const MOVE = /^(?:(\d+)(?:-(\d+))?)?([URFDLB]w?|[urfdlb]|[MESxyz])(\d?)(['’′]?)$/;
const SLICES = /** @type {Record<string, string>} */ ({ M: "L", E: "D", S: "F", x: "R", y: "U", z: "F" });

/** Read a row of plain moves: faces, wide turns, inner layers, slices, rotations; null if a word is none. @type {(text: string, size: number) => Turn[] | null} */
export function parseMoves(text, size) {
  const turns = text.trim().split(/\s+/).filter(Boolean).map((word) => parseMove(word, size));
  return turns.includes(null) ? null : /** @type {Turn[]} */ (turns);
}

/** @type {(word: string, size: number) => Turn | null} */
function parseMove(word, size) {
  const match = MOVE.exec(word);
  if (!match) return null;
  const [, from, to, name, times, prime] = match;
  const depths = depthsOf(name, from, to, size);
  if (!depths || depths[0] < 1 || depths[1] > size || depths[0] > depths[1]) return null;
  const letter = SLICES[name] ?? name[0].toUpperCase();
  const axis = SIDES[letter].normal.findIndex((n) => n !== 0);
  const positive = SIDES[letter].normal[axis] > 0;
  const amount = (times ? Number(times) : 1) * (prime ? -1 : 1) * (positive ? 1 : -1);
  const layer = (/** @type {number} */ depth) => (size + 1 - 2 * depth) * (positive ? 1 : -1);
  const layers = depths.map(layer).sort((a, b) => a - b);
  return {
    text: word,
    axis,
    quarters: ((amount % 4) + 4) % 4,
    layers: /** @type {[number, number]} */ (layers),
  };
}

/** Return the first and the last layer of a move, counted from its face.
 * @type {(name: string, from: string | undefined, to: string | undefined, size: number) => [number, number] | null} */
function depthsOf(name, from, to, size) {
  if ("xyz".includes(name)) return from ? null : [1, size];
  if ("MES".includes(name)) return from || size % 2 === 0 ? null : [(size + 1) / 2, (size + 1) / 2];
  const wide = name.endsWith("w") || name === name.toLowerCase();
  if (to) return wide ? [Number(from), Number(to)] : null;
  if (wide) return [1, from ? Number(from) : 2];
  return from ? [Number(from), Number(from)] : [1, 1];
}

/** Return the move that turns the layer with this coordinate, clockwise as seen from the positive end.
 * @type {(axis: number, layer: number, quarters: number, size: number) => Turn} */
export function moveOf(axis, layer, quarters, size) {
  const positive = layer > 0 || (layer === 0 && axis === 2);
  const face = (positive ? "RUF" : "LDB")[axis];
  const depth = (size + 1 - Math.abs(layer)) / 2;
  const name = layer === 0 && size === 3 ? "MES"[axis] : depth > 1 ? `${depth}${face}` : face;
  const times = (((positive ? quarters : -quarters) % 4) + 4) % 4;
  return /** @type {Turn} */ (parseMove(name + ["", "", "2", "'"][times], size));
}
