package transport

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// maxDiff returns the largest absolute difference of two elements.
func maxDiff(a, b []float64) (e float64) {
	for i, v := range a {
		e = max(e, math.Abs(v-b[i]))
	}
	return e
}

// closedForm returns the entropic plan of mu and nu at temperature eps, d×d, by the closed
// form of Plan.
func closedForm(mu, nu []float64, eps float64) []float64 {
	p := NewPlan(len(mu))
	p.Solve(mu, nu, eps)
	dst := make([]float64, len(mu)*len(mu))
	p.Dense(dst)
	return dst
}

// TestSinkhornIsStable checks 40 scalings for temperatures from 0.001 to 1000. Scalings of
// rows and columns alternate, and each makes its marginal exact. The sum of RowError and
// ColError equals the ℓ1 error of the marginals of the plan, and never rises.
func TestSinkhornIsStable(t *testing.T) {
	r := rng.New(1, "sinkhorn")
	for _, eps := range []float64{0.001, 0.005, 0.05, 0.5, 10, 1e3} {
		mu, nu := randomMeasure(r, 5, 1), randomMeasure(r, 5, 1)
		s := NewSinkhorn(mu, nu, eps)
		plan, last := make([]float64, 25), math.Inf(1)
		for step := range 40 {
			kind := s.Step()
			s.Plan(plan)
			wantKind, scaledError := "row", rowError(plan, mu)
			if step%2 == 1 {
				wantKind, scaledError = "column", columnError(plan, nu)
			}
			if kind != wantKind || scaledError > 1e-13 {
				t.Fatalf("ε=%g step %d: scaling of %s, want %s; error %g of this marginal", eps, step, kind, wantKind, scaledError)
			}
			e := s.RowError() + s.ColError()
			if !(e <= last+1e-13) {
				t.Fatalf("ε=%g step %d: error rises from %g to %g", eps, step, last, e)
			}
			if math.Abs(e-marginalError(plan, mu, nu)) > 1e-13 {
				t.Fatalf("ε=%g step %d: reported error %g, error of the plan %g", eps, step, e, marginalError(plan, mu, nu))
			}
			last = e
		}
	}
}

// TestSinkhornAtoms compares 400 scalings with the closed form, for measures with zeros.
func TestSinkhornAtoms(t *testing.T) {
	mu, nu := []float64{0.5, 0.5, 0}, []float64{0.25, 0, 0.75}
	s := NewSinkhorn(mu, nu, 0.5)
	for range 400 {
		s.Step()
	}
	plan := make([]float64, 9)
	s.Plan(plan)
	if e := maxDiff(plan, closedForm(mu, nu, 0.5)); !(e < 1e-12) {
		t.Errorf("the plan %v differs from the closed form by %g", plan, e)
	}
}

// TestEffectiveEpsilon checks that 200 steps with τ = 1.7 lead from the temperature 1.3 to
// the temperature of the energy, 0.6.
func TestEffectiveEpsilon(t *testing.T) {
	if e := EffectiveEpsilonN(200, 1.3, 0.6, 1.7); math.Abs(e-0.6) > 1e-14 {
		t.Errorf("effective temperature %g after 200 steps, want 0.6", e)
	}
}

// TestKLJKOIsTheEffectivePlan checks that n KL steps give the closed form at the effective
// temperature of n steps, for n = 1 to 3 and d = 2 to 7. The energy does not rise, and Step
// returns the energy that it appends to Energies.
func TestKLJKOIsTheEffectivePlan(t *testing.T) {
	r := rng.New(3, "jko")
	for trial := range 40 {
		d := 2 + trial%6
		eps0, eps, tau := 0.3+r.Float64(), 0.3+r.Float64(), 0.1+4*r.Float64()
		mu, nu := randomMeasure(r, d, 1), randomMeasure(r, d, 1)
		k := NewKLJKO(mu, nu, closedForm(mu, nu, eps0), eps, tau)
		for n := 1; n <= 3; n++ {
			e := k.Step()
			want := closedForm(mu, nu, EffectiveEpsilonN(n, eps0, eps, tau))
			if diff := maxDiff(k.plan, want); diff > 1e-12 {
				t.Fatalf("d=%d step %d: the plan differs by %g", d, n, diff)
			}
			if e > k.Energies[n-1]+1e-14 {
				t.Fatalf("d=%d step %d: the energy rises: %v", d, n, k.Energies)
			}
			if e != k.Energies[n] {
				t.Fatalf("d=%d: step %d returns the energy %g, the list has %g", d, n, e, k.Energies[n])
			}
		}
	}
}

