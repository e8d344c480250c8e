// Package tables writes results: mean and sample standard deviation,
//
//	x̄ = Σ x_r / R,   s = sqrt(Σ (x_r − x̄)² / (R − 1)),
//
// which nodes are wrong in how many runs, Markdown tables and cells of CSV files.
package tables

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
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
	mean, std := stat.MeanStdDev(x, nil)
	return Summary{len(x), mean, std}
}

// Interval is half of the 95 % interval of the mean, t s/√N with the quantile t of
// Student's distribution with N−1 degrees of freedom; 0 for fewer than two numbers.
func (s Summary) Interval() float64 {
	if s.N < 2 {
		return 0
	}
	free := float64(s.N - 1)
	x := mathext.InvRegIncBeta(free/2, 0.5, 0.05) // of free/(free+t²)
	return math.Sqrt(free*(1/x-1)/float64(s.N)) * s.Std
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
	text := strconv.FormatFloat(mean, 'f', 1, 64)
	if n > 1 {
		text += " ± " + strconv.FormatFloat(half, 'f', 1, 64)
	}
	return text
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
