/**
 * One face of the net at a time, if the stickers of the whole net are too small for a finger; beside it, all six
 * small, to choose from.
 */

import { byId, make } from "./dom.js";
import { places } from "./geometry.js";
import { page } from "./state.js";
import { TITLES } from "./words.js";

const FINGER = 32; // CSS pixels that a sticker should have to be touched
const POINTER = 16; // and to be clicked
const HIGHEST = 0.66; // of the window that the net may fill, as in style.css
const ORDER = "ULFRBD";

/**
 * Set up the choice of a face.
 * @param {import("./net.js").Net} net
 */
export function setUpFaces(net) {
  const smallest = () => (matchMedia("(pointer: coarse)").matches ? FINGER : POINTER);
  const isSmall = () => net.sticker(HIGHEST * innerHeight) < smallest();
  const fit = () => {
    const { brush, drawing, face, view } = page.state;
    const painted = view === "net" && (brush !== "" || drawing !== null);
    page.set({ face: painted && isSmall() ? face || "F" : "" });
  };
  page.watch(["size", "brush", "view", "drawing"], fit);
  let width = innerWidth;
  window.addEventListener("resize", () => {
    if (width !== innerWidth) fit(); // and not when a keyboard comes up, or the bar of the browser goes
    width = innerWidth;
  });
  page.watch(["face", "view"], () => {
    net.zoom(page.state.face);
    byId("faces").hidden = !page.state.face || page.state.view !== "net";
  });
  return isSmall;
}

/**
 * Draw the six faces.
 * @type {(looks: import("./net.js").Look[]) => void}
 */
export function showFaces(looks) {
  const { size, face } = page.state;
  byId("faces").replaceChildren(...(face ? [...ORDER].map((name) => {
    const own = places(size).flatMap((place, i) => (place.face === name ? [{ ...place, ...looks[i] }] : []));
    const wrong = own.some(({ marked }) => marked);
    return make("button", {
      type: "button",
      "aria-pressed": String(name === face),
      "aria-label": wrong ? `${TITLES[name]}, something is wrong here` : TITLES[name],
      onclick: () => page.set({ face: name }),
    }, make("svg:svg", { viewBox: `-.1 -.1 ${size + 0.1} ${size + 0.1}`, "aria-hidden": "true" },
      ...own.map(({ row, column, paint }) =>
        make("svg:rect", { x: column, y: row, width: 0.9, height: 0.9, fill: paint }))),
    wrong ? `${TITLES[name]} !` : TITLES[name]);
  }) : []));
}
