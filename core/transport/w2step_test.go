package transport

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// denseStep returns the plan p of a step from prev, and its derivative ∂p/∂P_prev (d²×d²).
// It uses the whole d²×d² Gibbs kernel of the cells. 20000 rounds of scalings give the plan
// (see W2JKO for the equations), and a dense inverse gives the derivative.
func denseStep(prev []float64, d int, eps, tau, gamma float64) (p []float64, slope *mat.Dense) {
	n := d * d
	kernel := mat.NewDense(n, n, nil)
	for x := range n {
		for y := range n {
			halfSquare := 0.0 // half the squared distance of cells x and y
			if x/d != y/d {
				halfSquare++
			}
			if x%d != y%d {
				halfSquare++
			}
			kernel.Set(x, y, math.Exp(-halfSquare/gamma))
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
	// The equations of W2JKO, differentiated at their solution with P = P_prev, give
	// δp = (1−θ)πᵀ(Diag(P) − θ·π·Diag(1/p)·πᵀ)^{-1} δP, where
	// π = Diag(a)·kernel·Diag(b) and θ = τε/(γ+τε).
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

// TestW2StepAgainstDense compares plan and gradient of W2Step with denseStep. The scalings
// that Scalings returned stay valid after another solve.
func TestW2StepAgainstDense(t *testing.T) {
	r := rng.New(6, "w2")
	for _, d := range []int{2, 3, 4} {
		for _, gamma := range []float64{0.5, 0.1} {
			for _, tau := range []float64{0.5, 2} {
				const eps = 0.8
				n := d * d
				prev := closedForm(randomMeasure(r, d, 1), randomMeasure(r, d, 1), 1.2)
				want, slope := denseStep(prev, d, eps, tau, gamma)
				step := NewW2Step(d, eps, tau, gamma)
				p, a, b := make([]float64, n), make([]float64, n), make([]float64, n)
				step.Solve(p, prev)
				if e := maxDiff(p, want); !(e < 1e-12) {
					t.Errorf("d=%d γ=%g τ=%g: plan differs by %g", d, gamma, tau, e)
				}
				step.Scalings(a, b)
				g := normals(r, n)
				wantGrad := leftProduct(g, slope)
				step.Solve(p, swapped(prev)) // another solve between Scalings and Gradient
				step.Gradient(g, a, b)
				if e := maxDiff(g, wantGrad); !(e < 1e-9) {
					t.Errorf("d=%d γ=%g τ=%g: gradient differs by %g", d, gamma, tau, e)
				}
			}
		}
	}
}

// leftProduct returns gᵀ·slope, the gradient by P_prev of ⟨g, p⟩.
func leftProduct(g []float64, slope *mat.Dense) []float64 {
	product := make([]float64, len(g))
	for i := range g {
		for j := range product {
			product[j] += g[i] * slope.At(i, j)
		}
	}
	return product
}

// swapped returns p with its first two elements exchanged.
func swapped(p []float64) []float64 {
	q := append([]float64(nil), p...)
	q[0], q[1] = q[1], q[0]
	return q
}

// TestW2StepEverywhere makes the checks of checkW2Step at the ends of the ranges of all
// settings, and at values between.
func TestW2StepEverywhere(t *testing.T) {
	r := rng.New(5, "w2")
	mostRounds := 0
	for _, d := range []int{2, 4, 8} {
		for _, gamma := range []float64{1, 0.1, 0.05, 0.02} {
			for _, tau := range []float64{0, 0.5, 2, 100} {
				for _, eps := range []float64{0.005, 0.1, 0.8, 10} {
					for _, eps0 := range []float64{0.005, 0.1, 1.2} {
						mostRounds = max(mostRounds, checkW2Step(t, r, d, gamma, tau, eps, eps0))
					}
				}
			}
		}
	}
	t.Logf("at most %d rounds", mostRounds)
}

// checkW2Step checks a step from a random plan of temperature eps0, and returns its rounds.
// The step converges in at most 100 rounds, to a plan of mass 1 without negative entries. If
// τ > 0 and τε/γ < 20, the plan equals the result of W2JKO. The gradient is finite.
func checkW2Step(t *testing.T, r *rng.Stream, d int, gamma, tau, eps, eps0 float64) (rounds int) {
	name := fmt.Sprintf("d=%d γ=%g τ=%g ε=%g ε0=%g", d, gamma, tau, eps, eps0)
	prev := closedForm(randomMeasure(r, d, 1), randomMeasure(r, d, 1), eps0)
	step := NewW2Step(d, eps, tau, gamma)
	p, g := make([]float64, d*d), normals(r, d*d)
	step.Solve(p, prev)
	if !(step.Err < 1e-12) || step.Rounds > 100 {
		t.Errorf("%s: error %g after %d rounds, want less than 1e-12 in at most 100", name, step.Err, step.Rounds)
	}
	mass := 0.0
	for _, v := range p {
		mass += v
		if !(v >= 0) {
			t.Fatalf("%s: the plan has the entry %g", name, v)
		}
	}
	if math.Abs(mass-1) > 1e-14 {
		t.Errorf("%s: the plan has the mass %g, want 1", name, mass)
	}
	if tau > 0 && tau*eps/gamma < 20 { // plain scalings converge slowly for larger τε/γ
		w := NewW2JKO(d, prev, eps, tau, gamma)
		w.Step(1e-13, 20000)
		if e := maxDiff(w.plan, p); !(e < 1e-10) {
			t.Errorf("%s: the plan differs from W2JKO by %g", name, e)
		}
	}
	a, b := make([]float64, d*d), make([]float64, d*d)
	step.Scalings(a, b)
	step.Gradient(g, a, b)
	for _, v := range g {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("%s: the gradient %v is not finite", name, g)
		}
	}
	return step.Rounds
}

// TestW2StepGradient compares the derivative of ⟨G, p⟩ by the previous plan with central
// differences, along a random direction that also changes the mass of the plan.
func TestW2StepGradient(t *testing.T) {
	r := rng.New(7, "w2")
	for trial := range 20 {
		d := 2 + trial%4
		eps, tau, gamma := 0.3+r.Float64(), 3*r.Float64(), []float64{0.3, 0.1, 0.05, 0.02}[trial%4]
		prev := closedForm(randomMeasure(r, d, 1), randomMeasure(r, d, 1), 0.5+r.Float64())
		step := NewW2Step(d, eps, tau, gamma)
		p, g, dir := make([]float64, d*d), normals(r, d*d), normals(r, d*d)
		for i := range dir {
			dir[i] *= prev[i] // relative changes, so that no entry becomes negative
		}
		loss := func(h float64) float64 {
			step.Solve(p, pointAlong(prev, dir, h))
			return linalg.Dot(g, p)
		}
		want := centralDifference(loss, 1e-3)
		step.Solve(p, prev)
		a, b := make([]float64, d*d), make([]float64, d*d)
		step.Scalings(a, b)
		grad := append([]float64(nil), g...)
		step.Gradient(grad, a, b)
		checkDerivative(t, fmt.Sprintf("d=%d ε=%.2f τ=%.2f γ=%g", d, eps, tau, gamma), linalg.Dot(grad, dir), want)
	}
}

// BenchmarkW2Step measures a step from each of 50 random plans, in ns and rounds per edge.
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

// TestW2StepConvergesInLongSteps checks two steps with the smallest blur and a large τε/γ, from
// random plans of flat and of peaked measures. Each step converges, and its scalings a and b
// satisfy the equations of a round with the dense kernel 𝒦: a∘𝒦b is the previous plan, b∘𝒦a is
// the plan p, and p is proportional to (𝒦a)^{1−θ}·e^{−τC/(γ+τε)}.
func TestW2StepConvergesInLongSteps(t *testing.T) {
	const gamma, tau, smooth = 0.02, 100, 1e-6
	r := rng.New(9, "long")
	for _, d := range []int{4, 8} {
		for _, eps := range []float64{0.05, 0.1, 10} {
			for _, eps0 := range []float64{0.1, 1.2, 10} {
				for _, spread := range []float64{1, 4, 12} {
					for range 2 {
						measures := append(randomMeasure(r, d, spread), randomMeasure(r, d, spread)...)
						Measures(measures, measures, d, smooth)
						prev, p := closedForm(measures[:d], measures[d:], eps0), make([]float64, d*d)
						step := NewW2Step(d, eps, tau, gamma)
						for range 2 {
							step.Solve(p, prev)
							if e := roundError(step, p, prev, eps, tau, gamma); !(step.Err < 1e-12) || !(e < 1e-11) {
								t.Fatalf("d=%d ε=%g ε0=%g spread %g: error %g after %d rounds, and %g in the equations of a round", d, eps, eps0,
									spread, step.Err, step.Rounds, e)
							}
							prev, p = p, prev
						}
					}
				}
			}
		}
	}
}

// cellDistance returns half the squared distance of the cells a and b of a d×d plan: the number of coordinates in which they differ.
func cellDistance(a, b, d int) (distance float64) {
	if a/d != b/d {
		distance++
	}
	if a%d != b%d {
		distance++
	}
	return distance
}

// roundError returns the largest error of the scalings of f in the equations of a round.
func roundError(f *W2Step, p, prev []float64, eps, tau, gamma float64) (e float64) {
	d := f.d
	// product returns 𝒦x.
	product := func(x []float64) []float64 {
		out := make([]float64, d*d)
		for i := range out {
			for j, v := range x {
				out[i] += v * math.Exp(-cellDistance(i, j, d)/gamma)
			}
		}
		return out
	}
	s, kb := product(f.a), product(f.b)
	want, sum := make([]float64, d*d), 0.0 // p up to a factor
	for i, v := range s {
		want[i] = math.Pow(v, gamma/(gamma+tau*eps))
		if i/d != i%d {
			want[i] *= math.Exp(-2 * tau / (gamma + tau*eps))
		}
		sum += want[i]
	}
	for i := range p {
		e = max(e, math.Abs(f.a[i]*kb[i]-prev[i]), math.Abs(f.b[i]*s[i]-p[i]), math.Abs(want[i]/sum-p[i]))
	}
	return e
}
