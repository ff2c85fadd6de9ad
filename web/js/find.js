/** The cubes that satisfy the rules: their number, the cubes as they come, and conflicting rules if there are none. */

import { ask, Latest, Refused, run } from "./api.js";
import { byId, download, fetched, grouped, make, paused, say, set, some } from "./dom.js";
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
const FEW_MOVES = 20; // that will do at first: moves this short always exist
/** What the best cube has the most or the fewest of, in the language of rules. @type {Record<string, string>} */
const MEASURES = {
  "different colours on the faces": "sum(f in faces: colours({f}))",
  "different colours up": "colours(U)",
  "stickers at home": "count(U, U)+count(R, R)+count(F, F)+count(D, D)+count(L, L)+count(B, B)",
};
const IMPROVING = 2; // seconds that are spent on fewer moves for a cube that is looked at

const counting = new Latest();
const searching = new Latest();
const improving = new Latest();
const proving = new Latest();

/** @type {{cubes: any[], answer: any, rules: string[], size: number}} */
let result = { cubes: [], answer: null, rules: [], size: 3 };

/** Whether the moves on the stage have been stepped through since they were put there. */
let stepped = false;

/** Set the panel up. */
export function setUpFind() {
  const recount = paused(() => void count(), PAUSE);
  page.watch(["rules", "size", "lost"], () => {
    counting.stop();
    markConflict([]);
    byId("conflict").replaceChildren();
    showCount(page.state.lost ? "Not counted: the server does not answer." : "…");
    recount();
    showAge();
  });
  page.watch(["colours"], () => byId("answers").replaceChildren(...result.cubes.map(card)));
  page.watch(["sequence", "at"], () => { stepped = true; });
  byId("best-of").append(...Object.keys(MEASURES).map((words) => make("option", {}, words)));
  set(byId("best-form"), { onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = event.submitter?.getAttribute("name") === "most" ? "maximise" : "minimise";
    void search("best", { [name]: MEASURES[byId("best-of").value], limit: 1 });
  } });
  set(byId("search"), { onclick: () => void searchFor() });
  set(byId("draw-one"), { onclick: () => void drawOne() });
  set(byId("stop"), { onclick: () => [searching, proving].forEach((work) => work.stop()) });
}

/** @param {string} words */
function showCount(words) {
  byId("count").textContent = words;
}

