// The layouts of a graph for the graph island: functions that return places by node key, {key: {x, y}}, in a unit of their own and with y
// upwards. For some layouts the worker (core/layout) computes coordinates first.
const GOLDEN = Math.PI * (3 - Math.sqrt(5)), // the golden angle, radians
  APART = 1500, // with more nodes, overlapping nodes are not pushed apart
  ROUNDS = 12, // most rounds in which points are pushed apart; each round may bring other points together
  STRETCH = 2.2, // largest factor of stretch along x; the smallest is 1/STRETCH
  FIT = 1.7; // largest factor of fit along x; the smallest is 1/FIT

/** Reports whether all points in a list have finite coordinates. */
export const finite = (points) => points.every((p) => Number.isFinite(p.x) && Number.isFinite(p.y));

/** Reports whether this file computes a layout from the graph alone, in a shape of its own. */
export const ownPlaces = (kind) => kind === "circular" || kind === "class";

/** Reports whether the worker computes the coordinates of a layout that arrive as a part of the style. The coordinates of the force layout
 * arrive with the graph. */
export const givenPlaces = (kind) => kind === "fibre" || kind === "spectral" || kind === "community";

/** Returns the places of the nodes keys in the force layout. coords has the x and y of every node in turn, by number. Overlapping nodes are
 * pushed apart. */
export function byForce(keys, coords) {
  const P = keys.map((k) => [coords[2 * k], coords[2 * k + 1]]);
  if (keys.length <= APART) pushApart(P);
  return Object.fromEntries(keys.map((k, i) => [k, { x: P[i][0], y: P[i][1] }]));
}

/** Pushes points apart that are closer than a gap, in at most ROUNDS rounds. P has a pair [x, y] for each point, and is changed. */
function pushApart(P) {
  let lo = [Infinity, Infinity],
    hi = [-Infinity, -Infinity];
  for (const p of P)
    for (const axis of [0, 1]) {
      lo[axis] = Math.min(lo[axis], p[axis]);
      hi[axis] = Math.max(hi[axis], p[axis]);
    }
  // The gap leaves room for 3.1 √n + 8 points along the longer side, at least 14, since the points do not fill the plane.
  const side = Math.max(hi[0] - lo[0], hi[1] - lo[1]) || 1,
    gap = side / Math.max(14, 3.1 * Math.sqrt(P.length) + 8),
    cell = (v) => Math.floor(v / gap);
  for (let round = 0; round < ROUNDS; round++) {
    // Points closer than a gap lie in the same cell of a grid or in adjacent cells. The cells are not updated during a round, so
    // a round may miss a pair, which a later round finds.
    const cells = new Map();
    P.forEach((p, i) => {
      const id = cell(p[0]) + "," + cell(p[1]);
      if (!cells.has(id)) cells.set(id, []);
      cells.get(id).push(i);
    });
    let moved = false;
    // Each pair of near points is pushed once in a round, when the loop is at the point with the smaller number.
    P.forEach((p, i) => {
      const column = cell(p[0]),
        row = cell(p[1]);
      for (let a = -1; a <= 1; a++)
        for (let b = -1; b <= 1; b++)
          for (const j of cells.get(column + a + "," + (row + b)) || []) {
            if (j <= i) continue;
            const q = P[j];
            let dx = q[0] - p[0],
              dy = q[1] - p[1],
              r = Math.hypot(dx, dy);
            if (r >= gap) continue;
            if (r < 1e-9) {
              // Between equal points there is no direction. The numbers of the points give a direction that differs among the pairs.
              dx = Math.cos(i + j);
              dy = Math.sin(i + j);
              r = 1e-3;
            }
            const push = ((gap - r) / (2 * Math.hypot(dx, dy))) * 0.7; // 70 % of the missing distance, half for each point
            p[0] -= dx * push;
            p[1] -= dy * push;
            q[0] += dx * push;
            q[1] += dy * push;
            moved = true;
          }
    });
    if (!moved) break;
  }
}

/**
 * Returns the ranks of the numbers in list, in the order of list, scaled to −1 (smallest) to 1. A number that differs from the next smaller
 * number by at most tolerance counts as equal to it. Equal numbers all get the mean of their ranks. A single number has the rank −1.
 */
export function ranks(list, tolerance) {
  const order = list.map((_, i) => i).sort((a, b) => list[a] - list[b] || a - b), // the indices by ascending numbers
    out = new Array(list.length),
    n = Math.max(1, list.length - 1);
  for (let a = 0; a < order.length;) {
    let b = a + 1; // the numbers order[a] to order[b − 1] are equal
    while (b < order.length && list[order[b]] - list[order[b - 1]] <= tolerance) b++;
    for (let k = a; k < b; k++) out[order[k]] = (a + b - 1) / n - 1;
    a = b;
  }
  return out;
}

/**
 * Returns places by two eigenvectors: coords has the two entries of every node in turn. An eigenvector may be concentrated on a few
 * nodes. A coordinate is therefore the mean of two numbers from −1 to 1: the rank of the node's entry, and the entry itself on an asinh
 * scale. This scale is linear near the median of the entries, and logarithmic beyond their median distance from the median. Both numbers
 * keep the order of the entries. In the ranks, entries are equal if they differ by less than the accuracy of an eigenvector. Overlapping
 * nodes are pushed apart.
 */
