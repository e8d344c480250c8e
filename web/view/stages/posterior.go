package stages

import (
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/edge"
)

// Reliability is the data of the reliability diagram, by bin of confidence.
type Reliability struct {
	Conf  view.Vec `json:"conf"`
	Acc   view.Vec `json:"acc"`
	Count []int    `json:"count"`
	ECE   view.F   `json:"ece"`
}

var posteriorStage = row{
	number: stage.Posterior, models: allModels, tests: "Tests Theorem 1",
	why: "Each edge gets a Beta posterior of how far its ends agree. The paper adds the loss, a KL term and a spectral " +
		"term and calls the sum a bound; here it stands beside what was measured.",
	value: func(s *state.State) string { // the chart of the bound has its numbers
		if k := s.Frame.Kappa; len(k) > 0 {
			return "mean κ̄ = " + view.Fix(view.MeanOf(k), 2)
		}
		return words.Either(s.Peer() != "", "no posterior", "")
	},
	spark: func(s *state.State) *Spark {
		if len(s.Frame.Kappa) == 0 {
			return nil
		}
		return &Spark{Kind: "line", Y: view.Histogram(s.Frame.Kappa, 0, 1, 24), Zero: true}
	},
	show:    posterior,
	code:    codePosterior,
	codeWhy: "Each edge gets a belief in how far its ends agree. It enters the loss.",
}

// posteriorEquation returns the equation of the edges, with that of the calibration where it is on.
func posteriorEquation(c *settings.Config) view.Equation {
	line := "\\bar{κ}_e=\\frac{α_e}{α_e+β_e}"
	if c.Calibrate {
		line += "\\quad " + view.Calibration
	}
	return view.Equation{Name: "posterior", Lines: []string{line}, Symbols: append(view.SymPosterior[:3:3], view.SymCalibrated...)}
}

