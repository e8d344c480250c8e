package main

import (
	"testing"

	"sheafscope/core/linalg"
)

// authorsProducts are products op(A)·op(B) of dense matrices, m×k by k×n. An epoch of the reading "code" computes each of them the given
// number of times on split 0 of Texas. Products with the width of the five classes are left out. The graph has 183 nodes, of which 87
// train. 115 rows have a gradient, and the width of the layers is 256.
var authorsProducts = []struct {
	m, n, k, times int
	transA, transB bool
}{
	{183, 256, 256, 2, false, false}, // the lift, and the head of the evaluation
	{115, 256, 256, 1, false, true},  // their gradients: of the features …
	{256, 256, 115, 1, true, false},  // … and of the weights
	{87, 256, 256, 1, false, false},  // the head in training
	{87, 256, 256, 1, false, true},   // its gradients: of the features …
	{256, 256, 87, 1, true, false},   // … and of the weights
}

// benchProducts measures the authorsProducts alone: no epoch of the reading "code" can take less.
func benchProducts(b *testing.B) {
	b.Run("products of the authors' program, texas", func(b *testing.B) {
		var products []func()
		flop := 0.0
		for k, p := range authorsProducts {
			x, y, z := benchDense(uint64(10*k), p.m, p.k), benchDense(uint64(10*k+1), p.k, p.n), linalg.NewDense(p.m, p.n)
			if p.transA {
				x = benchDense(uint64(10*k), p.k, p.m)
			}
			if p.transB {
				y = benchDense(uint64(10*k+1), p.n, p.k)
			}
			for range p.times {
				products = append(products, func() { linalg.Gemm(linalg.Transpose(p.transA), linalg.Transpose(p.transB), 1, x, y, 0, z) })
				flop += 2 * float64(p.m*p.n*p.k)
			}
		}
		kernels(b, flop, ready(func() {
			for _, product := range products {
				product()
			}
		}))
	})
}
