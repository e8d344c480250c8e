package sheaf

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// benchSheaf returns a sheaf with stalks of dimension d on a random graph of the size of Cora: 2708 nodes, 5278 edges.
func benchSheaf(d int) *Sheaf {
	const n, m = 2708, 5278
	src := rng.New(1, "bench")
	seen := map[[2]int32]bool{}
	var edges []graph.Edge
	for len(edges) < m {
		i, j := int32(src.Intn(n)), int32(src.Intn(n))
		if i > j {
			i, j = j, i
		}
		if i != j && !seen[[2]int32{i, j}] {
			seen[[2]int32{i, j}] = true
			edges = append(edges, graph.Edge{I: i, J: j})
		}
	}
	s := New(n, d, edges)
	fill(s.R, src)
	return s
}

// reportGFLOPs adds the speed to the result of b; flops is the number of floating-point operations of one pass.
func reportGFLOPs(b *testing.B, flops int) {
	b.ReportMetric(float64(flops)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

// BenchmarkApply measures the product L x of the assembled Laplacian, for d = 4 and 16 channels.
func BenchmarkApply(b *testing.B) {
	s := benchSheaf(4)
	l := assembled(s)
	x, y := randoms(s.N*64, 1), make([]float64, s.N*64)
	for b.Loop() {
		l.Apply(y, x, 16)
	}
	reportGFLOPs(b, len(l.Col)*16*16*2) // per block: 4×4 entries, 16 channels, multiply and add
}

// BenchmarkEdgewise measures the product L x edge by edge, without an assembled Laplacian.
func BenchmarkEdgewise(b *testing.B) {
	s := benchSheaf(4)
	x, y := randoms(s.N*64, 1), make([]float64, s.N*64)
	for b.Loop() {
		s.Apply(y, x, 16)
	}
	reportGFLOPs(b, len(s.Edges)*4*16*16*2) // per edge: four products of a 4×4 map with 16 channels
}

// BenchmarkQuadGrad measures the gradient of ⟨X, L Y⟩ with respect to the maps.
func BenchmarkQuadGrad(b *testing.B) {
	s := benchSheaf(4)
	x, y, g := randoms(s.N*64, 1), randoms(s.N*64, 2), make([]float64, len(s.R))
	for b.Loop() {
		s.AddQuadGrad(g, x, y, 16, 1)
	}
	reportGFLOPs(b, (len(s.Edges)+s.N)*2*16*16*2) // per edge and per node: two products X Yᵀ over 16 channels
}

// BenchmarkAssemble measures the assembly of the Laplacian from the maps.
func BenchmarkAssemble(b *testing.B) {
	s := benchSheaf(4)
	l := assembled(s)
	for b.Loop() {
		l.Assemble(s)
	}
}

// BenchmarkNormalizer measures the normaliser with shift 1, and its gradient.
func BenchmarkNormalizer(b *testing.B) {
	s := benchSheaf(4)
	z, out, g := NewNormalizer(s.N, 4, s.Edges), New(s.N, 4, s.Edges), make([]float64, len(s.R))
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			z.Forward(s, 1, out)
		}
	})
	b.Run("backward", func(b *testing.B) {
		z.Forward(s, 1, out)
		for b.Loop() {
			z.Backward(s.R, g)
		}
	})
}
