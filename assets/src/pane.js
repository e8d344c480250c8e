// One drawing of a comparison: the page's graph in the same places, coloured
// by one run's predictions.
import Graph from "graphology";
import { EdgeRectangleProgram } from "sigma/rendering";
import { ShapeProgram } from "./shapes.js";
import { token, ramp } from "./color.js";
import { fit } from "./layout.js";
import { drawLabel, drawHover } from "./labels.js";
import { drawing } from "./drawing.js";

export class Pane {
  constructor(host, graph, free, hover, pick, again) {
    const g = (this.graph = new Graph({ type: "undirected", multi: false }));
    graph.forEachNode((k, a) =>
      g.addNode(k, {
        x: a.x,
        y: a.y,
        r: 0.85 * a.r,
        size: a.r,
        label: a.label,
        type: "shape",
        shape: 0,
        ring: "#00000000",
        color: token("rule-2"),
      }),
    );
    graph.forEachEdge((e, _, i, j) => g.addEdgeWithKey(e, i, j, { size: 1, color: ramp("k-0", "k-1", 0.4), type: "line" }));
    this.host = host;
    this.move(graph, free);
    const s = (this.sigma = drawing(
      g,
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
        labelRenderedSizeThreshold: 1e9,
        defaultDrawNodeLabel: drawLabel,
        defaultDrawNodeHover: drawHover,
        minCameraRatio: 0.04,
        maxCameraRatio: 3,
      },
      again,
    ));
    s.on("enterNode", ({ node }) => {
      host.style.cursor = "pointer";
      hover(+node);
    });
    s.on("leaveNode", () => {
      host.style.cursor = "";
      hover(-1);
    });
    s.on("clickNode", ({ node }) => pick(+node));
  }
  /** The other camera goes where this one goes. */
  follow(other) {
    const cam = this.sigma.getCamera();
    cam.on("updated", (state) => {
      const to = other.sigma.getCamera(),
        at = to.getState();
      if (["x", "y", "ratio", "angle"].some((k) => at[k] !== state[k])) to.setState(state);
    });
  }
  /** Takes the places of the page's drawing; a free layout is turned and stretched to this box, as there. */
  move(graph, free) {
    let at = Object.fromEntries(graph.mapNodes((k, a) => [k, { x: a.x, y: a.y }]));
    if (free) at = fit(at, this.host.clientWidth, this.host.clientHeight);
    this.graph.forEachNode((k, a) => {
      a.x = at[k].x;
      a.y = at[k].y;
    });
  }
  mark(k) {
    if (this.marked >= 0) this.graph.removeNodeAttribute(this.marked, "highlighted");
    this.marked = k;
    if (k >= 0) this.graph.setNodeAttribute(k, "highlighted", true);
  }
  paint(pred, labels, classes, differ) {
    const ink = token("ink");
    let i = 0;
    this.graph.forEachNode((k, d) => {
      const c = pred?.length ? pred[i] : -1,
        slot = c < 0 ? -1 : (classes[c]?.slot ?? c % 8),
        odd = differ?.[i];
      d.shape = slot < 0 ? 0 : (slot + Math.floor(slot / 8)) % 8;
      d.color = slot < 0 ? token("rule-2") : odd ? token("c-" + (slot % 8)) : ramp("surface", "c-" + (slot % 8), 0.34);
      d.size = odd ? 1.3 * d.r : d.r;
      d.ring = c >= 0 && labels?.[i] >= 0 && labels[i] !== c ? ink + (odd ? "ff" : "50") : "#00000000";
      d.zIndex = odd ? 2 : 1;
      i++;
    });
    this.sigma.refresh();
  }
  retheme() {
    this.graph.forEachEdge((_, d) => {
      d.color = ramp("k-0", "k-1", 0.4);
    });
  }
  resized() {
    this.sigma.resize();
    this.sigma.refresh();
  }
  kill() {
    this.sigma.kill();
  }
}
