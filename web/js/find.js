/** The cubes that one wishes for: their number, the cubes as they come, and what is too much if there are none. */

import { ask, Latest, run, told } from "./api.js";
import { button, byId, download, fetched, grouped, make, paused, set, some } from "./dom.js";
import { parseMoves, solved } from "./geometry.js";
import { page, playing, take } from "./state.js";
import { newEntry } from "./link.js";
import { drop, markConflict, meaningOf, rulesOn } from "./rules.js";
import { hold } from "./solve.js";
import { USUAL, behind, picture } from "./space.js";
import { looksOf } from "./stage.js";

const COUNTING = 2; // seconds for an exact count, then for an estimate
const PAUSE = 250; // milliseconds after which rules count as chosen
const SOLVED_AT_ONCE = 200; // cubes for which moves are found without being asked
const FEW_MOVES = 20; // that will do: moves this short always exist
const NONE = "No cube can be all of this.";
/** What the best cube has the most or the fewest of, in the language of rules. @type {Record<string, string>} */
const MEASURES = {
  "different colours on the faces": "sum(f in faces: colours({f}))",
  "different colours up": "colours(U)",
  "stickers in place": "count(U, U)+count(R, R)+count(F, F)+count(D, D)+count(L, L)+count(B, B)",
};

const counting = new Latest();
const searching = new Latest();

/** @type {{cubes: any[], answer: any, rules: string[], size: number}} */
let result = { cubes: [], answer: null, rules: [], size: 3 };

/** Set the panel up. */
export function setUpFind() {
  const recount = paused(() => void told(byId("count"), count), PAUSE);
  page.watch(["rules", "size", "lost"], () => {
    counting.stop();
    markConflict([]);
    byId("conflict").replaceChildren();
    showCount("…");
    recount();
    showAge();
  });
  page.watch(["colours"], () => byId("answers").replaceChildren(...result.cubes.map(card)));
  byId("best-of").append(...Object.keys(MEASURES).map((words) => make("option", {}, words)));
  set(byId("best-form"), { onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = event.submitter?.getAttribute("name") === "most" ? "maximise" : "minimise";
    void search((signal) => run("best", { ...wished(), [name]: MEASURES[byId("best-of").value], limit: 1 }, events, signal));
  } });
  set(byId("search"), { onclick: searchFor });
  set(byId("draw-one"), { onclick: drawOne });
  set(byId("stop"), { onclick: () => searching.stop() });
  set(byId("save-text"), { onclick: saveText });
  set(byId("save-proof"), { onclick: () => void prove() });
}

const wished = () => ({ rules: rulesOn(), size: page.state.size });
/** @param {string} words */
const showCount = (words) => { byId("count").textContent = words; };
/** @param {string} words */
const tell = (words) => { byId("found").textContent = words; };

async function count() {
  const asked = wished();
  if (!asked.rules.length) return showCount("No wish is on: every cube will do.");
  await counting.start(async (signal) => {
    const exact = await ask("count", { ...asked, time_limit: COUNTING }, signal);
    if (exact.count === 0 || exact.status === "infeasible") return explain(asked, signal);
    if (exact.count != null) return showCount(`${sized(exact.count)} in all.`);
    if (exact.at_least) showCount(`At least ${sized(exact.at_least)}.`);
    const about = await ask("count", { ...asked, estimate: true, time_limit: COUNTING }, signal);
    if (about.estimate) showCount(estimated(about));
    else if (!exact.at_least) showCount("Counting them takes longer.");
  });
}

/** @param {number | string} number of cubes, shortened if it is very large */
function sized(number) {
  const digits = String(BigInt(number));
  const words = digits.length > 22 ? `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}` : grouped(digits);
  return `${words} ${digits === "1" ? "cube" : "cubes"}`;
}

/** @param {any} about */
function estimated({ estimate, interval, confidence }) {
  const round = (/** @type {number} */ value) => BigInt(Math.round(Number(Number(value).toPrecision(2)))).toString();
  const [least, most] = interval.map(round).map(grouped);
  return `About ${sized(round(estimate))}: an estimate, ${least} to ${most} (${100 * confidence} %).`;
}

/** @type {(asked: any, signal: AbortSignal) => Promise<void>} */
async function explain(asked, signal) {
  showCount(NONE);
  const answer = await ask("explain", { ...asked, time_limit: 4 * COUNTING }, signal);
  const all = [...new Set((answer.conflicts ?? []).flatMap((/** @type {any} */ conflict) => conflict.rules))];
  const ways = (answer.corrections ?? []).slice(0, 4).map((/** @type {any} */ one) => one.rules);
  markConflict(all);
  const those = all.map(meaningOf).join("; ");
  byId("conflict").replaceChildren(
    make("p", {}, all.length === 1 ? `This is too much: ${those}. Give it up:` : `Together these are too much: ${those}. Give up one of:`),
    ...ways.map((/** @type {string[]} */ texts) => button(texts.map(meaningOf).join(", and "), () => drop(texts))));
}

const events = { cube: came, restart: clear, progress: (/** @type {any} */ { fraction, note }) => tell(`Looking … ${shared(fraction)}${note}`) };

/** Look for all cubes that are wished for, up to the number chosen. */
export function searchFor() {
  const asked = { ...wished(), limit: Number(byId("limit").value), classes: byId("classes").checked };
  void search((signal) => run("find", asked, events, signal));
}

