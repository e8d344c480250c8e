package tables

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// printed is the SHA-256 sum of all texts that cells writes in TestPrintedCells, recorded from this program. The test runs natively and in
// wasm (web/tool/test), so that both print the same texts.
const printed = "7dc178e9feb9da89c85155b16f4e7d7f922cdd906c6e25352bce8aaeb6a9a119"

// cells writes to h the texts that tables and panels print of two models, and the p-value of their difference with nine digits.
// x and y are the accuracies of their runs in percent, a and b the numbers of nodes where one model alone is right.
func cells(h hash.Hash, x, y []float64, a, b int) {
	s, differences := Summarize(x), make([]float64, len(x))
	for k := range x {
		differences[k] = x[k] - y[k]
	}
	d := Summarize(differences)
	fmt.Fprintln(h, s, PlusMinus(s.N, s.Mean, s.Interval()), PlusMinus(d.N, d.Mean, d.Interval()), strconv.FormatFloat(d.PValue(), 'g', 9, 64))
	fmt.Fprintln(h, strconv.FormatFloat(d.PValue(), 'g', 2, 64), strconv.FormatFloat(McNemar(a, b), 'f', 3, 64))
}

// TestPrintedCells: the texts of 20,000 random cells are the recorded ones. Three of four cells have ten runs with a thousand test nodes,
// the others have random sizes. For every tenth cell the mean, the deviation, the interval and both p-values equal those from the library
// gonum to 1e-9, relative for numbers above 1.
func TestPrintedCells(t *testing.T) {
	r, h := rand.New(rand.NewPCG(61, 8)), sha256.New()
	for k := range 20_000 {
		runs, nodes := 10, 1000
		if k%4 == 3 {
			runs, nodes = 2+r.IntN(40), 20+r.IntN(3000)
		}
		x, y, p := make([]float64, runs), make([]float64, runs), r.Float64()
		for q := range x {
			x[q], y[q] = 100*float64(binomial(r, nodes, p))/float64(nodes), 100*float64(binomial(r, nodes, p))/float64(nodes)
		}
		a, b := r.IntN(60), r.IntN(60)
		cells(h, x, y, a, b)
		if k%10 > 0 {
			continue // Gonum is slow in wasm.
		}
		s := Summarize(x)
		mean, std := stat.MeanStdDev(x, nil)
		free := float64(runs - 1) // degrees of freedom
		near := func(what string, got, want float64) {
			if !(math.Abs(got-want) <= 1e-9*math.Max(1, math.Abs(want))) {
				t.Fatalf("%s is %v, want %v; the accuracies are %v", what, got, want, x)
			}
		}
		near("the mean", s.Mean, mean)
		near("the deviation", s.Std, std)
		// I is the regularised incomplete beta function. Half of the interval is t·std/√runs, where x = free/(free+t²) has I_x(free/2, ½) = 0.05.
		near("the interval", s.Interval(), math.Sqrt(free*(1/mathext.InvRegIncBeta(free/2, 0.5, 0.05)-1)/float64(runs))*std)
		// The p-value is I_x(free/2, ½) with x = free/(free+t²) and t² = mean²/square. For two runs or the mean 0 PValue returns 1 instead.
		if runs > 2 && mean != 0 {
			square := std * std / float64(runs) // squared standard error of the mean
			near("the p-value", s.PValue(), mathext.RegIncBeta(free/2, 0.5, free*square/(free*square+mean*mean)))
		}
		// The p-value of McNemar is 2·I_½(larger, smaller+1), at most 1, and exactly 1 for equal numbers.
		if a != b {
			want := math.Min(1, 2*mathext.RegIncBeta(float64(max(a, b)), float64(min(a, b)+1), 0.5))
			near(fmt.Sprintf("McNemar(%d, %d)", a, b), McNemar(a, b), want)
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != printed {
		t.Errorf("the texts have the sum %s, recorded is %s", got, printed)
	}
}

// binomial returns a random number of right answers among n of a model with accuracy p.
// It approximates the binomial distribution: a sum of three uniform numbers, 2(u₁+u₂+u₃−1.5), stands for a normal number.
func binomial(r *rand.Rand, n int, p float64) int {
	return min(n, max(0, int(math.Round(float64(n)*p+math.Sqrt(float64(n)*p*(1-p))*(r.Float64()+r.Float64()+r.Float64()-1.5)*2))))
}
