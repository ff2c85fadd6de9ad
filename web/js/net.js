/**
 * The flat net: six faces unfolded, each sticker a cell of a grid that keyboard and screen reader walk.
 */

import { make, set } from "./dom.js";
import { inkOn } from "./colours.js";
import { places } from "./geometry.js";
import { TITLES, placeName } from "./words.js";

const CELL = 10; // a sticker and its rim, in units of the drawing
const GAP = 3; // between faces
const HEAD = 7; // above each face, for its name

/** The place of each face in the net, in faces. @type {Record<string, [number, number]>} */
export const SPOTS = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };
/**
 * @typedef {object} Look the appearance of one sticker
 * @property {string} paint
 * @property {string} name said by screen readers: `red`
 * @property {string} [letter] written on it
 * @property {boolean} [marked] whether something is wrong with it, or it would change
 * @property {boolean} [picked] whether the keyboard is on it, on the cube in space
 */

/**
 * @typedef {object} NetEvents
 * @property {(index: number, goesOn: boolean) => void} paint the reader paints a sticker with the chosen colour, perhaps as part of a stroke
 * @property {(index: number) => void} touch the reader touches a sticker with a finger
 * @property {(face: string) => void} face the keyboard leads to another face while only one is shown
 * @property {(index: number, key: string) => boolean} key the reader types a letter on a sticker; whether to move on to the next
 */

export class Net {
  /**
   * @param {HTMLElement} host the element to draw it in
   * @param {NetEvents} events
   */
  constructor(host, events) {
    this.host = host;
    this.events = events;
    this.size = 0;
    /** @type {Element[]} */
    this.cells = [];
    this.focused = 0;
    this.painting = false;
    /** @type {string} the only face that is shown, or "" */
    this.face = "";
    host.addEventListener("focusin", ({ target }) => { // on the drawing, it would make that a stop for Tab
      const index = this.cells.indexOf(/** @type {Element} */ (target));
      if (index >= 0) this.#rove(index);
    });
    window.addEventListener("pointerup", () => (this.painting = false));
  }

  /**
   * Draw stickers; only what changed is touched.
   * @param {number} size
   * @param {Look[]} looks in the order of a facelet string
   */
  show(size, looks) {
    if (size !== this.size) this.#build(size);
    looks.forEach((look, i) => this.#dress(this.cells[i], placeName(places(size)[i], size), look));
  }

  /** @param {string} face the only one to show, or "" for the whole net */
  zoom(face) {
    this.face = face;
    const [x, y] = SPOTS[face || "U"];
    const { side, width, height } = this.#sizes();
    const box = face
      ? [x * (side + GAP) - 1, y * (side + HEAD) + HEAD - 1, side + 2, side + 2]
      : [-1, 0, width + 2, height];
    set(this.host.children[0], { viewBox: box.join(" "), class: face ? "one" : null });
    if (face && places(this.size)[this.focused].face !== face)
      this.#rove(places(this.size).findIndex((place) => place.face === face));
  }

  /**
   * Return how large a sticker of the whole net is, or would be, in CSS pixels.
   * @param {number} highest how high the net may be
   */
  sticker(highest) {
    const { width, height } = this.#sizes();
    return CELL * Math.min(this.host.clientWidth / (width + 2), highest / height);
  }

  #sizes() {
    const side = this.size * CELL;
    return { side, width: 4 * side + 3 * GAP, height: 3 * (side + HEAD) + 2 };
  }

  /** @param {number} index put the keyboard's focus on this sticker */
  focus(index) {
    const { face } = places(this.size)[index];
    if (this.face && face !== this.face) this.events.face(face);
    this.#rove(index);
    /** @type {any} */ (this.cells[index]).focus();
  }

