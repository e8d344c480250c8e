// The reasons of a prediction in the inspector: the score of a node as a sum over its sources, with a bar for each source. The form over
// the whole page (../lessons/unrolled.js) draws with the same functions.
import { button, h, el, text, line, rect, glyph, num } from "./dom.js";

const GAP = 30; // pixels of an arrow between two matrices
const SHORT_GAP = 12; // pixels of such an arrow in a row of the inspector
// The picture of a bar in pixels: its size (WIDTH, HEIGHT), the distance from the leftmost to the rightmost end of all bars (LENGTH), and
// the x of the zero line if no bar is negative (ZERO).
const WIDTH = 168,
  HEIGHT = 20,
  LENGTH = 76,
  ZERO = 46;

/**
 * Draws a bar of length v into the svg s from a zero line at x, to the left if v is negative. px is the number of pixels of a unit of v. A
 * bar has at least 0.75 pixels, unless v is 0. y is the middle of the bar. Returns the text element with the label, beside the end of the
 * bar. cls is the class of this text.
 */
export function bar(s, x, y, v, label, px, cls = "k") {
  const w = Math.max(Math.abs(v) * px, v ? 0.75 : 0);
  rect(s, v < 0 ? x - w : x, y - 5, w, 10, v < 0 ? "barn" : "barp");
  return text(s, v < 0 ? x - w - 4 : x + w + 4, y + 4, label, (v < 0 ? "e " : "") + cls);
}

/**
 * Draws the path of a vector over an edge from a neighbour j to the explained node i, as a row of vectors and matrices. These are x_j,
 * R_ji, R_ji x_j, R_ijᵀ, the product R_ijᵀ R_ji x_j, and the arriving vector. In the model m (explain.Way of core/sgpc), on_edge is
 * R_ji x_j, and back is the product. arrives is the contribution of the neighbour in the whole diffusion, over all paths of the graph. top
 * is the absolute value with the full colour, d the dimension of a stalk, gap the pixels between matrices. Returns the svg s, its width in
 * pixels, and at, the x coordinates of the centers of the matrices.
 */
export function wayBox(m, top, d, gap = GAP) {
  const cellSize = Math.max(3, Math.min(9, Math.floor(38 / d))), // pixels of a cell; d ≤ 12 cells fill at most 38 pixels
    side = cellSize - (cellSize > 5 ? 1 : 0.4), // pixels of the square in a cell, which leaves a gap
    parts = [
      { values: m.x, columns: 1 },
      { values: m.R_ji, columns: d },
      { values: m.on_edge, columns: 1 },
      { values: m.R_ij, columns: d, transposed: true },
      { values: m.back, columns: 1 },
      { values: m.arrives, columns: 1 },
    ];
  const svg = el("svg", {
    height: d * cellSize + 2,
    role: "img",
    "aria-label": `sends ${m.x.map(num).join(", ")}; arrives ${m.arrives.map(num).join(", ")}`,
    class: "way",
  });
  // The vectors and matrices from left to right, with an arrow behind each but the last.
  let x = 0; // the left side of the next matrix
  const at = parts.map(({ values, columns, transposed }, k) => {
    const left = x;
    values.forEach((v, i) => {
      // The matrix R_ij is stored by rows, and drawn transposed.
      let row = Math.floor(i / columns),
        column = i % columns;
      if (transposed) [row, column] = [column, row];
      const shade = Math.sqrt(Math.min(1, Math.abs(v) / (top || 1))),
        square = rect(svg, x + column * cellSize, row * cellSize, side, side, v < 0 ? "negc" : "posc", shade);
      el("title", {}, square, num(v));
    });
    x += columns * cellSize;
    const right = x;
    if (k < parts.length - 1) {
      el("path", { d: `M${x + 5} ${(d * cellSize) / 2}h${gap - 10}m-3 -3l3 3l-3 3`, class: "arrow" }, svg);
      x += gap;
    }
    return (left + right) / 2;
  });
  svg.setAttribute("width", x + 16); // 16 pixels of space behind the last vector
  return { s: svg, at, width: x + 16 };
}

/**
 * Draws one row with a bar for each source of the model m into a box. The pull of a source is its part of the score of the predicted
 * class, minus its part of the score of another class; says is the pull as text. A row can have a node (−1 for none) and a class mark
 * (slot). If ways is true, a row of a neighbour also shows the path of the neighbour's vector (way).
 */
export function pulls(box, m, ways) {
  // A row with the field in is a part of another row, whose pull includes it.
  const rows = (m.rows ?? []).filter((r) => !r.in),
    largest = Math.max(...rows.map((r) => Math.abs(r.pull)), 1e-9); // never 0, by which px is divided
  const low = Math.min(0, ...rows.map((r) => r.pull)),
    high = Math.max(0, ...rows.map((r) => r.pull));
  box.replaceChildren(
    ...rows.map((r) => {
      const row = h("div", "pull"),
        name = h("span", "pname", row);
      row.dataset.key = r.key;
      if (r.slot > -2) name.append(glyph(r.slot)); // -2: no mark, -1: the mark of a missing class
      // A neighbour is a button that selects it.
      if (r.node >= 0 && r.node !== m.node) {
        button(name, "", r.name).dataset.node = r.node;
      } else h("b", "", name, r.name);
      if (r.sub) h("small", "", name, r.sub);
      if (ways && r.way) row.append(wayBox(r.way, m.top, m.d, SHORT_GAP).s);
      const s = el("svg", { width: WIDTH, height: HEIGHT, "aria-hidden": "true" }, row),
        px = LENGTH / Math.max(high - low, largest),
        zero = ZERO - low * px;
      line(s, zero, 0, zero, HEIGHT, "ax");
      bar(s, zero, HEIGHT / 2, r.pull, r.says, px).setAttribute("aria-hidden", "true");
      h("span", "sr", row, r.says);
      return row;
    }),
  );
}

/** Draws the short form of the model m in the inspector: the rows, and a button that opens the form over the whole page. */
export function whyBox(sec, m, emit) {
  if (!sec.rows) {
    sec.rows = h("div", "pulls", sec.box);
    sec.more = button(sec.box, "btn#unroll", "Why?", () => emit("unroll", { on: true }));
  }
  pulls(sec.rows, m);
}