async function count() {
  const rules = rulesOn();
  if (!rules.length) return showCount("No wish is on: every cube will do.");
  const asked = { rules, size: page.state.size };
  try {
    await counting.start(async (signal) => {
      const exact = await ask("count", { ...asked, time_limit: COUNTING }, signal);
      if (exact.count === 0 || exact.status === "infeasible") return explain(asked, signal);
      if (exact.count != null) return showCount(`${sized(exact.count)} in all.`);
      if (exact.at_least) showCount(`At least ${sized(exact.at_least)}.`);
      const about = await ask("count", { ...asked, estimate: true, time_limit: COUNTING }, signal);
      if (about.estimate) showCount(estimated(about));
      else if (!exact.at_least) showCount("Counting them takes longer.");
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showCount(`${error.message}.`);
  }
}

/** @param {number | string} number of cubes, shortened if it is very large */
function sized(number) {
  const digits = String(BigInt(number));
  const words = digits.length > 22
    ? `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`
    : grouped(digits);
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
  showCount("No cube satisfies all of these.");
  const { rules, size } = asked;
  const answer = await ask("explain", { rules, size, time_limit: 4 * COUNTING }, signal);
  const all = [...new Set((answer.conflicts ?? []).flatMap((/** @type {any} */ conflict) => conflict.rules))];
  markConflict(all);
  const ways = (answer.corrections ?? []).slice(0, 4).map((/** @type {any} */ one) => one.rules);
  byId("conflict").replaceChildren(
    make("p", {}, all.length === 1
      ? `No cube can be so: ${meaningOf(all[0])}.` : `Together these are too much: ${all.map(meaningOf).join("; ")}.`),
    ways.length ? make("p", {}, "Give up:") : "",
    ...ways.map((/** @type {string[]} */ texts) =>
      make("button", { type: "button", onclick: () => drop(texts) }, texts.map(meaningOf).join(", and "))),
  );
}

/** Look for all cubes that are wished for, up to the number chosen. */
export function searchFor() {
  return search("find", { limit: Number(byId("limit").value), classes: byId("classes").checked });
}

/** @type {(question: string, more: Record<string, any>) => Promise<void>} */
async function search(question, more) {
  const rules = rulesOn();
  const asked = { rules, size: page.state.size, ...more };
  clear(rules);
  try {
    const answer = await searching.start((signal) => run(question, asked, { cube: came, restart: () => clear(rules), progress: showProgress }, signal));
    over();
    if (!answer) return;
    result.answer = answer;
    showFound(answer);
    showDownloads();
    await searching.start((signal) => addMoves(signal));
  } catch (error) {
    over();
    if (!(error instanceof Refused)) throw error;
    byId("found").textContent = `${error.message}.`;
  }
}

/** Draw one of the cubes, each as likely as any other, and show it with the moves that make it. */
async function drawOne() {
  const rules = rulesOn();
  clear(rules);
  try {
    const answer = await searching.start((signal) => ask("scramble", { rules, size: page.state.size, n: 1 }, signal));
    over();
    if (!answer) return;
    for (const { facelets, written, generator, text } of answer.cubes) {
      came({ facelets: written ?? facelets, generator: generator || text });
      void show(0);
    }
    byId("found").textContent = answer.cubes.length ? `One of them at random, with the moves that make it. ${hold()}` : "No cube satisfies all of these.";
    showDownloads();
  } catch (error) {
    over();
    if (!(error instanceof Refused)) throw error;
    byId("found").textContent = `${error.message}.`;
  }
}

/** @param {string[]} rules */
function clear(rules) {
  result = { cubes: [], answer: null, rules, size: page.state.size };
  proving.stop();
  byId("answers").replaceChildren();
  byId("downloads").hidden = true;
  byId("found").textContent = "Looking …";
  byId("stop").hidden = false;
  showAge();
}

/** Show whether the cubes satisfy other rules than those that are on now. */
function showAge() {
  const same = rulesOn().join() === result.rules.join() && page.state.size === result.size;
  byId("found-before").hidden = same || !result.answer;
}

function over() {
  byId("stop").hidden = true;
  byId("found").textContent = `Stopped after ${some(result.cubes.length, "cube")}.`;
  showDownloads();
}

/** @param {{fraction: number | null, note: string}} progress */
function showProgress({ fraction, note }) {
  byId("found").textContent = `Looking … ${shared(fraction)}${note}`;
}

/** @param {number | null} fraction of the work that is done, null if unknown */
function shared(fraction) {
  return fraction == null ? "" : `${Math.round(100 * fraction)} %, `;
}

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
  return make("li", {}, make("button",
    { type: "button", class: "card", onclick: () => void show(index), "aria-label": `Cube ${index + 1}: ${notes || "show it"}` },
    picture(looksOf(cube.facelets)), picture(looksOf(cube.facelets), behind(USUAL)),
    make("span", { class: "note" }, notes || `cube ${index + 1}`)));
}

/** @param {any} answer */
function showFound(answer) {
  const cubes = some(answer.count ?? result.cubes.length, "cube");
  const classes = answer.classes != null ? ` of ${some(answer.classes, "kind")}` : "";
  const ends = /** @type {Record<string, string>} */ ({
    complete: `${cubes}${classes}. There are no others.`,
    partial: `${cubes}${classes}, and there may be more.`,
    infeasible: "No cube satisfies all of these.",
    unknown: "No cube was found in time.",
  });
  byId("found").textContent = ends[answer.status];
  say(ends[answer.status]);
  if (answer.status !== "complete" || rulesOn().join() !== result.rules.join()) return;
  counting.stop();
  showCount(`${sized(answer.count)} in all.`);
}

/** @param {AbortSignal} signal */
async function addMoves(signal) {
  const first = result.cubes.slice(0, SOLVED_AT_ONCE).map(({ facelets }) => facelets);
  if (!first.length || page.state.size > 3) return;
  const enough = page.state.size === 3 ? { max_length: FEW_MOVES } : {};
  const answer = await ask("solve", { cubes: first, ...enough }, signal);
  answer.cubes.forEach(improve);
}

/**
 * Take over the moves of a cube if they are fewer than the known ones.
 * @type {(moves: any, index: number) => void}
 */
function improve({ generator, solution, length, metric, optimal }, index) {
  const cube = result.cubes[index];
  if (generator == null || (cube.length != null && cube.length <= length && !optimal)) return;
  Object.assign(cube, { generator, solution, length, metric, optimal });
  byId("answers").children[index].replaceWith(card(cube, index));
}

/** @param {number} index show a cube on the stage, with the moves that make it, and look for fewer */
async function show(index) {
  const cube = result.cubes[index];
  newEntry();
  take(cube.facelets);
  playMaking(cube);
  stepped = false;
  byId("stage").scrollIntoView({ block: "start" });
  if (page.state.size !== 3 || cube.improved) return;
  cube.improved = true;
  const asked = { cubes: cube.facelets, method: "two-phase", time_limit: IMPROVING };
  const answer = await improving.start((signal) => ask("solve", asked, signal));
  const before = cube.length;
  if (!answer || result.cubes[index] !== cube) return;
  improve(answer.cubes[0], index);
  if (cube.length !== before && page.state.cube === cube.facelets && !stepped) playMaking(cube);
}

/** @param {any} cube */
function playMaking({ generator }) {
  const turns = parseMoves(generator ?? "", page.state.size);
  if (turns?.length) playing(solved(page.state.size), turns, turns.length);
}

function showDownloads() {
  const answer = () => ({ ...result.answer, cubes: result.cubes });
  const text = () => result.cubes.map(({ facelets, generator }) => [facelets, generator].filter(Boolean).join("  "));
  const saves = result.cubes.length ? [
    save("JSON", () => download("cubes.json", JSON.stringify(answer(), null, 2), "application/json")),
    save("text", () => download("cubes.txt", `${text().join("\n")}\n`, "text/plain")),
    save("pictures", () => download("cubes.svg", drawing(), "image/svg+xml")),
  ] : [];
  // That there are no others, or none at all, can be proven.
  const proof = ["complete", "infeasible"].includes(result.answer?.status)
    ? [save("certificate", () => void prove())]
    : [];
  byId("downloads").hidden = !saves.length && !proof.length;
  byId("downloads").replaceChildren("Save as ", ...saves, ...proof);
}

/** Ask for a proof that there are no other cubes, and save it as a file. */
async function prove() {
  const { rules, size, answer } = result;
  const tell = (/** @type {string} */ words) => (byId("found").textContent = words);
  let address = "";
  const events = {
    begun: (/** @type {string} */ at) => (address = at),
    progress: (/** @type {any} */ { fraction, note }) => tell(`Proving … ${shared(fraction)}${note}`),
  };
  tell("Proving …");
  byId("stop").hidden = false;
  byId("downloads").hidden = true; // one proof at a time
  try {
    const proof = await proving.start((signal) => run("prove", { rules, size }, events, signal));
    if (result.answer !== answer) return;
    if (!proof || proof.certificate) showFound(answer);
    else tell("It could not be proven in time.");
    if (proof?.certificate) fetched("certificate.zip", `${address}/file`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(`${error.message}.`);
  } finally {
    if (result.answer === answer) {
      byId("stop").hidden = true;
      showDownloads();
    }
  }
}

/** @type {(name: string, run: () => void) => Node} */
const save = (name, run) => make("button", { type: "button", class: "plain", onclick: run }, name);

/** @returns {string} one drawing of all the cubes */
function drawing() {
  const across = Math.min(8, result.cubes.length);
  const down = Math.ceil(result.cubes.length / across);
  const pictures = result.cubes.map(({ facelets }, i) => {
    const drawn = picture(looksOf(facelets));
    set(drawn, { x: (i % across) * 110, y: Math.floor(i / across) * 110, width: 100, height: 100 });
    return drawn;
  });
  const image = make("svg:svg", { viewBox: `0 0 ${across * 110} ${down * 110}` }, ...pictures);
  return new XMLSerializer().serializeToString(image);
}

