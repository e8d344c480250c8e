// The ten small pictures of the rail: the last real output of each stage.
import { anew, el, h, line, rect, path, circle, lin } from "./dom.js";

export class SparkIsland {
  constructor() {
    this.root = h("span", "spark");
    this.svg = el("svg", { viewBox: "0 0 64 28", "aria-hidden": "true" }, this.root);
  }
  draw(m) {
    const s = this.svg;
    anew(s);
    if (!m) return;
    const { y = [], mats = [], pairs = [], slots = [] } = m;
    const ax = () => line(s, 0, 26.5, 64, 26.5, "ax");
    const range = (a) => [Math.min(...a), Math.max(...a)];
    switch (m.kind) {
      case "bars": {
        ax();
        const hi = Math.max(1e-12, ...y),
          w = 64 / y.length;
        y.forEach((v, i) => rect(s, i * w, 26 - (23 * v) / hi, Math.max(1, w - 1), (23 * v) / hi, "f-3"));
        break;
      }
      case "dots":
      case "line":
      case "trail": {
        ax();
        if (!y.length) break;
        const [lo, hi] = m.zero ? [0, Math.max(1e-12, ...y)] : range(y),
          X = lin(0, Math.max(1, y.length - 1), 2, 62),
          Y = lin(lo, hi === lo ? lo + 1 : hi, 25, 3);
        if (m.kind !== "dots")
          path(
            s,
            y.map((v, i) => [X(i), Y(v)]),
            "ln",
          );
        if (m.kind !== "line")
          y.forEach((v, i) => circle(s, X(i), Y(v), m.kind === "dots" ? 1.5 : 1.6, m.kind === "dots" ? "f-2" : "f-ink"));
        if (m.ref !== undefined) line(s, 0, Y(m.ref), 64, Y(m.ref), "ln ln2 thin dash");
        break;
      }
      case "heat": {
        const d = m.d,
          c = 28 / d,
          mx = Math.max(1e-12, ...mats.flat().map(Math.abs)); // one scale for both
        mats.forEach((M, q) => {
          M.forEach((v, i) => {
            const t = Math.min(1, Math.abs(v) / mx);
            rect(
              s,
              q * 36 + (i % d) * c,
              Math.floor(i / d) * c,
              c - 0.6,
              c - 0.6,
              m.signed ? (v < 0 ? "negc" : "posc") : "seqc",
              m.signed ? t : Math.sqrt(t),
            );
          });
        });
        if (!m.signed && mats.length === 2)
          path(
            s,
            [
              [30, 14],
              [34, 14],
            ],
            "ln thin",
          );
        break;
      }
      case "blocks": {
        const n = Math.max(2, m.n),
          q = lin(0, n - 1, 19, 45);
        rect(s, 18.5, 0.5, 27, 27, "box");
        let d = "";
        for (let i = 0; i < pairs.length; i += 2) {
          const a = q(pairs[i]),
            b = q(pairs[i + 1]);
          d += `M${a.toFixed(1)} ${(b - 18.4).toFixed(1)}h1v1h-1zM${b.toFixed(1)} ${(a - 18.4).toFixed(1)}h1v1h-1z`;
        }
        el("path", { d: d || "M0 0", class: "f-3" }, s);
        path(
          s,
          [
            [19, 1],
            [45, 27],
          ],
          "ln thin",
        );
        break;
      }
      case "shares": {
        let x = 0;
        const sum = y.reduce((a, b) => a + b, 0) || 1;
        y.forEach((v, i) => {
          const w = (64 * v) / sum;
          rect(s, x, 9, w - 1, 10, "n" + (slots[i] % 8));
          x += w;
        });
        break;
      }
    }
  }
}
