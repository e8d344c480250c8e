package spectral

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestFullAgainstDense compares the eigenvalues of Full, and λ₂, λ₃ and the index of λ₂,
// with those of gonum, on random sheaves for d = 1 to 4.
func TestFullAgainstDense(t *testing.T) {
	for trial := range 10 {
		src := rng.New(41, "full", uint64(trial))
		n, d := 10+src.Intn(10), 1+trial%4
		edges := randomEdges(src, n, 1+trial%2, n)
		s := randomSheaf(src, n, d, edges, d > 1)
		lap := sheaf.NewLaplacian(n, d, edges)
		lap.Assemble(s)
		got, err := Full(lap.Operator(), 0, WithVectors)
		if err != nil {
			t.Fatal(err)
		}
		want := eigenvalues(t, denseOf(s))
		for i, v := range want {
			if !near(got.Values[i], v, 1e-10) {
				t.Fatalf("eigenvalue %d: %g, want %g", i, got.Values[i], v)
			}
		}
		// λ2 and λ3 by the rule of the preliminaries.
		l2, l3, k := reference(t, s)
		gotL2, gotL3, index, ok := got.Lambda2(Preliminaries, d, 1)
		if !ok || index != k {
			t.Fatalf("λ2 has index %d (known: %v), want %d", index, ok, k)
		}
		if !near(gotL2, l2, 1e-10) || !near(gotL3, l3, 1e-10) {
			t.Fatalf("λ2, λ3 = %g, %g, want %g, %g", gotL2, gotL3, l2, l3)
		}
	}
}

// TestFullRejectsLargeOperators checks that Full and FullDense refuse the dimension
// MaxDense + 1.
func TestFullRejectsLargeOperators(t *testing.T) {
	lap := sheaf.NewLaplacian(MaxDense+1, 1, nil)
	if _, err := Full(lap.Operator(), 0, ValuesOnly); err == nil {
		t.Fatal("Full accepts the dimension MaxDense + 1")
	}
	if _, err := FullDense(linalg.NewDense(MaxDense+1, MaxDense+1), 0, ValuesOnly); err == nil {
		t.Fatal("FullDense accepts the dimension MaxDense + 1")
	}
}

