// Offline use: registers the service worker (sw.js) once the page is shown,
// and says so when a newer version of the page is ready.
"use strict";

// It returns what boot.js calls when the page begins and ends to compute.
function sheafscopeOffline(version, notice, stays) {
  // A single file needs none, and browsers allow none outside of secure pages, nor in a sandbox.
  const none = globalThis.origin === "null" || !("serviceWorker" in navigator) || location.protocol === "file:";
  if (none || globalThis.sheafscopeSingle) return () => {};
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.sheafscopeVersion === "string" && data.sheafscopeVersion !== version) {
      notice(`A newer version of Sheafscope is ready. Reload the page to use it${stays()}.`);
    }
  });
  // It may have reported this while the page was still starting.
  navigator.serviceWorker.controller?.postMessage({ sheafscopeWhich: true });
  // Its failure is no fault of the page: without network or storage there is no offline use.
  // Browsers look for a newer version when they see fit; the page asks at each start.
  const register = () =>
    navigator.serviceWorker
      .register(new URL("sw.js", document.baseURI), { updateViaCache: "none" })
      .then((r) => r.update())
      .catch(() => {}); // no offline use
  if (navigator.connection?.saveData) return () => {};
  // It fetches every file of the page and checks it: seconds of a processor that the start and the first run need more.
  // So it waits until a run has ended, or nothing has happened for ten seconds; on later visits, too.
  const acts = ["pointerdown", "keydown", "wheel"];
  let timer = 0,
    computes = false,
    done = false;
  const rest = () => {
    clearTimeout(timer);
    if (!computes && !done) timer = setTimeout(go, 10_000);
  };
  const go = () => {
    done = true;
    rest();
    for (const kind of acts) removeEventListener(kind, rest);
    register();
  };
  for (const kind of acts) addEventListener(kind, rest, { passive: true });
  rest();
  return (now) => {
    const ended = computes && !now && !done;
    computes = now;
    if (ended) go();
    else rest();
  };
}
