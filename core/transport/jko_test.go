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

// closedForm returns the entropic plan of mu and nu as a matrix.
func closedForm(mu, nu []float64, eps float64) []float64 {
	p := NewPlan(len(mu))
	p.Solve(mu, nu, eps)
	dst := make([]float64, len(mu)*len(mu))
	p.Dense(dst)
	return dst
}

func TestSinkhornIsStable(t *testing.T) {
	r := rng.New(1, "sinkhorn")
	for _, eps := range []float64{0.001, 0.005, 0.05, 0.5, 10, 1e3} {
		mu, nu := randomMeasure(r, 5, 1), randomMeasure(r, 5, 1)
		s := NewSinkhorn(mu, nu, eps)
		plan, last := make([]float64, 25), math.Inf(1)
		for step := range 40 {
			kind := s.Step()
			s.Plan(plan)
			row, col := rowError(plan, mu), columnError(plan, nu)
			if kind == "row" && (step%2 != 0 || row > 1e-13) || kind == "column" && (step%2 != 1 || col > 1e-13) {
				t.Fatalf("ε=%g step %d: %s, errors %g %g", eps, step, kind, row, col)
			}
			// Scalings never increase the ℓ1 error of the other marginal.
			e := s.RowError() + s.ColError()
			if !(e <= last+1e-13) {
				t.Fatalf("ε=%g step %d: error rises from %g to %g", eps, step, last, e)
			}
			if math.Abs(e-marginalError(plan, mu, nu)) > 1e-13 {
				t.Fatalf("error %g, plan says %g", e, marginalError(plan, mu, nu))
			}
			last = e
		}
	}
}

// TestSinkhornAtoms compares with the closed form for measures with zeros.
func TestSinkhornAtoms(t *testing.T) {
	mu, nu := []float64{0.5, 0.5, 0}, []float64{0.25, 0, 0.75}
	s := NewSinkhorn(mu, nu, 0.5)
	for range 400 {
		s.Step()
	}
	plan := make([]float64, 9)
	s.Plan(plan)
	if e := maxDiff(plan, closedForm(mu, nu, 0.5)); !(e < 1e-12) {
		t.Errorf("difference %g: %v", e, plan)
	}
}

// TestEffectiveEpsilon checks the limit of many steps, the temperature of the energy.
func TestEffectiveEpsilon(t *testing.T) {
	if e := EffectiveEpsilonN(200, 1.3, 0.6, 1.7); math.Abs(e-0.6) > 1e-14 {
		t.Errorf("limit %g", e)
	}
}

// TestKLJKOIsTheEffectivePlan checks that each KL step gives the plan of the effective temperature.
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
				t.Fatalf("d=%d step %d: differs by %g", d, n, diff)
			}
			if e > k.Energies[n-1]+1e-14 || e != k.Energies[n] {
				t.Fatalf("energy rises: %v", k.Energies)
			}
		}
	}
}

// cycleW1 is the transport distance on the four cells of d = 2, a cycle of unit
// edges: flows are cumulative differences up to a constant, and the median is the
// best constant.
func cycleW1(p, q [4]float64) float64 {
	var f [4]float64
	for i, s := 0, 0.0; i < 4; i++ {
		s += p[i] - q[i]
		f[i] = s
	}
	g := f
	slices.Sort(g[:])
	return math.Abs(f[0]-g[1]) + math.Abs(f[1]-g[1]) + math.Abs(f[2]-g[1]) + math.Abs(f[3]-g[1])
}

// golden minimises a convex f on [lo, hi].
func golden(f func(float64) float64, lo, hi float64, n int) (x, fx float64) {
	const r = 0.6180339887498949
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

// exactStep solves the literal JKO step for d = 2 by nested line searches.
func exactStep(p0 []float64, eps, tau float64) []float64 {
	// Cells in the order of the cycle: 00, 01, 11, 10.
	from := [4]float64{p0[0], p0[1], p0[3], p0[2]}
	f := func(p [4]float64) float64 {
		return cycleW1(p, from) + tau*Energy([]float64{p[0], p[1], p[3], p[2]}, 2, eps)
	}
	const n = 36
	var p [4]float64
	inner := func(a float64) float64 {
		p[0] = a
		_, v := golden(func(b float64) float64 {
			p[1] = b
			_, v := golden(func(c float64) float64 {
				p[2], p[3] = c, max(0, 1-a-b-c)
				return f(p)
			}, 0, 1-a-b, n)
			return v
		}, 0, 1-a, n)
		return v
	}
	x, _ := golden(inner, 0, 1, n)
	inner(x)
	return []float64{p[0], p[1], p[3], p[2]}
}

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
				t.Errorf("γ=%g: error %g after %d rounds", gamma, w.Err, w.Rounds)
			}
			e := maxDiff(got, want)
			errs = append(errs, e)
			if e > last && e > 1e-5 {
				t.Errorf("ε=%g τ=%g: error grows as γ falls: %v", eps, tau, errs)
			}
			last = e
		}
		t.Logf("ε=%.3f τ=%g: errors %.2g, exact %.4f from %.4f", eps, tau, errs, want, p0)
		// The error is of first order in γ: halving γ about halves it.
		if last > 6e-3 || last > 0.6*errs[len(errs)-2] {
			t.Errorf("ε=%g τ=%g: errors %g do not vanish with γ", eps, tau, errs)
		}
	}
}

