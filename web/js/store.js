/** The state of the page, in one place, with listeners that are called when it changes. */

/** @template {Record<string, any>} S */
export class Store {
  /** @param {S} state */
  constructor(state) {
    this.state = state;
    /** @type {{names: (keyof S)[], run: () => void}[]} */
    this.listeners = [];
  }

  /** Change parts of the state, and call the listeners of those that have changed. @param {Partial<S>} changes */
  set(changes) {
    const changed = Object.keys(changes).filter((name) => this.state[name] !== changes[name]);
    if (!changed.length) return;
    Object.assign(this.state, changes);
    for (const { names, run } of [...this.listeners]) {
      if (names.some((name) => changed.includes(/** @type {string} */ (name)))) run();
    }
  }

  /** Call a function now, and whenever one of these parts changes. @param {(keyof S)[]} names @param {() => void} run */
  watch(names, run) {
    this.listeners.push({ names, run });
    run();
  }
}
