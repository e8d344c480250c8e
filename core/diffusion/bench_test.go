package diffusion

import "testing"

// BenchmarkDiffuse measures implicit diffusion and its gradient, at about the size of Cora:
// 2708 nodes, 0.00145·2708²/2 = 5317 expected edges, d = 4, 16 channels.
func BenchmarkDiffuse(b *testing.B) {
	s, l := randomSheaf(2708, 4, 0.00145, 1)
	h := randoms(l.Dim()*16, 1)
	gh, gr := make([]float64, len(h)), make([]float64, len(s.R))
	o := NewDiffuse(s, l, 16, 1e-9, 200)
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			o.Forward(1, h)
		}
		b.ReportMetric(float64(o.Solver().Iterations()), "iterations")
	})
	b.Run("backward", func(b *testing.B) {
		o.Forward(1, h)
		for b.Loop() {
			o.Backward(h, gh, gr)
		}
	})
}

// BenchmarkFilter measures a filter of order 3 and its gradient, at the size of BenchmarkDiffuse.
func BenchmarkFilter(b *testing.B) {
	s, l := randomSheaf(2708, 4, 0.00145, 1)
	h, gamma := randoms(l.Dim()*16, 1), make([]float64, 4)
	gh, gr, gg := make([]float64, len(h)), make([]float64, len(s.R)), make([]float64, 4)
	o := NewFilter(new(Workspace), fresh, s, l, 16, 3, SoftmaxWeights)
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			o.Forward(gamma, h)
		}
	})
	b.Run("backward", func(b *testing.B) {
		o.Forward(gamma, h)
		for b.Loop() {
			o.Backward(h, gh, gg, gr)
		}
	})
}
