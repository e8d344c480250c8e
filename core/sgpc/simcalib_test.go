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

// TestSimCalibOnAnyModel compares runs with and without SimCalib for SGPC and two peers. The
// calibrated probabilities are those of pacbayes.NewSimCalib, with prototypes from the training
// nodes and weights fitted on the choosing nodes. The test loss belongs to these probabilities.
// Classes, accuracy, probabilities before calibration, loss and certificate are equal with and
// without SimCalib. For certify=fixed the certificate is not valid with SimCalib, since the
// same nodes fit and certify; without SimCalib it is valid.
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
		// trainedRun returns a run after 12 epochs, and its frame with node 4.
		trainedRun := func(simCalib bool, certify string) (*Run, *frame.Frame) {
			c, err := method.Paper.Configure(g, split, model, "paper", 0)
			if err != nil {
				t.Fatal(err)
			}
			c.SimCalib, c.Certify, c.Epochs = simCalib, certify, 12
			r, err := New(g, split, c)
			if err != nil {
				t.Fatal(err)
			}
			for !r.Done() {
				r.StepEpoch()
			}
			return r, Frame(r, frame.Focus{Node: 5}) // choices count from 1: node 4
		}
		r, plain := trainedRun(false, settings.CertifySplit)
		_, calibrated := trainedRun(true, settings.CertifySplit)
		want := make([]float64, len(plain.Calibrated))
		pacbayes.NewSimCalib(g.Adjacency(), plain.Calibrated, r.eval.loss.logf, g.Classes, g.Labels, split.Train,
			r.parts.choosing).Apply(want)
		if !slices.Equal(calibrated.Calibrated, want) || slices.Equal(calibrated.Calibrated, plain.Calibrated) {
			t.Errorf("%s: the probabilities are not those of SimCalib", model)
		}
		if !slices.Equal(plain.Pred, calibrated.Pred) || plain.Accuracy != calibrated.Accuracy {
			t.Errorf("%s: SimCalib changed classes or accuracy", model)
		}
		if !slices.Equal(plain.Prob, calibrated.Prob) || plain.Loss != calibrated.Loss {
			t.Errorf("%s: SimCalib changed the probabilities of the network or the loss", model)
		}
		if a, b := plain.Bound, calibrated.Bound; a.ClopperPearson != b.ClopperPearson || a.Valid != b.Valid {
			t.Errorf("%s: SimCalib changed the certificate", model)
		}
		// The test loss, and the probabilities of node 4.
		logf := func(i, y int) float64 { return math.Log(want[i*g.Classes+y]) }
		if nll := train.NegLogLik(logf, g.Labels, split.Test); math.Abs(calibrated.Bound.TestLoss-nll) > 1e-13*nll {
			t.Errorf("%s: test loss %g, want %g", model, calibrated.Bound.TestLoss, nll)
		}
		if got, want := calibrated.Node.Calibrated, want[4*g.Classes:5*g.Classes]; !slices.Equal(got, want) {
			t.Errorf("%s: the probabilities of node 4 are %v, want %v", model, got, want)
		}
		// With certify=fixed all validation nodes fit the temperatures and certify.
		if _, f := trainedRun(true, settings.CertifyFixed); f.Bound.Valid {
			t.Errorf("%s: a certificate by nodes that fitted the temperatures is valid", model)
		}
		if _, f := trainedRun(false, settings.CertifyFixed); !f.Bound.Valid {
			t.Errorf("%s: the certificate of a fixed epoch is not valid: %s", model, f.Bound.Reason)
		}
	}
}
