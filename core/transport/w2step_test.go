package transport

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// denseStep solves the step on the d²×d² Gibbs kernel of the cells, not factorised,
// by damped fixed-point iteration on the logarithm of a, and returns the plan and
// its derivative ∂p/∂P_prev (d²×d²) by solving with dense matrices.
func denseStep(prev []float64, d int, eps, tau, gamma float64) (p []float64, slope *mat.Dense) {
	n := d * d
	kernel := mat.NewDense(n, n, nil)
	for x := range n {
		for y := range n {
			half := 0.0
			if x/d != y/d {
				half++
			}
			if x%d != y%d {
				half++
			}
			kernel.Set(x, y, math.Exp(-half/gamma))
		}
	}
	a, b, s := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		b.SetVec(i, 1)
	}
	p = make([]float64, n)
	for range 20000 {
		var kb mat.VecDense
		kb.MulVec(kernel, b)
		for i, v := range prev {
			a.SetVec(i, v/kb.AtVec(i))
		}
		s.MulVec(kernel, a)
		for i := range n {
			c := 0.0
			if i/d != i%d {
				c = 2
			}
			p[i] = math.Exp((math.Log(s.AtVec(i)) - tau*c/gamma) / (1 + tau*eps/gamma))
			b.SetVec(i, p[i]/s.AtVec(i))
		}
	}
	// δp = (1−θ)πᵀ(Diag(P) − θ·π·Diag(1/p)·πᵀ)^{-1} δP with
	// π = Diag(a)·kernel·Diag(b).
	theta := tau * eps / (gamma + tau*eps)
	pi, scaled, system := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for x := range n {
		for y := range n {
			pi.Set(x, y, a.AtVec(x)*kernel.At(x, y)*b.AtVec(y))
			scaled.Set(x, y, pi.At(x, y)/p[y])
		}
	}
	system.Mul(scaled, pi.T())
	system.Scale(-theta, system)
	for x := range n {
		system.Set(x, x, system.At(x, x)+prev[x])
	}
	var inverse mat.Dense
	if err := inverse.Inverse(system); err != nil {
		panic(err)
	}
	slope = mat.NewDense(n, n, nil)
	slope.Mul(pi.T(), &inverse)
	slope.Scale(1-theta, slope)
	return p, slope
}

// TestW2StepAgainstDense compares plan and gradient with the Gibbs kernel in full
// and dense linear algebra.
func TestW2StepAgainstDense(t *testing.T) {
	r := rng.New(6, "w2")
	for _, d := range []int{2, 3, 4} {
		for _, gamma := range []float64{0.5, 0.1} {
			for _, tau := range []float64{0.5, 2} {
				const eps = 0.8
				n := d * d
				prev := closedForm(randomMeasure(r, d, 1), randomMeasure(r, d, 1), 1.2)
				want, slope := denseStep(prev, d, eps, tau, gamma)
				f := NewW2Step(d, eps, tau, gamma)
				p, a, b := make([]float64, n), make([]float64, n), make([]float64, n)
				f.Solve(p, prev)
				if e := maxDiff(p, want); !(e < 1e-12) {
					t.Errorf("d=%d γ=%g τ=%g: plan differs by %g", d, gamma, tau, e)
				}
				f.Scalings(a, b)
				g := normals(r, n)
				want = make([]float64, n)
				for i := range n {
					for j := range n {
						want[j] += g[i] * slope.At(i, j)
					}
				}
				f.Solve(p, swapped(prev)) // another solve in between leaves the scalings alone
				f.Gradient(g, a, b)
				if e := maxDiff(g, want); !(e < 1e-9) {
					t.Errorf("d=%d γ=%g τ=%g: gradient differs by %g", d, gamma, tau, e)
				}
			}
		}
	}
}

// swapped returns p with its first two elements exchanged.
func swapped(p []float64) []float64 {
	q := append([]float64(nil), p...)
	q[0], q[1] = q[1], q[0]
	return q
}

