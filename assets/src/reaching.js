// The user's actions in the graph, apart from dragging: pointing, zooming, searching, the lasso and the arrow keys. Part of the graph
// island.
import { h } from "./dom.js";
import { lasso } from "./lasso.js";

const REACH = 8, // pixels: an edge, which is thin, reacts to a pointer at this distance
  MANY = 5000, // edges: in a graph with more edges, an edge at a distance reacts only to a click
  ZOOM = 160, // ms of a zoom step
  FLIGHT = 240, // ms of a camera move to a node or a neighbourhood
  MARGIN = 80, // pixels of the drawing beside a neighbourhood, left and right together
  NOTE = 8000; // ms in which a message is shown

/** Methods of the graph island. */
export const reaching = {
  /**
   * Describes the edge with a number index at the pointer, in place of the former description, and reports the edge or node to onHover.
   * kind is "edge", "node", or "" with index −1 for neither. A node has no description. event has the pixel (x, y) of the pointer in the
   * drawing. The description has the names of both ends, and the number of the edge if the colouring has numbers.
   */
  hover(kind, index, event) {
    this.tip?.remove();
    this.tip = null;
    if (kind === "edge" && event) {
      const [i, j] = this.graph.extremities(index),
        v = this.attrs?.raw?.[index];
      this.tip = h("div", "tip", this.root);
      this.tip.append(`${this.graph.getNodeAttribute(i, "label")} – ${this.graph.getNodeAttribute(j, "label")}`);
      if (v !== undefined && this.style.edgeUnit) this.tip.append(`  ${this.style.edgeUnit} `, h("b", "", null, v.toPrecision(3)));
      this.tip.style.left = Math.min(this.root.clientWidth - 130, event.x + 10) + "px"; // 130 px for the description
      this.tip.style.top = Math.max(4, event.y - 28) + "px";
    }
    this.onHover?.(kind, index);
  },

  /** Returns the edge that is nearest to the pixel (x, y) of the drawing, null if no edge is within reach pixels. */
  edgeNear(x, y, reach = REACH) {
    const s = this.sigma,
      pixels = new Map();
    let best = null,
      least = reach * reach; // the squared distance of best
    // Returns the pixel of node k, computed once.
    const pixel = (k) => {
      let p = pixels.get(k);
      if (!p) {
        p = s.framedGraphToViewport(s.getNodeDisplayData(k));
        pixels.set(k, p);
      }
      return p;
    };
    this.graph.forEachEdge((e, _, i, j, a, b) => {
      if (a.hidden || b.hidden) return;
      const p = pixel(i),
        q = pixel(j);
      // An edge outside the square around the point needs no distance.
      const besideX = Math.min(p.x, q.x) > x + reach || Math.max(p.x, q.x) < x - reach,
        besideY = Math.min(p.y, q.y) > y + reach || Math.max(p.y, q.y) < y - reach;
      if (besideX || besideY) return;
      // The nearest point of the edge is p + t·(q − p).
      const dx = q.x - p.x,
        dy = q.y - p.y,
        t = Math.min(1, Math.max(0, ((x - p.x) * dx + (y - p.y) * dy) / (dx * dx + dy * dy || 1)));
      const squared = (p.x + t * dx - x) ** 2 + (p.y + t * dy - y) ** 2;
      if (squared <= least) {
        least = squared;
        best = e;
      }
    });
    return best;
  },

  /** Lets an edge react from now on to a pointer that is close to the edge, but not on it. The edge is searched at most once in a frame. */
  nearby() {
    let pointer = null, // the newest point of the pointer, null after its search
      previous = null; // the edge of the last search, null for no edge
    // Describes the edge near the pointer, or ends the description of the previous edge. Sigma itself reports an item under the pointer,
    // and over is then true.
    const search = () => {
      const p = pointer;
      pointer = null;
      const free = p && !this.over && !this.root.classList.contains("dragging"),
        found = free && this.graph.size <= MANY ? this.edgeNear(p.x, p.y) : null;
      if (found !== null) this.hover("edge", +found, p);
      else if (previous !== null && !this.over) this.hover("", -1);
      if (!this.over) this.root.style.cursor = found !== null ? "pointer" : "";
      previous = found;
    };
    this.sigma.on("moveBody", ({ event }) => {
      if (pointer === null) requestAnimationFrame(search); // otherwise a search waits already, and takes the newest point
      pointer = { x: event.x, y: event.y };
    });
  },

  /** Zooms by a step, "in" or "out". Another word shows the whole graph. */
  zoom(dir) {
    const camera = this.sigma?.getCamera();
    if (!camera) return;
    if (dir === "in") camera.animatedZoom({ duration: ZOOM });
    else if (dir === "out") camera.animatedUnzoom({ duration: ZOOM });
    else camera.animatedReset({ duration: ZOOM });
  },

  /** Moves the camera to the neighbourhood to which the drawing is limited (style.around), or to the whole graph. */
  aim() {
    const sigma = this.sigma,
      shown = this.style.around.filter((k) => this.graph.hasNode(k));
    if (!shown.length || !sigma) {
      this.zoom("fit");
      return;
    }
    sigma.refresh(); // sigma may still have the former places of the nodes
    const whole = { cameraState: { x: 0.5, y: 0.5, angle: 0, ratio: 1 } },
      { width, height } = sigma.getDimensions(),
      positions = shown.map((k) => sigma.getNodeDisplayData(k)), // in the units of the camera
      pixels = positions.map((p) => sigma.framedGraphToViewport(p, whole)); // with the whole graph in the window
    const range = (points, axis) =>
        points.reduce(([low, high], p) => [Math.min(low, p[axis]), Math.max(high, p[axis])], [Infinity, -Infinity]),
      length = (axis) => {
        const [low, high] = range(pixels, axis);
        return high - low;
      },
      middle = (axis) => {
        const [low, high] = range(positions, axis);
        return (low + high) / 2;
      };
    // The ratio of the camera is the shown part of the whole graph: the neighbourhood with a margin of 15 %. It is at least 0.15, so that a
    // small neighbourhood is not enlarged without limit, and at most 1, the whole graph.
    const share = Math.max(length("x") / Math.max(1, width - MARGIN), length("y") / Math.max(1, height - MARGIN));
    sigma.getCamera().animate({ x: middle("x"), y: middle("y"), ratio: Math.min(1, Math.max(0.15, 1.15 * share)) }, { duration: FLIGHT });
  },

  /** Moves the camera to the neighbourhood again, after a change of places or of the window. */
  aimAgain() {
    if (this.style.around.length) this.aim();
  },

  /**
   * Finds a node by its number or name, selects it, and moves the camera to it. A node that is not drawn is only selected. Without a result
   * a message is shown for a time. An empty query only removes the message.
   */
  find(query) {
    clearTimeout(this.noteTimer);
    this.note?.remove();
    if (!this.graph || !query.trim()) return;
    const wanted = query.trim().toLowerCase();
    // The order is: a whole name, a number, a part of a name. Names may be numbers that differ from the numbers of the nodes.
    const byName = (fits) => this.graph.findNode((k, a) => fits(String(a.label).toLowerCase())) ?? null,
      byNumber = () => (this.graph.hasNode(wanted) ? wanted : null);
    const found = byName((name) => name === wanted) ?? byNumber() ?? byName((name) => name.includes(wanted));
    const isNumber = /^\d+$/.test(wanted) && +wanted < this.topo.n;
    if (found === null && isNumber) {
      // The node exists, but is not drawn: only some nodes of a very large graph are drawn.
      this.emit("pick", { kind: "node", index: +wanted });
      return;
    }
    if (found === null) {
      const text = this.graph.order
        ? `No node is called “${query.trim()}”: a number from 0 to ${this.topo.n - 1}, or part of a name.`
        : "There are no nodes yet.";
      this.note = h("p", "tip nohit#find-none", this.root, text); // inside the root, since a render of the panels removes its siblings
      this.noteTimer = setTimeout(() => this.note?.remove(), NOTE);
      this.emit("announce", { text });
      return;
    }
    const p = this.sigma.getNodeDisplayData(found),
      camera = this.sigma.getCamera();
    camera.animate({ x: p.x, y: p.y, ratio: Math.min(0.6, camera.ratio) }, { duration: FLIGHT }); // a closer view stays as close
    this.emit("pick", { kind: "node", index: +found });
  },

  /** Begins a lasso, and at its end selects the visible nodes inside in place of the former selection. Without a node inside, nothing is
   * selected. */
  startLasso() {
    if (!this.graph) return;
    lasso(this.root, (inside) => {
      const hits = this.graph
        .filterNodes((k, a) => {
          if (a.hidden) return false;
          const p = this.sigma.framedGraphToViewport(this.sigma.getNodeDisplayData(k));
          return inside(p.x, p.y);
        })
        .map(Number);
      this.style.lassoed = hits.length ? hits : null;
      this.paint();
      this.emit("lasso", { nodes: hits });
    });
  },

  /**
   * Moves the selection by an arrow key to the neighbour whose direction is nearest to the direction of the key. Without a neighbour within
   * 78 degrees the selection stays. Without a selected node, the key selects the start of the walk. The places of nodes have y upwards.
   */
  key(e) {
    const dir = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (!dir || !this.graph?.order) return;
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation(); // elsewhere on the page the arrow keys step through the run
    const graph = this.graph,
      { node, edge } = this.style;
    // The walk begins at the selected node, else at an end of the selected edge, else at the first node.
    let start;
    if (node >= 0) start = node;
    else if (edge >= 0 && graph.hasEdge(edge)) start = +graph.source(edge);
    else start = +(graph.nodes()[0] ?? 0);
    if (!graph.hasNode(start)) return; // of a very large graph only some nodes are drawn
    if (node < 0) {
      this.goTo(start);
      return;
    }
    const p = graph.getNodeAttributes(start);
    let best = -1,
      score = 0.2; // the cosine of the angle between the key's direction and the direction to best; 0.2 is the limit, 78 degrees
    graph.forEachNeighbor(start, (k, q) => {
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

  /** Selects node k and announces it to screen readers: its name, its predicted class, its label if the label is another class, and its
   * number of neighbours. */
  goTo(k) {
    this.emit("pick", { kind: "node", index: k });
    const className = (c) => this.topo.classes[c]?.name,
      predicted = className(this.attrs?.cls[k]),
      label = className(this.topo.labels[k]);
    const parts = [`Node ${this.graph.getNodeAttribute(k, "label")}`],
      degree = this.graph.degree(k);
    if (predicted) parts.push(`called ${predicted}`);
    if (label && label !== predicted) parts.push(`labelled ${label}`);
    parts.push(`${degree} ${degree === 1 ? "neighbour" : "neighbours"}`);
    this.emit("announce", { text: parts.join(", ") + "." });
  },
};
