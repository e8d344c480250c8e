package view

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// maxShownFeatures bounds the number of entries in a frame.Features.
const maxShownFeatures = 1 << 20

// viewFeatures returns the features of all nodes, nil above maxShownFeatures.
func (r *viewer) viewFeatures() *frame.Features {
	x, h := r.Graph.X, r.eval.Encoded
	if x.NNZ() > maxShownFeatures {
		return nil
	}
	v := &frame.Features{Cols: x.Cols, Val: single(x.Val)}
	v.Ptr = append(v.Ptr, x.Ptr...)
	v.Col = append(v.Col, x.Col...)
	if h != nil && r.at.Ran(stage.Features) && len(h.Data) <= maxShownFeatures {
		v.Width, v.Encoded = h.Cols, single(h.Data)
	}
	return v
}
