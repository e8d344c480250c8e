// The animation of stalk vectors along an edge, for readers who learn about restriction maps. The map R_ij takes the vector of node i
// into the stalk of the edge, and R_ji the vector of node j. The results are the images of the vectors. Their difference is the coboundary.
// The animation exists twice: in the picture of the maps (carryInPicture) and on the graph (carryOnGraph).
import { el, h, rect, text } from "./dom.js";
import { move, moves, stop } from "./motion.js";

/** Duration of the animation, in milliseconds. Times below are fractions of the duration; times and opacities are from 0 to 1. */
export const CARRY = 2400;

// On the graph, in pixels:
const MIN_LENGTH = 60, // of an edge with an animation
  CELL = 8, // side of the cell of an entry
  LABEL_GAP = 6; // from a label to the vector below the label

/** Returns the class of the cell of an entry v: the colour of negative or of other numbers. */
const cellClass = (v) => (v < 0 ? "negc" : "posc");

/**
 * Moves an element along straight lines through key frames [time, opacity, place [x, y]]. A place is a shift in pixels from where the
 * element is drawn. Returns the animation.
 */
function along(node, keyFrames) {
  const translation = ([x, y]) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
  const frames = keyFrames.map(([offset, opacity, place]) => ({ offset, opacity, transform: translation(place) }));
  return move(node, frames, { duration: CARRY, easing: "linear", fill: "both" });
}

/** Keeps an element nearly invisible, then lets the element appear within 0.08 of the duration around a time. */
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

/**
 * Draws the animation in the picture s of the maps. The model m has the vectors xi and xj, their images yi and yj, and vscale: the absolute
 * value with the full colour. grid describes the picture. X has the x coordinates of its seven columns. These are vector, map and image of
 * node i, the difference, then image, map and vector of node j. top is the y coordinate of the first row. c is the side of a map's cell, d
 * the number of rows, and vw the width of a vector, in pixels of the picture. cells has the elements of each vector by its column, from 0.
 * The moving cells are in s.flying, which stop of motion.js removes.
 */
export function carryInPicture(s, m, grid) {
  const { X, top, c, d, vw } = grid,
    size = Math.min(vw, c) - 1,
    rowY = (row) => top + row * c;
  const group = (s.flying = el("g", { "aria-hidden": "true" }, s));
  group.style.pointerEvents = "none";
  // Moves a cell in the colour of an entry v through key frames.
  const fly = (v, keyFrames) => {
    const cell = rect(group, 0, 0, size, c - 1, cellClass(v) + " flying", Math.min(1, Math.abs(v) / m.vscale));
    return along(cell, keyFrames);
  };
  let last = null; // the animation that starts last; all end after CARRY
  for (const [vector, stalkX, mapX, imageX, image] of [
    [m.xi, X[0], X[1], X[2], m.yi],
    [m.xj, X[6], X[5], X[4], m.yj],
  ]) {
    // Each entry of the vector leaves the stalk, and runs down the column of the map by which it is multiplied. Its way back to the top is
    // invisible.
    vector.forEach((v, q) => {
      const start = [stalkX, rowY(q)],
        columnX = mapX + q * c + (c - 1 - size) / 2, // centred in column q of the map
        foot = [columnX, rowY(d - 1)];
      fly(v, [
        [0, 1, start],
        [0.08, 1, start],
        [0.28, 0.9, [columnX, top]],
        [0.6, 0.9, foot],
        [0.66, 0, foot],
        [1, 0, [columnX, top]],
      ]);
    });
    // Each entry of the image appears beside the map, the upper entries first, and moves to the difference in the middle column.
    image.forEach((v, p) => {
      const appearance = 0.3 + (0.3 * p) / Math.max(1, d - 1),
        start = [imageX, rowY(p)],
        end = [X[3], rowY(p)];
      last = fly(v, [
        [0, 0, start],
        [appearance, 0, start],
        [appearance + 0.04, 1, start],
        [0.7, 1, start],
        [0.86, 1, end],
        [0.92, 0, end],
        [1, 0, end],
      ]);
    });
  }
  // The images (columns 2 and 4) and the difference (column 3) appear when the animation has computed them.
  for (const [cells, time] of [
    [grid.cells[2], 0.62],
    [grid.cells[4], 0.62],
    [grid.cells[3], 0.88],
  ]) {
    for (const cell of cells) appear(cell, time);
  }
  last?.finished.then(
    () => group.remove(),
    () => {}, // a cancelled animation: stop has removed the group
  );
}

