// Edges by the classes of their ends: a row for each pair of classes, which filters the table of edges.
import { button, h, el, line, mark, num } from "./dom.js";
import { heat } from "./fig-matrix.js";
import { math } from "./math.js";

export function byClassBox(sec, m, emit) {
  const box = sec.box,
    held = box.contains(document.activeElement) ? document.activeElement.dataset.filter : undefined;
  const t = h("table", "byc"),
    head = h("tr", "", h("thead", "", t)),
    body = h("tbody", "", t);
  const col = (cls, name) => {
    const th = h("th", cls, head, name);
    th.scope = "col";
    return th;
  };
  col("l", "Classes");
  col("e", "Edges");
  m.heads.forEach((name, k) => {
    col(name === "energy" ? "w" : "", name).title = `bars from 0 to ${m.tops[k]}`;
  });
  if (m.d) {
    const th = col("m", "");
    th.append(math("R_{ij}^⊤R_{ji}"));
    h("span", "sr", th, "mean map of an edge");
  }
  for (const r of m.rows) {
    const tr = h("tr", r.chosen ? "in" : "", body),
      th = h("th", "l", tr),
      b = button(th, "", "", () => emit("table", { kind: "edges", text: r.chosen ? "" : r.filter })),
      s = el("svg", { viewBox: "0 0 40 14", "aria-hidden": "true" }, b);
    const name = r.names.join(" – ");
    th.scope = "row";
    line(s, 5, 7, 35, 7, r.same ? "se" : "de");
    r.slots.forEach((slot, k) => mark(s, slot, k ? 34 : 6, 7, 4.6));
    h("span", "", b, name);
    b.title = `${name}: ${r.chosen ? "show all edges" : "show these edges"} in the table`;
    b.dataset.filter = r.filter;
    b.setAttribute("aria-pressed", String(r.chosen));
    const n = h("td", "e", tr);
    h("i", "", n).style.width = 100 * r.part + "%";
    h("span", "", n, String(r.edges));
    r.cells.forEach((text, k) => {
      const bins = r.bins[k],
        most = Math.max(...bins, 1),
        g = el(
          "svg",
          { viewBox: "0 0 40 12", class: "byh", role: "img", "aria-label": `edges by ${m.heads[k]}: ${bins.join(", ")}` },
          h("td", "", tr, text),
        );
      el(
        "path",
        { d: "M0 12" + bins.map((n, b) => `H${4 * b}V${n ? Math.min(11, 12 - (12 * n) / most) : 12}H${4 * b + 4}V12`).join("") },
        g,
      );
    });
    if (!m.d) continue;
    const cell = h("td", "m", tr),
      c = Math.max(3, Math.floor(32 / m.d));
    if (!r.map.length) continue;
    const g = el(
      "svg",
      { viewBox: `0 0 ${m.d * c} ${m.d * c}`, role: "img", "aria-label": `mean map: ${r.map.map(num).join(", ")}` },
      cell,
    );
    heat(g, r.map, m.d, 0, 0, c, { max: m.max || 1, name: "mean" });
  }
  box.replaceChildren(t);
  if (m.note) h("p", "note", box, m.note.replaceAll(" %", "\u00a0%"));
  if (held !== undefined) [...box.querySelectorAll("button")].find((b) => b.dataset.filter === held)?.focus({ preventScroll: true });
}
