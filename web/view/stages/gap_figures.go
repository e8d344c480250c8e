package stages

// This file has the figures of stage 10. The gap ascent raises λ₂ in inner steps. Each step has a direction, and a line search tries step
// lengths η along this direction. The matrix step of Theorem 3 adds η v₂v₂ᵀ to the Laplacian, where v₂ is the unit eigenvector of λ₂. In
// general, the raised matrix is the Laplacian of no sheaf.

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Search is the data of the picture of a line search: the gain in λ₂ by step length η.
//   - EtaMax is the end of the axis of η.
//   - Limit is λ₃ − λ₂, the largest gain of the matrix step.
//   - Slope is the derivative of the gain at η = 0.
//   - Armijo is the factor c of Armijo's condition. Unless the step is projected on constraints, the gain must reach c·η·Slope.
//   - Matrix reports that the line search belongs to the matrix step.
type Search struct {
	// Trials are the trials of the search in their order.
	Trials []TrialMark `json:"trials"`
	EtaMax view.F      `json:"etaMax"`
	Limit  view.F      `json:"limit"`
	Slope  view.F      `json:"slope"`
	Armijo view.F      `json:"armijo"`
	Matrix bool        `json:"matrix"`
	// Near has further step lengths around a single trial. They were evaluated for the picture only.
	Near []TrialMark `json:"near,omitempty"`
}

// TrialMark is one trial of a line search: the step length Eta and the gain in λ₂. OK reports that the search accepted the trial.
type TrialMark struct {
	Eta  view.F `json:"eta"`
	Gain view.F `json:"gain"`
	OK   bool   `json:"ok"`
}

// Pull is the data of the picture of the edges' pulls. The pull of edge e is ‖∂λ₂/∂R_e‖, where R_e are both maps of the edge.
//   - Rows are the edges with the largest pulls.
//   - Sorted is a sample of all pulls in descending order, and Unit is the power of ten that the axis uses as its unit.
//   - Half is the smallest number of edges whose pulls reach half of the sum of all pulls. Total is the number of edges.
type Pull struct {
	Rows   []PullRow `json:"rows"`
	Sorted view.Vec  `json:"sorted"`
	Unit   view.F    `json:"unit"`
	Half   int       `json:"half"`
	Total  int       `json:"total"`
}

// PullRow is the edge E with the short names I and J of its ends, and its pull V.
type PullRow struct {
	E int    `json:"e"`
	I string `json:"i"`
	J string `json:"j"`
	V view.F `json:"v"`
}

