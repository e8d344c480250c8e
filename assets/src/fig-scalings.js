// The scalings of Sinkhorn's algorithm on an edge, for the inspector (stages.Scalings of web/view). At the left are the transport plan
// after a chosen number of scalings and its margins beside the measures of the nodes. At the right are the errors of the margins after each
// scaling. A slider or a click on an error chooses the number.
import { cut, alike, h, el, put, text, tex, line, rect, circle, path, lin, boxWidth, num, power, powers, axes } from "./dom.js";
import { heat, begin } from "./fig-matrix.js";

// Pixels:
const LEFT = 46, // bars of the margins at the left of the plan
  TOP = 44, // bars of the margins above the plan
  BAR = 26, // length of the bar of the largest mass, or of 0.25 if all masses are smaller
  BAR_GAP = 5, // between a bar and the plan
  NUMBER_CELL = 24, // a smaller cell has no number inside
  LABELLED_CELL = 12, // a smaller cell has no number beside its row and column
  MIN_CHART = 80; // a narrower chart of the errors is not drawn

/** Returns a mass with two decimals and no leading zero: .37. A mass below 0.005 is "", and a mass from 0.995 on has one decimal. */
const shortMass = (v) => {
  if (v < 0.005) return "";
  return v >= 0.995 ? v.toFixed(1) : v.toFixed(2).slice(1);
};

/**
 * Draws the model m into the section sec; sec.k is the shown number of scalings. In the model, plans has the d×d plans after 0, 1, …
 * scalings in succession. rows and cols have the errors of the row sums and the column sums of each plan. mu and nu are the measures of the
 * nodes with the names i and j. at is the number of scalings that the page shows, key the position of the run, and max the mass of the
 * darkest cell.
 */
export function scalingsBox(sec, m, emit, island) {
  if (!sec.svg) build(sec, emit, island);
  const last = m.rows.length - 1,
    inUse = document.activeElement === sec.input && sec.key === m.key; // a focused slider is ahead of a model of the same position
  if (!inUse || sec.k > last) {
    sec.key = m.key;
    sec.k = m.at;
  }
  sec.m = m;
  sec.input.max = last;
  show(sec);
}

/** Creates the slider and the picture of a section. */
function build(sec, emit, island) {
  const label = h("label", "slide", h("div", "knobs one", sec.box));
  h("span", "", label, "scaling");
  sec.input = h("input", "#scaling", label);
  sec.out = h("output", "", label);
  sec.input.type = "range";
  sec.input.min = 0;
  sec.input.setAttribute("aria-label", "Scaling on show");
  // Shows the plan after k scalings, and reports the choice to the page.
  const choose = (k) => {
    sec.k = k;
    show(sec);
    emit("figure", { name: "scaling", index: k });
  };
  sec.input.addEventListener("input", () => choose(+sec.input.value));
  sec.svg = alike(el("svg", { role: "img" }, sec.box), island.widths, "scalings");
  sec.svg.dataset.testid = "plan-heatmap";
  sec.svg.addEventListener("click", ({ target: { dataset } }) => {
    if (dataset.scaling) choose(+dataset.scaling);
  });
}

/**
 * Shows the plan after sec.k scalings. The plan after 0 scalings is the kernel. Scalings 1, 3, … scale the rows, and 2, 4, … the columns.
 */
function show(sec) {
  const { m, k } = sec,
    d = m.d;
  let name = "kernel";
  if (k !== 0) name = k % 2 ? `rows ${(k + 1) / 2}` : `columns ${k / 2}`;
  sec.input.value = k;
  sec.out.textContent = name;
  sec.input.setAttribute("aria-valuetext", k ? `scaling ${k}, ${name}` : "before the first scaling");
  // The plan has at most about half of the width, less 60 px for its bars.
  const c = Math.max(12, Math.min(30, Math.floor((boxWidth(sec.svg) * 0.5 - 60) / d))),
    side = d * c,
    box = begin(sec.svg, Math.max(TOP + side + 34, 178)); // 178 px for the errors
  if (!box) return;
  const { s, w } = box;
  drawPlan(s, m, k, c);
  // The errors, if there is room at the right.
  const x0 = LEFT + side + 62,
    x1 = w - 12;
  if (x1 - x0 < MIN_CHART) return; // the description of the picture is left as it is
  drawErrors(s, m, k, { x0, x1, base: TOP + Math.max(side, 110) - 6 });
  put(s, "aria-label", `Plan after ${k} scalings: rows off by ${num(m.rows[k])}, columns by ${num(m.cols[k])}`);
}

