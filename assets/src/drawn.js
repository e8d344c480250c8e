// The drawing of the graph: its creation with or without WebGL, its pointer
// events, and the program of pies. Part of the graph island.
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

// WebGL guarantees 16 vertex attributes. A pie needs four and one for each slice.
const MAX_SLICES = 12;
const CLICK_AFTER_DRAG = 60; // ms after a drag in which a click is ignored, since the browser sends a click at the end of a drag
const DRAG_FROM = 4; // pixels; a shorter movement is a click

// The settings of sigma that are the same for all graphs.
const SETTINGS = {
  allowInvalidContainer: true,
  enableEdgeEvents: true,
  zIndex: true,
  hideLabelsOnMove: false,
  defaultNodeType: "shape",
  nodeProgramClasses: { shape: ShapeProgram },
  defaultEdgeType: "line",
  edgeProgramClasses: { hair: EdgeLineProgram, line: EdgeRectangleProgram, dash: DashProgram, halves: HalvesProgram },
  minEdgeThickness: 1.5, // px
  antiAliasingFeather: 1,
  labelWeight: "600",
  labelRenderedSizeThreshold: 13, // px of the radius of a node; a smaller node has no label
  labelDensity: 0.6,
  labelGridCellSize: 120,
  defaultDrawNodeLabel: drawLabel,
  defaultDrawNodeHover: drawHover,
  minCameraRatio: 0.04,
  maxCameraRatio: 3,
  zoomDuration: 160,
  doubleClickZoomingRatio: 1.6,
};

