// The legend under the graph, for the reader of its colours: the marks of classes and rings, and the colour ramps of the current colouring.
import { h, el, mark, circle, rect, line } from "./dom.js";

const STEPS = 16; // rectangles of a ramp

/**
 * The island of the legend (picture.Legend of web/view). rampTexts has the two text nodes of each ramp. form is the last model as JSON,
 * with the lengths of its numbers in their place.
 */
export class LegendIsland {
  constructor() {
    this.root = h("div", "legend");
  }
  /** Draws a model; without a model the legend is empty. If only the numbers of the ramps have changed, as in each frame of a run, only the
   * texts of these numbers are written. */
  draw(m) {
    const { root } = this,
      // The form has only the lengths of the numbers. A number of another length moves its neighbours, so the legend is then drawn anew.
      form = JSON.stringify(m, (key, v) => (key === "low" || key === "high" ? v.length : v));
    if (form === this.form) {
      m?.ramps?.forEach((r, k) =>
        this.rampTexts[k].forEach((t, i) => {
          if (t.data !== [r.low, r.high][i]) t.data = [r.low, r.high][i];
        }),
      );
      return;
    }
    this.form = form;
    this.rampTexts = [];
    root.replaceChildren();
    if (!m) return;
    // Adds an entry: its mark, which a function draws into a square of 12 units, and its label.
    const item = (drawMark, label) => {
      const entry = h("span", "", root),
        svg = el("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, entry);
      drawMark(svg);
      entry.append(label);
    };
    if (m.stage) h("span", "of-stage", root, m.stage);
    // The nodes: classes, colours with a meaning (marks), further text (more), wrong predictions, marked and faded nodes of a comparison,
    // and nodes without a value (none). With shapes, the shape alone shows a class, in grey. The list marked has two labels: of the marked
    // nodes, then of the faded nodes.
    for (const c of m.classes || []) item((g) => mark(g, c.slot, 6, 6, 4.2, m.shapes ? "f-3" : undefined), c.name);
    for (const { color, name } of m.marks || []) item((g) => circle(g, 6, 6, 4.2, "").style.setProperty("fill", `var(--${color})`), name);
    if (m.more) h("span", "", root, m.more);
    if (m.wrong)
      item((g) => {
        circle(g, 6, 6, 5.4, "wrong");
        circle(g, 6, 6, 2.6, "f-3");
      }, "wrong");
    (m.marked || []).forEach((label, k) => {
      const faded = k > 0;
      item((g) => circle(g, 6, 6, faded ? 3 : 5, "f-3").setAttribute("opacity", faded ? 0.34 : 1), label);
    });
    if (m.none) item((g) => circle(g, 6, 6, 2.6, "f-r"), m.none);
    // The edges: highlighted edges (hot), and edges by the classes of their ends: equal, different, or a missing label.
    if (m.hot) item((g) => line(g, 0, 6, 12, 6, "ln lna"), m.hot);
    (m.ends || []).forEach((label, k) => item((g) => line(g, 0, 6, 12, 6, ["se", "de", "ln ln3"][k]), label));
    h("i", "push", root); // takes the free room, so that the ramps are at the right
    for (const r of m.ramps || []) this.addRamp(r);
  }
  /**
   * Adds a colour ramp between the texts of its ends, low and high. The kind of the ramp is "signed" (−1 to 1), "seq" (0 to 1), or "k" for
   * edges (0 to 1). The colours are those of nodes and edges in painting.js. A signed number has the position of the square root of its
   * absolute value on its ramp. "seq" begins at the position 0.15, without the palest colours.
   */
  addRamp(r) {
    const entry = h("span", "", this.root),
      texts = [new Text(r.low), new Text(r.high)];
    this.rampTexts.push(texts);
    entry.append(texts[0]);
    const svg = el("svg", { viewBox: "0 0 64 8", class: "ramp", "aria-hidden": "true" }, entry);
    for (let i = 0; i < STEPS; i++) {
      const t = i / (STEPS - 1),
        addStep = (cls, v) => rect(svg, i * 4, 1, 4.2, 6, cls, v); // wider than the step of 4: no gap between rectangles
      if (r.kind === "signed") addStep(t < 0.5 ? "negn" : "posn", Math.sqrt(Math.abs(2 * t - 1)));
      else if (r.kind === "seq") addStep("seqc", 0.15 + 0.85 * t);
      else addStep("kc", t);
    }
    entry.append(texts[1]);
  }
}
