/** A cube from photos of its six faces: files, or a live camera. The server measures them, and nothing is stored. */

import { ask, Refused, told } from "./api.js";
import { shown } from "./colours.js";
import { button, byId, make, set } from "./dom.js";
import { places } from "./geometry.js";
import { newEntry } from "./link.js";
import { page, scheme, take } from "./state.js";
import { placeName } from "./words.js";

const SIDE = 480; // pixels of the longer side of what the server looks at

/** @typedef {{size: number, colours: [number, number, number][]}} Face */

/** @type {Face[]} */
let faces = [];
/** @type {string[]} stickers whose colours the reader has confirmed */
let confirmed = [];
/** @type {MediaStream | null} */
let stream = null;

/** Set the camera up. */
export function setUpPhotos() {
  set(byId("photos"), { onchange: async () => {
    for (const file of byId("photos").files) await add(await createImageBitmap(file).catch(() => null));
    byId("photos").value = "";
  } });
  byId("camera").hidden = !navigator.mediaDevices?.getUserMedia; // which only localhost and HTTPS have
  set(byId("camera"), { onclick: () => void (stream ? stop() : start()) });
  set(byId("shoot"), { onclick: () => void add(byId("video")) });
  page.watch(["tab"], () => page.state.tab !== "paint" && stop());
}

/** @param {string} words */
const tell = (words) => { byId("photos-said").textContent = words; };

async function start() {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    return tell("The browser gives no camera. Choose photos instead.");
  }
  byId("video").srcObject = stream;
  await byId("video").play();
  showCamera();
  byId("viewfinder").scrollIntoView({ block: "nearest" });
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  showCamera();
}

function showCamera() {
  byId("viewfinder").hidden = !stream;
  byId("camera").textContent = stream ? "Camera off" : "Live camera";
}

/** Measure one more face. @param {any} picture an image or a video; null if it is none */
async function add(picture) {
  if (faces.length === 6) faces = [];
  if (!picture) return tell("This file is not a picture. Choose a photo of one face.");
  tell("Looking for the face …");
  await told(byId("photos-said"), async () => {
    const face = await ask("photo", pixels(picture));
    if (faces.length && faces[0].size !== face.size) faces = [];
    faces.push(face);
    confirmed = [];
    showFaces();
    if (faces.length < 6) return tell(`${faces.length} of 6 faces. Show the next, any of them, any way up.`);
    stop();
    await recognise();
  });
}

/** @param {any} picture */
function pixels(picture) {
  const [w, h] = [picture.videoWidth ?? picture.width, picture.videoHeight ?? picture.height];
  const scale = Math.min(1, SIDE / Math.max(w, h));
  const [width, height] = [Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale))];
  const context = make("canvas", { width, height }).getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  const bytes = context.getImageData(0, 0, width, height).data.filter((/** @type {number} */ _, /** @type {number} */ i) => i % 4 < 3);
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return { width, height, pixels: btoa(text) };
}

function showFaces() {
  byId("faces").replaceChildren(...faces.map(({ size, colours }, index) => make("button", {
    type: "button", "aria-label": `Face ${index + 1} of 6: remove it`, title: "Remove",
    onclick: () => {
      faces.splice(index, 1);
      showFaces();
      tell(`${faces.length} of 6 faces.`);
    },
  }, make("svg:svg", { viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" }, ...colours.map((colour, i) =>
    make("svg:rect", { x: i % size, y: Math.floor(i / size), width: 0.92, height: 0.92, fill: `rgb(${colour})` }))))));
}

/** Read the cube from its six faces, and ask for what is in doubt. */
async function recognise() {
  tell("Reading the cube …");
  byId("doubt").replaceChildren();
  try {
    const answer = await ask("recognise", { colours: faces.map(({ colours }) => colours), faces: "any", confirm: confirmed, limit: 2 });
    const [cube] = answer.cubes ?? [];
    if (!cube) return tell("These six faces are of no cube that can be. One may have been shown twice, or in odd light: remove it, and show it again.");
    const letters = shown(cube, scheme());
    newEntry();
    take(letters);
    if (!answer.ask) return tell("Read; no sticker is in doubt.");
    askFor(answer.ask, Math.sqrt(letters.length / 6));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const twins = /faces (\d) and (\d)/.exec(error.message);
    if (!twins) throw error;
    tell(`Photos ${twins[1]} and ${twins[2]} show the same face. Remove one, and show the face that is missing.`);
  }
}

/** @type {(doubt: {sticker: string, colour: string, others: Record<string, number>}, size: number) => void} */
function askFor({ sticker, colour, others }, size) {
  const { letters, names } = scheme();
  const place = places(size).find(({ name }) => name === sticker);
  page.set({ preview: { cube: page.state.cube, changed: [sticker] } });
  tell(`One sticker is in doubt. Look at ${place ? placeName(place, size) : sticker}: which colour is it?`);
  byId("doubt").replaceChildren(...[colour, ...Object.keys(others)].map((letter) => button(names[letters.indexOf(letter)] ?? letter, () => {
    confirmed.push(`${sticker}=${letter}`);
    void told(byId("photos-said"), recognise);
  })));
}
