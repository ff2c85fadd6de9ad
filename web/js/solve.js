/** Solutions of the cube, by any method, phase by phase where the method has phases. */

import { Latest, Refused, run } from "./api.js";
import { coloured } from "./colours.js";
import { choose, walk } from "./choice.js";
import { byId, make, set, some } from "./dom.js";
import { newEntry } from "./link.js";
import { parseMoves, sizeOf } from "./geometry.js";
import { turnsOf } from "./moves.js";
import { page, playing, scheme, shownCube } from "./state.js";

/**
 * The methods of the 3×3×3; a 2×2×2 is looked up in the whole graph of its states, and larger ones are reduced.
 * @type {Record<string, {title: string, about: string}>}
 */
export const METHODS = {
  "two-phase": { title: "Two-phase", about: "short solutions, at once" },
  thistlethwaite: { title: "Thistlethwaite", about: "four phases, each explained" },
  optimal: { title: "Optimal", about: "the fewest moves, proven; makes a pruning table the first time, and can take minutes" },
  "breadth-first": { title: "Breadth-first", about: "the fewest moves, for cubes that are nearly solved" },
};

const MAX_NODES = 1_000_000; // positions that two-phase looks at for fewer moves: a second at most

const solving = new Latest();

/** Set the panel up. */
export function setUpSolve() {
  const methods = byId("methods");
  methods.append(...Object.entries(METHODS).map(([name, { title, about }]) =>
    make("button", { type: "button", role: "radio", "data-method": name },
      make("b", {}, title), make("span", { class: "note" }, about))));
  walk(methods, (button) => page.set({ method: button.dataset.method ?? "" }));
  page.watch(["method"], () =>
    choose(methods, (button) => button.dataset.method === page.state.method, "aria-checked"));
  page.watch(["size"], () => (methods.hidden = page.state.size !== 3));
  page.watch(["cube"], () => {
    solving.stop(); // otherwise moves for a former cube would come
    byId("solution").replaceChildren();
  });
  set(byId("solve-it"), { onclick: () => void solve() });
  set(byId("solve-stop"), { onclick: () => solving.stop() });
  set(byId("moves-form"), { onsubmit: playOwn });
}

async function solve() {
  const start = shownCube();
  const asked = { cubes: coloured(start, scheme()), ...how() };
  tell("Looking …");
  byId("solve-stop").hidden = false;
  try {
    const answer = await solving.start((signal) =>
      run("solve", asked, { progress: ({ note }) => tell(`Looking … ${note}`) }, signal));
    if (!answer) return tell("Stopped.");
    showSolution(start, answer.cubes[0]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(`${error.message}.`);
  } finally {
    byId("solve-stop").hidden = true;
  }
}

/** The chosen method for a 3×3×3; other sizes have only one. */
function how() {
  if (page.state.size !== 3) return {};
  const method = page.state.method || Object.keys(METHODS)[0];
  return method === "two-phase" ? { method, max_nodes: MAX_NODES } : { method };
}

/** @param {string} words */
function tell(words) {
  byId("solution").replaceChildren(make("p", {}, words));
}

/** @type {(start: string, result: any) => void} */
function showSolution(start, result) {
  if (result?.solution == null) return tell("No solution was found in time.");
  // Phase by phase if there are phases, though turns of one face on either side of a border could be one.
  const moves = result.phases?.map((/** @type {any} */ phase) => phase.moves).join(" ") ?? result.solution;
  const turns = parseMoves(moves, sizeOf(start)) ?? [];
  newEntry();
  playing(start, turns);
  if (!turns.length) return tell("It is solved.");
  const fewest = result.optimal ? ", the fewest there are" : "";
  byId("solution").replaceChildren(
    make("p", {}, `${some(turns.length, "move")}${fewest}. Step through them below the cube.`),
    result.phases ? phases(result.phases) : "",
  );
}

/** @param {any[]} all */
function phases(all) {
  let done = 0;
  return make("ol", { class: "phases" }, ...all.map(({ moves, goal }) => {
    const from = done;
    done += moves.split(" ").filter(Boolean).length;
    const go = () => page.set({ at: from });
    return make("li", {},
      make("button", { type: "button", class: "plain moves", onclick: go }, moves || "nothing to do"),
      make("span", { class: "note" }, `until ${goal}`));
  }));
}

/** @param {SubmitEvent} event */
async function playOwn(event) {
  event.preventDefault();
  const text = byId("moves-text").value;
  const start = shownCube();
  const size = sizeOf(start);
  byId("moves-said").textContent = "";
  try {
    const turns = await turnsOf(text, size);
    if (!turns.length) return;
    newEntry();
    playing(start, turns);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    byId("moves-said").textContent = `${error.message}.`;
  }
}
