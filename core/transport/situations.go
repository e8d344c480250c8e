package transport

import "math"

// Situation is one JKO step from a given plan, with its effect.
type Situation struct {
	// Name is "same", "stopped", "temperatures" or "free".
	Name string
	// Text is the reason for the effect, in words.
	Text string
	// Before and After are the plans (d×d).
	Before, After []float64
	// EnergyBefore and EnergyAfter are ⟨P,C⟩ + ε Σ P log P at the temperature of
	// the step.
	EnergyBefore, EnergyAfter float64
	// Moved is Σ|After − Before|.
	Moved float64
	// ErrorBefore and ErrorAfter are ‖P1−μ‖₁ + ‖Pᵀ1−ν‖₁.
	ErrorBefore, ErrorAfter float64
}

// SituationParams holds the settings of Situations.
type SituationParams struct {
	// Eps0 is the temperature of the first plan, Eps the temperature of the step,
	// Tau its length, Gamma the blur of the Wasserstein step.
	Eps0, Eps, Tau, Gamma float64
	// Scalings is the number of scalings before the early stop of the second
	// situation.
	Scalings int
}

// Situations returns a JKO step without effect and three with one. A KL step from
// the converged plan of equal temperature has no effect: that plan minimises both
// terms over Π(μ,ν), for any proximal distance. A step changes the plan after an
// early stop of Sinkhorn, for different temperatures, and for free marginals.
func Situations(mu, nu []float64, p SituationParams) [4]Situation {
	d := len(mu)
	plan := NewPlan(d)
	converged := func(eps float64) []float64 {
		dst := make([]float64, d*d)
		plan.Solve(mu, nu, eps)
		plan.Dense(dst)
		return dst
	}
	s := NewSinkhorn(mu, nu, p.Eps)
	for range p.Scalings {
		s.Step()
	}
	stopped := make([]float64, d*d)
	s.Plan(stopped)
	kl := func(before []float64) []float64 {
		k := NewKLJKO(mu, nu, before, p.Eps, p.Tau)
		k.Step()
		return k.plan
	}
	free := func(before []float64) []float64 {
		after := make([]float64, d*d)
		NewW2Step(d, p.Eps, p.Tau, p.Gamma).Solve(after, before)
		return after
	}
	same, warm := converged(p.Eps), converged(p.Eps0)
	out := [4]Situation{
		{Name: "same", Before: same, After: kl(same),
			Text: "Converged plan, equal temperatures, fixed marginals: the plan is already the minimiser, so the step does nothing."},
		{Name: "stopped", Before: stopped, After: kl(stopped),
			Text: "Sinkhorn stopped early: the step finishes the scaling and restores the marginals."},
		{Name: "temperatures", Before: warm, After: kl(warm),
			Text: "Different temperatures: the step moves the plan from one temperature towards the other."},
		{Name: "free", Before: same, After: free(same),
			Text: "Free marginals: mass may leave the given measures, so the plan moves though it was converged."},
	}
	for i := range out {
		s := &out[i]
		s.EnergyBefore, s.EnergyAfter = Energy(s.Before, d, p.Eps), Energy(s.After, d, p.Eps)
		for k, v := range s.After {
			s.Moved += math.Abs(v - s.Before[k])
		}
		s.ErrorBefore, s.ErrorAfter = marginalError(s.Before, mu, nu), marginalError(s.After, mu, nu)
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
