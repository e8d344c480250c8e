package tables

import (
	"math"
	"testing"
)

// TestSummaryEqualsHandCount: the mean of 1, 2, 3, 4 is 2.5, and their sample standard deviation √(5/3).
// No numbers give a zero summary, and one number has the deviation 0.
func TestSummaryEqualsHandCount(t *testing.T) {
	s := Summarize([]float64{1, 2, 3, 4})
	if s.N != 4 || s.Mean != 2.5 || math.Abs(s.Std-math.Sqrt(5.0/3)) > 1e-15 {
		t.Errorf("1, 2, 3, 4 give %+v, want N = 4, mean 2.5 and deviation √(5/3)", s)
	}
	if s := Summarize(nil); s != (Summary{}) {
		t.Errorf("no numbers give %+v, want zeros", s)
	}
	if s := Summarize([]float64{7}); s != (Summary{N: 1, Mean: 7}) {
		t.Errorf("the number 7 gives %+v, want N = 1, mean 7 and deviation 0", s)
	}
}

// TestTextQuotesCells: cells with commas, quotes or line breaks are quoted. Formulas get an apostrophe.
func TestTextQuotesCells(t *testing.T) {
	for text, want := range map[string]string{"plain": "plain", "": "", "a,b": `"a,b"`, `say "x"`: `"say ""x"""`, "a\"b,": `"a""b,"`,
		"=1+1": "'=1+1", "-x": "'-x", "two\nlines": "\"two\nlines\""} {
		var c CSV
		c.Text(text)
		if string(c.rows) != want {
			t.Errorf("%q is written as %q, want %q", text, c.rows, want)
		}
	}
}

// TestIntervalEqualsTable: with standard deviation 1, half of the interval times √n is the two-sided 95 % quantile of Student's
// distribution. The quantiles are those of printed tables, with three decimals. One number has no interval.
func TestIntervalEqualsTable(t *testing.T) {
	// free is the number of degrees of freedom.
	for free, quantile := range map[int]float64{1: 12.706, 2: 4.303, 9: 2.262, 29: 2.045} {
		s := Summary{N: free + 1, Std: 1}
		if got := s.Interval() * math.Sqrt(float64(s.N)); math.Abs(got-quantile) > 5e-4 { // half of the last decimal
			t.Errorf("with %d degrees of freedom the quantile is %g, want %g", free, got, quantile)
		}
	}
	if got := (Summary{N: 1, Std: 1}).Interval(); got != 0 {
		t.Errorf("one number has the interval %g, want 0", got)
	}
}

// TestFactorEqualsHandCount: Factor returns the geometric mean of the ratios and the ends of its interval, computed by hand.
// The ratios 2 and 8 have the geometric mean 4. Their logarithms are log 4 ± log 2, with the standard deviation √2·log 2. With n = 2, half
// of the interval of the logarithm is 12.706·√2·log 2/√2 = 12.706·log 2. The quantile 12.706 is rounded, therefore the bound 1e-3.
func TestFactorEqualsHandCount(t *testing.T) {
	f := Factor([]float64{2, 16}, []float64{1, 2})
	for k, want := range [3]float64{4, 4 / math.Pow(2, 12.706), 4 * math.Pow(2, 12.706)} {
		if math.Abs(f[k]/want-1) > 1e-3 {
			t.Errorf("number %d is %g, want %g", k, f[k], want)
		}
	}
}

// TestMarkdownKeepsCells: a cell with a | or a line break remains one cell of one line.
func TestMarkdownKeepsCells(t *testing.T) {
	got := Markdown([]string{"a|b", "c"}, [][]string{{"first\nsecond\r", ""}, {"|", "‖x‖"}})
	want := "| a\\|b | c |\n|---|---:|\n| first second  |  |\n| \\| | ‖x‖ |\n"
	if got != want {
		t.Errorf("the table is\n%s, want\n%s", got, want)
	}
}
