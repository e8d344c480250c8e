package main

import (
	"fmt"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// benchStalks measures the operations on d×d blocks at every stalk dimension d up to sheaf.MaxDim. The random graph has as many nodes as
// Cora and the mean degree 2.2. Its factor has few blocks beside those of the edges. So the work on each block dominates, and a dimension
// without loops of its own stands out by its time.
func benchStalks(b *testing.B) {
	const channels = 16
	g, err := graph.SBM(graph.SBMParams{N: small(2708, 40), Classes: 7, Degree: 2.2, Homophily: 0.8, Signal: 1, Features: 4, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	for d := 1; d <= sheaf.MaxDim; d++ {
		// A sheaf with random maps, its normalized maps and its Laplacian.
		s, src := sheaf.New(g.N, d, g.Edges), rng.New(9, "bench/stalks", uint64(d))
		for i := range s.R {
			s.R[i] = src.Norm()
		}
		hat, norm := sheaf.New(g.N, d, g.Edges), sheaf.NewNormalizer(g.N, d, g.Edges)
		norm.Forward(s, 1, hat)
		l := sheaf.NewLaplacian(g.N, d, g.Edges)
		l.Assemble(hat)
		x, y, grad := benchDense(10, g.N*d, channels).Data, make([]float64, g.N*d*channels), make([]float64, len(s.R))
		// The factor of I + L, with memory for its solutions and for the leverage scores. The arguments are one factorisation, no solve, and so
		// much work of conjugate gradients, 1e15, that NewInverse prefers the factor.
		inv := spectral.NewInverse(g.N, d, channels, g.Edges, 1, 0, 1e15)
		if inv == nil {
			b.Fatal("the graph has no factor")
		}
		work, tau := make([]float64, inv.Len()), make([]float64, len(g.Edges))
		inv.Compute(l, g.Edges, 1)
		for _, o := range []struct {
			name string
			do   func()
		}{
			{"assembling L", func() { l.Assemble(hat) }},
			{"normalising the maps", func() { norm.Forward(s, 1, hat) }},
			{"L times 16 channels", func() { l.Apply(y, x, channels) }},
			{"gradient of the maps", func() { s.AddQuadGrad(grad, x, y, channels, 1e-9) }},
			{"a factor", func() { inv.Compute(l, g.Edges, 1) }},
			{"a solve with it", func() { inv.Solve(y, x, work) }},
			{"leverage scores", func() { inv.Leverage(tau, hat) }},
		} {
			b.Run(fmt.Sprintf("%s, d = %d", o.name, d), func(b *testing.B) { kernels(b, 0, ready(o.do)) })
		}
	}
	linalg.UseKernel("go")
}
