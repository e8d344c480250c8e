package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file recomputes the lift of a trace, from the measures to the restriction maps.

// checkLifts recomputes the lift of every edge, from the measures to the maps.
func (f *retrace) checkLifts() {
	soft := softmax(product(f.h0, f.param("U")))
	smooth := f.number("smooth")
	// measure returns the measure of node i: softmax(H0 U), mixed with the uniform measure. For
	// the lift "uniform" it is the uniform measure.
	measure := func(i int) []float64 {
		m := make([]float64, f.d)
		for k := range m {
			m[k] = (1-smooth)*soft.At(i, k) + smooth/float64(f.d)
			if f.word("lift") == "uniform" {
				m[k] = 1 / float64(f.d)
			}
		}
		return m
	}
	f.checkMatrix("W_theta", f.WTheta, f.weight())
	f.checkEqual("centered", f.Centered, f.Config["centered"])
	f.checkNear("sign", f.Sign, f.number("sign"), 0)
	plans := make([]*mat.Dense, len(f.Lift)) // of each edge, after the JKO steps
	for e := range f.Lift {
		l := &f.Lift[e]
		f.checkEqual("lift.edge", l.Edge, f.Graph.Edges[e])
		f.checkNear("lift.epsilon0", l.Epsilon0, f.number("epsilon0"), 0)
		mu, nu := measure(l.Edge[0]), measure(l.Edge[1])
		f.checkVector("lift.mu", l.Mu, mu)
		f.checkVector("lift.nu", l.Nu, nu)
		f.checkScalings(l, mu, nu)
		plans[e] = f.checkJKO(l, mu, nu)
	}
	// Some lifts replace the plan: by that of another edge, or by the product of the measures.
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
		f.checkMatrix("lift.P", l.P, p)
		f.checkMaps(l, p)
	}
	f.checkEqual("lift", len(f.Lift), len(f.Graph.Edges))
}

// weight returns W_θ, or the identity for scalar weights.
func (f *retrace) weight() *mat.Dense {
	if f.word("lift") != "scalar" {
		return f.param("W_theta")
	}
	identity := mat.NewDense(f.d, f.d, nil)
	for k := range f.d {
		identity.Set(k, k, 1)
	}
	return identity
}

// checkVector compares a list of numbers of the trace, number by number.
func (f *retrace) checkVector(place string, got, want []float64) {
	f.t.Helper()
	f.checkEqual(place, len(got), len(want))
	for k, v := range want {
		f.checkNear(place, got[k], v, 0)
	}
}

// checkScalings recomputes the errors of the marginals after each Sinkhorn scaling, and the
// plan P⁰, by the textbook iteration on the kernel e^{−C/ε}. Odd steps scale the rows, even
// steps the columns. After the steps of the trace the iteration continues, since P⁰ is
// compared with the converged plan. The bound of 6000 steps only ends a loop that does not
// converge.
func (f *retrace) checkScalings(l *tracedLift, mu, nu []float64) {
	u, v := make([]float64, f.d), make([]float64, f.d)
	for k := range u {
		u[k], v[k] = 1, 1
	}
	entry := func(i, j int) float64 { return u[i] * gibbsKernel(i, j, l.Epsilon0) * v[j] } // of the plan
	f.checkEqual("lift.sinkhorn.iteration", len(l.Sinkhorn), int(f.number("sinkhorn_steps")))
	for k := range 6000 {
		rows, cols := make([]float64, f.d), make([]float64, f.d)
		// computeSums sets the sums of rows and columns. It returns the larger one of their L1
		// distances from the marginals.
		computeSums := func() (distance float64) {
			clear(rows)
			clear(cols)
			for i := range f.d {
				for j := range f.d {
					rows[i] += entry(i, j)
					cols[j] += entry(i, j)
				}
			}
			a, b := 0.0, 0.0
			for i := range f.d {
				a, b = a+math.Abs(rows[i]-mu[i]), b+math.Abs(cols[i]-nu[i])
			}
			return max(a, b)
		}
		computeSums()
		for i := range f.d {
			if k%2 == 0 {
				u[i] *= mu[i] / rows[i]
			} else {
				v[i] *= nu[i] / cols[i]
			}
		}
		distance := computeSums()
		if k < len(l.Sinkhorn) {
			f.checkEqual("lift.sinkhorn.iteration", l.Sinkhorn[k].Iteration, k+1)
			f.checkNear("lift.sinkhorn.error", l.Sinkhorn[k].Error, distance, 0)
		} else if distance < 1e-15 {
			break
		}
	}
	f.checkMatrix("lift.P0", l.P0, mat.DenseCopyOf(functionMatrix{f.d, entry}))
}

// gibbsKernel returns the entry e^{−C_ij/ε} of the kernel. The cost C_ij is 0 for i = j, and
// 2 otherwise.
func gibbsKernel(i, j int, eps float64) float64 {
	if i == j {
		return 1
	}
	return math.Exp(-2 / eps)
}

// functionMatrix is a d×d matrix with the entries entry(i, j). It is a mat.Matrix.
type functionMatrix struct {
	d     int
	entry func(i, j int) float64
}

// Dims, At and T are the methods of mat.Matrix.
func (p functionMatrix) Dims() (r, c int)    { return p.d, p.d }
func (p functionMatrix) At(i, j int) float64 { return p.entry(i, j) }
func (p functionMatrix) T() mat.Matrix       { return mat.Transpose{Matrix: p} }

