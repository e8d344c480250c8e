package sheaf_test

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
)

// A cycle whose last edge flips the sign has no global section.
func ExampleGlobalSections() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	l := sheaf.NewLaplacian(3, 1, edges)
	for _, far := range []float64{1, -1} {
		s.Map(1, 1)[0] = far
		l.Assemble(s)
		h, err := sheaf.GlobalSections(l, 0)
		fmt.Printf("far end %+g: dim H⁰ = %d, λ = %.3f %v\n", far, h.Dim, h.Values[1:], err)
	}
	// Output:
	// far end +1: dim H⁰ = 1, λ = [3.000 3.000] <nil>
	// far end -1: dim H⁰ = 0, λ = [1.000 4.000] <nil>
}

func ExampleLaplacian() {
	edges := []graph.Edge{{I: 0, J: 1}}
	s := sheaf.New(2, 2, edges)
	copy(s.Map(0, 0), []float64{1, 0, 0, 2})
	copy(s.Map(0, 1), []float64{0, 1, 1, 0})
	l := sheaf.NewLaplacian(2, 2, edges)
	l.Assemble(s)
	a := l.Dense()
	for i := range 4 {
		fmt.Println(a.Row(i))
	}
	// Output:
	// [1 0 0 -1]
	// [0 4 -2 0]
	// [0 -2 1 0]
	// [-1 0 0 1]
}

func ExampleNormalizer() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	out := sheaf.New(3, 1, edges)
	sheaf.NewNormalizer(3, 1, edges).Forward(s, 0, out)
	fmt.Printf("%.4f\n", out.R)
	// Output: [1.0000 0.7071 0.7071 1.0000]
}

func ExampleSheaf_Dirichlet() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	edge, node := make([]float64, 2), make([]float64, 3)
	total := s.Dirichlet(edge, node, []float64{0, 1, 4}, 1)
	fmt.Println(total, edge, node)
	// Output: 10 [1 9] [0.5 5 4.5]
}

func ExampleGauge() {
	edges := []graph.Edge{{I: 0, J: 1}}
	s := sheaf.Constant(2, 1, edges)
	g, err := sheaf.NewGauge(2, 1, []float64{2, -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	t := sheaf.New(2, 1, edges)
	g.Transform(s, t)
	fmt.Println(t.R, g.GaugeError(s, t, []float64{3, 5}, 1))
	// Output: [0.5 -1] 0
}

// A change of the edge stalk's metric keeps the global sections.
func ExampleSheaf_EdgeTransform() {
	edges := []graph.Edge{{I: 0, J: 1}}
	s := sheaf.Constant(2, 1, edges)
	l := sheaf.NewLaplacian(2, 1, edges)
	s.EdgeTransform(0, []float64{3})
	l.Assemble(s)
	h, err := sheaf.GlobalSections(l, 0)
	fmt.Printf("dim H⁰ = %d, λ = %.0f %v\n", h.Dim, h.Values[1:], err)
	// Output: dim H⁰ = 1, λ = [18] <nil>
}
