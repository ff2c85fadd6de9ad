/**
 * The cube in space, by twisty-player of cubing.js. It is a bundle that need not be there (see docs/web-interface.md),
 * and needs WebGL; if either is missing, the flat net plays instead.
 */

import { UNKNOWN_PAINT, paintOf } from "./colours.js";
import { byId } from "./dom.js";
import { page, scheme, shownCube } from "./state.js";

const BUNDLE = "../player/dist/player.js";

/** @type {Promise<any> | null} */
let loading = null;
/** @type {{sequence: any, at: number, cube: string, colours: string} | null} */
let last = null;
let wanted = 0;

/** Show in space what the page shows, or say why that is not possible and show the net. */
export async function showSolid() {
  const turn = ++wanted;
  try {
    loading ??= load();
    const solid = await loading;
    if (turn === wanted) await bring(solid);
  } catch (error) {
    loading = null;
    page.set({ view: "net" });
    byId("solid-note").textContent = `Flat only: ${/** @type {Error} */ (error).message}.`;
    byId("solid-note").hidden = false;
  }
}

async function load() {
  if (!hasWebGL()) throw new Error("this browser has no WebGL, which 3D needs");
  const bundle = await import(BUNDLE).catch(async () => {
    const answer = await fetch(new URL(BUNDLE, import.meta.url)).catch(() => null);
    throw new Error(answer
      ? "this installation has no 3D player; `serve` says at its start how to get it"
      : "the server does not answer, from which the 3D player comes");
  });
  return new bundle.Solid(byId("solid"));
}

function hasWebGL() {
  const canvas = document.createElement("canvas");
  return Boolean(canvas.getContext("webgl2") ?? canvas.getContext("webgl"));
}

/**
 * Turn if the cube shown is one move away from the one before, paint it again otherwise.
 * @param {any} solid
 */
async function bring(solid) {
  const { sequence, at, colours, size } = page.state;
  const now = { sequence, at, colours, cube: shownCube() };
  const before = last;
  last = now;
  const goesOn = before && sequence && before.sequence === sequence && before.colours === colours;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const steps = goesOn && !still ? at - before.at : 0;
  if (steps === 1) return solid.turn(sequence?.turns[before?.at ?? 0].text, false);
  if (steps === -1) return solid.turn(sequence?.turns[at].text, true);
  return solid.paint(size, [...now.cube].map((letter) => paintOf(letter, scheme()) ?? UNKNOWN_PAINT));
}
