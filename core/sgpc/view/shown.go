package view

// This file selects the sheaf that a frame shows, and compares the epochs of the results.

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// hasJKO reports whether stage 3 has begun in the epoch of the present results of stage 2.
func (r *viewer) hasJKO() bool {
	return r.standing.Ran(stage.JKO) && r.standing.EpochOf(stage.JKO) == r.standing.EpochOf(stage.Sinkhorn)
}

// hasSolve reports whether the diffusion of layer k (0-based) has begun in the epoch of
// the present features. For k > 0 it returns true only from stage 8 on.
func (r *viewer) hasSolve(k int) bool {
	required := stage.Diffusion
	if k > 0 {
		required = stage.Classes // stage 8 runs after the diffusion of all layers
	}
	epoch := r.standing.EpochOf(required)
	return epoch > 0 && epoch == r.standing.EpochOf(stage.Features)
}

// shownSheaf returns the restriction maps that the frame shows: the maps of the
// selected layer of a peer, or the present maps of the run. It returns nil for a
// model without maps, and for a peer whose selected layer is closed.
func (r *viewer) shownSheaf() *sheaf.Sheaf {
	switch {
	case r.layer != nil:
		return r.layer.Raw
	case r.eval.Raw == nil || r.standing.Changed: // the evaluation of a run changed by hand has the present maps
		return r.eval.Raw
	}
	return r.ascent.Current // the gap ascent may have changed the maps of the evaluation
}

// operatorOf returns the maps of the operator for the restriction maps raw. They are
// normalised in a layer of a peer, and in SGPC with operator=normalized.
func (r *viewer) operatorOf(raw *sheaf.Sheaf) *sheaf.Sheaf {
	if r.layer != nil && raw == r.layer.Raw {
		return r.layer.Hat
	}
	return r.Operator(raw)
}
