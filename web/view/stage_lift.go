package view

import (
	"math"
	"sort"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

func features(s *state.State, v *Inspector) {
	f, g, st := s.Frame, s.Graph, &s.Frame.Stages
	v.Body.Eq = "features"
	v.Body.Vals = []Value{{"f_0", Int(g.Features), "input features"}, {"d", Int(f.D), "stalk dimension"},
		{"c", Int(f.Channels), "channels per stalk coordinate"}, {"s", Set(s.Config.Smooth), "uniform share of the measures"}}
	brings := []string{"Each of the *", Int(f.N), "* nodes brings *", count(g.Features, "feature", "features"), "*, ",
		Pct(st.FeatureDensity), " of them non-zero. "}
	if s.Peer() != "" {
		v.Body.Eq, v.Body.Vals = "", nil
		v.Lead = say(append(brings, ModelName(s.Config.Model), ": stage 8 shows what it makes of them.")...)
	} else {
		v.Lead = say(append(brings, "The encoder puts *", count(f.Channels, "vector", "vectors"), "* of dimension *", Int(f.D),
			"* into the stalk of every node, one a channel.")...)
	}
	if fig, ok := featuresFigure(s); ok {
		v.Body.Figures = append(v.Body.Figures, fig)
	}
	if len(st.ClassProfile) == g.Classes*f.D && g.Classes > 0 {
		cl := Classes(g)
		m := Matrix{Rows: g.Classes, Cols: f.D, Vals: make(Vec, g.Classes*f.D), Signed: minOf(st.ClassProfile) < 0, Cell: 46, RowH: 26, Left: 110}
		m.RowNames, m.Slots = make([]string, g.Classes), make([]int, g.Classes)
		for c, q := range cl {
			m.RowNames[q.Slot], m.Slots[q.Slot] = q.Name, q.Slot
			copy(m.Vals[q.Slot*f.D:(q.Slot+1)*f.D], st.ClassProfile[c*f.D:(c+1)*f.D])
		}
		m.ColNames = numbers(f.D)
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "matrix", ID: "profile", Title: "Class profile",
			Sub: "encoded stalk: mean over channels and the nodes of each label", Alt: "Mean encoded stalk vector by label", Data: m})
	}
	bars := Bars{Axis: true, Left: 112}
	cl := Classes(g)
	for slot := range cl {
		for c, q := range cl {
			if q.Slot == slot {
				bars.Rows = append(bars.Rows, Bar{Name: q.Name, V: F(classSize(g, c)), Text: Int(classSize(g, c)), Slot: pi(slot)})
			}
		}
	}
	if len(bars.Rows) > 0 && len(bars.Rows) <= 12 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "hbars", ID: "classes", Title: "Classes", Sub: "nodes per class",
			Alt: "Nodes per class", Data: bars})
	}
	v.Body.Figures = append(v.Body.Figures, Figure{Kind: "nums", ID: "graphnums", Title: "Graph", Two: true, Nums: [][]any{
		row("Nodes", Int(g.N)), row("Edges", Int(len(g.Edges)/2)), row("Edge homophily", Fix(g.EdgeHomophily, 3)),
		row("Node homophily", Fix(g.NodeHomophily, 3)),
		row("Components", Int(g.Components)), row("Train / val / test", Int(len(g.Train))+" / "+Int(len(g.Val))+" / "+Int(len(g.Test))),
		row("Format", g.Format), row("Split", g.SplitName)}})
	v.Body.Figures = append(v.Body.Figures, limitsFigures(s)...)
	set, about := aboutSet(s.Recipe.Graph)
	if set != nil {
		v.Body.Figures = append(v.Body.Figures, about)
	}
	for _, n := range g.Notes {
		if set != nil && n == set.About() {
			continue // the same, in one line
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "note", ID: "note-" + n, Data: n})
	}
	if s.Peer() == "" || peer.HasSheaf(s.Peer()) {
		v.Body.Figures = append(v.Body.Figures, knobs(s, "d"))
	}
}

func numbers(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = Int(i + 1)
	}
	return out
}

// FeatureMatrix is what the picture of the features needs beside the numbers,
// which go to it apart, see package web.
type FeatureMatrix struct {
	N     int `json:"n"`
	Cols  int `json:"cols"`
	Width int `json:"width"`
	// D is the stalk dimension: a row of H_0 is D coordinates of Width/D channels.
	D     int      `json:"d"`
	Order []int    `json:"order"` // nodes by class
	Slots []int    `json:"slots"` // class marks in that order
	Names []string `json:"names"`
}

func featuresFigure(s *state.State) (Figure, bool) {
	if s.Features == nil || len(s.Features.View.Ptr) != s.Graph.N+1 {
		return Figure{}, false
	}
	g, v := s.Graph, s.Features.View
	d := FeatureMatrix{N: g.N, Cols: v.Cols, Width: v.Width, D: s.Frame.D, Order: make([]int, g.N), Slots: make([]int, g.N),
		Names: make([]string, g.N)}
	cl := Classes(g)
	slot := func(i int) int {
		if y := g.Labels[i]; y >= 0 && y < len(cl) {
			return cl[y].Slot
		}
		return len(cl)
	}
	for i := range d.Order {
		d.Order[i] = i
	}
	sort.SliceStable(d.Order, func(a, b int) bool { return slot(d.Order[a]) < slot(d.Order[b]) })
	for k, i := range d.Order {
		d.Slots[k], d.Names[k] = slot(i), nodeName(s, i)
	}
	f := Figure{Kind: "features", ID: "features", Title: "Features", Sub: "nodes in rows, by label; before and after the encoder",
		Alt: "Feature matrices before and after the encoder", Data: d}
	if d.Width == 0 {
		f.Sub, f.Alt = "nodes in rows, by label", "Feature matrix"
	}
	if !s.FeaturesNow() {
		f.Sub = "of an earlier position, until the run stands"
	}
	return f, true
}

