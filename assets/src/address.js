// The fragment of the address holds the link of what is shown. The page writes
// it after every change; the user, a script or a pasted link may set it as well.
// Setting location.hash changes the address at once, but the hashchange event
// follows as a task of its own. A write between the two would replace the new
// link before it was read. So the page remembers the fragment that it last wrote
// or received, and writes only while the address still holds that one.

import { mended } from "./mended.js";
import { button, h } from "./dom.js";

const onceMs = 1000; // changes of one setting that follow each other so fast make one entry of the history
let known = location.hash;
let last = { series: "", time: -Infinity };

/** The fragment that the page starts with. */
export function firstHash() {
  return (known = whole(location.hash));
}

/** A link without the damage of its way; what was repaired is said. */
export function repaired(link) {
  const text = mended(link);
  if (text === link) return link;
  document.querySelector('[data-testid="link-mended"]')?.remove();
  const note = h("div", "boot-notice#link-mended");
  h("span", "", note, "This link was damaged on its way, and has been repaired: signs were added to it.");
  button(note, "", "Dismiss", () => note.remove());
  note.setAttribute("role", "status");
  document.body.prepend(note);
  return text;
}

/** The same for a fragment, in whose place the address then holds the repaired one. */
function whole(hash) {
  const text = repaired(hash);
  if (text === hash) return hash;
  try {
    history.replaceState(null, "", text);
  } catch {
    return text; /* a file without a history keeps its address */
  }
  return location.hash;
}

/** Hands every link that somebody else puts into the address to emit. */
export function watchAddress(emit) {
  addEventListener("hashchange", (e) => {
    // location.hash may be ahead of the event when two links follow each other.
    const hash = new URL(e.newURL).hash;
    known = location.hash === hash ? whole(hash) : hash;
    emit("hash", { hash: known });
  });
}

let timer = 0,
  refused = 0; // how often in a row the browser has refused the address
const againMs = 1000;

/**
 * Writes a link into the address; how is "push" for an entry of its own in the history, "replace" for the present one. Where the browser
 * does not take it, for too many changes or in a file without a history, the page is informed, and it is tried again.
 */
export function writeAddress(emit, hash, how, series) {
  const now = performance.now();
  const push = how === "push" && !(series !== "change" && series === last.series && now - last.time < onceMs);
  if (how === "push") last = { series, time: now };
  clearTimeout(timer);
  if (location.hash !== known) return;
  let why = "the browser takes no more changes of the address";
  if (location.hash !== hash) {
    try {
      history[push ? "pushState" : "replaceState"](null, "", hash || location.pathname + location.search);
    } catch (err) {
      why = `the browser does not let the page change its address: ${err.message}`;
    }
  }
  known = location.hash;
  if (known === hash) {
    if (refused) emit("written", {});
    refused = 0;
    return;
  }
  refused++;
  emit("written", refused > 1 ? { text: why } : { on: true });
  timer = setTimeout(() => writeAddress(emit, hash, how, series), againMs * Math.min(refused, 10));
}
