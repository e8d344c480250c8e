package transport

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// randomMeasure returns a random measure on d coordinates: softMeasures of normal logits
// with the standard deviation spread.
func randomMeasure(r *rng.Stream, d int, spread float64) []float64 {
	z := make([]float64, d)
	for i := range z {
		z[i] = spread * r.Norm()
	}
	softMeasures(z, d)
	return z
}

// softMeasures turns logits (n×d) into measures 0.98·softmax + 0.02/d, in place.
func softMeasures(z []float64, d int) {
	for i := 0; i < len(z); i += d {
		row, sum := z[i:i+d], 0.0
		top := slices.Max(row)
		for k, v := range row {
			row[k] = linalg.Exp(v - top)
			sum += row[k]
		}
		w, floor := (1-0.02)/sum, 0.02/float64(d)
		for k, e := range row {
			row[k] = w*e + floor
		}
	}
}

// pointAlong returns x + t·dir.
func pointAlong(x, dir []float64, t float64) []float64 {
	y := append([]float64(nil), x...)
	for i := range y {
		y[i] += t * dir[i]
	}
	return y
}

// normals returns n Gaussian numbers.
func normals(r *rng.Stream, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.Norm()
	}
	return v
}

// centralDifference returns the derivative of f at 0 by a central difference of fourth
// order with step h.
func centralDifference(f func(t float64) float64, h float64) float64 {
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// checkDerivative reports an error unless got equals want, a difference quotient, to a
// relative 1e-6, or to 1e-8 for small numbers.
func checkDerivative(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6*math.Max(1e-2, math.Abs(want)) {
		t.Errorf("%s: derivative %.12g, differences give %.12g", name, got, want)
	}
}

// TestPlanMatchesSinkhorn compares the closed form with converged scalings, for 1000 random
// pairs of measures, d = 2 to 16 and temperatures from 0.03 to 5, uniform in the logarithm.
func TestPlanMatchesSinkhorn(t *testing.T) {
	r := rng.New(1, "plan")
	worst, steps := 0.0, 0
	for trial := range 1000 {
		d := 2 + trial%15
		eps := 0.03 * linalg.Exp(r.Float64()*linalg.Log(5/0.03))
		mu, nu := randomMeasure(r, d, 1.5), randomMeasure(r, d, 1.5)
		var p Plan
		p.Solve(mu, nu, eps)
		steps = max(steps, p.Steps)
		got, want := make([]float64, d*d), make([]float64, d*d)
		p.Dense(got)
		s := NewSinkhorn(mu, nu, eps)
		for s.Steps < 2 || s.RowError() > 1e-13 { // the columns are exact after each pair of scalings
			s.Step() // rows
			s.Step() // columns
			if s.Steps > 400000 {
				t.Fatalf("no convergence: d=%d ε=%g error %g", d, eps, s.RowError())
			}
		}
		s.Plan(want)
		for i := range got {
			worst = max(worst, math.Abs(got[i]-want[i]))
		}
	}
	t.Logf("largest difference %.3g, at most %d Newton steps", worst, steps)
	if worst > 1e-10 {
		t.Errorf("closed form and Sinkhorn differ by %g, want at most 1e-10", worst)
	}
}

// TestPlanMarginals checks that a plan has its marginals, no negative mass, and the mass off
// the diagonal that OffDiagonal returns. It draws 1000 pairs of measures, some of them equal or
// equal but for two exchanged entries, at temperatures from 0.003 to 30.
func TestPlanMarginals(t *testing.T) {
	r := rng.New(2, "plan")
	for trial := range 1000 {
		d := 2 + trial%15
		eps := 0.003 * linalg.Exp(r.Float64()*linalg.Log(1e4))
		mu, nu := randomMeasure(r, d, 2), randomMeasure(r, d, 2)
		switch trial % 10 {
		case 8: // equal measures
			copy(nu, mu)
		case 9: // two entries exchanged
			nu[0], nu[1] = mu[1], mu[0]
			copy(nu[2:], mu[2:])
		}
		var p Plan
		p.Solve(mu, nu, eps)
		got := make([]float64, d*d)
		p.Dense(got)
		if e := max(rowError(got, mu), columnError(got, nu)); !(e < 1e-14) {
			t.Fatalf("d=%d ε=%g: marginal error %g", d, eps, e)
		}
		off := 0.0
		for i, v := range got {
			if i/d != i%d {
				off += v
			}
			if v < 0 {
				t.Fatalf("d=%d ε=%g: negative mass %g", d, eps, v)
			}
		}
		if math.Abs(off-p.OffDiagonal()) > 1e-15*float64(d) {
			t.Fatalf("d=%d ε=%g: off-diagonal mass %g, want %g", d, eps, p.OffDiagonal(), off)
		}
	}
}

// rowError returns the largest error of a row sum of the plan p.
func rowError(p, mu []float64) (e float64) {
	d := len(mu)
	for i, m := range mu {
		s := 0.0
		for _, v := range p[i*d : i*d+d] {
			s += v
		}
		e = max(e, math.Abs(s-m))
	}
	return e
}

// columnError returns the largest error of a column sum of the plan p.
func columnError(p, nu []float64) (e float64) {
	d := len(nu)
	for j, n := range nu {
		s := 0.0
		for i := range d {
			s += p[i*d+j]
		}
		e = max(e, math.Abs(s-n))
	}
	return e
}

// TestPlanLimits checks a plan of measures with zeros at temperatures on both sides of every
// branch of the code, from 1e-300 to ∞. For ε < 0.00625 the code uses the limit ε → 0, and for
// ε > 1e100 a fixed value. The plan has its marginals and a finite gradient. At ε = ∞ it
// is μνᵀ. With μ = ν and ε = 1e-3 it is the diagonal of μ.
func TestPlanLimits(t *testing.T) {
	mu, nu := []float64{0.5, 0.3, 0.2, 0}, []float64{0.1, 0.3, 0.4, 0.2}
	p := NewPlan(4)
	dense := make([]float64, 16)
	for _, eps := range []float64{1e-300, 1e-3, 0.00624, 0.00626, 0.1, 10, 1e6, 1e90, 1e99, 1e100, 1e300, math.Inf(1)} {
		p.Solve(mu, nu, eps)
		p.Dense(dense)
		if e := max(rowError(dense, mu), columnError(dense, nu)); !(e < 1e-14) {
			t.Errorf("ε=%g: marginal error %g", eps, e)
		}
		g, byMu, byNu := make([]float64, 16), make([]float64, 4), make([]float64, 4)
		for i := range g {
			g[i] = float64(i*i%7) - 3 // any gradient with both signs
		}
		byEps := p.Grad(g, byMu, byNu)
		for _, v := range append(append(byMu, byNu...), byEps) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("ε=%g: the gradient is not finite: by μ %v, by ν %v, by ε %g", eps, byMu, byNu, byEps)
				break
			}
		}
	}
	// The last temperature was ∞.
	for i := range dense {
		if math.Abs(dense[i]-mu[i/4]*nu[i%4]) > 1e-14 {
			t.Fatalf("ε=∞ is not the independent coupling: %v", dense)
		}
	}
	p.Solve(mu, mu, 1e-3)
	p.Dense(dense)
	for i, v := range dense {
		want := 0.0
		if i%5 == 0 { // on the diagonal
			want = mu[i/5]
		}
		if math.Abs(v-want) > 1e-16 {
			t.Fatalf("μ = ν at ε = 1e-3: the plan %v is not the diagonal of %v", dense, mu)
		}
	}
}

