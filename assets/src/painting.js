// The painting of the graph: colours, shapes, rings and widths are written into graphology, and sigma draws the changed items. Part of
// the graph island.
import { token, ramp, signed } from "./color.js";
import { draw, whole } from "./frame.js";
import { inSlices, pauseRendering, refreshing, resumeRendering } from "./slices.js";

const PART = 1500; // edges that are painted in one frame, whose jobs have 5 ms (frame.js)
// After a change of the order of nodes, by which the top nodes are drawn last, sigma must draw all items. Such a drawing waits for a pause
// in the paintings. The pause lasts PAUSE ms, plus the time between the last two paintings, of which at most LONGEST_GAP ms count. Epochs
// of a large graph are long, so a fixed pause could end between two epochs.
const PAUSE = 1200,
  LONGEST_GAP = 5000;
// The flags of a node (web/view/picture/attributes.go): a wrong prediction, and a missing label.
const WRONG = 1,
  UNKNOWN = 16;
// The kinds of a ring, as the alpha of its colour. The ring of the selection has 2 pixels, the ring of a wrong prediction is thinner. A
// selected node with a wrong prediction has both rings.
const RING_CHOSEN = "ff",
  RING_WRONG = "80",
  RING_BOTH = "c0",
  NO_RING = "#00000000";
// Widths of edges in pixels. An edge with the value v on the ramp, 0 to 1, has the width THIN + v·GROWTH.
const LIT = 4.4,
  SELECTED = 3.4,
  MARKED = 3,
  THIN = 1.3,
  GROWTH = 1.5;
const NAMED = 24, // in a graph of at most so many nodes, all names are drawn
  PER_NAME = 6000; // px² of the box for each name: in less room the names would overlap
const LEVELS = 64; // colours of the ramp of edges: most edges keep their colour from one frame to the next