// cycleW1 returns the transport distance of p and q on the four cells of d = 2, a cycle of
// unit edges. The flows on the edges are the cumulative differences up to a constant, and the
// median is the best constant.
func cycleW1(p, q [4]float64) float64 {
	var flow [4]float64
	for i, s := 0, 0.0; i < 4; i++ {
		s += p[i] - q[i]
		flow[i] = s
	}
	sorted := flow
	slices.Sort(sorted[:])
	median, distance := sorted[1], 0.0
	for _, f := range flow {
		distance += math.Abs(f - median)
	}
	return distance
}

// goldenSection returns the minimiser x of a convex f on [lo, hi], after n steps, and f(x).
func goldenSection(f func(float64) float64, lo, hi float64, n int) (x, fx float64) {
	const r = 0.6180339887498949 // (√5−1)/2
	a, b := hi-r*(hi-lo), lo+r*(hi-lo)
	fa, fb := f(a), f(b)
	for range n {
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - r*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + r*(hi-lo)
			fb = f(b)
		}
	}
	return (lo + hi) / 2, f((lo + hi) / 2)
}

// exactStep returns the plan of the literal JKO step from p0 for d = 2, without blur, by
// three nested line searches. ½W₂² of the step is cycleW1: half the squared distance of two
// cells is the number of edges of the cycle between them.
func exactStep(p0 []float64, eps, tau float64) []float64 {
	// Cells in the order of the cycle: 00, 01, 11, 10.
	from := [4]float64{p0[0], p0[1], p0[3], p0[2]}
	f := func(p [4]float64) float64 {
		return cycleW1(p, from) + tau*Energy([]float64{p[0], p[1], p[3], p[2]}, 2, eps)
	}
	const n = 36     // steps of a line search: the interval shrinks by 0.618³⁶, to 3e-8
	var p [4]float64 // the last point at which f was evaluated
	// Each function sets the mass of one cell, and returns the least value of f over the later cells.
	third := func(c float64) float64 {
		p[2], p[3] = c, max(0, 1-p[0]-p[1]-c) // the last cell has the remaining mass
		return f(p)
	}
	second := func(b float64) float64 {
		p[1] = b
		_, least := goldenSection(third, 0, 1-p[0]-b, n)
		return least
	}
	first := func(a float64) float64 {
		p[0] = a
		_, least := goldenSection(second, 0, 1-a, n)
		return least
	}
	x, _ := goldenSection(first, 0, 1, n)
	first(x) // sets p to the minimiser
	return []float64{p[0], p[1], p[3], p[2]}
}

// TestW2MatchesBruteForce checks that W2Step approaches the exact step of the brute-force
// search for d = 2 as the blur γ falls. The error is of first order in γ: the last halving of γ
// about halves the error, to at most 0.6 of it.
func TestW2MatchesBruteForce(t *testing.T) {
	r := rng.New(4, "w2")
	for trial := range 4 {
		p0 := make([]float64, 4)
		copy(p0, randomMeasure(r, 4, 1))
		eps, tau := 0.3+0.5*r.Float64(), []float64{0.5, 1, 2, 5}[trial]
		want := exactStep(p0, eps, tau)
		last := math.Inf(1)
		var errs []float64
		for _, gamma := range []float64{0.32, 0.16, 0.08, 0.04, 0.02, 0.01} {
			w, got := NewW2Step(2, eps, tau, gamma), make([]float64, 4)
			w.Solve(got, p0)
			if w.Err > 1e-12 {
				t.Errorf("γ=%g: no convergence, error %g after %d rounds", gamma, w.Err, w.Rounds)
			}
			e := maxDiff(got, want)
			errs = append(errs, e)
			if e > last && e > 1e-5 { // 1e-5: the search itself has errors
				t.Errorf("ε=%g τ=%g: error grows as γ falls: %v", eps, tau, errs)
			}
			last = e
		}
		t.Logf("ε=%.3f τ=%g: errors %.2g, exact %.4f from %.4f", eps, tau, errs, want, p0)
		if last > 6e-3 || last > 0.6*errs[len(errs)-2] {
			t.Errorf("ε=%g τ=%g: errors %g do not vanish with γ", eps, tau, errs)
		}
	}
}

