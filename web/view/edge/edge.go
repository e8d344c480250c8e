// Package edge has the view models of an edge: transport plan, restriction maps and posterior. It also lists edges by the classes
// of their ends and computes maps around a cycle.
package edge

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// PlanPicture is the data of the picture of two plans, each row by row.
type PlanPicture struct {
	D         int      `json:"d"`
	I         string   `json:"i"`
	J         string   `json:"j"`
	Mu        view.Vec `json:"mu"`
	Nu        view.Vec `json:"nu"`
	Left      view.Vec `json:"left"`
	Right     view.Vec `json:"right"`
	LeftName  []any    `json:"leftName"`
	RightName []any    `json:"rightName"`
	Arrow     string   `json:"arrow"`
	// Mu2 and Nu2 are the margins of the right plan where they differ from those of the left one.
	Mu2      view.Vec `json:"mu2,omitempty"`
	Nu2      view.Vec `json:"nu2,omitempty"`
	OffLeft  view.F   `json:"offLeft"`
	OffRight view.F   `json:"offRight"`
	Focus    int      `json:"focus"`
	Max      view.F   `json:"max"`
}

// offMass returns the mass off the diagonal of a d × d plan.
func offMass(p []float64, d int) float64 {
	t := 0.0
	for k, v := range p {
		if d > 0 && k/d != k%d {
			t += v
		}
	}
	return t
}

// PlanFigure shows two plans of an edge side by side with their names; arrow labels the step between them.
func PlanFigure(s *state.State, e *frame.Edge, left, right []float64, leftName []string, rightName []any, arrow string) view.Figure {
	d := s.Frame.D
	focus, best := -1, 0.0
	for k, v := range right {
		if k/d != k%d && v > best {
			focus, best = k, v
		}
	}
	hi := math.Max(view.MaxOf(left), view.MaxOf(right))
	p := PlanPicture{D: d, I: view.ShortName(s, e.I), J: view.ShortName(s, e.J), Mu: e.Mu, Nu: e.Nu, Left: left, Right: right,
		RightName: rightName,
		Arrow:     arrow,
		OffLeft:   view.F(offMass(left, d)), OffRight: view.F(offMass(right, d)), Focus: focus, Max: view.F(math.Max(0.1, math.Ceil(hi*10)/10))}
	if FreeSteps(&s.Config) && len(e.Rows) == d && len(right) > 0 && &right[0] == &e.P[0] {
		p.Mu2, p.Nu2 = e.Rows, e.Cols
	}
	for _, n := range leftName {
		p.LeftName = append(p.LeftName, n)
	}
	return view.Figure{ID: "plan", Title: "Transport plan", Sub: exampleText(s, e), Alt: "Transport plan before and after",
		TestID: "plan-heatmap", Data: p}
}

// exampleText names the edge of a picture, nil in the edge's own panel.
func exampleText(s *state.State, e *frame.Edge) any {
	if s.View.Panel == state.PanelEdge {
		return nil
	}
	return On(s, e)
}

// Maps is the data of the picture of both maps of an edge, row by row.
type Maps struct {
	D      int      `json:"d"`
	I      string   `json:"i"`
	J      string   `json:"j"`
	Rij    view.Vec `json:"rij"`
	Rji    view.Vec `json:"rji"`
	Xi     view.Vec `json:"xi"`
	Xj     view.Vec `json:"xj"`
	Yi     view.Vec `json:"yi"`
	Yj     view.Vec `json:"yj"`
	R      view.Vec `json:"r"`
	R2     view.F   `json:"r2"`
	Scale  view.F   `json:"scale"`
	VScale view.F   `json:"vscale"`
	// E is the edge's number. Key changes with every step, and is −1 during a run and a change by hand.
	E   int `json:"e"`
	Key int `json:"key"`
}

// mul returns the product of a d × d matrix and a vector.
func mul(m, x []float64, d int) view.Vec {
	y := make(view.Vec, d)
	for i := range y {
		for k := range d {
			y[i] += m[i*d+k] * x[k]
		}
	}
	return y
}

