// The small pictures of the rail, the list of stages at the side of the page: the last output of each stage.
import { anew, el, h, line, rect, path, circle, lin } from "./dom.js";

const WIDTH = 64,
  HEIGHT = 28, // units of a picture
  BASE = 26.5; // y coordinate of the axis

/** The island of a small picture. Its model is stages.Spark of web/view. */
export class SparkIsland {
  constructor() {
    this.root = h("span", "spark");
    this.svg = el("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, this.root);
  }
  /**
   * Draws a model by its kind. The numbers y are drawn as bars, dots, a line, a line with dots ("trail"), or shares. The kind "heat" has
   * d×d matrices (mats), and "blocks" has pairs of n nodes: the list pairs has the two indices of each pair one after the other. Without a
   * model the picture is empty.
   */
  draw(m) {
    const svg = this.svg;
    anew(svg);
    if (!m) return;
    const { y = [], mats = [], pairs = [], slots = [] } = m;
    const axis = () => line(svg, 0, BASE, WIDTH, BASE, "ax");
    switch (m.kind) {
      case "bars": {
        axis();
        const top = Math.max(1e-12, ...y),
          width = WIDTH / y.length;
        // The largest bar is 23 units high and ends half a unit above the axis. Bars are 1 unit apart; many bars overlap.
        y.forEach((v, i) => rect(svg, i * width, 26 - (23 * v) / top, Math.max(1, width - 1), (23 * v) / top, "f-3"));
        break;
      }
      case "dots":
      case "line":
      case "trail": {
        // If m.zero is true, the scale begins at 0.
        axis();
        if (!y.length) break;
        const low = m.zero ? 0 : Math.min(...y),
          high = Math.max(m.zero ? 1e-12 : -Infinity, ...y),
          X = lin(0, Math.max(1, y.length - 1), 2, WIDTH - 2),
          Y = lin(low, high === low ? low + 1 : high, 25, 3),
          points = y.map((v, i) => [X(i), Y(v)]),
          onlyDots = m.kind === "dots";
        if (!onlyDots) path(svg, points, "ln");
        if (m.kind !== "line") for (const p of points) circle(svg, ...p, onlyDots ? 1.5 : 1.6, onlyDots ? "f-2" : "f-ink");
        break;
      }
      case "heat": {
        // One or two d×d matrices with a common scale, row by row. Entries with signs have two colours. The root makes small unsigned
        // entries visible. Two unsigned matrices are joined by a line.
        const d = m.d,
          c = HEIGHT / d, // side of an entry
          largest = Math.max(1e-12, ...mats.flat().map(Math.abs));
        mats.forEach((M, q) => {
          M.forEach((v, i) => {
            const t = Math.min(1, Math.abs(v) / largest),
              signedClass = v < 0 ? "negc" : "posc";
            rect(
              svg,
              q * (WIDTH - HEIGHT) + (i % d) * c, // the second matrix is at the right
              Math.floor(i / d) * c,
              c - 0.6,
              c - 0.6,
              m.signed ? signedClass : "seqc",
              m.signed ? t : Math.sqrt(t),
            );
          });
        });
        const joint = [
          [30, 14],
          [34, 14],
        ];
        if (!m.signed && mats.length === 2) path(svg, joint, "ln thin");
        break;
      }
      case "blocks": {
        // The pattern of a symmetric matrix: a square for each pair of nodes, on both sides of the diagonal.
        const n = Math.max(2, m.n),
          X = lin(0, n - 1, 19, 45); // x of a column; the row of the same node has y = x − 18.4
        rect(svg, 18.5, 0.5, 27, 27, "box");
        let d = "";
        for (let i = 0; i < pairs.length; i += 2) {
          const a = X(pairs[i]),
            b = X(pairs[i + 1]);
          d += `M${a.toFixed(1)} ${(b - 18.4).toFixed(1)}h1v1h-1zM${b.toFixed(1)} ${(a - 18.4).toFixed(1)}h1v1h-1z`;
        }
        el("path", { d: d || "M0 0", class: "f-3" }, svg);
        const diagonal = [
          [19, 1],
          [45, 27],
        ];
        path(svg, diagonal, "ln thin");
        break;
      }
      case "shares": {
        // A bar whose parts are the shares of the numbers. slots has the number of the colour of each part; there are 8 colours.
        let x = 0;
        const sum = y.reduce((a, b) => a + b, 0) || 1;
        y.forEach((v, i) => {
          const width = (WIDTH * v) / sum;
          rect(svg, x, 9, width - 1, 10, "n" + (slots[i] % 8));
          x += width;
        });
        break;
      }
    }
  }
}
