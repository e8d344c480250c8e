// The join between Go's program and its companion module (kern.ts), shared by
// the page, the worker and run.mjs. Go's functions are imports of the program,
// but the companion works on the program's memory and can exist only after it:
// so the import object holds trampolines that find the companion when called.
// They are written out, because a strict content security policy forbids
// making functions from text.
"use strict";

// sheafscopeKernel returns {kern, attach}: kern is the part of the import
// object, attach(module, instance) connects the companion, a compiled module
// or null. Where that fails, ready() says so to Go, which then calls nothing
// else; attach returns the reason, or "".
function sheafscopeKernel() {
  let k = null;
  const kern = {
    ready: () => (k === null ? 0 : 1),
    gemm: (m, n, l, al, a, ari, acl, b, brl, bcj, c, ldc, s) => k.gemm(m, n, l, al, a, ari, acl, b, brl, bcj, c, ldc, s),
    spmm: (rows, ptr, col, val, b, c, w, set) => k.spmm(rows, ptr, col, val, b, c, w, set),
    spmv: (rows, ptr, col, val, x, y) => k.spmv(rows, ptr, col, val, x, y),
    block: (n, d, ptr, col, blocks, x, y, c, work, step) => k.block(n, d, ptr, col, blocks, x, y, c, work, step),
    exp: (n, dst, src) => k.exp(n, dst, src),
    elu: (n, o) => k.elu(n, o),
    eluGrad: (n, d, y) => k.eluGrad(n, d, y),
    relu: (n, o, v, s) => k.relu(n, o, v, s),
    reluGrad: (n, d, g, v, s) => k.reluGrad(n, d, g, v, s),
    keep: (n, o, v, mask, f) => k.keep(n, o, v, mask, f),
    drawMask: (n, state, mask, limit) => k.drawMask(n, state, mask, limit),
    layerNorm: (rows, c, y, xhat, rho, x, gamma, beta, eps) => k.layerNorm(rows, c, y, xhat, rho, x, gamma, beta, eps),
    layerNormGrad: (rows, c, dx, g, xhat, rho, gamma) => k.layerNormGrad(rows, c, dx, g, xhat, rho, gamma),
    dot: (n, x, y) => k.dot(n, x, y),
    axpy: (n, al, x, y) => k.axpy(n, al, x, y),
    orth: (n, m, w, rows, coeff) => k.orth(n, m, w, rows, coeff),
    turn: (rows, ld, z, c, s) => k.turn(rows, ld, z, c, s),
    reduce: (r, n, a, v, w, u, p) => k.reduce(r, n, a, v, w, u, p),
    adam: (n, p, g, m, v, o, s) => k.adam(n, p, g, m, v, o, s),
    colDots: (rows, c, sum, x, y) => k.colDots(rows, c, sum, x, y),
    colShift: (rows, c, pq, q, p, shift, dt) => k.colShift(rows, c, pq, q, p, shift, dt),
    colCopy: (rows, n, dst, cd, src, cs) => k.colCopy(rows, n, dst, cd, src, cs),
    colStep: (rows, c, rr, r, q, a) => k.colStep(rows, c, rr, r, q, a),
    colTurn: (rows, c, x, p, z, a, b) => k.colTurn(rows, c, x, p, z, a, b),
    jacobi: (d, a, values, vectors, s) => k.jacobi(d, a, values, vectors, s),
    jacobis: (n, d, a, values, vectors, s) => k.jacobis(n, d, a, values, vectors, s),
    quadGrad: (n, m, pairs, maps, gram, x, y, c, scale, grad, s) => k.quadGrad(n, m, pairs, maps, gram, x, y, c, scale, grad, s),
    quadGrad2: (n, m, pairs, maps, x, y, c, scale, grad, gram, packed, cross, step) =>
      k.quadGrad2(n, m, pairs, maps, x, y, c, scale, grad, gram, packed, cross, step),
    chebTerm: (n, sum, t, p, pp, a, m, side) => k.chebTerm(n, sum, t, p, pp, a, m, side),
    chebAdjoint: (n, t, next, after, g, a, m, side) => k.chebAdjoint(n, t, next, after, g, a, m, side),
    nodeGrams: (m, pairs, a, b, nodes) => k.nodeGrams(m, pairs, a, b, nodes),
    mapsTimes: (m, pairs, scale, a, nodes, c) => k.mapsTimes(m, pairs, scale, a, nodes, c),
    assemble: (n, m, pairs, diag, upper, lower, maps, blocks) => k.assemble(n, m, pairs, diag, upper, lower, maps, blocks),
    sweeps: (n, colPtr, rows, v, low, inv, w) => k.sweeps(n, colPtr, rows, v, low, inv, w),
    column: (d, count, v, inv, low, col, target, all, diag) => k.column(d, count, v, inv, low, col, target, all, diag),
  };
  const attach = (module, instance) => {
    if (!module) return "there is no companion";
    try {
      k = new WebAssembly.Instance(module, { env: { memory: instance.exports.mem } }).exports;
      return "";
    } catch (err) {
      k = null;
      return `${err.message ?? err}`;
    }
  };
  return { kern, attach };
}
