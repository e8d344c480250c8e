package stages

// This file has stage 2: the entropic transport plan of each edge, by Sinkhorn's scalings of rows and columns. The margins of a plan are
// its row sums and its column sums, which should equal the measures μ and ν of the two ends.

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// sinkhornStage is stage 2: the entropic plans. The rail shows the largest error of the margins after the last scaling, and the errors of
// all scalings. In the code reading it shows the mean of the numbers P₀.
var sinkhornStage = row{
	number: stage.Sinkhorn,
	why: "For each edge: how must the measure on one end's coordinates move to become that of the other end? The entropic " +
		"transport plan answers, at least cost but for its temperature.",
	value: func(s *state.State) string {
		st := &s.Frame.Stages
		switch {
		// The code reading has a number for each edge in place of a plan.
		case st.Code != nil:
			return "P₀ " + view.Num(view.MeanOf(st.Code.P0)) + " on average"
		case len(st.SinkhornError) > 0:
			return "error " + view.Exp(view.LastOf(st.SinkhornError))
		}
		return ""
	},
	spark: func(s *state.State) *Spark {
		if err := s.Frame.Stages.SinkhornError; len(err) > 0 {
			return &Spark{Kind: "dots", Y: logs(err)}
		}
		return nil
	},
	without: "makes its maps without measures and transport plans, so that there is nothing to scale. Stage 4 shows the maps.",
	show:    sinkhorn,
	code:    codePlan,
	codeWhy: "The closer the encoded features of two neighbours are, the nearer to 1 is the number of their edge.",
}

// sinkhornEquation defines the entropic transport plan P₀.
var sinkhornEquation = view.Equation{Name: "sinkhorn",
	Lines: []string{"P_0=\\under{\\argmin }{P∈Π(μ,ν)}\\sp⟨P,C⟩+ε_0∑P \\sp \\log \\sp P\\quad C_{pq}=2(1−δ_{pq})"},
	Symbols: append([]view.Symbol{{"P_0", "entropic transport plan of an edge, d × d"},
		{"ε_0", "temperature: the higher, the more of the mass is off the diagonal"},
		view.SymMargins, {"δ_{pq}", "1 when p = q, else 0"}}, view.SymMeasures...)}

