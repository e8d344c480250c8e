package main

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// engine has the operations of a linear algebra that a GCN needs.
// gemm computes c = op(a)·op(b), where ta and tb say whether a and b are transposed. spmm computes c = a·b. exp computes dst = exp(src),
// element by element.
type engine struct {
	gemm func(ta, tb bool, a, b, c *linalg.Dense)
	spmm func(a *linalg.CSR, b, c *linalg.Dense)
	exp  func(dst, src []float64)
}

// gcn is a 2-layer graph convolutional network (Kipf, Welling 2017) of Cora's
// size: P = softmax(Â·relu(Â·X·W₁)·W₂), cross-entropy on every node, Adam.
//
// adj is Â, and xt is Xᵀ. For each weight matrix w there are its gradient g and the moments m and v of Adam.
// The others are intermediate results: xw = X·W₁, h = relu(Â·xw), hw = h·W₂, z = Â·hw; softed is P, and then the gradient of z.
// dhw, dh and dxw are the gradients of hw, h and xw.
type gcn struct {
	adj, x, xt                             *linalg.CSR
	label                                  []int
	w1, w2, g1, g2, m1, m2, v1, v2         *linalg.Dense
	xw, h, hw, z, az, dhw, dh, dxw, softed *linalg.Dense
	step                                   int
}

// newGCN returns a network on a random graph with n nodes, each with two random neighbours and a loop. A node has f features, of which
// about 18 are not 0. The hidden width is 64, and there are 7 classes with random labels.
func newGCN(n, f int) *gcn {
	const hidden, classes = 64, 7
	src := rng.New(9, "bench/gcn")
	// All entries of Â are 0.2 and those of X are 1/18.
	var edges, feats []linalg.Triplet
	for i := range n {
		edges = append(edges, linalg.Triplet{Row: i, Col: i, Val: 0.2})
		for range 2 {
			j := src.Intn(n)
			edges = append(edges, linalg.Triplet{Row: i, Col: j, Val: 0.2}, linalg.Triplet{Row: j, Col: i, Val: 0.2})
		}
		for range 18 {
			feats = append(feats, linalg.Triplet{Row: i, Col: src.Intn(f), Val: 1.0 / 18})
		}
	}
	d := linalg.NewDense
	g := &gcn{adj: linalg.NewCSR(n, n, edges), x: linalg.NewCSR(n, f, feats), label: make([]int, n),
		w1: benchDense(10, f, hidden), w2: benchDense(11, hidden, classes), g1: d(f, hidden), g2: d(hidden, classes),
		m1: d(f, hidden), m2: d(hidden, classes), v1: d(f, hidden), v2: d(hidden, classes),
		xw: d(n, hidden), h: d(n, hidden), hw: d(n, classes), z: d(n, classes), az: d(n, classes), softed: d(n, classes),
		dhw: d(n, classes), dh: d(n, hidden), dxw: d(n, hidden)}
	g.xt = g.x.T()
	linalg.Scal(0.1, g.w1.Data)
	linalg.Scal(0.1, g.w2.Data)
	for i := range g.label {
		g.label[i] = src.Intn(classes)
	}
	return g
}

// epoch does one forward and backward pass and one step of Adam. The backward pass uses that Â is symmetric.
func (g *gcn) epoch(e engine) {
	// Forward pass up to the scores z.
	e.spmm(g.x, g.w1, g.xw)
	e.spmm(g.adj, g.xw, g.h)
	linalg.LeakyReLU(g.h.Data, g.h.Data, 0)
	e.gemm(false, false, g.h, g.w2, g.hw)
	e.spmm(g.adj, g.hw, g.z)
	// Softmax of each row, after subtraction of its largest score.
	for i := range g.label {
		z, p := g.z.Row(i), g.softed.Row(i)
		largest := z[0]
		for _, v := range z {
			if v > largest {
				largest = v
			}
		}
		for k, v := range z {
			p[k] = v - largest
		}
	}
	e.exp(g.softed.Data, g.softed.Data)
	// The gradient of the mean cross-entropy by the scores is (P − one-hot label)/n.
	n := float64(len(g.label))
	for i, y := range g.label {
		p, sum := g.softed.Row(i), 0.0
		for _, v := range p {
			sum += v
		}
		scale := 1 / (sum * n)
		for k := range p {
			p[k] *= scale
		}
		p[y] -= 1 / n
	}
	// Backward pass to both weight matrices.
	e.spmm(g.adj, g.softed, g.dhw)
	e.gemm(true, false, g.h, g.dhw, g.g2)
	e.gemm(false, true, g.dhw, g.w2, g.dh)
	linalg.ReLUGrad(g.dh.Data, g.h.Data)
	e.spmm(g.adj, g.dh, g.dxw)
	e.spmm(g.xt, g.dxw, g.g1)
	// Adam with the rate 0.01, β₁ = 0.9, β₂ = 0.999 and ε = 1e-8. Only W₁ has weight decay, 5e-4.
	g.step++
	linalg.AdamStep(g.w1.Data, g.g1.Data, g.m1.Data, g.v1.Data, nil, 0.01, 0.9, 0.999, 1e-8, 5e-4, g.step)
	linalg.AdamStep(g.w2.Data, g.g2.Data, g.m2.Data, g.v2.Data, nil, 0.01, 0.9, 0.999, 1e-8, 0, g.step)
}

// benchGCN measures an epoch of a GCN on a graph of the size of Cora, with our linear algebra and with gonum's.
func benchGCN(b *testing.B) {
	ours := engine{
		gemm: func(ta, tb bool, a, b, c *linalg.Dense) {
			linalg.Gemm(linalg.Transpose(ta), linalg.Transpose(tb), 1, a, b, 0, c)
		},
		spmm: func(a *linalg.CSR, b, c *linalg.Dense) { linalg.SpMM(a, b, 0, c) },
		exp:  linalg.ExpSlice,
	}
	// The same operations by gonum, and its exponentials by package math.
	trans := map[bool]blas.Transpose{false: blas.NoTrans, true: blas.Trans}
	gonum := engine{
		gemm: func(ta, tb bool, a, b, c *linalg.Dense) {
			blas64.Gemm(trans[ta], trans[tb], 1, general(a), general(b), 0, general(c))
		},
		spmm: gonumSpMM,
		exp: func(dst, src []float64) {
			for i, v := range src {
				dst[i] = math.Exp(v)
			}
		},
	}
	b.Run("GCN epoch, Cora's size", func(b *testing.B) {
		prepare := func(e engine) func(*testing.B) func() {
			g := newGCN(small(2708, 100), small(1433, 50))
			return ready(func() { g.epoch(e) })
		}
		kernels(b, 0, prepare(ours))
		measure(b, "gonum", 0, prepare(gonum))
	})
}
