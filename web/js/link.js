/** The address of the page says all that is needed to show it again. */

import { SCHEMES } from "./colours.js";
import { parseMoves, sizeOf } from "./geometry.js";
import { page, playing } from "./page.js";

const SEPARATOR = "\n"; // no rule text has one
const OFF = "-"; // in front of rules that are switched off

/** Take over what the address says, and keep it up to date. */
export function setUpLink() {
  restore();
  window.addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== written()) restore();
  });
  page.watch(
    ["tab", "cube", "rules", "colours", "letters", "view", "method", "sequence", "at"],
    () => history.replaceState(null, "", `#${written()}`),
  );
}

function written() {
  const { tab, cube, rules, colours, letters, view, method, sequence, at } = page.state;
  const said = new URLSearchParams({ tab, cube, colours });
  if (letters) said.set("letters", "1");
  if (view !== "net") said.set("view", view);
  if (method) said.set("method", method);
  if (rules.length) said.set("rules", rules.map(({ text, on }) => (on ? "" : OFF) + text).join(SEPARATOR));
  if (sequence) {
    said.set("from", sequence.cubes[0]);
    said.set("moves", sequence.turns.map(({ text }) => text).join(" "));
    said.set("at", String(at));
  }
  return said.toString();
}

function restore() {
  const said = new URLSearchParams(location.hash.slice(1));
  const cube = cubeIn(said.get("cube"));
  page.set({
    ...(cube ? { cube, size: sizeOf(cube), sequence: null, at: 0 } : {}),
    tab: ["paint", "find", "solve", "train"].find((name) => name === said.get("tab")) ?? page.state.tab,
    colours: Object.keys(SCHEMES).find((name) => name === said.get("colours")) ?? page.state.colours,
    letters: said.get("letters") === "1",
    view: said.get("view") === "solid" ? "solid" : "net",
    method: said.get("method") ?? "",
    rules: (said.get("rules") ?? "").split(SEPARATOR).filter(Boolean).map((text) =>
      text.startsWith(OFF) ? { text: text.slice(1), on: false } : { text, on: true }),
  });
  const from = cubeIn(said.get("from"));
  const turns = from ? parseMoves(said.get("moves") ?? "", sizeOf(from)) : null;
  if (from && turns?.length && sizeOf(from) === page.state.size) {
    playing(from, turns, Math.max(0, Math.min(turns.length, Number(said.get("at")) || 0)));
  }
}

/** @param {string | null} text what a link says is a cube: nothing is taken on trust */
function cubeIn(text) {
  return text && /^[URFDLB.]+$/.test(text) && sizeOf(text) ? text : null;
}
