// The legend under the graph: class marks, rings, and the ramps of the present colourings.
import { h, el, mark, circle, rect, line } from "./dom.js";

export class LegendIsland {
  constructor() {
    this.root = h("div", "legend");
  }
  draw(m) {
    const L = this.root,
      form = JSON.stringify(m, (key, v) => (key === "low" || key === "high" ? v.length : v));
    if (form === this.form) {
      // the numbers at the ramps change with each frame of a run; a longer one moves the rest
      m?.ramps?.forEach((r, k) =>
        this.ends[k].forEach((t, i) => {
          if (t.data !== [r.low, r.high][i]) t.data = [r.low, r.high][i];
        }),
      );
      return;
    }
    this.form = form;
    this.ends = []; // the texts at each ramp
    L.replaceChildren();
    if (!m) return;
    const item = (draw, label) => {
      const s = h("span", "", L),
        g = el("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, s);
      draw(g);
      s.append(label);
    };
    if (m.stage) h("span", "", L, m.stage);
    for (const c of m.classes || []) item((g) => mark(g, c.slot, 6, 6, 4.2, m.shapes ? "f-3" : undefined), c.name);
    for (const { color, name } of m.marks || []) item((g) => circle(g, 6, 6, 4.2, "").style.setProperty("fill", `var(--${color})`), name);
    if (m.more) h("span", "", L, m.more);
    if (m.wrong)
      item((g) => {
        circle(g, 6, 6, 5.4, "wrong");
        circle(g, 6, 6, 2.6, "f-3");
      }, "wrong");
    (m.marked || []).forEach((label, faded) =>
      item((g) => circle(g, 6, 6, faded ? 3 : 5, "f-3").setAttribute("opacity", faded ? 0.34 : 1), label),
    );
    if (m.none) item((g) => circle(g, 6, 6, 2.6, "f-r"), m.none);
    if (m.hot) item((g) => line(g, 0, 6, 12, 6, "ln lna"), m.hot);
    (m.ends || []).forEach((label, k) => item((g) => line(g, 0, 6, 12, 6, ["se", "de", "ln ln3"][k]), label));
    h("i", "push", L);
    for (const r of m.ramps || []) {
      const s = h("span", "", L),
        ends = [new Text(r.low), new Text(r.high)];
      this.ends.push(ends);
      s.append(ends[0]);
      const g = el("svg", { viewBox: "0 0 64 8", class: "ramp", "aria-hidden": "true" }, s);
      for (let i = 0; i < 16; i++) {
        const t = i / 15;
        if (r.kind === "signed") rect(g, i * 4, 1, 4.2, 6, t < 0.5 ? "negn" : "posn", Math.sqrt(Math.abs(2 * t - 1)));
        else rect(g, i * 4, 1, 4.2, 6, r.kind === "seq" ? "seqc" : "kc", r.kind === "seq" ? 0.15 + 0.85 * t : t);
      }
      s.append(ends[1]);
    }
  }
}