/**
 * Draws the plan after k scalings in cells of side c. A bar is a margin of the plan: the sum of a row or a column. A tick is the mass that
 * the margin must reach.
 */
function drawPlan(s, m, k, c) {
  const d = m.d,
    side = d * c,
    plan = m.plans.slice(k * d * d, (k + 1) * d * d),
    rowSums = m.mu.map((_, i) => plan.slice(i * d, (i + 1) * d).reduce((a, b) => a + b, 0)),
    colSums = m.nu.map((_, j) => m.nu.reduce((sum, _, i) => sum + plan[i * d + j], 0));
  const sums = k ? [...rowSums, ...colSums] : [], // margins before the first scaling can have any size: their bars are cut
    largest = Math.max(0.25, ...m.mu, ...m.nu, ...sums),
    lengthOf = (v) => BAR * Math.min(1.1, v / largest), // a cut bar is a tenth longer than BAR
    inset = c > 16 ? 6 : 2,
    thickness = c - 2 * inset - 1;
  heat(s, plan, d, LEFT, TOP, c, { seq: 1, max: m.max, num: c >= NUMBER_CELL ? shortMass : null, name: "P" });
  // The column sums above the plan with ticks at ν, then the row sums at its left with ticks at μ.
  colSums.forEach((v, j) => {
    const x = LEFT + j * c,
      end = TOP - BAR_GAP,
      tickY = end - lengthOf(m.nu[j]);
    rect(s, x + inset, end - lengthOf(v), thickness, lengthOf(v), "f-2");
    line(s, x + 1, tickY, x + c - 2, tickY, "ln lna");
  });
  rowSums.forEach((v, i) => {
    const y = TOP + i * c,
      end = LEFT - BAR_GAP,
      tickX = end - lengthOf(m.mu[i]);
    rect(s, end - lengthOf(v), y + inset, lengthOf(v), thickness, "f-2");
    line(s, tickX, y + 1, tickX, y + c - 2, "ln lna");
  });
  // The names of the measures, the numbers of rows and columns, and the key of the ticks.
  tex(s, 2, TOP - 10, [["μ"], " of " + cut(m.i, 9)], "k");
  tex(s, LEFT, TOP - 34, [["ν"], " of " + cut(m.j, 9)], "k");
  if (c > LABELLED_CELL)
    for (let i = 0; i < d; i++) {
      text(s, 6, TOP + i * c + c / 2 + 4, String(i + 1), "c");
      text(s, LEFT + i * c + c / 2, TOP + side + 13, String(i + 1), "c");
    }
  line(s, LEFT, TOP + side + 26, LEFT + 14, TOP + side + 26, "ln lna");
  text(s, LEFT + 19, TOP + side + 30, "margin to reach", "");
}

/**
 * Draws the errors between x0 and x1 and above base. The error after a scaling is the larger error of its rows and columns. The point of
 * scaling k is marked.
 */
function drawErrors(s, m, k, { x0, x1, base }) {
  const last = m.rows.length - 1,
    X = lin(0, Math.max(1, last), x0, x1),
    positive = [...m.rows, ...m.cols].filter((v) => v > 1e-16), // a smaller error is the rounding of doubles
    low = Math.floor(Math.log10(Math.min(1e-1, ...positive))), // low and high are the exponents of ten at the ends of the axis
    high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive)))),
    top = TOP - 24,
    scale = lin(low, high, base, top),
    Y = (v) => scale(Math.log10(Math.max(10 ** low, v)));
  axes(s, { x0, x1, Y, ys: powers(low, high), label: power, zero: "grid" });
  line(s, x0, base + 0.5, x1, base + 0.5, "ax");
  for (let t = 0; t <= last; t += Math.max(1, Math.ceil(last / 4))) text(s, X(t), base + 15, String(t), "c");
  text(s, x1, base + 30, "scaling", "e");
  line(s, X(k), top - 4, X(k), base, "ln lna thin");
  const errors = m.rows.map((v, i) => Math.max(v, m.cols[i])),
    points = errors.map((v, i) => [X(i), Y(v)]);
  path(s, points, "ln");
  // A point for each scaling, in an invisible column for the clicks.
  const width = (x1 - x0) / last,
    height = base - top;
  points.forEach(([x, y], i) => {
    circle(s, x, y, i === k ? 4.5 : 2.6, i === k ? "f-a thru" : "f-ink thru");
    const target = el("rect", { x: x - width / 2, y: top, width, height, class: "hit", "data-scaling": i }, s);
    el("title", {}, target, `scaling ${i}: rows off by ${num(m.rows[i])}, columns by ${num(m.cols[i])}`);
  });
  text(s, x0, 10, `off by ${num(errors[k])}`, "a");
}
