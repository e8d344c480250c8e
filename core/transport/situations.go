package transport

import "math"

// This file contains examples of JKO steps with and without effect, for the panel of an edge.

// Situation is a JKO step from a given plan, with its effect.
type Situation struct {
	// Name is "same", "stopped", "temperatures" or "free", in the order of Situations.
	Name string
	// Text explains the effect in words.
	Text string
	// Before and After are the plans (d×d).
	Before, After []float64
	// EnergyBefore and EnergyAfter are ⟨P,C⟩ + ε Σ P log P at the temperature of the step.
	EnergyBefore, EnergyAfter float64
	// Moved is Σ|After − Before| over all entries.
	Moved float64
	// ErrorBefore and ErrorAfter are ‖P1−μ‖₁ + ‖Pᵀ1−ν‖₁ for P = Before and P = After.
	ErrorBefore, ErrorAfter float64
}

// SituationParams holds the settings of Situations.
type SituationParams struct {
	// Eps0 is the temperature of the plan Before in "temperatures". Eps and Tau are the
	// temperature and the length of each step, and Gamma is the blur of the step in "free".
	Eps0, Eps, Tau, Gamma float64
	// Scalings is the number of scalings of the plan Before in "stopped".
	Scalings int
}

// Situations returns four JKO steps for the measures mu and nu. The first has no effect: it
// starts from the converged plan of temperature Eps. Over Π(μ,ν) this plan minimises both
// terms of the step: the energy, and the proximal distance to the plan itself.
func Situations(mu, nu []float64, p SituationParams) [4]Situation {
	// The plans before the steps: atEps and atEps0 are converged, and stopped is not.
	d := len(mu)
	plan := NewPlan(d)
	converged := func(eps float64) []float64 {
		dst := make([]float64, d*d)
		plan.Solve(mu, nu, eps)
		plan.Dense(dst)
		return dst
	}
	sinkhorn := NewSinkhorn(mu, nu, p.Eps)
	for range p.Scalings {
		sinkhorn.Step()
	}
	stopped := make([]float64, d*d)
	sinkhorn.Plan(stopped)
	atEps, atEps0 := converged(p.Eps), converged(p.Eps0)

	// The plans before the first three steps are e^{−C/ε'} with scaled rows and columns, so each
	// step leads to an entropic plan. klStep returns this plan for the temperature before = ε'.
	klStep := func(before float64) []float64 { return converged(EffectiveEpsilon(before, p.Eps, p.Tau)) }
	free := make([]float64, d*d) // the plan after a step with free marginals
	NewW2Step(d, p.Eps, p.Tau, p.Gamma).Solve(free, atEps)
	out := [4]Situation{
		{Name: "same", Before: atEps, After: klStep(p.Eps),
			Text: "Converged plan, equal temperatures, fixed marginals: the plan is already the minimiser, so the step does nothing."},
		{Name: "stopped", Before: stopped, After: klStep(p.Eps),
			Text: "Sinkhorn stopped early: the step finishes the scaling and restores the marginals."},
		{Name: "temperatures", Before: atEps0, After: klStep(p.Eps0),
			Text: "Converged plan of ε₀: the step leads to a temperature between ε₀ and ε, nearer to ε for a longer step."},
		{Name: "free", Before: atEps, After: free,
			Text: "Free marginals: mass may leave the given measures, so even a converged plan can move."},
	}
	for i := range out {
		s := &out[i]
		s.EnergyBefore = Energy(s.Before, d, p.Eps)
		s.EnergyAfter = Energy(s.After, d, p.Eps)
		for k, v := range s.After {
			s.Moved += math.Abs(v - s.Before[k])
		}
		s.ErrorBefore = marginalError(s.Before, mu, nu)
		s.ErrorAfter = marginalError(s.After, mu, nu)
	}
	return out
}

// marginalError returns ‖P1−μ‖₁ + ‖Pᵀ1−ν‖₁.
func marginalError(plan, mu, nu []float64) (e float64) {
	d := len(mu)
	for p, m := range mu {
		row, col := -m, -nu[p]
		for q := range d {
			row += plan[p*d+q]
			col += plan[q*d+p]
		}
		e += math.Abs(row) + math.Abs(col)
	}
	return e
}
