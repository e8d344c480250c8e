package view

// This file selects the sheaf that a frame shows, and reports which of its results
// belong to the present measures and features.

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// hasJKO reports whether stage 3 has begun with the present measures, those of stage 2
// in the same epoch.
func (r *viewer) hasJKO() bool {
	return r.standing.Ran(stage.JKO) && r.standing.EpochOf(stage.JKO) == r.standing.EpochOf(stage.Sinkhorn)
}

// hasSolve reports whether the solve of layer k, from 0, has begun with the features
// and the Laplacian of the present epoch.
func (r *viewer) hasSolve(k int) bool {
	required := stage.Diffusion
	if k > 0 {
		required = stage.Classes // the input of a later layer is final after all layers
	}
	epoch := r.standing.EpochOf(required)
	return epoch > 0 && epoch == r.standing.EpochOf(stage.Features)
}

// shownSheaf returns the restriction maps that the frame shows: those of the
// selected layer of a peer, or the present maps of the run. It returns nil for a
// model without maps.
func (r *viewer) shownSheaf() *sheaf.Sheaf {
	switch {
	case r.layer != nil:
		return r.layer.Raw
	case r.eval.Raw == nil:
		return nil
	}
	return r.ascent.Current
}

// operatorOf returns the maps of the operator for restriction maps raw. They are
// normalised in a layer of a peer, and in SGPC with operator=normalized.
func (r *viewer) operatorOf(raw *sheaf.Sheaf) *sheaf.Sheaf {
	if l := r.layer; l != nil && raw == l.Raw {
		return l.Hat
	}
	return r.Operator(raw)
}
