/**
 * The cube in space: its stickers as polygons of SVG, in perspective, also while layers turn.
 *
 * A cube that is turned is up to three slabs, of which each is convex. So it is enough to draw slabs from far to
 * near, and of each the sides that face the eye.
 */

import { inkOn } from "./colours.js";
import { make } from "./dom.js";
import { SIDES, places } from "./geometry.js";
import { TITLES, placeName } from "./words.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {{paint: string, name: string, letter?: string, marked?: boolean, picked?: boolean}} Look the appearance of one sticker: its colour, said as
 * `name`; a letter on it; whether something is wrong with it, or it would change; and whether the keyboard is on it */
/** @typedef {{yaw: number, pitch: number}} View from where the cube is seen, in radians: turned to the left, and tilted forwards */
/** @typedef {{axis: number, layers: [number, number], angle: number}} Motion layers that are being turned, counterclockwise as seen from the positive end */

export const USUAL = { yaw: 0.68, pitch: 0.58 };
/** @type {(view: View) => View} the view from the opposite corner */
export const behind = ({ yaw, pitch }) => ({ yaw: yaw + Math.PI, pitch: -pitch });
export const BOX = "-1.85 -1.85 3.7 3.7";
export const WIDTH = 3.7;
const FAR = 7; // how far the eye is from the middle, in half edges
const INSET = 0.88; // of half a cell

/** A point of the cube as the eye sees it: x to the right, y up, z to the eye. @type {(point: Point, view: View) => Point} */
export function seen([x, y, z], { yaw, pitch }) {
  const across = x * Math.cos(yaw) - z * Math.sin(yaw);
  const near = x * Math.sin(yaw) + z * Math.cos(yaw);
  return [across, y * Math.cos(pitch) - near * Math.sin(pitch), y * Math.sin(pitch) + near * Math.cos(pitch)];
}

/** A direction of the eye in the cube, the reverse of `seen`. @type {(point: Point, view: View) => Point} */
function fromEye([x, y, z], { yaw, pitch }) {
  const near = z * Math.cos(pitch) - y * Math.sin(pitch);
  return [x * Math.cos(yaw) + near * Math.sin(yaw), y * Math.cos(pitch) + z * Math.sin(pitch),
    near * Math.cos(yaw) - x * Math.sin(yaw)];
}

/** @type {(point: Point, axis: number, angle: number) => Point} */
function spun(point, axis, angle) {
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
  const result = /** @type {Point} */ ([...point]);
  result[a] = point[a] * Math.cos(angle) - point[b] * Math.sin(angle);
  result[b] = point[a] * Math.sin(angle) + point[b] * Math.cos(angle);
  return result;
}

/** Draw a cube in the box `BOX`, each sticker with `data-index`. @type {(looks: Look[], view: View, motion?: Motion | null) => SVGElement[]} */
export function drawn(looks, view, motion = null) {
  const size = Math.sqrt(looks.length / 6);
  const eye = fromEye([0, 0, FAR], view);
  return slabs(size, motion)
    .map((slab) => ({ ...slab, away: distance(eye[slab.axis] * size, slab) }))
    .sort((a, b) => b.away - a.away)
    .flatMap((slab) => drawnSlab(slab, size, looks, view, eye));
}

/** @typedef {{axis: number, angle: number, from: number, to: number}} Slab */

/** @type {(size: number, motion: Motion | null) => Slab[]} */
function slabs(size, motion) {
  if (!motion) return [{ axis: 0, angle: 0, from: -size, to: size }];
  const { axis, angle, layers: [first, last] } = motion;
  return [
    { axis, angle: 0, from: -size, to: first - 1 }, { axis, angle, from: first - 1, to: last + 1 },
    { axis, angle: 0, from: last + 1, to: size },
  ].filter(({ from, to }) => from < to);
}

/** @type {(at: number, slab: Slab) => number} */
const distance = (at, { from, to }) => Math.max(from - at, at - to, 0);

/** @type {(slab: Slab, size: number, looks: Look[], view: View, eye: Point) => SVGElement[]} */
function drawnSlab({ axis, angle, from, to }, size, looks, view, eye) {
  const there = spun(eye, axis, -angle); // the eye as the slab sees it
  const flat = (/** @type {Point} */ point) => {
    const [x, y, z] = seen(spun(/** @type {Point} */ (point.map((v) => v / size)), axis, angle), view);
    return [x * FAR / (FAR - z), -y * FAR / (FAR - z)];
  };
  return Object.entries(SIDES).flatMap(([face, { normal, right, down }]) => {
    const along = normal[axis];
    const depth = along > 0 ? to : along < 0 ? -from : size;
    if (normal.reduce((sum, n, i) => sum + n * there[i], 0) * size <= depth) return []; // seen from its back
    const limit = (/** @type {Point} */ point) =>
      /** @type {Point} */ (point.map((v, i) => (i === axis ? Math.max(from, Math.min(to, v)) : v)));
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) =>
      limit(/** @type {Point} */ (normal.map((n, i) => size * (n + a * right[i] + b * down[i])))));
    const body = make("svg:polygon", { class: "body", points: shape(corners.map(flat)) });
    if (depth < size) return [body]; // a cut
    return [body, ...places(size).flatMap((place, index) => {
      const inside = along || (place.at[axis] > from && place.at[axis] < to);
      return place.face === face && inside ? sticker(index, place.at, SIDES[face], looks[index], flat) : [];
    })];
  });
}

