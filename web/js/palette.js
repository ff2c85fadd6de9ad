/** The palettes: the six colours and `unknown`, or the letters of a drawing. */

import { DRAWN_PAINT, UNKNOWN_PAINT, inkOn, nameOf, paintOf } from "./colours.js";
import { choose, walk } from "./choice.js";
import { byId, make } from "./dom.js";
import { FACES, UNKNOWN } from "./geometry.js";
import { page, scheme } from "./state.js";

/** Set both palettes up. */
export function setUpPalettes() {
  const colours = byId("palette");
  const letters = byId("drawing-palette");
  walk(colours, (button) => page.set({ brush: button.dataset.brush }));
  walk(letters, (button) => page.set({ drawingBrush: button.dataset.brush }));
  page.watch(["colours"], () => colours.replaceChildren(...[...FACES, UNKNOWN].map(colourSwatch)));
  page.watch(["colours", "brush"], () =>
    choose(colours, (button) => button.dataset.brush === page.state.brush));
  letters.replaceChildren(...[...Object.keys(DRAWN_PAINT), UNKNOWN].map(letterSwatch));
  page.watch(["drawingBrush"], () =>
    choose(letters, (button) => button.dataset.brush === page.state.drawingBrush));
}

/** @param {string} letter */
function colourSwatch(letter) {
  const label = letter === UNKNOWN ? "?" : scheme().letters[FACES.indexOf(letter)];
  return swatch(letter, label, paintOf(letter, scheme()), nameOf(letter, scheme()));
}

/** @param {string} letter */
function letterSwatch(letter) {
  return letter === UNKNOWN
    ? swatch(letter, "·", UNKNOWN_PAINT, "anything")
    : swatch(letter, letter, DRAWN_PAINT[letter], `letter ${letter}`);
}

/** @type {(brush: string, label: string, paint: string, name: string) => HTMLElement} */
function swatch(brush, label, paint, name) {
  const button = make("button",
    { type: "button", role: "radio", class: "swatch", "data-brush": brush, "aria-label": name, title: name }, label);
  button.style.setProperty("--paint", paint);
  button.style.setProperty("--ink", inkOn(paint));
  return button;
}
