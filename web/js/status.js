/** What is true for the cube on the stage, in one line that offers the next step; and all of it in the panel below. */

import { ask, Latest, Refused, told } from "./api.js";
import { coloured, lookOf, shown } from "./colours.js";
import { button, byId, make, paused, say, set, some } from "./dom.js";
import { UNKNOWN, places } from "./geometry.js";
import { asked, showSolution, solve } from "./solve.js";
import { checkable, page, scheme, shownCube, take, undo } from "./state.js";
import { inWords, placeName, sentence } from "./words.js";

const MANY = 6; // defects, hints or ways that are shown
const FEW = 3; // changes that a line can say
const PAUSE = 150; // milliseconds after which a sticker counts as painted
const LATER = 500; // and after which the page looks for what to change
const SMALL = 3; // the largest size that is repaired and solved without being asked

let known = "";
const checking = new Latest();
const following = new Latest();

/** @typedef {{words: string, kind: string, label?: string, run?: () => void, shows?: import("./state.js").Way}} Line */

/** Set the line up. */
export function setUpStatus() {
  const check = paused(() => void checked(), PAUSE);
  const follow = paused(() => void followed(), LATER);
  page.watch(["cube", "sequence", "colours", "lost"], () => {
    const { verdict, lost, marked } = page.state;
    if (verdict && !lost && subject() === known) return;
    page.set({ verdict: null, ways: null, preview: null, solution: null, marked: lost ? [] : marked });
    following.stop();
    check();
  });
  page.watch(["verdict"], follow);
  page.watch(["verdict", "lost", "ways", "solution", "sequence", "at", "changed"], showLine);
  page.watch(["verdict", "ways"], showWays);
  const preview = (/** @type {boolean} */ on) => page.set({ preview: (on && line().shows) || null });
  set(byId("next"), {
    onclick: () => line().run?.(),
    onpointerenter: () => preview(true), onfocus: () => preview(true),
    onpointerleave: () => preview(false), onblur: () => preview(false),
  });
  set(byId("take-back"), { onclick: undo });
  set(byId("undo"), { onclick: undo });
  document.addEventListener("keydown", (event) => {
    const typing = /** @type {HTMLElement} */ (event.target).matches("textarea, input:not([type=checkbox])");
    if (typing || event.key.toLowerCase() !== "z" || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    undo();
    event.preventDefault();
  });
}

/** The cube of the verdict, in the form for the server. */
const subject = () => coloured(checkable(), scheme());

async function checked() {
  const text = (known = subject());
  try {
    const answer = await checking.start((signal) => ask("check", { cubes: text }, signal));
    if (answer) page.set({ verdict: answer, marked: wrong(answer) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.set({ verdict: { refused: error.message }, marked: [] });
  }
}

/** Look for what comes next: moves, or what to change. */
async function followed() {
  const { verdict, size } = page.state;
  if (!verdict || verdict.refused || size > SMALL) return;
  const cube = checkable();
  if (defects(verdict).length) return repair();
  if (cube.includes(UNKNOWN) || isSolved(cube)) return;
  const solution = await told(make("p"), () => following.start((signal) => ask("solve", asked(cube), signal)));
  if (solution) page.set({ solution: solution.cubes[0] });
}

/** Ask for the nearest solvable cubes, the likeliest mistakes first. */
async function repair() {
  const text = subject();
  const before = checkable();
  const answer = await told(make("p"), () => following.start((signal) => ask("repair", { cubes: text, limit: 20 }, signal)));
  if (!answer) return;
  const ways = (answer.repairs ?? []).map((/** @type {any} */ one) => wayTo(before, shown(one, scheme())));
  ways.sort((/** @type {any} */ a, /** @type {any} */ b) => apart(before, a.cube) - apart(before, b.cube));
  page.set({ ways });
}

/** @type {(before: string, cube: string) => import("./state.js").Way} */
const wayTo = (before, cube) => ({ cube, changed: places(page.state.size).filter((_, i) => before[i] !== cube[i]).map(({ name }) => name) });

/** How unlike the exchanged colours are: red is taken for orange more easily than for blue. @type {(before: string, cube: string) => number} */
function apart(before, cube) {
  const parts = (/** @type {string} */ letter) => [1, 3, 5].map((i) => parseInt(lookOf(letter, scheme()).paint.slice(i, i + 2), 16));
  return [...before].reduce((sum, letter, i) =>
    sum + (letter === cube[i] ? 0 : Math.hypot(...parts(letter).map((v, part) => v - parts(cube[i])[part]))), 0);
}

/** @type {(answer: any) => any} */
const first = (answer) => answer.cubes?.[0] ?? {};

/** @type {(answer: any) => any[]} */
const defects = (answer) =>
  (first(answer).defects ?? []).filter((/** @type {any} */ defect) => defect.kind !== "unknown-sticker");

/** @param {string} cube */
const isSolved = (cube) => cube.match(/(.)\1*/g)?.length === 6;

/** @type {(answer: any) => string[]} the stickers to mark: those of pieces, otherwise those of colours too many */
function wrong(answer) {
  const kinds = defects(answer);
  const pieces = kinds.filter(({ kind }) => kind !== "colour-count");
  return [...new Set((pieces.length ? pieces : kinds).flatMap(({ stickers }) => stickers))];
}

/** @type {(way: import("./state.js").Way) => string} the changes, in words: "front, top right: green → white" */
function changes({ cube, changed }) {
  const { size } = page.state;
  const before = checkable();
  const words = places(size).flatMap((place, i) => (changed.includes(place.name)
    ? [`${placeName(place, size)}: ${lookOf(before[i], scheme()).name} → ${lookOf(cube[i], scheme()).name}`] : []));
  const more = words.length - 2 * MANY;
  return [...words.slice(0, 2 * MANY), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** @param {import("./state.js").Way} way */
function apply(way) {
  const words = changes(way);
  take(way.cube, { changed: `Changed: ${words}.` });
}

/** @returns {Line} what holds, and the next step */
function line() {
  const { verdict, lost, ways, solution, sequence, at } = page.state;
  if (lost) return { words: "Not checked: the server does not answer.", kind: "waiting" };
  if (!verdict) return { words: "Checking …", kind: "waiting" };
  if (verdict.refused) return { words: sentence(verdict.refused), kind: "bad" };
  const problems = defects(verdict);
  if (problems.length) return wrongLine(problems, ways);
  const unknown = [...checkable()].filter((letter) => letter === UNKNOWN).length;
  if (unknown) return { words: `${some(unknown, "sticker")} still unknown; nothing is wrong so far.`, kind: "open", label: "Fill in", run: () => void fillIn() };
  if (isSolved(shownCube())) return { words: "It is solved.", kind: "good", label: "Scramble it", run: () => byId("make-random").click() };
  if (sequence && at < sequence.turns.length) {
    const left = some(sequence.turns.length - at, "move");
    return { words: `Can be solved; ${left} to go.`, kind: "good", label: "Next move", run: nextMove };
  }
  const moves = solution ? `, ${some(solution.length, "move")}` : "";
  const run = () => (solution && page.state.size <= SMALL && !sequence ? showSolution(shownCube(), solution) : void solve());
  return { words: `Can be solved${moves}.`, kind: "good", label: solution ? "Show me" : "Solve it", run };
}

/** Make the next move of the solution. */
export function nextMove() {
  const { sequence, at, solution } = page.state;
  if (sequence && at < sequence.turns.length) return page.set({ at: at + 1 });
  if (sequence || !solution) return say(line().words);
  showSolution(shownCube(), solution);
  page.set({ at: 1 });
}

/** @type {(problems: any[], ways: import("./state.js").Way[] | null) => Line} */
function wrongLine(problems, ways) {
  const general = problems.length === 1 ? sentence(inWords(problems[0].message, page.state.size)) : `This cube cannot be: ${some(problems.length, "thing")} wrong with it.`;
  if (!ways) return { words: general, kind: "bad", label: "What to change?", run: () => void repair() };
  if (!ways.length) return { words: `${general} No repair was found in time.`, kind: "bad" };
  const [way] = ways;
  const number = way.changed.length;
  const those = number === 1 ? "One sticker is wrong" : `${number} stickers are wrong`;
  const open = () => byId("ways").querySelector("button")?.focus();
  if (ways.length > 1 || number > FEW) {
    const choice = ways.length > 1 ? `, in one of ${ways.length} ways` : "";
    return { words: `${those}${choice}.`, kind: "bad", label: ways.length > 1 ? "Choose" : "Look", run: open };
  }
  return { words: `${those}: ${changes(way)}.`, kind: "bad", label: "Fix", run: () => apply(way), shows: way };
}

function showLine() {
  const { words, kind, label } = line();
  set(byId("verdict"), { class: kind, "aria-busy": kind === "waiting" && !page.state.lost ? "true" : null });
  if (byId("verdict").textContent !== words) byId("verdict").textContent = words;
  byId("next").hidden = !label;
  byId("next").textContent = `${label ?? ""} ▸`;
  const { changed } = page.state;
  byId("changed").hidden = !changed;
  byId("changed-words").textContent = changed;
}

/** List what is wrong, what may have been meant, and what to change, the likeliest first. */
function showWays() {
  const { verdict, ways } = page.state;
  const problems = verdict ? defects(verdict) : [];
  const shown = (ways ?? []).slice(0, MANY);
  const isSaid = ways?.length === 1 && ways[0].changed.length <= FEW && problems.length < 2; // by the line
  byId("ways").replaceChildren(
    ...(verdict ? hints(first(verdict)) : []),
    ...problems.slice(0, MANY).map(({ message }) => make("li", { class: "note" }, sentence(inWords(message, page.state.size)))),
    more(problems.length),
    ...(isSaid ? [] : shown.map((way) => wayItem(changes(way), "Apply", way))),
    more(ways?.length ?? 0),
  );
}

/** @param {number} number of items, of which not all are shown */
const more = (number) => (number > MANY ? make("li", { class: "note" }, `and ${number - MANY} more`) : "");

/** @type {(words: string, label: string, way: import("./state.js").Way) => Node} */
function wayItem(words, label, way) {
  const preview = (/** @type {import("./state.js").Way | null} */ shows) => () => page.set({ preview: shows });
  return make("li", {
    onpointerenter: preview(way), onpointerleave: preview(null), onfocusin: preview(way), onfocusout: preview(null),
  }, make("span", {}, words), button(label, () => apply(way)));
}

/** Ask whether a cube was meant to be another, those first that have the usual colours. @param {any} cube @returns {Node[]} */
export function hints({ hints = [] }) {
  return [...hints].sort((a, b) => Number("scheme" in a) - Number("scheme" in b)).slice(0, FEW)
    .map((hint) => wayItem(`Is it as if ${inWords(hint.as_if, page.state.size)}?`, "Yes, correct that", wayTo(checkable(), shown(hint, scheme()))));
}

/** Fill in unknown stickers, or say which one to look at. */
async function fillIn() {
  const before = checkable();
  await told(byId("verdict"), async () => {
    const answer = await following.start((signal) => ask("complete", { cubes: subject(), limit: 1 }, signal));
    if (!answer) return;
    const cube = answer.cubes?.[0] && shown(answer.cubes[0], scheme());
    const next = answer.next_sticker?.sticker;
    const place = places(page.state.size).find(({ name }) => name === next);
    if (answer.count === 1) apply(wayTo(before, cube));
    else page.set({ changed: !cube ? "No cube that can be solved has these stickers."
      : `${some(answer.count, "cube")} have these stickers.${place ? ` Look at this one next: ${placeName(place, page.state.size)}; it tells the most.` : ""}`,
    marked: next ? [next] : [] });
  });
}
