package transport

import "sheafscope/core/graph"

// W2Lift computes the normalised plans of all edges for the JKO steps of the paper,
// with free marginals:
//
//	S = Diag(μ')^{−1/2} P⋆ Diag(ν')^{−1/2}   (− √μ'√ν'ᵀ if Centered)
//
// P⋆ is the plan after Steps steps of [W2Step] from the entropic plan of temperature
// Eps0. The steps change the marginals, so P⋆ is normalised by its own marginals
// μ' = P⋆1 and ν' = P⋆ᵀ1. Only these give ‖S‖₂ = 1 with the singular pair (√μ', √ν').
//
// W2Lift has the variations of [Lift]. Independent is the coupling μνᵀ without steps.
// After [NewW2Lift] only SetPermutation and the first Forward of Uniform allocate.
type W2Lift struct {
	*Lift // has the edges and the settings; it computes the plans of Independent only
	// Eps0 is the temperature of the entropic plan of an edge. Steps counts the steps from it.
	Eps0  float64
	Steps int

	step     *W2Step   // computes the steps of all edges
	first    *Plan     // computes the entropic plan of temperature Eps0
	plans    []float64 // P⋆ of every edge, m×d²
	scalings []float64 // a and b (W2Step) of every step, m×Steps×2d²
	prev, g  []float64 // the plan before a step, and the gradient for a plan, d×d each
	rows     []float64 // μ', ν', ∂ℓ/∂μ' and ∂ℓ/∂ν' of one edge, d numbers each
}

// NewW2Lift returns a [W2Lift] for n nodes, stalk dimension d and the given edges,
// which it shares. An edge gets the plan of temperature eps0, and then makes the given
// number of steps with temperature eps, length tau and blur gamma.
func NewW2Lift(n, d int, edges []graph.Edge, steps int, eps0, eps, tau, gamma float64) *W2Lift {
	m, q := len(edges), d*d
	return &W2Lift{Lift: NewLift(n, d, edges), Eps0: eps0, Steps: steps, step: NewW2Step(d, eps, tau, gamma), first: NewPlan(d),
		plans: make([]float64, m*q), scalings: make([]float64, 2*m*steps*q), prev: make([]float64, q), g: make([]float64, q),
		rows: make([]float64, 4*d)}
}

// Forward computes s, the normalised plans, from the node measures mu, with the
// shapes of [Lift.Forward]. Backward reads mu again, so the caller must not change
// mu before Backward. For Shuffled, SetPermutation must come first.
func (l *W2Lift) Forward(s, mu []float64) {
	if l.Variation == Independent {
		l.Lift.Forward(s, mu, l.Eps0)
		return
	}
	l.mu = mu
	if l.Variation == Uniform {
		l.mu = l.uniform()
	}
	d := l.D
	q := d * d
	rows, cols := l.rows[:d], l.rows[d:2*d] // μ' and ν'
	for e := range l.Edges {
		plan := l.plans[e*q : e*q+q]
		if l.Variation == Uniform && e > 0 { // the plan of edge 0, since all plans are equal
			copy(plan, l.plans[:q])
		} else {
			l.solve(plan, e)
		}
		Marginals(rows, cols, plan)
		start := l.receiver(e) * q
		Normalize(s[start:start+q], plan, rows, cols, Centering(l.Centered))
	}
}

// solve sets plan to P⋆ of edge e and stores the scalings of the steps for Backward.
func (l *W2Lift) solve(plan []float64, e int) {
	d, edge := l.D, l.Edges[e]
	q := d * d
	l.first.Solve(l.mu[int(edge.I)*d:][:d], l.mu[int(edge.J)*d:][:d], l.Eps0)
	l.first.Dense(plan)
	for k := range l.Steps {
		copy(l.prev, plan)
		l.step.Solve(plan, l.prev)
		both := l.scalings[2*(e*l.Steps+k)*q:][:2*q] // a and b of step k
		l.step.Scalings(both[:q], both[q:])
	}
}

// Backward is the adjoint of the last Forward. Given ds = ∂ℓ/∂S (m×d²), it adds ∂ℓ/∂μ
// to dmu (n×d). For Uniform it does not change dmu.
func (l *W2Lift) Backward(ds, dmu []float64) {
	switch l.Variation {
	case Independent:
		l.Lift.Backward(ds, dmu)
		return
	case Uniform:
		return
	}
	d := l.D
	q := d * d
	rows, cols := l.rows[:d], l.rows[d:2*d]             // μ' and ν'
	gradRows, gradCols := l.rows[2*d:3*d], l.rows[3*d:] // ∂ℓ/∂μ' and ∂ℓ/∂ν'
	for e, edge := range l.Edges {
		// g becomes the gradient for P⋆: the direct part, and the part through the marginals.
		plan := l.plans[e*q : e*q+q]
		Marginals(rows, cols, plan)
		start := l.receiver(e) * q
		clear(l.g)
		clear(gradRows)
		clear(gradCols)
		NormalizeGrad(ds[start:start+q], plan, rows, cols, Centering(l.Centered), l.g, gradRows, gradCols)
		for i := range l.g {
			l.g[i] += gradRows[i/d] + gradCols[i%d]
		}
		// g becomes the gradient for the plan before the first step.
		for k := l.Steps - 1; k >= 0; k-- {
			both := l.scalings[2*(e*l.Steps+k)*q:][:2*q] // a and b of step k
			l.step.Gradient(l.g, both[:q], both[q:])
		}
		// Grad needs the parts of this plan, but l.first holds the plan of another edge.
		i, j := int(edge.I)*d, int(edge.J)*d
		l.first.Solve(l.mu[i:i+d], l.mu[j:j+d], l.Eps0)
		l.first.Grad(l.g, dmu[i:i+d], dmu[j:j+d])
	}
}

// Plan sets dst (d×d) to the plan that edge e got in the last Forward, not normalised.
func (l *W2Lift) Plan(dst []float64, e int) {
	if l.Variation == Independent {
		l.Lift.Plan(dst, e)
		return
	}
	if l.Variation == Shuffled { // edge e got the plan of edge perm[e]
		e = int(l.perm[e])
	}
	q := l.D * l.D
	copy(dst, l.plans[e*q:e*q+q])
}

// OffDiagonal sets dst[e] to the mass off the diagonal of the plan that Plan gives for e.
func (l *W2Lift) OffDiagonal(dst []float64) {
	if l.Variation == Independent {
		l.Lift.OffDiagonal(dst)
		return
	}
	d := l.D
	for e := range l.Edges {
		plan := l.plans[e*d*d : (e+1)*d*d]
		off := 0.0
		for i, v := range plan {
			onDiagonal := i%(d+1) == 0
			if !onDiagonal {
				off += v
			}
		}
		dst[l.receiver(e)] = off
	}
}

// Marginals sets rows and cols (length d) to the marginals P1 and Pᵀ1 of a plan.
func Marginals(rows, cols, plan []float64) {
	d := len(rows)
	clear(cols)
	for p := range rows {
		sum := 0.0
		for q, v := range plan[p*d : p*d+d] {
			sum += v
			cols[q] += v
		}
		rows[p] = sum
	}
}
