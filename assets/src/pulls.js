// Why a node is called what it is, in the inspector: its score taken apart by source, one bar a row. The form over the whole page
// (../lessons/unrolled.js) draws with these, too.
import { button, h, el, text, line, rect, glyph, num } from "./dom.js";

const GAP = 30;

/** A signed bar from a zero line, with its number beside it. */
export function bar(s, x, y, v, label, px, cls = "k") {
  const w = Math.max(Math.abs(v) * px, v ? 0.75 : 0);
  rect(s, v < 0 ? x - w : x, y - 5, w, 10, v < 0 ? "barn" : "barp");
  return text(s, v < 0 ? x - w - 4 : x + w + 4, y + 4, label, (v < 0 ? "e " : "") + cls);
}

/** What a neighbour sends: x_j, R_ji, R_ji x_j, R_ijᵀ, the product, what arrives. */
export function wayBox(m, top, d, gap = GAP) {
  const c = Math.max(3, Math.min(9, Math.floor(38 / d))),
    parts = [
      [m.x, 1],
      [m.R_ji, d],
      [m.on_edge, 1],
      [m.R_ij, d, true],
      [m.back, 1],
      [m.arrives, 1],
    ];
  const s = el("svg", {
    height: d * c + 2,
    role: "img",
    "aria-label": `sends ${m.x.map(num).join(", ")}; arrives ${m.arrives.map(num).join(", ")}`,
    class: "way",
  });
  let x = 0;
  const at = parts.map(([vals, cols, turned], k) => {
    const x0 = x;
    vals.forEach((v, i) => {
      const [row, col] = cols === 1 ? [i, 0] : turned ? [i % d, Math.floor(i / d)] : [Math.floor(i / d), i % d];
      el(
        "title",
        {},
        rect(
          s,
          x + col * c,
          row * c,
          c - (c > 5 ? 1 : 0.4),
          c - (c > 5 ? 1 : 0.4),
          v < 0 ? "negc" : "posc",
          Math.sqrt(Math.min(1, Math.abs(v) / (top || 1))),
        ),
        num(v),
      );
    });
    x += cols * c;
    if (k < parts.length - 1) {
      el("path", { d: `M${x + 5} ${(d * c) / 2}h${gap - 10}m-3 -3l3 3l-3 3`, class: "arrow" }, s);
      x += gap;
    }
    return (x0 + (k < parts.length - 1 ? x - gap : x)) / 2;
  });
  s.setAttribute("width", x + 16);
  return { s, at, width: x + 16 };
}

/** One row a source, one bar a row: what pulls to the called class against the other. */
export function pulls(box, m, ways) {
  const rows = (m.rows ?? []).filter((r) => !r.in),
    most = Math.max(...rows.map((r) => Math.abs(r.pull)), 1e-9);
  const low = Math.min(0, ...rows.map((r) => r.pull)),
    high = Math.max(0, ...rows.map((r) => r.pull));
  box.replaceChildren(
    ...rows.map((r) => {
      const row = h("div", "pull"),
        name = h("span", "pname", row);
      row.dataset.key = r.key;
      if (r.slot > -2) name.append(glyph(r.slot));
      if (r.node >= 0 && r.node !== m.node) {
        button(name, "", r.name).dataset.node = r.node;
      } else h("b", "", name, r.name);
      if (r.sub) h("small", "", name, r.sub);
      if (ways && r.way) row.append(wayBox(r.way, m.top, m.d, 12).s);
      const s = el("svg", { width: 168, height: 20, "aria-hidden": "true" }, row),
        px = 76 / Math.max(high - low, most),
        zero = 46 - low * px;
      line(s, zero, 0, zero, 20, "ax");
      bar(s, zero, 10, r.pull, r.says, px).setAttribute("aria-hidden", "true");
      h("span", "sr", row, r.says);
      return row;
    }),
  );
}

/** The short form in the inspector. */
export function whyBox(sec, m, emit) {
  if (!sec.rows) {
    sec.rows = h("div", "pulls", sec.box);
    sec.more = button(sec.box, "btn#unroll", "Why?", () => emit("unroll", { on: true }));
  }
  pulls(sec.rows, m);
}
