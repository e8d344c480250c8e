package view

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// maxShownFeatures is the largest number of entries of a matrix in frame.Features.
const maxShownFeatures = 1 << 20

// viewFeatures returns the input features of all nodes. After stage 1 it also returns
// the encoded features, unless they have more than maxShownFeatures entries. It returns
// nil if the input has more than maxShownFeatures stored entries.
func (r *viewer) viewFeatures() *frame.Features {
	x, encoded := r.Graph.X, r.eval.Encoded
	if x.NNZ() > maxShownFeatures {
		return nil
	}
	v := &frame.Features{Cols: x.Cols, Val: single(x.Val)} // single: in single precision
	v.Ptr = append(v.Ptr, x.Ptr...)
	v.Col = append(v.Col, x.Col...)
	if encoded != nil && r.standing.Ran(stage.Features) && len(encoded.Data) <= maxShownFeatures {
		v.Width, v.Encoded = encoded.Cols, single(encoded.Data)
	}
	return v
}
