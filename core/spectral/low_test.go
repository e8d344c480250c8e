package spectral

import (
	"testing"

	"sheafscope/core/rng"
)

func TestLowAndCount(t *testing.T) {
	for trial := range 10 {
		src := rng.New(51, "low", uint64(trial))
		d, n := 1+trial%4, 12+src.Intn(20)
		edges := randomEdges(src, n, 1+trial%2, n)
		s := randomSheaf(src, n, d, edges, d > 1)
		tr := NewTracker(n, d, edges, TrackerOptions{})
		tr.Update(s)
		want := eigenvalues(t, denseOf(s))
		_, kernel := Kernel(want, 0)
		p, err := tr.Low(8)
		if err != nil || !p.Complete || len(p.Values) != 8 {
			t.Fatal(err, p)
		}
		for i, v := range p.Values {
			if !near(v, want[kernel+i], 1e-8) || p.Residuals[i] > 1e-5*(1+want[len(want)-1]) {
				t.Fatalf("trial %d: value %d is %.12g, want %.12g (residual %g)", trial, i, v, want[kernel+i], p.Residuals[i])
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
			t.Fatalf("after Low: %+v", again)
		}
	}
	tr := NewTracker(30, 1, ringEdges(30), TrackerOptions{MaxPairs: 1})
	if _, err := tr.Low(3); err == nil {
		t.Fatal("Low without a factor")
	}
	if _, err := tr.CountBelow(1); err == nil {
		t.Fatal("CountBelow without a factor")
	}
}
