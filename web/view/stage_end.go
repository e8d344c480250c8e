package view

import (
	"math"
	"slices"
	"strings"

	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// Reliability is the data of the reliability picture.
type Reliability struct {
	Conf  Vec   `json:"conf"`
	Acc   Vec   `json:"acc"`
	Count []int `json:"count"`
	ECE   F     `json:"ece"`
}

func posterior(s *state.State, v *Inspector) {
	f, g, st, b := s.Frame, s.Graph, &s.Frame.Stages, &s.Frame.Bound
	v.Body.Eq = "posterior"
	if !s.Config.Calibrate {
		v.Body.Eq = "posterior~nocal"
	}
	v.Body.Vals = []Value{{"T", Set(s.Config.T), "strength of the evidence"}}
	if len(f.Kappa) > 0 {
		v.Body.Vals = append(v.Body.Vals, Value{"\\bar{κ}", Fix(meanOf(f.Kappa), 3), "agreement, mean over the edges"})
	}
	if Judged(f) {
		v.Body.Vals = append(v.Body.Vals, Value{"c_{\\het }", Num(b.CHet), "norm of the class coupling Π"}, Value{"\\KL ", Num(b.KLSum), "divergence of all posteriors from the prior, summed over the edges"})
	}
	peer := s.Peer() != ""
	if peer {
		v.Body.Eq, v.Body.Vals = "", nil
	}
	lead := []string{}
	if Judged(f) && b.Total > 0 {
		first := "The sum that the paper calls a bound, here " + strings.Join(lossTerms(s), " + ") + ", is"
		if peer {
			first = "*" + ModelName(s.Config.Model) + "* has no posterior and no bound. Its training loss is"
		}
		lead = append(lead, first, " *", Fix(b.Total, 3), "*")
		if f.Accuracy.Test >= 0 {
			lead = append(lead, ", the measured test risk is *", Fix(b.TestRisk, 3), "*")
		}
		if !peer {
			lead = append(lead, ". It is no guarantee")
		}
		switch {
		case b.ClopperPearson > 0 && !b.Valid:
			lead = append(lead, "; the bound from validation nodes, *", Fix(b.ClopperPearson, 3), "*, is *not valid* here")
		case b.ClopperPearson > 0:
			lead = append(lead, "; the certificate from validation nodes, *", Fix(b.ClopperPearson, 3), "*, holds with confidence ", Fix(100*(1-b.Delta), 0), " %")
		}
		lead = append(lead, ".")
	} else if n := len(st.PosteriorChange); n > 0 {
		lead = append(lead, "After *", count(n, "iteration", "iterations"), "* of *", Int(s.Config.PosteriorSteps), "* the agreement changes by at most *", Num(st.PosteriorChange[n-1]), "*. Loss and bound come with the last.")
	} else {
		lead = append(lead, "The posterior has not been computed yet.")
	}
	v.Lead = say(lead...)
	if d := NewBound(s); d.Ready {
		sub := any("the terms of the loss against what was measured")
		if peer {
			sub = nil
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "bound", ID: "boundbars", Title: "Bound and risk", Sub: sub, Alt: "Bound, certificate and test risk", Data: d})
	}
	if e := f.Edge; e != nil && e.Alpha > 0 && e.Beta > 0 && e.Alpha0 > 0 && e.Beta0 > 0 {
		fig := betaPicture(s, e)
		fig.Sub = append([]any{"Beta posterior of ", M{"κ_e"}}, " "+onEdge(s, e))
		v.Body.Figures = append(v.Body.Figures, fig)
	}
	if len(f.Kappa) > 0 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "kappas", Title: "Agreement of all edges", Sub: []any{"edges by ", M{"\\bar{κ}_e"}}, Alt: "Histogram of agreement",
			Data: Lines{Series: []Series{{X: steps(0, 1, 40), Y: histogram(f.Kappa, 0, 1, 40), Bars: true}}, XLabel: "κ̄", YMin: pf(0), VRefs: []VRef{{F(meanOf(f.Kappa)), "mean"}}}})
	}
	if C := g.Classes; len(b.Pi) == C*C && C > 0 && C <= 24 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "matrix", ID: "pi", Title: "Class coupling", Sub: []any{M{"Π"}, ": mean agreement of the edges between two classes, by predicted shares"}, Alt: "Class coupling matrix", Data: classMatrix(g, b.Pi, false)})
	}
	if n := len(b.ReliabilityConf); n > 0 && n == len(b.ReliabilityAcc) && n == len(b.ReliabilityCount) {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "reliability", ID: "reliability", Title: "Reliability", Sub: "share of right predictions by confidence", Alt: "Reliability diagram", Data: Reliability{b.ReliabilityConf, b.ReliabilityAcc, b.ReliabilityCount, F(b.ECE)}})
	}
	if len(st.PosteriorChange) > 0 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "change", Title: "Fixed point", Sub: []any{"largest change of ", M{"\\bar{κ}"}, " by iteration"}, Alt: "Change by iteration",
			Data: Lines{Series: []Series{{Y: floor(st.PosteriorChange, 1e-17), Dots: true}}, Log: true, From: 1, IntX: true, XLabel: "iteration", Height: 104}})
	}
	if !Judged(f) {
		v.Body.Figures = append(v.Body.Figures, knobs(s, "lambda_kl", "lambda_spec"))
		return
	}
	v.Body.Figures = append(v.Body.Figures, Figure{Kind: "nums", ID: "boundnums", Title: "Numbers", Nums: [][]any{
		row("Empirical risk term", Num(b.Empirical)), row(termName("L_{\\KL }", s.Config.LambdaKL), Num(b.LKL)), row(termName("L_{\\spec }", s.Config.LambdaSpec), specText(b)),
		row("Conformal sets, level asked", Pct(b.ConformalLevel)), row("coverage measured on test", Pct(b.ConformalCover)), row("mean size of a set", Fix(b.ConformalSize, 2))}})
	if peer {
		numbers := &v.Body.Figures[len(v.Body.Figures)-1]
		numbers.Nums = slices.Delete(numbers.Nums, 0, 3) // they are those of the paper's bound
		return
	}
	v.Body.Figures = append(v.Body.Figures, knobs(s, "lambda_kl", "lambda_spec"))
}

