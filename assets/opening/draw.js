// What Look and One edge draw with.
export { button, h } from "../src/dom.js";

const NS = "http://www.w3.org/2000/svg";

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
  const a = Math.atan2(v[1], v[0]), head = Math.min(size, l * 0.6);
  const p = (t, s) => `${(x + Math.cos(a) * t - Math.sin(a) * s).toFixed(1)} ${(y + Math.sin(a) * t + Math.cos(a) * s).toFixed(1)}`;
  el("path", { d: `M${x} ${y}L${p(l - head * 0.8, 0)}`, class: "arr " + cls }, to);
  el("path", { d: `M${p(l, 0)}L${p(l - head, head * 0.52)}L${p(l - head, -head * 0.52)}Z`, class: "head " + cls }, to);
}