// gainFigures returns two figures: bars of gains, and rows of numbers on the matrix step. It returns nil if the frame has no comparison, or
// if the matrix step gains nothing. The bars show these gains in λ₂:
//   - the gain that Theorem 3 promises, and the gain of the matrix step;
//   - the gain of the nearest sheaf, the best fit to all blocks of the raised matrix;
//   - the gain of the crude projection, which fits a sheaf edge by edge;
//   - gain, the gain of the ascent, if it is positive.
func gainFigures(g *frame.Gap, gain float64) []view.Figure {
	c := g.Compared
	if c == nil || c.Matrix <= 0 {
		return nil
	}
	bar := func(name string, v float64, class string) view.Bar { // the bar of a loss has the length 0
		return view.Bar{Name: name, V: view.F(math.Max(v, 0)), Text: view.Signed(v), Class: class}
	}
	rows := []view.Bar{bar("Promised, c_w/4", g.Promised, "claim"), bar("Matrix step", c.Matrix, ""), bar("Nearest sheaf", c.Nearest, ""),
		bar("Crude projection", c.Crude, "")}
	if gain > 0 {
		rows = append(rows, bar("Ascent, "+words.Count(len(g.Trail)-1, "step"), gain, "now"))
	}

	// The logarithmic axis begins at 0.3 times the least positive gain, so that its bar is visible, but not below 1e-12, where gains are
	// rounding errors.
	leastGain := math.Inf(1)
	for _, row := range rows {
		if row.V > 0 {
			leastGain = math.Min(leastGain, float64(row.V))
		}
	}

	// Residual is the distance of the found sheaf from the raised matrix, as a share of the distance at the start of the search. Iterations
	// is the number of steps of this search.
	nums := [][]any{view.Row([]any{"Step ", view.M{Source: "η"}, " of the line search"}, view.Num(c.Eta)),
		view.Row([]any{"Room, ", view.M{Source: "λ_3 − λ_2"}}, view.Num(c.Lambda3-c.Lambda2)),
		view.Row("Gain of the nearest sheaf, share of that of the matrix", view.ShareOfGain(c.Nearest, c.Matrix)),
		view.Row("Gain of the crude projection, share of that of the matrix", view.ShareOfGain(c.Crude, c.Matrix)),
		view.Row([]any{view.M{Source: "‖L(R) − L′‖"}, " on the graph's blocks, share of that at the start"}, view.Num(c.Residual)),
		view.Row("Iterations of the least squares", view.Int(c.Iterations))}
	if c.KernelDim >= 0 { // −1 is an unknown dimension
		kernel := view.Int(c.NearestKernel) // or, for example, "3 → 2" if the step changes the dimension
		if c.KernelDim != c.NearestKernel {
			kernel = view.Int(c.KernelDim) + " → " + kernel
		}
		nums = append(nums, view.Row("Dimension of the kernel", kernel))
	}
	keepsMaps := g.Mode == "matrix" || g.Mode == "additive" // the changed maps remain for the next epoch
	if keepsMaps && c.Lifted > 0 {
		nums = append(nums, view.Row([]any{view.M{Source: "λ_2"}, " of the lift alone, as Algorithm 1, line 3, starts each epoch"},
			view.Num(c.Lifted)))
	}
	return []view.Figure{
		{ID: "survive", Title: "What a sheaf keeps",
			Sub: []any{"gain in ", view.M{Source: "λ_2"}, " from the start of the ascent, log scale"}, Alt: "Gain by method",
			Data: view.Bars{Rows: rows, Log: true, Min: view.F(math.Max(0.3*leastGain, 1e-12)), Axis: true, Left: 112}},
		{ID: "stepnums", Title: "The step on the matrix",
			Sub: []any{view.M{Source: "L′ = L + η v_2 v_2^⊤"}, ", then the sheaf with ", view.M{Source: "L(R)"}, " nearest to it"}, Nums: nums},
	}
}

// searchFigure returns the picture of the last line search of the ascent, which has at least one trial. A trial
// without a computed λ₂ is no trial of the frame. If only one trial is shown, searchFigure returns the figure of [oneTrialFigure].
func searchFigure(s *state.State) view.Figure {
	g := &s.Frame.Stages.Gap
	step := g.Trials[len(g.Trials)-1].Step // from 1 on

	// Trail has λ₂ before the first step and after each accepted step. A refused step adds nothing, so that the index has a limit.
	start := min(max(step-1, 0), len(g.Trail)-1)
	base, lambda3 := g.Trail[start], g.Lambda3[min(start, len(g.Lambda3)-1)]
	isMatrix := g.Mode == "matrix"
	d := Search{Armijo: view.F(s.Config.Armijo), Matrix: isMatrix, Limit: view.F(math.Max(lambda3-base, 0))}

	// The matrix search requires the curvature condition as well, except at the first trial η = 1, since it tries no longer step.
	accepted := func(t spectral.Trial) bool {
		needsCurvature := isMatrix && t.Eta < 1
		lacksCurvature := needsCurvature && !t.Curvature
		return t.Armijo && !lacksCurvature
	}

	// The matrix search starts at η = 1, often far beyond the accepted step. The picture ends at eight times the accepted step, so that this
	// step is not too near to 0. A search of another mode, or without an accepted step, shows all its trials.
	farthest := math.Inf(1)
	for _, t := range g.Trials {
		if isMatrix && t.Step == step && accepted(t) {
			farthest = 8 * t.Eta
		}
	}
	var last spectral.Trial // the last trial of the picture
	for _, t := range g.Trials {
		if t.Step != step || t.Eta > farthest {
			continue
		}
		last = t
		d.Trials = append(d.Trials, TrialMark{view.F(t.Eta), view.F(t.Lambda2 - base), accepted(t)})
		d.EtaMax = view.F(math.Max(float64(d.EtaMax), t.Eta))
		d.Slope = view.F(t.Slope) // the same for all trials of a step
	}
	if len(d.Trials) == 1 {
		return oneTrialFigure(s, d, last, base)
	}
	decision := words.Either(isMatrix, ", from η = 1 down; both of Wolfe's strong conditions decide", "; Armijo's condition decides")
	return view.Figure{ID: "search", Title: "Line search",
		Sub: []any{"gain in ", view.M{Source: "λ_2"}, " against step length η, inner step " + view.Int(step) + decision}, Alt: "Line search",
		Data: d}
}