// mapsFigure shows both maps with the vectors that they carry and the residual.
func mapsFigure(s *state.State, e *frame.Edge) view.Figure {
	d := s.Frame.D
	m := Maps{D: d, I: view.ShortName(s, e.I), J: view.ShortName(s, e.J), Rij: e.Rij, Rji: e.Rji, Xi: e.Xi, Xj: e.Xj, E: e.Index,
		Key: s.Frame.Position}
	if s.ByHand != nil || s.Running() {
		m.Key = -1
	}
	m.Scale = view.F(max(1e-9, view.MaxNorm(e.Rij), view.MaxNorm(e.Rji)))
	if len(e.Xi) == d && len(e.Xj) == d && len(e.Rij) == d*d && len(e.Rji) == d*d {
		m.Yi, m.Yj = mul(e.Rij, e.Xi, d), mul(e.Rji, e.Xj, d)
		m.R = make(view.Vec, d)
		for k := range m.R {
			m.R[k] = m.Yi[k] - m.Yj[k]
			m.R2 += view.F(m.R[k] * m.R[k])
		}
	} else {
		m.Xi, m.Xj, m.Yi, m.Yj, m.R = make(view.Vec, d), make(view.Vec, d), make(view.Vec, d), make(view.Vec, d), make(view.Vec, d)
	}
	m.VScale = view.F(max(1e-9, view.MaxNorm(m.Xi), view.MaxNorm(m.Xj), view.MaxNorm(m.Yi), view.MaxNorm(m.Yj), view.MaxNorm(m.R)))
	return view.Figure{ID: "maps", Title: "Restriction maps", Sub: mapsText(s, e),
		Alt: "Restriction maps and the stalk vectors they carry", TestID: "map-heatmap", Data: m}
}

// MapsShown returns the picture of the shown edge's maps, or the request to select an edge.
func MapsShown(s *state.State) view.Figure {
	if e := s.Frame.Edge; e != nil && len(e.Rij) > 0 {
		return mapsFigure(s, e)
	}
	return Choose()
}

// mapsText names the carried vectors and the epoch.
func mapsText(s *state.State, e *frame.Edge) any {
	what := "x: diffused, mean over channels"
	switch {
	case s.Frame.Undiffused:
		what = "x: before diffusion, mean over channels"
	case s.Peer() != "":
		what = "x: mean over channels"
	}
	sub := []any{what}
	if at := exampleText(s, e); at != nil {
		sub = append(sub, ", ", at)
	}
	return aged(s.Frame, stage.Maps, sub...)
}

// Beta is the data of the picture of an edge's Beta posterior and prior.
type Beta struct {
	Alpha  view.F   `json:"alpha"`
	Beta   view.F   `json:"beta"`
	Alpha0 view.F   `json:"alpha0"`
	Beta0  view.F   `json:"beta0"`
	Kappa  view.F   `json:"kappa"`
	X      view.Vec `json:"x"`
	Y      view.Vec `json:"y"`
	Prior  view.Vec `json:"prior"`
}

// betaDensity returns the Beta(a, b) density at k/n, k = 1 … n−1.
func betaDensity(a, b float64, n int) view.Vec {
	scale := -pacbayes.LogBeta(a, b)
	out := make(view.Vec, n-1)
	for k := 1; k < n; k++ {
		x := float64(k) / float64(n)
		out[k-1] = linalg.Exp(scale + (a-1)*linalg.Log(x) + (b-1)*linalg.Log(1-x))
	}
	return out
}

// HasPosterior reports whether prior and posterior of an edge can be drawn.
func HasPosterior(e *frame.Edge) bool {
	return e.Alpha > 0 && e.Beta > 0 && e.Alpha0 > 0 && e.Beta0 > 0
}

// betaFigure shows the posterior with the edge's numbers.
func betaFigure(s *state.State, e *frame.Edge) view.Figure {
	f := BetaPicture(e)
	f.Nums = numbers(s, e)
	if s.Frame.Pull != nil {
		f.Nums = append(f.Nums, view.Row("Pull on λ₂", view.Num(e.Pull)))
	}
	f.Nums = append(f.Nums, view.Row("KL to prior", view.Fix(e.KL, 3)))
	f.Sub = aged(s.Frame, stage.Posterior, "Beta posterior of ", view.M{Source: "κ_e"})
	return f
}

// numbers returns the rows of numbers that every sheaf has.
func numbers(s *state.State, e *frame.Edge) [][]any {
	when := words.Either(s.Frame.Undiffused, " before diffusion", "")
	var out [][]any
	if len(s.Frame.EdgeEnergy) > 0 {
		out = [][]any{view.Row("Energy share"+when, view.Pct(e.EnergyShare)),
			view.Row("Rank by energy"+when, view.Int(e.EnergyRank)+" / "+view.Int(s.Frame.M))}
	}
	for k, a := range e.Attention {
		ends := []string{view.ShortName(s, e.I), view.ShortName(s, e.J)}
		out = append(out, view.Row("Attention of "+ends[k]+" to "+ends[1-k], view.Fix(a, 3)))
	}
	return append(out, view.Row("‖R‖ of "+view.ShortName(s, e.I), view.Fix(norm(e.Rij), 2)),
		view.Row("‖R‖ of "+view.ShortName(s, e.J), view.Fix(norm(e.Rji), 2)))
}

