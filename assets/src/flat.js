// The drawing of a graph on plain canvases, for a browser without WebGL. Sigma
// provides the places, the camera, the pointer and the labels. The programs of
// WebGL are replaced by functions that draw nodes and edges as paths.
import Sigma from "sigma";
import { DASH, corners, ringsOf } from "./dom.js";
import { token } from "./color.js";

/** A graph with this number of nodes and edges together, or more, is not drawn, since a frame would take too long. */
export const MOST = 5000;

const MANY_NODES = 1000; // in a larger graph small nodes have no rings

// Pixels:
const NODE_REACH = 3, // largest distance of the pointer from the border of a node under it
  EDGE_REACH = 1, // largest distance of the pointer from the border of an edge under it
  BORDER = 2, // width of the border of a node
  SMALL_RADIUS = 5; // a smaller node in a large graph (MANY_NODES) has no ring

/** Reports whether a graph can be drawn without WebGL. */
export const drawable = (graph) => graph.order + graph.size < MOST;

/**
 * The replacement of a program of WebGL, with the methods that sigma calls. It keeps the data of its items, nodes or edges. The function
 * paint draws an item; it gets the 2D context and the data. layer is the name of the canvas.
 */
class Program {
  constructor(sigma, layer, paint) {
    Object.assign(this, { sigma, layer, paint, items: [] });
  }
  /** Makes room for n items. */
  reallocate(n) {
    this.items.length = n;
  }
  /**
   * Sets the data of item k: [node] or [first end, second end, edge]. The first argument has no use here: in WebGL it is the colour by
   * which the pointer finds the item.
   */
  process(_, k, ...data) {
    this.items[k] = data;
  }
  /** Draws all items in order. A hidden node, and an edge that is hidden or has a hidden end, is left out. */
  render() {
    const ctx = this.sigma.pens[this.layer];
    for (const data of this.items) {
      const visible = data && !data.some((d) => d.hidden);
      if (visible) this.paint(ctx, ...data);
    }
  }
  /** Forgets all items at the end of the drawing. */
  kill() {
    this.items = [];
  }
}

/** Sigma on plain canvases. pens has the 2D context of each layer. */
export class FlatSigma extends Sigma {
  /**
   * Creates a canvas, and returns an object in place of its WebGL context. The object has the functions of WebGL that sigma itself calls.
   * width and height of sigma are in pixels of the page, w and h in pixels of the canvas.
   */
  createWebGLContext(id, options = {}) {
    const canvas = this.createCanvas(id, options),
      ctx = canvas.getContext("2d");
    (this.pens ||= {})[id] = ctx;
    this.webGLContexts[id] = {
      blendFunc() {},
      bindFramebuffer() {},
      getExtension: () => null,
      viewport: (x, y, w, h) => ctx.setTransform(w / this.width, 0, 0, h / this.height, 0, 0), // the unit is a pixel of the page
      clear: () => ctx.clearRect(0, 0, this.width, this.height),
    };
    return this.webGLContexts[id];
  }
  /**
   * Registers a kind of nodes, for the nodes and for the node under the pointer. A program of pies has slices, the colours of its classes;
   * the nodes of all other programs are shapes.
   */
  registerNodeProgram(key, program) {
    const paint = program.slices ? (ctx, d) => this.pie(ctx, d, program.slices) : (ctx, d) => this.shape(ctx, d);
    this.nodePrograms[key] = new Program(this, "nodes", paint);
    this.nodeHoverPrograms[key] = new Program(this, "hoverNodes", paint);
    return this;
  }
  /** Registers a kind of edges. The type of an edge selects its drawing (edge). */
  registerEdgeProgram(key) {
    this.edgePrograms[key] = new Program(this, "edges", (ctx, a, b, d) => this.edge(ctx, a, b, d));
    return this;
  }
  /** Draws a frame. For a graph that is too large, only the places of the nodes are computed; other parts of the page use the places. */
  render() {
    if (drawable(this.graph)) return super.render();
    if (this.renderFrame) cancelAnimationFrame(this.renderFrame);
    this.renderFrame = null;
    this.resize();
    if (this.needToProcess) this.process();
    this.needToProcess = false;
    this.clear();
    return this;
  }