// TestW2StallsShortOfGibbs checks that 8 steps in the Wasserstein distance come to rest
// above the energy of Gibbs, and nearer to it for τ = 5 than for τ = 1. There no pair of cells
// differs in ∂E by more than distance/τ (up to the blur), although the differences are not 0.
// The energy of Gibbs is that of its plan.
func TestW2StallsShortOfGibbs(t *testing.T) {
	d, eps := 3, 0.5
	mu, nu := []float64{0.5, 0.3, 0.2}, []float64{0.35, 0.3, 0.35}
	p0 := closedForm(mu, nu, eps)
	gibbs := make([]float64, 9)
	bottom := Gibbs(gibbs, d, eps) // by hand −½·log(3 + 6e⁻⁴) = −0.567
	if math.Abs(bottom-Energy(gibbs, d, eps)) > 1e-15 || math.Abs(bottom+0.567) > 5e-4 {
		t.Errorf("Gibbs energy %g, of the plan %g, want -0.567 for both", bottom, Energy(gibbs, d, eps))
	}
	final := map[float64]float64{}
	for _, tau := range []float64{1, 5} {
		w, plan, next := NewW2Step(d, eps, tau, 0.02), append([]float64(nil), p0...), make([]float64, d*d)
		energies := []float64{Energy(p0, d, eps)} // before and after each step
		for i := range 8 {
			w.Solve(next, plan)
			plan, next = next, plan
			energies = append(energies, Energy(plan, d, eps))
			if energies[i+1] > energies[i]+2e-3 { // the blur may raise the energy a little
				t.Errorf("τ=%g: energy rises: %v", tau, energies)
			}
		}
		t.Logf("τ=%g: energies %.5f, Gibbs %.5f", tau, energies, bottom)
		// slope returns ∂E at cell i with mass p, C + ε·log p, up to a constant.
		slope := func(i int, p float64) float64 {
			c := 0.0
			if i/d != i%d {
				c = 2
			}
			return c + eps*linalg.Log(p)
		}
		largest, excess := 0.0, 0.0
		for a, pa := range plan {
			for b, pb := range plan {
				diff := slope(a, pa) - slope(b, pb)
				largest, excess = max(largest, diff), max(excess, diff-cellDistance(a, b, d)/tau)
			}
		}
		t.Logf("τ=%g: largest slope %.3f, above distance/τ by %.3f", tau, largest, excess)
		if largest < 0.5/tau || excess > 0.05 { // 0.05 allows for the blur
			t.Errorf("τ=%g: largest slope %g, want 0.5/τ or more; above distance/τ by %g, want at most 0.05", tau, largest, excess)
		}
		n := len(energies) - 1
		final[tau] = energies[n]
		if math.Abs(energies[n]-energies[n-1]) > 1e-3 {
			t.Errorf("τ=%g: the energy still changes: %v", tau, energies)
		}
	}
	if start := Energy(p0, d, eps); !(final[1] < start-0.02) {
		t.Errorf("τ=1: final energy %g, want below %g by 0.02", final[1], start)
	}
	if !(final[1] > bottom+0.004) || !(final[5] > bottom+1e-4) {
		t.Errorf("final energies %v by τ are not above the energy %g of Gibbs", final, bottom)
	}
	if !(final[5] < final[1]-0.003) {
		t.Errorf("final energies %v by τ, want for τ = 5 less than for τ = 1 by 0.003", final)
	}
}