// BetaPicture shows the posterior of an edge without numbers.
func BetaPicture(e *frame.Edge) view.Figure {
	const n = 100
	b := Beta{view.F(e.Alpha), view.F(e.Beta), view.F(e.Alpha0), view.F(e.Beta0), view.F(e.Kappa), make(view.Vec, n-1),
		betaDensity(e.Alpha, e.Beta, n),
		betaDensity(e.Alpha0, e.Beta0, n)}
	for k := range b.X {
		b.X[k] = float64(k+1) / n
	}
	return view.Figure{ID: "beta", Title: "Agreement", Sub: []any{"Beta posterior of ", view.M{Source: "κ_e"}},
		Alt: "Beta prior and posterior", TestID: "posterior-density", Data: b}
}

// View returns the panel of the selected edge.
func View(s *state.State) view.Inspector {
	e := s.Frame.Edge
	if s.Edge() < 0 {
		return view.Inspector{Title: []view.TitlePart{{Text: "No edge is chosen", Slot: -2}},
			Lead: view.Say("Click an edge in the graph, or choose one with the arrow keys there.")}
	}
	if s.Peer() != "" && 2*s.Edge()+1 < len(s.Graph.Edges) {
		return peerView(s)
	}
	if e == nil || e.Index != s.Edge() {
		i, j := s.Graph.Ends(s.Edge())
		return view.Inspector{Title: []view.TitlePart{{Text: "Edge " + view.NodeName(s, i) + " – " + view.NodeName(s, j), Slot: -2}},
			Lead:   view.Say(view.MissingText(s)),
			TestID: "inspector-edge"}
	}
	v := view.Inspector{Title: []view.TitlePart{view.NodeTitle(s, e.I), view.NodeTitle(s, e.J)}, Sub: view.StageText(s),
		TestID: "inspector-edge"}
	c, d := &s.Config, s.Frame.D
	if s.Frame.Stage > 0 {
		v.Sub = "Stage " + v.Sub
	}
	v.Body.Equation(JKOEquation)
	v.Body.Vals = []view.Value{{Symbol: "τ", Text: view.Fix(c.Tau, 2), Tip: "step length"},
		{Symbol: "ε_0", Text: view.Temperature(c.Epsilon0), Tip: "temperature of Sinkhorn"},
		{Symbol: "ε", Text: view.Temperature(c.Epsilon), Tip: "temperature of the step"}}
	if eps := s.Frame.Stages.JKOEps; len(eps) > 0 {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "ε_{\\eff }", Text: view.Fix(view.LastOf(eps), 3), Tip: "temperature after the step"})
	}
	if FreeSteps(c) {
		v.Body.Equation(FreeEquation)
		v.Body.Vals = FreeVals(s)
	}
	if len(e.P) > 0 && len(e.Carried) == 0 {
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "⟨P,C⟩", Text: view.Fix(e.TransportCost, 3), Tip: "transport cost"})
	}
	v.Lead = lead(s, e, d)
	scaling := s.Frame.Stage == stage.Sinkhorn && len(e.Current) == d*d
	if len(e.Carried) == d*d && !scaling {
		carried(s, e, &v)
	} else if len(e.P0) == d*d && (scaling || len(e.P) == d*d) {
		left, name := e.P0, []string{"P", "0"}
		arrow, right, rname := "JKO", e.P, []any{"P", "⋆", 1}
		if scaling {
			left, name, right, rname, arrow = e.Current, []string{"P", "now"}, e.P0, []any{"P", "0"}, "limit"
		}
		v.Add(PlanFigure(s, e, left, right, name, rname, arrow))
	}
	if len(e.Rij) == d*d {
		v.Add(mapsFigure(s, e), byHandFigure(s, e))
	}
	if HasPosterior(e) {
		v.Add(betaFigure(s, e))
	}
	inCode(s, e, &v)
	return v
}

// On names the edge of a stage's pictures, and marks an example.
func On(s *state.State, e *frame.Edge) string {
	text := "on edge " + view.NodeName(s, e.I) + " – " + view.NodeName(s, e.J)
	if s.Edge() != e.Index {
		text += ", an example"
	}
	return text
}

// Choose replaces the pictures of an edge until one is selected.
func Choose() view.Figure {
	return view.Figure{ID: "choose", Data: "Choose an edge in the graph to see its own plan, maps and posterior."}
}

// aged appends the epoch of a stage's values to a caption, unless it is the present one.
func aged(f *frame.Frame, stage int, sub ...any) any {
	old := view.EarlierEpoch(f, stage)
	switch {
	case old != "" && len(sub) > 0:
		return append(sub, ", "+old)
	case old != "":
		return old
	case len(sub) == 0:
		return nil
	}
	return sub
}

// norm returns the Euclidean norm.
func norm(v []float64) float64 {
	t := 0.0
	for _, x := range v {
		t += x * x
	}
	return math.Sqrt(t)
}