// termName names a term of the loss before its weight, and says when it is off.
func termName(symbol string, weight float64) any {
	if weight == 0 {
		return []any{M{symbol}, ", off: not in the loss"}
	}
	return []any{M{symbol}, " before its weight"}
}

// specText is c_het/λ₂, where λ₂ is known.
func specText(b *sgpc.BoundView) string {
	if b.LSpec == 0 {
		return "not known"
	}
	return Num(b.LSpec)
}

// Search is the data of the line search picture.
type Search struct {
	Trials []Trial `json:"trials"`
	EtaMax F       `json:"etaMax"`
	Limit  F       `json:"limit"`
	Slope  F       `json:"slope"`
	Armijo F       `json:"armijo"`
	Matrix bool    `json:"matrix"`
}

// Trial is one trial of it.
type Trial struct {
	Eta  F    `json:"eta"`
	Gain F    `json:"gain"`
	OK   bool `json:"ok"`
}

// Pull is the data of the pull picture.
type Pull struct {
	Rows   []PullRow `json:"rows"`
	Sorted Vec       `json:"sorted"`
	Unit   F         `json:"unit"`
	Half   int       `json:"half"`
	Total  int       `json:"total"`
}

// PullRow is one edge of it.
type PullRow struct {
	E int    `json:"e"`
	I string `json:"i"`
	J string `json:"j"`
	V F      `json:"v"`
}

// gapNow tells λ₂ of the present position, when it is known.
func gapNow(s *state.State) string {
	if s.Spectrum == nil {
		return ""
	}
	return ", now *" + Lambda2(s.Spectrum) + "*"
}

// lambdaFigure shows λ₂ at the end of each epoch, for runs without an ascent.
func lambdaFigure(s *state.State) (Figure, bool) {
	y := make(Vec, 0, len(s.History.Lambda2))
	for _, x := range s.History.Lambda2 {
		if !(x > 0) {
			return Figure{}, false
		}
		y = append(y, x)
	}
	if len(y) < 2 {
		return Figure{}, false
	}
	return Figure{Kind: "lines", ID: "lambda", Title: "λ₂ without the ascent", Sub: "at the end of each epoch, log scale", Alt: "λ₂ by epoch",
		Data: Lines{Series: []Series{{Y: y}}, Log: true, From: 1, IntX: true, XLabel: "epoch", Height: 120, VRefs: []VRef{{F(s.EpochAt(s.Frame.Position)), ""}}}}, true
}

