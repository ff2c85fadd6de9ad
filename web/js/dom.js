/** Elements, icons of the page, and words for the screen reader. */

const SVG = "http://www.w3.org/2000/svg";

/** Make an element; `svg:` in front of its name makes one of SVG. Attributes such as `onclick` are listeners; true is an empty
 * attribute; false, null and undefined are none. @type {(tag: string, attributes?: Record<string, any>, ...children: (Node | string | null | undefined | false)[]) => any} */
export function make(tag, attributes = {}, ...children) {
  const drawn = tag.startsWith("svg:");
  const element = drawn ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  set(element, attributes);
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === "")));
  return element;
}

/** Give an element attributes and listeners, as `make` does. @param {Element} element @param {Record<string, any>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === false || value == null) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Return the element of the page with this id. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Make a button. @type {(words: any, run: (() => void) | null, more?: Record<string, any>) => any} */
export const button = (words, run, more = {}) => make("button", { type: "button", onclick: run ?? (() => {}), ...more }, words);

/** Replace those children of an element that look different from now on. @param {Element} host @param {Element[]} parts */
export function renew(host, parts) {
  const old = [...host.children];
  parts.forEach((part, i) => !old[i] ? host.append(part) : old[i].outerHTML === part.outerHTML || old[i].replaceWith(part));
  old.slice(parts.length).forEach((one) => one.remove());
}

/** Show which buttons of a row are chosen. @type {(host: HTMLElement, isChosen: (button: HTMLElement) => boolean) => void} */
export function choose(host, isChosen) {
  for (const one of host.querySelectorAll("button")) set(one, { "aria-pressed": String(isChosen(one)) });
}

/** Announce a change to screen readers. @param {string} words */
export const say = (words) => { byId("said").textContent = words; };

/** Return a function that runs once its calls have paused. @template {any[]} A @param {(...args: A) => void} run @param {number} milliseconds @returns {(...args: A) => void} */
export function paused(run, milliseconds) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => run(...args), milliseconds);
  };
}

/** Hand a text to the reader as a file. @param {string} name @param {string | Blob} text @param {string} type its media type */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  fetched(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Let the browser save the content of an address as a file. @param {string} name @param {string} address */
export const fetched = (name, address) => { make("a", { href: address, download: name }).click(); };
/** Return a number with its thousands apart: 43,252,003,274,489,856,000. @param {number | bigint | string} value */
export const grouped = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** Return a number and its noun: `1 cube`, `48 cubes`. @param {number} number @param {string} noun */
export function some(number, noun) {
  const plural = noun.endsWith("s") ? `${noun}es` : `${noun}s`;
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}
