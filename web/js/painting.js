/** A sticker that is clicked, or on which a key is pressed, gets its colour. */

import { DRAWN_PAINT, nameOf } from "./colours.js";
import { byId, say } from "./dom.js";
import { FACES, UNKNOWN, places } from "./geometry.js";
import { page, paint, scheme, shownCube } from "./state.js";

/**
 * Give a sticker the colour of the brush.
 * @param {number} index
 */
export function paintWithBrush(index) {
  put(index, page.state.drawing ? page.state.drawingBrush : page.state.brush);
}

/** @type {(index: number, letter: string) => void} */
function put(index, letter) {
  const replaced = (/** @type {string} */ text) => text.slice(0, index) + letter + text.slice(index + 1);
  const { drawing, size, tab } = page.state;
  if (!drawing && tab !== "paint") {
    byId("elsewhere").hidden = false;
    return;
  }
  if ((drawing ?? shownCube())[index] === letter) return;
  if (drawing) page.set({ drawing: replaced(drawing) });
  else paint(replaced(shownCube()));
  const what = drawing ? letter : nameOf(letter, scheme());
  say(`${places(size)[index].name} ${what === UNKNOWN ? "anything" : what}`);
}

/**
 * Give a sticker the colour of a key: a letter, a number of a face, or none.
 * @type {(index: number, key: string) => void}
 */
export function paintByKey(index, key) {
  const letter = key.toUpperCase();
  if (["DELETE", "BACKSPACE", UNKNOWN, "?", "0"].includes(letter)) put(index, UNKNOWN);
  else if (page.state.drawing) {
    if (letter in DRAWN_PAINT) put(index, letter);
  } else if (scheme().letters.includes(letter)) put(index, FACES[scheme().letters.indexOf(letter)]);
  else if (FACES.includes(letter)) put(index, letter);
  else if (/[1-6]/.test(letter)) put(index, FACES[Number(letter) - 1]);
}
