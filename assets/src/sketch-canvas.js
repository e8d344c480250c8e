// Drawing on the graph by hand: a layer over sigma that gets the pointer while the graph is edited. Mouse, pen and finger act alike. A
// click on an empty place adds a node, and a click on a node or an edge selects this node or edge. A drag between two nodes joins the nodes
// by an edge, and a drag with Shift moves a node. A drag on an empty place, or with two fingers, moves the picture.
import { h, el } from "./dom.js";

const UNITS = 10000; // the page stores places in whole units, of which the longer side of the drawing has this number
// Distances in pixels. A finger is less exact than a mouse.
const NODE_REACH = 5, // from a node to a pointer that still means the node
  NODE_REACH_TOUCH = 14,
  EDGE_REACH = 6,
  EDGE_REACH_TOUCH = 12,
  DRAG = 4, // least movement of a drag
  DRAG_TOUCH = 10;
const GOLDEN = 2.39996, // the golden angle in radians: points of a spiral at this angle are spread evenly
  TRIES = 400; // places that are tried for a node without a pointer

/**
 * The layer over the graph island. points has the pixels of the pressed pointers by id. start is the press that began the current click or
 * drag, null without one. pinch has the middle and the distance of two fingers at their last movement, null without a pinch. All pixels are
 * of the page, from the upper left corner of the layer.
 */
export class SketchCanvas {
  constructor(island, emit) {
    this.island = island;
    this.emit = emit;
    this.layer = h("div", "sketchlayer");
    this.svg = el("svg", { width: "100%", height: "100%", "aria-hidden": "true" }, this.layer);
    this.help = h("p", "drawhelp#edit-help", this.layer);
    this.needs = h("div", "needs#edit-needs", this.layer);
    this.points = new Map();
    const listen = (name, f) => this.layer.addEventListener(name, f, { passive: false });
    listen("pointerdown", (e) => this.down(e));
    listen("pointermove", (e) => this.move(e));
    listen("pointerup", (e) => this.up(e));
    listen("pointercancel", (e) => this.cancel(e));
    // The wheel zooms the picture below the layer.
    listen("wheel", (e) => {
      e.preventDefault();
      e.stopPropagation();
      this.island.root.querySelector(".sigma-mouse")?.dispatchEvent(new WheelEvent("wheel", e));
    });
    listen("dblclick", (e) => {
      e.preventDefault();
      e.stopPropagation();
    });
  }

  /**
   * Shows the layer if m.on is true, else removes the layer. m.needs lists the needs of a run, each with its text, and met reports that the
   * graph meets it. The list is empty if the graph can run. m.empty marks a graph without nodes.
   */
  set(m) {
    this.model = m;
    this.island.root.classList.toggle("sketching", m.on);
    if (!m.on) {
      this.layer.remove();
      this.clear();
      return;
    }
    if (!this.layer.isConnected) this.island.root.append(this.layer);
    const touch = matchMedia("(pointer: coarse)").matches;
    this.help.textContent = touch
      ? "Tap: new node. Drag from node to node: edge. Tap a node: select."
      : "Click: new node. Drag from node to node: edge. Click a node or edge: select, Shift adds. Shift-drag: move. Del: delete.";
    this.needs.hidden = !m.needs.length;
    this.needs.classList.toggle("middle", m.empty);
    const key = JSON.stringify(m.needs) + m.empty;
    if (this.needsKey !== key) {
      this.needsKey = key;
      // The needs of the graph before it can run, with a mark for each need that is met.
      this.needs.replaceChildren();
      h("h2", "", this.needs, m.empty ? "An empty canvas" : "Not ready to run yet");
      let lead = "It runs by itself as soon as it has";
      if (m.empty) lead = (touch ? "Tap" : "Click") + " anywhere to put a node there. The graph runs as soon as it has";
      h("p", "", this.needs, lead);
      const list = h("ul", "", this.needs);
      for (const need of m.needs) {
        const item = h("li", need.met ? "met" : "", list);
        h("i", "", item, need.met ? "✓" : "○").setAttribute("aria-hidden", "true");
        item.append(need.text);
      }
    }
    for (const ghost of this.svg.querySelectorAll(".ghost")) ghost.remove(); // the new graph has the added nodes
  }

