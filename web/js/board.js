/**
 * A cube to be looked at, painted and turned by finger, by mouse and by keys: in space, or as a flat net.
 *
 * It is one stop for Tab. With a colour as the tool, arrow keys walk from sticker to sticker and letters paint; with
 * none, arrow keys tilt the cube and letters turn its layers.
 */

import { make, renew, set } from "./dom.js";
import { SIDES, moveOf, places } from "./geometry.js";
import { BOX, NET_BOX, USUAL, WIDTH, behind, drawn, nearBox, pulled, seen, unfolded } from "./space.js";

const SLOP = 7; // pixels that a pointer may move and still tap
const FINGER = 104; // pixels of the net for each sticker in a row of a face, below which they are too small for a finger
const PACE = 260; // milliseconds of a quarter turn
const ROUND = 14_000; // milliseconds in which it turns once by itself
const TILT = 0.25; // radians for an arrow key
const STEEPEST = 1.35;

/**
 * @typedef {object} BoardEvents
 * @property {() => boolean} paints whether a colour is the tool
 * @property {(index: number, goesOn: boolean) => void} paint a sticker, perhaps as part of the stroke before
 * @property {(index: number, key: string) => boolean} key typed on a sticker; whether to move on to the next
 * @property {(turn: import("./geometry.js").Turn, angle: number) => void} turn a layer, which stands at this angle
 * @property {(key: string, shift: boolean) => boolean} command typed while no colour is the tool; whether it is one
 * @property {(index: number) => void} walk the keyboard is on a sticker now
 */

