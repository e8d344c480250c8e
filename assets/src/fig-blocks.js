// The block picture of the sheaf Laplacian on a canvas: one cell per pair of
// nodes, shaded by the norm of the edge's maps. Wheel or pinch zooms, drag
// moves, hover reads an entry, a click selects the edge.
import { h, num } from "./dom.js";
import { token, ramp } from "./color.js";

export class Blocks {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div");
    this.canvas = h("canvas", "", this.root);
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.note = h("p", "note", this.root);
    this.view = { x: 0, y: 0, k: 1 };
    const c = this.canvas;
    c.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(Math.exp(-e.deltaY * 0.002), e.offsetX, e.offsetY); }, { passive: false });
    c.addEventListener("pointerdown", (e) => { this.grab = [e.offsetX, e.offsetY, this.view.x, this.view.y]; c.setPointerCapture(e.pointerId); });
    c.addEventListener("pointermove", (e) => {
      if (this.grab && this.view.k > 1) { this.view.x = this.grab[2] + e.offsetX - this.grab[0]; this.view.y = this.grab[3] + e.offsetY - this.grab[1]; this.paint(); } else this.read(e.offsetX, e.offsetY);
    });
    c.addEventListener("pointerup", (e) => { if (this.grab && Math.hypot(e.offsetX - this.grab[0], e.offsetY - this.grab[1]) < 4 && this.hit >= 0) this.emit("pick", { kind: "edge", index: this.hit }); this.grab = null; });
    c.addEventListener("keydown", (e) => {
      if (e.key === "+" || e.key === "-") { e.preventDefault(); e.stopPropagation(); this.zoom(e.key === "+" ? 1.4 : 1 / 1.4, this.side / 2, this.side / 2); }
    });
  }
  zoom(f, x, y) {
    const k = Math.min(60, Math.max(1, this.view.k * f)), r = k / this.view.k;
    this.view = { k, x: x - (x - this.view.x) * r, y: y - (y - this.view.y) * r };
    this.paint();
  }
  draw(m) {
    this.m = m;
    const key = (a, b) => a * m.n + b;
    if (this.pairs !== m.pairs.length || this.n !== m.n) { this.index = new Map(); for (let e = 0; e < m.pairs.length / 2; e++) { this.index.set(key(m.pairs[2 * e], m.pairs[2 * e + 1]), e); this.index.set(key(m.pairs[2 * e + 1], m.pairs[2 * e]), e); } this.pairs = m.pairs.length; this.n = m.n; }
    this.paint();
    this.say();
  }
  say(s) { this.note.textContent = s || `${this.m.n * this.m.d} × ${this.m.n * this.m.d} in ${this.m.d} × ${this.m.d} blocks; ${this.m.pairs.length} blocks off the diagonal. Zoom with the wheel or + and −.`; }
  paint() {
    const m = this.m, w = this.root.clientWidth;
    if (!m || !w) return;
    const side = this.side = Math.min(w, 300), px = devicePixelRatio || 1, c = this.canvas, { x, y, k } = this.view;
    c.style.width = c.style.height = side + "px";
    c.width = c.height = Math.round(side * px);
    const g = c.getContext("2d"), cell = side * k / m.n, size = Math.max(cell - (cell > 6 ? 1 : 0), 1);
    g.setTransform(px, 0, 0, px, 0, 0);
    g.fillStyle = token("sunken");
    g.fillRect(0, 0, side, side);
    g.fillStyle = ramp("k-0", "k-1", 0.55);
    for (let i = 0; i < m.n; i++) g.fillRect(x + i * cell, y + i * cell, size, size);
    for (let e = 0; e < m.pairs.length / 2; e++) {
      const a = m.pairs[2 * e], b = m.pairs[2 * e + 1];
      g.fillStyle = e === m.edge ? token("accent") : ramp("k-0", "k-1", 0.25 + 0.75 * m.shade[e]);
      g.fillRect(x + b * cell, y + a * cell, size, size);
      g.fillRect(x + a * cell, y + b * cell, size, size);
    }
  }
  read(px, py) {
    const cell = this.side * this.view.k / this.m.n, j = Math.floor((px - this.view.x) / cell), i = Math.floor((py - this.view.y) / cell);
    const e = this.index?.get(i * this.m.n + j) ?? -1;
    this.hit = e;
    if (i === j) this.say(`Block ${i}, ${i}: the sum of RᵀR over the edges of node ${i}.`);
    else if (e >= 0 && e === this.m.edge && this.m.rij) {
      const d = this.m.d, inner = (q, o, k) => Math.min(d - 1, Math.floor(((q - o) / cell - k) * d)), a = inner(py, this.view.y, i), b = inner(px, this.view.x, j);
      const [ri, rj] = i === this.m.pairs[2 * e] ? [this.m.rij, this.m.rji] : [this.m.rji, this.m.rij];
      let v = 0;
      for (let k = 0; k < d; k++) v -= ri[k * d + a] * rj[k * d + b];
      this.say(`Block ${i}, ${j} of L, entry ${a + 1}, ${b + 1}: ${num(v)}.`);
    } else if (e >= 0) this.say(`Block ${i}, ${j}: minus RᵀR of edge ${this.m.pairs[2 * e]} – ${this.m.pairs[2 * e + 1]}; the norm of its maps is ${this.m.norm[e].toFixed(3)}. Click to read its entries.`);
    else this.say(`Block ${i}, ${j}: zero, no edge.`);
  }
}
