// Package tables writes results: mean and sample standard deviation,
//
//	x̄ = Σ x_r / R,   s = sqrt(Σ (x_r − x̄)² / (R − 1)),
//
// which nodes are wrong in how many runs, Markdown tables and cells of CSV files. Every number has the same bits on every machine: sums go
// from the first number to the last, and functions are those of linalg, so that the command line and the page print the same texts.
package tables

import (
	"math"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// Summary is mean and sample standard deviation of N numbers; Std is 0 for N < 2.
type Summary struct {
	N         int
	Mean, Std float64
}

// Summarize computes a Summary.
func Summarize(x []float64) Summary {
	switch len(x) {
	case 0:
		return Summary{}
	case 1:
		return Summary{N: 1, Mean: x[0]}
	}
	sum, n := 0.0, float64(len(x))
	for _, v := range x {
		sum += v
	}
	mean, squares, rest := sum/n, 0.0, 0.0
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		rest += d // would be 0 but for rounding
	}
	return Summary{len(x), mean, math.Sqrt(max(0, squares-float64(rest*rest)/n) / (n - 1))}
}

// Interval is half of the 95 % interval of the mean, t s/√N with the quantile t of
// Student's distribution with N−1 degrees of freedom; 0 for fewer than two numbers.
func (s Summary) Interval() float64 {
	if s.N < 2 {
		return 0
	}
	free := float64(s.N - 1)
	x := linalg.InvIncBeta(free/2, 0.5, 0.05) // of free/(free+t²)
	return math.Sqrt(free*(1/x-1)/float64(s.N)) * s.Std
}

// Factor is the geometric mean of a_k/b_k, of as many positive numbers, and the ends of its 95 % interval, by Student's t of the
// logarithms.
func Factor(a, b []float64) [3]float64 {
	logs := make([]float64, len(a))
	for k := range a {
		logs[k] = linalg.Log(a[k]) - linalg.Log(b[k])
	}
	s := Summarize(logs)
	half := s.Interval()
	return [3]float64{linalg.Exp(s.Mean), linalg.Exp(s.Mean - half), linalg.Exp(s.Mean + half)}
}

// String writes mean and deviation as [PlusMinus] does, and "–" for none.
func (s Summary) String() string {
	if s.N == 0 {
		return "–"
	}
	return PlusMinus(s.N, s.Mean, s.Std)
}

// PlusMinus writes a mean of n numbers with its deviation, or half of its interval, as "87.0 ± 3.1"; without it for one number.
func PlusMinus(n int, mean, half float64) string {
	if n < 2 {
		half = math.NaN()
	}
	return words.PlusMinus(mean, half, 1)
}

// Markdown writes a table: the first column stands left, the others right. Every
// row has as many cells as head.
func Markdown(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(head)
	b.WriteString("|---|" + strings.Repeat("---:|", len(head)-1) + "\n")
	for _, r := range rows {
		line(r)
	}
	return b.String()
}
