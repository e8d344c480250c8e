package pacbayes

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// digammaSeries returns ψ(x) by its recurrence up to 30 and the asymptotic series there. (gonum's function has an error of 5e-11.)
func digammaSeries(x float64) (psi float64) {
	for ; x < 30; x++ {
		psi -= 1 / x
	}
	q := 1 / (x * x)
	return psi + math.Log(x) - 0.5/x - q/12 + q*q/120 - q*q*q/252
}

// TestEntriesEqualSums compares the posterior over directed entries, after one step with T = 1 and w = 0, with sums over a list of the
// entries: KL, c_het, Π and κ̄. Π is not symmetric here. The gradient of 0.7·KL − 1.3·c_het by the probabilities equals central
// differences of these sums.
func TestEntriesEqualSums(t *testing.T) {
	edges := []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}, {I: 2, J: 3}, {I: 3, J: 4}}
	d := &Entries{Forward: []bool{true, true, false, true, true}, Backward: []bool{false, true, true, true, true}}
	list := [][3]int{{0, 1, 0}, {0, 2, 1}, {2, 0, 1}, {2, 1, 2}, {2, 3, 3}, {3, 2, 3}, {3, 4, 4}, {4, 3, 4}} // row, col, edge
	known := []int{0, 1, 1, -1, 0}
	// Random probabilities.
	const n, c = 5, 3
	r := rng.New(1, "entries")
	prob := make([]float64, n*c)
	for i := range n {
		sum := 0.0
		for k := range c {
			prob[i*c+k] = r.Float64()
			sum += prob[i*c+k]
		}
		for k := range c {
			prob[i*c+k] /= sum
		}
	}
	p := NewPosterior(n, c, edges, known, Params{A0: 1, B0: 1, T: 1, Steps: 1, Entries: d})
	p.Run(prob)
	if d.Count() != len(list) {
		t.Fatalf("%d entries, want %d", d.Count(), len(list))
	}
	lgamma := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	// value returns KL, c_het, Π and the κ̄ of the entries in the order of list.
	value := func(prob []float64) (kl, het float64, pi, kappa []float64) {
		pi, count := make([]float64, c*c), make([]float64, c*c)
		for _, q := range list {
			s := 0.0
			for k := range c {
				s += prob[q[0]*c+k] * prob[q[1]*c+k]
			}
			a, b := 1+s, 2-s // Beta posterior after one step, T = 1
			kappa = append(kappa, a/3)
			kl += lgamma(3) - lgamma(a) - lgamma(b) + (a-1)*(digammaSeries(a)-digammaSeries(3)) + (b-1)*(digammaSeries(b)-digammaSeries(3))
			if y, z := known[q[0]], known[q[1]]; y >= 0 && z >= 0 {
				pi[y*c+z] += a / 3
				count[y*c+z]++
			}
		}
		for k := range pi {
			if count[k] > 0 {
				pi[k] /= count[k]
			}
			het += pi[k] * pi[k]
		}
		return kl, math.Sqrt(het), pi, kappa
	}
	compare := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	kl, het, pi, kappa := value(prob)
	compare("KL", p.KL(nil), kl)
	compare("c_het", p.CHet(), het)
	for k := range pi {
		compare("Π", p.Pi[k], pi[k])
	}
	if p.Pi[1] == p.Pi[3] { // Π_01 and Π_10
		t.Error("Π is symmetric although the entries are not")
	}
	for k, q := range list {
		compare("κ", p.Kappa[q[2]], kappa[k])
	}
	grad := make([]float64, n*c)
	p.Backward(Upstream{KL: 0.7, CHet: -1.3}, grad)
	for k := range prob {
		const h = 1e-6
		x := append([]float64(nil), prob...)
		x[k] += h
		klUp, hetUp, _, _ := value(x)
		x[k] -= 2 * h
		klDown, hetDown, _, _ := value(x)
		if want := (0.7*(klUp-klDown) - 1.3*(hetUp-hetDown)) / (2 * h); math.Abs(grad[k]-want) > 1e-8 {
			t.Errorf("gradient %d: %v, want %v", k, grad[k], want)
		}
	}
}
