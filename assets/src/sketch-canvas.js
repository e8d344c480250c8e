// Drawing on the graph: a layer over sigma that takes the pointer while the
// graph is edited, mouse, pen and finger alike. A click on an empty place adds
// a node, a drag from node to node joins them, a click selects, Shift and drag
// moves a node; a drag on an empty place and two fingers move the picture.
import { h, el } from "./dom.js";

const UNITS = 10000; // the longer side of the drawing in the units of places

export class SketchCanvas {
  constructor(island, emit) {
    this.island = island;
    this.emit = emit;
    this.layer = h("div", "sketchlayer");
    this.svg = el("svg", { width: "100%", height: "100%", "aria-hidden": "true" }, this.layer);
    this.help = h("p", "drawhelp#edit-help", this.layer);
    this.needs = h("div", "needs#edit-needs", this.layer);
    this.points = new Map();
    const on = (name, f) => this.layer.addEventListener(name, f, { passive: false });
    on("pointerdown", (e) => this.down(e));
    on("pointermove", (e) => this.move(e));
    on("pointerup", (e) => this.up(e));
    on("pointercancel", (e) => this.cancel(e));
    on("wheel", (e) => {
      e.preventDefault();
      e.stopPropagation();
      this.island.root.querySelector(".sigma-mouse")?.dispatchEvent(new WheelEvent("wheel", e));
    });
    on("dblclick", (e) => {
      e.preventDefault();
      e.stopPropagation();
    });
  }

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
      this.needs.replaceChildren();
      h("h2", "", this.needs, m.empty ? "An empty canvas" : "Not ready to run yet");
      h(
        "p",
        "",
        this.needs,
        m.empty
          ? touch
            ? "Tap anywhere to put a node there. The graph runs as soon as it has"
            : "Click anywhere to put a node there. The graph runs as soon as it has"
          : "It runs by itself as soon as it has",
      );
      const list = h("ul", "", this.needs);
      for (const n of m.needs) {
        const li = h("li", n.met ? "met" : "", list);
        h("i", "", li, n.met ? "✓" : "○").setAttribute("aria-hidden", "true");
        li.append(n.text);
      }
    }
    for (const g of this.svg.querySelectorAll(".ghost")) g.remove();
  }

  at(e) {
    const b = this.layer.getBoundingClientRect();
    return { x: e.clientX - b.left, y: e.clientY - b.top };
  }

  /** Where a node is on the screen, and how large. */
  spot(k) {
    const { graph, sigma } = this.island,
      a = graph.getNodeAttributes(k),
      p = sigma.graphToViewport(a);
    return { x: p.x, y: p.y, r: sigma.scaleSize(a.size) };
  }
  nodeAt(p, slack) {
    let best = null,
      near = Infinity;
    this.island.graph.forEachNode((k) => {
      const s = this.spot(k),
        d = Math.hypot(p.x - s.x, p.y - s.y) - s.r;
      if (d < slack && d < near) {
        near = d;
        best = k;
      }
    });
    return best;
  }
  edgeAt(p, slack) {
    let best = null,
      near = slack;
    this.island.graph.forEachEdge((k, _, i, j) => {
      const a = this.spot(i),
        b = this.spot(j),
        dx = b.x - a.x,
        dy = b.y - a.y,
        t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
      const d = Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
      if (d < near) {
        near = d;
        best = k;
      }
    });
    return best;
  }

  down(e) {
    if (e.button > 0 || !this.island.sigma) return;
    e.preventDefault();
    e.stopPropagation();
    document.activeElement?.blur?.(); // keys belong to the drawing now, not to a field
    this.layer.setPointerCapture(e.pointerId);
    const p = this.at(e);
    this.points.set(e.pointerId, p);
    this.clear();
    if (this.points.size > 1) {
      this.start = null;
      this.pinch = this.fingers();
      return;
    }
    const slack = e.pointerType === "mouse" ? 5 : 14;
    this.start = { ...p, node: this.nodeAt(p, slack), slack, shift: e.shiftKey, moved: false };
  }

  /** What a pointer began, unless the node that it began at has gone since. */
  held() {
    const s = this.start;
    if (!s || s.node === null || this.island.graph.hasNode(s.node)) return s;
    this.clear();
    return (this.start = null);
  }

  move(e) {
    const p = this.at(e);
    if (this.points.has(e.pointerId)) this.points.set(e.pointerId, p);
    if (this.pinch && this.points.size > 1) {
      this.zoom();
      return;
    }
    const s = this.held();
    if (!s) {
      this.layer.style.cursor =
        !this.island.sigma || e.pointerType === "touch"
          ? ""
          : this.nodeAt(p, 5) !== null
            ? "pointer"
            : this.edgeAt(p, 6) !== null
              ? "pointer"
              : "crosshair";
      return;
    }
    if (!s.moved && Math.hypot(p.x - s.x, p.y - s.y) < (s.slack > 5 ? 10 : 4)) return;
    s.moved = true;
    if (s.node === null) this.pan(s.last ?? s, p);
    else if (s.shift) this.island.shift(s.node, p);
    else this.rubber(s, p);
    s.last = p;
  }

  up(e) {
    const p = this.at(e),
      s = this.held();
    this.points.delete(e.pointerId);
    if (this.pinch) {
      if (!this.points.size) this.pinch = null;
      return;
    }
    this.start = null;
    this.clear();
    if (!s) return;
    e.preventDefault();
    if (s.moved) {
      if (s.node === null) return;
      if (s.shift) {
        this.island.put(s.node);
        return;
      }
      const to = this.nodeAt(p, s.slack);
      if (to !== null && to !== s.node) this.emit("sketch", { kind: "join", a: +s.node, b: +to });
      return;
    }
    if (s.node !== null) {
      if (s.shift) this.emit("sketch", { kind: "pick", index: +s.node });
      else this.emit("pick", { kind: "node", index: +s.node });
      return;
    }
    const edge = this.edgeAt(p, s.slack > 5 ? 12 : 6);
    if (edge !== null) {
      this.emit("pick", { kind: "edge", index: +edge });
      return;
    }
    this.add(p);
  }
  cancel(e) {
    this.points.delete(e.pointerId);
    if (!this.points.size) this.pinch = null;
    this.start = null;
    this.clear();
  }

  add(p) {
    el("circle", { cx: p.x, cy: p.y, r: 7, class: "ghost" }, this.svg);
    this.emit("sketch", { kind: "add", ...place(this.island.frozen(), this.island.sigma.viewportToGraph(p)) });
  }

  /** Adds a node without a pointer: at the free place nearest to the middle. */
  addFree() {
    if (!this.island.sigma) return;
    const w = this.layer.clientWidth,
      hh = this.layer.clientHeight,
      taken = this.island.graph.mapNodes((k) => this.spot(k));
    const gap = Math.min(64, w / 8);
    for (let k = 0; k < 400; k++) {
      const r = gap * 0.7 * Math.sqrt(k),
        t = k * 2.39996,
        p = { x: w / 2 + r * Math.cos(t), y: hh / 2 + r * Math.sin(t) };
      if (p.x < 30 || p.y < 50 || p.x > w - 30 || p.y > hh - 30 || taken.some((q) => Math.hypot(q.x - p.x, q.y - p.y) < gap)) continue;
      this.add(p);
      return;
    }
    this.add({ x: w / 2, y: hh / 2 });
  }

  pan(from, to) {
    const cam = this.island.sigma.getCamera(),
      a = this.island.sigma.viewportToFramedGraph(from),
      b = this.island.sigma.viewportToFramedGraph(to),
      s = cam.getState();
    cam.setState({ x: s.x + a.x - b.x, y: s.y + a.y - b.y });
  }
  fingers() {
    const [a, b] = [...this.points.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, d: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  }
  zoom() {
    const now = this.fingers(),
      old = this.pinch,
      sigma = this.island.sigma,
      cam = sigma.getCamera();
    this.pan(old, now);
    cam.setState(sigma.getViewportZoomedState(now, Math.min(3, Math.max(0.04, (cam.getState().ratio * old.d) / now.d))));
    this.pinch = now;
  }

  rubber(s, p) {
    const from = this.spot(s.node),
      to = this.nodeAt(p, s.slack),
      end = to !== null && to !== s.node ? this.spot(to) : p;
    this.line ||= el("line", { class: "rubber" }, this.svg);
    for (const [k, v] of Object.entries({ x1: from.x, y1: from.y, x2: end.x, y2: end.y })) this.line.setAttribute(k, v);
    this.target?.remove();
    this.target = to !== null && to !== s.node ? el("circle", { cx: end.x, cy: end.y, r: end.r + 5, class: "target" }, this.svg) : null;
  }
  clear() {
    this.line?.remove();
    this.target?.remove();
    this.line = this.target = null;
  }
}

/** A place of the graph in whole numbers, from the middle of its box; and back. */
export const place = (b, g) => ({ x: Math.round(((g.x - b.x) * UNITS) / b.side), y: Math.round(((g.y - b.y) * UNITS) / b.side) });
export const unplace = (b, [, x, y]) => ({ x: b.x + (x * b.side) / UNITS, y: b.y + (y * b.side) / UNITS, key: x + "," + y });