/** Methods of the graph island. */
export const painting = {
  /**
   * Paints nodes in one frame, edges in the next frames, and then draws the changed items once: without a graphics processor, a drawing of
   * a large graph takes longer than all other work. Writes the label for screen readers as well. Without a graph nothing happens.
   */
  paint() {
    if (!this.graph || !this.sigma) return;
    const { node, edge, lassoed, top } = this.style;
    // Another selection changes the order of the items and the programs of edges, so that all is drawn. Other colours change neither.
    const orderKey = [node, edge, top?.join(), lassoed?.length].join("|");
    if (this.orderKey !== orderKey) this.dirty();
    this.orderKey = orderKey;
    draw("graph nodes", () => this.paintNodes());
    this.describe();
  },

  /**
   * Highlights an edge with its ends, or a node, while the pointer is on the same edge or node elsewhere on the page. The former highlight
   * ends. −1 stands for no edge or no node. The field lit has the highlighted edge and node.
   */
  light(edge, node = -1) {
    const g = this.graph,
      former = this.lit || [-1, -1],
      unchanged = former[0] === edge && former[1] === node;
    if (!this.sigma || unchanged) return;
    // Returns the nodes of a highlight that are drawn.
    const nodesOf = ([litEdge, litNode]) => [
      ...(litEdge >= 0 && g.hasEdge(litEdge) ? g.extremities(litEdge) : []),
      ...(litNode >= 0 && g.hasNode(litNode) ? [litNode] : []),
    ];
    this.lit = [edge, node];
    const nodesBefore = nodesOf(former),
      nodesNow = nodesOf(this.lit);
    for (const k of nodesBefore) g.getNodeAttributes(k).highlighted = false;
    for (const k of nodesNow) g.getNodeAttributes(k).highlighted = true;
    // Another graph may have come before the job runs.
    draw("light", () =>
      this.redraw({ nodes: [...new Set([...nodesBefore, ...nodesNow])].filter((k) => g === this.graph && g.hasNode(k)) }),
    );
    draw("graph edges", () => this.paintEdges());
  },

  /**
   * Writes colour, shape, ring and size of all nodes, and requests the painting of the edges. style.nodes is the name of the colouring:
   * "signed" for numbers from −1 to 1, "seq" and "mistakes" for numbers from 0 to 1, "correct", "plain" and "pie". With any other name the
   * nodes have the colours of their classes. Before the first numbers (attrs) the nodes have the colours of their labels, or one colour in
   * "plain".
   */
  paintNodes() {
    const { nodes, edge, node, lassoed } = this.style,
      attrs = this.attrs,
      graph = this.graph,
      topo = this.topo;
    const ink = token("ink"),
      grey = token("rule-2"),
      right = token("term-3"),
      unknown = token("ink-3"),
      chosenRing = token("accent") + RING_CHOSEN,
      wrongRing = ink + RING_WRONG,
      doubleRing = token("accent") + RING_BOTH;
    // From the style: the colouring, the selection, and the only visible nodes (around, 0 if all nodes are visible).
    const isSigned = nodes === "signed",
      isSequential = nodes === "seq" || nodes === "mistakes";
    const [end1, end2] = edge >= 0 && graph.hasEdge(edge) ? graph.extremities(edge) : [null, null],
      chosen = lassoed ? new Set(lassoed) : null,
      around = this.style.around.length && new Set(this.style.around),
      classCount = topo.classes.length;
    // The colours of the classes, and the program of the nodes: pies need probabilities, and pies() makes their program.
    const palette = Array.from({ length: 8 }, (_, k) => token("c-" + k)),
      pies = nodes === "pie" && attrs?.probs && this.pies(),
      type = pies ? "pie" : "shape",
      changed = [];
    const named = topo.names && topo.n <= NAMED && this.area > topo.n * PER_NAME;
    const room = this.roomFor(); // factor of the radii, less than 1 in a crowded box
    this.room = room;
    let moved = false; // a node is now above or below other nodes
    graph.forEachNode((k, data) => {
      const i = +k;
      const cls = attrs ? attrs.cls[i] : topo.labels[i],
        slot = cls < 0 ? -1 : (topo.classes[cls]?.slot ?? cls % 8),
        flags = attrs ? attrs.flags[i] : 0,
        wrong = flags & WRONG;
      const unmeasured = attrs && nodes === "mistakes" && attrs.value[i] < 0; // no run had the node in its test set
      // The colour of the node. A pie has the colours of its slices. A sequential colour is not one of the palest, below 0.15.
      let color = data.color;
      if (attrs && isSigned) color = signed(attrs.value[i]);
      else if (unmeasured) color = grey;
      else if (attrs && isSequential) color = ramp("seq-0", "seq-1", 0.15 + 0.85 * attrs.value[i]);
      else if (nodes === "correct" && attrs) {
        if (wrong) color = ink;
        else color = flags & UNKNOWN ? grey : right;
      } else if (nodes === "plain") color = unknown;
      else if (!pies) color = slot < 0 ? unknown : palette[slot % 8];
      const isEnd = k === end1 || k === end2, // of the selected edge
        isChosen = chosen !== null && chosen.has(i),
        selected = i === node || isEnd || isChosen;
      // Slots from 8 on combine the eight colours with other shapes.
      const shape = slot < 0 ? 0 : (slot + Math.floor(slot / 8)) % 8;
      // The radius in pixels, the ring, and the slices of a pie.
      let factor = unmeasured ? 0.55 : 1;
      if (pies) factor = 1.5; // slices need area
      const size = room * factor * data.r;
      let ring = wrong ? wrongRing : NO_RING;
      if (selected) ring = wrong ? doubleRing : chosenRing;
      if (pies) for (let c = 0; c < classCount; c++) data["pv" + c] = attrs.probs[i * classCount + c];
      const looksNew = data.color !== color || data.shape !== shape || data.ring !== ring || data.size !== size;
      if (pies || looksNew) {
        data.color = color;
        data.shape = shape;
        data.ring = ring;
        data.size = size;
        changed.push(k);
      }
      data.slot = slot;
      // A change of visibility or of the program needs a complete drawing.
      const hidden = Boolean(around && !around.has(i));
      if (Boolean(data.hidden) !== hidden) {
        data.hidden = hidden;
        this.dirty();
      }
      if (data.type !== type) {
        data.type = type;
        this.dirty();
      }
      data.forceLabel = (selected && !chosen) || named; // the labels of a lasso's nodes would cover the graph
      // Selected nodes lie above wrong nodes, and wrong nodes above right nodes.
      let level = ring === wrongRing ? 2 : 1;
      if (selected) level = 3;
      if (data.zIndex !== level) {
        data.zIndex = level;
        moved = true;
      }
    });
    this.redraw({ nodes: changed }, true);
    draw("graph edges", () => this.paintEdges());
    // The new order needs a complete drawing, for which training does not wait. painted is the time of the last painting. sortAt is the
    // earliest time of the complete drawing, which each painting postpones.
    if (moved) this.unsorted = true;
    const now = performance.now(),
      gap = Math.min(now - (this.painted ?? now), LONGEST_GAP);
    this.painted = now;
    this.sortAt = now + PAUSE + gap;
    if (this.unsorted) this.sortLater(PAUSE + gap);
  },

  /** Draws all items in their order after wait ms, or later if a painting has moved sortAt. One timer serves all calls: to cancel a timer
   * costs more than to set it. */
  sortLater(wait) {
    this.sorting ||= setTimeout(() => {
      this.sorting = 0;
      const left = this.sortAt - performance.now();
      if (left > 0) {
        this.sortLater(left);
        return;
      }
      this.unsorted = false;
      if (this.sigma) this.dirty();
    }, wait);
  },

  /**
   * Writes colour, width, order and type of the edges of graph that are listed in keys. The first PART edges are painted in this frame, the
   * others in later frames.
   */
  paintEdges(graph = this.graph, keys = graph.edges()) {
    if (graph !== this.graph) return; // another graph has come before a later frame
    const { edge } = this.style,
      attrs = this.attrs,
      accent = token("accent"),
      ink = token("ink"),
      highlighted = new Set(this.style.top || []), // marked by the page, such as the edges with the largest pull
      changed = [];
    // In the colouring by labels, the value of an edge is 0 between two classes, and 1 inside a class. The value is 0.5 if a label is
    // missing; such an edge has no entry of looks.
    const byLabels = attrs && this.style.edges === "class",
      looks = [
        { color: token("e-diff"), width: 1.1 },
        { color: token("e-same"), width: 2.6 },
      ];
    const later = keys.slice(PART);
    for (const k of keys.slice(0, PART)) {
      const i = +k,
        data = graph.getEdgeAttributes(k);
      const value = attrs ? Math.round(LEVELS * attrs.edge[i]) / LEVELS : 0,
        selected = i === edge,
        marked = selected || highlighted.has(i),
        lit = i === this.lit?.[0];
      const look = byLabels && looks[value]; // not an object for an edge with a colour of the ramp
      // The colour of the second half of the edge, if each half has a value. A marked or lit edge has one colour.
      const hasHalves = attrs?.far && !marked,
        farColor = hasHalves && !lit ? ramp("k-0", "k-1", Math.round(LEVELS * attrs.far[i]) / LEVELS) : undefined;
      // The colour, and the width in pixels. thin is a factor, below 1 in a graph with many nodes.
      let color;
      if (marked) color = accent;
      else if (lit) color = ink;
      else color = look ? look.color : ramp("k-0", "k-1", value);
      let size;
      if (lit) size = LIT;
      else if (selected) size = SELECTED;
      else if (marked) size = MARKED;
      else if (look) size = this.thin * look.width;
      else size = this.thin * (THIN + GROWTH * (farColor ? (value + attrs.far[i]) / 2 : value));
      const looksNew = data.color !== color || data.size !== size || data.far !== farColor;
      if (looksNew) {
        data.color = color;
        data.far = farColor;
        data.size = size;
        changed.push(k);
      }
      // Edges with larger values, 0 to 1, lie above others, and marked edges above all.
      data.zIndex = value;
      if (marked) data.zIndex = selected ? 3 : 2;
      // Hairs, the edges of a very large graph, have neither dashes nor halves.
      let type = this.edgeType;
      if (marked) type = "line";
      else if (this.edgeType === "line") {
        if (byLabels && value === 0) type = "dash";
        else if (farColor) type = "halves";
      }
      if (data.type !== type) {
        data.type = type;
        this.dirty();
      }
    }
    this.redraw({ edges: changed }, later.length > 0);
    if (later.length) draw("graph edges", () => this.paintEdges(graph, later));
  },

  /**
   * Draws the changed nodes or edges, which are the list part.nodes or part.edges, unless a complete drawing is due. If more is true,
   * further parts follow in the next frames, and the drawing on the screen waits for the last part. The last part is drawn at once in a
   * frame that answers a step of the user (whole).
   */
  redraw(part, more = false) {
    const sigma = this.sigma;
    // A drawing in slices has perhaps passed the changed items already, and draws them again at its end.
    if (this.sliced) for (const kind of ["nodes", "edges"]) for (const k of part[kind] ?? []) this.sliced[kind].add(k);
    // An empty last part must be drawn if former parts wait for it.
    const nothingToDraw = !(part.nodes || part.edges).length && !this.partial;
    if (nothingToDraw || this.full) return;
    this.partial = more; // sigma has parts that are not on the screen
    if (sigma.needToProcess) {
      // Sigma has not indexed its items yet, so it cannot draw a part.
      this.dirty();
      return;
    }
    if (more) {
      cancelAnimationFrame(sigma.renderFrame);
      sigma.renderFrame = -1; // sigma requests no frame while this field is set
    }
    sigma.refresh({ partialGraph: part, skipIndexation: true, schedule: more || !whole() });
    if (more) sigma.renderFrame = null;
  },

  /** Requests a complete drawing in one of the next frames, after a change of places, programs or order. full is true while it is due. */
  dirty() {
    this.full = true;
    if (this.isLarge()) {
      this.dirtyInSlices();
      return;
    }
    draw("graph", () => {
      this.full = false;
      this.sigma.refresh();
    });
  },

  /**
   * Makes the complete drawing of a large graph in slices, between which sigma renders nothing. The object sliced describes the drawing: s
   * is sigma, g the graph, and begun is true from the first slice on. repeat requests another complete drawing after this one. nodes and
   * edges are the items that have changed in the meantime. A drawing of another sigma or graph is abandoned.
   */
  dirtyInSlices() {
    const s = this.sigma,
      g = this.graph,
      current = this.sliced;
    if (current?.s === s && current.g === g) {
      current.repeat = current.begun; // a drawing that has not begun includes the change
      return;
    }
    const drawing = { s, g, begun: false, repeat: false, nodes: new Set(), edges: new Set() };
    this.sliced = drawing;
    pauseRendering(s);
    // Reports, before each slice, whether the drawing is still wanted.
    const isCurrent = () => {
      drawing.begun = this.sliced === drawing && this.sigma === s && this.graph === g;
      return drawing.begun;
    };
    draw("graph", () =>
      inSlices(refreshing(s, drawing), isCurrent, () => {
        this.sliced = null;
        resumeRendering(s);
        if (drawing.repeat) {
          this.dirty();
          return;
        }
        this.full = false;
        s.render();
      }),
    );
  },

  /** Writes the label of the graph for screen readers: the size of the graph, the selection, and the number of visible nodes if some are
   * hidden. */
  describe() {
    const { edge, node } = this.style,
      t = this.topo;
    let label = `${t.name}: graph of ${t.n} nodes and ${t.m} edges`;
    if (edge >= 0 && this.graph.hasEdge(edge)) label += `; edge ${this.graph.extremities(edge).join(" to ")} is selected`;
    else if (node >= 0) label += `; node ${node} is selected`;
    if (this.style.around.length) label += `; ${this.style.around.length} nodes are shown`;
    label += ". Arrow keys walk along neighbours.";
    if (this.label === label) return; // an equal label would be read aloud again
    this.label = label;
    this.root.setAttribute("aria-label", label);
  },
};
