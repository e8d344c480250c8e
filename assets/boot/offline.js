// Offline use: registers the service worker (sw.js) after the start of the page, and notifies the user of a newer version of the page.
"use strict";

/**
 * Prepares the registration of the service worker. notice(text) shows a notice, and keptText() returns the end of its sentence. The result
 * is a function that boot.js calls with true at the start of a computation, and with false at its end. The result does nothing where a
 * service worker cannot be used, or if the reader wants few downloads.
 */
function sheafscopeOffline(version, notice, keptText) {
  const IDLE = 10_000; // ms without input after which the service worker is registered
  // A single file needs no service worker. Browsers allow none on insecure pages, in files and in a sandbox.
  const isUnavailable = globalThis.origin === "null" || !("serviceWorker" in navigator) || location.protocol === "file:";
  if (isUnavailable || globalThis.sheafscopeSingle) return () => {};
  // A service worker of an earlier visit reports its version, also if this visit registers none.
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.sheafscopeVersion === "string" && data.sheafscopeVersion !== version) {
      notice(`A newer version of Sheafscope is ready. Reload the page to use it${keptText()}.`);
    }
  });
  // The service worker may have reported its version before this listener existed.
  navigator.serviceWorker.controller?.postMessage({ sheafscopeWhich: true });
  /** Registers the service worker and looks for a newer version, which browsers do not do at every start. */
  const register = () =>
    navigator.serviceWorker
      .register(new URL("sw.js", document.baseURI), { updateViaCache: "none" })
      .then((r) => r.update())
      .catch(() => {}); // without network or storage the page only lacks offline use
  if (navigator.connection?.saveData) return () => {}; // the reader wants few downloads
  // The service worker fetches and checks every file of the page. This work takes seconds of a processor, which the start and the first run
  // need more. The registration therefore waits for the end of a run, or for a time without input, on later visits too.
  const acts = ["pointerdown", "keydown", "wheel"];
  let timer = 0,
    computes = false,
    registered = false;
  /** Starts the time without input anew, unless a computation is in progress or the service worker is registered. */
  const restart = () => {
    clearTimeout(timer);
    if (!computes && !registered) timer = setTimeout(begin, IDLE);
  };
  /** Ends the wait and registers the service worker. */
  const begin = () => {
    registered = true;
    restart(); // clears the timer
    for (const kind of acts) removeEventListener(kind, restart);
    register();
  };
  for (const kind of acts) addEventListener(kind, restart, { passive: true });
  restart();
  return (now) => {
    const ended = computes && !now && !registered;
    computes = now;
    if (ended) begin();
    else restart();
  };
}
