// What stands on the graph: colours, shapes, rings and widths, written into
// graphology and drawn where they changed. Part of the graph island.
import { token, ramp, signed } from "./color.js";
import { draw, whole } from "./frame.js";
import { inSlices, refreshing, rendersAgain, rests } from "./slices.js";

const PART = 1500; // edges that are painted at once: a frame has 5 ms
// So many ms without new numbers after which what lies on top is put in order, which makes all of the drawing anew. Between the epochs
// of a large graph there are more: what lay between the last two, up to LONG, is waited for beside them.
const SORTED = 1200,
  LONG = 5000;

export const painting = {
  /**
   * Writes colours, shapes, rings and widths into graphology, nodes in one frame, edges in the next ones, and draws what changed once:
   * where the browser draws on the processor a drawing of a large graph takes longer than all else.
   */
  paint() {
    if (!this.graph || !this.sigma) return;
    const { node, edge, lassoed, top } = this.style;
    // What lies on top, and the programs, need everything anew; a change of colours does not.
    const order = [node, edge, top?.join(), lassoed?.length].join("|");
    if (this.order !== order) this.dirty();
    this.order = order;
    draw("graph nodes", () => this.paintNodes());
    this.describe();
  },

  /** Lights up an edge or a node that is pointed at elsewhere on the page; −1 for none. */
  light(edge, node = -1) {
    const g = this.graph,
      old = this.lit || [-1, -1];
    if (!this.sigma || (old[0] === edge && old[1] === node)) return;
    const nodes = (l) => [...(l[0] >= 0 && g.hasEdge(l[0]) ? g.extremities(l[0]) : []), ...(l[1] >= 0 && g.hasNode(l[1]) ? [l[1]] : [])];
    const before = nodes(old),
      now = nodes((this.lit = [edge, node]));
    for (const k of before) g.getNodeAttributes(k).highlighted = false;
    for (const k of now) g.getNodeAttributes(k).highlighted = true;
    draw("light", () => this.redraw({ nodes: [...new Set([...before, ...now])].filter((k) => g === this.graph && g.hasNode(k)) }));
    draw("graph edges", () => this.paintEdges());
  },

  paintNodes() {
    const { nodes, edge, node, lassoed } = this.style,
      A = this.attrs,
      g = this.graph,
      topo = this.topo;
    const ink = token("ink"),
      chosenRing = token("accent") + "ff",
      wrongRing = ink + "80",
      grey = token("rule-2"),
      right = token("term-3"),
      unknown = token("ink-3");
    const signedMode = nodes === "signed",
      seqMode = nodes === "seq" || nodes === "mistakes",
      both = token("accent") + "c0";
    const [a, b] = edge >= 0 && g.hasEdge(edge) ? g.extremities(edge) : [null, null],
      chosen = lassoed ? new Set(lassoed) : null,
      around = this.style.around.length && new Set(this.style.around),
      C = topo.classes.length;
    const palette = Array.from({ length: 8 }, (_, k) => token("c-" + k)),
      pies = nodes === "pie" && A && A.probs && this.pies(),
      type = pies ? "pie" : "shape",
      changed = [];
    const room = (this.room = this.roomFor());
    let moved = false;
    g.forEachNode((k, d) => {
      const i = +k;
      const cls = A ? A.cls[i] : topo.labels[i],
        s = cls < 0 ? -1 : (topo.classes[cls]?.slot ?? cls % 8),
        flags = A ? A.flags[i] : 0;
      const untold = A && nodes === "mistakes" && A.value[i] < 0;
      let color = d.color;
      if (A && signedMode) color = signed(A.value[i]);
      else if (untold) color = grey;
      else if (A && seqMode) color = ramp("seq-0", "seq-1", 0.15 + 0.85 * A.value[i]);
      else if (nodes === "correct" && A) color = flags & 1 ? ink : flags & 16 ? grey : right;
      else if (nodes === "plain") color = unknown;
      else if (!pies) color = s < 0 ? unknown : palette[s % 8];
      const selected = i === node || k === a || k === b || (chosen !== null && chosen.has(i));
      const shape = s < 0 ? 0 : (s + Math.floor(s / 8)) % 8,
        size = room * (pies ? 1.5 : untold ? 0.55 : 1) * d.r;
      // ring: alpha ff is the selection (2px), 80 the thinner "wrong" ring, c0 the one around the other
      const ring = selected ? (flags & 1 ? both : chosenRing) : flags & 1 ? wrongRing : "#00000000";
      if (pies) for (let c = 0; c < C; c++) d["pv" + c] = A.probs[i * C + c];
      if (pies || d.color !== color || d.shape !== shape || d.ring !== ring || d.size !== size) {
        d.color = color;
        d.shape = shape;
        d.ring = ring;
        d.size = size;
        changed.push(k);
      }
      d.slot = s;
      const hidden = Boolean(around && !around.has(i));
      if (Boolean(d.hidden) !== hidden) {
        d.hidden = hidden;
        this.dirty();
      }
      if (d.type !== type) {
        d.type = type;
        this.dirty();
      }
      d.forceLabel = selected && !chosen;
      const over = selected ? 3 : ring === wrongRing ? 2 : 1; // wrong nodes lie over right ones
      if (d.zIndex !== over) {
        d.zIndex = over;
        moved = true;
      }
    });
    this.redraw({ nodes: changed }, true);
    draw("graph edges", () => this.paintEdges());
    // Their order needs everything anew, which training does not wait for.
    if (moved) this.unsorted = true;
    const now = performance.now(),
      gap = Math.min(now - (this.painted ?? now), LONG);
    this.painted = now;
    this.sortAt = now + SORTED + gap;
    if (this.unsorted) this.sortLater(SORTED + gap);
  },

  /** Puts the drawing in order when nothing has been painted for a while. All share one timer: to end one takes longer than to set it. */
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

  /** Paints edges of a graph, a part of them in this frame where they are many. */
  paintEdges(g = this.graph, keys = g.edges()) {
    if (g !== this.graph) return;
    const { edge } = this.style,
      A = this.attrs,
      accent = token("accent"),
      ink = token("ink"),
      hot = new Set(this.style.top || []),
      changed = [];
    const ends = A && this.style.edges === "class",
      looks = [
        [token("e-diff"), 1.1],
        [token("e-same"), 2.6],
      ];
    const rest = keys.slice(PART);
    for (const k of keys.slice(0, PART)) {
      const i = +k,
        d = g.getEdgeAttributes(k);
      // In steps of the ramp: most edges look the same from one frame to the next.
      const v = A ? Math.round(64 * A.edge[i]) / 64 : 0,
        sel = i === edge,
        marked = sel || hot.has(i),
        lit = i === this.lit?.[0];
      // By the labels of the ends: 0 two classes, 1 one, between them a label is missing.
      const look = ends && looks[v];
      const ramped = A && A.far && !marked && !lit,
        far = ramped ? ramp("k-0", "k-1", Math.round(64 * A.far[i]) / 64) : undefined;
      const color = marked ? accent : lit ? ink : look ? look[0] : ramp("k-0", "k-1", v),
        size = lit ? 4.4 : sel ? 3.4 : marked ? 3 : this.thin * (look ? look[1] : 1.3 + 1.5 * (far ? (v + A.far[i]) / 2 : v));
      if (d.color !== color || d.size !== size || d.far !== far) {
        d.color = color;
        d.far = far;
        d.size = size;
        changed.push(k);
      }
      d.zIndex = sel ? 3 : marked ? 2 : v;
      const type = marked
        ? "line"
        : ends && v === 0 && this.edgeType === "line"
          ? "dash"
          : far && this.edgeType === "line"
            ? "halves"
            : this.edgeType;
      if (d.type !== type) {
        d.type = type;
        this.dirty();
      }
    }
    this.redraw({ edges: changed }, rest.length > 0);
    if (rest.length) draw("graph edges", () => this.paintEdges(g, rest));
  },

  /** Gives changed nodes or edges to the drawing, unless all of it is drawn anyway; what more comes is drawn with. */
  redraw(part, more = false) {
    const s = this.sigma;
    if (this.sliced) for (const kind of ["nodes", "edges"]) for (const k of part[kind] ?? []) this.sliced[kind].add(k);
    if ((!(part.nodes || part.edges).length && !this.given) || this.full) return;
    this.given = more;
    if (s.needToProcess) {
      this.dirty();
      return;
    }
    if (more) {
      cancelAnimationFrame(s.renderFrame);
      s.renderFrame = -1; // a frame is not requested for a part
    }
    s.refresh({ partialGraph: part, skipIndexation: true, schedule: more || !whole() });
    if (more) s.renderFrame = null;
  },

  /** Draws everything in one of the next frames: places, programs or what lies on top changed. */
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

  /** Does that in slices; what changes meanwhile is drawn afterwards. */
  dirtyInSlices() {
    const s = this.sigma,
      g = this.graph,
      now = this.sliced;
    if (now?.s === s && now.g === g) {
      now.again = now.begun;
      return;
    }
    const own = (this.sliced = { s, g, begun: false, again: false, nodes: new Set(), edges: new Set() });
    rests(s);
    const runs = () => (own.begun = this.sliced === own && this.sigma === s && this.graph === g);
    draw("graph", () =>
      inSlices(refreshing(s, own), runs, () => {
        this.sliced = null;
        rendersAgain(s);
        if (own.again) {
          this.dirty();
          return;
        }
        this.full = false;
        s.render();
      }),
    );
  },

  describe() {
    const { edge, node } = this.style,
      t = this.topo;
    let what = `${t.name}: graph of ${t.n} nodes and ${t.m} edges`;
    if (edge >= 0 && this.graph.hasEdge(edge)) what += `; edge ${this.graph.extremities(edge).join(" to ")} is selected`;
    else if (node >= 0) what += `; node ${node} is selected`;
    if (this.style.around.length) what += `; ${this.style.around.length} nodes are shown`;
    what += ". Arrow keys walk along neighbours.";
    if (this.said !== what) this.root.setAttribute("aria-label", (this.said = what));
  },
};
