// Makes the drawings of graphs: by WebGL, else on plain canvases (flat.js). A
// context that is lost (a driver that starts anew, too many pages) takes all
// drawings to canvases, and its return takes them back. A page that starts draws on canvases, too: WebGL, which took a fifth of
// the start where the processor draws, comes after it.
import Sigma from "sigma";
import { FlatSigma, drawable } from "./flat.js";

let mode = "early"; // "" WebGL, "missing", "lost"
let waiting = null; // the canvas whose context was lost: its return is reported there
const live = new Map(),
  told = new Set();

// Sigma asks for the size of its box whenever it draws, after others have written into the page, which the browser would lay
// out for that: it gets the size that the browser saw last. This observer is older than all that draw anew for another size.
const sizes = new WeakMap();
const boxes = new ResizeObserver((list) => {
  for (const { target } of list) sizes.delete(target);
});
function knowSize(host) {
  boxes.observe(host);
  for (const side of ["offsetWidth", "offsetHeight"]) {
    const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, side);
    Object.defineProperty(host, side, {
      configurable: true,
      get() {
        if (!sizes.has(host)) sizes.set(host, {});
        return (sizes.get(host)[side] ||= get.call(host));
      },
    });
  }
}

/** "" while WebGL draws or is to come, "missing" where there is none, "lost" until it is back. */
export const without = () => (early() ? "" : mode);

/** Whether WebGL is yet to come. */
export const early = () => mode === "early";

/** The page has started. */
export function started() {
  if (early()) turn("");
}

/** Calls f after every change of the way of drawing. */
export const onMode = (f) => {
  told.add(f);
};

/** A drawing of a graph in an element of its own; again is called when it must be made anew. */
export function drawing(graph, host, settings, again) {
  let sigma = null;
  knowSize(host);
  if (early() && !drawable(graph)) mode = "";
  if (!mode) {
    try {
      sigma = new Sigma(graph, host, settings);
    } catch (err) {
      host.replaceChildren();
      if (available()) throw err;
      turn("missing");
    }
  }
  if (sigma) watch(sigma);
  else sigma = new FlatSigma(graph, host, settings);
  live.set(sigma, again);
  sigma.on("kill", () => live.delete(sigma));
  return sigma;
}

/** Tries WebGL once more, as a reader asks for. */
export function retry() {
  if (without() && available()) turn("");
}

/** Whether a context can be had now; asked only where making a drawing failed or was given up. */
function available() {
  const c = document.createElement("canvas"),
    gl = c.getContext("webgl2") || c.getContext("webgl");
  gl?.getExtension("WEBGL_lose_context")?.loseContext(); // a browser has few of them
  return gl !== null;
}

function turn(to) {
  if (mode === to) return;
  mode = to;
  if (!to) waiting = null;
  for (const again of new Set(live.values())) again();
  for (const f of told) f();
}

function watch(sigma) {
  let dead = false;
  sigma.on("kill", () => {
    dead = true;
  }); // that ends its contexts too
  for (const canvas of Object.values(sigma.getCanvases()))
    canvas.addEventListener("webglcontextlost", (e) => {
      if (dead) return;
      e.preventDefault(); // without this it never comes back
      waiting = canvas;
      canvas.addEventListener(
        "webglcontextrestored",
        () => {
          if (waiting === canvas) turn("");
        },
        { once: true },
      );
      turn("lost");
    });
}
