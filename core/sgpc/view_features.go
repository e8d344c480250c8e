package sgpc

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
)

// maxShownFeatures bounds the numbers of a frame.Features.
const maxShownFeatures = 1 << 20

// viewFeatures returns nil when there is too much to show.
func (r *Run) viewFeatures() *frame.Features {
	x, h := r.Graph.X, r.eval.encoded
	if x.NNZ() > maxShownFeatures {
		return nil
	}
	v := &frame.Features{Cols: x.Cols, Val: single(x.Val)}
	v.Ptr = append(v.Ptr, x.Ptr...)
	v.Col = append(v.Col, x.Col...)
	if h != nil && r.ran(stage.Features) && len(h.Value.Data) <= maxShownFeatures {
		v.Width, v.Encoded = h.Value.Cols, single(h.Value.Data)
	}
	return v
}
