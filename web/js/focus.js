/**
 * Keeps the keyboard's focus near its place when its control is removed, hidden or disabled. By default, a
 * browser puts it on the whole page, and users of the keyboard begin again at the top.
 */

const CONTROLS = "button, a[href], input, select, textarea, summary, [tabindex]";
const TYPED = "input:not([type=checkbox]), textarea, select"; // on a phone these open something

/** @type {Element | null} the element that had the focus last, unless it was left on purpose */
let last = null;
const place = document.createRange(); // around it; the browser keeps this where it was when it goes

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
  place.selectNode(element);
}

/** Put the focus on the next control, or on the last one before. */
function recover() {
  if (!last || usable(last)) return;
  const now = document.activeElement;
  if (now && now !== document.body && now !== last) return;
  const isTyped = last.matches(TYPED);
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(CONTROLS)])
    .filter((one) => usable(one) && one.tabIndex >= 0 && (isTyped || !one.matches(TYPED)));
  const next = all.findIndex((one) => place.comparePoint(one, 0) >= 0);
  all.at(next)?.focus();
}

/** @param {Element} element */
const usable = (element) => element.isConnected && element.checkVisibility() && !element.matches(":disabled");