// posterior fills stage 9: the edges' posteriors, the bound and the certificate.
func posterior(s *state.State, v *view.Inspector) {
	f, g, st, b := s.Frame, s.Graph, &s.Frame.Stages, &s.Frame.Bound
	v.Body.Equation(posteriorEquation(&s.Config))
	v.Body.Vals = []view.Value{{Symbol: "T", Text: view.Set(s.Config.T), Tip: "strength of the evidence"}}
	if len(f.Kappa) > 0 {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\bar{κ}", Text: view.Fix(view.MeanOf(f.Kappa), 3),
			Tip: "agreement, mean over the edges"})
	}
	if view.Judged(f) {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "c_{\\het }", Text: view.Num(b.CHet), Tip: "norm of the class coupling Π"},
			view.Value{Symbol: "\\KL ", Text: view.Num(b.KLSum), Tip: "divergence of all posteriors from the prior, summed over the edges"})
	}
	peer := s.Peer() != ""
	if peer {
		v.Body.Equation(view.Equation{})
		v.Body.Vals = nil
	}
	lead := []string{}
	if view.Judged(f) && b.Total > 0 {
		lead = charts.BoundLead(s)
	} else if n := len(st.PosteriorChange); n > 0 {
		lead = append(lead, "After *", words.Count(n, "iteration"), "* of *", view.Int(s.Config.PosteriorSteps),
			"* the agreement changes by at most *", view.Num(st.PosteriorChange[n-1]), "*. Loss and bound come with the last.")
	} else {
		lead = append(lead, "The posterior has not been computed yet.")
	}
	v.Lead = view.Say(lead...)
	// At Research the strip of charts has these bars.
	if d := charts.NewBound(s); d.Ready && (s.View.Level != state.LevelResearch || s.Figure.Name != "") {
		sub := any("each beside the same loss on the test nodes")
		if peer {
			sub = nil
		}
		v.Add(view.Figure{ID: "boundbars", Title: "Bound and risk", Sub: sub,
			Alt: "Bounds and certificate beside the measured losses", Data: d})
	}
	if e := f.Edge; e != nil && edge.HasPosterior(e) {
		fig := edge.BetaPicture(e)
		fig.Sub = append([]any{"Beta posterior of ", view.M{Source: "κ_e"}}, " "+edge.On(s, e))
		v.Add(fig)
	}
	if len(f.Kappa) > 0 {
		v.Add(histogramFigure("kappas", "Agreement of all edges", []any{"edges by ", view.M{Source: "\\bar{κ}_e"}},
			"Histogram of agreement", f.Kappa, 1,
			40, "κ̄", view.VRef{X: view.F(view.MeanOf(f.Kappa)), Name: "mean"}))
	}
	if C := g.Classes; len(b.Pi) == C*C && C > 0 && C <= 24 {
		v.Add(view.Figure{ID: "pi", Title: "Class coupling",
			Sub: []any{view.M{Source: "Π"}, ": mean agreement of the edges between two classes, by predicted shares"}, Alt: "Class coupling matrix",
			Data: view.ClassMatrix(g, b.Pi, false)})
	}
	if n := len(b.ReliabilityConf); n > 0 && f.Accuracy.Test >= 0 && n == len(b.ReliabilityAcc) && n == len(b.ReliabilityCount) {
		v.Add(view.Figure{ID: "reliability", Title: "Reliability",
			Sub: "share of right predictions by confidence", Alt: "Reliability diagram",
			Data: Reliability{b.ReliabilityConf, b.ReliabilityAcc, b.ReliabilityCount, view.F(b.ECE)}})
	}
	if len(st.PosteriorChange) > 0 {
		v.Add(errorsFigure("change", "Fixed point", []any{"largest change of ", view.M{Source: "\\bar{κ}"}, " by iteration"},
			"Change by iteration",
			st.PosteriorChange, view.Lines{From: 1, XLabel: "iteration", Height: 104}))
	}
	if !view.Judged(f) {
		v.Add(knobs(s, "lambda_kl", "lambda_spec"))
		return
	}
	level := view.Pct(b.ConformalLevel)
	if valid, _ := s.Certified(s.Frame); !valid {
		level += ", not valid here"
	}
	v.Add(view.Figure{ID: "boundnums", Title: "Numbers", Nums: [][]any{
		view.Row("Empirical risk term", view.Num(b.Empirical)), view.Row(termName("L_{\\KL }", s.Config.LambdaKL), view.Num(b.LKL)),
		view.Row(termName("L_{\\spec }", s.Config.LambdaSpec), specText(b)),
		view.Row("Certifying nodes, wrong on", view.Int(len(b.CertifyNodes))+", "+view.Int(b.CertifyErrors)),
		view.Row("Conformal sets, level asked", level), view.Row("coverage measured on test", onTest(f, view.Pct(b.ConformalCover))),
		view.Row("mean size of a set", onTest(f, view.Fix(b.ConformalSize, 2)))}})
	v.Add(choiceFigure(s, "certify"))
	if peer {
		numbers := &v.Body.Figures[len(v.Body.Figures)-2]
		numbers.Nums = slices.Delete(numbers.Nums, 0, 3) // the terms of the paper's bound
		return
	}
	v.Add(knobs(s, "lambda_kl", "lambda_spec"))
}

// termName names a term of the loss before its weight, and notes a weight of 0.
func termName(symbol string, weight float64) any {
	if weight == 0 {
		return []any{view.M{Source: symbol}, ", off: not in the loss"}
	}
	return []any{view.M{Source: symbol}, " before its weight"}
}

// specText formats c_het/λ₂.
func specText(b *frame.BoundView) string {
	if b.LSpec == 0 {
		return "not known"
	}
	return view.Num(b.LSpec)
}

// onTest returns a measured text, or that there are no test nodes.
func onTest(f *frame.Frame, text string) string {
	return words.Either(f.Accuracy.Test < 0, "no test nodes", text)
}
