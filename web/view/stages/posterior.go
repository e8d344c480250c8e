package stages

// This file has stage 9: the Beta posteriors of the edges, the calibration, the bound of the paper, and the certificate. κ_e is the
// agreement of the ends of edge e, and κ̄_e is its posterior mean. The certificate is a bound on the error, computed from validation nodes.
// A peer (a model other than SGPC) has no posteriors.

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

// Reliability is the data of the reliability diagram of the test nodes. For each bin of confidence, Conf is the mean confidence, Acc is the
// accuracy, and Count is the number of nodes. ECE is the expected calibration error: the mean of |Acc − Conf| with the counts as weights.
type Reliability struct {
	Conf  view.Vec `json:"conf"`
	Acc   view.Vec `json:"acc"`
	Count []int    `json:"count"`
	ECE   view.F   `json:"ece"`
}

// posteriorStage is stage 9: the posteriors of the edges, the bound, and the certificate. The rail shows the mean agreement κ̄, and the
// histogram of the agreements of all edges.
var posteriorStage = row{
	number: stage.Posterior, models: allModels, tests: "Tests Theorem 1",
	why: "Each edge gets a Beta posterior of how far its ends agree. The paper adds the loss, a KL term and a spectral " +
		"term and calls the sum a bound; here it stands beside what was measured.",
	value: func(s *state.State) string {
		if k := s.Frame.Kappa; len(k) > 0 {
			return "mean κ̄ = " + view.Fix(view.MeanOf(k), 2)
		}
		return words.Either(s.Peer() != "", "no posterior", "") // "" for SGPC before the posterior is computed
	},
	spark: func(s *state.State) *Spark {
		if len(s.Frame.Kappa) == 0 {
			return nil
		}
		return &Spark{Kind: "line", Y: view.Histogram(s.Frame.Kappa, 0, 1, sparkBins), Zero: true}
	},
	show:    posterior,
	code:    codePosterior,
	codeWhy: "Each edge gets a belief in how far its ends agree. It enters the loss.",
}

// posteriorEquation returns the equation of the mean agreement and, if the settings ask for it, the equation of the calibration.
func posteriorEquation(c *settings.Config) view.Equation {
	line := "\\bar{κ}_e=\\frac{α_e}{α_e+β_e}"
	if c.Calibrate {
		line += "\\quad " + view.Calibration
	}
	// The slice [:3:3] has no free capacity, so append copies the shared symbols instead of writing behind them.
	return view.Equation{Name: "posterior", Lines: []string{line}, Symbols: append(view.SymPosterior[:3:3], view.SymCalibrated...)}
}

// posterior fills the panel of stage 9: the posteriors of the edges, the bound, and the certificate. A peer has no posterior and no bound
// of the paper. Its panel has its losses, the reliability diagram, and the certificate.
func posterior(s *state.State, v *view.Inspector) {
	f, b := s.Frame, &s.Frame.Bound
	isPeer := s.Peer() != ""
	if !isPeer {
		v.Body.Equation(posteriorEquation(&s.Config))
		v.Body.Vals = posteriorValues(s)
	}
	v.Lead = view.Say(posteriorLead(s)...)

	// At the level Research the strip of charts has these bars. A page that shows one figure alone (Figure.Name is not "") has no strip.
	inStrip := s.View.Level == state.LevelResearch && s.Figure.Name == ""
	if d := charts.NewBound(s); d.Ready && !inStrip {
		var sub any
		if !isPeer { // the chart of a peer has its training loss in place of the bounds
			sub = "each beside the same loss on the test nodes"
		}
		v.Add(view.Figure{ID: "boundbars", Title: "Bound and risk", Sub: sub,
			Alt: "Bounds and certificate beside the measured losses", Data: d})
	}

	agreementFigures(s, v)
	bins, hasTest := len(b.ReliabilityConf), f.Accuracy.Test >= 0 // the accuracy is −1 without test nodes
	hasDiagram := bins > 0 && bins == len(b.ReliabilityAcc) && bins == len(b.ReliabilityCount)
	if hasTest && hasDiagram {
		v.Add(view.Figure{ID: "reliability", Title: "Reliability",
			Sub: "share of right predictions by confidence", Alt: "Reliability diagram",
			Data: Reliability{b.ReliabilityConf, b.ReliabilityAcc, b.ReliabilityCount, view.F(b.ECE)}})
	}
	if changes := f.Stages.PosteriorChange; len(changes) > 0 {
		v.Add(errorsFigure("change", "Fixed point", []any{"largest change of ", view.M{Source: "\\bar{κ}"}, " by iteration"},
			"Change by iteration", changes, view.Lines{From: 1, XLabel: "iteration", Height: 104}))
	}

	// The numbers exist once the loss is known.
	if view.Judged(f) {
		numbers := boundNumbers(s)
		if isPeer { // without the first rows, the terms of the bound
			numbers = slices.Delete(numbers, 0, boundTerms)
		}
		v.Add(view.Figure{ID: "boundnums", Title: "Numbers", Nums: numbers}, choiceFigure(s, "certify"))
	}
	v.Add(knobs(s, "lambda_kl", "lambda_spec")) // a peer does not read these settings, and gets no sliders
}