// TestPlanGrad compares the derivatives of ⟨G, P⟩ by ε, and by μ and ν along random
// directions, with central differences, for d = 2 to 8 and temperatures from 0.1 to 10.
func TestPlanGrad(t *testing.T) {
	r := rng.New(3, "plan")
	for trial := range 60 {
		d := 2 + trial%7
		eps := 0.1 * linalg.Exp(r.Float64()*linalg.Log(100))
		mu, nu := randomMeasure(r, d, 1), randomMeasure(r, d, 1)
		g := normals(r, d*d)
		var p Plan
		loss := func(mu, nu []float64, eps float64) float64 {
			p.Solve(mu, nu, eps)
			dense := make([]float64, d*d)
			p.Dense(dense)
			return linalg.Dot(g, dense)
		}
		byMu, byNu := make([]float64, d), make([]float64, d)
		p.Solve(mu, nu, eps)
		byEps := p.Grad(g, byMu, byNu)
		u, v := normals(r, d), normals(r, d) // the directions
		h := 1e-5
		name := fmt.Sprintf("d=%d ε=%g ", d, eps)
		checkDerivative(t, name+"∂ε", byEps, centralDifference(func(s float64) float64 { return loss(mu, nu, eps+s) }, 1e-3*eps))
		alongMu := func(s float64) float64 { return loss(pointAlong(mu, u, s), nu, eps) }
		alongNu := func(s float64) float64 { return loss(mu, pointAlong(nu, v, s), eps) }
		checkDerivative(t, name+"∂μ", linalg.Dot(byMu, u), centralDifference(alongMu, h))
		checkDerivative(t, name+"∂ν", linalg.Dot(byNu, v), centralDifference(alongNu, h))
	}
}

