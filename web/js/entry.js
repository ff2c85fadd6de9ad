/** Ways to set the cube without painting it: solved, at random, or read from a text. */

import { ask, Refused, told } from "./api.js";
import { coloured, shown } from "./colours.js";
import { byId, set } from "./dom.js";
import { blank, sizeOf, solved } from "./geometry.js";
import { newEntry } from "./link.js";
import { page, scheme, shownCube, take } from "./state.js";
import { hints } from "./status.js";

/** Set the panel up. */
export function setUpEntry() {
  set(byId("make-solved"), { onclick: () => replace(solved(page.state.size)) });
  set(byId("make-blank"), { onclick: () => replace(blank(page.state.size)) });
  set(byId("make-random"), { onclick: () => void random() });
  set(byId("read"), { onclick: () => void read() });
  set(byId("copy-cube"), { onclick: () => copy(coloured(shownCube(), scheme()), "the cube") });
  set(byId("copy-link"), { onclick: () => copy(location.href, "the link") });
}

/** Put the keyboard where a way to show a cube begins. @param {string} way */
export function openTo(way) {
  const place = byId({ photo: "photos", paste: "text" }[way] ?? "solid");
  place.scrollIntoView({ block: "nearest" });
  (place.querySelector("svg") ?? place).focus({ preventScroll: true }); // the cube, on which letters paint
}

/** @param {string} cube */
function replace(cube) {
  newEntry();
  take(cube);
}

async function random() {
  const answer = await ask("sample", { n: 1, size: page.state.size });
  replace(answer.cubes[0].facelets);
}

async function read() {
  const text = byId("text").value;
  if (!text.trim()) return;
  await told(byId("text-said"), async () => {
    const answer = await ask("check", { cubes: text });
    const cube = shown(answer.cubes[0], scheme());
    if (!sizeOf(cube)) throw new Refused(`this page shows cubes up to 7×7×7`);
    replace(cube);
    byId("text-said").replaceChildren("Read.", ...hints(answer.cubes[0]));
  });
}

/** @type {(text: string, what: string) => void} */
const copy = (text, what) =>
  void navigator.clipboard.writeText(text).then(() => (byId("text-said").textContent = `Copied ${what}.`));
