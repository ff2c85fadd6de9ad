/** Rows of buttons of which one is chosen: radio groups with one stop for Tab. */

import { set } from "./dom.js";

/** Let arrow keys walk along buttons, and choose as they go. @param {HTMLElement} host @param {(button: HTMLElement) => void} choose */
export function walk(host, choose) {
  const buttons = () => /** @type {HTMLElement[]} */ ([...host.querySelectorAll("button")]);
  host.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button) choose(button);
  });
  host.addEventListener("keydown", (event) => {
    const all = buttons();
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const steps = /** @type {Record<string, number>} */ ({
      ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: all.length - 1,
    });
    if (here < 0 || !(event.key in steps)) return;
    const next = all[(steps[event.key] + all.length) % all.length];
    next.focus();
    choose(next);
    event.preventDefault();
  });
}

/** Show which of some buttons is chosen. @type {(host: HTMLElement, isChosen: (button: HTMLElement) => boolean) => void} */
export function choose(host, isChosen) {
  const buttons = [...host.querySelectorAll("button")];
  const chosen = buttons.find(isChosen) ?? buttons[0];
  for (const button of buttons) {
    set(button, { "aria-checked": String(button === chosen), tabindex: button === chosen ? 0 : -1 });
  }
}
