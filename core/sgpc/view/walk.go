package view

import (
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/transport"
)

// Walk computes the plan of one edge after each JKO step. A JKO step (Jordan, Kinderlehrer,
// Otto) moves a transport plan towards the least energy. The lift computes only the last plan.
type Walk struct {
	c *settings.Config
	// Plan is the plan (d×d) after the steps so far. In the mode "w2", Prev is the
	// plan before the last step. In the mode "kl", Walk does not use Prev.
	Plan, Prev []float64
	steps      int       // number of steps so far
	mu, nu     []float64 // measures of the two ends
	// closedForm computes the plan at a given temperature. w2 makes one step of the mode
	// "w2". In the mode "kl" w2 is nil.
	closedForm *transport.Plan
	w2         *transport.W2Step
}

// NewWalk returns a Walk for the settings. Call Start before the other methods.
func NewWalk(c *settings.Config) *Walk {
	dd := c.D * c.D
	w := &Walk{c: c, Plan: make([]float64, dd), Prev: make([]float64, dd), closedForm: transport.NewPlan(c.D)}
	if c.JKOMode == "w2" {
		w.w2 = transport.NewW2Step(c.D, c.Epsilon, c.Tau, c.W2Gamma)
	}
	return w
}

// Start sets the measures of the edge, and sets Plan to the plan P0 of Sinkhorn.
func (w *Walk) Start(mu, nu []float64) {
	w.mu, w.nu, w.steps = mu, nu, 0
	w.closedForm.Solve(mu, nu, w.c.Epsilon0)
	w.closedForm.Dense(w.Plan)
}

// Step makes one JKO step and returns the energy of the new plan. In the mode "w2" it
// exchanges the slices Plan and Prev, and computes the new plan from the previous one. In
// the mode "kl" the plan after k steps is the closed form at an effective temperature.
func (w *Walk) Step() float64 {
	w.steps++
	if w.w2 != nil {
		w.Plan, w.Prev = w.Prev, w.Plan
		w.w2.Solve(w.Plan, w.Prev)
	} else {
		w.closedForm.Solve(w.mu, w.nu, w.c.PlainEpsilon(w.steps))
		w.closedForm.Dense(w.Plan)
	}
	return w.Energy()
}

// Energy returns ⟨P,C⟩ + ε Σ P log P of the plan P in Plan.
func (w *Walk) Energy() float64 { return transport.Energy(w.Plan, w.c.D, w.c.Epsilon) }
