// A stalk vector carried along its edge: from the stalk of node i through R_ij
// into the edge's stalk, where the vector of node j arrives through R_ji. Their
// difference is the coboundary. Shown once in the picture of the maps and once
// on the graph.
import { el, h, rect, text } from "./dom.js";
import { move, moves, stop } from "./motion.js";

/** How long it takes, ms. The times below are parts of it, from 0 to 1. */
export const CARRY = 2400;

const cellClass = (v) => (v < 0 ? "negc" : "posc");

/** Moves a node along a path of [time, opacity, place], in straight lines. */
function along(node, path) {
  const at = ([x, y]) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
  const frames = path.map(([offset, opacity, place]) => ({ offset, opacity, transform: at(place) }));
  return move(node, frames, { duration: CARRY, easing: "linear", fill: "both" });
}

/** Lets a node wait, nearly invisible, for a time. */
function appear(node, time) {
  const faint = { opacity: 0.08 },
    full = { opacity: 1 };
  move(
    node,
    [
      { ...faint, offset: 0 },
      { ...faint, offset: time - 0.02 },
      { ...full, offset: time + 0.06 },
      { ...full, offset: 1 },
    ],
    { duration: CARRY },
  );
}

/** In the picture of the maps: g gives the places of the seven columns, the cells in them, and the cell size. */
export function carryInPicture(s, m, g) {
  const { X, top, c, d, vw } = g,
    size = Math.min(vw, c) - 1,
    row = (k) => top + k * c;
  const group = (s.flying = el("g", { "aria-hidden": "true" }, s));
  group.style.pointerEvents = "none";
  const fly = (v, path) => {
    const cell = rect(group, 0, 0, size, c - 1, cellClass(v) + " flying", Math.min(1, Math.abs(v) / m.vscale));
    return along(cell, path);
  };
  let last = null;
  // x lies in its stalk, each entry sweeps its column of the map, and R x comes out of it and goes to the middle.
  for (const [x, stalk, map, out, y] of [
    [m.xi, X[0], X[1], X[2], m.yi],
    [m.xj, X[6], X[5], X[4], m.yj],
  ]) {
    x.forEach((v, q) => {
      const start = [stalk, row(q)],
        column = map + q * c + (c - 1 - size) / 2,
        foot = [column, row(d - 1)];
      fly(v, [
        [0, 1, start],
        [0.08, 1, start],
        [0.28, 0.9, [column, top]],
        [0.6, 0.9, foot],
        [0.66, 0, foot],
        [1, 0, [column, top]],
      ]);
    });
    y.forEach((v, p) => {
      const born = 0.3 + (0.3 * p) / Math.max(1, d - 1),
        start = [out, row(p)],
        end = [X[3], row(p)];
      const leaves = [
        [0, 0, start],
        [born, 0, start],
        [born + 0.04, 1, start],
        [0.7, 1, start],
      ];
      last = fly(v, [...leaves, [0.86, 1, end], [0.92, 0, end], [1, 0, end]]);
    });
  }
  // The results wait for what makes them.
  for (const [cells, time] of [
    [g.cells[2], 0.62],
    [g.cells[4], 0.62],
    [g.cells[3], 0.88],
  ]) {
    for (const cell of cells) appear(cell, time);
  }
  last?.finished.then(
    () => group.remove(),
    () => {},
  );
}

/** Takes away what is carried on a graph. */
export function drop(root) {
  const host = root.querySelector(".carry");
  stop(host?.firstChild);
  host?.remove();
}

/** On the graph: both vectors leave their nodes and meet in the middle of the edge. */
export function carryOnGraph(island, m) {
  const { sigma, graph, root } = island;
  drop(root);
  if (!m || !moves() || !sigma || !graph.hasEdge(m.e)) return;
  const [p, q] = graph.extremities(m.e).map((k) => sigma.framedGraphToViewport(sigma.getNodeDisplayData(k)));
  if (Math.hypot(q.x - p.x, q.y - p.y) < 60 || !island.area) return; // or it is not shown
  const host = h("div", "carry", root),
    s = el("svg", { "aria-hidden": "true" }, host);
  const cell = 8,
    high = m.d * cell,
    side = p.x <= q.x ? 1 : -1,
    middle = [(p.x + q.x) / 2, (p.y + q.y) / 2];
  const column = (v, cls = "") => {
    const g = el("g", { class: "column " + cls }, s);
    rect(g, -cell / 2 - 1, -high / 2 - 1, cell + 2, high + 2, "ground");
    v.forEach((x, k) => rect(g, -cell / 2, -high / 2 + k * cell, cell, cell - 1, cellClass(x), Math.min(1, Math.abs(x) / m.vscale)));
    return g;
  };
  let last = null;
  for (const [node, x, y, beside, name] of [
    [p, m.xi, m.yi, -side, m.i],
    [q, m.xj, m.yj, side, m.j],
  ]) {
    const [mx, my] = [middle[0] + beside * (cell + 5), middle[1]];
    const on = (t) => [node.x + (mx - node.x) * t, node.y + (my - node.y) * t],
      start = on(0),
      half = on(0.5),
      near = on(0.9),
      end = on(1);
    along(column(x), [
      [0, 1, start],
      [0.1, 1, start],
      [0.38, 1, half],
      [0.46, 0, half],
      [1, 0, half],
    ]);
    last = along(column(y), [
      [0, 0, half],
      [0.36, 0, half],
      [0.46, 1, half],
      [0.7, 1, end],
      [0.94, 1, end],
      [1, 0, end],
    ]);
    const label = el("g", {}, s); // the browser moves a group by itself, a text only by making frames of the page
    text(label, 0, -high / 2 - 6, `R x${name.length < 4 ? " of " + name : ""}`, "k c halo");
    along(label, [
      [0, 0, half],
      [0.36, 0, half],
      [0.46, 1, half],
      [0.62, 0, near],
      [1, 0, end],
    ]);
  }
  const difference = el("g", {}, s);
  difference.append(column(m.r, "diff"));
  text(difference, 0, -high / 2 - 7, "difference", "a c halo");
  along(difference, [
    [0, 0, middle],
    [0.72, 0, middle],
    [0.8, 1, middle],
    [0.94, 1, middle],
    [1, 0, middle],
  ]);
  last.finished.then(
    () => host.remove(),
    () => {},
  );
}
