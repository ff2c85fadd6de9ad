/** The page: everything is set up here, once. */

import { onConnection } from "./api.js";
import { byId, set } from "./dom.js";
import { blank } from "./geometry.js";
import { openTo, setUpEntry } from "./entry.js";
import { searchFor, setUpFind } from "./find.js";
import { setUpFocus } from "./focus.js";
import { newEntry, setUpLink } from "./link.js";
import { PERFECT, page, take } from "./state.js";
import { setUpPalettes } from "./palette.js";
import { setUpPhotos } from "./photos.js";
import { setUpPlayer } from "./player.js";
import { add, only, setUpRules } from "./rules.js";
import { setUpSolve } from "./solve.js";
import { setUpStage } from "./stage.js";
import { setUpStatus } from "./status.js";

const IMPOSSIBLE = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB".replace("UR", "RU");
const PERFECTLY = page.state.rules.map(({ text }) => text);

/** Which buttons of the first screen lead where. @type {Record<string, () => void>} */
const EXAMPLES = {
  perfect: () => wish(PERFECTLY),
  checkerboard: () => wish(["checkerboard"]),
  impossible: () => {
    open("paint");
    take(IMPOSSIBLE);
    scrollTo(0, 0);
  },
};

/** @param {"paint" | "find"} tab */
function open(tab) {
  newEntry();
  page.set({ tab, drawing: null });
}

/** @param {string[]} rules */
function wish(rules) {
  open("find");
  only(rules);
  searchFor();
}

function setUpDoors() {
  for (const tab of /** @type {const} */ (["paint", "find"])) set(byId(`tab-${tab}`), { onclick: () => open(tab) });
  byId("panels").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const { go, wish: text, example } = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset ?? {};
    if (example) EXAMPLES[example]();
    if (text) {
      open("find");
      add([text]);
    }
    if (!go) return;
    open("paint");
    if (go === "paint") page.set({ brush: page.state.brush || "U" });
    if (go === "paint" && page.state.cube === PERFECT) take(blank(3));
    openTo(go);
  });
  page.watch(["tab"], () => {
    const { tab } = page.state;
    for (const name of ["paint", "find"]) {
      byId(name).hidden = name !== tab;
      set(byId(`tab-${name}`), { "aria-pressed": String(name === tab) });
    }
    document.body.classList.toggle("home", !tab);
  });
  page.watch(["tab", "cube"], () => (byId("one-of").hidden = page.state.tab !== "" || page.state.cube !== PERFECT));
}

function setUpConnection() {
  onConnection((lost) => page.set({ lost }));
  page.watch(["lost"], () => {
    const { lost } = page.state;
    byId("lost").hidden = !lost;
    byId("lost").textContent = lost ? "The server does not answer. The page will continue when it is back." : "";
  });
}

setUpConnection();
setUpFocus();
setUpLink();
setUpDoors();
setUpPalettes();
setUpPlayer();
setUpEntry();
setUpPhotos();
setUpSolve();
setUpStage();
setUpStatus();
setUpFind();
void setUpRules();
document.body.classList.add("ready");
