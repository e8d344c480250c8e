package stages

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Search is the data of the picture of a line search.
type Search struct {
	Trials []TrialMark `json:"trials"`
	EtaMax view.F      `json:"etaMax"`
	Limit  view.F      `json:"limit"`
	Slope  view.F      `json:"slope"`
	Armijo view.F      `json:"armijo"`
	Matrix bool        `json:"matrix"`
	// Near are neighbours of a single trial, evaluated for the picture.
	Near []TrialMark `json:"near,omitempty"`
}

// TrialMark is one trial; OK reports that it is accepted.
type TrialMark struct {
	Eta  view.F `json:"eta"`
	Gain view.F `json:"gain"`
	OK   bool   `json:"ok"`
}

// Pull is the data of the picture of the edges' pulls on λ₂.
type Pull struct {
	Rows   []PullRow `json:"rows"`
	Sorted view.Vec  `json:"sorted"`
	Unit   view.F    `json:"unit"`
	Half   int       `json:"half"`
	Total  int       `json:"total"`
}

// PullRow is one edge of it.
type PullRow struct {
	E int    `json:"e"`
	I string `json:"i"`
	J string `json:"j"`
	V view.F `json:"v"`
}

// gainFigures compares the gains: promised, of the matrix step, of two projections onto sheaves, and of the ascent.
func gainFigures(g *frame.Gap, gain float64) []view.Figure {
	c := g.Compared
	if c == nil || c.Matrix <= 0 {
		return nil
	}
	bar := func(name string, v float64, class string) view.Bar {
		return view.Bar{Name: name, V: view.F(math.Max(v, 0)), Text: view.Signed(v), Class: class}
	}
	rows := []view.Bar{bar("Promised, c_w/4", g.Promised, "claim"), bar("Matrix step", c.Matrix, ""), bar("Nearest sheaf", c.Nearest, ""),
		bar("Crude projection", c.Crude, "")}
	if gain > 0 {
		rows = append(rows, bar("Ascent, "+words.Count(len(g.Trail)-1, "step"), gain, "now"))
	}
	least := math.Inf(1)
	for _, r := range rows {
		if r.V > 0 {
			least = math.Min(least, float64(r.V))
		}
	}
	kernel := view.Int(c.NearestKernel)
	if c.KernelDim != c.NearestKernel {
		kernel = view.Int(c.KernelDim) + " → " + kernel
	}
	nums := [][]any{view.Row([]any{"Step ", view.M{Source: "η"}, " of the line search"}, view.Num(c.Eta)),
		view.Row([]any{"Room, ", view.M{Source: "λ_3 − λ_2"}}, view.Num(c.Lambda3-c.Lambda2)),
		view.Row("Gain of the nearest sheaf, of that of the matrix", view.Kept(c.Nearest, c.Matrix)),
		view.Row("Gain of the crude projection, of that of the matrix", view.Kept(c.Crude, c.Matrix)),
		view.Row([]any{view.M{Source: "‖L(R) − L′‖"}, " on the graph's blocks, of that at the start"}, view.Num(c.Residual)),
		view.Row("Iterations of the least squares", view.Int(c.Iterations))}
	if c.KernelDim >= 0 {
		nums = append(nums, view.Row("Dimension of the kernel", kernel))
	}
	if (g.Mode == "matrix" || g.Mode == "additive") && c.Lifted > 0 {
		nums = append(nums, view.Row([]any{view.M{Source: "λ_2"}, " of the lift alone, as Algorithm 1, line 3, starts each epoch"},
			view.Num(c.Lifted)))
	}
	return []view.Figure{
		{ID: "survive", Title: "What a sheaf keeps",
			Sub: []any{"gain in ", view.M{Source: "λ_2"}, " from the start of the ascent, log scale"}, Alt: "Gain by method",
			Data: view.Bars{Rows: rows, Log: true, Min: view.F(math.Max(0.3*least, 1e-12)), Axis: true, Left: 112}},
		{ID: "stepnums", Title: "The step on the matrix",
			Sub: []any{view.M{Source: "L′ = L + η v_2 v_2^⊤"}, ", then the sheaf with ", view.M{Source: "L(R)"}, " nearest to it"}, Nums: nums},
	}
}

