package sgpc

// This file evaluates a run with maps or mixing weights changed by hand.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// maxGamma is the bound on Σ|γ| of a mixing changed by hand.
const maxGamma = 1e6

// fitsMaps reports whether the network has transported maps, and given has as many
// numbers as these.
func (r *Run) fitsMaps(given []float64) bool {
	return r.eval.mapping != nil && len(given) > 0 && len(given) == len(r.eval.mapping.out.Value.Data)
}

// fitsGamma reports whether gamma is valid for the frequency mixing of the first
// layer: Q+1 finite numbers, and for signed weights not all 0.
func (r *Run) fitsGamma(gamma []float64) bool {
	if len(r.eval.filter) == 0 || len(gamma) != r.cfg.Q+1 {
		return false
	}
	sum := 0.0
	for _, x := range gamma {
		sum += math.Abs(x)
	}
	return sum < maxGamma && (sum > 0 || r.cfg.AFMWeights != "signed") // false for NaN
}

// Changed returns a copy of the run with an evaluation of changed maps, given maps
// or changed mixing weights. The parameters are those of the last evaluation; the
// metric is the present one. The run itself stays unchanged. A change by angle 0
// and scale 1, or the mixing weights of the run, give the baseline of a comparison.
// Changed returns nil if once changes no part of the network, and at position 0.
func (r *Run) Changed(once *frame.Once) *Run {
	changesMaps := len(once.Changes) > 0 && r.eval.mapping != nil
	if r.position == 0 || !changesMaps && !r.fitsMaps(once.Given) && !r.fitsGamma(once.Gamma) {
		return nil
	}
	changed := *r
	// The copy shares the store with the run: the present parameters return to it
	// afterwards.
	present := r.store.Snapshot(nil)
	if len(r.shown) > 0 && r.betweenEpochs() {
		r.store.Restore(r.shown)
	}
	n := r.isolatedNet()
	if n.mapping != nil {
		n.mapping.changes = once.Changes
		if r.fitsMaps(once.Given) {
			n.mapping.given = once.Given
		}
	}
	if r.fitsGamma(once.Gamma) {
		n.filter[0].override = once.Gamma
	}
	n.evaluate()
	r.store.Restore(present)
	changed.eval, changed.changed = n, true
	if once.ChangesMaps() { // a change of the mixing keeps the sheaf and the record of the ascent
		gap := *r.gap
		gap.current, gap.started = n.raw, false
		if r.gap.started && len(r.Graph.Edges) <= frame.ShownEdges {
			gap.handPull = r.pullOf(n.raw)
		}
		changed.gap = &gap
	}
	return &changed
}

// pullOf returns the pull of each edge for the given maps, computed without a warm
// start.
func (r *Run) pullOf(raw *sheaf.Sheaf) []float64 {
	tracker := spectral.NewTracker(raw.N, raw.D, raw.Edges, settings.TrackerOptions(r.cfg))
	gradient := make([]float64, len(raw.R))
	if r.cfg.Operator == "normalized" {
		hat, normalizer := sheaf.New(raw.N, raw.D, raw.Edges), sheaf.NewNormalizer(raw.N, raw.D, raw.Edges)
		hatGradient := make([]float64, len(raw.R))
		normalizer.Forward(raw, r.cfg.Shift, hat)
		tracker.Update(hat)
		tracker.Gradient(hat, hatGradient)
		normalizer.Backward(hatGradient, gradient)
	} else {
		tracker.Update(raw)
		tracker.Gradient(raw, gradient)
	}
	pull := make([]float64, len(raw.Edges))
	spectral.Pull(pull, gradient)
	return pull
}
