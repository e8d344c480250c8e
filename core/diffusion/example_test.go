package diffusion_test

import (
	"fmt"

	"sheafscope/core/diffusion"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// pair returns the constant sheaf with d = 1 on a single edge, and its Laplacian.
func pair() (*sheaf.Sheaf, *sheaf.Laplacian) {
	edges := []graph.Edge{{I: 0, J: 1}}
	s := sheaf.Constant(2, 1, edges)
	l := sheaf.NewLaplacian(2, 1, edges)
	l.Assemble(s)
	return s, l
}

// H = (10, −10) is an eigenvector with eigenvalue 2, so X = H/(1 + 2Δt) = H/3 for Δt = 1.
func ExampleCG() {
	_, l := pair()
	cg := diffusion.NewCG(l, 1, 1e-12, 50)
	cg.Start(1, []float64{10, -10})
	for !cg.Step() {
	}
	fmt.Printf("%.4f after %d iteration(s), converged: %v\n", cg.X(), cg.Iterations(), cg.Converged())
	// Output: [3.3333 -3.3333] after 1 iteration(s), converged: true
}

// The first entry of X is (2h₀ + h₁)/3 for Δt = 1. Its gradients are by the features h, by both maps and by Δt.
func ExampleDiffuse() {
	s, l := pair()
	o := diffusion.NewDiffuse(s, l, 1, 1e-12, 50)
	o.Forward(1, []float64{10, -10})
	gradH, gradR := make([]float64, 2), make([]float64, 2)
	o.Backward([]float64{1, 0}, gradH, gradR)
	gradDt := o.TimeGradient()
	fmt.Printf("∂H %.4f, ∂R %.4f, ∂Δt %.4f\n", gradH, gradR, gradDt)
	// Output: ∂H [0.6667 0.3333], ∂R [-5.5556 1.1111], ∂Δt -2.2222
}

// The logits (1, −1) give the signed weights α = (½, −½). The filter then passes only high frequencies.
func ExampleFilter() {
	s, l := pair()
	f := diffusion.NewFilter(new(diffusion.Workspace), func(n int) []float64 { return make([]float64, n) }, s, l, 1, 1,
		diffusion.SignedWeights)
	fmt.Println(f.Forward([]float64{1, -1}, []float64{3, 3}))
	fmt.Println(f.Forward([]float64{1, -1}, []float64{3, -3}))
	// Output:
	// [0 0]
	// [3 -3]
}

// The weights ½ and −½ of T_0 and T_1 give the gain λ/2.
func ExampleChebyshevResponse() {
	lambda, gain := make([]float64, 3), make([]float64, 3)
	diffusion.Grid(lambda, 2)
	diffusion.ChebyshevResponse(gain, lambda, []float64{0.5, -0.5}, false)
	fmt.Println(lambda, gain)
	// Output: [0 1 2] [0 0.5 1]
}

// In a triangle every edge has the leverage 2/3. The scores of the three edges add up to the rank 2.
func ExampleLeverage() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	l := sheaf.NewLaplacian(3, 1, edges)
	l.Assemble(s)
	tau, err := diffusion.Leverage(s, l, 0)
	fmt.Printf("%.4f %v\n", tau, err)
	// Output: [0.6667 0.6667 0.6667] <nil>
}

// Edge 0 has the probability p = 1. So it is kept, with the weight 1/p = 1.
func ExampleDraw() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	p := diffusion.Draw([]float64{1, 0.25, 0}, rng.New(3, "example"))
	fmt.Println(p.Kept[0], p.Weight[0], p.Sheaf(s).Edges[0])
	// Output: 0 1 {0 1}
}

// At the anchor itself the corrected solve is exact, whatever edges were drawn.
func ExampleAnchor() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	h := []float64{4, 0, 0}
	a := diffusion.NewAnchor(s, 1, h, 1, 1e-12, 50)
	p := &diffusion.Pattern{Kept: []int32{0, 2}, Weight: []float64{1.5, 1.5}}
	plain := diffusion.NewSparse(p, s, 1, 1e-12, 50, nil)
	fixed := diffusion.NewSparse(p, s, 1, 1e-12, 50, a)
	fmt.Printf("%.3f %.3f\n", plain.Forward(1, h), fixed.Forward(1, h))
	// Output: [2.255 1.091 0.655] [2.000 1.000 1.000]
}
