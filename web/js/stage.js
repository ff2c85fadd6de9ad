/** The cube on the page: in space, to be turned and painted, and as a flat net. */

import { SCHEMES, drawnLook, lookOf } from "./colours.js";
import { Board } from "./board.js";
import { byId, choose, download, make, say, set } from "./dom.js";
import { FACES, SIZES, UNKNOWN, parseMoves, places, solved } from "./geometry.js";
import { go, newEntry } from "./link.js";
import { paintByKey, paintWithBrush } from "./painting.js";
import { page, scheme, checkable, shownCube, take, turnBy } from "./state.js";
import { USUAL, picture } from "./space.js";
import { nextMove } from "./status.js";
import { placeName } from "./words.js";

const SEEN = /** @type {const} */ (["cube", "sequence", "at", "colours", "letters", "marked", "preview", "drawing", "size"]);

/** @type {string} the layer that the digits typed so far name */
let layer = "";

/** Set the stage up. */
export function setUpStage() {
  const events = {
    paints: () => page.state.brush !== "" || page.state.drawing !== null,
    paint: paintWithBrush,
    key: paintByKey,
    turn: turnBy,
    command,
    walk: (/** @type {number} */ index) => {
      const { size } = page.state;
      say(`${placeName(places(size)[index], size)}: ${seen()[index].name}`);
    },
  };
  const solid = new Board(byId("solid"), events, false);
  const net = new Board(byId("net"), events, true);
  setUpSettings();
  set(byId("view-net"), { onclick: () => net.approach("") });
  page.watch(["size"], () => net.approach(""));
  page.watch([...SEEN], () => net.show(seen()));
  let last = { sequence: page.state.sequence, at: page.state.at, turning: page.state.turning };
  page.watch([...SEEN, "turning"], () => {
    const { sequence, at, turning } = page.state;
    solid.show(seen());
    if (turning && turning !== last.turning) solid.turn(turning.turn, turning.angle);
    else if (sequence && sequence === last.sequence && Math.abs(at - last.at) === 1) {
      const turn = sequence.turns[Math.min(at, last.at)];
      solid.turn(at > last.at ? turn : { ...turn, quarters: 4 - turn.quarters });
    } else if (sequence !== last.sequence || at !== last.at) solid.stop();
    last = { sequence, at, turning };
  });
  page.watch(["view", "tab", "brush", "drawing"], showTools);
  page.watch(["tab"], () => {
    solid.stop();
    solid.look(USUAL);
    if (page.state.tab === "" && !page.state.sequence) solid.spin();
  });
}

function setUpSettings() {
  set(byId("size"), { onchange: changeSize });
  byId("size").append(...SIZES.map((size) => make("option", { value: size }, `${size}×${size}×${size}`)));
  byId("colours").append(
    ...Object.entries(SCHEMES).map(([name, { title }]) => make("option", { value: name }, title)),
  );
  set(byId("colours"), { onchange: () => page.set({ colours: byId("colours").value }) });
  set(byId("letters"), { onchange: () => page.set({ letters: byId("letters").checked }) });
  for (const view of /** @type {const} */ (["net", "solid"])) {
    set(byId(`view-${view}`), { onclick: () => go({ view }) });
  }
  set(byId("tool-turn"), { onclick: () => page.set({ brush: "" }) });
  set(byId("tool-paint"), { onclick: () => page.set({ brush: page.state.brush || "U" }) });
  set(byId("save-svg"), { onclick: () => download("cube.svg", standing(), "image/svg+xml") });
  set(byId("save-png"), { onclick: () => void savePng() });
  page.watch(["size", "colours", "letters"], () => {
    byId("size").value = page.state.size;
    byId("colours").value = page.state.colours;
    byId("letters").checked = page.state.letters;
  });
}

function showTools() {
  const { view, drawing, brush } = page.state;
  choose(byId("views"), ({ id }) => id === `view-${view}`);
  byId("solid").hidden = view === "net";
  byId("stage").className = view === "net" ? "flat" : "";
  choose(byId("tools"), ({ id }) => id === (brush ? "tool-paint" : "tool-turn"));
  byId("palette").hidden = !brush && drawing === null;
  byId("board-help").textContent = brush
    ? "Arrow keys walk from sticker to sticker, the letter of a colour paints and moves on, a full stop is for unknown."
    : "Arrow keys tilt the cube; U R F D L B turn its layers, with Shift the other way, after a digit an inner one; N makes the next move of a solution.";
}

/** A letter typed while the hand is the tool. @type {(key: string, shift: boolean) => boolean} */
function command(key, shift) {
  if (/^[2-7]$/.test(key)) return Boolean((layer = key));
  if (key === "n" || key === "N") {
    void nextMove();
    return true;
  }
  if (key.length > 1) return false; // Shift comes as a key, too
  const letter = key.toUpperCase();
  const name = FACES.includes(letter) ? letter : key.toLowerCase();
  const turn = parseMoves(`${layer}${name}${shift ? "'" : ""}`, page.state.size)?.[0];
  layer = "";
  if (!turn || !/^[URFDLBmesxyz]$/i.test(key)) return false;
  turnBy(turn);
  say(turn.text);
  return true;
}

/** The appearance of the stickers on the net. */
const seen = () => (page.state.drawing ? [...page.state.drawing].map(drawnLook) : looks());

/** @returns {import("./space.js").Look[]} */
function looks() {
  const { marked, preview } = page.state;
  const cube = preview?.cube ?? shownCube();
  const wrong = new Set(preview?.changed ?? (cube === checkable() ? marked : []));
  return looksOf(cube).map((look, i) => ({ ...look, marked: wrong.has(places(page.state.size)[i].name) }));
}

/** Return the appearance of a cube, with nothing wrong on it. @param {string} cube @returns {import("./space.js").Look[]} */
export const looksOf = (cube) => [...cube].map((letter) =>
  ({ ...lookOf(letter, scheme()), ...(letter === UNKNOWN || page.state.letters ? {} : { letter: "" }) }));

function changeSize() {
  const size = Number(byId("size").value);
  const drawing = page.state.drawing && UNKNOWN.repeat(6 * size * size);
  newEntry();
  take(solved(size), { drawing });
}

/** @returns {string} the cube in space as a drawing of its own */
function standing() {
  const drawing = picture(looks());
  const sheet = ".body{fill:#1c1f24}.facet{stroke-linejoin:round}.letter{font:600 2.2px sans-serif;text-anchor:middle;dominant-baseline:central}" +
    ".rim{fill:none;stroke:#fff;stroke-width:.03}.mark{fill:#fff;stroke:#1c1f24;stroke-width:.02}";
  drawing.prepend(make("svg:style", {}, sheet));
  set(drawing, { width: 600, height: 600 });
  return new XMLSerializer().serializeToString(drawing);
}

async function savePng() {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(standing())}`;
  await image.decode();
  const canvas = make("canvas", { width: 600, height: 600 });
  canvas.getContext("2d").drawImage(image, 0, 0);
  canvas.toBlob((/** @type {Blob} */ blob) => download("cube.png", blob, "image/png"));
}
