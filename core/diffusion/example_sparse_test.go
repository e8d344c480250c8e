package diffusion_test

import (
	"fmt"

	"sheafscope/core/diffusion"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// triangle returns the constant sheaf with d = 1 on a triangle, and its Laplacian.
func triangle() (*sheaf.Sheaf, *sheaf.Laplacian) {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	l := sheaf.NewLaplacian(3, 1, edges)
	l.Assemble(s)
	return s, l
}

// With 4000 probes the estimate is near the exact leverage 2/3 of each edge of a triangle.
func ExampleLeverageEstimate() {
	s, l := triangle()
	tau, err := diffusion.LeverageEstimate(s, l, 0, 4000, 1e-10, rng.New(1, "example"))
	fmt.Printf("%.1f %v\n", tau, err)
	// Output: [0.7 0.7 0.7] <nil>
}

// For ε = 0.5, dimension 732 and δ = 0.05 the result is 3·log(2·732/0.05)/0.5².
func ExampleOversamplingGuaranteed() {
	fmt.Printf("%.0f\n", diffusion.OversamplingGuaranteed(0.5, 732, 0.05))
	// Output: 123
}

// Maps times √2 double the quadratic form: all ratios are 2, so ε = 1.
func ExampleExactEpsilon() {
	s, l := triangle()
	double := s.Clone()
	for k := range double.R {
		double.R[k] *= 1.4142135623730951
	}
	m := sheaf.NewLaplacian(3, 1, s.Edges)
	m.Assemble(double)
	low, high, err := diffusion.ExactEpsilon(l, m, 0)
	fmt.Printf("%.3f %.3f %v\n", low, high, err)
	fmt.Printf("%.3f\n", diffusion.MeasuredEpsilon(s, double, 0, 10, rng.New(1, "example")))
	// Output:
	// 2.000 2.000 <nil>
	// 1.000
}

// With an anchor from nearby features less than 1 % of the variance remains.
func ExampleMeasureVariance() {
	s, _ := triangle()
	h := []float64{4, 0, 0}
	a := diffusion.NewAnchor(s, 1, []float64{3.8, 0, 0}, 1, 1e-12, 50)
	var draws []*diffusion.Pattern
	for k := range 10 {
		draws = append(draws, diffusion.Draw([]float64{0.5, 0.5, 0.5}, rng.New(uint64(k), "example")))
	}
	v, err := diffusion.MeasureVariance(draws, s, 1, h, a)
	fmt.Println(v.Draws, v.Anchored < v.Plain/100, err)
	// Output: 10 true <nil>
}
