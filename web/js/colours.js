/** The colours of stickers: schemes, their names, and the ink that shows on each. */

import { FACES, UNKNOWN } from "./geometry.js";

/** @typedef {{title: string, letters: string, names: string[], paint: string[]}} Scheme colours of U R F D L B, and the letters that texts have for them */

/** The names and the paint of colours, by their letters. @type {Record<string, [string, string]>} */
const COLOURS = {
  W: ["white", "#fbfbf8"], R: ["red", "#d1242f"], G: ["green", "#1f9d4d"],
  Y: ["yellow", "#ffd21f"], O: ["orange", "#f5821f"], B: ["blue", "#1f5fd0"],
};

/** @type {(title: string, letters: string, paint?: string[]) => Scheme} */
const scheme = (title, letters, paint) => ({
  title,
  letters,
  names: [...letters].map((letter) => COLOURS[letter][0]),
  paint: paint ?? [...letters].map((letter) => COLOURS[letter][1]),
});

/** The schemes that have names; colours as in `cubecsp.pictures.colours`. @type {Record<string, Scheme>} */
export const SCHEMES = {
  standard: scheme("Standard", "WRGYOB"),
  japanese: scheme("Japanese", "WRGBOY"),
  "colour-blind": {
    ...scheme("Colour-blind safe", "WRGYOB", ["#ffffff", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#0072b2"]),
    names: ["white", "vermilion", "green", "yellow", "pink", "blue"],
  },
  grey: scheme("Grey", "WRGYOB", ["#ffffff", "#6b6b6b", "#8f8f8f", "#dadada", "#b4b4b4", "#484848"]),
};

export const UNKNOWN_PAINT = "#a6abb3";

/** Paint of the letters of a face drawing, which are not yet colours: pale, and always with the letter. */
export const DRAWN_PAINT = /** @type {Record<string, string>} */ ({
  A: "#cfe0f7", B: "#f9d9c4", C: "#d4ecd2", D: "#f4e6ae", E: "#e4d3ef", F: "#e3e3e3",
});

/** Return the appearance of a sticker, with its letter. @type {(letter: string, colours: Scheme) => import("./space.js").Look} */
export function lookOf(letter, { paint, names, letters }) {
  const i = FACES.indexOf(letter);
  return i < 0 ? { paint: UNKNOWN_PAINT, name: "unknown", letter: "?" } : { paint: paint[i], name: names[i], letter: letters[i] };
}

/** Return the appearance of a sticker of a drawing. @type {(letter: string) => import("./space.js").Look} */
export const drawnLook = (letter) => letter === UNKNOWN
  ? { paint: UNKNOWN_PAINT, name: "anything", letter: "" } : { paint: DRAWN_PAINT[letter], name: `letter ${letter}`, letter };

/** Return dark or light ink, whichever shows better on a colour, by the contrast of WCAG 2.2. @param {string} paint `#rrggbb` */
export function inkOn(paint) {
  const [red, green, blue] = [1, 3, 5].map((i) => linear(parseInt(paint.slice(i, i + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.208 ? "#1c1f24" : "#ffffff";
}

/** @param {number} value */
const linear = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
/** Return a cube in the letters of its colours, in which texts may have any orientation. @param {string} facelets @param {Scheme} colours */
export const coloured = (facelets, colours) => [...facelets].map((f) => (f === UNKNOWN ? f : colours.letters[FACES.indexOf(f)])).join("");
/** Return the cube in letters of faces from which `coloured` made a text. @param {string} text @param {Scheme} colours */
export const uncoloured = (text, colours) => [...text].map((c) => (c === UNKNOWN ? c : FACES[colours.letters.indexOf(c)])).join("");

/** Return a cube of an answer in letters of faces, as the question held it if its text has letters or colours of the page.
 * @type {(cube: {facelets: string, written?: string}, colours: Scheme) => string} */
export function shown({ facelets, written }, colours) {
  if (!written || (/^[URFDLB.]+$/.test(written) && /[UFDL]/.test(written))) return written ?? facelets;
  return [...written].every((c) => c === UNKNOWN || colours.letters.includes(c)) ? uncoloured(written, colours) : facelets;
}
