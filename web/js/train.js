/** Scrambles for a case, uniformly at random, and a timer for them. */

import { ask, Latest, Refused } from "./api.js";
import { byId, make, set } from "./dom.js";
import { newEntry } from "./link.js";
import { endTraining, page, scheme, sequenceOf, take, train } from "./state.js";
import { parseMoves, solved } from "./geometry.js";
import { picture } from "./picture.js";
import { rulesOn } from "./rules.js";

const AHEAD = 3; // scrambles that are drawn before they are needed
const KEPT = "cubecsp.times";
const COMING = "…"; // in the place of a scramble

/**
 * Cases by name: the rules that describe them. Those of a 3×3×3 have `three`.
 * @type {Record<string, {title: string, rules: () => string[], three?: boolean}>}
 */
const CASES = {
  any: { title: "any cube", rules: () => [] },
  "last-layer": { title: "last layer", rules: () => ["solved=F2L"], three: true },
  oll: { title: "last layer, edges oriented", rules: () => ["solved=F2L", "oriented=UR+UF+UL+UB"], three: true },
  pll: { title: "last layer, all oriented", rules: () => ["solved=F2L", "oriented=last-layer"], three: true },
  cross: { title: "first two layers, cross done", rules: () => ["solved=cross"], three: true },
  corners: { title: "corners only", rules: () => ["solved=edges"], three: true },
  edges: { title: "edges only", rules: () => ["solved=corners"], three: true },
  mine: { title: "the rules under Find", rules: rulesOn },
};

const drawing = new Latest();
/** @type {any[]} */
let ahead = [];
/** @type {{cube: string, sequence: import("./state.js").Sequence} | null} the scramble that is shown */
let scramble = null;
/** @type {number[]} times in milliseconds, the latest last */
let times = [];
let keeps = true; // whether the browser keeps them
let started = 0;
/** @type {"idle" | "ready" | "running" | "stopped"} */
let phase = "idle";

/** Set the panel up. */
export function setUpTrain() {
  setUpCases();
  set(byId("next-scramble"), { onclick: () => void next() });
  const timer = byId("timer");
  set(timer, {
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      timer.setPointerCapture(event.pointerId); // a finger may slide off before it lets go
      press();
    },
    onpointerup: release,
    onpointercancel: release,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.detail) return; // or it is Enter, or a screen reader
      press();
      release();
    },
  });
  document.addEventListener("keydown", (event) => {
    if (!isForTimer(event)) return;
    event.preventDefault();
    if (!event.repeat) press();
  });
  document.addEventListener("keyup", (event) => {
    if (!isForTimer(event)) return;
    event.preventDefault();
    release();
  });
  setUpTimes();
}

/** Begin with the times that are kept; other tabs of the browser add to them, and forget them. */
function setUpTimes() {
  set(byId("forget-times"), { onclick: () => keep([]) });
  const read = () => {
    times = kept(times);
    showTimes();
  };
  read();
  window.addEventListener("storage", (event) => {
    if (event.key === KEPT || event.key === null) read();
  });
}

function setUpCases() {
  let pointed = false; // whether the case is chosen by mouse or finger, for which the space bar is free again
  set(byId("case"), {
    onpointerdown: () => (pointed = true),
    onkeydown: () => (pointed = false),
    onchange: () => {
      if (pointed) byId("timer").focus();
      void restart();
    },
  });
  set(byId("solve-scramble"), { onclick: () => {
    if (!scramble) return;
    newEntry();
    page.set({ tab: "solve" });
    take(scramble.cube);
  } });
  page.watch(["size"], () => {
    byId("case").replaceChildren(...Object.entries(CASES)
      .filter(([, { three }]) => !three || page.state.size === 3)
      .map(([name, { title }]) => make("option", { value: name }, title)));
    ahead = [];
    forgetScramble("");
  });
  page.watch(["tab", "size", "aside"], () => {
    if (page.state.tab !== "train") {
      drawing.stop();
      endTraining();
    } else if (scramble) {
      if (!page.state.aside) train(scramble.sequence);
    } else if (["", COMING].includes(byId("scramble").textContent)) void next();
  });
}

