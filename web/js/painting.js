/** A sticker that is touched, or on which a key is pressed, gets its colour. */

import { DRAWN_PAINT, drawnLook, lookOf } from "./colours.js";
import { say } from "./dom.js";
import { FACES, UNKNOWN, places } from "./geometry.js";
import { newEntry } from "./link.js";
import { page, paint, scheme, shownCube } from "./state.js";
import { placeName } from "./words.js";

/** Give a sticker the colour of the brush. @type {(index: number, goesOn: boolean) => void} */
export function paintWithBrush(index, goesOn) {
  const { drawing, drawingBrush, brush } = page.state;
  if (drawing !== null || brush) put(index, drawing !== null ? drawingBrush : brush, goesOn);
}

/** @type {(index: number, letter: string, goesOn?: boolean) => boolean} */
function put(index, letter, goesOn = false) {
  const replaced = (/** @type {string} */ text) => text.slice(0, index) + letter + text.slice(index + 1);
  const { drawing, size } = page.state;
  if ((drawing ?? shownCube())[index] !== letter) {
    if (page.state.sequence) newEntry(); // from which Back leads to the moves
    if (drawing) page.set({ drawing: replaced(drawing) });
    else paint(replaced(shownCube()), goesOn);
  }
  const { name } = drawing ? drawnLook(letter) : lookOf(letter, scheme());
  say(`${placeName(places(size)[index], size)}: ${name}`);
  return true;
}

/** Give a sticker the colour of a key: a letter, a number of a face, or none. @type {(index: number, key: string) => boolean} whether it is the key of a colour */
export function paintByKey(index, key) {
  const letter = key.toUpperCase();
  if (["DELETE", "BACKSPACE", UNKNOWN, "?", "0"].includes(letter)) return put(index, UNKNOWN);
  if (page.state.drawing) return letter in DRAWN_PAINT && put(index, letter);
  if (scheme().letters.includes(letter)) return put(index, FACES[scheme().letters.indexOf(letter)]);
  if (FACES.includes(letter)) return put(index, letter);
  return /[1-6]/.test(letter) && put(index, FACES[Number(letter) - 1]);
}
