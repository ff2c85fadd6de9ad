/** The cube as it is seen: the flat net, on which one paints, or in space. */

import { DRAWN_PAINT, SCHEMES, UNKNOWN_PAINT, nameOf, paintOf } from "./colours.js";
import { byId, make, say, set } from "./dom.js";
import { FACES, SIZES, UNKNOWN, places, solved } from "./geometry.js";
import { Net } from "./net.js";
import { page, scheme, shown, take } from "./page.js";
import { showSolid } from "./solid.js";

/** Set the stage up. */
export function setUpStage() {
  const net = new Net(byId("net"), { paint, key: paintByKey });
  set(byId("size"), { onchange: changeSize });
  byId("size").append(...SIZES.map((size) => make("option", { value: size }, `${size}×${size}×${size}`)));
  byId("colours").append(
    ...Object.entries(SCHEMES).map(([name, { title }]) => make("option", { value: name }, title)),
  );
  set(byId("colours"), { onchange: () => page.set({ colours: byId("colours").value }) });
  set(byId("letters"), { onchange: () => page.set({ letters: byId("letters").checked }) });
  set(byId("view-net"), { onclick: () => page.set({ view: "net" }) });
  set(byId("view-solid"), { onclick: () => page.set({ view: "solid", drawing: null }) });
  page.watch(["size", "colours", "letters"], showSettings);
  page.watch(["cube", "sequence", "at", "colours", "letters", "marked", "drawing"], () =>
    net.show(page.state.size, page.state.drawing ? drawnLooks() : looks()),
  );
  page.watch(["view"], showView);
  page.watch(["view", "cube", "sequence", "at", "colours"], () => {
    if (page.state.view === "solid") void showSolid();
  });
}

function showSettings() {
  byId("size").value = page.state.size;
  byId("colours").value = page.state.colours;
  byId("letters").checked = page.state.letters;
}

function showView() {
  const flat = page.state.view === "net";
  set(byId("view-net"), { "aria-pressed": String(flat) });
  set(byId("view-solid"), { "aria-pressed": String(!flat) });
  byId("net").hidden = !flat;
  byId("solid").hidden = flat;
  if (flat) byId("solid-note").hidden = true;
}

/** @returns {import("./net.js").Look[]} */
function looks() {
  const { size, letters, marked, sequence } = page.state;
  const wrong = new Set(sequence ? [] : marked);
  const colours = scheme();
  const cube = shown();
  return places(size).map(({ name }, i) => ({
    paint: paintOf(cube[i], colours),
    name: nameOf(cube[i], colours),
    letter: cube[i] === UNKNOWN ? "?" : letters ? colours.letters[FACES.indexOf(cube[i])] : "",
    marked: wrong.has(name),
  }));
}

/** @returns {import("./net.js").Look[]} */
function drawnLooks() {
  return [.../** @type {string} */ (page.state.drawing)].map((letter) => ({
    paint: letter === UNKNOWN ? UNKNOWN_PAINT : DRAWN_PAINT[letter],
    name: letter === UNKNOWN ? "anything" : `letter ${letter}`,
    letter: letter === UNKNOWN ? "" : letter,
  }));
}

function changeSize() {
  const size = Number(byId("size").value);
  const drawing = page.state.drawing && UNKNOWN.repeat(6 * size * size);
  take(solved(size), { drawing });
}

/** @param {number} index */
function paint(index) {
  put(index, page.state.drawing ? page.state.drawingBrush : page.state.brush);
}

/** @type {(index: number, letter: string) => void} */
function put(index, letter) {
  const replaced = (/** @type {string} */ text) => text.slice(0, index) + letter + text.slice(index + 1);
  const { drawing, size } = page.state;
  if (drawing) page.set({ drawing: replaced(drawing) });
  else take(replaced(shown()));
  const what = drawing ? letter : nameOf(letter, scheme());
  say(`${places(size)[index].name} ${what === UNKNOWN ? "anything" : what}`);
}

/** @type {(index: number, key: string) => void} */
function paintByKey(index, key) {
  const letter = key.toUpperCase();
  if (["DELETE", "BACKSPACE", UNKNOWN, "?", "0"].includes(letter)) put(index, UNKNOWN);
  else if (page.state.drawing) {
    if (letter in DRAWN_PAINT) put(index, letter);
  } else if (scheme().letters.includes(letter)) put(index, FACES[scheme().letters.indexOf(letter)]);
  else if (FACES.includes(letter)) put(index, letter);
  else if (/[1-6]/.test(letter)) put(index, FACES[Number(letter) - 1]);
}
