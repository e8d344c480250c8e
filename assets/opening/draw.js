// What Look and One edge draw with.
export { button, h } from "../src/dom.js";

const NS = "http://www.w3.org/2000/svg";

/** What a pixel of the design has on the screen: more for a reader who chose larger text. */
export const pixel = () => globalThis.sheafscopePrefers.pixel();

/** The layout, as the style sheets choose it: low and wide, of a phone, in the middle, or wide. */
export function shape() {
  const w = innerWidth / pixel(),
    high = innerHeight / pixel();
  return w <= 600 ? "phone" : high <= 560 || (w <= 1100 && high <= 720) ? "flat" : w <= 1100 ? "mid" : "wide";
}

/** Makes an SVG element. */
export function el(name, attributes, to, words) {
  const e = document.createElementNS(NS, name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (words !== undefined) e.textContent = words;
  to?.append(e);
  return e;
}

/** An arrow from (x, y) along v, of length L for a unit; y of v points down. Its class is one of u, v, mean, r. */
export function arrow(to, x, y, v, L, cls, size = 9) {
  const l = Math.hypot(...v) * L;
  if (l < 1.5) return;
  const a = Math.atan2(v[1], v[0]),
    head = Math.min(size, l * 0.6);
  const p = (t, s) => `${(x + Math.cos(a) * t - Math.sin(a) * s).toFixed(1)} ${(y + Math.sin(a) * t + Math.cos(a) * s).toFixed(1)}`;
  el("path", { d: `M${x} ${y}L${p(l - head * 0.8, 0)}`, class: "arr " + cls }, to);
  el("path", { d: `M${p(l, 0)}L${p(l - head, head * 0.52)}L${p(l - head, -head * 0.52)}Z`, class: "head " + cls }, to);
}
