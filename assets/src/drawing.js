// The choice between WebGL and plain canvases (flat.js) for the drawings of graphs. The page starts on canvases, since WebGL would take a
// fifth of the start on a computer without a graphics processor. After the start, all drawings change to WebGL. A lost context, for
// instance after a restart of the driver, returns all drawings to canvases until the browser restores the context.
import Sigma from "sigma";
import { FlatSigma, drawable } from "./flat.js";

let mode = "early"; // "early" before the end of the start, "" WebGL, "missing" without WebGL, "lost" after the loss of a context
let lostCanvas = null; // the canvas with the lost context; its event reports the return of the context
const live = new Map(); // all drawings, each with the function that makes the drawing anew
const listeners = new Set(); // functions that are called after a change of mode

// Sigma reads the size of its box in every drawing. After a change of the page, this read would force the browser to compute the layout.
// Sigma therefore gets the size of the last layout. The observer below is created before the observers that redraw after a change of size,
// so it deletes the former size before the drawing.
const sizes = new WeakMap(); // {offsetWidth, offsetHeight} of each box
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) sizes.delete(target);
});
/** Lets the box of a drawing answer with its last known size. */
function cacheSize(host) {
  observer.observe(host);
  for (const side of ["offsetWidth", "offsetHeight"]) {
    const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, side);
    Object.defineProperty(host, side, {
      configurable: true,
      // Returns the size in pixels of the page; the first read after a change measures it. A size of 0 is measured in each read.
      get() {
        if (!sizes.has(host)) sizes.set(host, {});
        return (sizes.get(host)[side] ||= get.call(host));
      },
    });
  }
}

/** Returns the reason for a drawing without WebGL: "missing" or "lost". Returns "" with WebGL, and during the start. */
export const without = () => (early() ? "" : mode);

/** Reports whether the page has not yet tried WebGL. */
export const early = () => mode === "early";

/** Changes to WebGL at the end of the start. */
export function started() {
  if (early()) changeMode("");
}

/** Calls f after every change of mode. */
export const onMode = (f) => {
  listeners.add(f);
};

/**
 * Creates the drawing of a graph in the element host, and returns it: a Sigma with WebGL, else a FlatSigma. again is called when the
 * drawing must be made anew.
 */
export function drawing(graph, host, settings, again) {
  let sigma = null;
  cacheSize(host);
  if (early() && !drawable(graph)) mode = ""; // only WebGL can draw so large a graph
  if (!mode) {
    try {
      sigma = new Sigma(graph, host, settings);
    } catch (err) {
      host.replaceChildren(); // the canvases of the failed drawing
      if (available()) throw err; // WebGL works, so the failure has another cause
      changeMode("missing");
    }
  }
  if (sigma) watch(sigma);
  else sigma = new FlatSigma(graph, host, settings);
  live.set(sigma, again);
  sigma.on("kill", () => live.delete(sigma));
  return sigma;
}

/** Tries WebGL again at the user's request. Without a context nothing changes. */
export function retry() {
  if (without() && available()) changeMode("");
}

/** Reports whether the browser provides a WebGL context now. Called only after a failure, since a test costs a context. */
function available() {
  const canvas = document.createElement("canvas"),
    gl = canvas.getContext("webgl2") || canvas.getContext("webgl");
  gl?.getExtension("WEBGL_lose_context")?.loseContext(); // a browser allows only a few contexts
  return gl !== null;
}

/** Changes the mode, has all drawings made anew, and then calls the listeners of onMode. */
function changeMode(newMode) {
  if (mode === newMode) return;
  mode = newMode;
  if (!newMode) lostCanvas = null;
  for (const again of new Set(live.values())) again(); // a copy, since again changes live; two drawings can share one again
  for (const f of listeners) f();
}

/** Watches the contexts of a drawing for their loss and return. */
function watch(sigma) {
  let killed = false;
  sigma.on("kill", () => {
    killed = true; // the end of a drawing ends its contexts as well
  });
  for (const canvas of Object.values(sigma.getCanvases()))
    canvas.addEventListener("webglcontextlost", (e) => {
      if (killed) return;
      e.preventDefault(); // otherwise the browser does not restore the context
      lostCanvas = canvas; // of several lost canvases, the last alone counts at the return
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
