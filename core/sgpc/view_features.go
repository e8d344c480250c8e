package sgpc

import "sheafscope/core/sgpc/stage"

// maxShownFeatures bounds the numbers of a FeaturesView.
const maxShownFeatures = 1 << 20

// FeaturesView holds the features of every node for a look, in single precision.
type FeaturesView struct {
	// Ptr, Col and Val are the N×Cols input X in compressed rows, without its zeros.
	Cols int       `json:"cols"`
	Ptr  []int32   `json:"ptr"`
	Col  []int32   `json:"col"`
	Val  []float32 `json:"val"`
	// Encoded is H_0, N×Width; nil before the first evaluation.
	Width   int       `json:"width"`
	Encoded []float32 `json:"encoded"`
}

// viewFeatures returns nil when there is too much to show.
func (r *Run) viewFeatures() *FeaturesView {
	x, h := r.Graph.X, r.eval.encoded
	if x.NNZ() > maxShownFeatures {
		return nil
	}
	v := &FeaturesView{Cols: x.Cols, Val: single(x.Val)}
	v.Ptr = append(v.Ptr, x.Ptr...)
	v.Col = append(v.Col, x.Col...)
	if h != nil && r.ran(stage.Features) && len(h.Value.Data) <= maxShownFeatures {
		v.Width, v.Encoded = h.Value.Cols, single(h.Value.Data)
	}
	return v
}
