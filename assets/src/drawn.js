// The drawing of the graph: its creation with or without WebGL, its pointer events, and the program that draws nodes as pies. Part of the
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

const MAX_SLICES = 12; // WebGL guarantees 16 vertex attributes, and a pie needs four and one for each slice
const CLICK_AFTER_DRAG = 60; // ms after a drag in which a click is ignored, since the browser sends a click at the end of a drag
const DRAG_FROM = 4; // pixels from the press; a shorter movement is a click

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
  labelGridCellSize: 120, // px of the cells in each of which labelDensity limits the labels
  defaultDrawNodeLabel: drawLabel,
  defaultDrawNodeHover: drawHover,
  minCameraRatio: 0.04, // at most 25-fold: the ratio is 1 for the whole graph, and smaller for a magnified graph
  maxCameraRatio: 3,
  zoomDuration: 160, // ms
  doubleClickZoomingRatio: 1.6,
};

/** Methods of the graph island. */
export const drawn = {
  /** Creates the drawing (sigma), and listens to its pointer events. */
  create() {
    const settings = {
      ...SETTINGS,
      labelSize: 11 * globalThis.sheafscopePrefers.pixel(), // 11 px, more with larger text
      stagePadding: this.padding(),
      labelFont: getComputedStyle(document.body).fontFamily,
    };
    this.sigma = drawing(this.graph, this.host, settings, () => this.recreate());
    this.pieKey = ""; // the new drawing has no program of pies
    this.listenToDrag();
    this.listenToClicks();
    this.nearby();
    this.listenToHover();
  },

  /** Creates the drawing anew with the same camera and box. Called after a change between WebGL and canvases. */
  recreate() {
    const camera = this.sigma.getCamera().getState(),
      box = this.sigma.getCustomBBox();
    this.letGo();
    for (const k of this.graph.nodes()) this.graph.setNodeAttribute(k, "type", "shape"); // not "pie": the new drawing has no pies yet
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
   * substitute for WebGL: "canvas", or "none" if the graph is too large. With WebGL, during the start and without a graph, each is "". The
   * page shows a notice for each reason.
   */
  tellDrawing() {
    const reason = without();
    let substitute = "";
    if (reason && this.graph) substitute = drawable(this.graph) ? "canvas" : "none";
    document.documentElement.dataset.drawing = substitute || "webgl";
    this.emit("drawing", { name: substitute && reason, value: substitute });
  },

  /**
   * Lets nodes follow the pointer. The new coordinates are written into the attributes directly: an event of graphology would index the
   * whole graph at each move. dragged is the key of the pressed node, null for none. downAt is the pixel [x, y] of the press in the
   * drawing, and movedFar reports that the press has become a drag.
   */
  listenToDrag() {
    const s = this.sigma;
    // A press on a node.
    s.on("downNode", ({ node, event }) => {
      this.dragged = node;
      this.movedFar = false;
      this.downAt = [event.x, event.y];
    });
    // A movement of the pointer. The drag begins after DRAG_FROM pixels. From then on, the box of the drawing no longer follows its nodes
    // (frozen), since otherwise the whole graph would move with the dragged node.
    s.on("moveBody", ({ event }) => {
      const node = this.dragged;
      if (node === null) return;
      if (!this.movedFar) {
        if (Math.hypot(event.x - this.downAt[0], event.y - this.downAt[1]) < DRAG_FROM) return;
        this.movedFar = true;
        this.frozen();
        this.root.classList.add("dragging");
      }
      // The node gets the place under the pointer, in the coordinates of the graph. The next frame draws the node and its edges.
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
    // that the layout no longer moves the node. In a graph whose nodes the user has drawn (asDrawn), the page keeps the new place.
    const drop = () => {
      const node = this.dragged;
      if (node !== null && this.movedFar) {
        if (this.asDrawn()) this.put(node);
        this.pinned.add(node);
        this.skipClick = performance.now(); // the time of the release, in ms
        this.dirty();
      }
      this.letGo();
    };
    s.on("upNode", drop);
    s.on("upStage", drop);
    s.getMouseCaptor().on("mouseup", drop);
  },

  /**
   * A click selects a node or an edge. A click on the background selects the edge nearby, or clears the selection. A click with Shift adds
   * a node to the nodes that are selected together, or removes the node from them. A double click on or near an edge opens the edge.
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
    // Opens an edge at a double click, by which sigma would zoom.
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
    // An edge is thin: a click on the background (the stage of sigma) near an edge counts for the edge.
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

  /**
   * Passes the node or edge under the pointer to hover: kind is "node" or "edge", and index is its number. For none, kind is "" and index
   * is −1. The field over reports whether a node or edge is under the pointer itself; nearby (reaching.js) finds edges beside the pointer.
   */
  listenToHover() {
    // The event is only given for an edge, since the description of an edge appears at the pointer.
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

  /** Forgets the dragged node. Called after its release, and before a change of the graph or the drawing. */
  letGo() {
    this.dragged = null;
    this.root.classList.remove("dragging");
  },

  /**
   * Reports whether nodes can be pies of the class probabilities, which needs 1 to MAX_SLICES classes. If so, the drawing gets a program of
   * pies for the classes of the graph and the colours of the theme, unless it has this program (pieKey) already.
   */
  pies() {
    const classCount = this.topo.classes.length,
      colors = this.topo.classes.map((c) => token("c-" + (c.slot % 8))),
      key = colors.join();
    if (classCount > MAX_SLICES || !classCount) return false;
    if (this.pieKey !== key) {
      this.pieKey = key;
      // The slice of class c has the size in the attribute pv0, pv1, … of the node. FlatSigma, without WebGL, reads the colours in slices.
      const slices = colors.map((value, c) => ({ color: { value }, value: { attribute: "pv" + c } }));
      const pie = Object.assign(createNodePiechartProgram({ defaultColor: token("rule-2"), slices }), { slices: colors });
      this.sigma.setSetting("nodeProgramClasses", { ...this.sigma.getSetting("nodeProgramClasses"), pie });
    }
    return true;
  },
};