export function byEigenvectors(keys, coords) {
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1], // sorts the list in place
    P = keys.map(() => [0, 0]);
  for (const axis of [0, 1]) {
    const entries = keys.map((k) => coords[2 * k + axis]),
      mid = median([...entries]),
      distances = entries.map((x) => Math.abs(x - mid)),
      largest = Math.max(1e-12, ...distances),
      unit = Math.max(median([...distances]), 1e-4 * largest), // where the linear part ends; not 0 if most entries are equal
      end = Math.asinh(largest / unit);
    const rank = ranks(entries, 1e-9 * largest);
    entries.forEach((x, i) => {
      P[i][axis] = 0.5 * rank[i] + (0.5 * Math.asinh((x - mid) / unit)) / end;
    });
  }
  if (P.length <= APART) pushApart(P);
  return Object.fromEntries(keys.map((k, i) => [k, { x: P[i][0], y: P[i][1] }]));
}

/**
 * Returns the places stretched along x by a factor from 1/STRETCH to STRETCH, towards the shape of a box with a width and a height. The
 * places are not turned, since both axes have a meaning. Without a size of the box or an extent of the places, nothing is stretched.
 */
export function stretch(positions, width, height) {
  const all = Object.values(positions),
    extent = (axis) => Math.max(...all.map((p) => p[axis])) - Math.min(...all.map((p) => p[axis]));
  const w = extent("x"),
    h = extent("y"),
    hasShape = width && height && w > 0 && h > 0,
    factor = hasShape ? Math.min(STRETCH, Math.max(1 / STRETCH, width / height / (w / h))) : 1;
  return Object.fromEntries(Object.entries(positions).map(([key, p]) => [key, { x: factor * p.x, y: p.y }]));
}

/** Returns the places of nodes on the unit circle, clockwise from the top. order has the keys of the nodes in their order. */
export function circular(order) {
  const n = order.length,
    out = {};
  order.forEach((k, i) => {
    const t = Math.PI / 2 - (2 * Math.PI * i) / n;
    out[k] = { x: Math.cos(t), y: Math.sin(t) };
  });
  return out;
}

/**
 * Returns places by class. Each class is a disc of nodes in a spiral, as the seeds of a sunflower, with the largest degrees in the
 * center. The discs lie clockwise on a circle. The first disc is at the top, or at the left if wide is true. classes is the number of
 * classes, and classOf returns the class of a node. Nodes without a class (a negative number) form the last disc.
 */
export function byClass(graph, classOf, classes, wide = false) {
  const groups = Array.from({ length: classes + 1 }, () => []);
  for (const k of graph.nodes()) {
    const c = classOf(k);
    groups[c < 0 || c >= classes ? classes : c].push(k);
  }
  const used = groups.filter((g) => g.length),
    out = {};
  // A disc of m nodes has the radius √m. On a circle of the radius R the centers of neighbouring discs are 2.25 times the largest radius
  // apart, so that no discs overlap. One disc alone is in the center.
  const largest = Math.sqrt(Math.max(...used.map((g) => g.length))),
    R = used.length > 1 ? ((largest * 1.25) / Math.sin(Math.PI / Math.max(2, used.length))) * 0.9 : 0;
  used.forEach((g, q) => {
    const t = (wide ? Math.PI : Math.PI / 2) - (2 * Math.PI * q) / used.length,
      cx = R * Math.cos(t),
      cy = R * Math.sin(t);
    g.sort((a, b) => graph.degree(b) - graph.degree(a) || a - b).forEach((k, i) => {
      const r = Math.sqrt(i + 0.3); // so that each node has the same area; 0.3 puts the first node beside the center
      out[k] = { x: cx + r * Math.cos(i * GOLDEN), y: cy + r * Math.sin(i * GOLDEN) };
    });
  });
  return out;
}

/** Returns the angle in radians, counterclockwise, that turns the long principal axis of the places to the long side of a box. */
export function turnOf(positions, width, height) {
  const P = Object.values(positions),
    mx = P.reduce((s, p) => s + p.x, 0) / P.length,
    my = P.reduce((s, p) => s + p.y, 0) / P.length;
  let xx = 0, // second moments about the center (mx, my)
    yy = 0,
    xy = 0;
  for (const p of P) {
    const a = p.x - mx,
      b = p.y - my;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  return (width < height ? Math.PI / 2 : 0) - 0.5 * Math.atan2(2 * xy, xx - yy);
}

/**
 * Returns the places turned about their center by the angle turn in radians, counterclockwise, and stretched along x by a factor from
 * 1/FIT to FIT, towards the shape of a box. The center moves to 0. Fewer than two places, and places for a box without a
 * size, are returned as they are.
 */
export function fit(positions, width, height, turn = turnOf(positions, width, height)) {
  const keys = Object.keys(positions);
  if (keys.length < 2 || !width || !height) return positions;
  let mx = 0, // the center
    my = 0;
  for (const k of keys) {
    mx += positions[k].x;
    my += positions[k].y;
  }
  mx /= keys.length;
  my /= keys.length;
  // The turned places, and the box lo to hi that bounds them.
  const cos = Math.cos(turn),
    sin = Math.sin(turn),
    out = {};
  let lo = [Infinity, Infinity],
    hi = [-Infinity, -Infinity];
  for (const k of keys) {
    const a = positions[k].x - mx,
      b = positions[k].y - my,
      p = [cos * a - sin * b, sin * a + cos * b];
    out[k] = { x: p[0], y: p[1] };
    for (const axis of [0, 1]) {
      lo[axis] = Math.min(lo[axis], p[axis]);
      hi[axis] = Math.max(hi[axis], p[axis]);
    }
  }
  const boxRatio = width / height,
    ratio = (hi[0] - lo[0]) / (hi[1] - lo[1] || 1), // of width to height; 1 stands for an extent of 0
    factor = Math.min(FIT, Math.max(1 / FIT, boxRatio / (ratio || 1)));
  for (const k of keys) out[k].x *= factor;
  return out;
}
