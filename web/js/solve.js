/** The moves that solve the cube: a short way at once, the fewest, or one that is explained phase by phase. */

import { Latest, ask, run, told } from "./api.js";
import { coloured } from "./colours.js";
import { button, byId, choose, make, set, some } from "./dom.js";
import { newEntry } from "./link.js";
import { parseMoves, sizeOf } from "./geometry.js";
import { page, playing, scheme, shownCube } from "./state.js";

/** The ways for a 3×3×3; a 2×2×2 is looked up in the whole graph of its states, and larger ones are reduced. @type {Record<string, {title: string, about: string}>} */
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
    button(title, () => {
      way = name;
      show();
      void solve();
    }, { "data-method": name, title: about })));
  const show = () => choose(methods, ({ dataset }) => dataset.method === way);
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
  set(byId("play-moves"), { onclick: () => void playOwn() });
}

/** What is asked to solve a cube. @type {(cube: string, how?: Record<string, any>) => Record<string, any>} */
export const asked = (cube, how = QUICK) => ({ cubes: coloured(cube, scheme()), ...(sizeOf(cube) === 3 ? how : {}) });

/** Solve the cube that is seen, and show the moves. */
export async function solve() {
  const { sequence } = page.state;
  const start = sequence && sequence === own ? sequence.cubes[0] : shownCube();
  tell("Looking for moves …");
  byId("solve-stop").hidden = false;
  const begun = Date.now();
  const progress = (/** @type {{note: string}} */ { note }) => tell(`Looking for moves … ${note} (${Math.round((Date.now() - begun) / 1000)} s)`);
  const answer = await told(byId("solution"), () => solving.start((signal) => run("solve", asked(start, way === "two-phase" ? QUICK : { method: way }), { progress }, signal)));
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
      button(moves || "nothing to do", () => page.set({ at: from }), { class: "plain moves" }),
      make("span", { class: "note" }, `then ${goal}`));
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

/** Play the moves of the text; notation such as commutators is expanded by the server. */
async function playOwn() {
  const start = shownCube();
  const text = byId("text").value;
  const size = sizeOf(start);
  await told(byId("text-said"), async () => {
    const turns = parseMoves(text, size) ?? parseMoves((await ask("apply", { moves: text, size })).spelled_out, size);
    if (!turns?.length || shownCube() !== start) return;
    newEntry();
    playing(start, turns);
    byId("text-said").textContent = "";
  });
}