/** @param {number[][]} corners */
const shape = (corners) => corners.map((corner) => corner.map((v) => v.toFixed(3)).join()).join(" ");

/** @type {(index: number, at: Point, side: {right: Point, down: Point}, look: Look, flat: (point: Point) => number[]) => SVGElement[]} */
function sticker(index, at, { right, down }, { paint, letter, marked, picked }, flat) {
  const point = (/** @type {number} */ a, /** @type {number} */ b) =>
    flat(/** @type {Point} */ (at.map((v, i) => v + a * right[i] + b * down[i])));
  const square = (/** @type {number} */ half) => shape([point(-half, -half), point(half, -half), point(half, half), point(-half, half)]);
  const [[x, y], [rx, ry], [dx, dy]] = [point(0, 0), point(0.5, 0), point(0, 0.5)];
  const matrix = [rx - x, ry - y, dx - x, dy - y, x, y].map((v) => v.toFixed(4)).join(" ");
  return [
    make("svg:polygon", { points: square(INSET), fill: paint, "data-index": index, class: "facet" }),
    (marked || picked) && make("svg:polygon", { points: square(0.74), class: picked ? "rim picked" : "rim" }),
    marked && make("svg:polygon", { points: shape([point(0.1, -INSET), point(INSET, -INSET), point(INSET, -0.1)]), class: "mark" }),
    letter && make("svg:text", { transform: `matrix(${matrix})`, class: "letter", fill: inkOn(paint) }, letter),
  ].filter(Boolean);
}

/** The place of each face in the net, in faces. @type {Record<string, [number, number]>} */
const SPOTS = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };
const [SPREAD, HEAD] = [2.15, 2.4]; // from face to face, across and down, in half edges
export const NET_BOX = `-1.1 -1.4 ${3 * SPREAD + 2.2} ${2 * HEAD + 2.5}`;
/** The box with one face of the net, and what is beside it. @param {string} face */
export const nearBox = (face) => `${SPOTS[face][0] * SPREAD - 1.45} ${SPOTS[face][1] * HEAD - 1.45} 2.9 2.9`;

/** Draw the flat net; a screen reader finds each sticker as a button. @param {Look[]} looks @returns {SVGElement[]} in the box `NET_BOX` */
export function unfolded(looks) {
  const size = Math.sqrt(looks.length / 6);
  const names = Object.entries(SPOTS).map(([face, [x, y]]) =>
    make("svg:text", { class: "face-name", x: x * SPREAD - 1, y: y * HEAD - 1.07, "aria-hidden": "true" }, TITLES[face]));
  return [...names, ...places(size).flatMap((place, index) => {
    const { right, down } = SIDES[place.face];
    const [x, y] = SPOTS[place.face];
    const along = (/** @type {Point} */ point, /** @type {Point} */ way) => point.reduce((sum, v, i) => sum + v * way[i], 0) / size;
    const parts = sticker(index, place.at, SIDES[place.face], looks[index], (point) => [x * SPREAD + along(point, right), y * HEAD + along(point, down)]);
    const { name, marked } = looks[index];
    const label = `${placeName(place, size)}: ${name}${marked ? ", something is wrong here" : ""}`;
    return [make("svg:g", { role: "button", class: "sticker", "aria-label": label, "data-name": place.name, "data-place": index }, ...parts)];
  })];
}

/** Return which layer a finger turns, which goes this way on the screen, in half edges with y down: that of the row or the column of a sticker.
 * @type {(size: number, index: number, view: View, way: [number, number]) => {axis: number, layer: number, angle: number}} */
export function pulled(size, index, view, [x, y]) {
  const { face, at } = places(size)[index];
  const { normal, right, down } = SIDES[face];
  const [best] = [right, down].map((along) => {
    const [u, v] = seen(along, view);
    const pull = (x * u - y * v) / Math.max(u * u + v * v, 0.05);
    return { along, pull, strength: Math.abs(x * u - y * v) / Math.hypot(u, v) };
  }).sort((a, b) => b.strength - a.strength);
  const about = [0, 1, 2].map((i) => normal[(i + 1) % 3] * best.along[(i + 2) % 3] - normal[(i + 2) % 3] * best.along[(i + 1) % 3]);
  const axis = about.findIndex((n) => n !== 0);
  return { axis, layer: at[axis], angle: about[axis] * best.pull * Math.PI / 4 };
}

/** Draw a small picture of a cube. @param {Look[]} looks @param {View} [view] @returns {SVGElement} */
export const picture = (looks, view = USUAL) => make("svg:svg", { class: "picture space", viewBox: BOX, "aria-hidden": "true" }, ...drawn(looks, view));
