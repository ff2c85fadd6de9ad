/** Other puzzles: one is chosen, drawn by the server, scrambled or painted, and solved move by move. */

import { Latest, Refused, ask, run } from "./api.js";
import { button, byId, choose, make, set, some } from "./dom.js";
import { newEntry } from "./link.js";
import { swatch } from "./palette.js";
import { page } from "./state.js";
import { sentence } from "./words.js";

/** The puzzles, as the server calls them and as people do. @type {Record<string, string>} */
export const PUZZLES = {
  pyraminx: "Pyraminx", skewb: "Skewb", megaminx: "Megaminx", square1: "Square-1", clock: "Clock", fto: "FTO", kilominx: "Kilominx",
  baby_fto: "Skewb diamond", dino_cube: "Dino cube", redi_cube: "Redi cube", master_tetraminx: "Master tetraminx",
};

const asking = new Latest();
/** What is known of a puzzle: the names of its faces, the letters of their colours, and these colours. */
let known = { puzzle: "", faces: [""], letters: [""], paint: [""] };
let stickers = [""]; // those that are seen, face by face; none of a puzzle that has no letters
/** @type {string[][]} */
let [moves, changed] = [[], []]; // those of the solution; the stickers that a repair has changed
/** What the button does. @type {"Solve it" | "What to change?" | "Next move"} */
let next = "Solve it";
let done = 0; // moves

/** Set the panel up. */
export function setUpPuzzles() {
  byId("puzzle-name").append(...Object.entries(PUZZLES).map(([value, title]) => make("option", { value }, title)));
  set(byId("puzzle-name"), { onchange: () => go({ puzzle: byId("puzzle-name").value, state: "" }) });
  set(byId("puzzle-solved"), { onclick: () => go({ state: "" }) });
  set(byId("puzzle-scramble"), { onclick: () => void work("Drawing a scramble …", async (signal) => {
    const { cubes } = await run("scramble", { puzzle: page.state.puzzle, n: 1 }, {}, signal);
    if (!signal.aborted) go({ state: cubes[0].generator });
  }) });
  set(byId("puzzle-form"), { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    go({ state: byId("puzzle-text").value.trim().replace(/\s+/g, " ") });
  } });
  set(byId("puzzle-next"), { onclick: () => void (next === "Next move" ? work("", (signal) => step(done + 1, signal))
    : next === "Solve it" ? work("Looking for moves …", solve) : work("Looking for what to change …", repair)) });
  set(byId("puzzle-stop"), { onclick: () => asking.stop() });
  set(byId("puzzle-picture"), { onclick: paint });
  page.watch(["tab", "puzzle", "state"], () => page.state.tab === "puzzle" && void work("", show));
  page.watch(["puzzleBrush"], () => choose(byId("puzzle-palette"), ({ dataset }) => dataset.brush === page.state.puzzleBrush));
}

/** @param {Partial<import("./state.js").PageState>} changes after which Back leads to what there was */
function go(changes) {
  newEntry();
  page.set(changes);
}

/** Say something, and what comes next. @type {(words: string, then?: typeof next) => void} */
function tell(words, then = next) {
  next = then;
  byId("puzzle-next").textContent = `${next} ▸`;
  set(byId("puzzle-said"), { class: next === "What to change?" ? "bad" : "" });
  byId("puzzle-said").textContent = words;
}

/** Do what ends whatever was done before. @type {(words: string, task: (signal: AbortSignal) => Promise<void>) => Promise<void>} */
async function work(words, task) {
  tell(words);
  byId("puzzle-stop").hidden = !words;
  await asking.start(async (signal) => {
    signal.addEventListener("abort", () => byId("puzzle-said").textContent === words && tell("Stopped."));
    await task(signal).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      if (signal.aborted) return;
      const wrong = /^stickers .*: [^:]+ (?:shows ([A-Z ]+), and|shows the piece)/.exec(error.message); // of another slot
      if (!wrong) return tell(sentence(error.message));
      tell(wrong[1] ? `No piece has the colours ${wrong[1].replaceAll(" ", "-")}.` : "One piece is there twice.", "What to change?");
    });
    if (!signal.aborted) byId("puzzle-stop").hidden = true;
  });
}

/** Whether a text has a letter for each sticker; otherwise it is moves. @param {string} text */
const isStickers = (text) => /^[A-Z.?]+$/.test(text.replace(/[\s/]/g, "")) && text.replace(/[\s/]/g, "").length === stickers.join("").length;

/** Show the puzzle of the page, and what is wrong with it. @param {AbortSignal} signal */
async function show(signal) {
  const { puzzle, state } = page.state;
  set(byId("puzzle-text"), { placeholder: puzzle === "clock" ? "UR2+ y2 ALL3+" : puzzle === "square1" ? "(1,0)/ (3,3)/" : "R L' B" });
  [byId("puzzle-name").value, byId("puzzle-text").value] = [puzzle, state];
  list([]);
  tell("", "Solve it");
  if (known.puzzle !== puzzle) await learn(puzzle, signal);
  draw(await ask("picture", { puzzle, cubes: state || "()" }, signal));
  if (!isStickers(state)) return;
  const unknown = stickers.join("").split(".").length - 1;
  if (unknown) return tell(`${some(unknown, "sticker")} still unknown.`);
  const { cubes: [{ reachable }] } = await ask("check", { puzzle, cubes: state }, signal);
  for (const name of changed) set(byId("puzzle-picture").querySelector(`[data-sticker="${name}"]`), { class: "changed" });
  const number = changed.splice(0).length;
  if (reachable) return tell(number ? `It can be solved with ${some(number, "other sticker")}, outlined here.` : "It can be solved.");
  tell("No moves lead here: a piece was put in turned, or two were exchanged.", "What to change?");
}

