// What a person does with the graph besides dragging: point, zoom, search,
// lasso and arrow keys. Part of the graph island.
import { h } from "./dom.js";
import { lasso } from "./lasso.js";

// An edge is a thin thing: it answers from so many pixels away. With more edges than MANY only to a click.
const REACH = 8,
  MANY = 5000;

export const reaching = {
  hover(kind, index, event) {
    this.tip?.remove();
    this.tip = null;
    if (kind === "edge" && event) {
      const [i, j] = this.graph.extremities(index),
        v = this.attrs?.raw?.[index];
      this.tip = h("div", "tip", this.root);
      this.tip.append(`${this.graph.getNodeAttribute(i, "label")} – ${this.graph.getNodeAttribute(j, "label")}`);
      if (v !== undefined && this.style.edgeUnit) this.tip.append(`  ${this.style.edgeUnit} `, h("b", "", null, v.toPrecision(3)));
      this.tip.style.left = Math.min(this.root.clientWidth - 130, event.x + 10) + "px";
      this.tip.style.top = Math.max(4, event.y - 28) + "px";
    }
    this.onHover?.(kind, index);
  },

  /** The edge that passes nearest to a point of the drawing, if that is at most this many pixels away. */
  edgeNear(x, y, reach = REACH) {
    const s = this.sigma,
      at = new Map();
    let best = null,
      least = reach * reach;
    const place = (k) => {
      let p = at.get(k);
      if (!p) at.set(k, (p = s.framedGraphToViewport(s.getNodeDisplayData(k))));
      return p;
    };
    this.graph.forEachEdge((e, _, i, j, a, b) => {
      if (a.hidden || b.hidden) return;
      const p = place(i),
        q = place(j);
      if (
        Math.min(p.x, q.x) > x + reach ||
        Math.max(p.x, q.x) < x - reach ||
        Math.min(p.y, q.y) > y + reach ||
        Math.max(p.y, q.y) < y - reach
      )
        return;
      const dx = q.x - p.x,
        dy = q.y - p.y,
        t = Math.min(1, Math.max(0, ((x - p.x) * dx + (y - p.y) * dy) / (dx * dx + dy * dy || 1)));
      const far = (p.x + t * dx - x) ** 2 + (p.y + t * dy - y) ** 2;
      if (far <= least) {
        least = far;
        best = e;
      }
    });
    return best;
  },

  /** A pointer close to an edge, but not on it, points at it too: looked for once per frame, where there are not too many. */
  nearby() {
    let at = null,
      was = null;
    const look = () => {
      const p = at;
      at = null;
      const now = p && !this.over && !this.root.classList.contains("dragging") && this.graph.size <= MANY ? this.edgeNear(p.x, p.y) : null;
      if (now !== null) this.hover("edge", +now, p);
      else if (was !== null && !this.over) this.hover("", -1);
      if (!this.over) this.root.style.cursor = now !== null ? "pointer" : "";
      was = now;
    };
    this.sigma.on("moveBody", ({ event }) => {
      if (at === null) requestAnimationFrame(look);
      at = { x: event.x, y: event.y };
    });
  },

  zoom(dir) {
    const cam = this.sigma?.getCamera();
    if (!cam) return;
    if (dir === "in") cam.animatedZoom({ duration: 160 });
    else if (dir === "out") cam.animatedUnzoom({ duration: 160 });
    else cam.animatedReset({ duration: 160 });
  },

  /** Brings the neighbourhood that alone is shown into the middle, or all nodes. */
  aim() {
    const s = this.sigma,
      list = this.style.around.filter((k) => this.graph.hasNode(k));
    if (!list.length || !s) {
      this.zoom("fit");
      return;
    }
    s.refresh(); // what sigma knows of the nodes' places may be of before
    const whole = { cameraState: { x: 0.5, y: 0.5, angle: 0, ratio: 1 } },
      { width, height } = s.getDimensions(),
      at = list.map((k) => s.getNodeDisplayData(k)),
      px = at.map((p) => s.framedGraphToViewport(p, whole));
    const ends = (of, c) => of.reduce(([a, b], p) => [Math.min(a, p[c]), Math.max(b, p[c])], [Infinity, -Infinity]),
      long = (c) => {
        const [a, b] = ends(px, c);
        return b - a;
      },
      mid = (c) => {
        const [a, b] = ends(at, c);
        return (a + b) / 2;
      };
    s.getCamera().animate(
      {
        x: mid("x"),
        y: mid("y"),
        ratio: Math.min(1, Math.max(0.15, 1.15 * Math.max(long("x") / Math.max(1, width - 80), long("y") / Math.max(1, height - 80)))),
      },
      { duration: 240 },
    );
  },

  /** Keeps the neighbourhood that alone is shown in the middle, when places or the window have changed. */
  aimAgain() {
    if (this.style.around.length) this.aim();
  },

  /** Finds a node by number or name and selects it. */
  find(q) {
    clearTimeout(this.noteEnds);
    this.note?.remove();
    if (!this.graph || !q.trim()) return;
    const s = q.trim().toLowerCase();
    // A name before a number, as names may be numbers that count otherwise; part of a name last.
    const named = (fits) => this.graph.findNode((k, a) => fits(String(a.label).toLowerCase())) ?? null;
    const hit = named((name) => name === s) ?? (this.graph.hasNode(s) ? s : null) ?? named((name) => name.includes(s));
    if (hit === null && /^\d+$/.test(s) && +s < this.topo.n) {
      this.emit("pick", { kind: "node", index: +s });
      return;
    } // not drawn
    if (hit === null) {
      const text = this.graph.order
        ? `No node is called “${q.trim()}”: a number from 0 to ${this.topo.n - 1}, or part of a name.`
        : "There are no nodes yet.";
      this.note = h("p", "tip nohit#find-none", this.root, text); // inside: a render of the panels leaves nothing beside the root
      this.noteEnds = setTimeout(() => this.note?.remove(), 8000);
      this.emit("announce", { text });
      return;
    }
    const p = this.sigma.getNodeDisplayData(hit);
    this.sigma.getCamera().animate({ x: p.x, y: p.y, ratio: Math.min(0.6, this.sigma.getCamera().ratio) }, { duration: 240 });
    this.emit("pick", { kind: "node", index: +hit });
  },

  startLasso() {
    if (!this.graph) return;
    lasso(this.root, (inside) => {
      const hits = this.graph
        .filterNodes((k, a) => {
          if (a.hidden) return false;
          const d = this.sigma.getNodeDisplayData(k),
            p = this.sigma.framedGraphToViewport(d);
          return inside(p.x, p.y);
        })
        .map(Number);
      this.style.lassoed = hits.length ? hits : null;
      this.paint();
      this.emit("lasso", { nodes: hits });
    });
  },

  /** Arrow keys move the selection to the neighbour that lies most in that direction. */
  key(e) {
    const dir = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (!dir || !this.graph?.order || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    const g = this.graph,
      at =
        this.style.node >= 0
          ? this.style.node
          : this.style.edge >= 0 && g.hasEdge(this.style.edge)
            ? +g.source(this.style.edge)
            : +(g.nodes()[0] ?? 0);
    if (!g.hasNode(at)) return; // of a very large graph only some nodes are drawn
    if (this.style.node < 0) {
      this.goTo(at);
      return;
    }
    const p = this.graph.getNodeAttributes(at);
    let best = -1,
      score = 0.2;
    this.graph.forEachNeighbor(at, (k, q) => {
      const dx = q.x - p.x,
        dy = q.y - p.y,
        r = Math.hypot(dx, dy) || 1,
        cos = (dx * dir[0] + dy * dir[1]) / r;
      if (cos > score) {
        score = cos;
        best = +k;
      }
    });
    if (best >= 0) this.goTo(best);
  },

  /** Selects a node and says which it is: its name, what it is called, and how many neighbours it has. */
  goTo(k) {
    this.emit("pick", { kind: "node", index: k });
    const name = (c) => this.topo.classes[c]?.name,
      called = name(this.attrs?.cls[k]),
      is = name(this.topo.labels[k]);
    const parts = [`Node ${this.graph.getNodeAttribute(k, "label")}`],
      degree = this.graph.degree(k);
    if (called) parts.push(`called ${called}`);
    if (is && is !== called) parts.push(`labelled ${is}`);
    parts.push(`${degree} ${degree === 1 ? "neighbour" : "neighbours"}`);
    this.emit("announce", { text: parts.join(", ") + "." });
  },
};
