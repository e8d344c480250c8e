// The link of the shown run in the fragment of the address. The page writes the fragment after every change. The user, a script or a pasted
// link can write a fragment as well. An assignment to location.hash changes the address at once, but its hashchange event follows in a
// later task. In between, the page must not replace the new link, which it has not read yet. The page therefore remembers its last
// fragment, written or received, and writes only while the address has this fragment.

import { mended } from "./mended.js";
import { button, h } from "./dom.js";

const MERGE_MS = 1000; // milliseconds between two changes of a setting, below which they share an entry of the history
const RETRY_MS = 1000; // milliseconds from the first refusal to the next attempt
const MAX_WAITS = 10; // longest wait before an attempt, in units of RETRY_MS

let lastHash = location.hash; // the last fragment, written or received
let lastPush = { series: "", time: -Infinity }; // the last request for an entry of the history; time is in ms
let retryTimer = 0, // the timer of the next attempt after a refusal
  refusals = 0; // consecutive refusals of the address by the browser

/** Returns the fragment with which the page starts, repaired if necessary, and remembers the fragment as the last one. */
export function firstHash() {
  lastHash = repairedHash(location.hash);
  return lastHash;
}

/**
 * Returns a link without the damage of mail and chat programs. A repair is reported in a notice above the page, in place of an earlier
 * notice. An undamaged link is returned as it is.
 */
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

/**
 * Returns a fragment without damage. A repaired fragment is also written into the address. The result is then the fragment as the browser
 * has written it, since the browser may encode signs. If the browser refuses the write, the result is the repaired fragment.
 */
function repairedHash(hash) {
  const text = repaired(hash);
  if (text === hash) return hash;
  try {
    history.replaceState(null, "", text);
  } catch {
    return text; /* a file without a history keeps its address */
  }
  return location.hash;
}

/**
 * Emits "hash" for every fragment that the page has not written: by the user, a script, a pasted link, or the history of the browser. A
 * write by writeAddress or repairedHash has no hashchange event.
 */
export function watchAddress(emit) {
  addEventListener("hashchange", (e) => {
    // If two links follow each other quickly, location.hash has the second link already at the event of the first link. The first link is
    // then not repaired, since the repair would replace the second link in the address.
    const hash = new URL(e.newURL).hash;
    lastHash = location.hash === hash ? repairedHash(hash) : hash;
    emit("hash", { hash: lastHash });
  });
}

/**
 * Writes a link into the address. how is "push" for a new entry of the history, "replace" for the present entry. series is the name
 * of the changed setting, or "change" for every other change. Changes of one setting share an entry if each follows within MERGE_MS. The
 * browser refuses too many changes, and every change in a file without a history. After a refusal the event "written" informs the page, and
 * the write is repeated later.
 */
export function writeAddress(emit, hash, how, series) {
  const now = performance.now(),
    repeated = series !== "change" && lastPush.series === series, // a further change of the same setting
    recent = now - lastPush.time < MERGE_MS,
    push = how === "push" && !(repeated && recent);
  if (how === "push") lastPush = { series, time: now };
  clearTimeout(retryTimer); // the new link replaces a link that waits for its next attempt
  if (location.hash !== lastHash) return; // the address has a new link, which the page has not read yet
  let reason = "the browser takes no more changes of the address";
  if (location.hash !== hash) {
    // An empty hash removes the fragment: the address without a fragment is written, since an empty string would keep the old fragment.
    try {
      history[push ? "pushState" : "replaceState"](null, "", hash || location.pathname + location.search);
    } catch (err) {
      reason = `the browser does not let the page change its address: ${err.message}`;
    }
  }
  lastHash = location.hash;
  if (lastHash === hash) {
    if (refusals) emit("written", {}); // ends the report of the refusals
    refusals = 0;
    return;
  }
  // The first refusal only reports that the write is late (on). From the second refusal on, the page shows the reason.
  refusals++;
  emit("written", refusals > 1 ? { text: reason } : { on: true });
  retryTimer = setTimeout(() => writeAddress(emit, hash, how, series), RETRY_MS * Math.min(refusals, MAX_WAITS));
}