func gap(s *state.State, v *Inspector) {
	f, g, c := s.Frame, &s.Frame.Stages.Gap, &s.Config
	v.Body.Eq = "gap"
	if g.Mode == "matrix" {
		v.Body.Eq = "gapmatrix"
	}
	n := len(g.Trail)
	if n == 0 {
		v.Lead = say("The gap ascent has not run yet. It will move the maps so that *λ₂*, the smallest eigenvalue above the kernel, rises.")
		if c.GapMode == "off" {
			v.Lead = say("The ascent is *switched off* in these settings: λ₂ goes where the loss takes it", gapNow(s), ". Choose below how it shall rise; the run is then replayed with it.")
			if sp := s.Spectrum; sp != nil && sp.Lambda3 > 0 {
				v.Body.Figures = append(v.Body.Figures, Figure{Kind: "nums", ID: "gapnums", Title: "What an ascent could gain", Nums: [][]any{
					row("λ₂, smallest eigenvalue above the kernel", Num(sp.Lambda2)), row("λ₃, the next one", Num(sp.Lambda3)),
					row("Most that the matrix step gains, λ₃ − λ₂", Num(sp.Lambda3-sp.Lambda2)), row("What Theorem 3 promises, armijo / 4", Num(c.Armijo/4))}})
			}
			if fig, ok := lambdaFigure(s); ok {
				v.Body.Figures = append(v.Body.Figures, fig)
			}
			v.Body.Figures = append(v.Body.Figures, choice(s, "gap_mode"))
			return // its sliders would move nothing
		}
		v.Body.Figures = append(v.Body.Figures, choice(s, "gap_mode"), knobs(s, "gap_steps", "rho"))
		return
	}
	from, to := g.Trail[0], g.Trail[n-1]
	l3 := math.NaN()
	if len(g.Lambda3) > 0 {
		l3 = g.Lambda3[0]
	}
	v.Body.Vals = []Value{{"λ_2", Num(to), "smallest eigenvalue above the kernel"}, {"λ_3", Num(last(g.Lambda3)), "the next eigenvalue"}, {"\\gain ", Signed(to - from), "of this ascent"}, {"‖ΔR‖/‖R‖", Num(g.Change), "relative change of the maps"}}
	lead := []string{"λ₂ rose from *", Num(from), "* to *", Num(to), "*"}
	if to <= from {
		lead = []string{"λ₂ stayed at *", Num(to), "*: no step was accepted"}
	}
	if to <= 0 {
		v.Lead = say("There is *no* λ₂ to raise: with these settings no eigenvalue above the kernel is λ₂. Stage 5 says why.")
		v.Body.Vals = nil
		v.Body.Figures = append(v.Body.Figures, choice(s, "gap_mode"), knobs(s, "gap_steps", "rho"))
		return
	}
	if n3 := last(g.Lambda3); !math.IsNaN(n3) && n3 > 0 {
		if to >= n3*(1-1e-6) {
			lead = append(lead, ", where it meets the next eigenvalue: that is now the limit")
		} else {
			lead = append(lead, "; the next eigenvalue is *", Num(n3), "*")
		}
	}
	if g.MatrixGain > 0 && g.Promised > 0 {
		lead = append(lead, ". The theorem's matrix step would gain *", Signed(g.MatrixGain), "* where *", Signed(g.Promised), "* is promised")
	}
	v.Lead = say(append(lead, ".")...)
	if len(g.Trials) > 0 {
		v.Body.Figures = append(v.Body.Figures, searchFigure(s, l3))
	}
	if fig, ok := stemsFigure(s); ok {
		v.Body.Figures = append(v.Body.Figures, fig)
	}
	rows := []Bar{}
	if g.Promised > 0 {
		rows = append(rows, Bar{Name: "Promised, Thm 3", V: F(g.Promised), Text: Signed(g.Promised), Class: "claim"})
	}
	if gain := math.Max(g.SheafGain, to-from); gain > 0 && g.Mode != "matrix" {
		rows = append(rows, Bar{Name: "Maps, " + count(n-1, "step", "steps"), V: F(gain), Text: Signed(gain), Class: "now"})
	}
	if g.MatrixGain > 0 {
		rows = append(rows, Bar{Name: "Matrix step", V: F(g.MatrixGain), Text: Signed(g.MatrixGain)})
	}
	if g.MatrixGain > 0 {
		rows = append(rows, Bar{Name: "After reassembly", V: F(math.Max(g.ReassembledGain, 0)), Text: Signed(g.ReassembledGain)})
	}
	if len(rows) > 1 {
		least := 1e-6
		for _, r := range rows {
			if r.V > 0 {
				least = math.Min(least, float64(r.V))
			}
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "hbars", ID: "survive", Title: "What survives", Sub: []any{"gain in ", M{"λ_2"}, ", log scale"}, Alt: "Gain by method", Data: Bars{Rows: rows, Log: true, Min: F(math.Max(least, 1e-12)), Axis: true}})
	}
	v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "trail", Title: "Trail", Sub: []any{M{"λ_2"}, " by inner step"}, Alt: "Trail of lambda 2",
		Data: Lines{Series: []Series{{Name: "λ₃ " + Num(last(g.Lambda3)), Y: g.Lambda3, Class: "ln ln2 thin"}, {Name: "λ₂ " + Num(to), Y: g.Trail, Class: "ln lna", Dots: true}}, IntX: true, XLabel: "step", Height: 112}})
	if h := s.History.Lambda2; len(h) > 1 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "run", Title: "Over the run", Sub: []any{M{"λ_2"}, " at the end of each epoch"}, Alt: "Lambda 2 by epoch",
			Data: Lines{Series: []Series{{Y: h}}, From: 1, XLabel: "epoch", VRefs: []VRef{{X: F(s.EpochAt(f.Position))}}, Height: 100}})
	}
	if p, ok := pullFigure(s); ok {
		v.Body.Figures = append(v.Body.Figures, p)
	}
	v.Body.Figures = append(v.Body.Figures, choice(s, "gap_mode"), knobs(s, "gap_steps", "rho"))
}

