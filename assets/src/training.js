// The training curves on the page: the three terms of the loss stacked above, the accuracies below, one axis of epochs, and labels at the
// right.
// uPlot draws the curves on a canvas, in a seventh of the time of the SVG in svg-training.js, which is for files. Texts and the playhead
// are SVG above the canvas, since a text on a canvas would force all styles of the page to be computed.
import uPlot from "uplot";
import { anew, h, el, text, line, rect, path, lin, ticks, fix, boxWidth } from "./dom.js";
import { token } from "./color.js";

// Pixels, before the factor unit for larger text:
const RIGHT = 98, // names and values at the right of the curves
  LEFT = 34, // labels of the y-axes
  FOOT = 24; // labels of the epochs
/** Names of the curves in the model, in the order of their bytes. */
export const CURVES = ["ce", "kl", "spec", "train", "val", "test"];

/** Reports whether two arrays have equal values. */
const equal = (a, b) => a.length === b.length && a.every((v, i) => v === b[i]);

/** Returns the distance between the grid lines of the loss, for the largest loss top. A loss up to 8 has at most four lines above 0. */
function gridStep(top) {
  if (top > 4) return 2;
  if (top > 1.6) return 1;
  return top > 0.8 ? 0.5 : 0.25;
}

/**
 * The island of the training. Its model is charts.Training of web/view, with the curves by the names in CURVES: a number for each finished
 * epoch, and nothing for an empty set of nodes. m.at is the position of the run in epochs, with a fraction inside an epoch. m.best is the
 * best epoch on validation nodes, from 1, or 0 for none. Two charts of uPlot, loss and acc, lie below an SVG with the groups axes, marks
 * (playhead and veil) and says (labels). scale describes the last drawing of the curves: their model (of), sizes, limits and scales. cursor
 * is the epoch under the pointer, from 1, undefined without a pointer.
 */