// posteriorValues returns the values of the symbols in the equation of stage 9.
func posteriorValues(s *state.State) []view.Value {
	f, b := s.Frame, &s.Frame.Bound
	values := []view.Value{{Symbol: "T", Text: view.Set(s.Config.T), Tip: "strength of the evidence"}}
	if len(f.Kappa) > 0 {
		values = append(values, view.Value{Symbol: "\\bar{κ}", Text: view.Fix(view.MeanOf(f.Kappa), 3),
			Tip: "agreement, mean over the edges"})
	}
	if view.Judged(f) { // the loss is known
		values = append(values, view.Value{Symbol: "c_{\\het }", Text: view.Num(b.CHet), Tip: "norm of the class coupling Π"},
			view.Value{Symbol: "\\KL ", Text: view.Num(b.KLSum), Tip: "divergence of all posteriors from the prior, summed over the edges"})
	}
	return values
}

// posteriorLead returns sentences on the bound or, for a peer, on its loss. Before the bound is known, they are about the fixed-point
// iteration that computes κ̄ and the class coupling Π, which depend on each other.
func posteriorLead(s *state.State) []string {
	changes := s.Frame.Stages.PosteriorChange // largest change of κ̄ by iteration
	n := len(changes)
	switch {
	case view.Judged(s.Frame) && s.Frame.Bound.Total > 0: // 0 stands for an unknown bound
		return charts.BoundLead(s)
	case s.Peer() != "":
		return []string{"*" + view.ModelName(s.Peer()) + "* has no posterior and no bound."}
	case n > 0:
		return []string{"After *", words.Count(n, "iteration"), "* of *", view.Int(s.Config.PosteriorSteps),
			"* the agreement changes by at most *", view.Num(changes[n-1]), "*. Loss and bound come with the last."}
	}
	return []string{"The posterior has not been computed yet."}
}

// agreementFigures adds the posterior of the shown edge, the histogram of κ̄ over all edges, and the matrix Π of the class coupling. It
// omits a figure without numbers, and Π for many classes.
func agreementFigures(s *state.State, v *view.Inspector) {
	f, g, coupling := s.Frame, s.Graph, s.Frame.Bound.Pi
	if e := f.Edge; e != nil && edge.HasPosterior(e) {
		beta := edge.BetaPicture(e)
		beta.Sub = []any{"Beta posterior of ", view.M{Source: "κ_e"}, " " + edge.On(s, e)}
		v.Add(beta)
	}
	if len(f.Kappa) > 0 {
		mean := view.VRef{X: view.F(view.MeanOf(f.Kappa)), Name: "mean"}
		v.Add(histogramFigure("kappas", "Agreement of all edges", []any{"edges by ", view.M{Source: "\\bar{κ}_e"}},
			"Histogram of agreement", f.Kappa, 1, histogramBins, "κ̄", mean))
	}

	// Entry (a, b) of Π belongs to the edges between the classes a and b.
	if fewClasses(g) && len(coupling) == g.Classes*g.Classes {
		v.Add(view.Figure{ID: "pi", Title: "Class coupling",
			Sub: []any{view.M{Source: "Π"}, ": mean agreement of the edges between two classes, by predicted shares"}, Alt: "Class coupling matrix",
			Data: view.ClassMatrix(g, coupling)})
	}
}

// boundTerms is the number of terms of the paper's bound. They are the first rows of boundNumbers.
const boundTerms = 3

// boundNumbers returns rows of numbers: the boundTerms terms of the paper's bound, the certificate, and the conformal sets. The certifying
// nodes are the validation nodes from which the certificate follows. A conformal set is a set of classes. If the certificate is valid, it
// contains the label of a node with probability at least ConformalLevel. Coverage is the share of test nodes whose set has their label.
func boundNumbers(s *state.State) [][]any {
	f, b := s.Frame, &s.Frame.Bound

	// The level of the conformal sets is promised only if the certificate is valid.
	level := view.Pct(b.ConformalLevel)
	if valid, _ := s.Certified(f); !valid {
		level += ", not valid here"
	}
	return [][]any{
		view.Row("Empirical risk term", view.Num(b.Empirical)),
		view.Row(termName("L_{\\KL }", s.Config.LambdaKL), view.Num(b.LKL)),
		view.Row(termName("L_{\\spec }", s.Config.LambdaSpec), specText(b)),
		view.Row("Certifying nodes, wrong on", view.Int(len(b.CertifyNodes))+", "+view.Int(b.CertifyErrors)),
		view.Row("Conformal sets, level asked", level),
		view.Row("coverage measured on test", onTest(f, view.Pct(b.ConformalCover))),
		view.Row("mean size of a set", onTest(f, view.Fix(b.ConformalSize, 2)))}
}

// termName returns the name of a row with a term of the loss before multiplication by its weight.
func termName(symbol string, weight float64) any {
	if weight == 0 {
		return []any{view.M{Source: symbol}, ", off: not in the loss"}
	}
	return []any{view.M{Source: symbol}, " before its weight"}
}

// specText formats the spectral term c_het/λ₂.
func specText(b *frame.BoundView) string {
	if !b.HasSpec {
		return "not known"
	}
	return view.Num(b.LSpec)
}

// onTest returns text, the value of a quantity measured on the test nodes. Without labelled test nodes it returns "no test nodes".
func onTest(f *frame.Frame, text string) string {
	return words.Either(f.Accuracy.Test < 0, "no test nodes", text)
}
