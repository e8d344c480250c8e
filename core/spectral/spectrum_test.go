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

// TestFullAgainstDense compares eigenvalues, λ₂ and λ₃ with those of gonum.
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
		l2, l3, k := reference(t, s)
		a, b, index, ok := got.Lambda2(Preliminaries, d, 1)
		if !ok || index != k || !near(a, l2, 1e-10) || !near(b, l3, 1e-10) {
			t.Fatalf("λ2, λ3 = %g, %g at %d, want %g, %g at %d", a, b, index, l2, l3, k)
		}
	}
}

// TestFullRejectsLargeOperators checks the limit of the dimension.
func TestFullRejectsLargeOperators(t *testing.T) {
	lap := sheaf.NewLaplacian(MaxDense+1, 1, nil)
	if _, err := Full(lap.Operator(), 0, ValuesOnly); err == nil {
		t.Fatal("dimension above the limit accepted")
	}
	if _, err := FullDense(linalg.NewDense(MaxDense+1, MaxDense+1), 0, ValuesOnly); err == nil {
		t.Fatal("matrix above the limit accepted")
	}
}

// TestConstantSheafRepeatsGraphSpectrum: with R = I the eigenvalues are the
// graph's, d times each.
func TestConstantSheafRepeatsGraphSpectrum(t *testing.T) {
	lap := sheaf.NewLaplacian(5, 3, graph.Complete(5).Edges)
	lap.Assemble(sheaf.Constant(5, 3, graph.Complete(5).Edges))
	s, err := Full(lap.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	if s.KernelDim != 3 || !near(s.Values[2], 0, 1e-12) || !near(s.Values[3], 5, 1e-12) || !near(s.Values[14], 5, 1e-12) {
		t.Fatalf("kernel %d, eigenvalues %v", s.KernelDim, s.Values)
	}
}

// TestTwistedCycleHasNoSection: a cycle whose maps compose to −1 has no global
// section.
func TestTwistedCycleHasNoSection(t *testing.T) {
	edges := ringEdges(7)
	s := sheaf.Constant(7, 2, edges)
	s.Map(3, 0)[0], s.Map(3, 0)[3] = -1, -1
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

// TestLiteralIsLeastOfComponents checks that the literal λ₂ is the smallest λ_{d+1} of the components.
func TestLiteralIsLeastOfComponents(t *testing.T) {
	// A path of three and an edge, one isolated node.
	edges := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 3, J: 4}}
	s := sheaf.Constant(6, 2, edges)
	lap := sheaf.NewLaplacian(6, 2, edges)
	lap.Assemble(s)
	per, err := componentLambda2(lap.Operator(), 2, []int{0, 0, 0, 1, 1, 2}, 3)
	if err != nil || !near(per[0], 1, 1e-12) || !near(per[1], 2, 1e-12) || per[2] != -1 {
		t.Fatal(err, per)
	}
	full, err := Full(lap.Operator(), 0, ValuesOnly)
	if err != nil {
		t.Fatal(err)
	}
	if l2, _, _, ok := full.Lambda2(Literal, 2, countComponents(6, edges)); !ok || !near(l2, 1, 1e-12) {
		t.Fatalf("literal λ2 %g", l2)
	}
}

// TestDensityEqualsSmoothedSpectrum compares the smoothed density with that of the
// dense spectrum.
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
	got, err := Density(lap.Operator(), grid, 40, 40, width, 1)
	if err != nil {
		t.Fatal(err)
	}
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
		t.Fatalf("mass %g, L1 distance %g", mass, diff)
	}
	if _, err := Density(lap.Operator(), grid, 0, 1, 1, 0); err == nil {
		t.Fatal("no probes accepted")
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
		a := linalg.NewDense(dim, dim)
		for col := range dim {
			at := nodes[col/d]*d + col%d
			src[at] = 1
			op.Apply(dst, src)
			src[at] = 0
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
