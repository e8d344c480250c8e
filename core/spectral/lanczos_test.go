package spectral

import (
	"math"
	"os"
	"slices"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestLanczosAgainstDense compares the 20 lowest and the 20 highest eigenvalues with
// dense ones. The residuals are 0 and the vectors of the lowest are orthonormal, up to
// rounding. It draws 20 sheaves, 50 with LONG=1. Some of them have large kernels or
// disconnected graphs.
func TestLanczosAgainstDense(t *testing.T) {
	trials := 20
	if os.Getenv("LONG") != "" {
		trials = 50
	}
	for trial := range trials {
		src := rng.New(31, "lanczos", uint64(trial))
		d := 1 + trial%4
		n := 100/d + src.Intn(40/d)
		edges := randomEdges(src, n, 1+trial%5, src.Intn(2*n))
		// The operator: constant or random maps, normalised or not.
		var s *sheaf.Sheaf
		if trial%10 == 0 {
			s = sheaf.Constant(n, d, edges)
		} else {
			s = randomSheaf(src, n, d, edges, trial%2 == 1 && d > 1)
		}
		if trial%3 == 0 {
			s = normalized(s, float64(trial%2))
		}
		want := eigenvalues(t, denseOf(s))
		lap := sheaf.NewLaplacian(n, d, edges)
		lap.Assemble(s)
		low, err := Lowest(lap.Operator(), 20, LanczosOptions{})
		if err != nil {
			t.Fatal(err)
		}
		high, err := Highest(lap.Operator(), 20, LanczosOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if !low.Complete || !high.Complete {
			t.Fatalf("trial %d (dim %d): Lowest complete: %v, Highest complete: %v", trial, n*d, low.Complete, high.Complete)
		}
		// Eigenvalues, residuals and the Gram matrix of the lowest vectors.
		scale := max(1, want[len(want)-1])
		for i := range 20 {
			if math.Abs(low.Values[i]-want[i]) > 1e-8*scale {
				t.Fatalf("trial %d (dim %d): lowest %d is %.12g, want %.12g", trial, n*d, i, low.Values[i], want[i])
			}
			if w := want[len(want)-20+i]; math.Abs(high.Values[i]-w) > 1e-8*scale {
				t.Fatalf("trial %d (dim %d): highest %d is %.12g, want %.12g", trial, n*d, i, high.Values[i], w)
			}
			if low.Residuals[i] > 1e-9*scale || high.Residuals[i] > 1e-9*scale {
				t.Fatalf("trial %d: residuals %d are %g and %g, want 0", trial, i, low.Residuals[i], high.Residuals[i])
			}
			for j := range i + 1 {
				dot := linalg.Dot(low.Vectors[i], low.Vectors[j])
				if i == j {
					dot--
				}
				if math.Abs(dot) > 1e-9 {
					t.Fatalf("trial %d: the Gram matrix of the vectors is off by %g at (%d, %d)", trial, dot, i, j)
				}
			}
		}
	}
}

// TestLanczosRestarts compares the six highest eigenvalues of a ring of 300 nodes with
// the formula 2 − 2cos(2πk/n). The Lanczos basis is far smaller than n, so Highest restarts.
func TestLanczosRestarts(t *testing.T) {
	n := 300
	edges := ringEdges(n)
	lap := sheaf.NewLaplacian(n, 1, edges)
	lap.Assemble(sheaf.Constant(n, 1, edges))
	p, err := Highest(lap.Operator(), 6, LanczosOptions{Tol: 1e-8})
	if err != nil || !p.Complete {
		t.Fatalf("Highest of a ring: %+v, error %v", p, err)
	}
	// k = n/2 gives a simple eigenvalue, and smaller k > 0 double ones.
	for i, k := range []int{147, 148, 148, 149, 149, 150} {
		if want := 2 - 2*math.Cos(2*math.Pi*float64(k)/float64(n)); !near(p.Values[i], want, 1e-9) {
			t.Fatalf("value %d is %.12g, want %.12g", i, p.Values[i], want)
		}
	}
}

// TestLanczosEdgeCases checks that Lowest returns three values for the zero operator of
// dimension 3, and that the largest is 0. Four eigenvalues of Lowest, or none of Highest, are an error.
func TestLanczosEdgeCases(t *testing.T) {
	lap := sheaf.NewLaplacian(3, 1, nil)
	lap.Assemble(sheaf.New(3, 1, nil))
	p, err := Lowest(lap.Operator(), 3, LanczosOptions{})
	if err != nil || len(p.Values) != 3 || p.Values[2] != 0 || !p.Complete {
		t.Fatalf("Lowest of the zero operator: %+v, error %v, want three zeros", p, err)
	}
	if _, err := Lowest(lap.Operator(), 4, LanczosOptions{}); err == nil {
		t.Fatal("four eigenvalues of an operator of dimension 3 accepted")
	}
	if _, err := Highest(lap.Operator(), 0, LanczosOptions{}); err == nil {
		t.Fatal("a request for no eigenvalue accepted")
	}
}

// diagonal is the operator that multiplies entry i by diagonal[i].
type diagonal []float64

// Dim implements linalg.Operator.
func (a diagonal) Dim() int { return len(a) }

// Apply implements linalg.Operator.
func (a diagonal) Apply(dst, src []float64) {
	for i, v := range a {
		dst[i] = v * src[i]
	}
}

// TestLowestOfFewDistinctEigenvalues compares Lowest, if Complete, with the sorted entries of
// a diagonal operator. The operator has three distinct eigenvalues of large multiplicity, so
// random vectors fill the basis.
func TestLowestOfFewDistinctEigenvalues(t *testing.T) {
	complete := 0
	for trial := range 100 {
		src := rng.New(33, "lanczos", uint64(trial))
		var a diagonal
		for range 3 {
			value := -1 - float64(src.Intn(30))
			for range 8 + src.Intn(20) {
				a = append(a, value)
			}
		}
		k := 10 + src.Intn(12)
		p, err := Lowest(a, k, LanczosOptions{Basis: 1, Seed: uint64(trial)})
		if err != nil {
			t.Fatal(err)
		}
		if !p.Complete {
			continue
		}
		complete++
		want := slices.Sorted(slices.Values(a))[:k]
		for i, value := range p.Values {
			if math.Abs(value-want[i]) > 1e-8*30 || p.Residuals[i] > 1e-8*30 {
				t.Fatalf("trial %d: value %d is %.12g with residual %g, want %g", trial, i, value, p.Residuals[i], want[i])
			}
		}
	}
	if complete < 90 {
		t.Fatalf("only %d of 100 results are complete", complete)
	}
}