  /** Returns the pixel of an event in the layer. */
  pixel(e) {
    const box = this.layer.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  /** Returns the pixel at the center of node k, and its radius r in pixels. */
  spot(k) {
    const { graph, sigma } = this.island,
      a = graph.getNodeAttributes(k),
      p = sigma.graphToViewport(a);
    return { x: p.x, y: p.y, r: sigma.scaleSize(a.size) };
  }
  /**
   * Returns the node whose border is nearest to a pixel p, null if no border is within reach pixels. Inside a node the distance is
   * negative.
   */
  nodeAt(p, reach) {
    let best = null,
      least = Infinity;
    this.island.graph.forEachNode((k) => {
      const s = this.spot(k),
        distance = Math.hypot(p.x - s.x, p.y - s.y) - s.r;
      if (distance < reach && distance < least) {
        least = distance;
        best = k;
      }
    });
    return best;
  }
  /** Returns the edge that is nearest to a pixel p, null if no edge is within reach pixels. */
  edgeAt(p, reach) {
    let best = null,
      least = reach;
    this.island.graph.forEachEdge((k, _, i, j) => {
      // The nearest point of the edge is a + t·(b − a).
      const a = this.spot(i),
        b = this.spot(j),
        dx = b.x - a.x,
        dy = b.y - a.y,
        t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
      const distance = Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
      if (distance < least) {
        least = distance;
        best = k;
      }
    });
    return best;
  }

  /** Begins a click or drag of one pointer, or a pinch of two. */
  down(e) {
    if (e.button > 0 || !this.island.sigma) return; // another button than the left, or no drawing
    e.preventDefault();
    e.stopPropagation();
    document.activeElement?.blur?.(); // keys belong to the drawing now, and no longer to a field
    this.layer.setPointerCapture(e.pointerId);
    const p = this.pixel(e);
    this.points.set(e.pointerId, p);
    this.clear();
    // A second finger ends a drag, and begins a pinch.
    if (this.points.size > 1) {
      this.start = null;
      this.pinch = this.fingers();
      return;
    }
    const touch = e.pointerType !== "mouse",
      reach = touch ? NODE_REACH_TOUCH : NODE_REACH;
    this.start = { ...p, node: this.nodeAt(p, reach), reach, touch, shift: e.shiftKey, moved: false };
  }

  /** Returns the press that began the current click or drag. Returns null without a press, or if its node has been deleted since. */
  held() {
    const s = this.start,
      intact = !s || s.node === null || this.island.graph.hasNode(s.node);
    if (intact) return s;
    this.clear();
    this.start = null;
    return null;
  }

  /** Continues a drag or a pinch. Without a pressed button, the cursor shows the effect of a click. */
  move(e) {
    const point = this.pixel(e);
    if (this.points.has(e.pointerId)) this.points.set(e.pointerId, point);
    if (this.pinch && this.points.size > 1) {
      this.zoom();
      return;
    }
    const press = this.held();
    if (!press) {
      // No button is pressed. A finger has no cursor.
      const canPoint = this.island.sigma && e.pointerType !== "touch",
        hasItem = () => this.nodeAt(point, NODE_REACH) !== null || this.edgeAt(point, EDGE_REACH) !== null;
      let cursor = "";
      if (canPoint) cursor = hasItem() ? "pointer" : "crosshair";
      this.layer.style.cursor = cursor;
      return;
    }
    if (!press.moved && Math.hypot(point.x - press.x, point.y - press.y) < (press.touch ? DRAG_TOUCH : DRAG)) return;
    press.moved = true;
    // A drag from an empty place moves the picture. A drag from a node moves the node (with Shift), or the end of a new edge. last is the
    // pixel of the last movement.
    if (press.node === null) this.pan(press.last ?? press, point);
    else if (press.shift) this.island.shift(press.node, point);
    else this.rubber(press, point);
    press.last = point;
  }

  /** Ends a drag, or selects or adds an item by a click. */
  up(e) {
    const point = this.pixel(e),
      press = this.held();
    this.points.delete(e.pointerId);
    // After a pinch, a released finger has neither clicked nor dragged.
    if (this.pinch) {
      if (!this.points.size) this.pinch = null; // the last finger of a pinch begins nothing new
      return;
    }
    this.start = null;
    this.clear();
    if (!press) return;
    e.preventDefault();
    // A drag from an empty place has moved the picture already. A drag with Shift has moved a node. Another drag joins two nodes.
    if (press.moved) {
      if (press.node === null) return;
      if (press.shift) {
        this.island.put(press.node);
        return;
      }
      const target = this.nodeAt(point, press.reach);
      if (target !== null && target !== press.node) this.emit("sketch", { kind: "join", a: +press.node, b: +target });
      return;
    }
    // A click selects the node or the edge at the pixel, or adds a node.
    if (press.node !== null) {
      // With Shift the node is added to the selection.
      if (press.shift) this.emit("sketch", { kind: "pick", index: +press.node });
      else this.emit("pick", { kind: "node", index: +press.node });
      return;
    }
    const edge = this.edgeAt(point, press.touch ? EDGE_REACH_TOUCH : EDGE_REACH);
    if (edge !== null) {
      this.emit("pick", { kind: "edge", index: +edge });
      return;
    }
    this.add(point);
  }
  /** Ends a click or drag that the browser has taken over. */
  cancel(e) {
    this.points.delete(e.pointerId);
    if (!this.points.size) this.pinch = null;
    this.start = null;
    this.clear();
  }

  /** Adds a node at a pixel p. A circle is shown at once, until the new graph arrives. */
  add(p) {
    el("circle", { cx: p.x, cy: p.y, r: 7, class: "ghost" }, this.svg);
    this.emit("sketch", { kind: "add", ...place(this.island.frozen(), this.island.sigma.viewportToGraph(p)) });
  }

  /**
   * Adds a node without a pointer, at the free place that is nearest to the center. The tried places lie on a spiral. Without a free place
   * the node is added at the center.
   */
  addFree() {
    if (!this.island.sigma) return;
    const width = this.layer.clientWidth,
      height = this.layer.clientHeight,
      spots = this.island.graph.mapNodes((k) => this.spot(k));
    const gap = Math.min(64, width / 8); // px, the least distance from other nodes
    for (let k = 0; k < TRIES; k++) {
      const r = gap * 0.7 * Math.sqrt(k),
        t = k * GOLDEN,
        p = { x: width / 2 + r * Math.cos(t), y: height / 2 + r * Math.sin(t) };
      // The margin is wider at the top, where the help is.
      const outsideX = p.x < 30 || p.x > width - 30,
        outsideY = p.y < 50 || p.y > height - 30;
      if (outsideX || outsideY) continue;
      if (spots.some((q) => Math.hypot(q.x - p.x, q.y - p.y) < gap)) continue;
      this.add(p);
      return;
    }
    this.add({ x: width / 2, y: height / 2 });
  }

  /** Moves the camera so that the point under the pixel from gets under the pixel to. */
  pan(from, to) {
    const camera = this.island.sigma.getCamera(),
      a = this.island.sigma.viewportToFramedGraph(from),
      b = this.island.sigma.viewportToFramedGraph(to),
      s = camera.getState();
    camera.setState({ x: s.x + a.x - b.x, y: s.y + a.y - b.y });
  }
  /** Returns the middle of the two fingers and their distance d, in pixels. */
  fingers() {
    const [a, b] = [...this.points.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, d: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  }
  /**
   * Pans and zooms by the movement of the two fingers since pinch. A larger ratio of the camera shows more of the graph. The ratio has the
   * limits 0.04 and 3, as with the wheel (drawn.js).
   */
  zoom() {
    const now = this.fingers(),
      former = this.pinch,
      sigma = this.island.sigma,
      camera = sigma.getCamera();
    this.pan(former, now);
    const ratio = Math.min(3, Math.max(0.04, (camera.getState().ratio * former.d) / now.d));
    camera.setState(sigma.getViewportZoomedState(now, ratio));
    this.pinch = now;
  }

  /**
   * Draws the line of a new edge from the node of the press s to the pixel p. If another node than s.node is at p, the line ends at its
   * center, and the node gets a mark.
   */
  rubber(s, p) {
    const from = this.spot(s.node),
      node = this.nodeAt(p, s.reach),
      joins = node !== null && node !== s.node,
      end = joins ? this.spot(node) : p;
    this.line ||= el("line", { class: "rubber" }, this.svg);
    for (const [k, v] of Object.entries({ x1: from.x, y1: from.y, x2: end.x, y2: end.y })) this.line.setAttribute(k, v);
    this.target?.remove();
    this.target = joins ? el("circle", { cx: end.x, cy: end.y, r: end.r + 5, class: "target" }, this.svg) : null;
  }
  /** Removes the line of a new edge and the mark of its second node. */
  clear() {
    this.line?.remove();
    this.target?.remove();
    this.line = null;
    this.target = null;
  }
}

/**
 * Returns a point g of the graph in the form that the page stores: in whole units relative to the center of the box b (see frozen in
 * places.js).
 */
export const place = (b, g) => ({ x: Math.round(((g.x - b.x) * UNITS) / b.side), y: Math.round(((g.y - b.y) * UNITS) / b.side) });
/** Returns the point of the graph for a stored place [id, x, y] in the box b, and a key that identifies the place. The inverse of place. */
export const unplace = (b, [, x, y]) => ({ x: b.x + (x * b.side) / UNITS, y: b.y + (y * b.side) / UNITS, key: x + "," + y });
