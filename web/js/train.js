/** Scrambles for a case, uniformly at random, and a timer for them. */

import { ask, Latest, Refused } from "./api.js";
import { byId, make, set } from "./dom.js";
import { page, playing, scheme, take } from "./page.js";
import { parseMoves, solved } from "./geometry.js";
import { picture } from "./picture.js";
import { rulesOn } from "./rules.js";

const AHEAD = 3; // scrambles that are drawn before they are wanted
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
/** @type {number[]} times in milliseconds, the latest last */
let times = [];
let started = 0;
/** @type {"idle" | "ready" | "running" | "stopped"} */
let phase = "idle";

/** Set the panel up. */
export function setUpTrain() {
  set(byId("case"), { onchange: () => void restart() });
  set(byId("next-scramble"), { onclick: () => void next() });
  const timer = byId("timer");
  set(timer, { onpointerdown: press, onpointerup: release });
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
  set(byId("forget-times"), { onclick: () => keep([]) });
  times = kept();
  showTimes();
  page.watch(["size"], () => {
    byId("case").replaceChildren(...Object.entries(CASES)
      .filter(([, { three }]) => !three || page.state.size === 3)
      .map(([name, { title }]) => make("option", { value: name }, title)));
    ahead = [];
    byId("scramble").textContent = "";
  });
  page.watch(["tab", "size"], () => {
    if (page.state.tab !== "train") drawing.stop(); // or else it would come over what is done meanwhile
    else if (["", COMING].includes(byId("scramble").textContent)) void next();
  });
}

async function restart() {
  ahead = [];
  await next();
}

async function next() {
  try {
    if (!ahead.length) {
      byId("scramble").textContent = COMING;
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
function show({ facelets, generator, text }) {
  const moves = generator || text;
  byId("scramble").textContent = moves || "solved: nothing to do";
  byId("scramble-picture").replaceChildren(picture(facelets, scheme()));
  take(facelets);
  const turns = parseMoves(moves, page.state.size);
  if (turns?.length) playing(solved(page.state.size), turns, turns.length);
}

/** @param {KeyboardEvent} event whether it is the space bar, and not meant for something else */
function isForTimer(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const other = target.closest("input, select, textarea, button, a, [role=gridcell]");
  const free = !other || other.id === "timer";
  return page.state.tab === "train" && event.key === " " && (free || phase === "running");
}

function press() {
  if (phase === "running") {
    phase = "stopped";
    keep([...times, performance.now() - started]);
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
  const shown = phase === "running" ? performance.now() - started : phase === "ready" ? 0 : times.at(-1) ?? 0;
  byId("time").textContent = seconds(shown);
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
    // A browser that keeps nothing shows the times of this visit.
  }
  showTimes();
}

/** @returns {number[]} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
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
