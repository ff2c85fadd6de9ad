/** Moves, step by step, forwards and back. */

import { button, byId, make, say, set } from "./dom.js";
import { movesOf, page } from "./state.js";

const PACE = 700; // milliseconds a move

let timer = 0;

/** Set the player up. */
export function setUpPlayer() {
  const buttons = /** @type {Record<string, () => void>} */ ({
    "to-start": () => go(0), "to-end": () => go(Infinity),
    back: () => go(page.state.at - 1), forward: () => go(page.state.at + 1),
    play: () => (timer ? pause() : start()),
    "copy-moves": () => void navigator.clipboard.writeText(movesOf(page.state.sequence)).then(() => say("moves copied")),
  });
  for (const [id, run] of Object.entries(buttons)) {
    set(byId(id), { onclick: () => (id !== "play" && pause(), run()) });
  }
  set(byId("moves"), { onclick: (/** @type {MouseEvent} */ event) => {
    const step = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.step;
    if (step) pause(), go(Number(step));
  } });
  page.watch(["sequence"], showMoves);
  page.watch(["sequence", "at"], showStep);
}

/** Play the moves, from the start if all have been done. */
function start() {
  const { sequence, at } = page.state;
  if (!sequence?.turns.length) return;
  if (at === sequence.turns.length) go(0);
  timer = window.setInterval(() => {
    go(page.state.at + 1);
    if (page.state.at === page.state.sequence?.turns.length) pause();
  }, PACE);
  showPlaying();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  showPlaying();
}

function showPlaying() {
  byId("play").textContent = timer ? "Pause" : "Play";
  set(byId("play"), { "aria-pressed": String(Boolean(timer)) });
}

/** @param {number} step how many moves are to have been done */
function go(step) {
  const last = page.state.sequence?.turns.length ?? 0;
  page.set({ at: Math.max(0, Math.min(last, step)) });
}

function showMoves() {
  const { sequence } = page.state;
  if (timer && !sequence) pause();
  byId("player").hidden = !sequence?.turns.length;
  if (!sequence) return;
  byId("moves").replaceChildren(...sequence.turns.map(({ text }, i) => make("li", {}, button(text, null, { "data-step": i + 1 }))));
}

function showStep() {
  const { sequence, at } = page.state;
  if (!sequence) return;
  byId("step").textContent = `${at} of ${sequence.turns.length}`;
  byId("moves").querySelectorAll("button").forEach((/** @type {Element} */ button, /** @type {number} */ i) => {
    set(button, { "aria-current": i + 1 === at ? "step" : null, class: i < at ? "done" : null });
  });
}
