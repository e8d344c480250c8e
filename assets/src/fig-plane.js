// The maps of all edges as points. A box drawn around points is a filter of the table of edges.
import { h, el, lin, ticks, tickText, axes, open, circle } from "./dom.js";

// Points of a kind are one path: ends of the same class dots, of two classes crosses, with a label missing rings.
const FORMS = { 1: ["ps", "h.01"], 0: ["pd", "m-2.5-2.5l5 5m0-5l-5 5"], "-1": ["pu", "m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0"] };

export function planeBox(sec, m, emit) {
  const box = sec.box;
  if (!sec.svg) {
    sec.svg = el("svg", { role: "img", class: "plane" }, box);
    sec.note = h("p", "note", box);
    brush(sec, emit);
  }
  sec.note.textContent = m.note.replaceAll(" %", "\u00a0%");
  const o = open(sec.svg, 230);
  if (!o) return;
  const { s, w, h: hh } = o,
    of = (k) => m.at.filter((_, i) => i % 2 === k),
    x0 = 40,
    base = hh - 22;
  s.setAttribute("aria-label", `Maps of ${m.edges.length} edges, ${m.chosen.length} of them chosen`);
  // One scale for both axes, or distances would be none.
  const [lx, hx, ly, hy] = [0, 1].flatMap((k) => [Math.min(...of(k)), Math.max(...of(k))]),
    unit = Math.min((w - x0 - 14) / (hx - lx || 1), (base - 14) / (hy - ly || 1));
  const half = [(w - x0 - 4) / 2 / unit, (base - 4) / 2 / unit],
    mx = (lx + hx) / 2,
    my = (ly + hy) / 2;
  const X = lin(mx - half[0], mx + half[0], x0, w - 4),
    Y = lin(my - half[1], my + half[1], base, 4),
    T = (mid, r) => ticks(mid - r, mid + r, 4).filter((t) => Math.abs(t - mid) <= r);
  axes(s, { x0, x1: w - 4, base, X, Y, xs: T(mx, half[0]), ys: T(my, half[1]), foot: hh - 8, label: tickText, zero: "grid" });
  const hot = new Set(m.chosen),
    d = { 1: "", 0: "", "-1": "" },
    chosen = { ...d };
  sec.points = m.edges.map((e, i) => {
    const p = { e, x: X(m.at[2 * i]), y: Y(m.at[2 * i + 1]) };
    (hot.has(i) ? chosen : d)[m.same[i]] += `M${p.x.toFixed(1)} ${p.y.toFixed(1)}` + FORMS[m.same[i]][1];
    return p;
  });
  for (const [set, cls] of [
    [d, ""],
    [chosen, " in"],
  ])
    for (const k in set) if (set[k]) el("path", { d: set[k], class: FORMS[k][0] + cls }, s);
  if (m.edge >= 0) circle(s, sec.points[m.edge].x, sec.points[m.edge].y, 6, "ring");
  sec.back = { x: (v) => mx + half[0] * ((2 * (v - x0)) / (w - 4 - x0) - 1), y: (v) => my + half[1] * (1 - (2 * (v - 4)) / (base - 4)) };
}

/** A drag draws the box; a click picks the nearest edge, or clears the choice. */
function brush(sec, emit) {
  const svg = sec.svg;
  let from = null,
    mark = null;
  const at = (e) => {
    const b = svg.getBoundingClientRect(),
      v = svg.viewBox.baseVal;
    return [((e.clientX - b.x) * v.width) / b.width, ((e.clientY - b.y) * v.height) / b.height];
  };
  const sides = (p) => [0, 1].map((k) => [Math.min(from[k], p[k]), Math.max(from[k], p[k])]);
  const end = () => {
    mark?.remove();
    from = mark = null;
  };
  svg.addEventListener("pointerdown", (e) => {
    if (e.button || !sec.points) return;
    from = at(e);
    svg.setPointerCapture(e.pointerId);
  });
  svg.addEventListener("pointermove", (e) => {
    if (!from) return;
    const [[a, b], [c, d]] = sides(at(e));
    if (!mark && Math.max(b - a, d - c) < 4) return;
    if (!mark?.isConnected) mark = el("rect", { class: "brush" }, svg); // a new frame draws everything anew
    for (const [k, v] of Object.entries({ x: a, y: c, width: b - a, height: d - c })) mark.setAttribute(k, v);
  });
  svg.addEventListener("pointerup", (e) => {
    if (!from) return;
    const p = at(e),
      [[a, b], [c, d]] = sides(p);
    if (mark) {
      const t = (v) => String(+v.toFixed(4));
      emit("table", {
        kind: "edges",
        text:
          `map_x > ` +
          `${t(sec.back.x(a))} and map_x < ${t(sec.back.x(b))} and map_y > ${t(sec.back.y(d))} and map_y < ${t(sec.back.y(c))}`,
      });
    } else {
      const near = sec.points.map((q) => [Math.hypot(q.x - p[0], q.y - p[1]), q.e]).reduce((q, r) => (r[0] < q[0] ? r : q));
      if (near[0] < 9) emit("pick", { kind: "edge", index: near[1] });
      else emit("table", { kind: "edges", text: "" });
    }
    end();
  });
  svg.addEventListener("pointercancel", end);
}
