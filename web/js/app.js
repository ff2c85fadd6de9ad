/** The page: everything is set up here, once. */

import { onConnection } from "./api.js";
import { choose, walk } from "./choice.js";
import { setUpDiagnosis } from "./diagnosis.js";
import { byId } from "./dom.js";
import { setUpFind } from "./find.js";
import { setUpFocus } from "./focus.js";
import { newEntry, setUpLink } from "./link.js";
import { page } from "./state.js";
import { setUpEntry } from "./entry.js";
import { setUpPalettes } from "./palette.js";
import { setUpPlayer } from "./player.js";
import { setUpRules } from "./rules.js";
import { setUpSolve } from "./solve.js";
import { setUpStage } from "./stage.js";

const TABS = ["paint", "find", "solve"];

function setUpTabs() {
  const tabs = /** @type {HTMLElement} */ (document.querySelector("[role=tablist]"));
  walk(tabs, (button) => {
    newEntry();
    page.set({ tab: button.id.replace("tab-", ""), drawing: null });
  });
  page.watch(["tab"], () => {
    choose(tabs, (button) => button.id === `tab-${page.state.tab}`, "aria-selected");
    for (const tab of TABS) byId(tab).hidden = tab !== page.state.tab;
  });
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
setUpTabs();
setUpPalettes();
setUpStage();
setUpPlayer();
setUpEntry();
setUpSolve();
setUpDiagnosis();
setUpFind();
void setUpRules();
