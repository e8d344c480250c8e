// Sinkhorn on one edge: the plan after any number of scalings with its margins
// against the measures they must reach, and the marginal errors on the way.
import { cut, alike, h, el, put, text, tex, line, rect, circle, path, lin, boxWidth, num, power, powers, axes } from "./dom.js";
import { heat, begin } from "./fig-matrix.js";

const short = (v) => (v < 0.005 ? "" : v >= 0.995 ? v.toFixed(1) : v.toFixed(2).slice(1));

export function scalingsBox(sec, m, emit, island) {
  if (!sec.svg) {
    const label = h("label", "slide", h("div", "knobs one", sec.box));
    h("span", "", label, "scaling");
    sec.input = h("input", "#scaling", label);
    sec.out = h("output", "", label);
    sec.input.type = "range";
    sec.input.min = 0;
    sec.input.setAttribute("aria-label", "Scaling on show");
    sec.moved = (k) => {
      sec.k = k;
      show(sec);
      emit("figure", { name: "scaling", index: k });
    };
    sec.input.addEventListener("input", () => sec.moved(+sec.input.value));
    sec.svg = alike(el("svg", { role: "img" }, sec.box), island.widths, "scalings");
    sec.svg.dataset.testid = "plan-heatmap";
    sec.svg.addEventListener("click", ({ target: { dataset } }) => {
      if (dataset.scaling) sec.moved(+dataset.scaling);
    });
  }
  const last = m.rows.length - 1;
  if (document.activeElement !== sec.input || sec.key !== m.key || sec.k > last) {
    sec.key = m.key;
    sec.k = m.at;
  }
  sec.m = m;
  sec.input.max = last;
  show(sec);
}

function show(sec) {
  const { m, k } = sec,
    d = m.d,
    what = k === 0 ? "kernel" : k % 2 ? `rows ${(k + 1) / 2}` : `columns ${k / 2}`;
  sec.input.value = k;
  sec.out.textContent = what;
  sec.input.setAttribute("aria-valuetext", k ? `scaling ${k}, ${what}` : "before the first scaling");
  const w0 = boxWidth(sec.svg),
    c = Math.max(12, Math.min(30, Math.floor((w0 * 0.5 - 60) / d))),
    left = 46,
    top = 44,
    side = left + d * c,
    o = begin(sec.svg, Math.max(top + d * c + 34, 178));
  if (!o) return;
  const { s, w } = o,
    P = m.plans.slice(k * d * d, (k + 1) * d * d),
    rows = m.mu.map((_, i) => P.slice(i * d, (i + 1) * d).reduce((a, b) => a + b, 0)),
    cols = m.nu.map((_, j) => m.nu.reduce((a, _, i) => a + P[i * d + j], 0));
  const far = Math.max(0.25, ...m.mu, ...m.nu, ...(k ? [...rows, ...cols] : [])),
    B = (v) => 26 * Math.min(1.1, v / far),
    inset = c > 16 ? 6 : 2;
  heat(s, P, d, left, top, c, { seq: 1, max: m.max, num: c >= 24 ? short : null, name: "P" });
  // Margins: bars for what the plan has, accent ticks for what it must reach.
  cols.forEach((v, j) => {
    rect(s, left + j * c + inset, top - 5 - B(v), c - 2 * inset - 1, B(v), "f-2");
    line(s, left + j * c + 1, top - 5 - B(m.nu[j]), left + (j + 1) * c - 2, top - 5 - B(m.nu[j]), "ln lna");
  });
  rows.forEach((v, i) => {
    rect(s, left - 5 - B(v), top + i * c + inset, B(v), c - 2 * inset - 1, "f-2");
    line(s, left - 5 - B(m.mu[i]), top + i * c + 1, left - 5 - B(m.mu[i]), top + (i + 1) * c - 2, "ln lna");
  });
  tex(s, 2, top - 10, [["μ"], " of " + cut(m.i, 9)], "k");
  tex(s, left, top - 34, [["ν"], " of " + cut(m.j, 9)], "k");
  for (let i = 0; i < d && c > 12; i++) {
    text(s, 6, top + i * c + c / 2 + 4, String(i + 1), "c");
    text(s, left + i * c + c / 2, top + d * c + 13, String(i + 1), "c");
  }
  line(s, left, top + d * c + 26, left + 14, top + d * c + 26, "ln lna");
  text(s, left + 19, top + d * c + 30, "margin to reach", "");
  // Errors of rows and columns by scaling.
  const x0 = side + 62,
    x1 = w - 12,
    base = top + Math.max(d * c, 110) - 6,
    n = m.rows.length - 1,
    X = lin(0, Math.max(1, n), x0, x1);
  if (x1 - x0 < 80) return;
  const all = [...m.rows, ...m.cols].filter((v) => v > 1e-16),
    lo = Math.floor(Math.log10(Math.min(1e-1, ...all))),
    hi = Math.max(lo + 1, Math.ceil(Math.log10(Math.max(...all)))),
    Y = lin(lo, hi, base, top - 24),
    y = (v) => Y(Math.log10(Math.max(10 ** lo, v)));
  axes(s, { x0, x1, Y: y, ys: powers(lo, hi), label: power, zero: "grid" });
  line(s, x0, base + 0.5, x1, base + 0.5, "ax");
  for (let t = 0; t <= n; t += Math.max(1, Math.ceil(n / 4))) text(s, X(t), base + 15, String(t), "c");
  text(s, x1, base + 30, "scaling", "e");
  line(s, X(k), top - 28, X(k), base, "ln lna thin");
  const worst = m.rows.map((v, i) => Math.max(v, m.cols[i]));
  path(
    s,
    worst.map((v, i) => [X(i), y(v)]),
    "ln",
  );
  worst.forEach((v, i) => {
    circle(s, X(i), y(v), i === k ? 4.5 : 2.6, i === k ? "f-a thru" : "f-ink thru");
    const x = X(i) - (x1 - x0) / n / 2,
      width = (x1 - x0) / n,
      height = base - top + 24;
    const at = el("rect", { x, y: top - 24, width, height, class: "hit", "data-scaling": i }, s);
    el("title", {}, at, `scaling ${i}: rows off by ${num(m.rows[i])}, columns by ${num(m.cols[i])}`);
  });
  text(s, x0, 10, `off by ${num(worst[k])}`, "a");
  put(s, "aria-label", `Plan after ${k} scalings: rows off by ${num(m.rows[k])}, columns by ${num(m.cols[k])}`);
}
