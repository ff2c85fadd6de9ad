/** Rules as chips that are switched on and off, and the list of those that can be added. */

import { ask, told } from "./api.js";
import { button, byId, make, renew, set } from "./dom.js";
import { FACES, UNKNOWN } from "./geometry.js";
import { page, shownCube } from "./state.js";

/** @type {{title: string, meaning: string, texts: string[]}[]} rules that can be added: as they are written, in words, and an example */
let known = [];
/** @type {Map<string, string>} the meanings of rules, by their texts */
const meanings = new Map();
/** @type {Map<string, string[]>} the values of a parameter, by the names of rules */
const choices = new Map();

/** Set the rules up. */
export async function setUpRules() {
  page.watch(["rules"], () => {
    showChips();
    void learn(page.state.rules.map(({ text }) => text));
  });
  set(byId("rule-search"), { oninput: showList });
  set(byId("rule-form"), { onsubmit: addOwn });
  set(byId("use-stickers"), { onclick: () => add([`stickers=${shownCube()}`]) });
  setUpDrawing();
  const listed = await ask("rules", {});
  for (const { rule } of listed.rules) {
    const several = /=([a-z]+(?:\|[a-z]+)+)$/.exec(rule);
    if (several) choices.set(nameIn(rule), several[1].split("|"));
  }
  known = [
    ...listed.rules.map((/** @type {any} */ r) => ({ title: r.rule, meaning: r.meaning, texts: [r.example] })),
    ...listed.patterns.map((/** @type {any} */ m) => ({ title: m.pattern, meaning: m.description, texts: [m.pattern] })),
    ...listed.forms.map((/** @type {any} */ f) => ({ title: f.form, meaning: f.meaning, texts: [f.example] })),
  ];
  showChips();
  showList();
}

/** The texts of the rules that are on. */
export const rulesOn = () => page.state.rules.filter(({ on }) => on).map(({ text }) => text);

/** Switch rules on, those that are not there yet too. @param {string[]} texts */
export function add(texts) {
  const rules = page.state.rules.map((rule) => (texts.includes(rule.text) ? { ...rule, on: true } : rule));
  const there = rules.map(({ text }) => text);
  const others = texts.filter((text) => !there.includes(text)).map((text) => ({ text, on: true }));
  page.set({ rules: [...rules, ...others] });
}

/** Ask for these rules and no others. @param {string[]} texts */
export function only(texts) {
  page.set({ rules: page.state.rules.map((rule) => ({ ...rule, on: false })) });
  add(texts);
}

/** Learn what rules mean, so that their chips can say it. @param {string[]} texts */
async function learn(texts) {
  const unknown = texts.filter((one) => !meanings.has(one));
  await Promise.all(unknown.map((text) => told(make("p"), async () => { // what has none is shown as it is written
    meanings.set(text, text);
    meanings.set(text, (await ask("meaning", { rules: [text], size: page.state.size })).meaning[text] ?? text);
  })));
  if (unknown.length) showChips();
}

/** The sentence for a rule. @param {string} text */
export const meaningOf = (text) => meanings.get(text) ?? text;

/** Switch rules off. @param {string[]} texts */
export const drop = (texts) =>
  { page.set({ rules: page.state.rules.map((rule) => (texts.includes(rule.text) ? { ...rule, on: false } : rule)) }); };

/** Mark the chips of rules that conflict. @param {string[]} texts */
export function markConflict(texts) {
  for (const chip of byId("chips").children) {
    chip.classList.toggle("conflicting", texts.includes(/** @type {HTMLElement} */ (chip).dataset.text ?? ""));
  }
}

