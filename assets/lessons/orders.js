// The orders of the nodes in a matrix: by a number, by the Fiedler vector, and by hand. Nothing here draws.

/** The numbers of the nodes by ascending keys; nodes with equal keys keep their order. */
export const byKey = (keys) => Array.from(keys, (_, i) => i).sort((a, b) => keys[a] - keys[b] || a - b);

/** The number of edges of each of n nodes; pairs has the two ends of every edge. */
export function degrees(n, pairs) {
  const out = new Int32Array(n);
  for (const i of pairs) out[i]++;
  return out;
}

/** Neighbours of all nodes: those of node i stand in near from ptr[i] on. */
function adjacency(n, pairs) {
  const ptr = new Int32Array(n + 1),
    near = new Int32Array(pairs.length),
    deg = degrees(n, pairs),
    at = new Int32Array(n);
  for (let i = 0; i < n; i++) ptr[i + 1] = ptr[i] + deg[i];
  at.set(ptr.subarray(0, n));
  for (let e = 0; e < pairs.length; e += 2) {
    near[at[pairs[e]]++] = pairs[e + 1];
    near[at[pairs[e + 1]]++] = pairs[e];
  }
  return { ptr, near };
}

/** The components of a graph, the largest first, each a list of nodes. */
function components(n, { ptr, near }) {
  const seen = new Uint8Array(n),
    all = [];
  for (let from = 0; from < n; from++) {
    if (seen[from]) continue;
    const list = [from];
    seen[from] = 1;
    for (let k = 0; k < list.length; k++)
      for (let q = ptr[list[k]]; q < ptr[list[k] + 1]; q++) {
        if (!seen[near[q]]) {
          seen[near[q]] = 1;
          list.push(near[q]);
        }
      }
    all.push(list.sort((a, b) => a - b));
  }
  return all.sort((a, b) => b.length - a.length || a[0] - b[0]);
}

const dot = (x, y) => {
  let s = 0;
  for (let k = 0; k < x.length; k++) s += x[k] * y[k];
  return s;
};
/** Takes the mean out of x and gives it the length 1. */
function centred(x) {
  let mean = 0;
  for (const v of x) mean += v / x.length;
  for (let k = 0; k < x.length; k++) x[k] -= mean;
  const size = Math.sqrt(dot(x, x)) || 1;
  for (let k = 0; k < x.length; k++) x[k] /= size;
  return x;
}

const ROUNDS = 60,
  CLOSE = 1e-11,
  SOLVED = 1e-18; // of the inverse iteration; squares, as of its angle and of a residual

/**
 * The Fiedler vector of a connected part: the eigenvector of the second smallest eigenvalue of D − A, by inverse iteration, each step
 * solved by conjugate gradients on what is orthogonal to the constant. Its first entry is not positive. It rests between products.
 */
function* fiedlerOf(list, { ptr, near }, place) {
  const n = list.length,
    times = (x, y) => {
      for (let k = 0; k < n; k++) {
        const i = list[k];
        let s = (ptr[i + 1] - ptr[i]) * x[k];
        for (let q = ptr[i]; q < ptr[i + 1]; q++) s -= x[place[near[q]]];
        y[k] = s;
      }
    };
  let x = centred(Float64Array.from(list, (_, k) => Math.sin(1 + k) + (k + 1) / n));
  const w = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    const y = new Float64Array(n),
      r = x.slice(),
      p = x.slice();
    let rr = 1;
    for (let it = 0; it < 4 * n + 20 && rr > SOLVED; it++) {
      times(p, w);
      const step = rr / dot(p, w);
      if (!Number.isFinite(step)) break;
      for (let k = 0; k < n; k++) {
        y[k] += step * p[k];
        r[k] -= step * w[k];
      }
      const next = dot(r, r),
        on = next / rr;
      for (let k = 0; k < n; k++) p[k] = r[k] + on * p[k];
      rr = next;
      yield;
    }
    centred(y);
    const turned = 1 - dot(x, y) ** 2;
    x = y;
    if (turned < CLOSE) break;
  }
  if (x[0] > 0) for (let k = 0; k < n; k++) x[k] = -x[k];
  return x;
}

/** The nodes by the Fiedler vector, one component after the other; a generator, which rests often and returns the order. */
export function* byFiedler(n, pairs) {
  const adj = adjacency(n, pairs),
    place = new Int32Array(n),
    out = [];
  for (const list of components(n, adj)) {
    list.forEach((i, k) => {
      place[i] = k;
    });
    const x = list.length > 2 ? yield* fiedlerOf(list, adj, place) : list;
    for (const k of byKey(x)) out.push(list[k]);
  }
  return out;
}

/** An order after moves by hand; each is [node, place]. What is not in it is left out. */
export function moved(order, moves) {
  const out = [...order];
  for (const [node, to] of moves) {
    const from = out.indexOf(node);
    if (from < 0) continue;
    out.splice(from, 1);
    out.splice(to, 0, node);
  }
  return out;
}

const MATRICES = ["A", "D", "L"],
  ORDERS = ["number", "class", "community", "degree", "fiedler"];

/** What a text says: the matrix, the order, and the moves. Other words say nothing. */
export function parsed(text) {
  const out = { matrix: "L", order: "number", moves: [] };
  for (const word of (text || "").split(" ")) {
    const move = /^(\d+)>(\d+)$/.exec(word);
    if (move) out.moves.push([+move[1], +move[2]]);
    else if (MATRICES.includes(word)) out.matrix = word;
    else if (ORDERS.includes(word)) out.order = word;
  }
  return out;
}

/** The text that says that. */
export const written = ({ matrix, order, moves }) =>
  [matrix === "L" ? "" : matrix, order === "number" ? "" : order, ...moves.map(([node, to]) => `${node}>${to}`)].filter(Boolean).join(" ");
