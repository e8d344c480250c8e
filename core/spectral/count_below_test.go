package spectral

import (
	"math"
	"testing"

	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TestEndsAndCountsEqualDense compares with the dense spectrum of random sheaves: the 8
// eigenvalues of Low above the kernel, the 8 of High, and CountBelow at four points. An
// Update after Low gives the same λ2. Without a factor all three return an error.
func TestEndsAndCountsEqualDense(t *testing.T) {
	for trial := range 10 {
		src := rng.New(51, "low", uint64(trial))
		d, n := 1+trial%4, 12+src.Intn(20)
		edges := randomEdges(src, n, 1+trial%2, n)
		s := randomSheaf(src, n, d, edges, d > 1)
		tr := NewTracker(n, d, edges, TrackerOptions{})
		tr.Update(s)
		want := eigenvalues(t, denseOf(s))
		_, kernel := Kernel(want, 0)
		low, err := tr.Low(8)
		if err != nil || !low.Complete || len(low.Values) != 8 {
			t.Fatalf("trial %d: Low(8) is %+v, error %v", trial, low, err)
		}
		for i, v := range low.Values {
			if !near(v, want[kernel+i], 1e-8) || low.Residuals[i] > 1e-5*(1+want[len(want)-1]) {
				t.Fatalf("trial %d: value %d is %.12g, want %.12g (residual %g)", trial, i, v, want[kernel+i], low.Residuals[i])
			}
		}
		high, err := tr.High(8)
		if err != nil || !high.Complete || len(high.Values) != 8 {
			t.Fatalf("trial %d: High(8) is %+v, error %v", trial, high, err)
		}
		for i, v := range high.Values {
			if w := want[len(want)-8+i]; !near(v, w, 1e-8) || high.Residuals[i] > 1e-5*(1+w) {
				t.Fatalf("trial %d: value %d from above is %.12g, want %.12g (residual %g)", trial, 8-i, v, w, high.Residuals[i])
			}
		}
		for _, x := range []float64{1e-6, 0.3, 1, 3} {
			count := 0
			for _, v := range want {
				if v < x {
					count++
				}
			}
			if got, err := tr.CountBelow(x); err != nil || got != count {
				t.Fatalf("trial %d: %d eigenvalues below %g, want %d (%v)", trial, got, x, count, err)
			}
		}
		if again := tr.Update(s); !near(again.Lambda2, want[kernel], 1e-10) {
			t.Fatalf("Update after Low: %+v, want λ2 %g", again, want[kernel])
		}
	}
	tr := NewTracker(30, 1, ringEdges(30), TrackerOptions{MaxPairs: 1}) // no factor: it needs more than one block update
	if _, err := tr.Low(3); err == nil {
		t.Fatal("Low without a factor: no error")
	}
	if _, err := tr.High(3); err == nil {
		t.Fatal("High without a factor: no error")
	}
	if _, err := tr.CountBelow(1); err == nil {
		t.Fatal("CountBelow without a factor: no error")
	}
}

// TestEndsKeepMultiplicities checks that Low and High return a multiple eigenvalue as
// often as the dense spectrum. The constant sheaf on a ring of 16 nodes has eigenvalues of
// multiplicity 2d; only the first and the last have d. A Lanczos run from one starting vector
// would find each only once.
func TestEndsKeepMultiplicities(t *testing.T) {
	const n, d = 16, 3
	edges := ringEdges(n)
	s := sheaf.New(n, d, edges)
	for e := range edges {
		for side := range 2 {
			for k := range d {
				s.Map(e, side)[k*d+k] = 1
			}
		}
	}
	tr := NewTracker(n, d, edges, TrackerOptions{})
	tr.Update(s)
	// d zeros come first, so the lowest eigenvalue above the kernel has the index d.
	want := eigenvalues(t, denseOf(s))
	low, err := tr.Low(10)
	if err != nil || !low.Complete {
		t.Fatalf("Low(10) is %+v, error %v", low, err)
	}
	high, err := tr.High(10)
	if err != nil || !high.Complete {
		t.Fatalf("High(10) is %+v, error %v", high, err)
	}
	for i := range 10 {
		if !near(low.Values[i], want[d+i], 1e-8) || !near(high.Values[i], want[n*d-10+i], 1e-8) {
			t.Fatalf("value %d of Low and High: %.12g and %.12g, want %.12g and %.12g", i, low.Values[i], high.Values[i], want[d+i], want[n*d-10+i])
		}
	}
}

// TestHighEndsWithoutFiniteMaximum requires that High returns no eigenpairs and no complete
// result if the entries of L are NaN or overflow.
func TestHighEndsWithoutFiniteMaximum(t *testing.T) {
	for _, entry := range []float64{1e160, math.Inf(1), math.NaN()} {
		s := sheaf.New(5, 2, ringEdges(5))
		for i := range s.R {
			s.R[i] = entry
		}
		tr := NewTracker(s.N, s.D, s.Edges, TrackerOptions{})
		tr.Update(s)
		high, err := tr.High(3)
		if err != nil || high.Complete || len(high.Values) != 0 {
			t.Errorf("entries %g: High(3) is %+v, error %v", entry, high, err)
		}
	}
}