// searchFigure shows the last line search.
func searchFigure(s *state.State) view.Figure {
	g := &s.Frame.Stages.Gap
	step := g.Trials[len(g.Trials)-1].Step
	k := min(max(step-1, 0), len(g.Trail)-1)
	base, l3 := g.Trail[k], g.Lambda3[min(k, len(g.Lambda3)-1)]
	decides := words.Either(g.Mode == "matrix", ", from η = 1 down; both of Wolfe's strong conditions decide", "; Armijo's condition decides")
	d := Search{Armijo: view.F(s.Config.Armijo), Matrix: g.Mode == "matrix", Limit: view.F(math.Max(l3-base, 0))}
	accepted := func(t spectral.Trial) bool { return t.Armijo && (g.Mode != "matrix" || t.Curvature || t.Eta >= 1) }
	far := math.Inf(1) // the matrix search starts at η = 1, often far beyond the accepted step
	for _, t := range g.Trials {
		if t.Step == step && accepted(t) && g.Mode == "matrix" {
			far = 8 * t.Eta
		}
	}
	for _, t := range g.Trials {
		if t.Step != step || t.Eta > far {
			continue
		}
		d.Trials = append(d.Trials, TrialMark{view.F(t.Eta), view.F(t.Lambda2 - base), accepted(t)})
		d.EtaMax = view.F(math.Max(float64(d.EtaMax), t.Eta))
		d.Slope = view.F(t.Slope)
	}
	if len(d.Trials) == 1 { // one trial has a sentence, and a picture where neighbours were evaluated
		t := d.Trials[0]
		one := view.Figure{ID: "search", Title: "Line search", Sub: []any{"inner step " + view.Int(step) + ": " +
			words.Either(t.OK, "the first trial is accepted", "the one trial is refused") + ". It gains " + view.Signed(float64(t.Gain)) + " in ",
			view.M{Source: "λ_2"}, "; Armijo's condition asks for " + view.Signed(s.Config.Armijo*float64(t.Eta*d.Slope))}}
		if g.Search == nil {
			return one
		}
		for k, eta := range g.Search.Eta {
			d.Near = append(d.Near, TrialMark{Eta: view.F(eta), Gain: view.F(g.Search.Lambda2[k] - base)})
			d.EtaMax = view.F(math.Max(float64(d.EtaMax), eta))
		}
		one.Alt, one.Data = "Gain by step length, around the one trial", d
		return one
	}
	return view.Figure{ID: "search", Title: "Line search",
		Sub: []any{"gain in ", view.M{Source: "λ_2"}, " against step length η, inner step " + view.Int(step) + decides}, Alt: "Line search",
		Data: d}
}

// pullFigure shows the edges with the largest pull and the distribution; false before it is computed.
func pullFigure(s *state.State) (view.Figure, bool) {
	f, g := s.Frame, s.Graph
	if len(f.Pull) == 0 || len(f.Pull) != len(g.Edges)/2 || view.MaxOf(f.Pull) <= 0 {
		return view.Figure{}, false
	}
	sorted := view.Descending(f.Pull)
	d := Pull{Total: len(sorted), Unit: view.F(math.Pow10(linalg.Decade(sorted[0]))), Sorted: view.Spread(sorted, 120)}
	for _, e := range view.Top(f.Pull, 4) {
		i, j := g.Ends(e)
		d.Rows = append(d.Rows, PullRow{e, view.ShortName(s, i), view.ShortName(s, j), view.F(f.Pull[e])})
	}
	total, acc := view.SumOf(f.Pull), 0.0
	for k, pull := range sorted {
		acc += pull
		if acc >= total/2 {
			d.Half = k + 1
			break
		}
	}
	return view.Figure{ID: "pull", Title: "Pull of each edge", Sub: view.M{Source: "‖∂λ_2/∂R_e‖"}, Alt: "Pull by edge", Data: d}, true
}