  /** @param {number} size */
  #build(size) {
    this.size = size;
    const { side } = this.#sizes();
    this.cells = places(size).map((place, i) => this.#cell(place, i));
    this.focused = 0;
    const rows = rowsOf(size).map((row) =>
      make("svg:g", { role: "row" }, ...row.map((i) => this.cells[i])),
    );
    const names = Object.entries(SPOTS).map(([name, [x, y]]) =>
      make("svg:text",
        { class: "face-name", x: x * (side + GAP) + 0.6, y: y * (side + HEAD) + HEAD - 2, "aria-hidden": "true" },
        TITLES[name]),
    );
    const drawing = make("svg:svg", {
      role: "grid",
      "aria-label": `net of a ${size}×${size}×${size} cube`,
      "aria-describedby": "net-help",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event),
    }, make("svg:g", { role: "presentation" }, ...names), ...rows);
    this.host.replaceChildren(drawing);
    this.zoom(this.face);
    this.#rove(this.focused);
  }

  /** @type {(place: import("./geometry.js").Place, index: number) => Element} */
  #cell({ face, row, column }, index) {
    const [x, y] = SPOTS[face];
    const side = this.size * CELL;
    const left = x * (side + GAP) + column * CELL;
    const top = y * (side + HEAD) + HEAD + row * CELL;
    return make("svg:g",
      {
        class: "sticker",
        role: "gridcell",
        transform: `translate(${left} ${top})`,
        tabindex: -1,
        "data-index": index,
        "data-name": places(this.size)[index].name,
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event, index),
        onclick: (/** @type {PointerEvent} */ event) => this.#tap(event, index),
      },
      square(0.4, "paint"),
      square(1.3, "rim"),
      make("svg:text", { x: CELL / 2, y: CELL / 2, class: "letter", "aria-hidden": "true" }),
      make("svg:path", { class: "mark", d: `M${CELL - 4} 0.4h3.6v3.6z`, "aria-hidden": "true" }),
    );
  }

  /** @type {(cell: Element, place: string, look: Look) => void} */
  #dress(cell, place, look) {
    const label = `${place}: ${look.name}${look.marked ? ", something is wrong here" : ""}`;
    const letter = look.letter ?? "";
    const [rect, , text] = cell.children;
    if (rect.getAttribute("fill") !== look.paint) set(rect, { fill: look.paint });
    if (text.textContent !== letter) text.textContent = letter;
    if (letter) set(text, { fill: inkOn(look.paint) });
    if (cell.getAttribute("aria-label") !== label) set(cell, { "aria-label": label });
    cell.classList.toggle("marked", Boolean(look.marked));
  }

  /** @param {number} index the one cell that Tab leads to */
  #rove(index) {
    set(this.cells[this.focused] ?? this.cells[0], { tabindex: -1 });
    this.focused = index;
    set(this.cells[index], { tabindex: 0 });
  }

  /** A press of a mouse paints at once; a finger might be about to scroll. @type {(event: PointerEvent, index: number) => void} */
  #press(event, index) {
    if (event.button !== 0 || event.pointerType !== "mouse") return;
    this.painting = true;
    this.focus(index);
    this.events.paint(index, false);
    event.preventDefault();
  }

  /** A tap, or the click of a screen reader; of a mouse too, which has painted already. @type {(event: PointerEvent, index: number) => void} */
  #tap(event, index) {
    this.focus(index);
    if (event.pointerType === "touch") this.events.touch(index);
    else this.events.paint(index, true); // of the mouse, which has painted it already
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.painting) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".sticker");
    const index = Number(under?.getAttribute("data-index") ?? -1);
    if (index < 0 || index === this.focused) return;
    this.#rove(index);
    this.events.paint(index, true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    });
    if (event.key in steps) this.focus(neighbour(this.size, this.focused, steps[event.key]));
    else if (event.key === "Home" || event.key === "End") this.focus(this.#end(event.key === "Home"));
    else if (event.key === "Enter" || event.key === " ") this.events.paint(this.focused, false);
    else if (event.key.length === 1 || event.key === "Delete" || event.key === "Backspace") {
      if (this.events.key(this.focused, event.key)) this.focus((this.focused + 1) % this.cells.length);
    } else return;
    event.preventDefault();
  }

  /** @param {boolean} first */
  #end(first) {
    const row = rowsOf(this.size).find((cells) => cells.includes(this.focused)) ?? [0];
    return first ? row[0] : row[row.length - 1];
  }
}

/** @type {(inset: number, name: string) => Element} */
function square(inset, name) {
  const side = CELL - 2 * inset;
  return make("svg:rect", { class: name, x: inset, y: inset, width: side, height: side, rx: 1.6 - inset / 2 });
}

/** @type {(size: number, index: number) => [number, number]} */
function spot(size, index) {
  const { face, row, column } = places(size)[index];
  const [x, y] = SPOTS[face];
  return [x * size + column, y * size + row];
}

/** @type {(size: number) => number[][]} */
function rowsOf(size) {
  /** @type {number[][]} */
  const rows = Array.from({ length: 3 * size }, () => []);
  places(size).forEach((_, i) => rows[spot(size, i)[1]].push(i));
  return rows.map((row) => row.sort((a, b) => spot(size, a)[0] - spot(size, b)[0]));
}

/** @type {(size: number, index: number, step: [number, number]) => number} */
function neighbour(size, index, [right, down]) {
  const [x, y] = spot(size, index);
  const beside = `${x + right},${y + down}`;
  const found = places(size).findIndex((_, i) => spot(size, i).join() === beside);
  return found < 0 ? index : found;
}
