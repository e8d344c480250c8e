package sgpc

// This file evaluates a run with maps or mixing weights changed by hand.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// maxGamma is the upper bound of Σ|γ| for a mixing changed by hand.
const maxGamma = 1e6

// fitsMaps reports whether the network has transported maps, and given has as many entries
// as these maps: 2m·d², and at least one.
func (r *Run) fitsMaps(given []float64) bool {
	if r.eval.mapping == nil || len(given) == 0 {
		return false
	}
	return len(given) == len(r.eval.mapping.out.Value.Data)
}

// fitsGamma reports whether gamma is valid for the frequency mixing of the first layer: Q+1
// numbers with Σ|γ| < maxGamma. For signed weights, Σ|γ| must also be positive. For a model
// without mixing, no gamma is valid.
func (r *Run) fitsGamma(gamma []float64) bool {
	if len(r.eval.filter) == 0 || len(gamma) != r.cfg.Q+1 {
		return false
	}
	sum := 0.0
	for _, x := range gamma {
		sum += math.Abs(x)
	}
	isBounded := sum < maxGamma                             // false for NaN
	givesWeights := sum > 0 || r.cfg.AFMWeights != "signed" // signed weights are γ/Σ|γ|
	return isBounded && givesWeights
}

// Changed returns a copy of the run with an evaluation of changed maps, given maps
// or changed mixing weights, as once requests. The evaluation has the parameters of the
// last evaluation, and the present state of the gap ascent. The run stays unchanged.
// Changed returns nil at position 0, and if once has no valid change for this network.
func (r *Run) Changed(once *frame.Once) *Run {
	hasChanges := len(once.Changes) > 0 && r.eval.mapping != nil
	hasGiven, hasGamma := r.fitsMaps(once.Given), r.fitsGamma(once.Gamma)
	changesNothing := !hasChanges && !hasGiven && !hasGamma
	if r.position == 0 || changesNothing {
		return nil
	}
	changed := *r
	// The new network reads its parameters from the store of the run.
	restorePresent := r.restoreShown()
	n := r.isolatedNet()
	if n.mapping != nil {
		n.mapping.changes = once.Changes
		if hasGiven {
			n.mapping.given = once.Given
		}
	}
	if hasGamma {
		n.filter[0].override = once.Gamma
	}
	n.evaluate()
	restorePresent()
	changed.eval, changed.changed = n, true
	// The record of the ascent describes the maps before the change. A copy with changed maps
	// must not show this record. A change of the mixing alone keeps the maps.
	if once.ChangesMaps() {
		gap := *r.gap
		gap.current, gap.started = n.raw, false
		// The record had the pull ‖∂λ₂/∂R_e‖ of every edge e; handPull replaces it. In a
		// large graph its computation takes too long.
		if r.gap.started && len(r.Graph.Edges) <= frame.ShownEdges {
			gap.handPull = r.pullOf(n.raw)
		}
		changed.gap = &gap
	}
	return &changed
}

// pullOf returns the pull ‖∂λ₂/∂R_e‖ of each edge e for the restriction maps raw. Its
// solver for λ₂, the tracker, starts without eigenvectors of an earlier estimate.
func (r *Run) pullOf(raw *sheaf.Sheaf) []float64 {
	tracker := spectral.NewTracker(raw.N, raw.D, raw.Edges, settings.TrackerOptions(r.cfg))
	gradient := make([]float64, len(raw.R))
	if r.cfg.Operator == "normalized" {
		// λ₂ belongs to the normalised maps hat. Backward turns the gradient for hat into the
		// gradient for raw.
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