// oneTrialFigure returns the figure of a line search whose picture has one trial: a sentence, and a picture if step lengths around the
// trial were evaluated. base is λ₂ before the inner step of the trial. The search may have rejected longer steps without a record.
func oneTrialFigure(s *state.State, d Search, trial spectral.Trial, base float64) view.Figure {
	outcome := words.Either(d.Trials[0].OK, "accepted", "refused")
	fig := view.Figure{ID: "search", Title: "Line search", Sub: []any{
		"inner step " + view.Int(trial.Step) + ": the trial at η = " + view.Num(trial.Eta) + " is " + outcome + ". It gains " +
			view.Signed(trial.Lambda2-base) + " in ",
		view.M{Source: "λ_2"}, "; Armijo's condition asks for " + view.Signed(s.Config.Armijo*trial.Promised)}}

	// The step lengths around the trial, which the page requests for the picture.
	near := s.Frame.Stages.Gap.Search
	if near == nil {
		return fig
	}
	for k, eta := range near.Eta {
		d.Near = append(d.Near, TrialMark{Eta: view.F(eta), Gain: view.F(near.Lambda2[k] - base)})
		d.EtaMax = view.F(math.Max(float64(d.EtaMax), eta))
	}
	fig.Alt, fig.Data = "Gain by step length, around the one trial", d
	return fig
}

// pullFigure returns the picture of the edges with the largest pulls on λ₂, and of the distribution of all pulls. It returns false before
// the pulls are computed, or if all pulls are 0.
func pullFigure(s *state.State) (view.Figure, bool) {
	f, g := s.Frame, s.Graph
	hasPulls := len(f.Pull) > 0 && len(f.Pull) == len(g.Edges)/2
	if !hasPulls || view.MaxOf(f.Pull) <= 0 {
		return view.Figure{}, false
	}
	const (
		listedEdges = 4
		samples     = 120 // of the sorted pulls
	)
	sorted := view.Descending(f.Pull)
	d := Pull{Total: len(sorted), Unit: view.F(math.Pow10(linalg.Decade(sorted[0]))), Sorted: view.SampleEvenly(sorted, samples)}
	for _, e := range view.LargestIndices(f.Pull, listedEdges) {
		i, j := g.Ends(e)
		d.Rows = append(d.Rows, PullRow{e, view.ShortName(s, i), view.ShortName(s, j), view.F(f.Pull[e])})
	}

	// allPulls is positive, so the loop finds Half.
	allPulls, sum := view.SumOf(f.Pull), 0.0
	for k, pull := range sorted {
		sum += pull
		if sum >= allPulls/2 {
			d.Half = k + 1
			break
		}
	}
	return view.Figure{ID: "pull", Title: "Pull of each edge", Sub: view.M{Source: "‖∂λ_2/∂R_e‖"}, Alt: "Pull by edge", Data: d}, true
}