func TestW2StallsShortOfGibbs(t *testing.T) {
	d, eps := 3, 0.5
	mu, nu := []float64{0.5, 0.3, 0.2}, []float64{0.35, 0.3, 0.35}
	p0 := closedForm(mu, nu, eps)
	gibbs := make([]float64, 9)
	bottom := Gibbs(gibbs, d, eps)
	if math.Abs(bottom-Energy(gibbs, d, eps)) > 1e-15 || math.Abs(bottom+0.567) > 5e-4 {
		t.Errorf("Gibbs energy %g, of the plan %g", bottom, Energy(gibbs, d, eps))
	}
	final := map[float64]float64{}
	for _, tau := range []float64{1, 5} {
		w, plan, next := NewW2Step(d, eps, tau, 0.02), append([]float64(nil), p0...), make([]float64, d*d)
		energies := []float64{Energy(p0, d, eps)}
		for i := range 8 {
			w.Solve(next, plan)
			plan, next = next, plan
			energies = append(energies, Energy(plan, d, eps))
			if energies[i+1] > energies[i]+2e-3 {
				t.Errorf("τ=%g: energy rises: %v", tau, energies)
			}
		}
		t.Logf("τ=%g: energies %.5f, Gibbs %.5f", tau, energies, bottom)
		// What stalls it: no pair of cells differs in ∂E by more than distance/τ
		// (up to the blur), although the differences are not 0.
		largest, excess := 0.0, 0.0
		for a, pa := range plan {
			for b, pb := range plan {
				dist := 0.0
				if a/d != b/d {
					dist++
				}
				if a%d != b%d {
					dist++
				}
				slope := func(i int, p float64) float64 {
					c := 0.0
					if i/d != i%d {
						c = 2
					}
					return c + eps*linalg.Log(p)
				}
				diff := slope(a, pa) - slope(b, pb)
				largest, excess = max(largest, diff), max(excess, diff-dist/tau)
			}
		}
		t.Logf("τ=%g: largest slope %.3f, above distance/τ by %.3f", tau, largest, excess)
		if largest < 0.5/tau || excess > 0.05 {
			t.Errorf("τ=%g: slope %g, excess %g", tau, largest, excess)
		}
		n := len(energies) - 1
		final[tau] = energies[n]
		if math.Abs(energies[n]-energies[n-1]) > 1e-3 {
			t.Errorf("τ=%g: not stalled: %v", tau, energies)
		}
	}
	if !(final[1] < Energy(p0, d, eps)-0.02 && final[1] > bottom+0.004 && final[5] > bottom+1e-4 && final[5] < final[1]-0.003) {
		t.Errorf("final energies %v, Gibbs %g", final, bottom)
	}
}

// TestStepsHaveTheirEffects checks the effect of each of the four steps.
func TestStepsHaveTheirEffects(t *testing.T) {
	mu, nu := []float64{0.6, 0.3, 0.1}, []float64{0.2, 0.2, 0.6}
	p := SituationParams{Eps0: 1.2, Eps: 0.5, Tau: 2, Gamma: 0.1, Scalings: 2}
	s := Situations(mu, nu, p)
	for i := range s {
		t.Logf("%s: energy %.4f → %.4f, moved %.3g, marginal error %.2g → %.2g", s[i].Name, s[i].EnergyBefore, s[i].EnergyAfter, s[i].Moved,
			s[i].ErrorBefore, s[i].ErrorAfter)
	}
	if s[0].Moved > 1e-12 {
		t.Errorf("same: moved %g", s[0].Moved)
	}
	if s[1].Moved < 0.01 || s[1].ErrorBefore < 0.01 || s[1].ErrorAfter > 1e-12 || maxDiff(s[1].After, s[0].Before) > 1e-12 {
		t.Errorf("stopped: moved %g, errors %g %g", s[1].Moved, s[1].ErrorBefore, s[1].ErrorAfter)
	}
	if s[2].Moved < 0.01 || s[2].ErrorAfter > 1e-12 || s[2].EnergyAfter >= s[2].EnergyBefore {
		t.Errorf("temperatures: %+v", s[2])
	}
	if s[3].Moved < 0.01 || s[3].ErrorAfter < 0.01 || s[3].EnergyAfter >= s[3].EnergyBefore {
		t.Errorf("free: %+v", s[3])
	}
}

// logAdd and the two-point kernel against plain sums.
func TestTwoPoint(t *testing.T) {
	k := newTwoPoint(1.7)
	x := []float64{0.3, -2, 1, math.Inf(-1)}
	got := make([]float64, 4)
	k.apply(got, x, 0, 1)
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
