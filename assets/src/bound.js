// The paper's bound by the terms that are in it, the certificate that holds, the
// measured risk: three bars on one axis.
import { el, h, text, line, rect, lin, open, textWidth, after, fix, ticks, tickText } from "./dom.js";

export class BoundIsland {
  constructor() {
    this.root = h("div", "chart");
    this.root.dataset.testid = "bound";
    this.svg = el("svg", { role: "img", "aria-label": "Bound against test risk" }, this.root);
  }
  draw(m) { if (m) boundBars(this.svg, m); }
}

/** Three bars on one axis; height when the box has none of its own. */
export function boundBars(svg, m, height) {
  const o = open(svg, height);
  if (!o) return;
  const { s, w, h: hh } = o, x0 = 16, top = Math.max(1, m.max), X = lin(0, top, x0, w - 24), base = hh - 26;
  if (!m.ready) { text(s, x0, hh / 2, "The bound comes after the first posterior.", "k"); return; }
  const T = ticks(0, top, 4);
  for (const t of T) { line(s, X(t), 4, X(t), base, t ? "grid" : "ax"); text(s, X(t), base + 16, tickText(t, T), t ? "c" : ""); }
  line(s, x0, base + 0.5, w - 24, base + 0.5, "ax");
  const st = (base - 6) / 3, bar = 14;
  if (m.risk >= 0) line(s, X(m.risk), 22, X(m.risk), base, "ln lna thin dash");
  const rows = [m.peer ? ["Training loss, cross-entropy", m.total, ""] : [`Paper's bound: ${m.names.join(" + ")}`, m.total, "no guarantee"], ["Clopper–Pearson, from validation", m.certificate, m.valid ? `valid at ${fix(100 * (1 - m.delta), 0)} %` : "not valid here"], ["Test risk, measured", m.risk, ""]];
  rows.forEach(([label, v, note], i) => {
    const y = 4 + i * st, t = text(s, x0 + 6, y + 14, label, i === 2 ? "s" : "k"), by = y + 20;
    s.insertBefore(rect(s, x0 + 4, y + 3, textWidth(t) + 4, 14, "f-s"), t);
    if (v < 0) { text(s, x0 + 6, by + 11, "not known for this split", ""); return; }
    if (i === 0) {
      let a = 0;
      m.terms.forEach((q, k) => {
        const end = Math.min(a + q, top);
        const term = m.peer ? "" : m.names[k], shade = { CE: 1, KL: 2, spectral: 3 }[term] ?? 1, name = shade < 3 ? term : "";
        if (end > a) rect(s, X(a) + (a ? 1 : 0), by, X(end) - X(a) - (a ? 1 : 0), bar, "f-t" + shade);
        if (name && X(a + q) - X(a) > 24) text(s, X(a + q) - 4, by + 11, name, "e f-s");
        a += q;
      });
    } else rect(s, X(0), by, X(v) - X(0), bar, i === 2 ? "f-a" : "f-t2");
    const value = text(s, X(Math.min(v, top)) + 6, by + 11, (v > top ? "↦ " : "") + fix(v, 3), i === 2 ? "a halo" : "s halo");
    const wide = textWidth(value);
    if (X(Math.min(v, top)) + 6 + wide > w - 2) { value.setAttribute("x", w - 4 - wide); }
    if (note) {
      const n = text(s, after(value, 5), by + 11, note, "halo");
      if (after(n, 0) > w - 2) { n.setAttribute("x", w - 4); n.setAttribute("y", y + 14); n.setAttribute("class", "e halo"); if (textWidth(t) + textWidth(n) > w - 40) n.remove(); }
    }
  });
  svg.setAttribute("aria-label", `Paper's bound ${fix(m.total, 3)}, certificate ${fix(m.certificate, 3)}, test risk ${fix(m.risk, 3)}`);
}
