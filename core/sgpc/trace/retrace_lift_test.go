package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// lifts recomputes every edge from the measures to the maps.
func (f *retrace) lifts() {
	soft := softmax(product(f.h0, f.param("U")))
	s := f.number("smooth")
	mu := func(i int) []float64 {
		m := make([]float64, f.d)
		for k := range m {
			m[k] = (1-s)*soft.At(i, k) + s/float64(f.d)
			if f.word("lift") == "uniform" {
				m[k] = 1 / float64(f.d)
			}
		}
		return m
	}
	f.matrix("W_theta", f.WTheta, f.weight())
	f.same("centered", f.Centered, f.Config["centered"])
	f.near("sign", f.Sign, f.number("sign"), 0)
	plans := make([]*mat.Dense, len(f.Lift)) // the edge's own, after the JKO steps
	for e := range f.Lift {
		l := &f.Lift[e]
		f.same("lift.edge", l.Edge, f.Graph.Edges[e])
		f.near("lift.epsilon0", l.Epsilon0, f.number("epsilon0"), 0)
		m, n := mu(l.Edge[0]), mu(l.Edge[1])
		f.vector("lift.mu", l.Mu, m)
		f.vector("lift.nu", l.Nu, n)
		f.scalings(l, m, n)
		plans[e] = f.jko(l, m, n)
	}
	for e := range f.Lift {
		l := &f.Lift[e]
		p := plans[e]
		switch f.word("lift") {
		case "shuffled":
			p = plans[f.Shuffle[e]]
		case "independent":
			p = mat.NewDense(f.d, f.d, nil)
			for i, v := range l.Mu {
				for j, w := range l.Nu {
					p.Set(i, j, v*w)
				}
			}
		}
		f.matrix("lift.P", l.P, p)
		f.maps(l, p)
	}
	f.same("lift", len(f.Lift), len(f.Graph.Edges))
}

// weight returns W_θ, or the identity for scalar weights.
func (f *retrace) weight() *mat.Dense {
	if f.word("lift") != "scalar" {
		return f.param("W_theta")
	}
	one := mat.NewDense(f.d, f.d, nil)
	for k := range f.d {
		one.Set(k, k, 1)
	}
	return one
}

func (f *retrace) vector(place string, got, want []float64) {
	f.t.Helper()
	f.same(place, len(got), len(want))
	for k, v := range want {
		f.near(place, got[k], v, 0)
	}
}

// scalings repeats the textbook iteration on the kernel e^{−C/ε}: rows, then
// columns.
func (f *retrace) scalings(l *tracedLift, mu, nu []float64) {
	u, v := make([]float64, f.d), make([]float64, f.d)
	for k := range u {
		u[k], v[k] = 1, 1
	}
	at := func(i, j int) float64 { return u[i] * cell(i, j, l.Epsilon0) * v[j] }
	f.same("lift.sinkhorn.iteration", len(l.Sinkhorn), int(f.number("sinkhorn_steps")))
	for k := range 6000 {
		rows, cols := make([]float64, f.d), make([]float64, f.d)
		sums := func() (wrong float64) {
			clear(rows)
			clear(cols)
			for i := range f.d {
				for j := range f.d {
					rows[i] += at(i, j)
					cols[j] += at(i, j)
				}
			}
			a, b := 0.0, 0.0
			for i := range f.d {
				a, b = a+math.Abs(rows[i]-mu[i]), b+math.Abs(cols[i]-nu[i])
			}
			return max(a, b)
		}
		sums()
		for i := range f.d {
			if k%2 == 0 {
				u[i] *= mu[i] / rows[i]
			} else {
				v[i] *= nu[i] / cols[i]
			}
		}
		wrong := sums()
		if k < len(l.Sinkhorn) {
			f.same("lift.sinkhorn.iteration", l.Sinkhorn[k].Iteration, k+1)
			f.near("lift.sinkhorn.error", l.Sinkhorn[k].Error, wrong, 0)
		} else if wrong < 1e-15 {
			break
		}
	}
	f.matrix("lift.P0", l.P0, mat.DenseCopyOf(plan{f.d, at}))
}

func cell(i, j int, eps float64) float64 {
	if i == j {
		return 1
	}
	return math.Exp(-2 / eps)
}

// plan is a matrix by its entries.
type plan struct {
	d  int
	at func(i, j int) float64
}

func (p plan) Dims() (r, c int)    { return p.d, p.d }
func (p plan) At(i, j int) float64 { return p.at(i, j) }
func (p plan) T() mat.Matrix       { return mat.Transpose{Matrix: p} }
func coupling(mu, nu []float64, eps float64) *mat.Dense {
	d := len(mu)
	u, v := make([]float64, d), make([]float64, d)
	for k := range v {
		v[k] = 1
	}
	for range 6000 {
		moved := 0.0
		for i := range d {
			sum := 0.0
			for j := range d {
				sum += cell(i, j, eps) * v[j]
			}
			moved = max(moved, math.Abs(mu[i]/sum/max(u[i], 1e-300)-1))
			u[i] = mu[i] / sum
		}
		for j := range d {
			sum := 0.0
			for i := range d {
				sum += cell(i, j, eps) * u[i]
			}
			v[j] = nu[j] / sum
		}
		if moved < 1e-15 {
			break
		}
	}
	return mat.DenseCopyOf(plan{d, func(i, j int) float64 { return u[i] * cell(i, j, eps) * v[j] }})
}

