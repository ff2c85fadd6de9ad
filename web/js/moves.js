/** Moves as turns to be played, whatever notation they are in. */

import { ask } from "./api.js";
import { parseMoves } from "./geometry.js";

/**
 * Return the turns that a text stands for; notation such as commutators is expanded by the server.
 * @param {string} text
 * @param {number} size of the cube
 * @returns {Promise<import("./geometry.js").Turn[]>}
 * @throws {import("./api.js").Refused} the text is not one of moves
 */
export async function turnsOf(text, size) {
  return parseMoves(text, size) ?? parseMoves((await ask("apply", { moves: text, size })).spelled_out, size) ?? [];
}