export class TrainingIsland {
  constructor(emit) {
    this.root = h("div", "chart");
    this.root.setAttribute("role", "img");
    this.top = h("div", "", this.root);
    this.bottom = h("div", "", this.root);
    for (const e of [this.top, this.bottom]) e.style.cssText = "position:absolute;left:0;right:0";
    this.svg = el("svg", { "aria-hidden": "true" }, this.root);
    this.svg.style.pointerEvents = "none";
    [this.axes, this.marks, this.says] = [0, 1, 2].map(() => el("g", {}, this.svg));
    // A double click moves the run to the epoch under the pointer.
    this.root.addEventListener("dblclick", () => {
      if (this.cursor !== undefined) emit("scrub", { epoch: this.cursor });
    });
  }
  /** Draws everything in the colours of another theme. Without a scale, draw makes new canvases. */
  retheme() {
    this.scale = null;
    if (this.m) this.draw(this.m);
  }
  /**
   * Draws a model: the curves if their numbers or the size have changed, then playhead and labels. Without a model, and in a hidden box,
   * nothing is drawn.
   */
  draw(m) {
    this.m = m;
    // Lengths are in units of the design. With larger text of the reader a unit has more than one pixel.
    const unit = globalThis.sheafscopePrefers.pixel(),
      w = boxWidth(this.root) / unit,
      height = (this.root.boxH ||= this.root.clientHeight) / unit;
    if (!w || !m) return;
    const { scale } = this,
      n = m.ce.length,
      resized = !scale || scale.w !== w || scale.height !== height || scale.unit !== unit;
    if (resized || CURVES.some((k) => !equal(m[k], scale.of[k]))) this.drawCurves(m, w, height, resized ? unit : 0);
    this.overlay();
    // The label for screen readers: loss and accuracies of the epoch at the playhead.
    const k = Math.min(n, Math.max(1, Math.floor(m.at))) - 1;
    const sets = [
      ["train", m.train],
      ["validation", m.val],
      ["test", m.test],
    ]
      .filter(([, v]) => v.length)
      .map(([name, v]) => `${name} ${fix(100 * v[k], 1)} %`);
    let label = "Training has not begun";
    if (n && m.at < 1) label = `Training of ${n} epochs, before the end of the first`;
    else if (n) label = `Training after ${k + 1} of ${n} epochs: loss ${fix(this.scale.sum[k], 2)}, ${sets.join(", ")}`;
    this.root.setAttribute("aria-label", label);
  }
  /**
   * Draws the curves and the labels of the axes in w × height units of the design. unit is the number of pixels of the page in such a unit
   * if new canvases are needed, for another size or theme; 0 keeps the canvases.
   */
  drawCurves(m, w, height, unit) {
    const n = m.ce.length,
      withKL = m.ce.map((v, i) => v + m.kl[i]),
      sum = withKL.map((v, i) => v + m.spec[i]);
    // The losses end at foot, the accuracies begin below mid and end at base.
    const mid = Math.round(height * 0.46),
      foot = mid - 4,
      base = height - FOOT,
      x0 = LEFT,
      x1 = w - RIGHT,
      last = Math.max(10, n);
    // The scales are X of the epochs, L of the loss from 0 to top, and A of the accuracies. A begins at lo, a multiple of 0.1 up to 0.4,
    // and ends a little above 1, so that a line at 1 is whole.
    const top = Math.max(0.5, 1.05 * sum.reduce((a, v) => Math.max(a, v), 0)),
      smaller = (a, v) => Math.min(a, v);
    const lo = Math.max(0, Math.floor([m.train, m.val, m.test].flat().reduce(smaller, 0.4) * 10) / 10);
    const X = lin(0, last, x0, x1),
      L = lin(0, top, foot, 6),
      A = lin(lo, 1.01, base, mid + 10);
    const step = gridStep(top),
      losses = Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
    const shares = (base - mid - 10 < 70 ? [0.5, 1] : [0.25, 0.5, 0.75, 1]).filter((t) => t >= lo);
    const epochs = ticks(0, last, Math.max(1, Math.floor((x1 - x0) / 45)));
    const kept = unit || this.scale.unit;
    this.scale = { of: m, sum, w, height, unit: kept, mid, foot, base, x0, x1, last, top, lo, losses, shares, epochs, X, A, n };
    if (unit) this.makeCharts(w, height, mid, unit);
    // The curves. The stacked sums are drawn from the largest to the smallest, each above the former.
    const x = Array.from({ length: n }, (_, i) => i + 1),
      none = x.map(() => null); // an empty set has no curve
    this.loss.setData([x, sum, withKL, m.ce]);
    this.acc.setData([x, ...[m.train, m.val, m.test].map((v) => (v.length ? v : none))]);
    // The labels of the axes.
    this.svg.setAttribute("viewBox", `0 0 ${w} ${height}`);
    anew(this.axes);
    for (const t of losses) text(this.axes, x0 - 5, L(t) + 4, String(t), "e");
    for (const t of shares) text(this.axes, x0 - 5, A(t) + 4, String(Math.round(100 * t)), "e");
    for (const t of epochs) text(this.axes, X(t), height - 10, String(t), "c");
    this.labelled = undefined; // the labels are drawn anew
  }
  /**
   * Makes the two charts of uPlot in a size w × height, divided at the height mid, in units of unit pixels. Grid and axes are drawn by
   * hooks, since uPlot's own axes need texts on the canvas.
   */
  makeCharts(w, height, mid, unit) {
    // The former charts, and the places of the new charts.
    for (const u of [this.loss, this.acc]) u?.destroy();
    this.top.style.top = "0";
    // Converts lengths of the design to pixels.
    const px = (...list) => list.map((v) => Math.round(v * unit)),
      [width, split, whole] = px(w, mid, height);
    this.bottom.style.top = split + "px";
    // Draws a horizontal line over the whole width of chart u. On a canvas of uPlot the unit is a pixel of the screen.
    const drawRow = (u, y, color) => {
      const {
        ctx,
        bbox: { left, width },
      } = u;
      ctx.lineWidth = devicePixelRatio;
      ctx.strokeStyle = token(color);
      ctx.beginPath();
      ctx.moveTo(left, y);
      ctx.lineTo(left + width, y);
      ctx.stroke();
    };
    // Returns the y coordinate of a value t on the canvas, in pixels of the screen. In the middle of a pixel a thin line is sharp.
    const yOf = (u, t) => Math.round(u.valToPos(t, "y", true)) + devicePixelRatio / 2;
    const drawEpochAxis = (u) => {
      const {
        ctx,
        bbox: { top, height },
      } = u;
      drawRow(u, top + height + devicePixelRatio / 2, "rule-2");
      for (const t of this.scale.epochs) {
        const x = Math.round(u.valToPos(t, "x", true)) + devicePixelRatio / 2;
        ctx.beginPath();
        ctx.moveTo(x, top + height);
        ctx.lineTo(x, top + height + 4 * devicePixelRatio);
        ctx.stroke();
      }
    };
    // The two charts share the cursor, a vertical line at the pointer.
    const cursor = { y: false, points: { show: false }, drag: { x: false, y: false }, sync: { key: "training", setSeries: false } };
    // Keeps the epoch under the pointer, for playhead and labels.
    const noteCursor = (u) => {
      this.cursor = u.cursor.idx == null ? undefined : u.cursor.idx + 1;
      this.overlay();
    };
    // gridLines returns a hook that draws a line at each value in a list of this.scale.
    const points = { show: false },
      gridLines = (list) => (u) => {
        for (const t of this.scale[list]) drawRow(u, yOf(u, t), "rule");
      };
    // The settings of uPlot that both charts share. A padding has the sides top, right, bottom, left. The first of the series are the
    // abscissas. The charts begin with four empty series (none); drawCurves sets the numbers.
    const common = { width, cursor, legend: { show: false }, select: { show: false }, axes: [{ show: false }, { show: false }] };
    const x = { time: false, range: () => [0, this.scale.last] },
      hooks = { setCursor: [noteCursor] },
      none = [[], [], [], []];
    // The stacked losses are areas without a line, the accuracies are lines.
    this.loss = new uPlot(
      {
        ...common,
        height: split,
        padding: px(6, RIGHT, 4, LEFT),
        scales: { x, y: { range: () => [0, this.scale.top] } },
        series: [{}, ...["term-3", "term-2", "term-1"].map((c) => ({ width: 0, fill: token(c), points }))],
        hooks: { ...hooks, drawClear: [gridLines("losses")] },
      },
      none,
      this.top,
    );
    this.acc = new uPlot(
      {
        ...common,
        height: whole - split,
        padding: px(10, RIGHT, FOOT, LEFT),
        scales: { x, y: { range: () => [this.scale.lo, 1.01] } },
        series: [
          {},
          { stroke: token("ink-3"), width: 1, points },
          { stroke: token("ink"), width: 1.5, points },
          { stroke: token("ink-3"), width: 1.25, dash: [3, 3], points },
        ],
        hooks: { ...hooks, drawClear: [gridLines("shares"), drawEpochAxis] },
      },
      none,
      this.bottom,
    );
  }
  /** Draws playhead and veil, and labels the epoch under the pointer, or without a pointer the epoch at the playhead. */
  overlay() {
    const { m, marks } = this,
      { mid, foot, base, x1, X, n } = this.scale,
      playheadX = X(Math.min(m.at, Math.max(10, n)));
    anew(marks);
    // A veil covers the epochs after the playhead, in both charts.
    for (const [a, b] of [
      [6, foot],
      [mid + 10, base],
    ])
      rect(marks, playheadX, a, x1 - playheadX, b - a, "veil");
    if (m.best > 0) line(marks, X(m.best), mid + 10, X(m.best), base, "ln ln2 thin dash");
    line(marks, playheadX, 6, playheadX, base, "ln lna thin");
    // The labels of the epoch with index i, −1 before the first epoch has ended. If no pointer is on the chart, this.cursor is undefined:
    // the comparison with n is then false.
    const playheadEpoch = Math.min(n, Math.max(1, Math.floor(m.at))),
      i = (this.cursor <= n ? this.cursor : playheadEpoch) - 1,
      content = i + m.terms.join();
    if (this.labelled === content) return;
    this.labelled = content;
    this.labels(m, i);
  }
  /** Draws the values of epoch i + 1 at the right: the terms of the loss (m.terms), and the accuracies in per cent beside the ends of their
   * curves. Below is the number of the epoch, unless it is the last epoch. Without an epoch (i = −1) there is only a sentence. */
  labels(m, i) {
    const s = this.says,
      { height, mid, x0, x1, A, n } = this.scale;
    anew(s);
    if (i < 0) {
      text(s, x0 + 4, mid / 2, "no epoch is finished yet", "k");
      return;
    }
    [
      ["spectral", m.spec, "f-t3"],
      ["KL", m.kl, "f-t2"],
      ["CE", m.ce, "f-t1"],
    ]
      .filter(([name]) => m.terms.includes(name))
      .map(([name, v, c]) => [name + " " + fix(v[i], 2), c])
      .forEach(([t, c], k) => {
        const y = mid - 34 + k * 14;
        rect(s, x1 + 7, y - 8, 7, 7, c);
        text(s, x1 + 19, y - 1, t, "k");
      });
    const rows = [
      ["train", m.train[i], "k", "ln ln2 thin"],
      ["val", m.val[i], "s", "ln"],
      ["test", m.test[i], "k", "ln ln2 dash"],
    ]
      .filter((r) => r[1] !== undefined)
      .sort((a, b) => b[1] - a[1]);
    // Labels are 14 px apart at least, and the last labels keep their room above the axis.
    let y = -1e9; // far above the first label
    rows.forEach(([name, v, c, l], k) => {
      y = Math.min(Math.max(A(v) + 4, y + 14), height - 30 - 14 * (rows.length - 1 - k));
      path(
        s,
        [
          [x1 + 6, y - 4],
          [x1 + 15, y - 4],
        ],
        l,
      );
      text(s, x1 + 19, y, `${name} ${fix(100 * v, 1)}`, c);
    });
    text(s, x1 + 14, height - 10, i < n - 1 ? "epoch " + (i + 1) : "epoch");
  }
}