// TestStepsHaveTheirEffects checks the four situations. A KL step does not change the
// converged plan (same), and changes a plan of few scalings to the converged one (stopped).
// From a plan of another temperature it lowers the energy and keeps the marginals
// (temperatures). A Wasserstein step lowers the energy and changes the marginals (free).
func TestStepsHaveTheirEffects(t *testing.T) {
	mu, nu := []float64{0.6, 0.3, 0.1}, []float64{0.2, 0.2, 0.6}
	p := SituationParams{Eps0: 1.2, Eps: 0.5, Tau: 2, Gamma: 0.1, Scalings: 2}
	s := Situations(mu, nu, p)
	for i := range s {
		t.Logf("%s: energy %.4f → %.4f, moved %.3g, marginal error %.2g → %.2g", s[i].Name, s[i].EnergyBefore, s[i].EnergyAfter, s[i].Moved,
			s[i].ErrorBefore, s[i].ErrorAfter)
	}
	same, stopped, temperatures, free := s[0], s[1], s[2], s[3]
	if same.Moved > 1e-12 {
		t.Errorf("same: moved %g, want 0", same.Moved)
	}
	if stopped.Moved < 0.01 || stopped.ErrorBefore < 0.01 || stopped.ErrorAfter > 1e-12 {
		t.Errorf("stopped: moved %g, marginal error %g, then %g, want 0.01 or more, then 0", stopped.Moved, stopped.ErrorBefore,
			stopped.ErrorAfter)
	}
	if e := maxDiff(stopped.After, same.Before); e > 1e-12 {
		t.Errorf("stopped: the plan after the step differs from the converged one by %g", e)
	}
	if temperatures.Moved < 0.01 || temperatures.ErrorAfter > 1e-12 || temperatures.EnergyAfter >= temperatures.EnergyBefore {
		t.Errorf("temperatures: %+v, want a move, right marginals and less energy", temperatures)
	}
	if free.Moved < 0.01 || free.ErrorAfter < 0.01 || free.EnergyAfter >= free.EnergyBefore {
		t.Errorf("free: %+v, want a move, wrong marginals and less energy", free)
	}
}

// TestSituationsEverywhere checks the situations at the ends of the ranges of all settings, and between, for measures that differ by 1 %.
// The step from the converged plan changes nothing, and the step after two scalings gives this plan. The step between two temperatures
// equals KLJKO if its scalings converge, and the plan before it has no zeros.
func TestSituationsEverywhere(t *testing.T) {
	mu, nu := []float64{0.4, 0.3, 0.2, 0.1}, []float64{0.398, 0.301, 0.2, 0.101}
	compared := 0
	for _, eps0 := range []float64{0.005, 0.01, 1.2, 10} {
		for _, eps := range []float64{0.005, 0.01, 0.8, 10} {
			for _, tau := range []float64{0, 0.1, 2, 100} {
				s := Situations(mu, nu, SituationParams{Eps0: eps0, Eps: eps, Tau: tau, Gamma: 0.1, Scalings: 2})
				if !(s[0].Moved < 1e-12) || !(s[1].ErrorAfter < 1e-12) || !(maxDiff(s[1].After, s[0].Before) < 1e-12) {
					t.Errorf("ε0=%g ε=%g τ=%g: same moved %g, stopped has the error %g and is %g from the converged plan", eps0, eps, tau,
						s[0].Moved, s[1].ErrorAfter, maxDiff(s[1].After, s[0].Before))
				}
				k := NewKLJKO(mu, nu, s[2].Before, eps, tau)
				k.Step()
				if k.Err < 1e-13 && eps0 > 2.0/limitRatio {
					compared++
					if e := maxDiff(k.plan, s[2].After); !(e < 1e-11) {
						t.Errorf("ε0=%g ε=%g τ=%g: temperatures differs from the scalings by %g", eps0, eps, tau, e)
					}
				}
				// For ε0 in the limit ε → 0 the scalings of a plan with zeros keep the zeros. A long step at ε = 10 moves mass to them.
				if eps == 10 && tau == 100 && eps0 < 1 && !(s[2].Moved > 0.1) {
					t.Errorf("ε0=%g: temperatures moved %g, want more than 0.1", eps0, s[2].Moved)
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("%d steps compared with scalings, want 20 or more", compared)
	}
}

// TestTwoPoint compares the two-point kernel in the log domain with plain sums of
// exponentials. The kernel is 1 on the diagonal and e^{−1.7} elsewhere. One of the numbers is −Inf.
func TestTwoPoint(t *testing.T) {
	k := newTwoPoint(1.7)
	x := []float64{0.3, -2, 1, math.Inf(-1)}
	got := make([]float64, 4)
	k.apply(got, x, 0, 1) // from index 0 with stride 1
	for p := range x {
		sum := 0.0
		for q, v := range x {
			w := linalg.Exp(v)
			if p != q {
				w *= linalg.Exp(-1.7)
			}
			sum += w
		}
		if math.Abs(got[p]-linalg.Log(sum)) > 1e-14 {
			t.Errorf("entry %d: %g, want %g", p, got[p], linalg.Log(sum))
		}
	}
}
