/** Other puzzles: one is chosen, drawn by the server, scrambled or painted, and solved move by move. */

import { Latest, Refused, ask, run } from "./api.js";
import { button, byId, choose, make, set, some } from "./dom.js";
import { go } from "./link.js";
import { swatch } from "./palette.js";
import { page } from "./state.js";
import { sentence } from "./words.js";

/** The puzzles, as the server calls them and as people do. @type {Record<string, string>} */
export const PUZZLES = {
  pyraminx: "Pyraminx", skewb: "Skewb", megaminx: "Megaminx", square1: "Square-1", clock: "Clock", fto: "FTO", kilominx: "Kilominx",
  baby_fto: "Skewb diamond", dino_cube: "Dino cube", redi_cube: "Redi cube", master_tetraminx: "Master tetraminx",
};

/** How many random moves scramble those for which random states and their moves take seconds; no competition has them. @type {Record<string, number>} */
const SHUFFLES = { fto: 40, redi_cube: 30 };

const asking = new Latest();
/** What is known of a puzzle: the names of its faces, and the letters of their colours, of which some puzzles have none. */
let known = { puzzle: "", faces: [""], letters: [""], paint: [""] };
let stickers = [""]; // those that are seen, face by face
let [moves, done] = [/** @type {string[]} */ ([]), 0]; // of the solution

/** Set the panel up. */
export function setUpPuzzles() {
  byId("puzzle-name").append(...Object.entries(PUZZLES).map(([value, title]) => make("option", { value }, title)));
  set(byId("puzzle-name"), { onchange: () => go({ puzzle: byId("puzzle-name").value, state: "" }) });
  set(byId("puzzle-solved"), { onclick: () => go({ state: "" }) });
  set(byId("puzzle-scramble"), { onclick: () => work("Drawing a scramble …", async (signal) => {
    const { cubes } = await run("scramble", { puzzle: page.state.puzzle, n: 1, random_moves: SHUFFLES[page.state.puzzle] }, {}, signal);
    if (!signal.aborted) go({ state: cubes[0].generator });
  }) });
  set(byId("puzzle-form"), { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    go({ state: byId("puzzle-text").value.trim().replace(/\s+/g, " ") });
  } });
  set(byId("puzzle-next"), { onclick: () => (done < moves.length ? work("", (signal) => step(done + 1, signal)) : work("Looking for moves …", solve)) });
  set(byId("puzzle-stop"), { onclick: () => asking.stop() });
  set(byId("puzzle-picture"), { onclick: paint });
  page.watch(["tab", "puzzle", "state"], () => page.state.tab === "puzzle" && work("", show));
  page.watch(["puzzleBrush"], () => choose(byId("puzzle-palette"), ({ dataset }) => dataset.brush === page.state.puzzleBrush));
}

/** @type {(words: string, kind?: string) => void} */
function tell(words, kind = "") {
  set(byId("puzzle-said"), { class: kind });
  byId("puzzle-said").textContent = words;
  byId("puzzle-next").textContent = done < moves.length ? "Next move ▸" : "Solve it ▸";
}

/** Do what ends whatever was done before. @type {(words: string, task: (signal: AbortSignal) => Promise<void>) => Promise<void>} */
async function work(words, task) {
  tell(words);
  byId("puzzle-stop").hidden = !words;
  await asking.start(async (signal) => {
    let seconds = 0;
    const timer = words ? setInterval(() => tell(`${words} (${seconds += 5} s; the first time takes longest)`), 5000) : 0;
    signal.addEventListener("abort", () => clearInterval(timer));
    signal.addEventListener("abort", () => words && byId("puzzle-said").textContent.startsWith(words) && tell("Stopped."));
    await task(signal).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      const wrong = /^stickers .*: [^:]+ (?:shows ([A-Z ]+), and|shows the piece)/.exec(error.message); // of another slot
      if (signal.aborted) return;
      tell(wrong?.[1] ? `No piece has the colours ${wrong[1].replaceAll(" ", "-")}.` : wrong ? "One piece is there twice." : sentence(error.message), "bad");
    }).finally(() => clearInterval(timer));
    if (!signal.aborted) byId("puzzle-stop").hidden = true;
  });
}

/** Whether a text has a letter for each sticker; otherwise it is moves. @param {string} text */
const isStickers = (text) => /^[A-Z.?]+$/.test(text.replace(/[\s/]/g, "")) && text.replace(/[\s/]/g, "").length === stickers.join("").length;

