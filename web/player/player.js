/**
 * A cube in space, of any size, in any colours, solvable or not: twisty-player of cubing.js, dyed.
 *
 * twisty-player knows solvable cubes only. So it always begins with its solved cube, whose stickers are dyed in the
 * colours that are to be seen at the start; turns then carry them along.
 */

import { puzzles } from "cubing/puzzles";
import { TwistyPlayer } from "cubing/twisty";
import { dye } from "./dye.js";

const PACE = 1.6; // times as fast as twisty-player turns by itself

export class Solid {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {any} */
    this.player = null;
    this.size = 0;
  }

  /**
   * Show a cube.
   * @param {number} size
   * @param {string[]} paint the colours `#rrggbb` of its stickers, in the order of a facelet string
   */
  async paint(size, paint) {
    if (size !== this.size) await this.#build(size);
    this.player.alg = "";
    dye(await this.player.experimentalCurrentThreeJSPuzzleObject(), size, paint);
  }

  /**
   * Turn once, before everyone's eyes.
   * @param {string} move
   * @param {boolean} back the other way
   */
  turn(move, back) {
    const plain = move.replace(/['’′]$/, "");
    const undone = plain === move ? `${move}'` : plain;
    this.player.experimentalAddMove(back ? undone : move, { cancel: false });
  }

  /** @param {number} size */
  async #build(size) {
    this.size = size;
    const puzzle = /** @type {any} */ (`${size}x${size}x${size}`);
    number(await puzzles[puzzle].kpuzzle());
    this.player = new TwistyPlayer({
      puzzle,
      visualization: size === 3 ? "3D" : "PG3D",
      background: "none",
      controlPanel: "none",
      hintFacelets: "none",
      viewerLink: "none",
      tempoScale: PACE,
    });
    this.host.replaceChildren(this.player);
  }
}

/**
 * Number pieces that look alike, for they may be dyed in different colours.
 * @param {any} kpuzzle a puzzle of cubing.js, which is changed
 */
function number(kpuzzle) {
  for (const { pieces } of Object.values(kpuzzle.definition.defaultPattern)) {
    pieces.forEach((/** @type {number} */ _, /** @type {number} */ i) => (pieces[i] = i));
  }
}
