// The choice between WebGL and plain canvases (flat.js) for the drawings of graphs. The page starts on canvases, since WebGL would take a
// fifth of the time of the start on a computer without a graphics processor. After the start, all drawings change to WebGL. If a context is
// lost, for instance after a restart of the driver, all drawings return to canvases until the browser restores the context.
import Sigma from "sigma";
import { FlatSigma, drawable } from "./flat.js";

let mode = "early"; // "early" before the end of the start, "" with WebGL, "missing" without WebGL, "lost" after the loss of a context
let lostCanvas = null; // the canvas whose context was lost last; the return of this context ends the mode "lost"
const live = new Map(); // all drawings, each with the function that creates the drawing anew
const listeners = new Set(); // functions that are called after a change of mode

// Sigma reads the size of its box in every frame. After a change of the page, this read would force the browser to compute the layout.
// Sigma therefore gets the size of the last layout. The observer below is created before the observers that redraw after a change of size,
// and observers run in this order: the former size is deleted before the redraw.
const sizes = new WeakMap(); // {offsetWidth, offsetHeight} of each box
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) sizes.delete(target);
});
/** Replaces the properties offsetWidth and offsetHeight of a drawing's box by the last known size. */
function cacheSize(host) {
  observer.observe(host);
  for (const side of ["offsetWidth", "offsetHeight"]) {
    const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, side);
    Object.defineProperty(host, side, {
      configurable: true,
      // Returns the size in pixels of the page. The first read after a change measures the size. A size of 0 is measured at each read.
      get() {
        if (!sizes.has(host)) sizes.set(host, {});
        return (sizes.get(host)[side] ||= get.call(host));
      },
    });
  }
}

/** Returns the reason why drawings lack WebGL, "missing" or "lost". Returns "" with WebGL, and during the start. */
export const without = () => (early() ? "" : mode);

/** Reports whether the page has not yet tried WebGL. */
export const early = () => mode === "early";

/** Changes all drawings to WebGL. Called at the end of the start; later calls do nothing. */
export function started() {
  if (early()) changeMode("");
}

/** Calls f after every change of mode. */
export const onMode = (f) => {
  listeners.add(f);
};

/**
 * Creates and returns the drawing of a graph in the element host: a Sigma with WebGL, else a FlatSigma. again is called when the drawing
 * must be created anew. Throws if Sigma fails although WebGL works.
 */
export function drawing(graph, host, settings, again) {
  let sigma = null;
  cacheSize(host);
  if (early() && !drawable(graph)) mode = ""; // the start ends, since only WebGL can draw so large a graph
  if (!mode) {
    try {
      sigma = new Sigma(graph, host, settings);
    } catch (err) {
      host.replaceChildren(); // the canvases of the failed drawing
      if (available()) throw err;
      changeMode("missing");
    }
  }
  if (sigma) watch(sigma);
  else sigma = new FlatSigma(graph, host, settings);
  live.set(sigma, again);
  sigma.on("kill", () => live.delete(sigma));
  return sigma;
}

/** Changes to WebGL at the user's request, if the mode is "missing" or "lost" and WebGL works now. */
export function retry() {
  if (without() && available()) changeMode("");
}

/** Reports whether the browser provides a WebGL context now. Called only after a failure, since a test costs a context. */
function available() {
  const canvas = document.createElement("canvas"),
    gl = canvas.getContext("webgl2") || canvas.getContext("webgl");
  gl?.getExtension("WEBGL_lose_context")?.loseContext(); // frees the context, since a browser allows only a few contexts
  return gl !== null;
}

/** Changes the mode, has all drawings created anew, and then calls the listeners of onMode. The present mode changes nothing. */
function changeMode(newMode) {
  if (mode === newMode) return;
  mode = newMode;
  if (!newMode) lostCanvas = null; // a late return of its context then changes nothing
  for (const again of new Set(live.values())) again(); // a copy, since again changes live; two drawings can share one again
  for (const f of listeners) f();
}

/** Changes to canvases at the loss of a context of a drawing with WebGL, and back to WebGL at the return of the context. */
function watch(sigma) {
  let killed = false;
  sigma.on("kill", () => {
    killed = true; // the end of a drawing ends its contexts as well
  });
  for (const canvas of Object.values(sigma.getCanvases()))
    canvas.addEventListener("webglcontextlost", (e) => {
      if (killed) return;
      e.preventDefault(); // otherwise the browser does not restore the context
      lostCanvas = canvas; // if several canvases lose their contexts, only the return of the last one counts
      canvas.addEventListener(
        "webglcontextrestored",
        () => {
          if (lostCanvas === canvas) changeMode("");
        },
        { once: true },
      );
      changeMode("lost");
    });
}
