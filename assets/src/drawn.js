// How the graph gets onto the screen: the drawing, made by WebGL or without it
// and made anew when that changes, its pointer events and the pies. Part of the
// graph island.
import { EdgeLineProgram, EdgeRectangleProgram } from "sigma/rendering";
import { createNodePiechartProgram } from "@sigma/node-piechart";
import { ShapeProgram } from "./shapes.js";
import { DashProgram } from "./dashes.js";
import { HalvesProgram } from "./halves.js";
import { token } from "./color.js";
import { drawLabel, drawHover } from "./labels.js";
import { finite } from "./layout.js";
import { draw } from "./frame.js";
import { drawing, without } from "./drawing.js";
import { drawable } from "./flat.js";

// WebGL promises 16 vertex attributes; a pie needs four and one per slice.
const MAX_SLICES = 12;
const CLICK_AFTER_DRAG = 60; // ms: so soon after a drag a click belongs to it
const DRAG_FROM = 4; // pixels

// What sigma is set to, beside what an island says of itself.
const SETTINGS = {
  allowInvalidContainer: true,
  enableEdgeEvents: true,
  zIndex: true,
  hideLabelsOnMove: false,
  defaultNodeType: "shape",
  nodeProgramClasses: { shape: ShapeProgram },
  defaultEdgeType: "line",
  edgeProgramClasses: { hair: EdgeLineProgram, line: EdgeRectangleProgram, dash: DashProgram, halves: HalvesProgram },
  minEdgeThickness: 1.5,
  antiAliasingFeather: 1,
  labelWeight: "600",
  labelRenderedSizeThreshold: 13,
  labelDensity: 0.6,
  labelGridCellSize: 120,
  defaultDrawNodeLabel: drawLabel,
  defaultDrawNodeHover: drawHover,
  minCameraRatio: 0.04,
  maxCameraRatio: 3,
  zoomDuration: 160,
  doubleClickZoomingRatio: 1.6,
};

export const drawn = {
  create() {
    const own = {
      ...SETTINGS,
      labelSize: 11 * globalThis.sheafscopePrefers.pixel(),
      stagePadding: this.padding(),
      labelFont: getComputedStyle(document.body).fontFamily,
    };
    this.sigma = drawing(this.graph, this.host, own, () => this.again());
    this.pieKey = "";
    this.dragging();
    this.clicking();
    this.nearby();
    this.hovering();
  },

  /** Makes the drawing anew, as it stood: its context was lost, or came back. */
  again() {
    const camera = this.sigma.getCamera().getState(),
      box = this.sigma.getCustomBBox();
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

  /** Reports to the page how the graph is drawn; the page says what is missing. */
  tellDrawing() {
    const kind = without(),
      way = kind && this.graph ? (drawable(this.graph) ? "canvas" : "none") : "";
    document.documentElement.dataset.drawing = way || "webgl";
    this.emit("drawing", { name: way && kind, value: way });
  },

  /** Nodes follow the pointer. Their places are written past graphology's events, which would index the whole graph at each move. */
  dragging() {
    const s = this.sigma;
    s.on("downNode", ({ node, event }) => {
      this.dragged = node;
      this.movedFar = false;
      this.downAt = [event.x, event.y];
    });
    s.on("moveBody", ({ event }) => {
      const node = this.dragged;
      if (node === null) return;
      if (!this.movedFar) {
        if (Math.hypot(event.x - this.downAt[0], event.y - this.downAt[1]) < DRAG_FROM) return;
        this.movedFar = true;
        this.frozen();
        this.root.classList.add("dragging");
      }
      const p = s.viewportToGraph(event),
        at = this.graph.getNodeAttributes(node);
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
      if (node !== null && this.movedFar) {
        if (this.asDrawn()) this.put(node);
        this.pinned.add(node);
        this.skipClick = performance.now();
        this.dirty();
      }
      this.letGo();
    };
    s.on("upNode", drop);
    s.on("upStage", drop);
    s.getMouseCaptor().on("mouseup", drop);
  },

  /** A click selects a node, with Shift one more, an edge or, beside all, nothing; a double click opens an edge. */
  clicking() {
    const s = this.sigma,
      afterDrag = () => performance.now() - (this.skipClick || 0) <= CLICK_AFTER_DRAG;
    const pick = (kind, index) => {
      if (!afterDrag() && !this.coming) this.emit("pick", { kind, index: +index }); // else it was another graph's
    };
    const open = (p, edge) => {
      p.preventSigmaDefault();
      this.emit("edge", { kind: "open", index: +edge });
    };
    s.on("clickNode", ({ node, event }) => {
      if (!event.original.shiftKey) {
        this.together = [];
        pick("node", node);
      } else if (!afterDrag()) {
        const was = this.together ?? [],
          i = +node; // nodes that are chosen together, in their order
        this.together = was.includes(i) ? was.filter((k) => k !== i) : [...was, i];
        this.emit("lasso", { nodes: this.together });
      }
    });
    s.on("clickEdge", ({ edge }) => pick("edge", edge));
    s.on("doubleClickEdge", (p) => open(p, p.edge));
    s.on("doubleClickStage", (p) => {
      const near = this.edgeNear(p.event.x, p.event.y);
      if (near !== null) open(p, near);
    });
    s.on("clickStage", ({ event }) => {
      if (afterDrag()) return;
      const near = this.edgeNear(event.x, event.y);
      pick(near === null ? "none" : "edge", near ?? -1);
    });
  },

  /** Reports what lies under the pointer. */
  hovering() {
    const over = (kind, index, event) => {
      this.over = kind !== "";
      this.root.style.cursor = this.over ? "pointer" : "";
      this.hover(kind, index, event);
    };
    this.sigma.on("enterNode", ({ node }) => over("node", +node));
    this.sigma.on("enterEdge", ({ edge, event }) => over("edge", +edge, event));
    this.sigma.on("leaveNode", () => over("", -1));
    this.sigma.on("leaveEdge", () => over("", -1));
  },

  /** Ends a drag: the node is let go, or its graph goes. */
  letGo() {
    this.dragged = null;
    this.root.classList.remove("dragging");
  },

  /** Makes the pie program for the classes and theme at hand, when pies are first wanted. */
  pies() {
    const C = this.topo.classes.length,
      colors = this.topo.classes.map((c) => token("c-" + (c.slot % 8))),
      key = colors.join();
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