// Stems is the data of the low end of the spectrum before and after the ascent.
type Stems struct {
	Before Vec `json:"before"`
	After  Vec `json:"after"`
	Max    F   `json:"max"`
	// Index2 is the place of λ2 in After.
	Index2 int `json:"index2"`
}

func stemsFigure(s *state.State) (Figure, bool) {
	m := NewSpectrum(s)
	n := min(len(m.Before), len(m.After))
	if n == 0 {
		return Figure{}, false
	}
	return Figure{Kind: "stems", ID: "stems", Title: "Spectrum", Sub: "lowest " + Int(n) + " eigenvalues, before and after the ascent", Alt: "Lowest eigenvalues before and after the ascent",
		Data: Stems{m.Before[:n], m.After[:n], m.LowMax, m.Index2}}, true
}

func searchFigure(s *state.State, l3 float64) Figure {
	g := &s.Frame.Stages.Gap
	step := g.Trials[len(g.Trials)-1].Step
	k := min(max(step-1, 0), len(g.Trail)-1)
	base := g.Trail[k]
	if k < len(g.Lambda3) {
		l3 = g.Lambda3[k]
	}
	d := Search{Armijo: F(s.Config.Armijo), Matrix: g.Mode == "matrix", Limit: F(math.Max(l3-base, 0))}
	for _, t := range g.Trials {
		if t.Step != step {
			continue
		}
		d.Trials = append(d.Trials, Trial{F(t.Eta), F(t.Lambda2 - base), t.Armijo})
		d.EtaMax = F(math.Max(float64(d.EtaMax), t.Eta))
		d.Slope = F(t.Slope)
	}
	return Figure{Kind: "search", ID: "search", Title: "Line search", Sub: []any{"gain in ", M{"λ_2"}, " against step length η, inner step " + Int(step)}, Alt: "Line search", Data: d}
}

func pullFigure(s *state.State) (Figure, bool) {
	f, g := s.Frame, s.Graph
	if len(f.Pull) == 0 || len(f.Pull) != len(g.Edges)/2 || maxOf(f.Pull) <= 0 {
		return Figure{}, false
	}
	order := top(f.Pull, len(f.Pull))
	d := Pull{Total: len(order), Unit: F(math.Pow(10, math.Floor(math.Log10(f.Pull[order[0]]))))}
	for _, e := range order[:min(4, len(order))] {
		d.Rows = append(d.Rows, PullRow{e, shortName(s, int(g.Edges[2*e])), shortName(s, int(g.Edges[2*e+1])), F(f.Pull[e])})
	}
	total, acc := sumOf(f.Pull), 0.0
	for k, e := range order {
		acc += f.Pull[e]
		if acc >= total/2 {
			d.Half = k + 1
			break
		}
	}
	for k := range min(120, len(order)) {
		d.Sorted = append(d.Sorted, f.Pull[order[k*(len(order)-1)/max(1, min(120, len(order))-1)]])
	}
	return Figure{Kind: "pull", ID: "pull", Title: "Pull of each edge", Sub: M{"‖∂λ_2/∂R_e‖"}, Alt: "Pull by edge", Data: d}, true
}
