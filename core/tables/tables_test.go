package tables

import (
	"math"
	"testing"
)

// TestSummaryEqualsHandCount: mean and standard deviation equal those by hand.
func TestSummaryEqualsHandCount(t *testing.T) {
	s := Summarize([]float64{1, 2, 3, 4})
	if s.N != 4 || s.Mean != 2.5 || math.Abs(s.Std-math.Sqrt(5.0/3)) > 1e-15 {
		t.Errorf("%+v", s)
	}
	if s := Summarize(nil); s != (Summary{}) {
		t.Errorf("%+v", s)
	}
	if s := Summarize([]float64{7}); s != (Summary{1, 7, 0}) {
		t.Errorf("%+v", s)
	}
}

// TestTextQuotesCells: cells with commas, quotes or line breaks are quoted.
func TestTextQuotesCells(t *testing.T) {
	for text, want := range map[string]string{"plain": "plain", "": "", "a,b": `"a,b"`, `say "x"`: `"say ""x"""`, "a\"b,": `"a""b,"`,
		"=1+1": "'=1+1", "-x": "'-x", "two\nlines": "\"two\nlines\""} {
		var c CSV
		if c.Text(text); string(c.rows) != want {
			t.Errorf("%q is written as %q, want %q", text, c.rows, want)
		}
	}
}

// TestIntervalEqualsTable compares with the printed quantiles of Student's distribution (two-sided, 95 %).
func TestIntervalEqualsTable(t *testing.T) {
	for free, quantile := range map[int]float64{1: 12.706, 2: 4.303, 9: 2.262, 29: 2.045} {
		s := Summary{N: free + 1, Std: 1}
		if got := s.Interval() * math.Sqrt(float64(s.N)); math.Abs(got-quantile) > 5e-4 {
			t.Errorf("with %d degrees of freedom %g, want %g", free, got, quantile)
		}
	}
	if (Summary{N: 1, Std: 1}).Interval() != 0 {
		t.Error("one number has an interval")
	}
}

// TestFactorEqualsHandCount computes a factor by hand: the ratios 2 and 8 have the geometric mean 4.
// Their logarithms differ from that of 4 by log 2, so half of the interval is 12.706·√2·log 2/√2.
func TestFactorEqualsHandCount(t *testing.T) {
	f := Factor([]float64{2, 16}, []float64{1, 2})
	for k, want := range [3]float64{4, 4 / math.Pow(2, 12.706), 4 * math.Pow(2, 12.706)} {
		if math.Abs(f[k]/want-1) > 1e-3 {
			t.Errorf("number %d is %g, want %g", k, f[k], want)
		}
	}
}
