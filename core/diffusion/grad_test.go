package diffusion

import (
	"testing"

	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestDiffuseGradients compares the gradients of ⟨G, X⟩, X of implicit diffusion, by H, Δt
// and R with central differences, for d = 1, 3 and 4.
func TestDiffuseGradients(t *testing.T) {
	for _, d := range []int{1, 3, 4} {
		const c = 3
		s, l := randomSheaf(12, d, 0.4, uint64(d))
		h, g := randoms(l.Dim()*c, 1), randoms(l.Dim()*c, 2)
		dt := []float64{1.3}
		o := NewDiffuse(s, l, c, 1e-14, 300)
		value := func() float64 {
			l.Assemble(s)
			return dot(g, o.Forward(dt[0], h))
		}
		value()
		gh, gr := make([]float64, len(h)), make([]float64, len(s.R))
		o.Backward(g, gh, gr)
		gdt := o.TimeGradient()
		checkGrad(t, "H", h, gh, value)
		checkGrad(t, "Δt", dt, []float64{gdt}, value)
		checkGrad(t, "R", s.R, gr, value)
	}
}

// TestChainThroughNormalizer compares the gradients of a whole chain with central differences:
// maps, normaliser with shift 0 or 1, Laplacian, diffusion, then a filter of the diffusion's
// result. The function is ⟨G, diffusion⟩ + ⟨G, filter⟩. The gradients are by maps, features and
// logits of the filter.
func TestChainThroughNormalizer(t *testing.T) {
	for _, shift := range []float64{0, 1} {
		const n, d, c = 10, 3, 2
		edges := randomGraph(n, 0.6, 4)
		s, hat := sheaf.New(n, d, edges), sheaf.New(n, d, edges)
		fill(s.R, rng.New(1, "chain"))
		z, l := sheaf.NewNormalizer(n, d, edges), sheaf.NewLaplacian(n, d, edges)
		h, g := randoms(n*d*c, 1), randoms(n*d*c, 2)
		gamma := []float64{0.2, -0.5, 0.4, 0.1}
		diffusion, filter := NewDiffuse(hat, l, c, 1e-14, 300), NewFilter(new(Workspace), fresh, hat, l, c, 3, SignedWeights)
		value := func() float64 {
			z.Forward(s, shift, hat)
			l.Assemble(hat)
			return dot(g, diffusion.Forward(0.8, h)) + dot(g, filter.Forward(gamma, diffusion.Solver().X()))
		}
		value()
		// Gradients by the result of the diffusion, features, normalised maps, maps and logits.
		gx, gh := append([]float64(nil), g...), make([]float64, len(h))
		gHat, gr, gg := make([]float64, len(s.R)), make([]float64, len(s.R)), make([]float64, 4)
		filter.Backward(g, gx, gg, gHat)
		diffusion.Backward(gx, gh, gHat)
		z.Backward(gHat, gr)
		checkGrad(t, "R", s.R, gr, value)
		checkGrad(t, "H", h, gh, value)
		checkGrad(t, "γ", gamma, gg, value)
	}
}

// TestFilterGradients compares the gradients of filters of every order, with both kinds of
// weights, by features, maps and logits with central differences.
func TestFilterGradients(t *testing.T) {
	for _, weights := range []Weights{SoftmaxWeights, SignedWeights} {
		for q := 1; q <= MaxOrder; q++ {
			const c = 2
			s, l := randomSheaf(9, 3, 0.5, uint64(q))
			h, g, gamma := randoms(l.Dim()*c, 1), randoms(l.Dim()*c, 2), randoms(q+1, 3)
			o := NewFilter(new(Workspace), fresh, s, l, c, q, weights)
			value := func() float64 {
				l.Assemble(s)
				return dot(g, o.Forward(gamma, h))
			}
			value()
			gh, gr, gg := make([]float64, len(h)), make([]float64, len(s.R)), make([]float64, q+1)
			o.Backward(g, gh, gg, gr)
			checkGrad(t, "H", h, gh, value)
			checkGrad(t, "R", s.R, gr, value)
			checkGrad(t, "γ", gamma, gg, value)
		}
	}
}
