// A panel that follows the game: it asks the server again when what it is about has changed, but only while somebody looks at it.

import { h, put } from "./dom.js";
import { trouble } from "./form.js";

/**
 * @template Found
 * @param {object} panel
 * @param {string} panel.kind for its style
 * @param {string} panel.title
 * @param {(Node | null)[]} panel.above what stands above the answer
 * @param {() => Promise<Found>} panel.ask
 * @param {(found: Found) => (Node | string | null)[]} panel.shown
 * @param {() => boolean} [panel.wanted] whether the answer is wanted even while the panel is closed
 * @param {() => void} [panel.forgotten] the last answer holds no more
 */
export function makeFollower({ kind, title, above, ask, shown, wanted = () => false, forgotten = () => {} }) {
  const error = trouble();
  const answer = h("div", { class: "answered", "aria-live": "polite" });
  const element = h("section", { class: `follower ${kind}`, "aria-label": title.toLowerCase() }, h("h2", {}, title), ...above, error.element, answer);
  let about = "";
  let known = "";
  let asked = 0;

  const looked = () => wanted() || element.closest('[role="tabpanel"]:not([hidden])') !== null;

  async function follow() {
    if (about === "" || about === known || !looked()) return;
    const [mine, now] = [++asked, about];
    known = now;
    try {
      const found = await ask();
      if (mine !== asked) return;
      error.clear();
      put(answer, shown(found));
    } catch (why) {
      if (mine !== asked) return;
      put(answer);
      forgotten();
      error.say(why);
    }
  }

  return {
    element,
    /** Somebody looks at it now. */
    opened: follow,
    /** What it is about; nothing takes its answer away. @param {unknown} what */
    about(what) {
      const next = what === null ? "" : JSON.stringify(what);
      if (next === about) return;
      about = next;
      if (next === "") this.clear();
      else follow();
    },
    /** Asks again. */
    again() {
      known = "";
      follow();
    },
    clear() {
      asked++;
      [about, known] = ["", ""];
      error.clear();
      put(answer);
      forgotten();
    },
  };
}