export class Board {
  /** @param {HTMLElement} host @param {BoardEvents} events @param {boolean} flat whether it is the net */
  constructor(host, events, flat) {
    this.flat = flat;
    this.events = events;
    this.view = USUAL;
    /** @type {import("./space.js").Look[]} */
    this.looks = [];
    /** @type {import("./space.js").Motion | null} */
    this.motion = null;
    this.picked = -1;
    this.near = ""; // the face of the net that alone is shown, "" for all
    this.frame = 0;
    /** @type {{index: number, x: number, y: number, mouse: boolean, moved: boolean} | null} */
    this.press = null;
    this.drawing = make("svg:svg", {
      class: "space", viewBox: flat ? NET_BOX : BOX, tabindex: 0, role: flat ? "group" : "application", "aria-describedby": "board-help",
      "aria-label": flat ? "the cube, unfolded" : "the cube in space",
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event),
      onpointerup: () => this.#release(), onpointercancel: () => this.#release(true),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onblur: () => this.#pick(-1),
    });
    host.append(this.drawing);
    if (flat) return;
    this.back = make("svg:svg", { class: "space", viewBox: BOX, "aria-hidden": "true" });
    host.append(make("button", {
      type: "button", class: "back", "aria-label": "Other side", title: "Other side", onclick: () => this.look(behind(this.view)),
    }, this.back));
  }

  /** @param {import("./space.js").Look[]} looks in the order of a facelet string */
  show(looks) {
    this.looks = looks;
    if (this.picked >= looks.length) this.picked = -1;
    this.#draw();
  }

  /** @param {import("./space.js").View} view */
  look({ yaw, pitch }) {
    this.view = { yaw, pitch: Math.max(-STEEPEST, Math.min(STEEPEST, pitch)) };
    this.#draw();
  }

  /** Show a turn that has been made. @param {import("./geometry.js").Turn} turn @param {number} [angle] that the layers have turned already, in radians */
  turn({ axis, layers, quarters }, angle = 0) {
    if (isStill() || this.flat) return;
    const whole = (quarters === 3 ? 1 : -quarters) * Math.PI / 2;
    const left = angle - whole;
    const time = PACE * Math.max(0.4, Math.abs(left) * 2 / Math.PI);
    this.#run(time, (done) => (this.motion = done < 1 ? { axis, layers, angle: left * (1 - done) } : null));
  }

  /** Turn around once, slowly, unless it is touched. */
  spin() {
    const { yaw, pitch } = this.view;
    if (!isStill()) this.#run(ROUND, (done) => (this.view = { yaw: yaw + 2 * Math.PI * done, pitch }));
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.motion = null;
  }

  /** @type {(time: number, step: (done: number) => void) => void} */
  #run(time, step) {
    this.stop();
    const begun = performance.now();
    const next = () => {
      const done = Math.min(1, Math.max(0, performance.now() - begun) / time);
      step(done);
      this.#draw();
      if (done < 1) this.frame = requestAnimationFrame(next);
    };
    next();
  }

  #draw() {
    const looks = this.looks.map((look, i) => (i === this.picked ? { ...look, picked: true } : look));
    if (this.flat) return renew(this.drawing, unfolded(looks));
    this.drawing.replaceChildren(...drawn(looks, this.view, this.motion));
    this.back?.replaceChildren(...drawn(this.looks, behind(this.view), this.motion));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.stop();
    if (!this.flat) this.drawing.setPointerCapture(event.pointerId); // on the net, a finger may be about to scroll
    const mouse = event.pointerType === "mouse";
    this.press = { index: stickerAt(event), x: event.clientX, y: event.clientY, mouse, moved: false };
    this.#draw();
    this.drawing.focus({ preventScroll: true });
    if (mouse && this.#strokes()) this.events.paint(this.press.index, false);
  }

  #strokes() {
    return this.press !== null && this.press.index >= 0 && this.events.paints();
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const { press } = this;
    if (!press) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.moved && Math.hypot(x, y) < SLOP) return;
    press.moved = true;
    if (press.mouse && this.#strokes()) {
      const index = stickerAt(event);
      if (index >= 0 && index !== press.index) this.events.paint((press.index = index), true);
    } else if (this.flat) return;
    else if (press.index >= 0 && !this.events.paints()) this.#pull(press.index, x, y);
    else {
      const whole = this.drawing.clientWidth / 4;
      Object.assign(press, { x: event.clientX, y: event.clientY });
      this.look({ yaw: this.view.yaw + x / whole, pitch: this.view.pitch + y / whole });
    }
  }

  /** @type {(index: number, x: number, y: number) => void} */
  #pull(index, x, y) {
    const size = Math.sqrt(this.looks.length / 6);
    const scale = WIDTH / this.drawing.clientWidth;
    const { axis, layer, angle } = pulled(size, index, this.view, [x * scale, y * scale]);
    const depth = Math.max(1 - size, Math.min(size - 1, layer));
    this.motion = { axis, layers: [depth, depth], angle };
    this.#draw();
  }

  /** @param {boolean} [given] whether the browser has taken the pointer for itself */
  #release(given = false) {
    const { press, motion } = this;
    this.press = null;
    if (!press) return;
    const quarters = motion && !given ? Math.round(motion.angle * 2 / Math.PI) : 0;
    if (motion && quarters % 4) {
      const size = Math.sqrt(this.looks.length / 6);
      const angle = motion.angle - Math.trunc(quarters / 4) * 2 * Math.PI;
      this.events.turn(moveOf(motion.axis, motion.layers[0], -quarters, size), angle);
    } else if (motion) this.stop();
    else if (!press.moved && !press.mouse && !this.#nears(press.index) && press.index >= 0 && this.events.paints()) this.events.paint(press.index, false);
    this.#draw();
  }

  /** Whether a tap only brings a face of the net near, or all of it back, since stickers are too small for a finger. @param {number} index */
  #nears(index) {
    const size = Math.sqrt(this.looks.length / 6);
    const { face } = places(size)[index] ?? { face: "" };
    if (!this.flat || face === this.near || (!this.near && this.drawing.clientWidth / size > FINGER)) return false;
    this.approach(face);
    return true;
  }

  /** @param {string} face of the net that is to fill it, "" for all faces */
  approach(face) {
    this.near = face;
    set(this.drawing, { viewBox: face ? nearBox(face) : NET_BOX });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    })[event.key];
    if (this.events.paints()) {
      const typed = event.key.length === 1 || event.key === "Backspace" || event.key === "Delete";
      const begins = this.picked < 0 && (way || typed);
      if (begins) this.#pick(0);
      if (way) begins || this.#pick(beside(this.looks.length, this.picked, way));
      else if (event.key === "Enter" || event.key === " ") this.events.paint(this.picked, false);
      else if (typed) {
        if (this.events.key(this.picked, event.key)) this.#pick((this.picked + 1) % this.looks.length);
      } else return;
    } else if (way) {
      this.stop();
      this.look({ yaw: this.view.yaw + TILT * way[0], pitch: this.view.pitch + TILT * way[1] });
    } else if (!this.events.command(event.key, event.shiftKey)) return;
    event.preventDefault();
  }

  /** @param {number} index put the keyboard on a sticker, and turn it to the front; -1 for none */
  #pick(index) {
    if (index === this.picked) return;
    this.picked = index;
    if (index < 0) return this.#draw();
    const { face } = places(Math.sqrt(this.looks.length / 6))[index];
    this.stop();
    if (this.near) this.approach(face);
    if (seen(SIDES[face].normal, this.view)[2] < 0.3) this.view = VIEWS[face] ?? USUAL;
    this.#draw();
    this.events.walk(index);
  }
}

const round = { ...USUAL, yaw: USUAL.yaw + Math.PI };
/** Views of faces that are not seen in the usual one. @type {Record<string, import("./space.js").View>} */
const VIEWS = { L: round, B: round, D: { ...USUAL, pitch: -USUAL.pitch } };
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {PointerEvent} event */
function stickerAt(event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return Number(under?.getAttribute("data-index") ?? under?.getAttribute("data-place") ?? -1);
}

/** The sticker beside one, over the edge if need be. @type {(count: number, index: number, way: [number, number]) => number} */
function beside(count, index, [x, y]) {
  const size = Math.sqrt(count / 6);
  const { face, at } = places(size)[index];
  const { normal, right, down } = SIDES[face];
  const step = right.map((r, i) => x * r + y * down[i]);
  const leaves = at.reduce((sum, v, i) => sum + v * step[i], 0) === size - 1;
  const next = at.map((v, i) => (leaves ? v + step[i] - normal[i] : v + 2 * step[i])).join();
  return places(size).findIndex((place) => place.at.join() === next);
}
