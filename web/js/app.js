/** The page: everything is set up here, once. */

import { onConnection } from "./api.js";
import { byId, set } from "./dom.js";
import { blank, solved } from "./geometry.js";
import { openTo, setUpEntry } from "./entry.js";
import { searchFor, setUpFind } from "./find.js";
import { setUpFocus } from "./focus.js";
import { go, setUpLink } from "./link.js";
import { PERFECT, page, take } from "./state.js";
import { setUpPalette } from "./palette.js";
import { setUpPhotos } from "./photos.js";
import { setUpPuzzles } from "./puzzles.js";
import { setUpPlayer } from "./player.js";
import { only, setUpRules } from "./rules.js";
import { setUpSolve } from "./solve.js";
import { setUpStage } from "./stage.js";
import { setUpStatus } from "./status.js";

const TABS = /** @type {const} */ (["paint", "find", "puzzle"]);

/** @param {typeof TABS[number]} tab */
const open = (tab) => go({ tab, drawing: null });

/** @param {string} rules with spaces between them */
function wish(rules) {
  open("find");
  only(rules.split(" "));
  searchFor();
  byId("find").scrollIntoView({ block: "nearest" }); // which is below the cube on a phone
}

function setUpDoors() {
  for (const tab of TABS) set(byId(`tab-${tab}`), { onclick: () => open(tab) });
  byId("panels").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const { go: way, wish: rules } = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset ?? {};
    if (rules) wish(rules);
    if (!way) return;
    open("paint");
    if (way === "impossible") take(solved(3).replace("UR", "RU"));
    if (way === "paint") page.set({ brush: page.state.brush || "U" });
    if (way === "paint" && page.state.cube === PERFECT) take(blank(3));
    openTo(way);
  });
  page.watch(["tab"], () => {
    const { tab } = page.state;
    for (const name of TABS) {
      byId(name).hidden = name !== tab;
      set(byId(`tab-${name}`), { "aria-pressed": String(name === tab) });
    }
    document.body.classList.toggle("home", !tab);
    document.body.classList.toggle("other", tab === "puzzle");
  });
  page.watch(["tab", "cube"], () => (byId("one-of").hidden = page.state.tab !== "" || page.state.cube !== PERFECT));
}

onConnection((lost) => page.set({ lost }));
page.watch(["lost"], () => (byId("lost").hidden = !page.state.lost));
for (const setUp of [
  setUpFocus, setUpLink, setUpDoors, setUpPalette, setUpPlayer, setUpEntry, setUpPhotos, setUpPuzzles,
  setUpSolve, setUpStage, setUpStatus, setUpFind,
]) setUp();
void setUpRules();
document.body.classList.add("ready");
