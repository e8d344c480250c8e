package view

import (
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/transport"
)

// Walk computes the plan of one pair of measures step by step over the JKO steps;
// the lift computes only the last plan, for all edges.
type Walk struct {
	c *settings.Config
	// Plan is the plan (d×d) after steps JKO steps, Prev the previous plan in the
	// mode "w2".
	Plan, Prev []float64
	steps      int
	mu, nu     []float64
	first      *transport.Plan
	w2         *transport.W2Step
}

// NewWalk returns a Walk for the settings; Start must be called first.
func NewWalk(c *settings.Config) *Walk {
	q := c.D * c.D
	w := &Walk{c: c, Plan: make([]float64, q), Prev: make([]float64, q), first: transport.NewPlan(c.D)}
	if c.JKOMode == "w2" {
		w.w2 = transport.NewW2Step(c.D, c.Epsilon, c.Tau, c.W2Gamma)
	}
	return w
}

// Start sets the measures and the plan of Sinkhorn.
func (w *Walk) Start(mu, nu []float64) {
	w.mu, w.nu, w.steps = mu, nu, 0
	w.first.Solve(mu, nu, w.c.Epsilon0)
	w.first.Dense(w.Plan)
}

// Step makes one JKO step and returns the energy of its plan.
func (w *Walk) Step() float64 {
	w.steps++
	if w.w2 != nil {
		w.Plan, w.Prev = w.Prev, w.Plan
		w.w2.Solve(w.Plan, w.Prev)
	} else {
		w.first.Solve(w.mu, w.nu, w.c.PlainEpsilon(w.steps))
		w.first.Dense(w.Plan)
	}
	return w.Energy()
}

// Energy returns ⟨P,C⟩ + ε Σ P log P of the present plan.
func (w *Walk) Energy() float64 { return transport.Energy(w.Plan, w.c.D, w.c.Epsilon) }