/** @param {string} text */
const nameIn = (text) => text.split(/[[=]/)[0];
const showChips = () => renew(byId("chips"), page.state.rules.map(chip));

/** @type {(rule: import("./state.js").Rule, index: number) => Element} */
function chip({ text, on }, index) {
  const change = (/** @type {Partial<import("./state.js").Rule>} */ changes) =>
    page.set({ rules: page.state.rules.map((rule, i) => (i === index ? { ...rule, ...changes } : rule)) });
  const field = parameter(text, (changed) => change({ text: changed, on: true }));
  return make("li", { class: on ? "chip on" : "chip", "data-text": text },
    button(meaningOf(text), () => change({ on: !on }), { class: "toggle", "aria-pressed": String(on), title: text }),
    field,
    button("×", () => page.set({ rules: page.state.rules.filter((_, i) => i !== index) }), { class: "remove", "aria-label": `remove ${meaningOf(text)}` }));
}

/** Return a field for the parameter of a rule, if it is a number or one of some words. @type {(text: string, change: (text: string) => void) => Node | null} */
function parameter(text, change) {
  const name = nameIn(text);
  const value = text.slice(name.length + 1);
  const attributes = {
    "aria-label": `number or kind in: ${meaningOf(text)}`,
    onchange: (/** @type {any} */ { target }) => target.value && change(`${name}=${target.value}`),
  };
  if (/^\d+$/.test(value)) return make("input", { ...attributes, type: "number", min: 1, max: 999, value });
  const several = choices.get(name) ?? [];
  if (!several.includes(value)) return null;
  return make("select", attributes,
    ...several.map((choice) => make("option", { value: choice, selected: choice === value }, choice)));
}

function showList() {
  const words = byId("rule-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = known.filter(({ title, meaning }) =>
    words.every((/** @type {string} */ word) => `${title} ${meaning}`.toLowerCase().includes(word)));
  byId("rule-list").replaceChildren(...matches.map(({ title, meaning, texts }) =>
    make("li", {}, button(meaning, () => add(texts), { class: "plain" }), make("code", { class: "note" }, title))));
}

/** @param {SubmitEvent} event */
async function addOwn(event) {
  event.preventDefault();
  const text = byId("rule-text").value.trim();
  if (!text) return;
  await told(byId("rule-said"), async () => {
    await ask("meaning", { rules: [text] });
    byId("rule-said").textContent = "";
    byId("rule-text").value = "";
    add([text]);
  });
}

function setUpDrawing() {
  set(byId("draw"), { onclick: () => {
    const { drawing, cube } = page.state;
    page.set({ drawing: drawing ? null : UNKNOWN.repeat(cube.length) });
    if (!drawing) byId("stage").scrollIntoView({ block: "nearest" });
  } });
  set(byId("draw-each"), { onclick: () => use(drawn().map(([face, rows]) => `face=${face}:${rows}`)) });
  set(byId("draw-together"), { onclick: () => use([`drawings=${drawn().map((d) => d.join(":")).join("+")}`]) });
  set(byId("draw-all"), { onclick: () => use(drawn().slice(0, 1).map(([, rows]) => `face=*:${rows}`)) });
  page.watch(["drawing"], () => {
    const on = page.state.drawing !== null;
    byId("drawing").hidden = !on;
    set(byId("draw"), { "aria-pressed": String(on) });
    const faces = on ? drawn().length : 0;
    byId("draw-each").disabled = faces === 0;
    byId("draw-together").disabled = faces < 2;
    byId("draw-all").disabled = faces !== 1;
  });
}

/** @param {string[]} texts */
function use(texts) {
  page.set({ drawing: null });
  add(texts);
}

/** @returns {[string, string][]} the faces that were drawn on, with their drawings: `AAB/CBC/AAB` */
function drawn() {
  const { drawing, size } = page.state;
  const rows = (drawing ?? "").match(new RegExp(`.{${size}}`, "g")) ?? [];
  return [...FACES]
    .map((face, i) => /** @type {[string, string]} */ ([face, rows.slice(i * size, (i + 1) * size).join("/")]))
    .filter(([, text]) => /[A-F]/.test(text));
}