/** Draw one of the cubes, each as likely as any other, and show it with the moves that make it. */
function drawOne() {
  void search(async (signal) => {
    const answer = await ask("scramble", { ...wished(), n: 1 }, signal);
    for (const { facelets, written, generator, text } of answer.cubes) came({ facelets: written ?? facelets, generator: generator || text });
    if (result.cubes.length) show(0);
    return { ...answer, drawn: true };
  });
}

/** @param {(signal: AbortSignal) => Promise<any>} asking */
async function search(asking) {
  clear();
  const answer = await told(byId("found"), () => searching.start(asking));
  byId("stop").hidden = true;
  if (answer) {
    result.answer = answer;
    showFound(answer);
    if (!answer.drawn) void told(byId("found"), () => searching.start(addMoves));
  } else if (byId("found").textContent.startsWith("Looking")) tell(`Stopped after ${some(result.cubes.length, "cube")}.`);
  showDownloads();
}

function clear() {
  result = { cubes: [], answer: null, ...wished() };
  byId("answers").replaceChildren();
  showDownloads();
  tell("Looking …");
  byId("stop").hidden = false;
  showAge();
}

/** Show whether the cubes satisfy other rules than those that are on now. */
const showAge = () => { byId("found-before").hidden = isOfNow() || !result.answer; };
const isOfNow = () => rulesOn().join() === result.rules.join() && page.state.size === result.size;
/** @param {number | null} fraction of the work that is done, null if unknown */
const shared = (fraction) => (fraction == null ? "" : `${Math.round(100 * fraction)} %, `);

/** @param {any} cube */
function came(cube) {
  result.cubes.push(cube);
  byId("answers").append(card(cube, result.cubes.length - 1));
}

/** @type {(cube: any, index: number) => HTMLElement} */
function card(cube, index) {
  const notes = [
    cube.class_size && `one of ${cube.class_size} alike`,
    cube.length != null && `${some(cube.length, "move")}${cube.optimal ? ", the fewest" : ""}`,
  ].filter(Boolean).join(", ");
  const made = button(picture(looksOf(cube.facelets)), () => show(index), { class: "card", "aria-label": `Cube ${index + 1}: ${notes || "show it"}` });
  made.append(picture(looksOf(cube.facelets), behind(USUAL)), make("span", { class: "note" }, notes || `cube ${index + 1}`));
  return make("li", {}, made);
}

/** @param {any} answer */
function showFound(answer) {
  const cubes = some(answer.count ?? result.cubes.length, "cube");
  const classes = answer.classes != null ? ` of ${some(answer.classes, "kind")}` : "";
  const ends = /** @type {Record<string, string>} */ ({
    complete: `${cubes}${classes}. There are no others.`,
    partial: `${cubes}${classes}, and there may be more.`,
    infeasible: NONE,
    unknown: "No cube was found in time.",
  });
  let words = ends[answer.status];
  if (answer.value != null) words = answer.proven ? `It has ${answer.value}; no cube does better.` : `The best in this time: it has ${answer.value}.`;
  if (answer.drawn && result.cubes.length) words = `One of them at random, with the moves that make it. ${hold()}`;
  tell(words);
  if (answer.drawn || answer.value != null || answer.status !== "complete" || !isOfNow()) return;
  counting.stop();
  showCount(`${sized(answer.count)} in all.`);
}

/** @param {AbortSignal} signal */
async function addMoves(signal) {
  const first = result.cubes.slice(0, SOLVED_AT_ONCE).map(({ facelets }) => facelets);
  if (!first.length || page.state.size > 3) return;
  const enough = page.state.size === 3 ? { max_length: FEW_MOVES } : {};
  const { cubes } = await ask("solve", { cubes: first, ...enough }, signal);
  cubes.forEach((/** @type {any} */ { generator, length, optimal }, /** @type {number} */ index) => {
    const cube = Object.assign(result.cubes[index], { generator, length, optimal });
    byId("answers").children[index].replaceWith(card(cube, index));
  });
}

/** @param {number} index show a cube on the stage, with the moves that make it */
function show(index) {
  const { facelets, generator } = result.cubes[index];
  newEntry();
  take(facelets);
  const turns = parseMoves(generator ?? "", page.state.size);
  if (turns?.length) playing(solved(page.state.size), turns, turns.length);
  byId("stage").scrollIntoView({ block: "start" });
}

function showDownloads() {
  // That there are no others, or none at all, can be proven.
  byId("save-proof").hidden = result.answer?.drawn || !["complete", "infeasible"].includes(result.answer?.status);
  byId("save-text").hidden = !result.cubes.length;
}

function saveText() {
  const lines = result.cubes.map(({ facelets, generator }) => [facelets, generator].filter(Boolean).join("  "));
  download("cubes.txt", `${lines.join("\n")}\n`, "text/plain");
}

/** Ask for a proof that there are no other cubes, and save it as a file. */
async function prove() {
  const { rules, size, answer } = result;
  let address = "";
  tell("Proving …");
  byId("stop").hidden = false;
  byId("save-proof").hidden = true; // one proof at a time
  const proof = await told(byId("found"), () => searching.start((signal) => run("prove", { rules, size }, {
    begun: (at) => (address = at),
    progress: ({ fraction, note }) => tell(`Proving … ${shared(fraction)}${note}`),
  }, signal)));
  if (result.answer !== answer) return;
  byId("stop").hidden = true;
  showDownloads();
  if (proof?.certificate) fetched("certificate.zip", `${address}/file`);
  if (proof && !proof.certificate) tell("It could not be proven in time.");
  else if (byId("found").textContent.startsWith("Proving")) showFound(answer);
}
