// Node positions. Those of the force layout come from the worker (core/layout).
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Whether all places are points of the plane. */
export const finite = (places) => places.every((p) => Number.isFinite(p.x) && Number.isFinite(p.y));

/** Whether a layout needs nothing but the graph. */
export const ownPlaces = (kind) => kind === "circular" || kind === "class";

/** Whether its places come with the style. */
export const givenPlaces = (kind) => kind === "fibre" || kind === "spectral" || kind === "community";

/** The places of the force layout; where there is room for it, nodes that overlap are pushed apart. */
export function byForce(keys, coords) {
  const P = keys.map((k) => [coords[2 * k], coords[2 * k + 1]]);
  if (keys.length <= 1500) apart(P);
  return Object.fromEntries(keys.map((k, i) => [k, { x: P[i][0], y: P[i][1] }]));
}

/** Pushes points that lie too close apart, in place: a few rounds on a grid. */
function apart(P) {
  let lo = [Infinity, Infinity],
    hi = [-Infinity, -Infinity];
  for (const p of P)
    for (const c of [0, 1]) {
      lo[c] = Math.min(lo[c], p[c]);
      hi[c] = Math.max(hi[c], p[c]);
    }
  const side = Math.max(hi[0] - lo[0], hi[1] - lo[1]) || 1,
    gap = side / Math.max(14, 3.1 * Math.sqrt(P.length) + 8);
  for (let round = 0; round < 12; round++) {
    const cells = new Map(),
      id = (p) => Math.floor(p[0] / gap) + "," + Math.floor(p[1] / gap);
    P.forEach((p, i) => {
      const k = id(p);
      if (!cells.has(k)) cells.set(k, []);
      cells.get(k).push(i);
    });
    let moved = false;
    P.forEach((p, i) => {
      const cx = Math.floor(p[0] / gap),
        cy = Math.floor(p[1] / gap);
      for (let a = -1; a <= 1; a++)
        for (let b = -1; b <= 1; b++)
          for (const j of cells.get(cx + a + "," + (cy + b)) || []) {
            if (j <= i) continue;
            const q = P[j];
            let dx = q[0] - p[0],
              dy = q[1] - p[1],
              r = Math.hypot(dx, dy);
            if (r >= gap) continue;
            if (r < 1e-9) {
              dx = Math.cos(i + j);
              dy = Math.sin(i + j);
              r = 1e-3;
            }
            const push = ((gap - r) / (2 * Math.hypot(dx, dy))) * 0.7;
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

/** Ranks of numbers, from −1 to 1; those closer than `same` to the one before share the middle of their ranks. */
export function ranks(list, same) {
  const order = list.map((_, i) => i).sort((a, b) => list[a] - list[b] || a - b),
    out = new Array(list.length),
    n = Math.max(1, list.length - 1);
  for (let a = 0; a < order.length;) {
    let b = a + 1;
    while (b < order.length && list[order[b]] - list[order[b - 1]] <= same) b++;
    for (let k = a; k < b; k++) out[order[k]] = (a + b - 1) / n - 1;
    a = b;
  }
  return out;
}

/**
 * Places by two eigenvectors. An eigenvector may live on a few nodes only, so a place is half the
 * rank of the node's number and half its size, from the median, on a scale that turns logarithmic
 * (asinh) beyond the median distance. Order along an axis is always that of the numbers; numbers
 * that differ by less than the accuracy of an eigenvector count as equal. Then overlaps are pushed apart.
 */
export function byEigenvectors(keys, coords) {
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1],
    P = keys.map(() => [0, 0]);
  for (const c of [0, 1]) {
    const at = keys.map((k) => coords[2 * k + c]),
      mid = median([...at]),
      far = at.map((x) => Math.abs(x - mid)),
      most = Math.max(1e-12, ...far),
      unit = Math.max(median([...far]), 1e-4 * most),
      end = Math.asinh(most / unit);
    const rank = ranks(at, 1e-9 * most);
    at.forEach((x, i) => {
      P[i][c] = 0.5 * rank[i] + (0.5 * Math.asinh((x - mid) / unit)) / end;
    });
  }
  if (P.length <= 1500) apart(P);
  return Object.fromEntries(keys.map((k, i) => [k, { x: P[i][0], y: P[i][1] }]));
}

/** Stretches places to the box, without turning them: their axes have a meaning. */
export function stretch(positions, width, height) {
  const all = Object.values(positions),
    size = (c) => Math.max(...all.map((p) => p[c])) - Math.min(...all.map((p) => p[c]));
  const w = size("x"),
    h = size("y"),
    k = width && height && w > 0 && h > 0 ? Math.min(2.2, Math.max(1 / 2.2, width / height / (w / h))) : 1;
  return Object.fromEntries(Object.entries(positions).map(([key, p]) => [key, { x: k * p.x, y: p.y }]));
}

/** Nodes on one circle, by class when given. */
export function circular(graph, order) {
  const n = order.length,
    out = {};
  order.forEach((k, i) => {
    const t = Math.PI / 2 - (2 * Math.PI * i) / n;
    out[k] = { x: Math.cos(t), y: Math.sin(t) };
  });
  return out;
}

/** One sunflower per class, the classes on a circle that begins where the box is long: on top, or at the left of a wide one. */
export function byClass(graph, classOf, classes, wide = false) {
  const groups = Array.from({ length: classes + 1 }, () => []);
  for (const k of graph.nodes()) {
    const c = classOf(k);
    groups[c < 0 || c >= classes ? classes : c].push(k);
  }
  const used = groups.filter((g) => g.length),
    out = {};
  const big = Math.sqrt(Math.max(...used.map((g) => g.length))),
    R = used.length > 1 ? ((big * 1.25) / Math.sin(Math.PI / Math.max(2, used.length))) * 0.9 : 0;
  used.forEach((g, q) => {
    const t = (wide ? Math.PI : Math.PI / 2) - (2 * Math.PI * q) / used.length,
      cx = R * Math.cos(t),
      cy = R * Math.sin(t);
    g.sort((a, b) => graph.degree(b) - graph.degree(a) || a - b).forEach((k, i) => {
      const r = Math.sqrt(i + 0.3);
      out[k] = { x: cx + r * Math.cos(i * GOLDEN), y: cy + r * Math.sin(i * GOLDEN) };
    });
  });
  return out;
}

/** The turn that brings the long axis of a drawing along the long side of its box. */
export function turnOf(positions, width, height) {
  const P = Object.values(positions),
    mx = P.reduce((s, p) => s + p.x, 0) / P.length,
    my = P.reduce((s, p) => s + p.y, 0) / P.length;
  let xx = 0,
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

/** Turns a drawing and stretches it a little to fill its box. */
export function fit(positions, width, height, turn = turnOf(positions, width, height)) {
  const keys = Object.keys(positions);
  if (keys.length < 2 || !width || !height) return positions;
  let mx = 0,
    my = 0;
  for (const k of keys) {
    mx += positions[k].x;
    my += positions[k].y;
  }
  mx /= keys.length;
  my /= keys.length;
  const c = Math.cos(turn),
    s = Math.sin(turn),
    out = {};
  let lo = [Infinity, Infinity],
    hi = [-Infinity, -Infinity];
  for (const k of keys) {
    const a = positions[k].x - mx,
      b = positions[k].y - my,
      p = [c * a - s * b, s * a + c * b];
    out[k] = { x: p[0], y: p[1] };
    for (const q of [0, 1]) {
      lo[q] = Math.min(lo[q], p[q]);
      hi[q] = Math.max(hi[q], p[q]);
    }
  }
  const want = width / height,
    have = (hi[0] - lo[0]) / (hi[1] - lo[1] || 1),
    k = Math.min(1.7, Math.max(1 / 1.7, want / (have || 1)));
  for (const key of keys) out[key].x *= k;
  return out;
}