// TestConstantSheafRepeatsGraphSpectrum checks that with R = I the eigenvalues are those
// of the graph, d times each: on K5 with d = 3, 3 times 0 and 12 times 5.
func TestConstantSheafRepeatsGraphSpectrum(t *testing.T) {
	lap := sheaf.NewLaplacian(5, 3, graph.Complete(5).Edges)
	lap.Assemble(sheaf.Constant(5, 3, graph.Complete(5).Edges))
	s, err := Full(lap.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	if s.KernelDim != 3 || !near(s.Values[2], 0, 1e-12) {
		t.Fatalf("kernel of dimension %d, want 3; eigenvalues %v", s.KernelDim, s.Values)
	}
	if !near(s.Values[3], 5, 1e-12) || !near(s.Values[14], 5, 1e-12) {
		t.Fatalf("eigenvalues %v, want 5 from index 3 on", s.Values)
	}
}

// TestTwistedCycleHasNoSection checks that a cycle whose maps compose to −I has no global
// section, and that its λ2 is 2 − 2 cos(π/n) for n = 7.
func TestTwistedCycleHasNoSection(t *testing.T) {
	edges := ringEdges(7)
	s := sheaf.Constant(7, 2, edges)
	s.Map(3, 0)[0], s.Map(3, 0)[3] = -1, -1 // one map is −I
	lap := sheaf.NewLaplacian(7, 2, edges)
	lap.Assemble(s)
	full, err := Full(lap.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	want := 2 - 2*math.Cos(math.Pi/7)
	if l2, _, _, _ := full.Lambda2(Preliminaries, 2, 1); full.KernelDim != 0 || !near(l2, want, 1e-12) {
		t.Fatalf("kernel %d, λ2 %g, want 0 and %g", full.KernelDim, l2, want)
	}
}

// TestLiteralIsLeastOfComponents checks that λ₂ by the rule Literal is the smallest λ_{d+1} of
// the components. By hand λ_{d+1} is 1 for a path of three nodes and 2 for an edge. An isolated
// node has none.
func TestLiteralIsLeastOfComponents(t *testing.T) {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 3, J: 4}}
	s := sheaf.Constant(6, 2, edges)
	lap := sheaf.NewLaplacian(6, 2, edges)
	lap.Assemble(s)
	per, err := componentLambda2(lap.Operator(), 2, []int{0, 0, 0, 1, 1, 2}, 3)
	if err != nil || !near(per[0], 1, 1e-12) || !near(per[1], 2, 1e-12) || per[2] != -1 {
		t.Fatalf("λ_{d+1} of the components: %v, error %v, want [1 2 -1]", per, err)
	}
	full, err := Full(lap.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	if l2, _, _, ok := full.Lambda2(Literal, 2, countComponents(6, edges)); !ok || !near(l2, 1, 1e-12) {
		t.Fatalf("literal λ2 %g (known: %v), want 1", l2, ok)
	}
}

// TestDensityEqualsSmoothedSpectrum compares Density with a sum of Gaussians at gonum's
// eigenvalues. The L1 distance is at most 0.06, since 40 random probes estimate the trace.
// The integral of the density is 1. A number of probes of 0 is an error.
func TestDensityEqualsSmoothedSpectrum(t *testing.T) {
	src := rng.New(42, "density")
	n, d := 60, 2
	edges := randomEdges(src, n, 1, 120)
	s := normalized(randomSheaf(src, n, d, edges, false), 1)
	lap := sheaf.NewLaplacian(n, d, edges)
	lap.Assemble(s)
	const width = 0.1
	var grid []float64
	for x := -0.5; x <= 2.5; x += 0.02 {
		grid = append(grid, x)
	}
	got, err := Density(lap.Operator(), grid, 40, 40, width, 1) // 40 probes of 40 steps, seed 1
	if err != nil {
		t.Fatal(err)
	}
	// Sums over the grid, of step 0.02, approximate the integrals.
	values := eigenvalues(t, denseOf(s))
	mass, diff := 0.0, 0.0
	for i, x := range grid {
		want := 0.0
		for _, v := range values {
			want += math.Exp(-(x-v)*(x-v)/(2*width*width)) / (width * math.Sqrt(2*math.Pi) * float64(len(values)))
		}
		mass += 0.02 * got[i]
		diff += 0.02 * math.Abs(got[i]-want)
	}
	if math.Abs(mass-1) > 1e-3 || diff > 0.06 {
		t.Fatalf("the density has the integral %g, want 1, and the L1 distance %g, want at most 0.06", mass, diff)
	}
	if _, err := Density(lap.Operator(), grid, 0, 1, 1, 0); err == nil {
		t.Fatal("0 probes accepted")
	}
}

// componentLambda2 returns λ_{d+1} of each connected component of the operator, as in
// the rule Literal. It is −1 for a component of a single node, which has no such
// eigenvalue, and 0 if λ_{d+1} is not above the kernel tolerance. component[i] in
// 0 … count−1 is the component of node i. It is an error if the dimension of a
// component exceeds MaxDense.
func componentLambda2(op linalg.Operator, d int, component []int, count int) ([]float64, error) {
	out := make([]float64, count)
	src, dst := make([]float64, op.Dim()), make([]float64, op.Dim())
	for c := range count {
		var nodes []int
		for i, k := range component {
			if k == c {
				nodes = append(nodes, i)
			}
		}
		dim := len(nodes) * d
		if dim > MaxDense {
			return nil, fmt.Errorf("spectral: component %d has dimension %d, above %d", c, dim, MaxDense)
		}
		if len(nodes) < 2 {
			out[c] = -1
			continue
		}
		// Column col of the block is the product of the operator with a unit vector.
		a := linalg.NewDense(dim, dim)
		for col := range dim {
			coordinate := nodes[col/d]*d + col%d
			src[coordinate] = 1
			op.Apply(dst, src)
			src[coordinate] = 0
			for row := range dim {
				a.Data[row*dim+col] = dst[nodes[row/d]*d+row%d]
			}
		}
		values, _, err := linalg.EigSym(a, linalg.ValuesOnly)
		if err != nil {
			return nil, fmt.Errorf("spectral: component %d: %w", c, err)
		}
		if _, kernel := Kernel(values, 0); kernel <= d {
			out[c] = values[d]
		}
	}
	return out, nil
}
