// A stalk vector carried along its edge: from the stalk of node i through R_ij
// into the edge's stalk, where the vector of node j arrives through R_ji. Their
// difference is the coboundary. Shown once in the picture of the maps and once
// on the graph.
import { el, h, rect, text } from "./dom.js";
import { moves } from "./motion.js";

export const CARRY = 2400;

const move = (node, frames) => node.animate(frames, { duration: CARRY, easing: "linear", fill: "both" });
const cellClass = (v) => (v < 0 ? "negc" : "posc");

/** In the picture of the maps: g gives the places of the seven columns and the cell size. */
export function carryInPicture(s, m, g) {
  const { X, top, c, d, vw } = g, share = (v) => Math.min(1, Math.abs(v) / m.vscale), group = el("g", { "aria-hidden": "true" }, s), size = Math.min(vw, c) - 1;
  group.style.pointerEvents = "none";
  const fly = (v, frames) => { const r = rect(group, 0, 0, size, c - 1, cellClass(v) + " flying", share(v)); return move(r, frames.map(([offset, x, y, opacity]) => ({ offset, opacity, transform: `translate(${x}px,${y}px)` }))); };
  let last = null;
  for (const [x, at, R, out, y] of [[m.xi, X[0], X[1], X[2], m.yi], [m.xj, X[6], X[5], X[4], m.yj]]) {
    x.forEach((v, q) => {
      const col = R + q * c + (c - 1 - size) / 2;
      fly(v, [[0, at, top + q * c, 1], [0.08, at, top + q * c, 1], [0.28, col, top, 0.9], [0.6, col, top + (d - 1) * c, 0.9], [0.66, col, top + (d - 1) * c, 0], [1, col, top, 0]]);
    });
    y.forEach((v, p) => {
      const born = 0.3 + 0.3 * p / Math.max(1, d - 1);
      last = fly(v, [[0, out, top + p * c, 0], [born, out, top + p * c, 0], [born + 0.04, out, top + p * c, 1], [0.7, out, top + p * c, 1], [0.86, X[3], top + p * c, 1], [0.92, X[3], top + p * c, 0], [1, X[3], top + p * c, 0]]);
    });
  }
  // The results wait for what makes them.
  for (const [nodes, when] of [[g.cells[2], 0.62], [g.cells[4], 0.62], [g.cells[3], 0.88]]) for (const n of nodes) n.animate([{ opacity: 0.08, offset: 0 }, { opacity: 0.08, offset: when - 0.02 }, { opacity: 1, offset: when + 0.06 }, { opacity: 1, offset: 1 }], { duration: CARRY });
  if (last) last.finished.then(() => group.remove(), () => {});
}

/** On the graph: both vectors leave their nodes and meet in the middle of the edge. */
export function carryOnGraph(island, m) {
  const { sigma, graph, root } = island;
  if (!moves() || !sigma || !graph.hasEdge(m.e)) return;
  root.querySelector(".carry")?.remove();
  const [i, j] = graph.extremities(m.e), at = (k) => sigma.framedGraphToViewport(sigma.getNodeDisplayData(k)), p = at(i), q = at(j);
  const far = Math.hypot(q.x - p.x, q.y - p.y), c = 8, H = m.d * c;
  if (far < 60 || !root.clientWidth) return;
  const host = h("div", "carry", root), s = el("svg", { "aria-hidden": "true" }, host), mid = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, side = p.x <= q.x ? 1 : -1;
  const column = (v, cls = "") => {
    const g = el("g", { class: "column " + cls }, s);
    rect(g, -c / 2 - 1, -H / 2 - 1, c + 2, H + 2, "ground");
    v.forEach((x, k) => rect(g, -c / 2, -H / 2 + k * c, c, c - 1, cellClass(x), Math.min(1, Math.abs(x) / m.vscale)));
    return g;
  };
  const place = (x, y) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`, on = (a, b, t) => place(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
  let last = null;
  for (const [a, x, y, dir, name] of [[p, m.xi, m.yi, -side, m.i], [q, m.xj, m.yj, side, m.j]]) {
    const meet = { x: mid.x + dir * (c + 5), y: mid.y };
    move(column(x), [{ offset: 0, opacity: 1, transform: on(a, meet, 0) }, { offset: 0.1, opacity: 1, transform: on(a, meet, 0) }, { offset: 0.38, opacity: 1, transform: on(a, meet, 0.5) }, { offset: 0.46, opacity: 0, transform: on(a, meet, 0.5) }, { offset: 1, opacity: 0, transform: on(a, meet, 0.5) }]);
    last = move(column(y), [{ offset: 0, opacity: 0, transform: on(a, meet, 0.5) }, { offset: 0.36, opacity: 0, transform: on(a, meet, 0.5) }, { offset: 0.46, opacity: 1, transform: on(a, meet, 0.5) }, { offset: 0.7, opacity: 1, transform: on(a, meet, 1) }, { offset: 0.94, opacity: 1, transform: on(a, meet, 1) }, { offset: 1, opacity: 0, transform: on(a, meet, 1) }]);
    const label = text(s, 0, -H / 2 - 6, `R x${name.length < 4 ? " of " + name : ""}`, "k c halo");
    move(label, [{ offset: 0, opacity: 0, transform: on(a, meet, 0.5) }, { offset: 0.36, opacity: 0, transform: on(a, meet, 0.5) }, { offset: 0.46, opacity: 1, transform: on(a, meet, 0.5) }, { offset: 0.62, opacity: 0, transform: on(a, meet, 0.9) }, { offset: 1, opacity: 0, transform: on(a, meet, 1) }]);
  }
  const r = el("g", {}, s), g = column(m.r, "diff");
  r.append(g);
  text(r, 0, -H / 2 - 7, "difference", "a c halo");
  move(r, [{ offset: 0, opacity: 0, transform: place(mid.x, mid.y) }, { offset: 0.72, opacity: 0, transform: place(mid.x, mid.y) }, { offset: 0.8, opacity: 1, transform: place(mid.x, mid.y) }, { offset: 0.94, opacity: 1, transform: place(mid.x, mid.y) }, { offset: 1, opacity: 0, transform: place(mid.x, mid.y) }]);
  last.finished.then(() => host.remove(), () => {});
}
