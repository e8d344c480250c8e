// Sigma on plain canvases, for where WebGL is missing or lost: the same places,
// camera, pointer, labels and layers, with nodes and edges drawn by path. Beyond
// MOST nodes and edges nothing is drawn: a frame would take too long.
import Sigma from "sigma";
import { DASH, corners, ringsOf } from "./dom.js";
import { token } from "./color.js";

export const MOST = 5000;

/** Whether a graph can be drawn without WebGL. */
export const drawable = (graph) => graph.order + graph.size < MOST;

/** What stands in the place of a program: keeps the data of its items and draws them in order. */
class Program {
  constructor(sigma, layer, paint) {
    Object.assign(this, { sigma, layer, paint, items: [] });
  }
  reallocate(n) {
    this.items.length = n;
  }
  process(_, k, ...data) {
    this.items[k] = data;
  }
  render() {
    const ctx = this.sigma.pens[this.layer];
    for (const data of this.items) if (data && !data.some((d) => d.hidden)) this.paint(ctx, ...data);
  }
  kill() {
    this.items = [];
  }
}

export class FlatSigma extends Sigma {
  /** A canvas, and the few words of WebGL that sigma says to it itself. */
  createWebGLContext(id, options = {}) {
    const canvas = this.createCanvas(id, options),
      ctx = canvas.getContext("2d");
    (this.pens ||= {})[id] = ctx;
    this.webGLContexts[id] = {
      blendFunc() {},
      bindFramebuffer() {},
      getExtension: () => null,
      viewport: (x, y, w, h) => ctx.setTransform(w / this.width, 0, 0, h / this.height, 0, 0),
      clear: () => ctx.clearRect(0, 0, this.width, this.height),
    };
    return this.webGLContexts[id];
  }
  registerNodeProgram(key, kind) {
    const paint = kind.slices ? (ctx, d) => this.pie(ctx, d, kind.slices) : (ctx, d) => this.shape(ctx, d);
    this.nodePrograms[key] = new Program(this, "nodes", paint);
    this.nodeHoverPrograms[key] = new Program(this, "hoverNodes", paint);
    return this;
  }
  registerEdgeProgram(key) {
    this.edgePrograms[key] = new Program(this, "edges", (ctx, a, b, d) => this.edge(ctx, a, b, d));
    return this;
  }
  render() {
    if (drawable(this.graph)) return super.render();
    if (this.renderFrame) cancelAnimationFrame(this.renderFrame);
    this.renderFrame = null;
    this.resize();
    if (this.needToProcess) this.process(); // places are requested
    this.needToProcess = false;
    this.clear();
    return this;
  }

  getNodeAtPosition(p) {
    let best = null,
      least = 3;
    if (!drawable(this.graph)) return best;
    this.graph.forEachNode((k) => {
      const d = this.nodeDataCache[k],
        q = this.framedGraphToViewport(d),
        far = Math.hypot(q.x - p.x, q.y - p.y) - this.scaleSize(d.size);
      if (!d.hidden && far <= least) {
        least = far;
        best = k;
      }
    });
    return best;
  }
  getEdgeAtPoint(x, y) {
    let best = null,
      least = Infinity;
    if (!drawable(this.graph)) return best;
    this.graph.forEachEdge((e, _, i, j) => {
      if (this.nodeDataCache[i].hidden || this.nodeDataCache[j].hidden) return;
      const p = this.framedGraphToViewport(this.nodeDataCache[i]),
        q = this.framedGraphToViewport(this.nodeDataCache[j]),
        dx = q.x - p.x,
        dy = q.y - p.y;
      const t = Math.min(1, Math.max(0, ((x - p.x) * dx + (y - p.y) * dy) / (dx * dx + dy * dy || 1))),
        far = Math.hypot(p.x + t * dx - x, p.y + t * dy - y);
      if (far <= 1 + this.thickness(this.edgeDataCache[e]) / 2 && far < least) {
        least = far;
        best = e;
      }
    });
    return best;
  }

  thickness(d) {
    return Math.max(this.settings.minEdgeThickness, this.scaleSize(d.size));
  }
  edge(ctx, a, b, d) {
    const p = this.framedGraphToViewport(a),
      q = this.framedGraphToViewport(b);
    ctx.strokeStyle = d.color;
    ctx.lineWidth = this.thickness(d);
    ctx.setLineDash(d.type === "dash" ? DASH : []);
    const run = (from, to) => {
      ctx.beginPath();
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
      ctx.stroke();
    };
    run(p, q);
    if (d.type !== "halves") return;
    ctx.strokeStyle = d.far;
    run({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, q);
  }
  shape(ctx, d) {
    const p = this.framedGraphToViewport(d),
      r = this.scaleSize(d.size),
      at = corners(d.shape || 0, p.x, p.y, r);
    ctx.beginPath();
    if (at) at.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    else ctx.arc(p.x, p.y, r, 0, 2 * Math.PI);
    ctx.closePath();
    this.fill(ctx, d.color, this.crowd(d, r) ? d.ring.slice(0, 7) : token("surface"));
    this.ring(ctx, d, p, r);
  }
  /** Whether a wrong node is too small among many for a ring: then its edge has the ring's colour. */
  crowd(d, r) {
    return d.ring?.endsWith("80") && this.graph.order > 1000 && r < 5;
  }
  /** Fills a path that has an edge. */
  fill(ctx, color, edge = token("surface")) {
    ctx.lineWidth = 2;
    ctx.strokeStyle = edge;
    ctx.stroke();
    ctx.fillStyle = color;
    ctx.fill();
  }
  ring(ctx, d, p, r) {
    if (!this.crowd(d, r))
      for (const [radius, width, color] of ringsOf(d.ring, r, token("ink"))) {
        ctx.beginPath();
        ctx.arc(p.x, p.y, radius, 0, 2 * Math.PI);
        ctx.lineWidth = width;
        ctx.strokeStyle = color;
        ctx.stroke();
      }
  }
  pie(ctx, d, slices) {
    const p = this.framedGraphToViewport(d),
      r = this.scaleSize(d.size),
      sum = slices.reduce((t, _, c) => t + (d["pv" + c] || 0), 0);
    ctx.beginPath();
    ctx.arc(p.x, p.y, r, 0, 2 * Math.PI);
    this.fill(ctx, token("rule-2"));
    let turn = 0;
    slices.forEach((color, c) => {
      const part = sum > 0 ? (2 * Math.PI * (d["pv" + c] || 0)) / sum : 0;
      ctx.fillStyle = color;
      ctx.beginPath();
      ctx.moveTo(p.x, p.y);
      ctx.arc(p.x, p.y, r, turn, (turn += part));
      ctx.fill();
    });
  }
}