  /**
   * Returns the node whose border is nearest to the pixel p, null if no border is within NODE_REACH. A distance inside a node is negative,
   * so that a node under the pointer is nearer than all nodes beside it. In a graph that is too large to be drawn, no node is found.
   */
  getNodeAtPosition(p) {
    let nearest = null,
      nearestDistance = NODE_REACH;
    if (!drawable(this.graph)) return nearest;
    this.graph.forEachNode((k) => {
      const d = this.nodeDataCache[k],
        center = this.framedGraphToViewport(d),
        distance = Math.hypot(center.x - p.x, center.y - p.y) - this.scaleSize(d.size);
      if (!d.hidden && distance <= nearestDistance) {
        nearestDistance = distance;
        nearest = k;
      }
    });
    return nearest;
  }
  /**
   * Returns the edge nearest to the pixel (x, y), null if no edge is within EDGE_REACH. Edges of hidden nodes are left out. In a graph that
   * is too large to be drawn, no edge is found.
   */
  getEdgeAtPoint(x, y) {
    let nearest = null,
      nearestDistance = Infinity;
    if (!drawable(this.graph)) return nearest;
    this.graph.forEachEdge((e, _, i, j) => {
      if (this.nodeDataCache[i].hidden || this.nodeDataCache[j].hidden) return;
      // The point of the edge nearest to (x, y) divides the edge at the share t of its length.
      const p = this.framedGraphToViewport(this.nodeDataCache[i]),
        q = this.framedGraphToViewport(this.nodeDataCache[j]),
        dx = q.x - p.x,
        dy = q.y - p.y,
        t = Math.min(1, Math.max(0, ((x - p.x) * dx + (y - p.y) * dy) / (dx * dx + dy * dy || 1))),
        distance = Math.hypot(p.x + t * dx - x, p.y + t * dy - y);
      const reached = distance <= EDGE_REACH + this.thickness(this.edgeDataCache[e]) / 2;
      if (reached && distance < nearestDistance) {
        nearestDistance = distance;
        nearest = e;
      }
    });
    return nearest;
  }

  /** Returns the width in pixels of an edge with data d. */
  thickness(d) {
    return Math.max(this.settings.minEdgeThickness, this.scaleSize(d.size));
  }
  /**
   * Draws an edge with data d between nodes with the data a and b. In an edge of type halves, the half at b has the colour d.far. An edge
   * of type dash is dashed.
   */
  edge(ctx, a, b, d) {
    const p = this.framedGraphToViewport(a),
      q = this.framedGraphToViewport(b);
    ctx.strokeStyle = d.color;
    ctx.lineWidth = this.thickness(d);
    ctx.setLineDash(d.type === "dash" ? DASH : []);
    // Draws a line between two points in pixels.
    const line = (from, to) => {
      ctx.beginPath();
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
      ctx.stroke();
    };
    line(p, q);
    if (d.type !== "halves") return;
    ctx.strokeStyle = d.far;
    line({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, q);
  }
  /** Draws a node in the shape of its class, with its border and its rings. Without a shape it is a circle. */
  shape(ctx, d) {
    const p = this.framedGraphToViewport(d),
      r = this.scaleSize(d.size),
      polygon = corners(d.shape || 0, p.x, p.y, r);
    ctx.beginPath();
    if (polygon) polygon.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    else ctx.arc(p.x, p.y, r, 0, 2 * Math.PI);
    ctx.closePath();
    this.fill(ctx, d.color, this.hasRingAsBorder(d, r) ? d.ring.slice(0, 7) : token("surface"));
    this.ring(ctx, d, p, r);
  }
  /**
   * Reports whether the border of a node with radius r has the colour of the ring, in place of a ring around it. Among many nodes, a small
   * node with a wrong prediction has no room for a ring. d.ring is a colour #rrggbb with the kind of the ring, 80 for a wrong prediction
   * (ringsOf).
   */
  hasRingAsBorder(d, r) {
    const isWrong = d.ring?.endsWith("80");
    const isSmall = this.graph.order > MANY_NODES && r < SMALL_RADIUS;
    return isWrong && isSmall;
  }
  /** Draws the border of the current path, and then fills the path. The filling covers the inner half of the border. */
  fill(ctx, color, border = token("surface")) {
    ctx.lineWidth = BORDER;
    ctx.strokeStyle = border;
    ctx.stroke();
    ctx.fillStyle = color;
    ctx.fill();
  }
  /** Draws the rings around a node at point p with radius r, unless its border stands for the ring. */
  ring(ctx, d, p, r) {
    if (this.hasRingAsBorder(d, r)) return;
    for (const [radius, width, color] of ringsOf(d.ring, r, token("ink"))) {
      ctx.beginPath();
      ctx.arc(p.x, p.y, radius, 0, 2 * Math.PI);
      ctx.lineWidth = width;
      ctx.strokeStyle = color;
      ctx.stroke();
    }
  }
  /**
   * Draws a node as a pie, clockwise from the right. slices has the colour of each slice. The share of slice c is attribute pv + c of the
   * node, for instance pv0; without shares the pie is grey.
   */
  pie(ctx, d, slices) {
    const p = this.framedGraphToViewport(d),
      r = this.scaleSize(d.size),
      valueOf = (c) => d["pv" + c] || 0,
      sum = slices.reduce((t, _, c) => t + valueOf(c), 0);
    ctx.beginPath();
    ctx.arc(p.x, p.y, r, 0, 2 * Math.PI);
    this.fill(ctx, token("rule-2"));
    let start = 0;
    slices.forEach((color, c) => {
      const end = start + (sum > 0 ? (2 * Math.PI * valueOf(c)) / sum : 0);
      ctx.fillStyle = color;
      ctx.beginPath();
      ctx.moveTo(p.x, p.y);
      ctx.arc(p.x, p.y, r, start, end);
      ctx.fill();
      start = end;
    });
  }
}
