// Offline use: registers the service worker (sw.js) once the page is shown,
// and says so when a newer version of the page is ready.
"use strict";

function sheafscopeOffline(version, notice, stays) {
  // A single file needs none, and browsers allow none outside of secure pages, nor in a sandbox.
  if (globalThis.origin === "null" || !("serviceWorker" in navigator) || location.protocol === "file:"
    || globalThis.sheafscopeSingle) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.sheafscopeVersion === "string" && data.sheafscopeVersion !== version) {
      notice(`A newer version of Sheafscope is ready. Reload the page to use it${stays()}.`, true);
    }
  });
  // It may have told so while the page was still starting.
  navigator.serviceWorker.controller?.postMessage({ sheafscopeWhich: true });
  // Its failure is no fault of the page: without network or storage there is no offline use.
  // Browsers look for a newer version when they see fit; the page asks at each start.
  const register = () => navigator.serviceWorker.register(new URL("sw.js", document.baseURI), { updateViaCache: "none" })
    .then((r) => r.update()).catch(() => {});
  // On a first visit it fetches every file of the page and checks it: seconds of a
  // processor that the start needs more.
  if (navigator.serviceWorker.controller) register();
  else setTimeout(register, 10_000);
}