/** @param {string} words that stand in its place */
function forgetScramble(words) {
  scramble = null;
  byId("scramble").textContent = words;
  byId("scramble-picture").replaceChildren();
  byId("solve-scramble").hidden = true;
}

async function restart() {
  ahead = [];
  await next();
}

async function next() {
  try {
    if (!ahead.length) {
      forgetScramble(COMING);
      const rules = CASES[byId("case").value].rules();
      const answer = await drawing.start((signal) =>
        ask("scramble", { rules, n: AHEAD, size: page.state.size }, signal));
      if (!answer) return;
      ahead = answer.cubes;
      if (!ahead.length) throw new Refused("no cube satisfies these rules");
    }
    show(ahead.shift());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    byId("scramble").textContent = `${error.message}.`;
  }
}

/** @param {any} cube */
function show({ facelets, written = facelets, generator, text }) {
  const moves = generator || text || "";
  byId("scramble").textContent = moves || "solved: nothing to do";
  byId("scramble-picture").replaceChildren(picture(written, scheme()));
  byId("solve-scramble").hidden = false;
  const turns = parseMoves(moves, page.state.size);
  scramble = {
    cube: written,
    sequence: turns?.length ? sequenceOf(solved(page.state.size), turns) : { turns: [], cubes: [written] },
  };
  if (page.state.tab === "train") train(scramble.sequence);
}

/**
 * Whether a key is the space bar, and not typed into something. Buttons leave it to the timer while *Train* is
 * open, whichever was pressed last; Enter presses them.
 * @param {KeyboardEvent} event
 */
function isForTimer(event) {
  if (page.state.tab !== "train" || event.key !== " " || event.ctrlKey || event.altKey || event.metaKey) return false;
  const typed = /** @type {Element} */ (event.target).closest("input, select, textarea");
  return !typed || phase === "running" || (phase !== "idle" && event.type === "keyup");
}

function press() {
  if (phase === "running") {
    phase = "stopped";
    keep([...kept(times), performance.now() - started]); // another tab may have added some
    void next();
  } else phase = "ready";
  showTime();
}

function release() {
  if (phase === "ready") {
    phase = "running";
    started = performance.now();
    tick();
  } else if (phase === "stopped") phase = "idle";
  showTime();
}

function tick() {
  if (phase !== "running") return;
  showTime();
  requestAnimationFrame(tick);
}

function showTime() {
  byId("timer").className = phase;
  const time = phase === "running" ? performance.now() - started : phase === "ready" ? 0 : times.at(-1) ?? 0;
  byId("time").textContent = seconds(time);
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  const all = Math.floor(milliseconds / 10) / 100;
  const minutes = Math.floor(all / 60);
  return minutes ? `${minutes}:${(all % 60).toFixed(2).padStart(5, "0")}` : all.toFixed(2);
}

/** @param {number[]} all */
function keep(all) {
  times = all;
  try {
    localStorage.setItem(KEPT, JSON.stringify(times.slice(-1000)));
  } catch {
    keeps = false; // and shows the times of this visit
  }
  showTimes();
}

/**
 * Return the times that the browser keeps.
 * @param {number[]} others those of this visit, where it keeps nothing
 * @returns {number[]}
 */
function kept(others) {
  if (!keeps) return others;
  try {
    const all = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(all) ? all.filter(Number.isFinite) : [];
  } catch (error) {
    return error instanceof SyntaxError ? [] : others;
  }
}

function showTimes() {
  showTime();
  byId("times").replaceChildren(...times.slice(-12).reverse().map((time) => make("li", {}, seconds(time))));
  set(byId("times"), { start: times.length });
  byId("forget-times").hidden = !times.length;
  const parts = [
    times.length && `best ${seconds(Math.min(...times))}`,
    times.length >= 5 && `average of 5: ${seconds(average(times.slice(-5)))}`,
    times.length >= 12 && `average of 12: ${seconds(average(times.slice(-12)))}`,
  ];
  byId("averages").textContent = parts.filter(Boolean).join(" · ");
}

/** @param {number[]} some their mean without the best and the worst, as the WCA has it */
function average(some) {
  const middle = [...some].sort((a, b) => a - b).slice(1, -1);
  return middle.reduce((sum, time) => sum + time, 0) / middle.length;
}
