// How the graph gets onto the screen: the drawing, made by WebGL or without it
// and made anew when that changes, its pointer events and the pies. Part of the
// graph island.
import { EdgeLineProgram, EdgeRectangleProgram } from "sigma/rendering";
import { createNodePiechartProgram } from "@sigma/node-piechart";
import { ShapeProgram } from "./shapes.js";
import { DashProgram } from "./dashes.js";
import { token } from "./color.js";
import { drawLabel, drawHover } from "./labels.js";
import { finite } from "./layout.js";
import { draw } from "./frame.js";
import { drawing, without } from "./drawing.js";
import { drawable } from "./flat.js";

// WebGL promises 16 vertex attributes; a pie needs four and one per slice.
const MAX_SLICES = 12;

export const drawn = {
  create() {
    this.sigma = drawing(this.graph, this.host, {
      allowInvalidContainer: true, defaultNodeType: "shape", defaultEdgeType: "line", nodeProgramClasses: { shape: ShapeProgram }, edgeProgramClasses: { hair: EdgeLineProgram, line: EdgeRectangleProgram, dash: DashProgram },
      enableEdgeEvents: true, zIndex: true, stagePadding: this.padding(), minEdgeThickness: 1.5, antiAliasingFeather: 1, hideLabelsOnMove: false,
      labelFont: getComputedStyle(document.body).fontFamily, labelSize: 11, labelWeight: "600", labelRenderedSizeThreshold: 13, labelDensity: 0.6, labelGridCellSize: 120,
      defaultDrawNodeLabel: drawLabel, defaultDrawNodeHover: drawHover, minCameraRatio: 0.04, maxCameraRatio: 3, zoomDuration: 160, doubleClickZoomingRatio: 1.6,
    }, () => this.again());
    this.pieKey = "";
    this.listen();
  },

  /** Makes the drawing anew, as it stood: its context was lost, or came back. */
  again() {
    const camera = this.sigma.getCamera().getState(), box = this.sigma.getCustomBBox();
    this.letGo();
    for (const k of this.graph.nodes()) this.graph.setNodeAttribute(k, "type", "shape"); // the programs of pies went with the drawing
    this.sigma.kill();
    this.create();
    this.sigma.setSetting("minEdgeThickness", 1.5 * this.thin);
    this.sigma.setCustomBBox(box);
    this.sigma.getCamera().setState(camera);
    this.paint();
    this.dirty();
  },

  /** Tells the page how the graph is drawn; it says what is missing. */
  tellDrawing() {
    const kind = without(), way = kind && this.graph ? (drawable(this.graph) ? "canvas" : "none") : "";
    document.documentElement.dataset.drawing = way || "webgl";
    this.emit("drawing", { name: way && kind, value: way });
  },

  listen() {
    const s = this.sigma;
    s.on("downNode", ({ node, event }) => { this.dragged = node; this.movedFar = false; this.downAt = [event.x, event.y]; });
    s.on("moveBody", ({ event }) => {
      const node = this.dragged;
      if (node === null) return;
      if (!this.movedFar && Math.hypot(event.x - this.downAt[0], event.y - this.downAt[1]) < 4) return;
      if (!this.movedFar) { this.movedFar = true; this.frozen(); this.root.classList.add("dragging"); }
      // Written past graphology's events, which would index the whole graph at each move.
      const p = s.viewportToGraph(event), at = this.graph.getNodeAttributes(node);
      if (!finite([p])) return; // the drawing has no size yet
      at.x = p.x;
      at.y = p.y;
      draw("drag", () => this.graph.hasNode(node) && this.redraw({ nodes: [node], edges: this.graph.edges(node) }));
      event.preventSigmaDefault();
      event.original.preventDefault();
      event.original.stopPropagation();
    });
    const drop = () => {
      const node = this.dragged;
      if (node !== null && this.movedFar) { if (this.asDrawn()) this.put(node); this.pinned.add(node); this.skipClick = performance.now(); this.dirty(); }
      this.letGo();
    };
    s.on("upNode", drop);
    s.on("upStage", drop);
    s.getMouseCaptor().on("mouseup", drop);
    const click = (kind) => (p) => { if (performance.now() - (this.skipClick || 0) > 60) this.emit("pick", { kind, index: +(p.node ?? p.edge) }); };
    s.on("clickNode", click("node"));
    s.on("clickEdge", click("edge"));
    s.on("doubleClickEdge", (p) => { p.preventSigmaDefault(); this.emit("edge", { kind: "open", index: +p.edge }); });
    s.on("doubleClickStage", (p) => {
      const near = this.edgeNear(p.event.x, p.event.y);
      if (near === null) return;
      p.preventSigmaDefault();
      this.emit("edge", { kind: "open", index: +near });
    });
    s.on("clickStage", ({ event }) => {
      if (performance.now() - (this.skipClick || 0) <= 60) return;
      const near = this.edgeNear(event.x, event.y);
      this.emit("pick", near === null ? { kind: "none", index: -1 } : { kind: "edge", index: +near });
    });
    this.nearby();
    s.on("enterNode", ({ node }) => { this.over = true; this.root.style.cursor = "pointer"; this.hover("node", +node); });
    s.on("leaveNode", () => { this.over = false; this.root.style.cursor = ""; this.hover("", -1); });
    s.on("enterEdge", ({ edge, event }) => { this.over = true; this.root.style.cursor = "pointer"; this.hover("edge", +edge, event); });
    s.on("leaveEdge", () => { this.over = false; this.root.style.cursor = ""; this.hover("", -1); });
  },

  /** Ends a drag: the node is let go, or its graph goes. */
  letGo() {
    this.dragged = null;
    this.root.classList.remove("dragging");
  },

  /** Makes the pie program for the classes and theme at hand, when pies are first wanted. */
  pies() {
    const C = this.topo.classes.length, colors = this.topo.classes.map((c) => token("c-" + c.slot % 8)), key = colors.join();
    if (C > MAX_SLICES || !C) return false;
    if (this.pieKey !== key) {
      this.pieKey = key;
      const slices = colors.map((value, c) => ({ color: { value }, value: { attribute: "pv" + c } }));
      const pie = Object.assign(createNodePiechartProgram({ defaultColor: token("rule-2"), slices }), { slices: colors });
      this.sigma.setSetting("nodeProgramClasses", { ...this.sigma.getSetting("nodeProgramClasses"), pie });
    }
    return true;
  },
};
