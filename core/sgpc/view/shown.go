package view

import (
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// hasJKO reports whether stage 3 has begun with the present measures.
func (r *viewer) hasJKO() bool {
	return r.at.Ran(stage.JKO) && r.at.EpochOf(stage.JKO) == r.at.EpochOf(stage.Sinkhorn)
}

// hasSolve reports whether the solve of layer k has begun with the present features
// and Laplacian.
func (r *viewer) hasSolve(k int) bool {
	of := stage.Diffusion
	if k > 0 {
		of = stage.Classes // the input of a later layer is final after all layers
	}
	e := r.at.EpochOf(of)
	return e > 0 && e == r.at.EpochOf(stage.Features)
}

// shownSheaf returns the present sheaf: of the run, or of the selected layer of a
// peer; nil without one.
func (r *viewer) shownSheaf() *sheaf.Sheaf {
	switch n := r.eval; {
	case r.layer != nil:
		return r.layer.Raw
	case n.Raw == nil:
		return nil
	}
	return r.gap.Current
}

// operatorOf returns the sheaf of the operator for the maps raw: normalised when
// the settings say so.
func (r *viewer) operatorOf(raw *sheaf.Sheaf) *sheaf.Sheaf {
	if l := r.layer; l != nil && raw == l.Raw {
		return l.Hat
	}
	return r.Operator(raw)
}
