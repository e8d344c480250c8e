// Package tables summarizes and writes results. It has the mean and the sample standard deviation,
//
//	x̄ = Σ x_r / R,   s = sqrt(Σ (x_r − x̄)² / (R − 1)),
//
// the mistakes of each node over runs, tests of significance, Markdown tables and CSV files.
// Every number has the same bits on every machine: sums are in order, and functions are those of linalg.
// The command line and the page therefore print the same texts.
package tables

import (
	"math"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// Summary is the mean and the sample standard deviation of N numbers. Std is 0 for N < 2.
type Summary struct {
	N         int
	Mean, Std float64
}

// Summarize returns the Summary of x.
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
	mean, squares, roundingSum := sum/n, 0.0, 0.0
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		// Without rounding errors this sum would be 0. It corrects the sum of squares.
		roundingSum += d
	}
	return Summary{len(x), mean, math.Sqrt(max(0, squares-float64(roundingSum*roundingSum)/n) / (n - 1))}
}

// Interval returns half of the 95 % interval of the mean, t·s/√N, where t is a quantile of Student's distribution with N−1 degrees of
// freedom. It returns 0 for fewer than two numbers.
func (s Summary) Interval() float64 {
	if s.N < 2 {
		return 0
	}
	free := float64(s.N - 1)
	// x = free/(free+t²) has the incomplete beta function 0.05.
	x := linalg.InvIncBeta(free/2, 0.5, 0.05)
	return math.Sqrt(free*(1/x-1)/float64(s.N)) * s.Std
}

// Factor returns the geometric mean of a_k/b_k and the ends of its 95 % interval, by Student's t of the logarithms.
// a and b are positive and of equal length.
func Factor(a, b []float64) [3]float64 {
	logs := make([]float64, len(a))
	for k := range a {
		logs[k] = linalg.Log(a[k]) - linalg.Log(b[k])
	}
	s := Summarize(logs)
	half := s.Interval()
	return [3]float64{linalg.Exp(s.Mean), linalg.Exp(s.Mean - half), linalg.Exp(s.Mean + half)}
}

// String returns the mean and the deviation in the form of [PlusMinus], or "–" for a summary of no numbers.
func (s Summary) String() string {
	if s.N == 0 {
		return "–"
	}
	return PlusMinus(s.N, s.Mean, s.Std)
}

// PlusMinus returns a mean of n numbers with its deviation or its half interval, as "87.0 ± 3.1". For one number it returns the mean alone.
func PlusMinus(n int, mean, half float64) string {
	if n < 2 {
		half = math.NaN()
	}
	return words.PlusMinus(mean, half, 1)
}

// Markdown returns a table whose first column is left-aligned, and whose other columns are right-aligned.
// Every row has as many cells as head.
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
