package stages

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

var sinkhornStage = row{
	number: stage.Sinkhorn,
	why: "For each edge: how must the measure on one end's coordinates move to become that of the other end? The entropic " +
		"transport plan answers, at least cost but for its temperature.",
	value: func(s *state.State) string {
		if st := &s.Frame.Stages; st.Code != nil {
			return "P₀ " + view.Num(view.MeanOf(st.Code.P0)) + " on average"
		} else if len(st.SinkhornError) > 0 {
			return "error " + view.Exp(view.Last(st.SinkhornError))
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

var sinkhornEquation = view.Equation{Name: "sinkhorn",
	Lines: []string{"P_0=\\under{\\argmin }{P∈Π(μ,ν)}\\sp⟨P,C⟩+ε_0∑P \\sp \\log \\sp P\\quad C_{pq}=2(1−δ_{pq})"},
	Symbols: append([]view.Symbol{{"P_0", "entropic transport plan of an edge, d × d"},
		{"ε_0", "temperature: the higher, the more of the mass is off the diagonal"},
		view.SymMargins, {"δ_{pq}", "1 when p = q, else 0"}}, view.SymMeasures...)}

// sinkhorn fills stage 2 with the plans and their marginal error after each scaling.
func sinkhorn(s *state.State, v *view.Inspector) {
	f, st := s.Frame, &s.Frame.Stages
	v.Body.Equation(sinkhornEquation)
	v.Body.Vals = []view.Value{{Symbol: "ε_0", Text: view.Temperature(s.Config.Epsilon0), Tip: "temperature"},
		{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"}}
	err := st.SinkhornError
	n := len(err)
	switch {
	case s.Config.Reading == "code":
		return // see codePlan
	case n == 0:
		v.Lead = view.Say("No scaling has run yet. Each one makes the rows, then the columns, of every plan fit its measures.")
	case f.Stage == stage.Sinkhorn:
		v.Lead = view.Say("After *", words.Count(n, "scaling"), "* the worst margin of ", plansShown(f.M), " is off by *", view.Num(err[n-1]),
			"*", rate(err), ".")
	default:
		v.Lead = view.Say("*", words.Count(n, "scaling"), "* brought the worst margin of ", plansShown(f.M), " to within *", view.Num(err[n-1]),
			"*", rate(err), ". Training uses the closed form, whose margins are exact to rounding.")
	}
	if n > 0 {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "\\error ", Text: view.Num(err[n-1]), Tip: "largest marginal error over the edges"})
		v.Add(errorsFigure("error", "Marginal error", "largest over the edges, by scaling, log scale", "Marginal error by scaling", err,
			view.Lines{From: 1, XLabel: "scaling", Height: 130}))
	}
	if e := f.Edge; e != nil && len(e.Scalings) > 0 {
		v.Add(scalingsFigure(s, e))
	} else {
		v.Add(append(offDiagonal(s), edge.Choose())...)
	}
	v.Add(knobs(s, "epsilon0", "d"))
}

// Scalings is the data of one edge's plan after each scaling.
type Scalings struct {
	D     int      `json:"d"`
	I     string   `json:"i"`
	J     string   `json:"j"`
	Mu    view.Vec `json:"mu"`
	Nu    view.Vec `json:"nu"`
	Plans view.Vec `json:"plans"`
	Rows  view.Vec `json:"rows"`
	Cols  view.Vec `json:"cols"`
	At    int      `json:"at"`
	Key   int      `json:"key"`
	Max   view.F   `json:"max"`
}

// scalingsFigure shows the plan of an edge from the kernel to the margins, by scaling.
func scalingsFigure(s *state.State, e *frame.Edge) view.Figure {
	d := Scalings{D: s.Frame.D, I: view.ShortName(s, e.I), J: view.ShortName(s, e.J), Mu: e.Mu, Nu: e.Nu, Plans: e.Scalings,
		Rows: floor(e.RowErrors), Cols: floor(e.ColErrors),
		At: len(e.RowErrors) - 1, Key: s.Frame.Position, Max: view.F(math.Max(0.1, math.Ceil(view.MaxOf(e.P0)*10)/10))}
	if s.Frame.Stage == stage.Sinkhorn {
		d.At = min(d.At, s.Frame.Inner)
	}
	if at := s.FigureAt(state.SliderScaling); at >= 0 {
		d.At = min(at, len(e.RowErrors)-1)
	}
	return view.Figure{ID: "scalings", Title: "Plan by scaling", Sub: edge.On(s, e), Alt: "Transport plan by scaling", Data: d}
}

// plansShown names the plans with known errors: all, or the first ShownEdges.
func plansShown(m int) string {
	if m > frame.ShownEdges {
		return "the first *" + view.Int(frame.ShownEdges) + "* plans"
	}
	return "all *" + view.Int(m) + "* plans"
}

// rate gives the reduction of the error by the last two scalings above rounding errors, "" without a reduction.
func rate(err []float64) string {
	for k := len(err) - 1; k > 1; k-- {
		if err[k] > 1e-13 && err[k-2] > 0 {
			if q := err[k] / err[k-2]; q < 1 {
				return "; scalings " + view.Int(k) + " and " + view.Int(k+1) + " took it to " + view.Pct(q) + " of what it was"
			}
			return ""
		}
	}
	return ""
}

// offDiagonal returns the histogram of the mass off the diagonal of all plans, nil if the masses are of another epoch than the panel.
func offDiagonal(s *state.State) []view.Figure {
	f := s.Frame
	if len(f.OffDiagonal) == 0 || f.EpochOf(stage.JKO) != f.EpochOf(stage.Sinkhorn) {
		return nil
	}
	return []view.Figure{histogramFigure("offdiag", "Moved mass", "edges by the mass of P⋆ off the diagonal", "Histogram of off-diagonal mass",
		f.OffDiagonal, 1, 40, "mass")}
}

// logs returns the decadic logarithms of errors.
func logs(v []float64) view.Vec {
	out := floor(v)
	for i, x := range out {
		out[i] = linalg.Log10(x)
	}
	return out
}
