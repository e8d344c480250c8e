package view

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
)

var sinkhornStage = stageRow{
	number: stage.Sinkhorn,
	why: "For each edge: how must the measure on one end's coordinates move to become that of the other end? The entropic " +
		"transport plan answers, at least cost but for its temperature.",
	value: func(s *state.State) string {
		if st := &s.Frame.Stages; st.Code != nil {
			return "P₀ " + Num(meanOf(st.Code.P0)) + " on average"
		} else if len(st.SinkhornError) > 0 {
			return "error " + Exp(Last(st.SinkhornError))
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

var sinkhornEquation = Equation{"sinkhorn",
	[]string{"P_0=\\under{\\argmin }{P∈Π(μ,ν)}\\sp⟨P,C⟩+ε_0∑P \\sp \\log \\sp P\\quad C_{pq}=2(1−δ_{pq})"},
	append([]Symbol{{"P_0", "entropic transport plan of an edge, d × d"},
		{"ε_0", "temperature: the higher, the more of the mass is off the diagonal"},
		symMargins, {"δ_{pq}", "1 when p = q, else 0"}}, symMeasures...)}

func sinkhorn(s *state.State, v *Inspector) {
	f, st := s.Frame, &s.Frame.Stages
	v.Body.equation(sinkhornEquation)
	v.Body.Vals = []Value{{"ε_0", temperature(s.Config.Epsilon0), "temperature"}, {"d", Int(f.D), "stalk dimension"}}
	err := st.SinkhornError
	n := len(err)
	switch {
	case s.Config.Reading == "code":
		return // see codeStage
	case n == 0:
		v.Lead = Say("No scaling has run yet. Each one makes the rows, then the columns, of every plan fit its measures.")
	case f.Stage == stage.Sinkhorn:
		v.Lead = Say("After *", words.Count(n, "scaling"), "* the worst margin of ", plansShown(f.M), " is off by *", Num(err[n-1]),
			"*", rate(err), ".")
	default:
		v.Lead = Say("*", words.Count(n, "scaling"), "* brought the worst margin of ", plansShown(f.M), " to within *", Num(err[n-1]),
			"*", rate(err), ". Training uses the closed form, whose margins are exact to rounding.")
	}
	if n > 0 {
		v.Body.Vals = append(v.Body.Vals, Value{"\\error ", Num(err[n-1]), "largest marginal error over the edges"})
		v.Add(errorsFigure("error", "Marginal error", "largest over the edges, by scaling, log scale", "Marginal error by scaling", err,
			Lines{From: 1, XLabel: "scaling", Height: 130}))
	}
	if e := f.Edge; e != nil && len(e.Scalings) > 0 {
		v.Add(scalingsFigure(s, e))
	} else {
		v.Add(append(offDiagonal(s), chooseEdge())...)
	}
	v.Add(knobs(s, "epsilon0", "d"))
}

// Scalings is the data of one edge's plan by scaling.
type Scalings struct {
	D     int    `json:"d"`
	I     string `json:"i"`
	J     string `json:"j"`
	Mu    Vec    `json:"mu"`
	Nu    Vec    `json:"nu"`
	Plans Vec    `json:"plans"`
	Rows  Vec    `json:"rows"`
	Cols  Vec    `json:"cols"`
	At    int    `json:"at"`
	Key   int    `json:"key"`
	Max   F      `json:"max"`
}

// scalingsFigure shows the plan of an edge on its way from the kernel to the margins.
func scalingsFigure(s *state.State, e *frame.Edge) Figure {
	d := Scalings{D: s.Frame.D, I: ShortName(s, e.I), J: ShortName(s, e.J), Mu: e.Mu, Nu: e.Nu, Plans: e.Scalings,
		Rows: floor(e.RowErrors), Cols: floor(e.ColErrors),
		At: len(e.RowErrors) - 1, Key: s.Frame.Position, Max: F(math.Max(0.1, math.Ceil(maxOf(e.P0)*10)/10))}
	if s.Frame.Stage == stage.Sinkhorn {
		d.At = min(d.At, s.Frame.Inner)
	}
	if at := s.FigureAt(state.SliderScaling); at >= 0 {
		d.At = min(at, len(e.RowErrors)-1)
	}
	return Figure{ID: "scalings", Title: "Plan by scaling", Sub: onEdge(s, e), Alt: "Transport plan by scaling", Data: d}
}

// onEdge names the edge of a stage's pictures, and says when it is only an example.
func onEdge(s *state.State, e *frame.Edge) string {
	text := "on edge " + NodeName(s, e.I) + " – " + NodeName(s, e.J)
	if s.Edge() != e.Index {
		text += ", an example"
	}
	return text
}

// plansShown says of how many plans the errors are: beyond a limit only the first are shown.
func plansShown(m int) string {
	if m > frame.ShownEdges {
		return "the first *" + Int(frame.ShownEdges) + "* plans"
	}
	return "all *" + Int(m) + "* plans"
}

// rate says how fast errors fall, by the last two scalings that end above rounding.
func rate(err []float64) string {
	for k := len(err) - 1; k > 1; k-- {
		if err[k] > 1e-13 && err[k-2] > 0 {
			if q := err[k] / err[k-2]; q < 1 {
				return "; scalings " + Int(k) + " and " + Int(k+1) + " took it to " + Pct(q) + " of what it was"
			}
			return ""
		}
	}
	return ""
}

// chooseEdge stands for the pictures of an edge until one is chosen.
func chooseEdge() Figure {
	return Figure{ID: "choose", Data: "Choose an edge in the graph to see its own plan, maps and posterior."}
}

// offDiagonal shows the plans of all edges, unless they are of another epoch than the panel.
func offDiagonal(s *state.State) []Figure {
	f := s.Frame
	if len(f.OffDiagonal) == 0 || f.EpochOf(stage.JKO) != f.EpochOf(stage.Sinkhorn) {
		return nil
	}
	return []Figure{histogramFigure("offdiag", "Moved mass", "edges by the mass of P⋆ off the diagonal", "Histogram of off-diagonal mass",
		f.OffDiagonal, 1, 40, "mass")}
}

// logs are the logarithms of errors.
func logs(v []float64) Vec {
	out := floor(v)
	for i, x := range out {
		out[i] = math.Log10(x)
	}
	return out
}
