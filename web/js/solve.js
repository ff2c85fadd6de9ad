/** The moves that solve the cube: a short way at once, the fewest, or one that is explained phase by phase. */

import { Latest, ask, run, told } from "./api.js";
import { coloured } from "./colours.js";
import { choose, walk } from "./choice.js";
import { byId, make, say, set, some } from "./dom.js";
import { newEntry } from "./link.js";
import { UNKNOWN, parseMoves, sizeOf } from "./geometry.js";
import { turnsOf } from "./moves.js";
import { page, playing, scheme, shownCube } from "./state.js";

/**
 * The ways for a 3×3×3; a 2×2×2 is looked up in the whole graph of its states, and larger ones are reduced.
 * @type {Record<string, {title: string, about: string}>}
 */
export const METHODS = {
  "two-phase": { title: "Short", about: "found at once" },
  optimal: { title: "The fewest moves", about: "proven; can take minutes, the first time longer" },
  thistlethwaite: { title: "Explained", about: "in four phases, each with its goal" },
};

const QUICK = { method: "two-phase", max_nodes: 1_000_000 }; // positions that are looked at for fewer moves: a second at most

const solving = new Latest();
let way = "two-phase";
/** @type {import("./state.js").Sequence | null} the solution that is played */
let own = null;
/** @type {any[]} of the solution that is played */
let phases = [];

/** Set the ways up. */
export function setUpSolve() {
  const methods = byId("methods");
  methods.append(...Object.entries(METHODS).map(([name, { title, about }]) =>
    make("button", { type: "button", role: "radio", "data-method": name, title: about }, title)));
  walk(methods, (button) => {
    way = button.dataset.method ?? way;
    show();
    void solve();
  });
  const show = () => choose(methods, (button) => button.dataset.method === way);
  show();
  page.watch(["cube"], () => {
    solving.stop(); // otherwise moves for a former cube would come
    tell("");
  });
  page.watch(["sequence", "size"], () => {
    methods.hidden = page.state.size !== 3 || !page.state.sequence;
    if (page.state.sequence) return;
    phases = [];
    byId("phases").replaceChildren();
  });
  page.watch(["at", "sequence"], showPhase);
  set(byId("solve-stop"), { onclick: () => solving.stop() });
  set(byId("moves-form"), { onsubmit: playOwn });
}

/** Return the moves of a small cube in a moment, for the line that says what holds. @type {(cube: string, signal: AbortSignal) => Promise<any>} */
export async function quickSolution(cube, signal) {
  const asked = { cubes: coloured(cube, scheme()), ...(sizeOf(cube) === 3 ? QUICK : {}) };
  return (await ask("solve", asked, signal)).cubes[0];
}

/** Make the next move of a shortest known solution. */
export async function nextMove() {
  const { sequence, at } = page.state;
  if (sequence && at < sequence.turns.length) return page.set({ at: at + 1 });
  const cube = shownCube();
  if (page.state.verdict?.cubes?.[0]?.defects?.length || cube.includes(UNKNOWN)) return say("This cube cannot be solved yet.");
  const solution = (!sequence && page.state.solution) || (await quickSolution(cube, new AbortController().signal));
  const turns = parseMoves(solution?.solution ?? "", sizeOf(cube)) ?? [];
  if (!turns.length) return say("It is solved.");
  if (shownCube() !== cube) return;
  playing(cube, turns);
  own = page.state.sequence;
  page.set({ at: 1 });
}

/** Solve the cube that is seen, and show the moves. */
export async function solve() {
  const { sequence, size } = page.state;
  const start = sequence && sequence === own ? sequence.cubes[0] : shownCube();
  const chosen = way === "two-phase" ? QUICK : { method: way };
  const asked = { cubes: coloured(start, scheme()), ...(size === 3 ? chosen : {}) };
  tell("Looking for moves …");
  byId("solve-stop").hidden = false;
  const begun = Date.now();
  const progress = (/** @type {{note: string}} */ { note }) => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    tell(`Looking for moves … ${note}${seconds > 2 ? ` (${seconds} s)` : ""}`);
  };
  const answer = await told(byId("solution"), () => solving.start((signal) => run("solve", asked, { progress }, signal)));
  byId("solve-stop").hidden = true;
  if (answer) showSolution(start, answer.cubes[0]);
  else if (byId("solution").textContent.startsWith("Looking")) tell("Stopped.");
}

/** @param {string} words */
const tell = (words) => { byId("solution").textContent = words; };

/** @type {(start: string, result: any) => void} */
export function showSolution(start, result) {
  if (result?.solution == null) return tell("No solution was found in time.");
  // Phase by phase if there are phases, though turns of one face on either side of a border could be one.
  const moves = result.phases?.map((/** @type {any} */ phase) => phase.moves).join(" ") ?? result.solution;
  const turns = parseMoves(moves, sizeOf(start)) ?? [];
  newEntry();
  playing(start, turns);
  own = page.state.sequence;
  if (!turns.length) return tell("It is solved.");
  phases = result.phases ?? [];
  tell(`${some(turns.length, "move")}${result.optimal ? ", the fewest there are" : ""}. ${hold()}`);
  showPhases();
  byId("stage").scrollIntoView({ block: "start" });
}

/** How to hold the cube while the moves are made. */
export function hold() {
  const { names } = scheme();
  return `Hold it with ${names[0]} up and ${names[2]} in front.`;
}

function showPhases() {
  let done = 0;
  byId("phases").replaceChildren(...phases.map(({ moves, goal }) => {
    const from = done;
    done += moves.split(" ").filter(Boolean).length;
    return make("li", { "data-from": from, "data-to": done },
      make("button", { type: "button", class: "plain moves", onclick: () => page.set({ at: from }) }, moves || "nothing to do"),
      make("span", { class: "note" }, `until ${goal}`));
  }));
  showPhase();
}

/** Show which phase the moves are in. */
function showPhase() {
  const { at } = page.state;
  for (const item of byId("phases").children) {
    const { from, to } = item.dataset;
    set(item, { "aria-current": at >= Number(from) && at < Number(to) ? "step" : null });
  }
}

/** @param {SubmitEvent} event */
async function playOwn(event) {
  event.preventDefault();
  const text = byId("moves-text").value;
  const start = shownCube();
  byId("moves-said").textContent = "";
  await told(byId("moves-said"), async () => {
    const turns = await turnsOf(text, sizeOf(start));
    if (!turns.length) return;
    newEntry();
    playing(start, turns);
  });
}