// TestW2StepEverywhere runs the corners of the settings: the step converges, in few
// rounds, to what plain scalings in the log domain give.
func TestW2StepEverywhere(t *testing.T) {
	r := rng.New(5, "w2")
	worst := 0
	for _, d := range []int{2, 4, 8} {
		for _, gamma := range []float64{1, 0.1, 0.05, 0.02} {
			for _, tau := range []float64{0, 0.5, 2, 100} {
				for _, eps := range []float64{0.005, 0.1, 0.8, 10} {
					for _, eps0 := range []float64{0.005, 0.1, 1.2} {
						name := fmt.Sprintf("d=%d γ=%g τ=%g ε=%g ε0=%g", d, gamma, tau, eps, eps0)
						prev := closedForm(randomMeasure(r, d, 1), randomMeasure(r, d, 1), eps0)
						f := NewW2Step(d, eps, tau, gamma)
						p, g := make([]float64, d*d), normals(r, d*d)
						f.Solve(p, prev)
						worst = max(worst, f.Rounds)
						if !(f.Err < 1e-12) || f.Rounds > 100 {
							t.Errorf("%s: error %g after %d rounds", name, f.Err, f.Rounds)
						}
						mass := 0.0
						for _, v := range p {
							mass += v
							if !(v >= 0) {
								t.Fatalf("%s: entry %g", name, v)
							}
						}
						if math.Abs(mass-1) > 1e-14 {
							t.Errorf("%s: mass %g", name, mass)
						}
						if tau > 0 && tau*eps/gamma < 20 {
							w := NewW2JKO(d, prev, eps, tau, gamma)
							w.Step(1e-13, 20000)
							if e := maxDiff(w.plan, p); !(e < 1e-10) {
								t.Errorf("%s: differs from the log domain by %g", name, e)
							}
						}
						a, b := make([]float64, d*d), make([]float64, d*d)
						f.Scalings(a, b)
						f.Gradient(g, a, b)
						for _, v := range g {
							if math.IsNaN(v) || math.IsInf(v, 0) {
								t.Fatalf("%s: gradient %v", name, g)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("at most %d rounds", worst)
}

// TestW2StepGradient compares with central differences, moved along the simplex and
// off it.
func TestW2StepGradient(t *testing.T) {
	r := rng.New(7, "w2")
	for trial := range 20 {
		d := 2 + trial%4
		eps, tau, gamma := 0.3+r.Float64(), 3*r.Float64(), []float64{0.3, 0.1, 0.05, 0.02}[trial%4]
		prev := closedForm(randomMeasure(r, d, 1), randomMeasure(r, d, 1), 0.5+r.Float64())
		f := NewW2Step(d, eps, tau, gamma)
		p, g, dir := make([]float64, d*d), normals(r, d*d), normals(r, d*d)
		for i := range dir {
			dir[i] *= prev[i] // relative moves: no entry turns negative
		}
		loss := func(h float64) float64 {
			f.Solve(p, moved(prev, dir, h))
			return linalg.Dot(g, p)
		}
		want := central(loss, 1e-3)
		f.Solve(p, prev)
		a, b := make([]float64, d*d), make([]float64, d*d)
		f.Scalings(a, b)
		grad := append([]float64(nil), g...)
		f.Gradient(grad, a, b)
		checkDerivative(t, fmt.Sprintf("d=%d ε=%.2f τ=%.2f γ=%g", d, eps, tau, gamma), linalg.Dot(grad, dir), want)
	}
}

func BenchmarkW2Step(b *testing.B) {
	for _, d := range []int{2, 4, 8} {
		for _, gamma := range []float64{0.1, 0.02} {
			r := rng.New(9, "w2")
			f := NewW2Step(d, 0.8, 2, gamma)
			var plans [][]float64
			for range 50 {
				plans = append(plans, closedForm(randomMeasure(r, d, 1), randomMeasure(r, d, 1), 1.2))
			}
			p := make([]float64, d*d)
			b.Run(fmt.Sprintf("d=%d γ=%g", d, gamma), func(b *testing.B) {
				rounds := 0
				for b.Loop() {
					for _, prev := range plans {
						f.Solve(p, prev)
						rounds += f.Rounds
					}
				}
				edges := float64(b.N * len(plans))
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/edges, "ns/edge")
				b.ReportMetric(float64(rounds)/edges, "rounds")
			})
		}
	}
}