/** Show the puzzle of the page, and what is wrong with it. @param {AbortSignal} signal */
async function show(signal) {
  const { puzzle, state } = page.state;
  [byId("puzzle-name").value, byId("puzzle-text").value] = [puzzle, state];
  list([]);
  if (known.puzzle !== puzzle) await learn(puzzle, signal);
  draw(await ask("picture", { puzzle, cubes: state || "()" }, signal));
  if (!isStickers(state)) return;
  const unknown = stickers.join("").split(".").length - 1;
  if (unknown) return tell(`${some(unknown, "sticker")} still unknown.`);
  const { cubes: [{ reachable }] } = await ask("check", { puzzle, cubes: state }, signal);
  tell(reachable ? "It can be solved." : "No moves lead here: a piece was put in turned, or two were exchanged.", reachable ? "" : "bad");
}

/** Learn the faces and colours of a puzzle from how it looks solved. @type {(puzzle: string, signal: AbortSignal) => Promise<void>} */
async function learn(puzzle, signal) {
  const { cubes } = await ask("apply", { puzzle, cubes: "()", moves: "()" }, signal);
  known = { puzzle, faces: [""], letters: (cubes[0].stickers ?? "").split(" ").map((/** @type {string} */ word) => word[0] ?? ""), paint: [""] };
  draw(await ask("picture", { puzzle, cubes: "()" }, signal));
  page.set({ puzzleBrush: "" });
  byId("puzzle-palette").replaceChildren(...known.letters.filter(Boolean).map((letter, i) =>
    swatch(letter, { paint: known.paint[i], name: `the colour of ${known.faces[i]}`, letter }, "puzzleBrush")));
}

/** @param {{svg: string}} picture whose title has the faces, in the order of texts */
function draw({ svg }) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const paintOf = (/** @type {string} */ name) => drawing.querySelector(`[data-sticker="${name}"]`)?.getAttribute("fill") ?? "";
  known.faces = (drawing.querySelector("title")?.textContent ?? "").split("by face: ")[1]?.split("; ").map((part) => part.split(": ")[0]) ?? [];
  if (!known.paint[0]) known.paint = known.faces.map((face) => paintOf(`${face}1`)); // it is solved
  const row = (/** @type {string} */ face) => Array.from({ length: 30 }, (_, i) => paintOf(`${face}${i + 1}`)).filter(Boolean).map((paint) => known.letters[known.paint.indexOf(paint)] ?? ".");
  stickers = known.letters[0] ? known.faces.map((face) => row(face).join("")) : [""];
  byId("puzzle-picture").replaceChildren(drawing);
}

/** @param {MouseEvent} event on a sticker, which is painted */
function paint({ target }) {
  const { puzzleBrush } = page.state;
  const [, face, number] = /^(\D+)(\d+)$/.exec(/** @type {SVGElement} */ (target).dataset.sticker ?? "") ?? [];
  if (!face || !known.letters[0]) return;
  if (!puzzleBrush) return tell("Choose a colour first.");
  const [i, at] = [known.faces.indexOf(face), Number(number)];
  stickers[i] = stickers[i].slice(0, at - 1) + puzzleBrush + stickers[i].slice(at);
  set(/** @type {SVGElement} */ (target), { fill: known.paint[known.letters.indexOf(puzzleBrush)] });
  page.set({ state: stickers.join(" ") });
}

/** @param {AbortSignal} signal */
async function solve(signal) {
  const { puzzle, state } = page.state;
  const { cubes } = await run("solve", { puzzle, cubes: state || "()", time_limit: 55 }, {}, signal);
  const { solution, optimal } = cubes[0] ?? {};
  list(solution?.split(" ").filter(Boolean) ?? []);
  if (!moves.length) return tell(solution == null ? "No solution was found in time." : "It is solved.");
  tell(`${some(moves.length, "move")}${optimal ? ", the fewest there are" : ""}.`);
}

/** @param {string[]} solution */
function list(solution) {
  [moves, done] = [solution, 0];
  byId("puzzle-moves").replaceChildren(...moves.map((move, i) => make("li", {}, button(move, () => work("", (signal) => step(i + 1, signal))))));
}

/** Show the puzzle after some of the moves. @type {(to: number, signal: AbortSignal) => Promise<void>} */
async function step(to, signal) {
  const { puzzle, state } = page.state;
  done = to;
  byId("puzzle-moves").querySelectorAll("button").forEach((/** @type {Element} */ one, /** @type {number} */ i) =>
    set(one, { "aria-current": i + 1 === done ? "step" : null, class: i < done ? "done" : null }));
  const made = moves.slice(0, done).join(" ");
  const { cubes } = await ask("apply", { puzzle, ...(isStickers(state) ? { cubes: state, moves: made } : { cubes: "()", moves: `${state} ${made}` }) }, signal);
  draw(await ask("picture", { puzzle, cubes: cubes[0].pattern }, signal));
  tell(`${done} of ${moves.length}`);
}
