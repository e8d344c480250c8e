// The small pictures of the rail: the last output of each stage.
import { anew, el, h, line, rect, path, circle, lin } from "./dom.js";

const WIDTH = 64,
  HEIGHT = 28, // units of a picture
  BASE = 26.5; // y coordinate of the axis

/** The island of a small picture. */
export class SparkIsland {
  constructor() {
    this.root = h("span", "spark");
    this.svg = el("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, this.root);
  }
  /** Draws a model by its kind: numbers y as bars, dots, a line or shares, matrices mats as a heat map, or pairs of nodes as blocks. */
  draw(m) {
    const s = this.svg;
    anew(s);
    if (!m) return;
    const { y = [], slots = [] } = m;
    switch (m.kind) {
      case "bars":
        drawBars(s, y);
        break;
      case "dots":
      case "line":
      case "trail":
        drawCurve(s, m, y);
        break;
      case "heat":
        drawMatrices(s, m);
        break;
      case "blocks":
        drawBlocks(s, m);
        break;
      case "shares":
        drawShares(s, y, slots);
        break;
    }
  }
}

const axis = (s) => line(s, 0, BASE, WIDTH, BASE, "ax");

/** Draws the numbers y as bars. */
function drawBars(s, y) {
  axis(s);
  const top = Math.max(1e-12, ...y),
    width = WIDTH / y.length;
  y.forEach((v, i) => rect(s, i * width, 26 - (23 * v) / top, Math.max(1, width - 1), (23 * v) / top, "f-3"));
}

/** Draws the numbers y as dots, as a line, or as a line with dots ("trail"). m.zero begins the scale at 0, m.ref is a dashed line. */
function drawCurve(s, m, y) {
  axis(s);
  if (!y.length) return;
  const low = m.zero ? 0 : Math.min(...y),
    high = m.zero ? Math.max(1e-12, ...y) : Math.max(...y),
    X = lin(0, Math.max(1, y.length - 1), 2, WIDTH - 2),
    Y = lin(low, high === low ? low + 1 : high, 25, 3),
    points = y.map((v, i) => [X(i), Y(v)]),
    onlyDots = m.kind === "dots";
  if (!onlyDots) path(s, points, "ln");
  if (m.kind !== "line") for (const [px, py] of points) circle(s, px, py, onlyDots ? 1.5 : 1.6, onlyDots ? "f-2" : "f-ink");
  if (m.ref !== undefined) line(s, 0, Y(m.ref), WIDTH, Y(m.ref), "ln ln2 thin dash");
}

/** Draws one or two d×d matrices as heat maps with a common scale. Two unsigned matrices are joined by a line. */
function drawMatrices(s, m) {
  const { d, mats = [] } = m,
    c = HEIGHT / d, // side of an entry
    largest = Math.max(1e-12, ...mats.flat().map(Math.abs));
  mats.forEach((M, q) => {
    M.forEach((v, i) => {
      const t = Math.min(1, Math.abs(v) / largest),
        x = q * (WIDTH - HEIGHT) + (i % d) * c, // the second matrix is at the right
        y = Math.floor(i / d) * c;
      if (m.signed) rect(s, x, y, c - 0.6, c - 0.6, v < 0 ? "negc" : "posc", t);
      else rect(s, x, y, c - 0.6, c - 0.6, "seqc", Math.sqrt(t));
    });
  });
  const joined = [
    [30, 14],
    [34, 14],
  ];
  if (!m.signed && mats.length === 2) path(s, joined, "ln thin");
}

/** Draws the pattern of a symmetric matrix: a square for each pair of nodes in m.pairs, on both sides of the diagonal. */
function drawBlocks(s, m) {
  const { pairs = [] } = m,
    n = Math.max(2, m.n),
    X = lin(0, n - 1, 19, 45); // the matrix is in the middle of the picture
  rect(s, 18.5, 0.5, 27, 27, "box");
  let d = "";
  for (let i = 0; i < pairs.length; i += 2) {
    const a = X(pairs[i]),
      b = X(pairs[i + 1]);
    d += `M${a.toFixed(1)} ${(b - 18.4).toFixed(1)}h1v1h-1zM${b.toFixed(1)} ${(a - 18.4).toFixed(1)}h1v1h-1z`;
  }
  el("path", { d: d || "M0 0", class: "f-3" }, s);
  const diagonal = [
    [19, 1],
    [45, 27],
  ];
  path(s, diagonal, "ln thin");
}

/** Draws the numbers y as a bar of shares, in the colours of the slots. */
function drawShares(s, y, slots) {
  const sum = y.reduce((a, b) => a + b, 0) || 1;
  let x = 0;
  y.forEach((v, i) => {
    const width = (WIDTH * v) / sum;
    rect(s, x, 9, width - 1, 10, "n" + (slots[i] % 8));
    x += width;
  });
}
