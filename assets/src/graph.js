// The graph island: sigma draws, this file keeps its data in step with the
// page. Topology comes once, attributes with every frame, selection and style
// when they change. Hover, drag, zoom and search never leave this file; only a
// finished choice is reported to the page.
import Graph from "graphology";
import { h } from "./dom.js";
import { token, forget } from "./color.js";
import * as layout from "./layout.js";
import { SketchCanvas } from "./sketch-canvas.js";
import { places } from "./places.js";
import { painting } from "./painting.js";
import { reaching } from "./reaching.js";
import { drawn } from "./drawn.js";
import { early, onMode } from "./drawing.js";
import { draw } from "./frame.js";
import { each, inSlices, quietly, rendersAgain } from "./slices.js";
import { drop } from "./carry.js";

// From so many ends of edges on they are lines of one pixel: as bands, soft at
// both sides, 200 000 of them keep a weak graphics processor busy for seconds,
// and everything else on the page waits for it.
const HAIRY = 60000;

// From so many nodes and edges on a graph comes to the screen in slices.
const LARGE = 15000;

export class GraphIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div", "stagebox#graph-canvas");
    this.root.setAttribute("role", "application");
    this.root.tabIndex = 0;
    this.host = h("div", "sigmahost", this.root); // of the drawing alone: what lies over it outlives it
    this.tip = null;
    this.dragged = null;
    this.style = { nodes: "prediction", edges: "kappa", edge: -1, node: -1, layout: "force", top: [], around: [] };
    this.attrs = null;
    this.pinned = new Set();
    this.moving = 0;
    this.coming = null; // a graph that is still being built: what comes for it waits
    this.covered = null; // begins that where Look covers it: the page starts first
    this.root.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.resized()).observe(this.root);
    onMode(() => {
      const begin = this.covered;
      this.covered = null;
      begin?.();
      this.tellDrawing();
    });
  }

  /** What is drawn and what stands on the page must agree: tests read this. */
  inspect() {
    if (!this.graph) return null;
    return {
      edgeColors: this.graph.mapEdges((k, d) => d.color),
      nodes: this.graph.mapNodes((k, a) => ({
        shape: a.shape,
        color: a.color,
        ring: a.ring,
        slot: a.slot,
        x: a.x,
        y: a.y,
        at: this.sigma?.graphToViewport(a),
      })),
      edges: this.graph.size,
      lit: this.lit?.[0] ?? -1,
      layout: this.placed ?? "force",
      places: this.style.coordsKey ?? 0,
      moving: Boolean(this.animated),
    };
  }

  /** The middle of a node in the window's coordinates. */
  where(node) {
    const p = this.sigma.framedGraphToViewport(this.sigma.getNodeDisplayData(node)),
      b = this.root.getBoundingClientRect();
    return { X: b.x + p.x, Y: b.y + p.y };
  }

  /**
   * A graph: ends are those of its edges, coords the places of all nodes, or null. Of a very large one some nodes and edges are drawn,
   * under their own numbers; ends are then those of these edges.
   */
  setTopology(t, ends, coords, some = null) {
    const g = new Graph({ type: "undirected", multi: false, allowSelfLoops: false });
    const drawn = Array.from(some?.nodes ?? { length: t.n }, (k, i) => k ?? i); // no typed array: its map makes numbers only
    const own = { attrs: null, styles: [] },
      large = drawn.length + ends.length / 2 > LARGE;
    this.coming = own;
    const there = () => {
      this.coming = null;
      this.takeTopology(t, g, drawn, ends, coords, own.attrs);
      for (const style of own.styles) this.setStyle(style);
    };
    const work = this.built(g, t, drawn, ends, some);
    const begin = () => {
      if (large) inSlices(work, () => this.coming === own, there);
      else {
        while (!work.next().done);
        there();
      }
    };
    if (early() && document.documentElement.dataset.level === "look") this.covered = begin;
    else begin();
  }

  /** Builds a graph, with rests. */
  *built(g, t, drawn, ends, some) {
    const color = token("rule-2"),
      grey = token("k-0"),
      type = ends.length > HAIRY ? "hair" : "line";
    const node = { x: 0, y: 0, size: 5, color, shape: 0, slot: -1, type: "shape" };
    yield* each(drawn, (i) => g.addNode(i, { ...node, label: t.names?.[i] || String(i) }));
    yield* each({ length: ends.length / 2 }, (_, e) =>
      g.addEdgeWithKey(some ? some.edges[e] : e, ends[2 * e], ends[2 * e + 1], { size: 1, color: grey, type }),
    );
    // Many nodes share the same room: they and their edges get smaller.
    const small = g.order > 1000 ? Math.max(0.22, 0.7 * Math.sqrt(1000 / g.order)) : t.n > 400 ? 0.8 : 1;
    yield* each(drawn, (i) => {
      g.getNodeAttributes(i).r = small * (4.2 + Math.sqrt(g.degree(i)) * 0.75);
    });
  }

  /** Puts a graph that is built in the place of the one before. */
  takeTopology(t, g, drawn, ends, coords, attrs) {
    cancelAnimationFrame(this.moving); // the places of the graph before are not this one's
    this.animated = false;
    this.letGo();
    this.tip?.remove();
    this.tip = null;
    // A form of the same graph: its nodes keep their places, by id.
    const same = this.topo && this.topo.base === t.base && (this.graph.order > 0 || t.exact);
    const before = same ? this.places() : null,
      camera = this.sigma?.getCamera().getState();
    if (!same) {
      this.spots = new Map();
      this.homes = new Map();
      this.told = new Map();
      this.together = [];
    }
    if (same && !t.relax) this.frozen();
    this.topo = t;
    this.lit = null;
    this.pinned.clear();
    this.attrs = attrs?.cls.length === t.n && attrs.edge.length === t.m ? attrs : null;
    this.style = { ...this.style, coords: null, coordsKey: -1, around: [] }; // those of the graph before
    this.edgeType = ends.length > HAIRY ? "hair" : "line";
    this.graph = g;
    this.thin = t.n > 1000 ? 0.8 : 1;
    const warm = same && t.relax,
      still = t.exact || (same && !warm);
    if (!still) this.box = null;
    this.home = null;
    if (this.sigma) {
      // A second WebGL context would cost a second: the drawing takes the new graph instead.
      if (!still) this.sigma.setCustomBBox(null);
      rendersAgain(this.sigma);
      this.sliced = null;
      this.full = false;
      const take = () => this.sigma.setGraph(g);
      if (this.isLarge()) {
        quietly(this.sigma, take);
        draw("graph nodes", () => this.paintNodes()); // before all is drawn, which takes their colours with it
        this.dirty();
      } else take();
      this.sigma.getCamera().setState(same ? camera : { x: 0.5, y: 0.5, ratio: 1, angle: 0 });
    } else this.create();
    if (this.sigma.getSetting("minEdgeThickness") !== 1.5 * this.thin) this.setting("minEdgeThickness", 1.5 * this.thin);
    this.pieKey = "";
    if (t.exact && !same) this.paper();
    if (!warm) this.turn = null;
    if (still) this.keep(before);
    else if (coords?.length === 2 * t.n && coords.every(Number.isFinite)) {
      this.home = layout.byForce(drawn, coords);
      if (warm) this.beginAt(before);
      if (layout.ownPlaces(this.style.layout)) this.setLayout(this.style.layout);
      else this.place(this.home, warm);
    }
    this.paint();
    this.tellDrawing();
  }

  /** Whether the graph is drawn anew in slices. */
  isLarge() {
    return this.graph.order + this.graph.size > LARGE;
  }

  /** Sets a setting of the drawing, which is made anew by that. */
  setting(name, value) {
    if (!this.isLarge()) {
      this.sigma.setSetting(name, value);
      return;
    }
    quietly(this.sigma, () => this.sigma.setSetting(name, value));
    this.dirty();
  }

  idOf(k) {
    return this.topo.ids ? this.topo.ids[k] : +k;
  }

  setSketch(m) {
    if (!m.on && !this.sketch) return;
    this.sketch ||= new SketchCanvas(this, this.emit);
    this.sketch.set(m);
  }

  /** Puts the nodes where they were in the form before, new ones at a neighbour. */
  beginAt(before) {
    this.graph.forEachNode((k, a) => {
      const p = before.get(this.idOf(k)) || before.get(this.idOf(this.graph.neighbors(k)[0] ?? 0));
      if (p) {
        a.x = p.x;
        a.y = p.y;
      }
    });
  }

  /** Moves all nodes to the places of a layout, fitted to the box; animated when asked and allowed. */
  place(pos, animate, kind = "force") {
    const box = [this.root.clientWidth, this.root.clientHeight];
    // The next form of the graph is turned as this one is.
    const turn = kind === "force" ? (this.turn ??= layout.turnOf(pos, ...box)) : undefined;
    const fitted =
      this.asDrawn() || layout.ownPlaces(kind) ? pos : kind === "spectral" ? layout.stretch(pos, ...box) : layout.fit(pos, ...box, turn);
    this.sigma.setCustomBBox(null);
    if (this.asDrawn()) {
      this.paper();
      this.showAll(pos);
    }
    const apply = (t, from) => {
      this.graph.forEachNode((k, a) => {
        const q = fitted[k];
        if (!q || this.pinned.has(k)) return;
        a.x = from ? from[k].x + (q.x - from[k].x) * t : q.x;
        a.y = from ? from[k].y + (q.y - from[k].y) * t : q.y;
      });
      this.dirty();
    };
    cancelAnimationFrame(this.moving);
    this.animated = false;
    if (!animate || matchMedia("(prefers-reduced-motion: reduce)").matches || this.graph.order > 1000) {
      apply(1);
      this.aimAgain();
      return;
    }
    const from = Object.fromEntries(this.graph.mapNodes((k, a) => [k, { x: a.x, y: a.y }])),
      t0 = performance.now();
    this.animated = true;
    const tick = (now) => {
      const t = Math.min(1, (now - t0) / 320);
      apply(1 - (1 - t) ** 3, from);
      this.animated = t < 1;
      if (t < 1) this.moving = requestAnimationFrame(tick);
      else this.aimAgain();
    };
    this.moving = requestAnimationFrame(tick);
  }

  setLayout(kind, coords) {
    if (!this.graph) return;
    const again = this.placed === kind;
    this.style.layout = kind;
    if (!again) this.pinned.clear(); // a node dragged away stays while the same layout moves on
    this.placed = kind;
    const slot = (k) => this.topo.labels[k],
      keys = this.graph.nodes();
    if (kind === "circular") this.place(layout.circular(this.graph, keys), true, kind);
    else if (kind === "class")
      this.place(layout.byClass(this.graph, slot, this.topo.classes.length, this.root.clientWidth > this.root.clientHeight), true, kind);
    else if (kind === "spectral" && coords?.length === 2 * this.topo.n) this.place(layout.byEigenvectors(keys, coords), true, kind);
    else if (layout.givenPlaces(kind) && coords?.length === 2 * this.topo.n)
      this.place(Object.fromEntries(keys.map((k) => [k, { x: coords[2 * k], y: coords[2 * k + 1] }])), true, kind);
    else if (kind === "force" && this.home) this.place(this.home, true);
  }

  /**
   * New numbers from the run. The drawing of a very large graph rests three times as long as it took, so that the charts get their turn.
   */
  setAttributes(a) {
    if (this.coming) {
      this.coming.attrs = a;
      return;
    }
    if (a.cls.length !== (this.topo?.n ?? -1) || a.edge.length !== this.topo.m) return; // of another graph
    this.attrs = a;
    clearTimeout(this.soon);
    const wait = this.edgeType === "hair" ? (this.restsTo ?? 0) - performance.now() : 0;
    if (wait > 0) {
      this.soon = setTimeout(() => this.attrs && this.setAttributes(this.attrs), wait);
      return;
    }
    this.paint();
    const from = performance.now();
    let frames = 6; // nodes, edges, the drawing itself, and what the graphics processor has in hand
    const after = () => {
      if (--frames) {
        requestAnimationFrame(after);
        return;
      }
      const took = performance.now() - from;
      this.restsTo = took > 400 ? performance.now() + Math.min(8000, 3 * took) : 0;
    };
    if (this.edgeType === "hair") requestAnimationFrame(after);
  }
  setStyle(s) {
    if (this.coming) {
      this.coming.styles.push(s);
      return;
    }
    const moved = s.layout !== this.style.layout || (layout.givenPlaces(s.layout) && s.coordsKey !== this.style.coordsKey);
    const aim = s.around.join() !== this.style.around.join();
    this.style = { ...this.style, ...s };
    if (this.graph && moved) this.setLayout(s.layout, s.coords);
    this.paint();
    if (aim) this.aim();
  }
  retheme() {
    forget();
    if (this.sigma) this.sigma.setSetting("labelFont", getComputedStyle(document.body).fontFamily);
    this.paint();
  }

  /** Draws with the pixels of another screen. */
  sharpen() {
    this.sigma?.resize(true);
    this.sigma?.refresh();
  }

  resized() {
    const box = [this.root.clientWidth, this.root.clientHeight];
    this.area = box[0] * box[1] || undefined; // to ask while others write would lay the page out
    if (!this.sigma || !box[0]) return;
    if (this.topo?.exact && !this.graph.order) this.paper(); // nothing is drawn yet: the sheet takes the new size
    // A box of quite another shape gets the drawing anew, turned and stretched to it; but nothing moves under the hand of who edits it.
    const other = this.box && !this.sketch?.model?.on && Math.abs(Math.log(((box[0] / box[1]) * this.box[1]) / this.box[0])) > 0.22;
    if (this.roomFor() !== this.room) this.paint();
    if (this.sigma.getSetting("stagePadding") !== this.padding()) this.setting("stagePadding", this.padding());
    drop(this.root); // it knows the places of before
    if (!this.box || other) {
      this.box = box;
      this.turn = null;
      if (!this.topo?.exact && this.home && this.style.layout === "force") this.place(this.home, false);
    }
    this.sigma.resize();
    if (this.isLarge()) this.dirty();
    else this.sigma.refresh();
    this.aimAgain();
  }

  /** Nodes get smaller in a box that has little room for each of them. */
  roomFor() {
    const area = (this.area ??= this.root.clientWidth * this.root.clientHeight),
      n = this.graph.order,
      want = n > 400 ? 270000 : 900 * n;
    return area && n ? Math.round(20 * Math.min(1, Math.max(0.6, Math.sqrt(area / want)))) / 20 : 1;
  }

  /** Room around the drawing for rings and labels, less of it in a low box. */
  padding() {
    return Math.max(12, Math.min(26, Math.round(0.08 * Math.min(this.root.clientWidth, this.root.clientHeight))));
  }

  /** Draws what is seen onto another canvas, with so many pixels for one of the screen's measure. */
  paintOnto(ctx, scale, top) {
    const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio"),
      s = this.sigma;
    const draw = () => {
      s.resize(true);
      s.refresh();
      s.render?.();
    };
    try {
      // Sigma takes the number of pixels from the window.
      Object.defineProperty(window, "devicePixelRatio", { value: scale, configurable: true });
      draw();
      const layers = s.getCanvases(),
        w = this.root.clientWidth * scale,
        h = this.root.clientHeight * scale;
      for (const name of ["edges", "nodes", "edgeLabels", "labels", "hovers"])
        if (layers[name]) ctx.drawImage(layers[name], 0, top * scale, w, h);
    } finally {
      if (own) Object.defineProperty(window, "devicePixelRatio", own);
      else delete window.devicePixelRatio;
      draw();
    }
  }
}
Object.assign(GraphIsland.prototype, drawn, places, painting, reaching);
