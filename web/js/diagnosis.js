/** The defects of the painted cube, in words, and its repairs. */

import { ask, Latest, Refused } from "./api.js";
import { coloured, shown } from "./colours.js";
import { byId, make, paused, set, some } from "./dom.js";
import { UNKNOWN } from "./geometry.js";
import { checkable, page, scheme, take } from "./state.js";

const MANY = 6; // defects, hints or repairs that are shown
const PAUSE = 150; // milliseconds after which a sticker counts as painted

let asked = "";
const checking = new Latest();
const repairing = new Latest();

/** Set the diagnosis up. */
export function setUpDiagnosis() {
  const check = paused(() => void checked(), PAUSE);
  page.watch(["cube", "sequence", "colours", "lost"], () => {
    const { verdict, lost, marked } = page.state;
    if (verdict && !lost && subject() === asked) return;
    page.set({ verdict: null, marked: lost ? [] : marked });
    repairing.stop();
    check();
  });
  page.watch(["verdict", "lost"], showVerdict);
}

/** The cube of the verdict, in the form for the server. */
const subject = () => coloured(checkable(), scheme());

async function checked() {
  const text = (asked = subject());
  try {
    const answer = await checking.start((signal) => ask("check", { cubes: text }, signal));
    if (answer) page.set({ verdict: answer, marked: wrong(answer) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.set({ verdict: { refused: error.message }, marked: [] });
  }
}

/** @type {(answer: any) => any} */
const first = (answer) => answer.cubes?.[0] ?? {};

/** @type {(answer: any) => any[]} */
const defects = (answer) =>
  (first(answer).defects ?? []).filter((/** @type {any} */ defect) => defect.kind !== "unknown-sticker");

/** @type {(answer: any) => string[]} the stickers to mark: those of pieces, otherwise those of colours too many */
function wrong(answer) {
  const kinds = defects(answer);
  const pieces = kinds.filter(({ kind }) => kind !== "colour-count");
  return [...new Set((pieces.length ? pieces : kinds).flatMap(({ stickers }) => stickers))];
}

function showVerdict() {
  const { verdict } = page.state;
  const host = byId("diagnosis");
  for (const part of [host, byId("verdict")]) {
    part.classList.toggle("waiting", !verdict);
    set(part, { "aria-busy": verdict ? null : "true" });
  }
  if (!verdict) return showWaiting();
  const unknown = [...checkable()].filter((letter) => letter === UNKNOWN).length;
  const problems = verdict.refused ? [] : defects(verdict);
  const kind = verdict.refused || problems.length ? "bad" : unknown ? "open" : "good";
  set(byId("verdict"), { class: kind });
  byId("verdict").textContent = verdict.refused ?? headline(problems, unknown);
  host.replaceChildren(
    kind === "bad" || kind === "open" ? "" : make("p", {}, "Nothing: turns can solve it."),
    list(problems.map(defectItem)),
    list((first(verdict).hints ?? []).slice(0, MANY).map(hintItem)),
    ...(kind === "good" ? [] : [offers(kind, unknown)]),
  );
}

/** Withdraw the verdict on another cube, or one that the server cannot give now. */
function showWaiting() {
  const words = page.state.lost ? "Not checked: the server does not answer." : "Checking …";
  set(byId("verdict"), { class: "waiting" });
  byId("verdict").textContent = words;
  if (page.state.lost) byId("diagnosis").replaceChildren(make("p", { class: "note" }, words));
}

/** @type {(problems: any[], unknown: number) => string} */
function headline(problems, unknown) {
  if (problems.length === 1) return sentence(problems[0].message);
  if (problems.length) return `Not a solvable cube: ${some(problems.length, "thing")} wrong with it.`;
  if (unknown) return `${some(unknown, "sticker")} still unknown; nothing wrong so far.`;
  return "A solvable cube.";
}

/** @param {string} clause */
function sentence(clause) {
  return `${clause[0].toUpperCase()}${clause.slice(1)}.`;
}

/** @param {Node[]} items */
function list(items) {
  const shownItems = items.slice(0, MANY);
  const more = items.length - shownItems.length;
  return items.length
    ? make("ul", { class: "findings" }, ...shownItems, more > 0 && make("li", { class: "note" }, `and ${more} more`))
    : "";
}

/** @param {any} defect */
function defectItem(defect) {
  const show = () => page.set({ marked: defect.stickers, at: 0 }); // the checked cube is shown there
  return make("li", {}, defect.stickers.length
    ? make("button", { type: "button", class: "plain", onclick: show }, sentence(defect.message))
    : sentence(defect.message));
}

/** @param {any} hint */
function hintItem(hint) {
  const use = () => take(shown(hint, scheme()));
  return make("li", { class: "hint" }, `It looks as if ${hint.as_if}. `,
    make("button", { type: "button", onclick: use }, "Correct that"));
}

/** @type {(kind: string, unknown: number) => Node} */
function offers(kind, unknown) {
  const host = make("div", { class: "offers" });
  const button = make("button", { type: "button", class: "main", onclick: () => void offered(host, kind) },
    kind === "bad" ? "Repair it" : `Fill in ${some(unknown, "sticker")}`);
  host.append(button);
  return host;
}

/** @type {(host: HTMLElement, kind: string) => Promise<void>} */
async function offered(host, kind) {
  host.replaceChildren(make("p", { class: "note", role: "status" }, "Looking for the nearest solvable cubes …"));
  const text = subject();
  const question = kind === "bad" ? "repair" : "complete";
  try {
    const answer = await repairing.start((signal) => ask(question, { cubes: text, limit: MANY }, signal));
    if (answer) host.replaceChildren(...(kind === "bad" ? repairs(answer) : completions(answer)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    host.replaceChildren(make("p", { class: "note" }, sentence(error.message)));
  }
}

/** @type {(answer: any) => Node[]} */
function repairs(answer) {
  const nearest = answer.repairs ?? [];
  if (!nearest.length) return [make("p", { class: "note" }, "No repair was found in time.")];
  if (nearest.length === 1) {
    applyRepair(nearest[0]);
    return [];
  }
  return [
    make("p", {}, `${some(nearest.length, "solvable cube")} are equally near:`),
    make("ul", { class: "findings" }, ...nearest.map((/** @type {any} */ repair) => make("li", {},
      make("button", { type: "button", onclick: () => applyRepair(repair) }, changes(repair))))),
  ];
}

/** @param {any} repair */
function changes(repair) {
  const stickers = repair.changed ?? [];
  return stickers.length > MANY
    ? `Change ${some(stickers.length, "sticker")}`
    : `Change ${stickers.join(", ")}`;
}

/** @param {any} repair */
function applyRepair(repair) {
  take(shown(repair, scheme()));
}

/** @type {(answer: any) => Node[]} */
function completions(answer) {
  const cubes = answer.cubes ?? [];
  if (!cubes.length) return [make("p", { class: "note" }, "No solvable cube agrees with these stickers.")];
  if (answer.count === 1) {
    take(shown(cubes[0], scheme()));
    return [];
  }
  const next = answer.next_sticker?.sticker;
  return [
    make("p", {}, `${some(answer.count, "solvable cube")} agree with these stickers.`,
      next ? ` Look at ${next} next: its colour rules out the most.` : ""),
    make("button", { type: "button", onclick: () => take(shown(cubes[0], scheme())) },
      "Take the first"),
  ];
}