/** Ends the animation on a graph, whose element is root. Without an animation nothing happens. */
export function drop(root) {
  const host = root.querySelector(".carry");
  stop(host?.firstChild);
  host?.remove();
}

/**
 * Draws the animation on the graph of an island: the vectors of two nodes leave their nodes and meet in the middle of edge m.e. In the
 * model m, r is the difference, i and j are the names of the nodes, and d is the stalk dimension. For its other vectors see carryInPicture.
 * The former animation is removed in every case. Nothing is drawn without a model, for a user who wants no motion, for an edge that is
 * absent or shorter than MIN_LENGTH, and on a hidden graph.
 */
export function carryOnGraph(island, m) {
  const { sigma, graph, root } = island;
  drop(root);
  if (!m || !moves()) return;
  if (!sigma || !graph.hasEdge(m.e)) return;
  // The places of both nodes, in pixels of the drawing.
  const [p, q] = graph.extremities(m.e).map((k) => sigma.framedGraphToViewport(sigma.getNodeDisplayData(k)));
  const hidden = !island.area; // the area of the island in px², without a value for a hidden island
  if (Math.hypot(q.x - p.x, q.y - p.y) < MIN_LENGTH || hidden) return;
  const host = h("div", "carry", root),
    s = el("svg", { "aria-hidden": "true" }, host);
  const height = m.d * CELL,
    side = p.x <= q.x ? 1 : -1, // 1 if the first end of the edge is at the left
    middle = [(p.x + q.x) / 2, (p.y + q.y) / 2];
  // Returns a new column of cells for a vector, centered at the origin. along moves the column to its places.
  const column = (v, cls = "") => {
    const g = el("g", { class: "column " + cls }, s);
    rect(g, -CELL / 2 - 1, -height / 2 - 1, CELL + 2, height + 2, "ground");
    v.forEach((x, k) => {
      rect(g, -CELL / 2, -height / 2 + k * CELL, CELL, CELL - 1, cellClass(x), Math.min(1, Math.abs(x) / m.vscale));
    });
    return g;
  };
  let last = null; // the animation that starts last; all end after CARRY
  for (const [node, vector, image, beside, name] of [
    [p, m.xi, m.yi, -side, m.i],
    [q, m.xj, m.yj, side, m.j],
  ]) {
    // Each image ends beside the middle of the edge, on the side of its node. In between, 5 px are left for the difference.
    const endX = middle[0] + beside * (CELL + 5),
      endY = middle[1];
    // Returns the place at a share t of the distance from the node to this end.
    const placeAt = (t) => [node.x + (endX - node.x) * t, node.y + (endY - node.y) * t],
      start = placeAt(0),
      half = placeAt(0.5),
      nearEnd = placeAt(0.9),
      end = placeAt(1);
    // The vector fades at half of the distance, where its image replaces it.
    along(column(vector), [
      [0, 1, start],
      [0.1, 1, start],
      [0.38, 1, half],
      [0.46, 0, half],
      [1, 0, half],
    ]);
    last = along(column(image), [
      [0, 0, half],
      [0.36, 0, half],
      [0.46, 1, half],
      [0.7, 1, end],
      [0.94, 1, end],
      [1, 0, end],
    ]);
    const label = el("g", {}, s); // a group is animated, since the animation of a text would redraw the page in every frame
    const ofNode = name.length < 4 ? " of " + name : ""; // a longer name would cover the other image
    text(label, 0, -height / 2 - LABEL_GAP, `R x${ofNode}`, "k c halo");
    along(label, [
      [0, 0, half],
      [0.36, 0, half],
      [0.46, 1, half],
      [0.62, 0, nearEnd],
      [1, 0, end],
    ]);
  }
  // The difference appears in the middle of the edge, when both images are there.
  const difference = el("g", {}, s);
  difference.append(column(m.r, "diff"));
  text(difference, 0, -height / 2 - LABEL_GAP - 1, "difference", "a c halo");
  along(difference, [
    [0, 0, middle],
    [0.72, 0, middle],
    [0.8, 1, middle],
    [0.94, 1, middle],
    [1, 0, middle],
  ]);
  last.finished.then(
    () => host.remove(),
    () => {}, // a cancelled animation: drop has removed the element
  );
}
