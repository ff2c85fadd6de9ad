/** The palette: the six colours and `unknown`, or the letters of a drawing. */

import { DRAWN_PAINT, drawnLook, inkOn, lookOf } from "./colours.js";
import { button, byId, choose } from "./dom.js";
import { FACES, UNKNOWN } from "./geometry.js";
import { page, scheme } from "./state.js";

/** Set the palette up. */
export function setUpPalette() {
  const host = byId("palette");
  page.watch(["colours", "drawing"], () => host.replaceChildren(...(page.state.drawing === null
    ? [...FACES, UNKNOWN].map((letter) => swatch(letter, lookOf(letter, scheme()), "brush"))
    : [...Object.keys(DRAWN_PAINT), UNKNOWN].map((letter) => swatch(letter, drawnLook(letter), "drawingBrush")))));
  page.watch(["colours", "drawing", "brush", "drawingBrush"], () => {
    const { drawing, drawingBrush, brush } = page.state;
    choose(host, ({ dataset }) => dataset.brush === (drawing === null ? brush : drawingBrush));
  });
}

/** @type {(letter: string, look: import("./space.js").Look, tool: "brush" | "drawingBrush" | "puzzleBrush") => HTMLElement} */
export function swatch(letter, { paint, name, letter: label }, tool) {
  const made = button(label, () => page.set({ [tool]: letter }), { class: "swatch", "data-brush": letter, "aria-label": name, title: name });
  made.style.setProperty("--paint", paint);
  made.style.setProperty("--ink", inkOn(paint));
  return made;
}