/** Methods of the graph island. */
export const drawn = {
  /** Creates the drawing, and listens to its pointer events. */
  create() {
    const settings = {
      ...SETTINGS,
      labelSize: 11 * globalThis.sheafscopePrefers.pixel(), // 11 px, more with larger text
      stagePadding: this.padding(),
      labelFont: getComputedStyle(document.body).fontFamily,
    };
    this.sigma = drawing(this.graph, this.host, settings, () => this.recreate());
    this.pieKey = "";
    this.listenToDrag();
    this.listenToClicks();
    this.nearby();
    this.listenToHover();
  },

  /** Creates the drawing anew with the same camera. Called when its WebGL context is lost or restored. */
  recreate() {
    const camera = this.sigma.getCamera().getState(),
      box = this.sigma.getCustomBBox();
    this.letGo();
    for (const k of this.graph.nodes()) this.graph.setNodeAttribute(k, "type", "shape"); // the new drawing has no program of pies yet
    this.sigma.kill();
    this.create();
    this.sigma.setSetting("minEdgeThickness", 1.5 * this.thin); // thin is below 1 in a large graph
    this.sigma.setCustomBBox(box);
    this.sigma.getCamera().setState(camera);
    this.paint();
    this.dirty();
  },

  /**
   * Reports to the page how the graph is drawn. name is the reason for a drawing without WebGL, "missing" or "lost". value is the
   * substitute, "canvas" or "none". With WebGL each is "". For a reason, the page shows a notice.
   */
  tellDrawing() {
    const reason = without();
    let substitute = ""; // for WebGL: a graph that is too large has "none"
    if (reason && this.graph) substitute = drawable(this.graph) ? "canvas" : "none";
    document.documentElement.dataset.drawing = substitute || "webgl";
    this.emit("drawing", { name: substitute && reason, value: substitute });
  },

  /**
   * Lets nodes follow the pointer. The new coordinates are written into the attributes directly: an event of graphology would index the
   * whole graph at each move. dragged is the pressed node, downAt the pixel of the press, and movedFar reports that the press is a drag.
   */
  listenToDrag() {
    const s = this.sigma;
    // A press on a node.
    s.on("downNode", ({ node, event }) => {
      this.dragged = node;
      this.movedFar = false;
      this.downAt = [event.x, event.y];
    });
    // A movement of the pointer. The drag begins after DRAG_FROM pixels: from then on, the box of the drawing no longer follows its nodes.
    s.on("moveBody", ({ event }) => {
      const node = this.dragged;
      if (node === null) return;
      if (!this.movedFar) {
        if (Math.hypot(event.x - this.downAt[0], event.y - this.downAt[1]) < DRAG_FROM) return;
        this.movedFar = true;
        this.frozen();
        this.root.classList.add("dragging");
      }
      // The node gets the place under the pointer, and is drawn with its edges in the next frame.
      const p = s.viewportToGraph(event),
        attributes = this.graph.getNodeAttributes(node);
      if (!finite([p])) return; // the drawing has no size yet
      attributes.x = p.x;
      attributes.y = p.y;
      draw("drag", () => this.graph.hasNode(node) && this.redraw({ nodes: [node], edges: this.graph.edges(node) }));
      event.preventSigmaDefault(); // sigma would move the camera
      event.original.preventDefault();
      event.original.stopPropagation();
    });
    // Ends a drag, at the release of the pointer over a node, over the background, or outside the drawing. A dragged node is pinned, so
    // that the layout no longer moves the node.
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

  /**
   * A click selects a node or an edge; on the background it selects the edge nearby, or nothing. A click with Shift adds a node to the
   * selection or removes the node. A double click opens an edge.
   */
  listenToClicks() {
    // afterDrag reports whether a drag has just ended.
    const s = this.sigma,
      afterDrag = () => performance.now() - (this.skipClick || 0) <= CLICK_AFTER_DRAG;
    // Selects a node or an edge, unless the click belongs to a drag. Kind "none" with index −1 clears the selection.
    const pick = (kind, index) => {
      const otherGraph = this.coming; // the next graph, in which the index would be another node
      if (!afterDrag() && !otherGraph) this.emit("pick", { kind, index: +index });
    };
    // Opens an edge by a double click, which otherwise zooms.
    const open = (click, edge) => {
      click.preventSigmaDefault();
      this.emit("edge", { kind: "open", index: +edge });
    };
    s.on("clickNode", ({ node, event }) => {
      if (!event.original.shiftKey) {
        this.together = [];
        pick("node", node);
      } else if (!afterDrag()) {
        const previous = this.together ?? [], // the nodes that are selected together, in the order of their clicks
          i = +node;
        this.together = previous.includes(i) ? previous.filter((k) => k !== i) : [...previous, i];
        this.emit("lasso", { nodes: this.together });
      }
    });
    // An edge is thin: a click beside it counts for the edge as well.
    s.on("clickEdge", ({ edge }) => pick("edge", edge));
    s.on("doubleClickEdge", (click) => open(click, click.edge));
    s.on("doubleClickStage", (click) => {
      const nearEdge = this.edgeNear(click.event.x, click.event.y);
      if (nearEdge !== null) open(click, nearEdge);
    });
    s.on("clickStage", ({ event }) => {
      if (afterDrag()) return;
      const nearEdge = this.edgeNear(event.x, event.y);
      pick(nearEdge === null ? "none" : "edge", nearEdge ?? -1);
    });
  },

  /** Passes the node or edge under the pointer to hover; kind is "" and index −1 for none. over reports whether there is one. */
  listenToHover() {
    // event is given for an edge alone, whose description is at the pointer.
    const enter = (kind, index, event) => {
      this.over = kind !== "";
      this.root.style.cursor = this.over ? "pointer" : "";
      this.hover(kind, index, event);
    };
    this.sigma.on("enterNode", ({ node }) => enter("node", +node));
    this.sigma.on("enterEdge", ({ edge, event }) => enter("edge", +edge, event));
    this.sigma.on("leaveNode", () => enter("", -1));
    this.sigma.on("leaveEdge", () => enter("", -1));
  },

  /** Forgets the dragged node: after its release, and before a change of the graph or the drawing. */
  letGo() {
    this.dragged = null;
    this.root.classList.remove("dragging");
  },

  /**
   * Reports whether nodes can be pies of the class probabilities, which needs 1 to MAX_SLICES classes. If so, the drawing has a program of
   * pies for the classes of the graph and the colours of the theme.
   */
  pies() {
    const classCount = this.topo.classes.length,
      colors = this.topo.classes.map((c) => token("c-" + (c.slot % 8))),
      key = colors.join();
    if (classCount > MAX_SLICES || !classCount) return false;
    if (this.pieKey !== key) {
      this.pieKey = key;
      const slices = colors.map((value, c) => ({ color: { value }, value: { attribute: "pv" + c } }));
      const pie = Object.assign(createNodePiechartProgram({ defaultColor: token("rule-2"), slices }), { slices: colors });
      this.sigma.setSetting("nodeProgramClasses", { ...this.sigma.getSetting("nodeProgramClasses"), pie });
    }
    return true;
  },
};
