package sgpc

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// TraceSparsified is one draw L̃ of the sparsifier from the traced operator L.
type TraceSparsified struct {
	// Edges are those kept, Weights their factors 1/p_e, Draws their number,
	// Entries that of the stored entries of L̃, both triangles.
	Edges   []int     `json:"edges"`
	Weights []float64 `json:"weights"`
	Draws   int       `json:"draws"`
	Entries int       `json:"entries"`
	// Kappa is the condition number of I + Δt·L̃. Epsilon is the least ε with
	// (1−ε)(I+Δt·L) ≼ I+Δt·L̃ ≼ (1+ε)(I+Δt·L). Both are nil above spectral.MaxDense.
	Kappa   *float64 `json:"kappa"`
	Epsilon *float64 `json:"epsilon"`
}

// drawsSparse reports whether the settings diffuse over drawn edges while training.
func (c *Config) drawsSparse() bool { return c.SVR == "sparsified" || c.SVR == "anchored" }

// samplingOf returns the probability of every edge for the sparsifier of s, for
// a look: training draws from streams of its own.
func (r *Run) samplingOf(s *sheaf.Sheaf, l *sheaf.Laplacian, dt float64) ([]float64, error) {
	tau, err := diffusion.LeverageEstimate(s, l, 1/max(dt, 1e-6), leverageProbes, 1e-4, rng.New(r.cfg.Seed, "view/leverage"))
	if err != nil {
		return nil, err
	}
	return diffusion.Probabilities(tau, diffusion.OversamplingTypical(s, tau, r.cfg.SVREpsilon)), nil
}

// traceSparsified draws once; nil when the settings do not.
func (r *Run) traceSparsified(n *net) *TraceSparsified {
	if !r.cfg.drawsSparse() || len(n.diffuse) == 0 {
		return nil
	}
	dt := n.diffuse[0].dt
	prob, err := r.samplingOf(n.hat, n.lap, dt)
	if err != nil {
		return nil
	}
	p := diffusion.Draw(prob, rng.New(r.cfg.Seed, "view/draw", 0))
	t := &TraceSparsified{Edges: []int{}, Weights: list(p.Weight), Draws: len(p.Kept)}
	for _, e := range p.Kept {
		t.Edges = append(t.Edges, int(e))
	}
	drawn := p.Sheaf(n.hat)
	lap := sheaf.NewLaplacian(drawn.N, drawn.D, drawn.Edges)
	lap.Assemble(drawn)
	_, _, vals := lap.Entries()
	t.Entries = len(vals)
	if sp, err := spectral.Full(lap.Operator(), spectral.DefaultTol, false); err == nil {
		kappa := (1 + dt*sp.Values[len(sp.Values)-1]) / (1 + dt*max(0, sp.Values[0]))
		t.Kappa = &kappa
	}
	if low, high, err := diffusion.ExactEpsilon(n.lap, lap, 1/max(dt, 1e-6)); err == nil {
		eps := max(1-low, high-1)
		t.Epsilon = &eps
	}
	return t
}
