// Peers: the benchmarks of other libraries that run in a browser. TensorFlow.js (wasm backend with SIMD, float32, one thread) computes
// dense operations and an epoch of a GCN with two layers. ml-matrix (plain JavaScript) solves a symmetric eigenproblem. A loop of float64
// multiply-adds (peak.ts) measures the peak of the processor. The rows have the names of `sgpc bench`.
import * as tf from "@tensorflow/tfjs-core";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";

const QUICK = 40; // largest size of a matrix in a quick run

// A linear congruential generator of numbers in [−0.5, 0.5), with the same numbers in every run.
let state = 1;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32 - 0.5;
};
/** Returns a matrix of such numbers. The matrix lives as long as the worker. */
const dense = (rows, cols) => tf.tensor2d(Float32Array.from({ length: rows * cols }, random), [rows, cols]);

/**
 * Returns a function that computes a training epoch of a GCN with two layers, on a graph with n nodes and f features. TensorFlow.js has no
 * product of a sparse matrix with a gradient, so both Â and X are dense.
 */
function gcn(n, f) {
  const hidden = 64,
    classes = 7,
    x = dense(n, f),
    adj = dense(n, n);
  const labels = tf.cast(
    tf.oneHot(
      tf.tensor1d(
        Int32Array.from({ length: n }, (_, i) => i % classes),
        "int32",
      ),
      classes,
    ),
    "float32",
  );
  // The weights w of a layer, and the moments m and v of Adam.
  const layer = (rows, cols) => ({ w: dense(rows, cols), m: tf.zeros([rows, cols]), v: tf.zeros([rows, cols]) });
  const l1 = layer(f, hidden),
    l2 = layer(hidden, classes);
  /** Moves the weights of a layer by a step of Adam with the gradient g, at the rate 0.01 and without the correction of the first steps. */
  const adam = (l, g) => {
    // tidy frees the other tensors of an epoch. keep excepts the new weights and moments, and dispose frees the former ones.
    const former = [l.w, l.m, l.v];
    l.m = tf.keep(tf.add(tf.mul(l.m, 0.9), tf.mul(g, 0.1)));
    l.v = tf.keep(tf.add(tf.mul(l.v, 0.999), tf.mul(tf.square(g), 0.001)));
    l.w = tf.keep(tf.sub(l.w, tf.mul(tf.div(l.m, tf.add(tf.sqrt(l.v), 1e-8)), 0.01)));
    former.forEach((t) => t.dispose());
  };
  return () =>
    tf.tidy(() => {
      // The prediction p = softmax(Â·relu(Â·X·W₁)·W₂), then the gradients of the mean cross-entropy: g by h·W₂, d2 by W₂,
      // dh by the input of relu, and d1 by W₁. A third argument true of matMul transposes the first matrix, a fourth the second.
      const h = tf.relu(tf.matMul(adj, tf.matMul(x, l1.w)));
      const p = tf.softmax(tf.matMul(adj, tf.matMul(h, l2.w)));
      const g = tf.matMul(adj, tf.div(tf.sub(p, labels), n), true, false);
      const d2 = tf.matMul(h, g, true, false);
      const dh = tf.mul(tf.matMul(g, l2.w, false, true), tf.step(h));
      const d1 = tf.matMul(x, tf.matMul(adj, dh, true, false), true, false);
      adam(l1, d1);
      adam(l2, d2);
      l1.w.dataSync(); // waits for the end of the computation
    });
}

/**
 * Returns the cases: name and variant of the row, flop (floating-point operations of a run) if known, and the function run. quick limits
 * every size, but names have the full sizes. peak is the loop of peak.ts.
 */
function cases(peak, quick) {
  const cut = (k) => (quick ? Math.min(k, QUICK) : k);
  /** Returns the case of the product of an m×k matrix, or the transpose of a k×m matrix, with a k×n matrix. */
  const gemm = (name, m, n, k, transposed) => {
    const a = transposed ? dense(cut(k), cut(m)) : dense(cut(m), cut(k)),
      b = dense(cut(k), cut(n));
    return {
      name,
      variant: "tfjs",
      flop: 2 * cut(m) * cut(n) * cut(k),
      run: () =>
        tf.tidy(() => {
          tf.matMul(a, b, transposed, false);
        }),
    };
  };
  // A random symmetric matrix for the eigenproblem.
  const order = cut(300),
    sym = Matrix.zeros(order, order);
  for (let i = 0; i < order; i++)
    for (let j = 0; j <= i; j++) {
      const v = random();
      sym.set(i, j, v);
      sym.set(j, i, v);
    }
  return [
    // 10⁶ × 24 vectors of 2 numbers, each with a product and a sum, are 96·10⁶ operations.
    { name: "f64x2 multiply-adds, 10⁶ × 24", variant: "peak", flop: 96e6, run: () => peak(1e6, 0.999999, 1e-6) },
    gemm("gemm 512×512×512", 512, 512, 512, false),
    gemm("gemm 2708×64×64", 2708, 64, 64, false),
    gemm("HᵀG 64×64×2708", 64, 64, 2708, true),
    {
      name: "eigenvalues and vectors, order 300",
      variant: "ml-matrix",
      run: () => new EigenvalueDecomposition(sym, { assumeSymmetric: true }),
    },
    { name: "GCN epoch, Cora's size", variant: "tfjs", run: gcn(cut(2708), cut(1433)) },
  ];
}

/**
 * Measures every case once in each round, after a first round (0) without a result. A case runs until `least` ms have passed, and at least
 * once. A sample is the mean time of a run in ms. Returns a promise of the list of {name, variant, flop, samples}.
 */
globalThis.benchPeers = async ({ rounds, least, quick }) => {
  setWasmPaths(new URL("./", globalThis.location.href).href);
  if (!(await tf.setBackend("wasm"))) throw new Error("tfjs: no wasm backend");
  const { instance } = await WebAssembly.instantiateStreaming(fetch("peak.wasm"), {});
  const list = cases(instance.exports.peak, quick),
    results = list.map(({ name, variant, flop }) => ({ name, variant, flop, samples: [] }));
  for (let round = 0; round <= rounds; round++) {
    list.forEach(({ run }, i) => {
      const start = performance.now();
      let n = 0,
        spent = 0;
      while (n === 0 || spent < least) {
        run();
        n++;
        spent = performance.now() - start;
      }
      if (round > 0) results[i].samples.push(spent / n);
    });
  }
  return results;
};
