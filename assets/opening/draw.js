// Functions that the scripts of the opening share, for the level Look and the scenes of the thread: elements of SVG, arrows, and the layout
// of the window. A length of the design is a pixel of the page if the reader has the normal text size.
export { button, h } from "../src/dom.js";

const NS = "http://www.w3.org/2000/svg",
  SHORTEST = 1.5; // pixels of the shortest arrow that is drawn

/** Returns the number of pixels of the page for one pixel of the design. The number grows with the reader's text size. */
export const pixel = () => globalThis.sheafscopePrefers.pixel();

/**
 * Returns the name of the layout of this window: phone, flat (low), mid or wide. The limits, in pixels of the design, are also in the style
 * sheets.
 */
export function shape() {
  const width = innerWidth / pixel(),
    height = innerHeight / pixel();
  if (width <= 600) return "phone";
  if (height <= 560 || (width <= 1100 && height <= 720)) return "flat";
  return width <= 1100 ? "mid" : "wide";
}

/** Returns a new SVG element with these attributes. Its text and its parent are optional. */
export function el(name, attributes, parent, content) {
  const e = document.createElementNS(NS, name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (content !== undefined) e.textContent = content;
  parent?.append(e);
  return e;
}

/**
 * Draws an arrow from (x, y) along the vector v, whose second entry points down. A vector of length 1 is drawn with L pixels. The head is
 * size pixels long, and shorter in a short arrow. An arrow shorter than SHORTEST is not drawn.
 */
export function arrow(parent, x, y, v, L, cls, size = 9) {
  const length = Math.hypot(...v) * L;
  if (length < SHORTEST) return;
  const angle = Math.atan2(v[1], v[0]),
    head = Math.min(size, length * 0.6);
  // Returns the point at t pixels along the arrow and s pixels to its right.
  const p = (t, s) =>
    `${(x + Math.cos(angle) * t - Math.sin(angle) * s).toFixed(1)} ${(y + Math.sin(angle) * t + Math.cos(angle) * s).toFixed(1)}`;
  el("path", { d: `M${x} ${y}L${p(length - head * 0.8, 0)}`, class: "arr " + cls }, parent);
  el("path", { d: `M${p(length, 0)}L${p(length - head, head * 0.52)}L${p(length - head, -head * 0.52)}Z`, class: "head " + cls }, parent);
}
