/** The cube on the page: the flat net, for painting, or in space. */

import { DRAWN_PAINT, SCHEMES, UNKNOWN_PAINT, nameOf, paintOf } from "./colours.js";
import { byId, make, set } from "./dom.js";
import { FACES, SIZES, UNKNOWN, places, solved } from "./geometry.js";
import { setUpFaces, showFaces } from "./faces.js";
import { newEntry } from "./link.js";
import { Net } from "./net.js";
import { paintByKey, paintWithBrush } from "./painting.js";
import { page, resume, scheme, checkable, shownCube, take } from "./state.js";
import { showSolid } from "./solid.js";

/** Set the stage up. */
export function setUpStage() {
  const net = new Net(byId("net"), {
    paint: paintWithBrush,
    touch: (index) => {
      const { face } = page.state;
      if (face || !isSmall()) paintWithBrush(index);
      else page.set({ face: places(page.state.size)[index].face });
    },
    key: paintByKey,
    face: (face) => page.set({ face }),
  });
  set(byId("size"), { onchange: changeSize });
  byId("size").append(...SIZES.map((size) => make("option", { value: size }, `${size}×${size}×${size}`)));
  byId("colours").append(
    ...Object.entries(SCHEMES).map(([name, { title }]) => make("option", { value: name }, title)),
  );
  set(byId("colours"), { onchange: () => page.set({ colours: byId("colours").value }) });
  set(byId("letters"), { onchange: () => page.set({ letters: byId("letters").checked }) });
  set(byId("view-net"), { onclick: () => view({ view: "net", face: "" }) });
  set(byId("view-solid"), { onclick: () => view({ view: "solid", drawing: null }) });
  page.watch(["size", "colours", "letters"], showSettings);
  set(byId("resume"), { onclick: resume });
  page.watch(["cube", "sequence", "at", "colours", "letters", "marked", "drawing"], () =>
    net.show(page.state.size, seen()));
  const isSmall = setUpFaces(net);
  page.watch(["cube", "sequence", "at", "colours", "letters", "marked", "drawing", "face"], () => showFaces(seen()));
  page.watch(["view", "face", "letters", "marked", "cube", "sequence", "at"], showView);
  page.watch(["tab", "view", "drawing"], showPalettes);
  page.watch(["ended"], () => (byId("ended").hidden = !page.state.ended));
  page.watch(["tab"], () => (byId("elsewhere").hidden = true));
  page.watch(["view", "cube", "sequence", "at", "colours"], () => {
    if (page.state.view === "solid") void showSolid();
  });
}

function showSettings() {
  byId("size").value = page.state.size;
  byId("colours").value = page.state.colours;
  byId("letters").checked = page.state.letters;
}

/** @param {Partial<import("./state.js").PageState>} changes */
function view(changes) {
  newEntry();
  page.set(changes);
}

function showView() {
  const { view, face } = page.state;
  const flat = view === "net";
  set(byId("view-net"), { "aria-pressed": String(flat && !face) });
  set(byId("view-face"), { "aria-pressed": String(flat && face !== "") });
  set(byId("view-solid"), { "aria-pressed": String(!flat) });
  const both = !flat && looks().some(({ letter, marked }) => letter || marked);
  byId("net").hidden = !flat && !both;
  byId("solid").hidden = flat;
  byId("solid-lacks").hidden = !both;
}

function showPalettes() {
  const { tab, view, drawing } = page.state;
  byId("palette").hidden = tab !== "paint" || view !== "net";
  byId("drawing-palette").hidden = drawing === null;
}

/** The appearance of the stickers on the net. */
const seen = () => (page.state.drawing ? drawnLooks() : looks());

/** @returns {import("./net.js").Look[]} */
function looks() {
  const { size, letters, marked } = page.state;
  const colours = scheme();
  const cube = shownCube();
  const wrong = new Set(cube === checkable() ? marked : []);
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
  newEntry();
  take(solved(size), { drawing });
}
