package sgpc

import (
	"math"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// TestLossUnderflow sets the logits of the training pass to 0, 799 and ±800, where the
// probability of a label underflows to 0. The cross-entropy equals plainRisk, computed from
// the logits, and is at least 100. It is not compared with κ̄, which mixes in the prior. The
// gradient by the logits equals central differences, and is not 0 everywhere.
func TestLossUnderflow(t *testing.T) {
	for name, change := range map[string]func(*settings.Config){
		"gcn":  func(c *settings.Config) { c.Model = "gcn" },
		"sgpc": func(c *settings.Config) { c.Calibrate, c.LambdaKL, c.LambdaSpec = false, 0, 0 },
		// The KL term reads the class probabilities of every node.
		"every node": func(c *settings.Config) { c.Calibrate, c.LambdaSpec = false, 0 },
		"calibrated": func(c *settings.Config) { c.LambdaSpec, c.DetachKappa = 0, true },
		"code": func(c *settings.Config) {
			c.Reading, c.D, c.GapMode, c.Operator, c.LambdaSpec, c.Calibrate = "code", 1, "off", "laplacian", 0, false
		},
	} {
		r := smallRun(t, change)
		r.StepEpoch()
		n, o := r.fit, r.fit.loss
		r.fit.schedule(0) // the weights of the loss, and the rows of its input, for the first epoch
		n.tape.Forward()
		// Logits −800, 0 and 800 in turn, with the opposite sign in every second row.
		z, c := o.logits.Value, o.logits.Cols()
		for k := range z.Data {
			z.Data[k] = 800 * float64(k%3-1) * float64(1-2*(k/c%2))
			if k/c%4 == 0 && k%3 == 1 { // in every fourth row two logits are near: 799 and 800
				z.Data[k] = 799
			}
		}
		var classesOp int // index of the operation of the class probabilities, the last softmax
		for k, op := range n.tape.Ops {
			if op.Name() == "SoftmaxRows" {
				classesOp = k
			}
		}
		// lossOfLogits computes the loss from the present logits.
		lossOfLogits := func() float64 {
			for _, op := range n.tape.Ops[classesOp:] {
				op.Forward()
			}
			return o.out.Scalar()
		}
		n.tape.ZeroGrad()
		lossOfLogits()
		want := plainRisk(o, z)
		isWrong := math.Abs(o.ce-want) > 1e-9*want || o.ce < 100
		if o.kappa == nil && isWrong {
			t.Errorf("%s: cross-entropy %g, want %g and at least 100", name, o.ce, want)
		}
		o.out.Grad.Data[0] = 1
		for k := len(n.tape.Ops) - 1; k >= classesOp; k-- {
			n.tape.Ops[k].Backward()
		}
		hasGradient := false
		for k := range z.Data {
			const h = 1e-3
			logit := z.Data[k]
			z.Data[k] = logit + h
			up := lossOfLogits()
			z.Data[k] = logit - h
			down := lossOfLogits()
			z.Data[k] = logit
			got, want := o.logits.Grad.Data[k], (up-down)/(2*h)
			hasGradient = hasGradient || got != 0
			if math.Abs(got-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("%s: derivative by logit %d is %g, want %g", name, k, got, want)
			}
		}
		if !hasGradient {
			t.Errorf("%s: the gradient by all logits is 0", name)
		}
	}
}

// plainRisk returns the mean of log Σ_k e^{z_k} − z_y over the training nodes, for the row
// z of logits and the label y of a node. It subtracts the largest logit of the row, so that
// nothing overflows.
func plainRisk(o *lossOp, z *linalg.Dense) float64 {
	sum := 0.0
	for _, i := range o.nodes {
		top, total := math.Inf(-1), 0.0
		for _, v := range z.Row(i) {
			top = math.Max(top, v)
		}
		for _, v := range z.Row(i) {
			total += math.Exp(v - top)
		}
		sum += top + math.Log(total) - z.At(i, o.labels[i])
	}
	return sum / float64(len(o.nodes))
}

// TestUnderflowIsShown checks a run whose test loss is above 700, where probabilities
// underflow: two layers of the plain Laplacian and large weights give logits of thousands.
// The test loss of the frame and the left side of the claim thm1 equal the mean of
// −log p over the test nodes, computed by LogSoftmaxRows from the logits.
func TestUnderflowIsShown(t *testing.T) {
	r := smallRun(t, func(c *settings.Config) {
		c.Operator, c.Layers, c.Calibrate, c.Centered, c.Norm, c.Residual = "laplacian", 2, false, false, "none", false
		c.LambdaKL, c.LambdaSpec = 0, 0
	})
	r.StepEpoch()
	for _, p := range r.fit.tape.Params { // weights as large as after a long training
		linalg.Scal(60, p.Value.Data)
	}
	r.StepEpoch()
	logs := linalg.NewDense(r.Graph.N, r.Graph.Classes)
	linalg.LogSoftmaxRows(logs, nil, r.eval.logits.Value)
	want := train.NegLogLik(logs.At, r.Graph.Labels, r.Split.Test)
	f := Frame(r, frame.Focus{})
	if !(want > 700) {
		t.Fatalf("the test loss is %g: nothing underflows", want)
	}
	if math.Abs(f.Bound.TestLoss-want) > 1e-9*want {
		t.Errorf("test loss of the frame %g, want %g", f.Bound.TestLoss, want)
	}
	for _, q := range Claims(r) {
		if q.ID != "thm1" {
			continue
		}
		if !q.Evaluated || math.Abs(q.LHS-want) > 1e-9*want {
			t.Errorf("the claim thm1 has the left side %g (evaluated: %v), want %g", q.LHS, q.Evaluated, want)
		}
	}
}
