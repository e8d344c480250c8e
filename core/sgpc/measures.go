package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/transport"
)

// measureOp computes the node measures of stage 2 on the d stalk coordinates from the
// softmax of the logits: μ_i = (1−s)·softmax + s/d, n×d.
type measureOp struct {
	soft, out *autodiff.Var // the softmax and μ
	smooth    float64       // s
}

// buildMeasures computes the node measures from their logits (n×d): it adds the operations
// to the tape t, and sets n.measures to the result. The measures have a gradient if the
// logits have one.
func (n *net) buildMeasures(r *Run, t *autodiff.Tape, logits *autodiff.Var) {
	soft := autodiff.SoftmaxRows(t, logits)
	o := &measureOp{soft: soft, out: t.NewVar(soft.Value.Rows, soft.Value.Cols, soft.Grad != nil), smooth: r.cfg.Smooth}
	t.Add(o)
	n.measures = o.out
}

func (o *measureOp) Name() string { return "measures" }

// Forward computes the measures from the softmax.
func (o *measureOp) Forward() {
	transport.Measures(o.out.Value.Data, o.soft.Value.Data, o.out.Value.Cols, o.smooth)
}

// Backward adds the gradient of the measures to the gradient of the softmax.
func (o *measureOp) Backward() {
	if o.soft.Grad != nil {
		transport.MeasuresGrad(o.soft.Grad.Data, o.out.Grad.Data, o.smooth)
	}
}
