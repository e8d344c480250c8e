// The companion of the Go program: the heavy loops of package linalg with
// 128-bit SIMD, working on Go's own memory (imported as env.memory).
//
// Every function returns the bits that the Go version of the same name in
// core/linalg returns: lanes lie over different outputs, sums are added in
// the order that kern.go promises, products are rounded before they are
// added. Pointers are byte addresses, sizes count float64 elements.
//
// The module must own no memory: no data, no globals, no allocation, no
// stack. The build refuses it otherwise (web/tool/build).

export { gemm } from "./gemm";
export { spmm, spmv } from "./sparse";
export { block } from "./block";
export { quadGrad, nodeGrams, mapsTimes, assemble, sweeps, column } from "./block4";
export { quadGrad2 } from "./pairs";
export { chebTerm, chebAdjoint } from "./chebyshev";
export { colCopy, colDots, colShift, colStep, colTurn } from "./columns";
export { jacobi, jacobis } from "./jacobi";
export { reduce, turn } from "./reduce";
export { exp } from "./exp";
export { elu, eluGrad, relu, reluGrad, keep, drawMask, layerNorm, layerNormGrad } from "./elementwise";
export { dot, axpy, orth, adam } from "./vec";
