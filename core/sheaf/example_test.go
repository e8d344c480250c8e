package sheaf_test

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// A cycle of three nodes has a global section, and the eigenvalue 0. If one edge flips the sign, it has none.
func ExampleLaplacian_Dense() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	l := sheaf.NewLaplacian(3, 1, edges)
	for _, far := range []float64{1, -1} {
		s.Map(1, 1)[0] = far // map of node 2 on edge (0, 2), which closes the cycle
		l.Assemble(s)
		values, _, err := linalg.EigSym(l.Dense(), linalg.ValuesOnly)
		fmt.Printf("far end %+g: smallest λ is 0: %v, others %.3f %v\n", far, math.Abs(values[0]) < 1e-12, values[1:], err)
	}
	// Output:
	// far end +1: smallest λ is 0: true, others [3.000 3.000] <nil>
	// far end -1: smallest λ is 0: false, others [1.000 4.000] <nil>
}

// One edge with maps A = diag(1, 2) and B, the exchange of coordinates. The diagonal
// blocks are AᵀA and BᵀB, the others −AᵀB and −BᵀA.
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

// On a path with identities as maps, the normaliser divides each map by the root of the degree of its node: 1, 2 and 1.
func ExampleNormalizer() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	out := sheaf.New(3, 1, edges)
	sheaf.NewNormalizer(3, 1, edges).Forward(s, 0, out)
	fmt.Printf("%.4f\n", out.R)
	// Output: [1.0000 0.7071 0.7071 1.0000]
}

// Each edge has the energy (x_i − x_j)²; each node gets half of the energy of its edges.
func ExampleSheaf_Dirichlet() {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}}
	s := sheaf.Constant(3, 1, edges)
	edge, node := make([]float64, 2), make([]float64, 3)
	total := s.Dirichlet(edge, node, []float64{0, 1, 4}, 1)
	fmt.Println(total, edge, node)
	// Output: 10 [1 9] [0.5 5 4.5]
}