// entropicPlan returns the entropic plan with the marginals mu and nu and the temperature eps, by
// Sinkhorn scalings until they converge.
func entropicPlan(mu, nu []float64, eps float64) *mat.Dense {
	d := len(mu)
	u, v := make([]float64, d), make([]float64, d)
	for k := range v {
		v[k] = 1
	}
	for range 6000 {
		change := 0.0
		for i := range d {
			sum := 0.0
			for j := range d {
				sum += gibbsKernel(i, j, eps) * v[j]
			}
			change = max(change, math.Abs(mu[i]/sum/max(u[i], 1e-300)-1)) // u[i] is 0 at first
			u[i] = mu[i] / sum
		}
		for j := range d {
			sum := 0.0
			for i := range d {
				sum += gibbsKernel(i, j, eps) * u[i]
			}
			v[j] = nu[j] / sum
		}
		if change < 1e-15 {
			break
		}
	}
	return mat.DenseCopyOf(functionMatrix{d, func(i, j int) float64 { return u[i] * gibbsKernel(i, j, eps) * v[j] }})
}

// checkJKO recomputes the plan and the energy after each JKO step, and returns the last
// plan. A step with kept marginals (mode "kl") is an entropic plan of another temperature. A
// step with free marginals (mode "w2") is solved by freeJKOStep.
func (f *retrace) checkJKO(l *tracedLift, mu, nu []float64) *mat.Dense {
	j := l.JKO
	f.checkEqual("lift.jko.mode", j.Mode, f.word("jko_mode"))
	f.checkNear("lift.jko.tau", j.Tau, f.number("tau"), 0)
	f.checkNear("lift.jko.epsilon", j.Epsilon, f.number("epsilon"), 0)
	if j.Mode == "w2" {
		f.checkNear("lift.jko.gamma", j.Gamma, f.number("w2_gamma"), 0)
	}
	// The lift "sinkhorn" keeps the first plan.
	steps := int(f.number("jko_steps"))
	if f.word("lift") == "sinkhorn" {
		steps = 0
	}
	f.checkEqual("lift.jko.steps", len(j.Steps), steps)
	last, eps := entropicPlan(mu, nu, l.Epsilon0), l.Epsilon0
	for _, s := range j.Steps {
		if j.Mode == "w2" {
			last = freeJKOStep(last, j.Tau, j.Epsilon, j.Gamma)
		} else {
			// The minimiser of KL(P‖P')/τ + ⟨P,C⟩ + ε Σ P log P is a plan of
			// temperature (1+τε)/(τ+1/ε').
			eps = (1 + j.Tau*j.Epsilon) / (j.Tau + 1/eps)
			last = entropicPlan(mu, nu, eps)
		}
		f.checkMatrix("lift.jko.steps.P", s.P, last)
		energy := 0.0 // ⟨P, C⟩ + ε Σ P log P
		for p := range f.d {
			for q := range f.d {
				v := last.At(p, q)
				energy += j.Epsilon * v * math.Log(v)
				if p != q {
					energy += 2 * v
				}
			}
		}
		f.checkNear("lift.jko.steps.energy", s.Energy, energy, 0)
	}
	return last
}

// freeJKOStep returns the plan after a JKO step from p0 with free marginals. It uses the
// entropic scaling algorithm (Peyré 2015) with the kernel e^{−½|·|²/γ} between the d² cells.
// For one coordinate |·|² is 0 or 2. The bound of 4000 steps only ends a loop that does not
// converge.
func freeJKOStep(p0 *mat.Dense, tau, eps, gamma float64) *mat.Dense {
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
	// The kernel is a product of a kernel for the rows and one for the columns. blur applies
	// both.
	blur := func(x *mat.Dense) *mat.Dense { return product(product(k, x), k) }
	// a and b are the scalings. The plan p is (s e^{−τC/γ})^{γ/(γ+τε)}, where s is a blurred.
	b := apply(p0, func(float64) float64 { return 1 })
	var p *mat.Dense
	for range 4000 {
		a := mat.NewDense(d, d, nil)
		a.DivElem(p0, blur(b))
		s := blur(a)
		next := mat.NewDense(d, d, nil)
		change := 0.0
		next.Apply(func(i, j int, v float64) float64 {
			if i != j {
				v *= math.Exp(-2 * tau / gamma)
			}
			v = math.Pow(v, gamma/(gamma+tau*eps))
			if p != nil {
				change = max(change, math.Abs(v-p.At(i, j)))
			}
			return v
		}, s)
		stop := p != nil && change < 1e-16
		p = next
		b.DivElem(p, s)
		if stop {
			break
		}
	}
	return p
}

// checkMaps recomputes the normalised plan S and both restriction maps of an edge with the
// plan p. S_ij is p_ij/√(r_i c_j) for the row sums r and the column sums c. A centered S
// lacks the singular pair (√r, √c). The lift "scalar" has the mean of the diagonal of S, times
// the identity. The map is S W_θ at the first end, and S W_θ (convention "literal") or
// σ Sᵀ W_θ at the second. The changes Δ of the gap ascent are added.
func (f *retrace) checkMaps(l *tracedLift, p *mat.Dense) {
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
	f.checkMatrix("lift.S", l.S, s)
	w := f.weight()
	first, second := product(s, w), product(s, w)
	if f.word("convention") != "literal" {
		second = product(s.T(), w)
		second.Scale(f.Sign, second)
	}
	// Fixed maps are identities or zero.
	if choice := f.word("maps"); choice != "learned" {
		for _, m := range []*mat.Dense{first, second} {
			m.Zero()
			for i := 0; i < f.d && choice == "identity"; i++ {
				m.Set(i, i, 1)
			}
		}
	}
	var ij, ji mat.Dense
	ij.Add(first, dense(l.DeltaIJ))
	ji.Add(second, dense(l.DeltaJI))
	f.checkMatrix("lift.R_ij", l.Rij, &ij)
	f.checkMatrix("lift.R_ji", l.Rji, &ji)
}
