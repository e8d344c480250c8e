// Training curves in uPlot: the three terms of the loss stacked above, the
// accuracies below, one epoch axis, labels at the right end. It grows with every epoch and is drawn with every frame: on
// uPlot's canvas in 1.0 ms at 500 epochs and 1.7 at 2000, as the SVG of svg-training.js, for its export, in 7.5 and 12.9
// (November 2026, headless Chromium, medians of seven). All other charts are small, and SVG, which can be printed and saved.
import uPlot from "uplot";
import { h, el, text, path, rect, fix, boxWidth } from "./dom.js";
import { token } from "./color.js";

const RIGHT = 98, LEFT = 34;

export class TrainingIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div", "chart");
    this.root.setAttribute("role", "img");
    this.top = h("div", "", this.root);
    this.bottom = h("div", "", this.root);
    for (const e of [this.top, this.bottom]) e.style.cssText = "position:absolute;left:0;right:0";
    this.svg = el("svg", { "aria-hidden": "true" }, this.root);
    this.svg.style.pointerEvents = "none";
    this.root.addEventListener("dblclick", () => { if (this.cursor !== undefined) this.emit("scrub", { epoch: this.cursor }); });
  }
  retheme() { this.kill(); if (this.m) this.draw(this.m); }
  kill() { this.loss?.destroy(); this.acc?.destroy(); this.loss = this.acc = null; }
  draw(m) {
    this.m = m;
    const w = boxWidth(this.root), hh = (this.root.boxH ||= this.root.clientHeight);
    if (!w || !m) return;
    const n = m.ce.length, k = Math.min(n, Math.max(1, Math.floor(m.at))) - 1, x = Array.from({ length: n }, (_, i) => i + 1);
    const a2 = m.ce.map((v, i) => v + m.kl[i]), a3 = a2.map((v, i) => v + m.spec[i]);
    const mid = Math.round(hh * 0.46);
    if (!this.loss || this.size !== w + "x" + hh) { this.kill(); this.size = w + "x" + hh; this.make(w, hh, mid); }
    this.loss.setData([x, a3, a2, m.ce]);
    const none = x.map(() => null); // an empty set has no curve
    this.acc.setData([x, ...[m.train, m.val, m.test].map((v) => (v.length ? v : none))]);
    this.labels(m, w, hh, mid);
    const sets = [["train", m.train], ["validation", m.val], ["test", m.test]].filter(([, v]) => v.length)
      .map(([name, v]) => `${name} ${fix(100 * v[k], 1)} %`);
    this.root.setAttribute("aria-label",
      n ? `Training after ${k + 1} of ${n} epochs: loss ${fix(a3[k], 2)}, ${sets.join(", ")}` : "Training has not begun");
  }
  make(w, hh, mid) {
    this.top.style.top = "0";
    this.bottom.style.top = mid + "px";
    const font = "11px " + getComputedStyle(document.body).fontFamily;
    const scaleX = { time: false, range: (u, lo, hi) => [0, Math.max(10, hi || 0)] };
    const marks = (u) => {
      const { ctx, bbox } = u, px = devicePixelRatio, at = u.valToPos(this.m.at, "x", true);
      ctx.save();
      // What the run knows beyond the playhead steps back.
      ctx.globalAlpha = 0.62; ctx.fillStyle = token("surface");
      ctx.fillRect(at, bbox.top, Math.max(0, bbox.left + bbox.width - at), bbox.height); ctx.globalAlpha = 1;
      if (this.m.best > 0 && u === this.acc) {
        const b = Math.round(u.valToPos(this.m.best, "x", true));
        ctx.strokeStyle = token("ink-3"); ctx.setLineDash([3 * px, 3 * px]); ctx.lineWidth = px;
        ctx.beginPath(); ctx.moveTo(b, bbox.top); ctx.lineTo(b, bbox.top + bbox.height); ctx.stroke();
      }
      ctx.setLineDash([]); ctx.strokeStyle = token("accent"); ctx.lineWidth = px;
      ctx.beginPath(); ctx.moveTo(at, bbox.top); ctx.lineTo(at, bbox.top + bbox.height + (u === this.loss ? 20 * px : 0)); ctx.stroke();
      ctx.restore();
    };
    const yAxis = (splits, fmt) => ({ scale: "y", size: LEFT, gap: 4, font, stroke: () => token("ink-3"), splits,
      values: (u, v) => v.map(fmt), grid: { stroke: () => token("rule"), width: 1 }, ticks: { show: false } });
    const cursor = { y: false, points: { show: false }, drag: { x: false, y: false }, sync: { key: "training", setSeries: false } };
    const moved = (u) => { const i = u.cursor.idx; this.cursor = i == null ? undefined : i + 1; this.labels(this.m, w, hh, mid); };
    const points = { show: false };
    const common = { width: w, cursor, legend: { show: false }, select: { show: false } };
    this.loss = new uPlot({
      ...common, height: mid, padding: [6, RIGHT, 4, 0],
        scales: { x: scaleX, y: { range: (u, lo, hi) => [0, Math.max(0.5, (hi || 1) * 1.05)] } },
      axes: [{ show: false }, yAxis((u, i, lo, hi) => {
        const s = hi > 4 ? 2 : hi > 1.6 ? 1 : hi > 0.8 ? 0.5 : 0.25;
        const r = [];
        for (let t = 0; t <= hi; t += s) r.push(t);
        return r;
      }, (v) => String(v))],
      series: [{}, { width: 0, fill: token("term-3"), points }, { width: 0, fill: token("term-2"), points },
        { width: 0, fill: token("term-1"), points }], hooks: { draw: [marks], setCursor: [moved] },
    }, [[], [], [], []], this.top);
    this.acc = new uPlot({
      ...common, height: hh - mid, padding: [10, RIGHT, 0, 0],
        scales: { x: scaleX, y: { range: (u, lo) => [Math.max(0, Math.min(0.4, Math.floor((lo ?? 0.4) * 10) / 10)), 1.01] } },
      axes: [{ font, stroke: () => token("ink-3"), size: 24, gap: 2, space: 40, incrs: [5, 10, 25, 50, 100, 200, 500, 1000],
        grid: { show: false }, ticks: { stroke: () => token("rule-2"), size: 4, width: 1 },
        border: { show: true, stroke: () => token("rule-2"), width: 1 } },
        yAxis((u, i, lo) => (u.bbox.height < 70 * devicePixelRatio ? [0.5, 1] : [0.25, 0.5, 0.75, 1]).filter((t) => t >= lo),
          (v) => String(Math.round(v * 100)))],
      series: [{}, { stroke: token("ink-3"), width: 1, points }, { stroke: token("ink"), width: 1.5, points },
        { stroke: token("ink-3"), width: 1.25, dash: [3, 3], points }],
      hooks: { draw: [marks], setCursor: [moved] },
    }, [[], [], [], []], this.bottom);
  }
  labels(m, w, hh, mid, again = true) {
    const s = this.svg;
    s.replaceChildren();
    s.setAttribute("viewBox", `0 0 ${w} ${hh}`);
    const n = m.ce.length, pointed = this.cursor !== undefined && this.cursor <= n, here = Math.min(n, Math.max(1, Math.floor(m.at))),
      i = (pointed ? this.cursor : here) - 1, x1 = w - RIGHT;
    if (i < 0) { text(s, LEFT + 4, mid / 2, "no epoch is finished yet", "k"); return; }
    [["spectral", m.spec, "f-t3"], ["KL", m.kl, "f-t2"], ["CE", m.ce, "f-t1"]].filter(([name]) => m.terms.includes(name))
      .map(([name, v, c]) => [name + " " + fix(v[i], 2), c]).forEach(([t, c], k) => {
        const y = mid - 34 + k * 14;
        rect(s, x1 + 7, y - 8, 7, 7, c);
        text(s, x1 + 19, y - 1, t, "k");
      });
    const rows = [["train", m.train[i], "k", "ln ln2 thin"], ["val", m.val[i], "s", "ln"],
      ["test", m.test[i], "k", "ln ln2 dash"]].filter((r) => r[1] !== undefined).sort((a, b) => b[1] - a[1]);
    const scale = (v) => this.acc.valToPos(v, "y") + mid + 10;
    // A chart just made (a change of theme) sets its scales a moment later.
    if (!Number.isFinite(scale(1))) {
      if (again) requestAnimationFrame(() => { if (this.acc && this.m) this.labels(this.m, w, hh, mid, false); });
      return;
    }
    let y = -1e9;
    rows.forEach(([name, v, c, l], k) => {
      y = Math.min(Math.max(scale(v) + 4, y + 14), hh - 30 - 14 * (rows.length - 1 - k));
      path(s, [[x1 + 6, y - 4], [x1 + 15, y - 4]], l);
      text(s, x1 + 19, y, `${name} ${fix(100 * v, 1)}`, c);
    });
    text(s, x1 + 14, hh - 10, i < n - 1 ? "epoch " + (i + 1) : "epoch");
  }
}