// TestMeasures checks that measures add up to 1 and have no entry below smooth/d, where smooth
// is the share that is spread evenly. The derivative of ⟨G, μ⟩ along a random direction equals central differences.
func TestMeasures(t *testing.T) {
	r := rng.New(4, "measures")
	n, d := 5, 4
	p, g := make([]float64, n*d), normals(r, n*d)
	for i := range n {
		copy(p[i*d:], randomMeasure(r, d, 1))
	}
	for _, smooth := range []float64{0, 0.02, 1} {
		mu := make([]float64, n*d)
		Measures(mu, p, d, smooth)
		for i := range n {
			sum := 0.0
			for _, v := range mu[i*d : i*d+d] {
				sum += v
				if v < smooth/float64(d) {
					t.Errorf("smooth %g: entry %g is below %g", smooth, v, smooth/float64(d))
				}
			}
			if math.Abs(sum-1) > 1e-15 {
				t.Errorf("smooth %g: a measure adds up to %g, want 1", smooth, sum)
			}
		}
		// The derivative by the probabilities.
		dp := make([]float64, n*d)
		MeasuresGrad(dp, g, smooth)
		dir := normals(r, n*d)
		checkDerivative(t, "∂p", linalg.Dot(dp, dir), centralDifference(func(s float64) float64 {
			Measures(mu, pointAlong(p, dir, s), d, smooth)
			return linalg.Dot(mu, g)
		}, 1e-4))
	}
}

// TestNormalize checks that the normalised plan S has S√ν = √μ, and 0 if it is centred. The
// derivative of ⟨G, S⟩ along a random direction of plan and measures equals central differences.
func TestNormalize(t *testing.T) {
	r := rng.New(5, "normalize")
	for _, centered := range []Centering{Uncentered, Centered} {
		d := 5
		mu, nu := randomMeasure(r, d, 1), randomMeasure(r, d, 1)
		plan, g := make([]float64, d*d), normals(r, d*d)
		var p Plan
		p.Solve(mu, nu, 0.8)
		p.Dense(plan)
		s := make([]float64, d*d)
		Normalize(s, plan, mu, nu, centered)
		for i := range d {
			w := 0.0 // entry i of S√ν
			for j := range d {
				w += s[i*d+j] * math.Sqrt(nu[j])
			}
			want := math.Sqrt(mu[i])
			if centered {
				want = 0
			}
			if math.Abs(w-want) > 1e-14 {
				t.Errorf("centered %v: S√ν = %g, want %g", centered, w, want)
			}
		}
		// The derivative by plan and measures together.
		byPlan, byMu, byNu := make([]float64, d*d), make([]float64, d), make([]float64, d)
		NormalizeGrad(g, plan, mu, nu, centered, byPlan, byMu, byNu)
		dirPlan, dirMu, dirNu := normals(r, d*d), normals(r, d), normals(r, d)
		out := make([]float64, d*d)
		want := centralDifference(func(t float64) float64 {
			Normalize(out, pointAlong(plan, dirPlan, t), pointAlong(mu, dirMu, t), pointAlong(nu, dirNu, t), centered)
			return linalg.Dot(out, g)
		}, 1e-6)
		checkDerivative(t, "S", linalg.Dot(byPlan, dirPlan)+linalg.Dot(byMu, dirMu)+linalg.Dot(byNu, dirNu), want)
	}
}

// OffDiagonal, a method for tests alone, returns the mass off the diagonal, Σ_{p≠q} P_pq; the transport cost
// ⟨P,C⟩ is twice that.
func (p *Plan) OffDiagonal() float64 { return offDiagonal(p.A, p.B, p.Z) }
