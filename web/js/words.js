/** Places of a cube in the words of people: never in the letters of colours. */

import { places } from "./geometry.js";

export const TITLES = /** @type {Record<string, string>} */ ({ U: "up", R: "right", F: "front", D: "down", L: "left", B: "back" });

/** The first and the last row of a face, and its middle. @type {Record<string, [string, string]>} */
const ROWS = { U: ["back", "front"], D: ["front", "back"] };

/** Return where a sticker is: "front, top right". @type {(place: import("./geometry.js").Place, size: number) => string} */
export function placeName({ face, row, column }, size) {
  const last = size - 1;
  const inside = (/** @type {number} */ n) => n > 0 && n < last;
  if (size > 3 && (inside(row) || inside(column))) return `${TITLES[face]}, row ${row + 1}, column ${column + 1}`;
  const [first, final] = ROWS[face] ?? ["top", "bottom"];
  const down = row === 0 ? first : row === last ? final : "middle";
  const across = column === 0 ? "left" : column === last ? "right" : "middle";
  if (down === "middle" && across === "middle") return `${TITLES[face]}, middle`;
  return `${TITLES[face]}, ${[down, across].join(" ")}`;
}

/** Put places in a sentence of the server in words: URF is where up, right and front meet. @param {string} sentence @param {number} [size] */
export function inWords(sentence, size = 3) {
  const named = new Map(places(size).map((place) => [place.name, placeName(place, size)]));
  return sentence.replace(/\b[URFDLB]\d+\b/g, (name) => named.get(name) ?? name)
    .replace(/\b([URFDLB]{2,3})\b/g, (_, slot) => [.../** @type {string} */ (slot)].map((face) => TITLES[face]).join("-"))
    .replace(/\bface ([URFDLB])\b/g, (_, face) => `the ${TITLES[face]} face`)
    .replace(/\b([URFDLB])(?= were| and [URFDLB] were|\b exchanged)/g, (_, face) => TITLES[face]);
}

/** @param {string} clause */
export const sentence = (clause) => `${clause[0].toUpperCase()}${clause.slice(1)}${/[.!?…]$/.test(clause) ? "" : "."}`;
