// The fragment of the address holds the link of what is shown. The page writes
// it after every change; the user, a script or a pasted link may set it as well.
// Setting location.hash changes the address at once, but the hashchange event
// follows as a task of its own. A write between the two would replace the new
// link before it was read. So the page remembers the fragment that it last wrote
// or received, and writes only while the address still holds that one.

const onceMs = 1000; // changes of one setting that follow each other so fast make one entry of the history
let known = location.hash;
let last = { series: "", time: -Infinity };

/** The fragment that the page starts with. */
export function firstHash() { return known = location.hash; }

/** Hands every link that somebody else puts into the address to emit. */
export function watchAddress(emit) {
  addEventListener("hashchange", (e) => {
    // location.hash may be ahead of the event when two links follow each other.
    known = new URL(e.newURL).hash;
    emit("hash", { hash: known });
  });
}

/** Writes a link into the address; how is "push" for an entry of its own in the history, "replace" for the present one. */
export function writeAddress(hash, how, series) {
  const now = performance.now();
  const push = how === "push" && !(series !== "change" && series === last.series && now - last.time < onceMs);
  if (how === "push") last = { series, time: now };
  if (location.hash === hash || location.hash !== known) return;
  try {
    history[push ? "pushState" : "replaceState"](null, "", hash || location.pathname + location.search);
  } catch { /* too many changes, or a file without a history: the page goes on */ }
  known = location.hash;
}