// jko repeats the JKO steps: with kept marginals each leads to another temperature,
// with free ones it is solved by plain scalings.
func (f *retrace) jko(l *tracedLift, mu, nu []float64) *mat.Dense {
	j := l.JKO
	f.same("lift.jko.mode", j.Mode, f.word("jko_mode"))
	f.near("lift.jko.tau", j.Tau, f.number("tau"), 0)
	f.near("lift.jko.epsilon", j.Epsilon, f.number("epsilon"), 0)
	if j.Mode == "w2" {
		f.near("lift.jko.gamma", j.Gamma, f.number("w2_gamma"), 0)
	}
	steps := int(f.number("jko_steps"))
	if f.word("lift") == "sinkhorn" {
		steps = 0
	}
	f.same("lift.jko.steps", len(j.Steps), steps)
	last, eps := coupling(mu, nu, l.Epsilon0), l.Epsilon0
	for _, s := range j.Steps {
		if j.Mode == "w2" {
			last = free(last, j.Tau, j.Epsilon, j.Gamma)
		} else {
			// The minimiser of KL(P‖P')/τ + ⟨P,C⟩ + ε Σ P log P is a plan of
			// temperature (1+τε)/(τ+1/ε').
			eps = (1 + j.Tau*j.Epsilon) / (j.Tau + 1/eps)
			last = coupling(mu, nu, eps)
		}
		f.matrix("lift.jko.steps.P", s.P, last)
		energy := 0.0
		for p := range f.d {
			for q := range f.d {
				v := last.At(p, q)
				energy += j.Epsilon * v * math.Log(v)
				if p != q {
					energy += 2 * v
				}
			}
		}
		f.near("lift.jko.steps.energy", s.Energy, energy, 0)
	}
	return last
}

// free is a JKO step with free marginals on the d² cells, by the entropic scaling
// algorithm (Peyré 2015) with the kernel e^{−½|·|²/γ} between cells.
func free(p0 *mat.Dense, tau, eps, gamma float64) *mat.Dense {
	d, _ := p0.Dims()
	k := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			k.Set(i, j, math.Exp(-1/gamma))
			if i == j {
				k.Set(i, j, 1)
			}
		}
	}
	blur := func(x *mat.Dense) *mat.Dense { return product(product(k, x), k) }
	b := apply(p0, func(float64) float64 { return 1 })
	var p *mat.Dense
	for range 4000 {
		a := mat.NewDense(d, d, nil)
		a.DivElem(p0, blur(b))
		s := blur(a)
		next := mat.NewDense(d, d, nil)
		moved := 0.0
		next.Apply(func(i, j int, v float64) float64 {
			if i != j {
				v *= math.Exp(-2 * tau / gamma)
			}
			v = math.Pow(v, gamma/(gamma+tau*eps))
			if p != nil {
				moved = max(moved, math.Abs(v-p.At(i, j)))
			}
			return v
		}, s)
		stop := p != nil && moved < 1e-16
		p = next
		b.DivElem(p, s)
		if stop {
			break
		}
	}
	return p
}

// maps recomputes the normalised plan and the restriction maps of an edge that
// carries the plan p.
func (f *retrace) maps(l *tracedLift, p *mat.Dense) {
	rows, cols := make([]float64, f.d), make([]float64, f.d)
	for i := range f.d {
		for j := range f.d {
			rows[i] += p.At(i, j)
			cols[j] += p.At(i, j)
		}
	}
	s, trace := mat.NewDense(f.d, f.d, nil), 0.0
	for i := range f.d {
		for j := range f.d {
			v := p.At(i, j) / math.Sqrt(rows[i]*cols[j])
			if f.Centered && f.word("lift") != "scalar" {
				v -= math.Sqrt(rows[i] * cols[j])
			}
			s.Set(i, j, v)
		}
		trace += s.At(i, i)
	}
	if f.word("lift") == "scalar" {
		s.Zero()
		for i := range f.d {
			s.Set(i, i, trace/float64(f.d))
		}
	}
	f.matrix("lift.S", l.S, s)
	w := f.weight()
	far := product(s, w)
	if f.word("convention") != "literal" {
		far = product(s.T(), w)
		far.Scale(f.Sign, far)
	}
	near := product(s, w)
	if one := f.word("maps"); one != "learned" {
		for _, m := range []*mat.Dense{near, far} {
			m.Zero()
			for i := 0; i < f.d && one == "identity"; i++ {
				m.Set(i, i, 1)
			}
		}
	}
	var ij, ji mat.Dense
	ij.Add(near, dense(l.DeltaIJ))
	ji.Add(far, dense(l.DeltaJI))
	f.matrix("lift.R_ij", l.Rij, &ij)
	f.matrix("lift.R_ji", l.Rji, &ji)
}
