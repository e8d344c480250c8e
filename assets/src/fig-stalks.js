// A node's stalk vectors over diffusion time: a panel for each coordinate, in it a thin
// line for each channel and their mean, layer after layer on one axis of time.
import { el, text, tex, line, path, lin, open, tickText } from "./dom.js";

const TOP = 18,
  PANEL = 62,
  FOOT = 18,
  LEFT = 34,
  GAP = 14;

export function stalks(svg, m) {
  const rows = Math.ceil(m.d / 2),
    o = open(svg, rows * (TOP + PANEL) + FOOT);
  if (!o) return;
  const { s, w } = o,
    cols = m.d > 1 ? 2 : 1,
    wide = (w - LEFT - (cols - 1) * GAP - 4) / cols,
    total = m.layers.reduce((t, l) => t + l.dt, 0),
    end = m.max || 1;
  for (let k = 0; k < m.d; k++) {
    const x0 = LEFT + (k % cols) * (wide + GAP),
      y0 = Math.floor(k / cols) * (TOP + PANEL) + TOP,
      T = lin(0, total, x0, x0 + wide),
      Y = lin(-end, end, y0 + PANEL - 4, y0 + 2),
      last = k >= m.d - cols;
    text(s, x0, y0 - 4, `coordinate ${k + 1}`, "k");
    for (const v of [-end, 0, end]) {
      line(s, x0, Y(v), x0 + wide, Y(v), v ? "grid" : "ax");
      if (k % cols === 0) text(s, x0 - 5, Y(v) + 4, v ? (v < 0 ? "−" : "") + +Math.abs(v).toPrecision(2) : "0", "e");
    }
    let from = 0;
    for (const l of m.layers) {
      const c = l.channels,
        mean = l.time.map(() => 0),
        g = el("g", { class: "faint" }, s);
      for (let q = 0; q < c; q++)
        path(
          g,
          l.time.map((t, i) => {
            const v = l.value[(i * m.d + k) * c + q];
            mean[i] += v / c;
            return [T(from + t), Y(v)];
          }),
          "ln ln2 thin",
        );
      path(
        s,
        l.time.map((t, i) => [T(from + t), Y(mean[i])]),
        "ln",
      );
      if (from > 0) line(s, T(from), y0, T(from), y0 + PANEL - 2, "ln ln2 thin dash");
      from += l.dt;
    }
    if (!last) continue;
    const foot = rows * (TOP + PANEL) + 9,
      marks = [0, ...m.layers.map((l, i) => m.layers.slice(0, i + 1).reduce((t, q) => t + q.dt, 0))];
    marks.forEach((t, i) => text(s, T(t), foot, i ? tickText(t, [0, t]) : "0", i === marks.length - 1 ? "e" : i ? "c" : ""));
    tex(s, T(total / 2), foot, [["t"]], "c");
  }
}
