// The graph island: sigma draws the graph, and this file gives it the data of the page. The topology arrives once, attributes with every
// frame of the run, and selection and style when they change. Hover, drag, zoom and search are handled by the island, in this file and in
// the files of its further methods (see the end). Only a finished choice is reported to the page.
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
import { each, inSlices, quietly, resumeRendering } from "./slices.js";
import { drop } from "./carry.js";

// With more ends of edges, two for each edge, all edges are lines of one pixel. 200 000 wide edges with soft borders keep a weak graphics
// processor busy for seconds, and the whole page waits for it.
const HAIRY = 60000;

const LARGE = 15000; // a graph with more nodes and edges together is built and drawn in slices
const MOVE = 320; // ms of an animated move of all nodes

/**
 * The island of the graph. topo is the drawn topology (picture.Topology of web/view), and graph has the data of sigma (a Graph of
 * graphology). style has the selection, the layout and the colours; in it, −1 stands for no edge or no node. attrs has the numbers of a
 * frame of the run, null before the first. home has the places of the force layout by node, null before they are known. box is the size
 * [width, height] of the island, in pixels, at the last fit of resized. It is null if the graph has got new places: the next resized fits
 * them.
 */
export class GraphIsland {
  constructor(emit) {
    this.emit = emit;
    this.root = h("div", "stagebox#graph-canvas");
    this.root.setAttribute("role", "application");
    this.root.tabIndex = 0;
    this.host = h("div", "sigmahost", this.root); // holds the drawing alone; elements over the drawing outlive it
    this.tip = null; // the element with the description of the item under the pointer
    this.dragged = null; // the node that follows the pointer
    this.style = { nodes: "prediction", edges: "kappa", edge: -1, node: -1, layout: "force", top: [], around: [] };
    this.attrs = null;
    this.pinned = new Set(); // nodes that the user has dragged, and a layout does not move
    this.moving = 0; // the animation frame of a move of all nodes
    this.coming = null; // attributes and styles for a graph that is still being built, null without such a graph
    this.covered = null; // the function that builds a graph which the level Look covers; called after the start of the page
    this.root.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.resized()).observe(this.root);
    // After a change between canvas and WebGL. The first change ends the start of the page: a covered graph is built then.
    onMode(() => {
      const begin = this.covered;
      this.covered = null;
      begin?.();
      this.tellDrawing();
    });
  }

  /**
   * Returns the drawn state for tests, which compare it with the page; null before the first graph. lit is the highlighted edge or −1, and
   * moving reports an animated move.
   */
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

  /** Returns the center of a node as {X, Y}, in pixels from the upper left corner of the window. */
  where(node) {
    const p = this.sigma.framedGraphToViewport(this.sigma.getNodeDisplayData(node)),
      b = this.root.getBoundingClientRect();
    return { X: b.x + p.x, Y: b.y + p.y };
  }

  /**
   * Builds and shows a graph with the topology t: t.n nodes and t.m edges. ends has the two ends of every edge in turn. coords has the x
   * and y of every node in turn, or is null before a layout. Of a very large graph, some lists the drawn nodes and edges by their numbers.
   * These items keep their numbers, and ends has the ends of the drawn edges alone. Without some, everything is drawn.
   */
  setTopology(t, ends, coords, some = null) {
    const g = new Graph({ type: "undirected", multi: false, allowSelfLoops: false });
    // The numbers of the drawn nodes: without some, all numbers from 0 on. An array, since map of a typed array returns only numbers.
    const drawn = Array.from(some?.nodes ?? { length: t.n }, (k, i) => k ?? i);
    // waiting gets what arrives while the graph is built. A newer graph replaces coming, so that the building of this graph is abandoned.
    const waiting = { attrs: null, styles: [] },
      large = drawn.length + ends.length / 2 > LARGE;
    this.coming = waiting;
    // Shows the built graph, with the numbers and styles that arrived while it was built.
    const show = () => {
      this.coming = null;
      this.showTopology(t, g, drawn, ends, coords, waiting.attrs);
      for (const style of waiting.styles) this.setStyle(style);
    };
    const work = this.build(g, t, drawn, ends, some);
    // Builds the graph, then shows it. The building of a large graph leaves time for the page.
    const begin = () => {
      if (large) inSlices(work, () => this.coming === waiting, show);
      else {
        while (!work.next().done); // all steps at once
        show();
      }
    };
    // The start of the page does not wait for a graph that Look covers.
    if (early() && document.documentElement.dataset.level === "look") this.covered = begin;
    else begin();
  }

  /** Adds nodes and edges to the graph g (see setTopology). This is a generator, so that the caller can do the work in slices. */
  *build(g, t, drawn, ends, some) {
    const color = token("rule-2"),
      grey = token("k-0"),
      type = ends.length > HAIRY ? "hair" : "line";
    const node = { x: 0, y: 0, size: 5, color, shape: 0, slot: -1, type: "shape" };
    yield* each(drawn, (i) => g.addNode(i, { ...node, label: t.names?.[i] || String(i) }));
    yield* each({ length: ends.length / 2 }, (_, e) =>
      g.addEdgeWithKey(some ? some.edges[e] : e, ends[2 * e], ends[2 * e + 1], { size: 1, color: grey, type }),
    );
    // The radius r of a node, in pixels before the factor of roomFor, grows with its degree. Among many nodes each node has less room.
    let shrink = t.n > 400 ? 0.8 : 1;
    if (g.order > 1000) shrink = Math.max(0.22, 0.7 * Math.sqrt(1000 / g.order));
    yield* each(drawn, (i) => {
      g.getNodeAttributes(i).r = shrink * (4.2 + Math.sqrt(g.degree(i)) * 0.75);
    });
  }

  /**
   * Shows the graph g in place of the former graph. Forms of the same graph, for instance after an edit, have the same t.base. If t.exact
   * is true, the user has drawn all nodes, and the graph needs no layout. If t.relax is true, a new form has a new layout, to which its
   * nodes move. Otherwise the nodes of a new form keep their places. attrs has the numbers of g, or is null.
   */
  showTopology(t, g, drawn, ends, coords, attrs) {
    // The end of everything that belongs to the former graph.
    cancelAnimationFrame(this.moving); // it moves the nodes of the former graph
    this.animated = false;
    this.letGo();
    this.tip?.remove();
    this.tip = null;
    // Nodes of two forms of the same graph correspond by id. An empty former graph has no places to keep, unless the user draws on a sheet.
    const sameGraph = this.topo && this.topo.base === t.base && (this.graph.order > 0 || t.exact);
    const formerPlaces = sameGraph ? this.places() : null,
      camera = this.sigma?.getCamera().getState();
    if (!sameGraph) {
      this.spots = new Map();
      this.homes = new Map();
      this.placeKeys = new Map();
      this.together = [];
    }
    if (sameGraph && !t.relax) this.frozen(); // fixes the drawn area, so that kept places stay on the screen
    // The new graph. Numbers of another graph, with other lengths, are left out.
    this.topo = t;
    this.lit = null;
    this.pinned.clear();
    this.attrs = attrs?.cls.length === t.n && attrs.edge.length === t.m ? attrs : null;
    this.style = { ...this.style, coords: null, coordsKey: -1, around: [] }; // the former values belong to the former graph
    this.edgeType = ends.length > HAIRY ? "hair" : "line";
    this.graph = g;
    this.thin = t.n > 1000 ? 0.8 : 1; // factor of the widths of edges
    // A warm start moves from the former places to a new layout. keepsPlaces: a drawn graph, or a new form without a new layout.
    const warm = sameGraph && t.relax,
      keepsPlaces = t.exact || (sameGraph && !warm);
    if (!keepsPlaces) this.box = null;
    this.home = null;
    // The drawing.
    if (this.sigma) {
      // The drawing stays, and gets the new graph: a new WebGL context would cost a second. A drawing in slices of the former graph ends.
      if (!keepsPlaces) this.sigma.setCustomBBox(null);
      resumeRendering(this.sigma);
      this.sliced = null;
      this.full = false;
      const setGraph = () => this.sigma.setGraph(g);
      if (this.isLarge()) {
        quietly(this.sigma, setGraph);
        draw("graph nodes", () => this.paintNodes()); // before the drawing, which reads their colours
        this.dirty();
      } else setGraph();
      this.sigma.getCamera().setState(sameGraph ? camera : { x: 0.5, y: 0.5, ratio: 1, angle: 0 });
    } else this.create();
    if (this.sigma.getSetting("minEdgeThickness") !== 1.5 * this.thin) this.setting("minEdgeThickness", 1.5 * this.thin);
    this.pieKey = ""; // the program of pies is made for the classes of a graph
    // The places. Without coords the nodes are placed when the layout arrives. Before the places of a layout of the worker arrive, home is
    // shown.
    if (t.exact && !sameGraph) this.paper(); // the sheet on which the user draws, by the size of the island
    if (!warm) this.turn = null; // the next force layout gets its own angle
    if (keepsPlaces) this.keep(formerPlaces);
    else if (coords?.length === 2 * t.n && coords.every(Number.isFinite)) {
      this.home = layout.byForce(drawn, coords);
      if (warm) this.startAt(formerPlaces);
      if (layout.ownPlaces(this.style.layout)) this.setLayout(this.style.layout);
      else this.place(this.home, warm);
    }
    this.paint();
    this.tellDrawing();
  }

  /** Reports whether the graph is drawn in slices. */
  isLarge() {
    return this.graph.order + this.graph.size > LARGE;
  }

  /** Changes a setting of sigma, which then draws the graph anew. A large graph is drawn in slices. */
  setting(name, value) {
    if (!this.isLarge()) {
      this.sigma.setSetting(name, value);
      return;
    }
    quietly(this.sigma, () => this.sigma.setSetting(name, value));
    this.dirty();
  }

  /** Returns the identifier of node k, which edits of the graph do not change: k itself for a graph without a list of identifiers. */
  idOf(k) {
    return this.topo.ids ? this.topo.ids[k] : +k;
  }

  /** Sets the model of the palette for drawing a graph. The canvas for drawing is made when the palette is first on. */
  setSketch(m) {
    if (!m.on && !this.sketch) return;
    this.sketch ||= new SketchCanvas(this, this.emit);
    this.sketch.set(m);
  }

  /**
   * Moves each node to its place in places, a map by identifier. A node without a place there gets the place of its first neighbour, or
   * without a neighbour of node 0. If that place is unknown as well, the node stays where it is.
   */
  startAt(places) {
    this.graph.forEachNode((k, a) => {
      const p = places.get(this.idOf(k)) || places.get(this.idOf(this.graph.neighbors(k)[0] ?? 0));
      if (p) {
        a.x = p.x;
        a.y = p.y;
      }
    });
  }

  /**
   * Moves the nodes to the places pos, by node, of a layout with the name kind, fitted to the size of the island. Pinned nodes, and nodes
   * without a place in pos, stay. The move is animated if animate is true, the graph has at most 1000 nodes, and the reader accepts motion.
   */
  place(pos, animate, kind = "force") {
    const box = [this.root.clientWidth, this.root.clientHeight];
    // A force layout is turned to fill the box, by an angle in radians. The next form of the graph keeps the angle.
    const turn = kind === "force" ? (this.turn ??= layout.turnOf(pos, ...box)) : undefined;
    // Drawn places, and layouts with a shape of their own, are not fitted. A spectral layout is not turned, since its axes have a meaning.
    let fitted = pos;
    if (!this.asDrawn() && !layout.ownPlaces(kind))
      fitted = kind === "spectral" ? layout.stretch(pos, ...box) : layout.fit(pos, ...box, turn);
    // The view shows all nodes (null). For nodes that the user has drawn, it shows the sheet, enlarged until it contains them.
    this.sigma.setCustomBBox(null);
    if (this.asDrawn()) {
      this.paper();
      this.showAll(pos);
    }
    // Moves each node from its place in from towards its new place; t is the share of the way, from 0 to 1. Without from, the nodes jump to
    // the new places.
    const apply = (t, from) => {
      this.graph.forEachNode((k, a) => {
        const q = fitted[k];
        if (!q || this.pinned.has(k)) return;
        a.x = from ? from[k].x + (q.x - from[k].x) * t : q.x;
        a.y = from ? from[k].y + (q.y - from[k].y) * t : q.y;
      });
      this.dirty();
    };
    // The move. At its end, the camera aims at the selection again.
    cancelAnimationFrame(this.moving);
    this.animated = false;
    const immediate = !animate || matchMedia("(prefers-reduced-motion: reduce)").matches || this.graph.order > 1000;
    if (immediate) {
      apply(1);
      this.aimAgain();
      return;
    }
    const from = Object.fromEntries(this.graph.mapNodes((k, a) => [k, { x: a.x, y: a.y }])),
      start = performance.now();
    this.animated = true;
    // Moves the nodes in a frame at the time now, in ms.
    const tick = (now) => {
      const t = Math.min(1, (now - start) / MOVE);
      apply(1 - (1 - t) ** 3, from); // fast at first, slow at the end
      this.animated = t < 1;
      if (t < 1) this.moving = requestAnimationFrame(tick);
      else this.aimAgain();
    };
    this.moving = requestAnimationFrame(tick);
  }

  /**
   * Places the nodes by a kind of layout. For a layout that the worker computes, coords has the x and y of every node in turn. Before
   * coords or the places of the force layout (home) arrive, the nodes stay.
   */
  setLayout(kind, coords) {
    if (!this.graph) return;
    const sameKind = this.placed === kind;
    this.style.layout = kind;
    if (!sameKind) this.pinned.clear(); // a dragged node stays pinned while the same layout gets new places
    this.placed = kind;
    const label = (k) => this.topo.labels[k],
      keys = this.graph.nodes(),
      hasCoords = coords?.length === 2 * this.topo.n;
    if (kind === "circular") this.place(layout.circular(keys), true, kind);
    else if (kind === "class") {
      const wide = this.root.clientWidth > this.root.clientHeight;
      this.place(layout.byClass(this.graph, label, this.topo.classes.length, wide), true, kind);
    } else if (kind === "spectral" && hasCoords) this.place(layout.byEigenvectors(keys, coords), true, kind);
    else if (layout.givenPlaces(kind) && hasCoords)
      this.place(Object.fromEntries(keys.map((k) => [k, { x: coords[2 * k], y: coords[2 * k + 1] }])), true, kind);
    else if (kind === "force" && this.home) this.place(this.home, true);
  }

  /**
   * Sets the numbers of a frame of the run (picture.Attributes of web/view) and draws the graph. Numbers of another graph are ignored. If
   * the drawing of a very large graph took over 400 ms, the next drawing waits three times as long, at most 8 s. The charts are drawn in
   * this pause.
   */
  setAttributes(a) {
    if (this.coming) {
      // The graph is being built, and gets its newest numbers at the end.
      this.coming.attrs = a;
      return;
    }
    if (a.cls.length !== (this.topo?.n ?? -1) || a.edge.length !== this.topo.m) return; // the numbers of another graph
    this.attrs = a;
    clearTimeout(this.soon);
    // restsTo is the time in ms at which the pause ends.
    const wait = this.edgeType === "hair" ? (this.restsTo ?? 0) - performance.now() : 0; // hair: a very large graph
    if (wait > 0) {
      // The newest numbers at the end of the pause are drawn.
      this.soon = setTimeout(() => this.attrs && this.setAttributes(this.attrs), wait);
      return;
    }
    this.paint();
    const start = performance.now();
    let frames = 6; // for nodes, edges, the drawing, and the waiting work of the graphics processor
    // After the last of these frames, the drawing has reached the screen.
    const measure = () => {
      if (--frames) {
        requestAnimationFrame(measure);
        return;
      }
      const took = performance.now() - start;
      this.restsTo = took > 400 ? performance.now() + Math.min(8000, 3 * took) : 0;
    };
    if (this.edgeType === "hair") requestAnimationFrame(measure);
  }
  /**
   * Sets the style: colours, layout and selection. Another layout, or new coordinates (another coordsKey) of a layout of the worker, move
   * the nodes. around lists the only visible nodes, and is empty if all are visible. After a change of the list, the camera aims at the
   * visible nodes.
   */
  setStyle(s) {
    if (this.coming) {
      // The graph is being built, and gets its styles in their order at the end.
      this.coming.styles.push(s);
      return;
    }
    const hasNewPlaces = layout.givenPlaces(s.layout) && s.coordsKey !== this.style.coordsKey,
      moved = s.layout !== this.style.layout || hasNewPlaces;
    const aim = s.around.join() !== this.style.around.join();
    this.style = { ...this.style, ...s };
    if (this.graph && moved) this.setLayout(s.layout, s.coords);
    this.paint();
    if (aim) this.aim();
  }
  /** Draws the graph in the colours and the font of another theme. */
  retheme() {
    forget();
    if (this.sigma) this.sigma.setSetting("labelFont", getComputedStyle(document.body).fontFamily);
    this.paint();
  }

  /** Draws with the pixels of another screen, or of another zoom of the browser. */
  sharpen() {
    this.sigma?.resize(true);
    this.sigma?.refresh();
  }

  /** Fits the drawing to a new size of the island. A hidden island, with the width 0, keeps its drawing. */
  resized() {
    const size = [this.root.clientWidth, this.root.clientHeight];
    this.area = size[0] * size[1] || undefined; // in px², for roomFor: a later measurement between writes would force a layout
    if (!this.sigma || !size[0]) return;
    if (this.topo?.exact && !this.graph.order) this.paper(); // an empty sheet gets the new size
    // In a size of quite another shape the layout is fitted anew, unless the user edits the graph: nothing may move under the hand.
    // shapeChange is the logarithm of the factor between both ratios of width to height; 0.22 is a factor of 1.25.
    const shapeChange = this.box ? Math.abs(Math.log(((size[0] / size[1]) * this.box[1]) / this.box[0])) : 0,
      otherShape = shapeChange > 0.22 && !this.sketch?.model?.on;
    if (this.roomFor() !== this.room) this.paint(); // room is the factor at the last painting
    if (this.sigma.getSetting("stagePadding") !== this.padding()) this.setting("stagePadding", this.padding());
    drop(this.root); // the drawn maps are at the former places
    // Only a force layout is fitted anew here, without motion.
    if (!this.box || otherShape) {
      this.box = size;
      this.turn = null;
      if (!this.topo?.exact && this.home && this.style.layout === "force") this.place(this.home, false);
    }
    this.sigma.resize();
    if (this.isLarge()) this.dirty();
    else this.sigma.refresh();
    this.aimAgain();
  }

  /**
   * Returns the factor of the radii, 0.6 to 1 in steps of 0.05. Nodes are smaller in a box with less than 900 px² for each of up to 400
   * nodes. With more nodes, whose radii build reduces already, they are smaller in a box of less than 270 000 px². A hidden box, and an
   * empty graph, have the factor 1.
   */
  roomFor() {
    const area = (this.area ??= this.root.clientWidth * this.root.clientHeight),
      n = this.graph.order,
      want = n > 400 ? 270000 : 900 * n;
    return area && n ? Math.round(20 * Math.min(1, Math.max(0.6, Math.sqrt(area / want)))) / 20 : 1;
  }

  /** Returns the margin for rings and labels: 8 % of the shorter side of the box, but 12 to 26 pixels. */
  padding() {
    return Math.max(12, Math.min(26, Math.round(0.08 * Math.min(this.root.clientWidth, this.root.clientHeight))));
  }

  /**
   * Draws the visible graph onto another canvas with the 2D context ctx, enlarged by the factor scale. The first top pixels of the canvas,
   * counted before the enlargement, stay free above the graph.
   */
  paintOnto(ctx, scale, top) {
    const ownRatio = Object.getOwnPropertyDescriptor(window, "devicePixelRatio"),
      s = this.sigma;
    // Draws everything at once with the present pixels of the screen per pixel of the page.
    const draw = () => {
      s.resize(true);
      s.refresh();
      s.render?.();
    };
    try {
      // Sigma reads this number from the window. The former number returns at the end.
      Object.defineProperty(window, "devicePixelRatio", { value: scale, configurable: true });
      draw();
      const layers = s.getCanvases(),
        w = this.root.clientWidth * scale,
        h = this.root.clientHeight * scale;
      for (const name of ["edges", "nodes", "edgeLabels", "labels", "hovers"])
        if (layers[name]) ctx.drawImage(layers[name], 0, top * scale, w, h);
    } finally {
      if (ownRatio) Object.defineProperty(window, "devicePixelRatio", ownRatio);
      else delete window.devicePixelRatio;
      draw();
    }
  }
}
Object.assign(GraphIsland.prototype, drawn, places, painting, reaching);
