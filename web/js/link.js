/** The address of the page holds all that is needed to show it again. */

import { SCHEMES } from "./colours.js";
import { byId } from "./dom.js";
import { sizeOf } from "./geometry.js";
import { PUZZLES } from "./puzzles.js";
import { page, played, present, remember } from "./state.js";

const SEPARATOR = "\n"; // no rule text has one
const OFF = "-"; // in front of rules that are switched off
/** Doors by what a link calls them. @type {Record<string, "paint" | "find" | "puzzle">} */
const DOORS = { paint: "paint", solve: "paint", find: "find", puzzle: "puzzle" };
const VIEWS = /** @type {const} */ (["net", "solid"]);

let entry = false;
let queued = false;
let isSetUp = false;

/** Show the state in the address, and keep the address up to date. */
export function setUpLink() {
  restore(true);
  const follow = () => {
    if (location.hash.slice(1) !== written()) restore(!history.state); // which a pasted link has not
  };
  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);
  page.watch(["tab", "cube", "rules", "colours", "letters", "view", "sequence", "at", "puzzle", "state"], write);
}

/** Begin a new entry of the history, from which Back leads to the one before. */
export function newEntry() {
  entry = true;
  write();
}

/** Change the state in a way that Back undoes. @param {Partial<import("./state.js").PageState>} changes */
export function go(changes) {
  newEntry();
  page.set(changes);
}

/** Write the address once all changes made together are complete. */
function write() {
  if (queued) return;
  queued = true;
  queueMicrotask(() => {
    const address = `#${written()}`;
    if (entry && address !== location.hash) history.pushState({}, "", address);
    else history.replaceState({}, "", address);
    entry = queued = false;
  });
}

function written() {
  const { tab, rules, colours, letters, view, puzzle, state } = page.state;
  const listed = rules.map(({ text, on }) => (on ? "" : OFF) + text).join(SEPARATOR);
  return new URLSearchParams({ tab, colours, letters: letters ? "1" : "0", view, rules: listed, ...present(), ...(tab === "puzzle" && { puzzle, state }) }).toString();
}

/** Show the state in the address; parts that it does not name stay unchanged. @param {boolean} all also rules and settings, which Back leaves alone */
function restore(all) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const cube = cubeIn(parameters.get("cube"));
  const from = cubeIn(parameters.get("from")) ?? "";
  const fits = sizeOf(from) === (cube ? sizeOf(cube) : page.state.size);
  const moves = played(fits ? { ...Object.fromEntries(parameters), from } : {});
  if (cube && cube !== page.state.cube && isSetUp) remember();
  isSetUp = true;
  page.set({
    ...(cube ? { cube, size: sizeOf(cube), marked: [], changed: "" } : {}),
    ...(cube || moves.sequence ? moves : {}),
    tab: DOORS[parameters.get("tab") ?? ""] ?? (parameters.has("tab") ? "" : page.state.tab),
    view: VIEWS.find((name) => name === parameters.get("view")) ?? page.state.view,
    drawing: null,
    ...((parameters.get("puzzle") ?? "") in PUZZLES ? { puzzle: parameters.get("puzzle") ?? "", state: parameters.get("state") ?? "" } : {}),
    ...(all ? settingsIn(parameters) : {}),
  });
  if (moves.sequence || !parameters.get("moves")) return;
  byId("text").value = parameters.get("moves"); // in a notation that only the server reads
  queueMicrotask(() => byId("play-moves").click());
}

/** @type {(parameters: URLSearchParams) => Partial<import("./state.js").PageState>} */
function settingsIn(parameters) {
  const { colours, letters } = page.state;
  return {
    colours: Object.keys(SCHEMES).find((name) => name === parameters.get("colours")) ?? colours,
    letters: parameters.has("letters") ? parameters.get("letters") === "1" : letters,
    ...(parameters.has("rules") ? { rules: rulesIn(parameters.get("rules") ?? "") } : {}),
  };
}

/** @param {string} text */
function rulesIn(text) {
  return text.split(SEPARATOR).filter(Boolean).map((rule) =>
    rule.startsWith(OFF) ? { text: rule.slice(1), on: false } : { text: rule, on: true });
}

/** @param {string | null} text a cube in a link, which may say anything */
const cubeIn = (text) => text && /^[URFDLB.]+$/.test(text) && sizeOf(text) ? text : null;