// sinkhorn fills the panel of stage 2: the plans, and their marginal error after each scaling. Scalings of rows and of columns alternate. A
// row scaling makes the row sums of a plan equal to μ, and a column scaling makes its column sums equal to ν. In the code reading, sinkhorn
// sets only the equation and the values.
func sinkhorn(s *state.State, v *view.Inspector) {
	f, st := s.Frame, &s.Frame.Stages
	v.Body.Equation(sinkhornEquation)
	v.Body.Vals = []view.Value{{Symbol: "ε_0", Text: view.Temperature(s.Config.Epsilon0), Tip: "temperature"},
		{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"}}
	errors := st.SinkhornError // largest marginal error over the edges, by scaling
	n, last := len(errors), view.Num(view.LastOf(errors))

	// In the paper's reading the sentence depends on the position: before the first scaling, inside stage 2, or after stage 2.
	switch {
	case s.Config.Reading == "code":
		return // codePlan fills the rest
	case n == 0:
		v.Lead = view.Say("No scaling has run yet. The first makes the rows of every plan fit its measure, the next one the columns, and so on.")
	case f.Stage == stage.Sinkhorn:
		v.Lead = view.Say("After *", words.Count(n, "scaling"), "* the worst margin of ", plansShown(f.M), " is off by *", last,
			"*", rateText(errors), ".")
	default:
		v.Lead = view.Say("*", words.Count(n, "scaling"), "* brought the worst margin of ", plansShown(f.M), " to within *", last,
			"*", rateText(errors), ". Training uses the closed form, whose margins are exact to rounding.")
	}
	if n > 0 {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\error ", Text: last, Tip: "largest marginal error over the edges"})
		v.Add(errorsFigure("error", "Marginal error", "largest over the edges, by scaling, log scale", "Marginal error by scaling", errors,
			view.Lines{From: 1, XLabel: "scaling", Height: 130}))
	}

	// The panel shows the scalings of one edge or, without an edge, the moved mass of all plans.
	if e := f.Edge; e != nil && len(e.Scalings) > 0 {
		v.Add(scalingsFigure(s, e))
	} else if e == nil {
		v.Add(append(offDiagonal(s), edge.Choose(f))...)
	}
	v.Add(knobs(s, "epsilon0", "d"))
}

// Scalings is the data of the picture of one edge's plan after each scaling. I and J are the names of the ends, and Mu and Nu are their
// measures.
type Scalings struct {
	// D is the stalk dimension.
	D  int      `json:"d"`
	I  string   `json:"i"`
	J  string   `json:"j"`
	Mu view.Vec `json:"mu"`
	Nu view.Vec `json:"nu"`
	// Plans are the d × d plans after 0, 1, … scalings in succession. Rows and Cols are the errors of their row sums and column sums.
	Plans view.Vec `json:"plans"`
	Rows  view.Vec `json:"rows"`
	Cols  view.Vec `json:"cols"`
	// At is the index of the shown plan, the number of scalings before it. Key is the position of the run: a slider in use keeps its place
	// while Key stays. A cell of value Max or above has the darkest colour.
	At  int    `json:"at"`
	Key int    `json:"key"`
	Max view.F `json:"max"`
}

// scalingsFigure returns the picture of the plan of an edge after each scaling. A slider selects the shown scaling. Before a move of the
// slider this is the present scaling of the run in stage 2, and the last scaling of the frame in all other stages.
func scalingsFigure(s *state.State, e *frame.Edge) view.Figure {
	tenths := math.Ceil(view.MaxOf(e.P0) * 10) // the scale ends at a multiple of 0.1, and at 0.1 at least
	d := Scalings{D: s.Frame.D, I: view.ShortName(s, e.I), J: view.ShortName(s, e.J), Mu: e.Mu, Nu: e.Nu, Plans: e.Scalings,
		Rows: raised(e.RowErrors), Cols: raised(e.ColErrors),
		At: len(e.RowErrors) - 1, Key: s.Frame.Position, Max: view.F(math.Max(0.1, tenths/10))}
	if s.Frame.Stage == stage.Sinkhorn { // Inner is the number of scalings so far
		d.At = min(d.At, s.Frame.Inner)
	}
	if slider := s.FigureAt(state.SliderScaling); slider >= 0 { // the slider has been moved
		d.At = min(slider, len(e.RowErrors)-1)
	}
	return view.Figure{ID: "scalings", Title: "Plan by scaling", Sub: edge.On(s, e), Alt: "Transport plan by scaling", Data: d}
}

// plansShown returns a text for the plans whose error is computed: all m plans, or the first ShownEdges plans of a larger graph.
func plansShown(m int) string {
	if m > frame.ShownEdges {
		return "the first *" + view.Int(frame.ShownEdges) + "* plans"
	}
	return words.Either(m == 1, "the only plan", "all *"+view.Int(m)+"* plans")
}

// rateText returns a clause with the factor by which two successive scalings, of rows and of columns, reduced the error. It uses the last
// two scalings after which the error still exceeds rounding errors. It returns "" if there are no such scalings, or if the error did not
// fall. errors[k] is the error after scaling k+1.
func rateText(errors []float64) string {
	// The masses are at most 1, so an error up to this bound may be a rounding error.
	const rounding = 1e-13
	for k := len(errors) - 1; k > 1; k-- {
		measurable := errors[k] > rounding && errors[k-2] > 0
		if !measurable {
			continue
		}
		factor := errors[k] / errors[k-2]
		if factor < 1 {
			return "; scalings " + view.Int(k) + " and " + view.Int(k+1) + " took it to " + view.Pct(factor) + " of what it was"
		}
		return ""
	}
	return ""
}

// offDiagonal returns the histogram over the edges of the plan's mass off the diagonal. It returns nil if the masses, which stage 3
// computes, are unknown or belong to another epoch than the plans of stage 2.
func offDiagonal(s *state.State) []view.Figure {
	f := s.Frame
	if len(f.OffDiagonal) == 0 || f.EpochOf(stage.JKO) != f.EpochOf(stage.Sinkhorn) {
		return nil
	}
	return []view.Figure{histogramFigure("offdiag", "Moved mass", "edges by the mass of P⋆ off the diagonal", "Histogram of off-diagonal mass",
		f.OffDiagonal, 1, histogramBins, "mass")}
}

// logs returns the decadic logarithms of v. For a value below leastError it returns the logarithm of leastError.
func logs(v []float64) view.Vec {
	out := raised(v)
	for i, x := range out {
		out[i] = linalg.Log10(x)
	}
	return out
}