/** Learn the faces and colours of a puzzle from how it looks solved. @type {(puzzle: string, signal: AbortSignal) => Promise<void>} */
async function learn(puzzle, signal) {
  const { cubes } = await ask("apply", { puzzle, cubes: "()", moves: "()" }, signal);
  const letters = (cubes[0].stickers ?? "").split(" ").map((/** @type {string} */ word) => word[0] ?? "");
  known = { puzzle, faces: [""], letters, paint: [""] };
  draw(await ask("picture", { puzzle, cubes: "()" }, signal));
  const paint = known.faces.map((face) => byId("puzzle-picture").querySelector(`[data-sticker="${face}1"]`)?.getAttribute("fill"));
  known = { ...known, paint };
  page.set({ puzzleBrush: "" });
  byId("puzzle-palette").replaceChildren(...letters.filter(Boolean).map((/** @type {string} */ letter, /** @type {number} */ i) =>
    swatch(letter, { paint: paint[i], name: `the colour of ${known.faces[i]}`, letter }, "puzzleBrush")));
}

/** @param {{svg: string}} picture */
function draw({ svg }) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const parts = (drawing.querySelector("title")?.textContent ?? "").split("by face: ")[1]?.split("; ").map((part) => part.split(": ")) ?? [];
  known.faces = parts.map(([face]) => face);
  stickers = known.letters[0] ? parts.map(([, row]) => row.split(" ").map((face) => known.letters[known.faces.indexOf(face)] ?? ".").join("")) : [""];
  byId("puzzle-picture").replaceChildren(drawing);
}

/** @param {MouseEvent} event */
function paint(event) {
  const target = /** @type {SVGElement} */ (event.target);
  const { puzzleBrush } = page.state;
  const [, face, number] = /^(\D+)(\d+)$/.exec(target.dataset.sticker ?? "") ?? [];
  if (!face || !known.letters[0]) return;
  if (!puzzleBrush) return tell("Choose a colour first.");
  const i = known.faces.indexOf(face);
  stickers = stickers.map((row, at) => (at === i ? row.slice(0, Number(number) - 1) + puzzleBrush + row.slice(Number(number)) : row));
  set(target, { fill: known.paint[known.letters.indexOf(puzzleBrush)] });
  page.set({ state: stickers.join(" ") });
}

/** @param {AbortSignal} signal */
async function solve(signal) {
  const { puzzle, state } = page.state;
  const { cubes } = await run("solve", { puzzle, cubes: state || "()", time_limit: 30 }, {}, signal);
  if (signal.aborted) return;
  const { solution, optimal } = cubes[0] ?? {};
  if (solution == null) return tell("No solution was found in time.");
  list(solution.split(" ").filter(Boolean));
  if (!moves.length) return tell("It is solved.");
  tell(`${some(moves.length, "move")}${optimal ? ", the fewest there are" : ""}.`, "Next move");
}

/** Take the nearest puzzle that can be, and outline what has changed. @param {AbortSignal} signal */
async function repair(signal) {
  const { puzzle, state } = page.state;
  const { repairs } = await ask("repair", { puzzle, cubes: state, limit: 1, time_limit: 5 }, signal);
  if (!repairs?.length) return tell("No repair was found in time.");
  const { cubes } = await ask("check", { puzzle, cubes: repairs[0].pattern }, signal);
  changed = repairs[0].changed;
  go({ state: cubes[0].stickers });
}

/** @param {string[]} solution */
function list(solution) {
  [moves, done] = [solution, 0];
  byId("puzzle-moves").replaceChildren(...moves.map((move, i) => make("li", {}, button(move, () => void work("", (signal) => step(i + 1, signal))))));
}

/** Show the puzzle after some of the moves. @type {(to: number, signal: AbortSignal) => Promise<void>} */
async function step(to, signal) {
  const { puzzle, state } = page.state;
  done = to;
  const made = moves.slice(0, done).join(" ");
  const asked = isStickers(state) ? { cubes: state, moves: made } : { cubes: "()", moves: `${state} ${made}` };
  byId("puzzle-moves").querySelectorAll("button").forEach((/** @type {Element} */ one, /** @type {number} */ i) =>
    set(one, { "aria-current": i + 1 === done ? "step" : null, class: i < done ? "done" : null }));
  const { cubes } = await ask("apply", { puzzle, ...asked }, signal);
  draw(await ask("picture", { puzzle, cubes: cubes[0].pattern }, signal));
  tell(`${done} of ${moves.length}`, done < moves.length ? "Next move" : "Solve it");
}
