// Package tables summarizes results and writes them as tables. The mean and the sample standard deviation of R numbers x_r are
//
//	x̄ = Σ x_r / R,   s = sqrt(Σ (x_r − x̄)² / (R − 1)).
//
// The package also counts the mistakes of each node over runs, tests significance, and writes Markdown tables and CSV files.
// Numbers have the same bits on every machine, because sums have a fixed order and logarithms and exponentials are from package linalg.
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
	mean := sum / n
	squares := 0.0
	deviations := 0.0 // sum of the deviations from the mean, which would be 0 without rounding errors
	for _, v := range x {
		d := v - mean
		squares += float64(d * d)
		deviations += d
	}
	// The sum of squares around the exact mean. Rounding must not make it negative.
	corrected := max(0, squares-float64(deviations*deviations)/n)
	return Summary{len(x), mean, math.Sqrt(corrected / (n - 1))}
}

// Interval returns half the width of the 95 % interval of the mean, t·s/√N, where t is the 97.5 % quantile of Student's distribution with
// N−1 degrees of freedom. It returns 0 for fewer than two numbers.
func (s Summary) Interval() float64 {
	if s.N < 2 {
		return 0
	}
	free := float64(s.N - 1) // degrees of freedom
	// With I, the regularised incomplete beta function, I_x(free/2, ½) = 0.05 for x = free/(free+t²). Hence t² = free·(1/x − 1).
	x := linalg.InvIncBeta(free/2, 0.5, 0.05)
	return math.Sqrt(free*(1/x-1)/float64(s.N)) * s.Std
}

// Factor returns the geometric mean of a_k/b_k, followed by the lower and the upper end of its 95 % interval (Student's t of the
// logarithms). a and b are positive and of equal length. With one pair all three numbers are a_0/b_0, and without pairs they are 1.
func Factor(a, b []float64) [3]float64 {
	logs := make([]float64, len(a))
	for k := range a {
		logs[k] = linalg.Log(a[k]) - linalg.Log(b[k])
	}
	s := Summarize(logs)
	half := s.Interval()
	return [3]float64{linalg.Exp(s.Mean), linalg.Exp(s.Mean - half), linalg.Exp(s.Mean + half)}
}

// String returns the mean and the standard deviation in the form of [PlusMinus], or "–" for a summary of no numbers.
func (s Summary) String() string {
	if s.N == 0 {
		return "–"
	}
	return PlusMinus(s.N, s.Mean, s.Std)
}

// PlusMinus returns a mean of n numbers and ± half, such as "87.0 ± 3.1". For n < 2 it returns the mean alone. A mean that is not finite
// gives "–".
func PlusMinus(n int, mean, half float64) string {
	if n < 2 {
		half = math.NaN() // words.PlusMinus then omits half
	}
	return words.PlusMinus(mean, half, 1)
}

// cellEscapes replaces the characters that would end a cell of a Markdown table.
var cellEscapes = [...][2]string{{"|", `\|`}, {"\n", " "}, {"\r", " "}}

// Markdown returns a table whose first column is left-aligned, and whose other columns are right-aligned.
// head has at least one cell, and every row has as many cells as head. In a cell the character | is escaped, and a line break
// becomes a space.
func Markdown(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		for _, cell := range cells {
			for _, escape := range cellEscapes {
				cell = strings.ReplaceAll(cell, escape[0], escape[1])
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
	}
	line(head)
	b.WriteString("|---|" + strings.Repeat("---:|", len(head)-1) + "\n")
	for _, r := range rows {
		line(r)
	}
	return b.String()
}
