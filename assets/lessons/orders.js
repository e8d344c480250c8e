// Orders of the nodes in a matrix: by a key, by the Fiedler vector, and by hand. A graph is given by the number n of its nodes and by
// pairs, the two ends of each edge. This file draws nothing.

/** Returns the numbers of the nodes by ascending keys. Nodes with equal keys keep their order. */
export const byKey = (keys) => Array.from(keys, (_, i) => i).sort((a, b) => keys[a] - keys[b] || a - b);

/** Returns the number of edges of each node. pairs has both ends of each edge, one after the other. */
export function degrees(n, pairs) {
  const count = new Int32Array(n);
  for (const i of pairs) count[i]++;
  return count;
}

/** Returns the neighbours of all nodes: the neighbours of node i are near[ptr[i]] to near[ptr[i+1]−1]. */
function adjacency(n, pairs) {
  const ptr = new Int32Array(n + 1),
    near = new Int32Array(pairs.length),
    deg = degrees(n, pairs),
    next = new Int32Array(n); // the next free place of each node
  for (let i = 0; i < n; i++) ptr[i + 1] = ptr[i] + deg[i];
  next.set(ptr.subarray(0, n));
  for (let e = 0; e < pairs.length; e += 2) {
    near[next[pairs[e]]++] = pairs[e + 1];
    near[next[pairs[e + 1]]++] = pairs[e];
  }
  return { ptr, near };
}

/** Returns the components of a graph, the largest first, each as a list of its nodes. */
function components(n, { ptr, near }) {
  const seen = new Uint8Array(n),
    all = [];
  for (let start = 0; start < n; start++) {
    if (seen[start]) continue;
    // Breadth-first search. The list is its queue, too.
    const list = [start];
    seen[start] = 1;
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

/** Returns the scalar product of two vectors of one length. */
const dot = (x, y) => {
  let s = 0;
  for (let k = 0; k < x.length; k++) s += x[k] * y[k];
  return s;
};
/** Subtracts the mean of x from its entries, scales x to the length 1, and returns x. */
function centred(x) {
  let mean = 0;
  for (const v of x) mean += v / x.length;
  for (let k = 0; k < x.length; k++) x[k] -= mean;
  const size = Math.sqrt(dot(x, x)) || 1; // a constant vector stays 0
  for (let k = 0; k < x.length; k++) x[k] /= size;
  return x;
}

const ROUNDS = 60, // most steps of the inverse iteration
  CLOSE = 1e-11, // squared sine of the angle between two successive vectors; below it the iteration ends
  SOLVED = 1e-18; // squared norm of the residual that ends the conjugate gradients

/**
 * Returns the Fiedler vector of a component: the eigenvector of the second smallest eigenvalue of its Laplacian D − A. list has the nodes
 * of the component, and place[node] is the index of a node in list. The method is inverse iteration on the vectors orthogonal to the
 * constant vector. Conjugate gradients solve each of its systems. The generator yields after every product with the Laplacian, so that the
 * page stays responsive.
 */
function* fiedlerOf(list, { ptr, near }, place) {
  const n = list.length,
    // Writes (D − A) x into y.
    times = (x, y) => {
      for (let k = 0; k < n; k++) {
        const i = list[k];
        let s = (ptr[i + 1] - ptr[i]) * x[k];
        for (let q = ptr[i]; q < ptr[i + 1]; q++) s -= x[place[near[q]]];
        y[k] = s;
      }
    };
  // The start is the same for every graph, so that the order can be repeated.
  let x = centred(Float64Array.from(list, (_, k) => Math.sin(1 + k) + (k + 1) / n));
  const w = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    // Conjugate gradients for (D − A) y = x, with the residual r and the direction p.
    const y = new Float64Array(n),
      r = x.slice(),
      p = x.slice();
    let rr = 1; // the squared norm of r: x has the length 1
    // Exact arithmetic would need at most n steps. Rounding needs more, hence the limit of 4n + 20.
    for (let it = 0; it < 4 * n + 20 && rr > SOLVED; it++) {
      times(p, w);
      const step = rr / dot(p, w);
      if (!Number.isFinite(step)) break; // p is 0, or constant by rounding
      for (let k = 0; k < n; k++) {
        y[k] += step * p[k];
        r[k] -= step * w[k];
      }
      const next = dot(r, r),
        beta = next / rr;
      for (let k = 0; k < n; k++) p[k] = r[k] + beta * p[k];
      rr = next;
      yield;
    }
    centred(y);
    const turned = 1 - dot(x, y) ** 2; // the squared sine of the angle between x and y
    x = y;
    if (turned < CLOSE) break;
  }
  // Both x and −x are eigenvectors. The first entry of the result is never positive, so that the order can be repeated.
  if (x[0] > 0) for (let k = 0; k < n; k++) x[k] = -x[k];
  return x;
}

/**
 * Returns the nodes by ascending entries of the Fiedler vector, one component after the other, the largest first. Like fiedlerOf, the
 * generator yields after every product with the Laplacian.
 */
export function* byFiedler(n, pairs) {
  const adj = adjacency(n, pairs),
    place = new Int32Array(n),
    order = [];
  for (const list of components(n, adj)) {
    list.forEach((i, k) => {
      place[i] = k;
    });
    // One or two nodes need no vector: with their numbers as keys, they keep the order of their numbers.
    const x = list.length > 2 ? yield* fiedlerOf(list, adj, place) : list;
    for (const k of byKey(x)) order.push(list[k]);
  }
  return order;
}

/**
 * Returns an order after moves by hand, each [node, place]: the node has this place, from 0, right after its move. A later move may shift
 * the node. Moves of nodes outside the order are ignored.
 */
export function moved(order, moves) {
  const result = [...order];
  for (const [node, to] of moves) {
    const from = result.indexOf(node);
    if (from < 0) continue;
    result.splice(from, 1);
    result.splice(to, 0, node);
  }
  return result;
}

// The words of the link. A is the adjacency matrix, D the Laplacian D − A of the graph, and L the Laplacian of the sheaf.
const MATRICES = ["A", "D", "L"],
  ORDERS = ["number", "class", "community", "degree", "fiedler"];

/** Returns the choice that a text of the link has: matrix, order and moves. A move is written as node>place. Unknown words are ignored. */
export function parsed(text) {
  const choice = { matrix: "L", order: "number", moves: [] };
  for (const word of (text || "").split(" ")) {
    const move = /^(\d+)>(\d+)$/.exec(word);
    if (move) choice.moves.push([+move[1], +move[2]]);
    else if (MATRICES.includes(word)) choice.matrix = word;
    else if (ORDERS.includes(word)) choice.order = word;
  }
  return choice;
}

/** Returns the text of a choice for the link. Defaults are left out. */
export const written = ({ matrix, order, moves }) =>
  [matrix === "L" ? "" : matrix, order === "number" ? "" : order, ...moves.map(([node, to]) => `${node}>${to}`)].filter(Boolean).join(" ");
