/**
 * Gives the stickers of twisty-player's solved cube other colours.
 *
 * They are found by their places in space, in the objects that twisty-player hands to three.js: the 3×3×3 has a
 * mesh for each sticker, others have one mesh with a colour for each vertex. Neither is an interface that
 * cubing.js promises to keep, hence the pinned version.
 */

import { places } from "../js/geometry.js";

/** @type {WeakMap<object, ((paint: string) => void)[]>} a function that dyes each sticker, in the order of a facelet string */
const brushes = new WeakMap();

/**
 * Dye a cube that is solved.
 * @param {any} puzzle the object of three.js that is the cube
 * @param {number} size
 * @param {string[]} paint the colours `#rrggbb`, in the order of a facelet string
 */
export function dye(puzzle, size, paint) {
  if (!brushes.has(puzzle)) brushes.set(puzzle, inOrder(found(puzzle), size));
  brushes.get(puzzle)?.forEach((brush, i) => brush(paint[i]));
  refresh(puzzle);
}

/**
 * @typedef {object} Sticker
 * @property {number[]} at its middle
 * @property {(paint: string) => void} brush
 */

/** @type {(puzzle: any) => Sticker[]} */
function found(puzzle) {
  return "kpuzzleFaceletInfo" in puzzle ? meshes(puzzle) : facets(puzzle);
}

/** @type {(puzzle: any) => Sticker[]} */
function meshes(puzzle) {
  puzzle.updateWorldMatrix(true, true);
  return Object.values(puzzle.kpuzzleFaceletInfo).flat(2).map(({ facelet }) => {
    facelet.material = facelet.material.clone(); // they are shared by the stickers of a face
    return {
      at: [...facelet.matrixWorld.elements.slice(12, 15)],
      brush: (paint) => facelet.material.color.set(paint).convertLinearToSRGB(),
    };
  });
}

/** @type {(puzzle: any) => Sticker[]} */
function facets(puzzle) {
  puzzle.updateWorldMatrix(true, true);
  return Object.values(puzzle.stickers).flat(2).map((sticker) => ({
    at: transformed(puzzle.matrixWorld.elements, middle(puzzle.filler.vertices, sticker)),
    brush: (paint) => {
      sticker.origColor = parseInt(paint.slice(1), 16);
      sticker.setStickeringMask(puzzle.filler, "regular");
    },
  }));
}

/** @type {(vertices: Float32Array, sticker: {stickerStart: number, stickerEnd: number}) => number[]} */
function middle(vertices, { stickerStart, stickerEnd }) {
  const sum = [0, 0, 0];
  for (let i = 9 * stickerStart; i < 9 * stickerEnd; i++) sum[i % 3] += vertices[i];
  return sum.map((total) => total / (3 * (stickerEnd - stickerStart)));
}

/** @type {(matrix: number[], point: number[]) => number[]} */
function transformed(matrix, [x, y, z]) {
  return [0, 1, 2].map((i) => matrix[i] * x + matrix[4 + i] * y + matrix[8 + i] * z + matrix[12 + i]);
}

/** @type {(stickers: Sticker[], size: number) => ((paint: string) => void)[]} */
function inOrder(stickers, size) {
  const reach = Math.max(...stickers.flatMap(({ at }) => at.map(Math.abs)));
  const apart = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.reduce((sum, value, i) => sum + (value * size / reach - b[i]) ** 2, 0);
  return places(size).map(({ at, name }) => {
    // A middle that can be turned is there once for each way.
    const near = stickers.filter((sticker) => apart(sticker.at, at) < 0.5);
    if (!near.length) throw new Error(`the 3D player has no sticker at ${name}`);
    return (paint) => near.forEach(({ brush }) => brush(paint));
  });
}

/** @param {any} puzzle */
function refresh(puzzle) {
  const position = puzzle.lastPos;
  if (position) {
    puzzle.lastPos = undefined; // or it would think that nothing has changed
    puzzle.onPositionChange(position);
  } else puzzle.scheduleRenderCallback?.();
}