func sinkhorn(s *state.State, v *Inspector) {
	f, st := s.Frame, &s.Frame.Stages
	v.Body.Eq = "sinkhorn"
	v.Body.Vals = []Value{{"ε_0", temperature(s.Config.Epsilon0), "temperature"}, {"d", Int(f.D), "stalk dimension"}}
	err := st.SinkhornError
	n := len(err)
	switch {
	case s.Config.Reading == "code":
		return // see codeStage
	case n == 0:
		v.Lead = say("No scaling has run yet. Each one makes the rows, then the columns, of every plan fit its measures.")
	case f.Stage == sgpc.StageSinkhorn:
		v.Lead = say("After *", count(n, "scaling", "scalings"), "* the worst margin of ", plansShown(f.M), " is off by *", Num(err[n-1]),
			"*", rate(err), ".")
	default:
		v.Lead = say("*", count(n, "scaling", "scalings"), "* brought the worst margin of ", plansShown(f.M), " to within *", Num(err[n-1]),
			"*", rate(err), ". Training uses the closed form, whose margins are exact to rounding.")
	}
	if n > 0 {
		v.Body.Vals = append(v.Body.Vals, Value{"\\error ", Num(err[n-1]), "largest marginal error over the edges"})
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "error", Title: "Marginal error",
			Sub: "largest over the edges, by scaling, log scale", Alt: "Marginal error by scaling",
			Data: Lines{Series: []Series{{Y: floor(err, 1e-17), Dots: true}}, Log: true, From: 1, IntX: true, XLabel: "scaling", Height: 130}})
	}
	if e := f.Edge; e != nil && len(e.Scalings) > 0 {
		v.Body.Figures = append(v.Body.Figures, scalingsFigure(s, e))
	} else {
		v.Body.Figures = append(append(v.Body.Figures, offDiagonal(s)...), chooseEdge())
	}
	v.Body.Figures = append(v.Body.Figures, knobs(s, "epsilon0", "d"))
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
func scalingsFigure(s *state.State, e *sgpc.EdgeView) Figure {
	d := Scalings{D: s.Frame.D, I: shortName(s, e.I), J: shortName(s, e.J), Mu: e.Mu, Nu: e.Nu, Plans: e.Scalings,
		Rows: floor(e.RowErrors, 1e-17), Cols: floor(e.ColErrors, 1e-17),
		At: len(e.RowErrors) - 1, Key: s.Frame.Position, Max: F(math.Max(0.1, math.Ceil(maxOf(e.P0)*10)/10))}
	if s.Frame.Stage == sgpc.StageSinkhorn {
		d.At = min(d.At, s.Frame.Inner)
	}
	return Figure{Kind: "scalings", ID: "scalings", Title: "Plan by scaling", Sub: onEdge(s, e), Alt: "Transport plan by scaling", Data: d}
}

// onEdge names the edge of a stage's pictures, and tells when it is only an example.
func onEdge(s *state.State, e *sgpc.EdgeView) string {
	text := "on edge " + nodeName(s, e.I) + " – " + nodeName(s, e.J)
	if s.Edge != e.Index {
		text += ", an example"
	}
	return text
}

// plansShown says of how many plans the errors are: beyond a limit only the first are looked at.
func plansShown(m int) string {
	if m > sgpc.ShownEdges {
		return "the first *" + Int(sgpc.ShownEdges) + "* plans"
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

func floor(v []float64, lo float64) Vec {
	out := make(Vec, len(v))
	for i, x := range v {
		out[i] = math.Max(x, lo)
	}
	return out
}

func chooseEdge() Figure {
	return Figure{Kind: "note", ID: "choose", Data: "Choose an edge in the graph to see its own plan, maps and posterior."}
}

// offDiagonal shows the plans of all edges, unless they are of another epoch than the panel.
func offDiagonal(s *state.State) []Figure {
	f := s.Frame
	if len(f.OffDiagonal) == 0 || f.EpochOf(sgpc.StageJKO) != f.EpochOf(sgpc.StageSinkhorn) {
		return nil
	}
	return []Figure{{Kind: "lines", ID: "offdiag", Title: "Moved mass", Sub: "edges by the mass of P⋆ off the diagonal",
		Alt:  "Histogram of off-diagonal mass",
		Data: Lines{Series: []Series{{X: steps(0, 1, 40), Y: histogram(f.OffDiagonal, 0, 1, 40), Bars: true}}, XLabel: "mass", YMin: pf(0)}}}
}

func steps(lo, hi float64, n int) Vec {
	out := make(Vec, n)
	for i := range out {
		out[i] = lo + (hi-lo)*(float64(i)+0.5)/float64(n)
	}
	return out
}
