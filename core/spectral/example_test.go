package spectral_test

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// laplacian returns the Laplacian of the constant sheaf on g.
func laplacian(g *graph.Graph, d int) *sheaf.Laplacian {
	l := sheaf.NewLaplacian(g.N, d, g.Edges)
	l.Assemble(sheaf.Constant(g.N, d, g.Edges))
	return l
}

// The star with four leaves has eigenvalues 0, 1, 1, 1, 5.
func ExampleFull() {
	s, _ := spectral.Full(laplacian(graph.Star(5), 1).Operator(), 0, spectral.ValuesOnly)
	fmt.Printf("%.3f\n", s.Values[1:])
	l2, l3, _, _ := s.Lambda2(spectral.Preliminaries, 1, 1)
	fmt.Printf("kernel %d, λ2 %.3f, λ3 %.3f\n", s.KernelDim, l2, l3)
	// Output:
	// [1.000 1.000 1.000 5.000]
	// kernel 1, λ2 1.000, λ3 1.000
}

// The ring of 40 nodes has λ2 = λ3 = 2 − 2 cos(2π/40).
func ExampleLowest() {
	p, _ := spectral.Lowest(laplacian(graph.Ring(40), 1).Operator(), 3, spectral.LanczosOptions{})
	fmt.Printf("%.6f %.6f %v\n", p.Values[1], p.Values[2], p.Complete)
	// Output: 0.024623 0.024623 true
}

// All eigenvalues of K6 but one are 6.
func ExampleHighest() {
	p, _ := spectral.Highest(laplacian(graph.Complete(6), 2).Operator(), 2, spectral.LanczosOptions{})
	fmt.Printf("%.6f %.6f\n", p.Values[0], p.Values[1])
	// Output: 6.000000 6.000000
}

// All eigenvalues of K12 but one are 12. With Gaussians of deviation 0.5, the density at 12 is
// about 11/12·1/(0.5·√(2π)) = 0.73, and at 6 nearly 0.
func ExampleDensity() {
	y, _ := spectral.Density(laplacian(graph.Complete(12), 1).Operator(), []float64{6, 12}, 8, 12, 0.5, 0)
	fmt.Println(y[0] < 1e-6, y[1] > 0.6)
	// Output: true true
}

// The path of four nodes has λ2 = 2 − √2; with d = 2 the kernel and λ2 are double.
func ExampleTracker() {
	g := graph.Path(4)
	s := sheaf.Constant(g.N, 2, g.Edges)
	t := spectral.NewTracker(g.N, 2, g.Edges, spectral.TrackerOptions{})
	e := t.Update(s)
	fmt.Printf("kernel %d, λ2 %.6f ×%d, certified %v\n", e.KernelDim, e.Lambda2, e.Cluster, e.Certified)
	// Output: kernel 2, λ2 0.585786 ×2, certified true
}

// The path of four nodes has λ2 = 0.586 and λ3 = 2: the gain stops at λ3.
func ExampleMatrixAscent() {
	g := graph.Path(4)
	l := laplacian(g, 1)
	s, _ := spectral.Full(l.Operator(), 0, spectral.WithVectors)
	v := make([][]float64, 2)
	for q := range v {
		for i := range g.N {
			v[q] = append(v[q], s.Vectors.At(i, 1+q))
		}
	}
	r, _ := spectral.MatrixAscent(l.Operator(), v, spectral.MatrixOptions{Eta: 4})
	for _, t := range r.Trials {
		fmt.Printf("η %.0f λ2 %.3f Armijo %v curvature %v\n", t.Eta, t.Lambda2, t.Armijo, t.Curvature)
	}
	// Output: η 4 λ2 2.000 Armijo true curvature true
}

// The graph is two triangles joined by one edge; one negative map excludes global
// sections. The output compares the gain of L + η v vᵀ with the gains of two sheaves on
// the same edges. The gain of the matrix is λ3 − λ2; the gains of the sheaves are recorded from
// this program.
func ExampleReassembleFrom() {
	g := graph.Barbell(3)
	base := sheaf.Constant(g.N, 1, g.Edges)
	base.R[0] = -1
	t := spectral.NewTracker(g.N, 1, g.Edges, spectral.TrackerOptions{})
	l2 := t.Update(base).Lambda2
	v := [][]float64{append([]float64(nil), t.Vector(0)...), append([]float64(nil), t.Vector(1)...)}
	m, _ := spectral.MatrixAscent(t.Operator(), v, spectral.MatrixOptions{Armijo: 0.25})
	nearest, _, _ := spectral.ReassembleFrom(base, v[0], m.Eta)
	crude, _ := spectral.CrudeProjection(base, v[0], m.Eta)
	fmt.Printf("matrix %.3f, nearest sheaf %.3f, projection edge by edge %.3f\n", m.Gain,
		t.UpdateWithKernel(nearest, 0).Lambda2-l2, t.UpdateWithKernel(crude, 0).Lambda2-l2)
	// Output: matrix 0.842, nearest sheaf 0.842, projection edge by edge 0.017
}

// The graph is two triangles joined by one edge. The ascent strengthens this edge, which
// raises λ2 by more than a fifth, and keeps the kernel.
func ExampleAscent() {
	g := graph.Barbell(3)
	base := sheaf.Constant(g.N, 2, g.Edges)
	asc := spectral.NewAscent(g.N, 2, g.Edges, spectral.TrackerOptions{})
	a := spectral.IdentityMetric(len(g.Edges), 2)
	before := asc.Start(base, a, spectral.AscentOptions{Steps: 3, Rho: 0.3})
	for !asc.Step() {
	}
	fmt.Println(asc.Estimate().Lambda2 > 1.2*before.Lambda2, asc.Change() <= 0.3, asc.Estimate().KernelDim)
	// Output: true true 2
}

// The eigenvalues of K5 are 0 and four times 5, each d = 2 times.
func ExampleTracker_CountBelow() {
	g := graph.Complete(5)
	t := spectral.NewTracker(g.N, 2, g.Edges, spectral.TrackerOptions{})
	t.Update(sheaf.Constant(g.N, 2, g.Edges))
	below4, _ := t.CountBelow(4)
	below6, _ := t.CountBelow(6)
	p, _ := t.Low(1)
	fmt.Printf("%d %d %.6f\n", below4, below6, p.Values[0])
	// Output: 2 10 5.000000
}
