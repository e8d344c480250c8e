package sgpc

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// takesMaps reports whether the network can have these maps.
func (r *Run) takesMaps(given []float64) bool {
	return r.eval.mapping != nil && len(given) > 0 && len(given) == len(r.eval.mapping.out.Value.Data)
}

// takesGamma reports whether the frequency mixing of the first layer can have these logits.
func (r *Run) takesGamma(gamma []float64) bool {
	if len(r.eval.filter) == 0 || len(gamma) != r.cfg.Q+1 {
		return false
	}
	sum := 0.0
	for _, x := range gamma {
		sum += math.Abs(x)
	}
	return sum < 1e6 && (sum > 0 || r.cfg.AFMWeights != "signed") // NaN is not less
}

// Changed returns a copy of the run whose evaluation has the maps or the mixing
// weights changed by hand, or maps that were given. Parameters are those of the last evaluation, the
// metric is the present one; the run itself stays. A change by angle 0 and scale
// 1, or the run's own weights, is the baseline. It is nil where once changes nothing that the network has.
func (r *Run) Changed(once *frame.Once) *Run {
	if r.position == 0 || (len(once.Changes) == 0 || r.eval.mapping == nil) && !r.takesMaps(once.Given) && !r.takesGamma(once.Gamma) {
		return nil
	}
	shadow := *r
	present := r.store.Snapshot(nil)
	if len(r.shown) > 0 && r.betweenEpochs() {
		r.store.Restore(r.shown)
	}
	n := r.detached()
	if n.mapping != nil {
		n.mapping.changes = once.Changes
		if r.takesMaps(once.Given) {
			n.mapping.given = once.Given
		}
	}
	if r.takesGamma(once.Gamma) {
		n.filter[0].look = once.Gamma
	}
	n.evaluate()
	r.store.Restore(present)
	shadow.eval, shadow.look = n, true
	if once.ChangesMaps() { // the mixing leaves the sheaf, and what the ascent found of it
		gap := *r.gap
		gap.current, gap.started = n.raw, false
		if r.gap.started && len(r.Graph.Edges) <= frame.ShownEdges {
			gap.look = r.pullOf(n.raw)
		}
		shadow.gap = &gap
	}
	return &shadow
}

// pullOf computes the pull of each edge for the given maps from nothing.
func (r *Run) pullOf(raw *sheaf.Sheaf) []float64 {
	t := spectral.NewTracker(raw.N, raw.D, raw.Edges, settings.TrackerOptions(r.cfg))
	grad := make([]float64, len(raw.R))
	if r.cfg.Operator == "normalized" {
		hat, norm, at := sheaf.New(raw.N, raw.D, raw.Edges), sheaf.NewNormalizer(raw.N, raw.D, raw.Edges), make([]float64, len(raw.R))
		norm.Forward(raw, r.cfg.Shift, hat)
		t.Update(hat)
		t.Gradient(hat, at)
		norm.Backward(at, grad)
	} else {
		t.Update(raw)
		t.Gradient(raw, grad)
	}
	pull := make([]float64, len(raw.Edges))
	spectral.Pull(pull, grad)
	return pull
}
