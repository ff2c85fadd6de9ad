/**
 * Keeps the keyboard's focus near its place when its control is removed, hidden or disabled. By default, a
 * browser puts it on the whole page, and users of the keyboard begin again at the top.
 */

const CONTROLS = "button, a[href], input, select, textarea, summary, [tabindex]";
const TYPED = "input:not([type=checkbox]), textarea, select"; // on a phone these open something

/** @type {Element | null} the element that had the focus last, unless it was left on purpose */
let last = null;
/** @type {{host: Element, index: number}[]} its place: the elements around it, and how many other controls come before it in each */
let trail = [];

/** Set the watch up. */
export function setUpFocus() {
  document.addEventListener("focusin", ({ target }) => note(/** @type {Element} */ (target)));
  document.addEventListener("focusout", () => queueMicrotask(() => {
    if (last && usable(last) && document.activeElement !== last && document.hasFocus()) last = null;
  }));
  new MutationObserver(recover).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "disabled", "open"],
  });
}

/** @param {Element} element */
function note(element) {
  last = element;
  trail = [];
  for (let host = element.parentElement; host; host = host.parentElement) {
    trail.push({ host, index: likes(host, element).findIndex((control) => control === element) });
  }
}

function recover() {
  if (!last || usable(last)) return;
  const now = document.activeElement;
  if (now && now !== document.body && now !== last) return;
  let gone = 0; // controls before it in what is empty now
  for (const { host, index } of trail) {
    if (!host.isConnected) continue;
    const all = likes(host, last).filter((control) => control !== last);
    const next = all[Math.max(0, Math.min(index - gone, all.length - 1))];
    if (next) return next.focus();
    gone = index;
  }
}

/** Return the controls in an element that can stand in for another. @type {(host: Element, other: Element) => HTMLElement[]} */
function likes(host, other) {
  const controls = /** @type {HTMLElement[]} */ ([...host.querySelectorAll(CONTROLS)]);
  return controls.filter((control) => control === other ||
    (usable(control) && control.tabIndex >= 0 && (other.matches(TYPED) || !control.matches(TYPED))));
}

/** @param {Element} element */
const usable = (element) => element.isConnected && element.checkVisibility() && !element.matches(":disabled");
