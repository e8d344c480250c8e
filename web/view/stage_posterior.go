package view

import (
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

// Reliability is the data of the reliability picture.
type Reliability struct {
	Conf  Vec   `json:"conf"`
	Acc   Vec   `json:"acc"`
	Count []int `json:"count"`
	ECE   F     `json:"ece"`
}

var posteriorStage = stageRow{
	number: stage.Posterior, models: allModels, tests: "Tests Theorem 1",
	why: "Each edge gets a Beta posterior of how far its ends agree. The paper adds the loss, a KL term and a spectral " +
		"term and calls the sum a bound; here it stands beside what was measured.",
	value: func(s *state.State) string {
		b, tested := &s.Frame.Bound, s.Frame.Accuracy.Test >= 0
		switch {
		case s.Peer() != "" && tested:
			return "test error " + Fix(b.TestRisk, 3)
		case s.Peer() != "" || b.Total <= 0:
			return ""
		case tested:
			return Fix(b.Total, 3) + ", test " + Fix(b.TestLoss, 3) // both cross-entropies
		}
		return Fix(b.Total, 3)
	},
	spark: func(s *state.State) *Spark {
		if len(s.Frame.Kappa) == 0 {
			return nil
		}
		return &Spark{Kind: "line", Y: histogram(s.Frame.Kappa, 0, 1, 24), Zero: true}
	},
	show:    posterior,
	code:    codePosterior,
	codeWhy: "Each edge gets a belief in how far its ends agree. It enters the loss.",
}

// posteriorEquation is that of the edges; of the calibration only where it is on.
func posteriorEquation(calibrated bool) Equation {
	line := "\\bar{κ}_e=\\frac{α_e}{α_e+β_e}"
	if calibrated {
		line += "\\quad " + calibration
	}
	return Equation{"posterior", []string{line}, append(symPosterior[:3:3], symCalibrated...)}
}

func posterior(s *state.State, v *Inspector) {
	f, g, st, b := s.Frame, s.Graph, &s.Frame.Stages, &s.Frame.Bound
	v.Body.equation(posteriorEquation(s.Config.Calibrate))
	v.Body.Vals = []Value{{"T", Set(s.Config.T), "strength of the evidence"}}
	if len(f.Kappa) > 0 {
		v.Body.Vals = append(v.Body.Vals, Value{"\\bar{κ}", Fix(meanOf(f.Kappa), 3), "agreement, mean over the edges"})
	}
	if Judged(f) {
		v.Body.Vals = append(v.Body.Vals, Value{"c_{\\het }", Num(b.CHet), "norm of the class coupling Π"},
			Value{"\\KL ", Num(b.KLSum), "divergence of all posteriors from the prior, summed over the edges"})
	}
	peer := s.Peer() != ""
	if peer {
		v.Body.equation(Equation{})
		v.Body.Vals = nil
	}
	lead := []string{}
	if Judged(f) && b.Total > 0 {
		lead = boundLead(s)
	} else if n := len(st.PosteriorChange); n > 0 {
		lead = append(lead, "After *", words.Count(n, "iteration"), "* of *", Int(s.Config.PosteriorSteps),
			"* the agreement changes by at most *", Num(st.PosteriorChange[n-1]), "*. Loss and bound come with the last.")
	} else {
		lead = append(lead, "The posterior has not been computed yet.")
	}
	v.Lead = Say(lead...)
	if d := NewBound(s); d.Ready {
		sub := any("each beside the same loss on the test nodes")
		if peer {
			sub = nil
		}
		v.Add(Figure{ID: "boundbars", Title: "Bound and risk", Sub: sub,
			Alt: "Bounds and certificate beside the measured losses", Data: d})
	}
	if e := f.Edge; e != nil && hasPosterior(e) {
		fig := betaPicture(e)
		fig.Sub = append([]any{"Beta posterior of ", M{"κ_e"}}, " "+onEdge(s, e))
		v.Add(fig)
	}
	if len(f.Kappa) > 0 {
		v.Add(histogramFigure("kappas", "Agreement of all edges", []any{"edges by ", M{"\\bar{κ}_e"}}, "Histogram of agreement", f.Kappa, 1,
			40, "κ̄", VRef{F(meanOf(f.Kappa)), "mean"}))
	}
	if C := g.Classes; len(b.Pi) == C*C && C > 0 && C <= 24 {
		v.Add(Figure{ID: "pi", Title: "Class coupling",
			Sub: []any{M{"Π"}, ": mean agreement of the edges between two classes, by predicted shares"}, Alt: "Class coupling matrix",
			Data: classMatrix(g, b.Pi, false)})
	}
	if n := len(b.ReliabilityConf); n > 0 && f.Accuracy.Test >= 0 && n == len(b.ReliabilityAcc) && n == len(b.ReliabilityCount) {
		v.Add(Figure{ID: "reliability", Title: "Reliability",
			Sub: "share of right predictions by confidence", Alt: "Reliability diagram",
			Data: Reliability{b.ReliabilityConf, b.ReliabilityAcc, b.ReliabilityCount, F(b.ECE)}})
	}
	if len(st.PosteriorChange) > 0 {
		v.Add(errorsFigure("change", "Fixed point", []any{"largest change of ", M{"\\bar{κ}"}, " by iteration"}, "Change by iteration",
			st.PosteriorChange, Lines{From: 1, XLabel: "iteration", Height: 104}))
	}
	if !Judged(f) {
		v.Add(knobs(s, "lambda_kl", "lambda_spec"))
		return
	}
	level := Pct(b.ConformalLevel)
	if valid, _ := s.Certified(s.Frame); !valid {
		level += ", not valid here"
	}
	v.Add(Figure{ID: "boundnums", Title: "Numbers", Nums: [][]any{
		Row("Empirical risk term", Num(b.Empirical)), Row(termName("L_{\\KL }", s.Config.LambdaKL), Num(b.LKL)),
		Row(termName("L_{\\spec }", s.Config.LambdaSpec), specText(b)),
		Row("Certifying nodes, wrong on", Int(len(b.CertifyNodes))+", "+Int(b.CertifyErrors)),
		Row("Conformal sets, level asked", level), Row("coverage measured on test", onTest(f, Pct(b.ConformalCover))),
		Row("mean size of a set", onTest(f, Fix(b.ConformalSize, 2)))}})
	v.Add(choiceFigure(s, "certify"))
	if peer {
		numbers := &v.Body.Figures[len(v.Body.Figures)-2]
		numbers.Nums = slices.Delete(numbers.Nums, 0, 3) // they are those of the paper's bound
		return
	}
	v.Add(knobs(s, "lambda_kl", "lambda_spec"))
}

// termName names a term of the loss before its weight, and says when it is off.
func termName(symbol string, weight float64) any {
	if weight == 0 {
		return []any{M{symbol}, ", off: not in the loss"}
	}
	return []any{M{symbol}, " before its weight"}
}

// specText is c_het/λ₂, where λ₂ is known.
func specText(b *frame.Bound) string {
	if b.LSpec == 0 {
		return "not known"
	}
	return Num(b.LSpec)
}

// onTest is what was measured on the test nodes, or that there are none.
func onTest(f *frame.Frame, text string) string {
	return words.Either(f.Accuracy.Test < 0, "no test nodes", text)
}
