// One of the two drawings of a comparison of two runs: the graph of the page with its places, coloured by the predictions of one run.
import Graph from "graphology";
import { EdgeRectangleProgram } from "sigma/rendering";
import { ShapeProgram } from "./shapes.js";
import { token, ramp } from "./color.js";
import { fit } from "./layout.js";
import { drawLabel, drawHover } from "./labels.js";
import { drawing } from "./drawing.js";

const NO_RING = "#00000000", // the alpha of a ring is its kind (painting.js)
  EDGE_SHADE = 0.4; // position of all edges on their colour ramp, 0 to 1

/** One of the two drawings of a comparison. graph is its copy of the graph, with the styles of this drawing. */
export class Pane {
  /**
   * Draws graph inside the element host. free is true if the layout may be turned and stretched. hover gets the number of the node under
   * the pointer, −1 for no node, and pick the number of a clicked node. again is called when the drawing must be created anew.
   */
  constructor(host, graph, free, hover, pick, again) {
    const copy = new Graph({ type: "undirected", multi: false });
    this.graph = copy;
    // The copy of the graph. r is the radius in pixels from which paint computes the size of a node. It is 85 % of the radius in the graph
    // of the page, since a pane is smaller.
    graph.forEachNode((k, a) =>
      copy.addNode(k, {
        x: a.x,
        y: a.y,
        r: 0.85 * a.r,
        size: a.r,
        label: a.label,
        type: "shape",
        shape: 0,
        ring: NO_RING,
        color: token("rule-2"),
      }),
    );
    graph.forEachEdge((e, _, i, j) => copy.addEdgeWithKey(e, i, j, { size: 1, color: ramp("k-0", "k-1", EDGE_SHADE), type: "line" }));
    this.host = host;
    // The drawing. Lengths in its settings are pixels.
    this.move(graph, free);
    this.sigma = drawing(
      copy,
      host,
      {
        allowInvalidContainer: true,
        defaultNodeType: "shape",
        defaultEdgeType: "line",
        nodeProgramClasses: { shape: ShapeProgram },
        edgeProgramClasses: { line: EdgeRectangleProgram },
        zIndex: true,
        stagePadding: 20,
        minEdgeThickness: 1,
        antiAliasingFeather: 1,
        labelFont: getComputedStyle(document.body).fontFamily,
        labelSize: 11 * globalThis.sheafscopePrefers.pixel(),
        labelWeight: "600",
        labelRenderedSizeThreshold: 1e9, // no label without the pointer
        defaultDrawNodeLabel: drawLabel,
        defaultDrawNodeHover: drawHover,
        minCameraRatio: 0.04,
        maxCameraRatio: 3,
      },
      again,
    );
    this.sigma.on("enterNode", ({ node }) => {
      host.style.cursor = "pointer";
      hover(+node);
    });
    this.sigma.on("leaveNode", () => {
      host.style.cursor = "";
      hover(-1);
    });
    this.sigma.on("clickNode", ({ node }) => pick(+node));
  }
  /** Moves the camera of the pane other whenever the camera of this pane moves. Equal states are not set, since the two panes follow each
   * other. */
  follow(other) {
    const camera = this.sigma.getCamera();
    camera.on("updated", (state) => {
      const otherCamera = other.sigma.getCamera(),
        otherState = otherCamera.getState();
      if (["x", "y", "ratio", "angle"].some((k) => otherState[k] !== state[k])) otherCamera.setState(state);
    });
  }
  /** Copies the places of the nodes of graph, without drawing. If free is true, the places are turned and stretched to this box. */
  move(graph, free) {
    let positions = Object.fromEntries(graph.mapNodes((k, a) => [k, { x: a.x, y: a.y }]));
    if (free) positions = fit(positions, this.host.clientWidth, this.host.clientHeight);
    this.graph.forEachNode((k, a) => {
      a.x = positions[k].x;
      a.y = positions[k].y;
    });
  }
  /** Highlights node k, which is under the pointer in one of the panes, in place of the former node. −1 stands for no node. */
  mark(k) {
    if (this.marked >= 0) this.graph.removeNodeAttribute(this.marked, "highlighted");
    this.marked = k;
    if (k >= 0) this.graph.setNodeAttribute(k, "highlighted", true);
  }
  /**
   * Paints the nodes by their predictions pred, and draws. pred and labels are class numbers in the order of the nodes, and classes has the
   * palette slot of each class. Without predictions all nodes are grey, and a node with a negative number is grey. A wrong prediction
   * gets a ring. Nodes for which differ is true are larger and in full colour, and their ring is wide (ff). Other nodes are pale, and their
   * ring is thin (50). Without differ all nodes are pale.
   */
  paint(pred, labels, classes, differ) {
    const ink = token("ink");
    let i = 0;
    this.graph.forEachNode((k, d) => {
      const c = pred?.length ? pred[i] : -1,
        slot = c < 0 ? -1 : (classes[c]?.slot ?? c % 8),
        differs = differ?.[i];
      // Slots from 8 on combine the eight colours with other shapes.
      d.shape = slot < 0 ? 0 : (slot + Math.floor(slot / 8)) % 8;
      if (slot < 0) d.color = token("rule-2");
      else d.color = differs ? token("c-" + (slot % 8)) : ramp("surface", "c-" + (slot % 8), 0.34);
      d.size = differs ? 1.3 * d.r : d.r;
      const wrong = c >= 0 && labels?.[i] >= 0 && labels[i] !== c; // a node without a label has no wrong prediction
      d.ring = wrong ? ink + (differs ? "ff" : "50") : NO_RING;
      d.zIndex = differs ? 2 : 1;
      i++;
    });
    this.sigma.refresh();
  }
  /** Gives the edges the colour of another theme. The caller then calls paint, which colours the nodes and draws. */
  retheme() {
    this.graph.forEachEdge((_, d) => {
      d.color = ramp("k-0", "k-1", EDGE_SHADE);
    });
  }
  /** Draws in the new size of the box, with the same places. */
  resized() {
    this.sigma.resize();
    this.sigma.refresh();
  }
  /** Removes the drawing. */
  kill() {
    this.sigma.kill();
  }
}
