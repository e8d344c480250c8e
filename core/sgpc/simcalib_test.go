package sgpc

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
)

// TestSimCalibOnAnyModel applies SimCalib to every model. It changes the shown
// probabilities, and neither classes, training nor certified error. The
// probabilities are those of pacbayes, fitted on the choosing nodes.
func TestSimCalibOnAnyModel(t *testing.T) {
	t.Parallel()
	g, err := graph.Builtin("sbm:n=60,classes=3,degree=4,homophily=0.4,signal=1,seed=5")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, "random:0.3,0.4,0.3", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{"sgpc", "gcn", "nsd-orth"} {
		run := func(on bool, certify string) (*Run, *frame.Frame) {
			c, err := method.Paper.Configure(g, split, model, "paper", 0)
			if err != nil {
				t.Fatal(err)
			}
			c.SimCalib, c.Certify, c.Epochs = on, certify, 12
			r, err := New(g, split, c)
			if err != nil {
				t.Fatal(err)
			}
			for !r.Done() {
				r.StepEpoch()
			}
			return r, Frame(r, frame.Focus{Node: 5})
		}
		r, plain := run(false, settings.CertifySplit)
		_, warm := run(true, settings.CertifySplit)
		want := make([]float64, len(plain.Calibrated))
		pacbayes.NewSimCalib(g.Adjacency(), plain.Calibrated, r.eval.loss.logf, g.Classes, g.Labels, split.Train,
			r.parts.choosing).Apply(want)
		if !slices.Equal(warm.Calibrated, want) || slices.Equal(warm.Calibrated, plain.Calibrated) {
			t.Errorf("%s: the probabilities are not those of SimCalib", model)
		}
		if !slices.Equal(plain.Pred, warm.Pred) || plain.Accuracy != warm.Accuracy || !slices.Equal(plain.Prob, warm.Prob) ||
			plain.Loss != warm.Loss || plain.Bound.ClopperPearson != warm.Bound.ClopperPearson || plain.Bound.Valid != warm.Bound.Valid {
			t.Errorf("%s: SimCalib changed more than the probabilities", model)
		}
		logf := func(i, y int) float64 { return math.Log(want[i*g.Classes+y]) }
		if nll := train.NegLogLik(logf, g.Labels, split.Test); math.Abs(warm.Bound.TestLoss-nll) > 1e-13*nll ||
			!slices.Equal(warm.Node.Calibrated, want[4*g.Classes:5*g.Classes]) {
			t.Errorf("%s: test loss %g, want %g", model, warm.Bound.TestLoss, nll)
		}
		// Where the same nodes fit and certify, prediction sets would promise too
		// much.
		if _, f := run(true, settings.CertifyFixed); f.Bound.Valid {
			t.Errorf("%s: a certificate by nodes that fitted the temperatures is called valid", model)
		}
		if _, f := run(false, settings.CertifyFixed); !f.Bound.Valid {
			t.Errorf("%s: the certificate of a fixed epoch is not valid: %s", model, f.Bound.Reason)
		}
	}
}
