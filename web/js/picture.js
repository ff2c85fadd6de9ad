/** Small pictures of cubes: three faces as seen in space, or the net. */

import { paintOf } from "./colours.js";
import { make } from "./dom.js";
import { SIDES, places, sizeOf } from "./geometry.js";

const TILT = Math.cos(Math.PI / 6);

/**
 * The place of a point of space in the picture, seen from the corner of U, R and F; or from the opposite one,
 * the cube turned half about the line from left in front to right behind, which brings D up.
 * @type {(at: import("./geometry.js").Point, behind: boolean) => [number, number]}
 */
function projected([x, y, z], behind) {
  return behind ? projected([-z, -y, -x], false) : [(x - z) * TILT, (x + z) / 2 - y];
}

/**
 * Draw three faces of a cube.
 * @param {string} facelets
 * @param {import("./colours.js").Scheme} colours
 * @param {boolean} [behind] the faces D, L and B instead of U, R and F
 * @returns {SVGElement}
 */
export function picture(facelets, colours, behind = false) {
  const size = sizeOf(facelets);
  const seen = behind ? "DLB" : "URF";
  const stickers = places(size)
    .map((place, i) => ({ place, paint: paintOf(facelets[i], colours) }))
    .filter(({ place }) => seen.includes(place.face))
    .map(({ place, paint }) => make("svg:polygon", { points: outline(place, behind), fill: paint }));
  const half = 2 * size * TILT + 0.6;
  return make("svg:svg",
    { class: "picture", viewBox: `${-half} ${-2 * size - 0.6} ${2 * half} ${4 * size + 1.2}`, "aria-hidden": "true" },
    ...stickers);
}

/** @type {(place: import("./geometry.js").Place, behind: boolean) => string} */
function outline({ face, at }, behind) {
  const { right, down } = SIDES[face];
  const corner = (/** @type {number} */ a, /** @type {number} */ b) =>
    projected(
      /** @type {import("./geometry.js").Point} */ (at.map((v, axis) => v + 0.9 * (a * right[axis] + b * down[axis]))),
      behind,
    ).map((v) => v.toFixed(2)).join();
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].join(" ");
}
