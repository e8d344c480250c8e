// What a picture of the graph needs when it leaves the page: its name, and the
// legend with its values. Everything is an attribute: a file has no style sheet.
import { DASH, el, h, mark } from "./dom.js";
import { token, ramp, signed } from "./color.js";

export const FONT = "Inter, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";
let pen = null;

/** Width of a text in a file's type. */
export function wide(s, size = 11, weight = 400) {
  pen ||= h("canvas").getContext("2d");
  pen.font = `${weight} ${size}px ${FONT}`;
  return pen.measureText(s).width;
}

const put = (svg, x, y, s, color = "ink-2", more = {}) => el("text", { x, y, "font-size": 11, fill: token(color), ...more }, svg, s);

/** Draws the legend from y on, in lines of at most this width, and gives its height. */
export function legend(svg, m, x0, y, width) {
  let x = x0,
    row = y;
  const place = (length) => {
    if (x > x0 && x + length > x0 + width) {
      x = x0;
      row += 20;
    }
    const at = x;
    x += length + 18;
    return at;
  };
  if (m?.stage) put(svg, place(wide(m.stage)), row + 12, m.stage);
  for (const c of m?.classes || []) {
    const at = place(16 + wide(c.name)),
      g = mark(svg, c.slot, at + 5, row + 8, 4.2, "");
    g.removeAttribute("class");
    g.setAttribute("fill", token(m.shapes ? "ink-3" : "c-" + (c.slot % 8)));
    put(svg, at + 16, row + 12, c.name);
  }
  for (const { color, name } of m?.marks || []) {
    const at = place(16 + wide(name));
    el("circle", { cx: at + 5, cy: row + 8, r: 4.2, fill: token(color) }, svg);
    put(svg, at + 16, row + 12, name);
  }
  if (m?.more) put(svg, place(wide(m.more)), row + 12, m.more);
  if (m?.wrong) {
    const at = place(16 + wide("wrong"));
    el("circle", { cx: at + 5, cy: row + 8, r: 5.4, fill: "none", stroke: token("ink"), "stroke-width": 1.25 }, svg);
    el("circle", { cx: at + 5, cy: row + 8, r: 2.6, fill: token("ink-3") }, svg);
    put(svg, at + 16, row + 12, "wrong");
  }
  if (m?.none) {
    const at = place(16 + wide(m.none));
    el("circle", { cx: at + 5, cy: row + 8, r: 2.6, fill: token("rule-2") }, svg);
    put(svg, at + 16, row + 12, m.none);
  }
  if (m?.hot) {
    const at = place(18 + wide(m.hot));
    el("line", { x1: at, y1: row + 8, x2: at + 12, y2: row + 8, stroke: token("accent"), "stroke-width": 1.5 }, svg);
    put(svg, at + 18, row + 12, m.hot);
  }
  (m?.ends || []).forEach((label, k) => {
    const at = place(24 + wide(label)),
      look = [
        { stroke: token("e-same"), "stroke-width": 2.25 },
        { stroke: token("e-diff"), "stroke-width": 1.1, "stroke-dasharray": DASH.join(" ") },
        { stroke: token("k-1") },
      ][k];
    el("line", { x1: at, y1: row + 8, x2: at + 18, y2: row + 8, ...look }, svg);
    put(svg, at + 24, row + 12, label);
  });
  for (const r of m?.ramps || []) {
    const low = wide(r.low),
      at = place(low + 76 + wide(r.high));
    put(svg, at, row + 12, r.low);
    for (let i = 0; i < 32; i++) {
      const t = i / 31,
        fill = r.kind === "signed" ? signed(2 * t - 1) : r.kind === "seq" ? ramp("seq-0", "seq-1", 0.15 + 0.85 * t) : ramp("k-0", "k-1", t);
      el("rect", { x: at + low + 6 + 2 * i, y: row + 5, width: 2.1, height: 6, fill }, svg);
    }
    put(svg, at + low + 76, row + 12, r.high);
  }
  return row + 20 - y;
}

/** The name of the picture on its first line. */
export function heading(svg, x, y, name, rest) {
  const t = put(svg, x, y, name, "ink", { "font-size": 12, "font-weight": 600 });
  if (rest) put(svg, x + wide(name, 12, 600) + 10, y, rest, "ink-3", { "font-size": 12 });
  return t;
}
