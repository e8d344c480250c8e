package view

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// hasJKO reports whether the JKO step has begun with the measures on show.
func (r *viewer) hasJKO() bool {
	return r.at.Ran(stage.JKO) && r.at.EpochOf(stage.JKO) == r.at.EpochOf(stage.Sinkhorn)
}

// hasSolve reports whether layer k's solve has begun with the features and the
// Laplacian on show: only then can it be shown.
func (r *viewer) hasSolve(k int) bool {
	of := stage.Diffusion
	if k > 0 {
		of = stage.Classes // what enters a later layer is known when all have run
	}
	e := r.at.EpochOf(of)
	return e > 0 && e == r.at.EpochOf(stage.Features)
}

// shownSheaf is the sheaf that a viewer sees: the run's own, or that of a peer's
// layer; nil without one.
func (r *viewer) shownSheaf() *sheaf.Sheaf {
	switch n := r.eval; {
	case r.layer != nil:
		return r.layer.Raw
	case n.Raw == nil:
		return nil
	}
	return r.gap.Current
}

// operatorOf returns the sheaf whose Laplacian is shown: normalised or not.
func (r *viewer) operatorOf(raw *sheaf.Sheaf) *sheaf.Sheaf {
	if l := r.layer; l != nil && raw == l.Raw {
		return l.Hat
	}
	return r.Operator(raw)
}
