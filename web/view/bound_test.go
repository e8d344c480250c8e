package view_test

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
)

// Every bound is beside the measured loss of the same kind. The test computes the losses, and the bounds on cross-entropy and errors, from
// the calibrated probabilities. Each bound is the sum of its named terms. The name of the bound omits terms with the weight 0: the KL term
// in the second run, and the spectral term in both. The axis contains the longest bar.
func TestBoundsStandBesideTheirOwnLoss(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, withKL := range []bool{true, false} {
		cfg := settings.Default()
		if !withKL {
			cfg.LambdaKL = 0
		}
		s := karateAt(t, g, split, cfg, epochs(6), frame.Focus{})
		shown, bounds := s.Frame, charts.NewBound(s)
		// loss returns the mean cross-entropy and the share of wrong predictions of some nodes.
		loss := func(nodes []int) (ce, wrong float64) {
			for _, i := range nodes {
				p := shown.Calibrated[i*g.Classes : (i+1)*g.Classes]
				ce -= math.Log(p[g.Labels[i]]) / float64(len(nodes))
				if predictsOne := p[1] > p[0]; predictsOne != (g.Labels[i] == 1) {
					wrong += 1 / float64(len(nodes))
				}
			}
			return ce, wrong
		}
		testCE, testError := loss(split.Test)
		trainCE, trainError := loss(split.Train)
		// The KL term of the bound: √((KL + ln(2/δ)) / 2n) with n training nodes.
		kl := math.Sqrt((shown.Bound.KLSum + math.Log(2/cfg.Delta)) / (2 * float64(len(split.Train))))
		checkNear := func(what string, got view.F, want float64) {
			t.Helper()
			if math.Abs(float64(got)-want) > 1e-9 {
				t.Errorf("%s is %g, by hand %g", what, float64(got), want)
			}
		}
		checkNear("bound on cross-entropy", bounds.Rows[0].Value, trainCE+cfg.LambdaKL*kl)
		checkNear("bound on errors", bounds.Rows[1].Value, trainError+cfg.LambdaKL*kl)
		checkNear("test cross-entropy", bounds.Rows[0].Measured, testCE)
		checkNear("test error", bounds.Rows[1].Measured, testError)
		checkNear("test error beside the certificate", bounds.Rows[2].Measured, testError)
		if named := strings.Contains(bounds.Rows[0].Name, "KL"); named != withKL || strings.Contains(bounds.Rows[0].Name, "spectral") {
			t.Errorf("with KL term %v: the row is called %q, want KL only with the term, and no spectral", withKL, bounds.Rows[0].Name)
		}
		for _, r := range bounds.Rows {
			sum := 0.0
			for _, x := range r.Terms {
				sum += x
			}
			if len(r.Terms) != len(r.Names) || math.Abs(sum-float64(r.Value)) > 1e-9 {
				t.Errorf("%s: %v, named %v, do not add up to %g", r.Name, r.Terms, r.Names, float64(r.Value))
			}
		}
		// If all training nodes are wrong by little, the bound on errors is the longest bar. The axis contains it.
		allWrong := *shown
		allWrong.Bound.TrainError, allWrong.Bound.ErrorTotal = 1, 1+allWrong.Bound.Total-allWrong.Bound.Empirical
		s.Frame = &allWrong
		if bounds = charts.NewBound(s); bounds.Rows[1].Value > bounds.Max {
			t.Errorf("the axis ends at %g and cuts the bar of %g", float64(bounds.Max), float64(bounds.Rows[1].Value))
		}
	}
}

// A certificate is valid only at the epoch that the choosing nodes, which are validation nodes, have chosen. Once the run chooses a later
// epoch, the sentence of stage 9 says "not valid", and the note names that epoch. A certificate of every epoch ("union") stays valid.
// Without a frame there is no note.
func TestCertificateNote(t *testing.T) {
	s := karate(t, epochs(6), frame.Focus{})
	shown := s.Frame
	// The note begins with "Valid: " or "Not valid: ".
	if valid, text := charts.CertifiedText(s); valid != (s.History.ChoiceEpoch == shown.Judged) || !strings.Contains(text, "alid: ") {
		t.Errorf("at epoch %d, epoch %d is chosen: valid %v, note %q", shown.Judged, s.History.ChoiceEpoch, valid, text)
	}
	shown.Bound.Valid, shown.Bound.Reason, s.History.ChoiceEpoch = true, "others chose it", shown.Judged
	if valid, text := charts.CertifiedText(s); !valid || text != "Valid: others chose it" {
		t.Errorf("at the chosen epoch: valid %v, note %q", valid, text)
	}
	// The run chooses epoch 40, after the shown epoch.
	s.History.ChoiceEpoch = 40
	valid, text := charts.CertifiedText(s)
	if valid || !strings.Contains(text, "epoch 40") {
		t.Errorf("after a later choice: valid %v, note %q, want false and epoch 40", valid, text)
	}
	s.View.Stage = stage.Posterior
	lead := leadOf(s)
	if !strings.Contains(lead, "not valid: over the whole run") || strings.Contains(lead, "with confidence") {
		t.Errorf("stage 9 says %q", lead)
	}
	s.Config.Certify, shown.Bound.Certify = "union", "union"
	if valid, _ := charts.CertifiedText(s); !valid {
		t.Error("a certificate of every epoch is not valid after another choice")
	}
	if valid, text := charts.CertifiedText(&state.State{}); valid || text != "" {
		t.Errorf("before a frame: valid %v, note %q, want false and none", valid, text)
	}
}

// The text and the chart print the confidence 1 − δ of a valid certificate without rounding.
func TestConfidenceIsNotRounded(t *testing.T) {
	for delta, want := range map[float64]string{0.05: "95 %", 0.1: "90 %", 0.025: "97.5 %", 0.0125: "98.75 %", 0.001: "99.9 %",
		1e-9: "99.9999999 %", 0.5: "50 %"} {
		s := state.New(recipe.Recipe{})
		s.Config.Delta = delta
		s.Frame = &frame.Frame{Judged: 1, Bound: frame.BoundView{Delta: delta, Total: 1, HasTotal: true, Valid: true, CertifyNodes: []int{0}}}
		rows := charts.NewBound(&s).Rows
		if note := rows[len(rows)-1].Note; note != "valid, "+want {
			t.Errorf("δ = %g: the note is %q, want %q", delta, note, "valid, "+want)
		}
		if text := strings.Join(charts.BoundLead(&s), ""); !strings.Contains(text, "with confidence "+want+":") {
			t.Errorf("δ = %g: the sentence is %q, want %q in it", delta, text, want)
		}
	}
}
