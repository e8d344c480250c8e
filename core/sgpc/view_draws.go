package sgpc

import (
	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// sparsifierRisk is the probability with which a guaranteed draw may miss its ε.
const sparsifierRisk = 0.01

// sparseDraw is one draw L̃ of a sparsifier of the evaluation's operator.
type sparseDraw struct {
	pattern *diffusion.Pattern
	lap     *sheaf.Laplacian
	// drawn measures it; nil above spectral.MaxDense rows, or without energy.
	drawn *claims.Drawn
}

func (d *sparseDraw) measured() *claims.Drawn {
	if d == nil {
		return nil
	}
	return d.drawn
}

// time is the diffusion time of the first layer's evaluation.
func (r *Run) time() float64 {
	if d := r.eval.diffuse; len(d) > 0 {
		return d[0].dt
	}
	return r.cfg.Dt
}

// samplingOf returns the probability of every edge for the sparsifier of s, for
// a look: training draws from streams of its own.
func (r *Run) samplingOf(s *sheaf.Sheaf, l *sheaf.Laplacian) ([]float64, error) {
	ridge := diffusion.Ridge(r.time())
	tau := diffusion.LeverageByFactor(s, l, ridge)
	if tau == nil {
		var err error
		if tau, err = diffusion.LeverageEstimate(s, l, ridge, leverageProbes, 1e-4, rng.New(r.cfg.Seed, "view/leverage")); err != nil {
			return nil, err
		}
	}
	return diffusion.Probabilities(tau, diffusion.OversamplingTypical(s, tau, r.cfg.SVREpsilon)), nil
}

// drawn draws two sparsifiers: one with as many edges as the matrix Chernoff
// bound asks for (nil above spectral.MaxDense rows), one as the training pass
// draws its own (nil when it draws none).
func (r *Run) drawn() (guaranteed, training *sparseDraw) {
	n, c := r.eval, r.cfg
	if len(r.Graph.Edges) == 0 {
		return nil, nil
	}
	if n.lap.Dim() <= spectral.MaxDense {
		if tau, err := diffusion.Leverage(n.hat, n.lap, 0); err == nil {
			over := diffusion.OversamplingGuaranteed(c.SVREpsilon, n.lap.Dim(), sparsifierRisk)
			guaranteed = r.draw(diffusion.Probabilities(tau, over), rng.New(c.Seed, "claims/guaranteed", uint64(r.epoch)))
		}
	}
	if c.DrawsSparse() {
		if prob, err := r.samplingOf(n.hat, n.lap); err == nil {
			training = r.draw(prob, rng.New(c.Seed, "view/draw", 0))
		}
	}
	return guaranteed, training
}

// draw makes one sparsifier and measures it.
func (r *Run) draw(prob []float64, src *rng.Source) *sparseDraw {
	n := r.eval
	d := &sparseDraw{pattern: diffusion.Draw(prob, src)}
	s := d.pattern.Sheaf(n.hat)
	d.lap = sheaf.NewLaplacian(s.N, s.D, s.Edges)
	d.lap.Assemble(s)
	if n.lap.Dim() > spectral.MaxDense {
		return d
	}
	low, high := 1.0, 1.0
	if !d.whole(len(prob)) {
		var err error
		if low, high, err = diffusion.ExactEpsilon(n.lap, d.lap, 0); err != nil {
			return d
		}
	}
	sp, err := spectral.Full(d.lap.Operator(), spectral.DefaultTol, false)
	if err != nil || sp.KernelDim == len(sp.Values) {
		return d
	}
	d.drawn = &claims.Drawn{Operator: d.lap.Operator(), Positive: sp.Values[sp.KernelDim], High: sp.Values[len(sp.Values)-1],
		Error: max(1-low, high-1), Kept: len(d.pattern.Kept), Edges: len(prob)}
	if sp.KernelDim == 0 {
		d.drawn.Low = d.drawn.Positive
	}
	return d
}

// whole reports whether the draw is the operator itself: all of the edges, as
// they are. That is common on sparse graphs, and saves two decompositions.
func (d *sparseDraw) whole(edges int) bool {
	return len(d.pattern.Kept) == edges && !slices.ContainsFunc(d.pattern.Weight, func(w float64) bool { return w != 1 })
}

func (d *sparseDraw) trace(dt float64) *trace.Sparsified {
	if d == nil {
		return nil
	}
	_, _, vals := d.lap.Entries()
	t := &trace.Sparsified{Edges: []int{}, Weights: trace.List(d.pattern.Weight), Draws: len(d.pattern.Kept), Entries: len(vals)}
	for _, e := range d.pattern.Kept {
		t.Edges = append(t.Edges, int(e))
	}
	if m := d.drawn; m != nil {
		kappa := (1 + dt*m.High) / (1 + dt*m.Low)
		t.Kappa, t.Epsilon = &kappa, &m.Error
	}
	return t
}
