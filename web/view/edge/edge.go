// Package edge has the view models of an edge: its transport plan, restriction maps and posterior. It also has the table of edges by the
// classes of their ends, and the picture of all maps in a plane. In a further figure a vector is carried around a cycle.
//
// A stalk is the vector space of a node or of an edge. A restriction map takes the stalk of a node into the stalk of an edge. An epoch has
// ten stages. Stage 2 makes the plan P₀, and stage 3 makes the plan P⋆ by JKO steps. Stage 4 makes the maps, and stage 9 the posterior. A
// frame has the numbers of one position of the run. A peer is a model other than SGPC, the model of the paper.
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

// PlanPicture is the data of the picture of two D × D plans of an edge, Left and Right, side by side. Both are row-major. I and J are the
// names of the ends, and Arrow is the name of the step between the plans.
type PlanPicture struct {
	D int    `json:"d"`
	I string `json:"i"`
	J string `json:"j"`
	// Mu and Nu are the measures of the ends: the row sums and the column sums of P₀.
	Mu    view.Vec `json:"mu"`
	Nu    view.Vec `json:"nu"`
	Left  view.Vec `json:"left"`
	Right view.Vec `json:"right"`
	// LeftName and RightName are the names of the plans, as lists of texts and formulas for the island, the script that draws the panel.
	LeftName  []any  `json:"leftName"`
	RightName []any  `json:"rightName"`
	Arrow     string `json:"arrow"`
	// Mu2 and Nu2 are the margins of the right plan. They are nil if these are Mu and Nu.
	Mu2 view.Vec `json:"mu2,omitempty"`
	Nu2 view.Vec `json:"nu2,omitempty"`
	// OffLeft and OffRight are the masses off the diagonal, as shares of the total mass 1. Focus is the index k = row·D + column of the
	// largest entry of the right plan off the diagonal, or −1 for a diagonal plan. Max is the value of the darkest cell.
	OffLeft  view.F `json:"offLeft"`
	OffRight view.F `json:"offRight"`
	Focus    int    `json:"focus"`
	Max      view.F `json:"max"`
}

// offMass returns the mass off the diagonal of a d × d plan. It returns 0 for an empty plan, and for d = 0.
func offMass(p []float64, d int) float64 {
	mass := 0.0
	for k, v := range p {
		if d > 0 && k/d != k%d { // row and column differ
			mass += v
		}
	}
	return mass
}

// largestOff returns the index and the value of the largest positive entry off the diagonal of a d × d plan. It returns −1 and 0 for a
// diagonal plan.
func largestOff(p []float64, d int) (index int, value float64) {
	index = -1
	for k, v := range p {
		if k/d != k%d && v > value {
			index, value = k, v
		}
	}
	return index, value
}

// PlanFigure returns the picture of two plans of an edge side by side. A name is a list of a letter and an index, such as {"P", "0"} for
// P₀, or of a single text. A third item 1 makes the index an exponent: {"P", "⋆", 1}. arrow is the name of the step between the plans.
func PlanFigure(s *state.State, e *frame.Edge, left, right []float64, leftName []string, rightName []any, arrow string) view.Figure {
	d := s.Frame.D
	focus, _ := largestOff(right, d)
	tenths := math.Ceil(math.Max(view.MaxOf(left), view.MaxOf(right)) * 10) // the scale ends at a multiple of 0.1
	p := PlanPicture{D: d, I: view.ShortName(s, e.I), J: view.ShortName(s, e.J), Mu: e.Mu, Nu: e.Nu, Left: left, Right: right,
		RightName: rightName, Arrow: arrow, OffLeft: view.F(offMass(left, d)), OffRight: view.F(offMass(right, d)), Focus: focus,
		Max: view.F(math.Max(0.1, tenths/10))}

	// A plan after a step with free margins has its own margins. The right plan is such a plan if it is the slice e.P itself.
	afterStep := len(right) > 0 && len(e.P) > 0 && &right[0] == &e.P[0]
	if FreeSteps(&s.Config) && len(e.Rows) == d && afterStep {
		p.Mu2, p.Nu2 = e.Rows, e.Cols
	}
	for _, part := range leftName { // a list of texts becomes a list of any
		p.LeftName = append(p.LeftName, part)
	}
	return view.Figure{ID: "plan", Title: "Transport plan", Sub: exampleText(s, e), Alt: "Transport plan before and after",
		TestID: "plan-heatmap", Data: p}
}

// StepFigure returns the picture of the plans of an edge before and after the JKO steps. Without a step both plans are the same.
func StepFigure(s *state.State, e *frame.Edge) view.Figure {
	arrow := words.Either(s.Config.LiftSteps() == 0, "same", "JKO")
	return PlanFigure(s, e, e.P0, e.P, []string{"P", "0"}, []any{"P", "⋆", 1}, arrow)
}

// exampleText returns the caption that names the edge of a picture. It returns nil in the panel of the edge, whose title has the names of
// both ends already.
func exampleText(s *state.State, e *frame.Edge) any {
	if s.View.Panel == state.PanelEdge {
		return nil
	}
	return On(s, e)
}

// Maps is the data of the picture of both maps of an edge, Rij and Rji. They are D × D and row-major. I and J are the names of the ends.
type Maps struct {
	D   int      `json:"d"`
	I   string   `json:"i"`
	J   string   `json:"j"`
	Rij view.Vec `json:"rij"`
	Rji view.Vec `json:"rji"`
	// Xi and Xj are the stalk vectors of the ends. Yi = Rij·Xi and Yj = Rji·Xj are their images in the stalk of the edge. R = Yi − Yj is the
	// residual, and R2 is its squared norm.
	Xi view.Vec `json:"xi"`
	Xj view.Vec `json:"xj"`
	Yi view.Vec `json:"yi"`
	Yj view.Vec `json:"yj"`
	R  view.Vec `json:"r"`
	R2 view.F   `json:"r2"`
	// Scale is the largest absolute entry of the maps, and VScale is the largest absolute entry of the vectors. Both are positive.
	Scale  view.F `json:"scale"`
	VScale view.F `json:"vscale"`
	// E is the number of the edge, from 0 on. Key is the position of the run: the island draws anew with a motion if E or Key changes. Key
	// is −1 while the run proceeds, or during a change by hand: the island then draws without a motion.
	E   int `json:"e"`
	Key int `json:"key"`
}

// mul returns the product m·x of a d × d matrix, row-major, and a vector.
func mul(m, x []float64, d int) view.Vec {
	y := make(view.Vec, d)
	for i := range y {
		for k := range d {
			y[i] += m[i*d+k] * x[k]
		}
	}
	return y
}

// mapsFigure returns the picture of both maps of an edge, their vectors, and the residual on the edge. All vectors are 0 if the frame lacks
// a map or a stalk vector.
func mapsFigure(s *state.State, e *frame.Edge) view.Figure {
	d := s.Frame.D
	m := Maps{D: d, I: view.ShortName(s, e.I), J: view.ShortName(s, e.J), Rij: e.Rij, Rji: e.Rji, Xi: e.Xi, Xj: e.Xj, E: e.Index,
		Key: s.Frame.Position}
	if s.ByHand != nil || s.Running() {
		m.Key = -1
	}

	const leastScale = 1e-9 // the picture divides by the scales
	m.Scale = view.F(max(leastScale, view.MaxNorm(e.Rij), view.MaxNorm(e.Rji)))
	// The images and the residual need both maps and both stalk vectors.
	complete := len(e.Xi) == d && len(e.Xj) == d && len(e.Rij) == d*d && len(e.Rji) == d*d
	if complete {
		m.Yi, m.Yj = mul(e.Rij, e.Xi, d), mul(e.Rji, e.Xj, d)
		m.R = make(view.Vec, d)
		for k := range m.R {
			m.R[k] = m.Yi[k] - m.Yj[k]
			m.R2 += view.F(m.R[k] * m.R[k])
		}
	} else {
		for _, vector := range []*view.Vec{&m.Xi, &m.Xj, &m.Yi, &m.Yj, &m.R} {
			*vector = make(view.Vec, d)
		}
	}
	m.VScale = view.F(max(leastScale, view.MaxNorm(m.Xi), view.MaxNorm(m.Xj), view.MaxNorm(m.Yi), view.MaxNorm(m.Yj), view.MaxNorm(m.R)))
	return view.Figure{ID: "maps", Title: "Restriction maps", Sub: mapsText(s, e),
		Alt: "Restriction maps and the stalk vectors they carry", TestID: "map-heatmap", Data: m}
}

// MapsShown returns the picture of the maps of the frame's edge. If the frame has no edge, or if its edge has no maps, MapsShown returns
// the request to select an edge.
func MapsShown(s *state.State) view.Figure {
	if e := s.Frame.Edge; e != nil && len(e.Rij) > 0 {
		return mapsFigure(s, e)
	}
	return Choose(s.Frame)
}

// mapsText returns the caption of the picture of maps: the vectors x, the edge, and the epoch of the maps if it is an earlier one.
func mapsText(s *state.State, e *frame.Edge) any {
	vectors := "x: diffused, mean over channels"
	switch {
	case s.Frame.Undiffused:
		vectors = "x: before diffusion, mean over channels"
	case s.Peer() != "":
		vectors = "x: mean over channels"
	}
	sub := []any{vectors}
	if example := exampleText(s, e); example != nil {
		sub = append(sub, ", ", example)
	}
	return withEpoch(s.Frame, stage.Maps, sub...)
}

// Beta is the data of the picture of an edge's posterior Beta(Alpha, Beta) and its prior Beta(Alpha0, Beta0). Kappa is the posterior
// mean. Y is the density of the posterior and Prior the density of the prior, at each abscissa of X.
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

// betaDensity returns the density of Beta(a, b) at k/n for k = 1 … n−1. The ends 0 and 1 are left out, since the density may be infinite
// there. The exponential of a sum of logarithms avoids an overflow of the normalisation.
func betaDensity(a, b float64, n int) view.Vec {
	logNorm := -pacbayes.LogBeta(a, b)
	out := make(view.Vec, n-1)
	for k := 1; k < n; k++ {
		x := float64(k) / float64(n)
		out[k-1] = linalg.Exp(logNorm + (a-1)*linalg.Log(x) + (b-1)*linalg.Log(1-x))
	}
	return out
}

// HasPosterior reports whether the edge has a prior and a posterior: all four parameters are positive.
func HasPosterior(e *frame.Edge) bool {
	return e.Alpha > 0 && e.Beta > 0 && e.Alpha0 > 0 && e.Beta0 > 0
}

// betaFigure returns the picture of the posterior of an edge, beside the numbers of the edge. The pull on λ₂, the norm of its derivative by
// the maps of the edge, is missing before the first gap ascent, and for maps changed by hand in a large graph.
func betaFigure(s *state.State, e *frame.Edge) view.Figure {
	f := BetaPicture(e)
	f.Nums = numbers(s, e)
	if s.Frame.Pull != nil {
		f.Nums = append(f.Nums, view.Row("Pull on λ₂", view.Num(e.Pull)))
	}
	f.Nums = append(f.Nums, view.Row("KL to prior", view.Fix(e.KL, 3)))
	f.Sub = withEpoch(s.Frame, stage.Posterior, "Beta posterior of ", view.M{Source: "κ_e"})
	return f
}

// numbers returns the rows of numbers of an edge in a model with a sheaf. If the frame has the energies, the first rows have the share of
// the edge in the Dirichlet energy, and its rank by this share. In a model with attention, the two attentions of the edge follow. The norms
// of both maps come last.
func numbers(s *state.State, e *frame.Edge) [][]any {
	suffix := words.Either(s.Frame.Undiffused, " before diffusion", "")
	var out [][]any
	if len(s.Frame.EdgeEnergy) > 0 {
		out = [][]any{view.Row("Energy share"+suffix, view.Pct(e.EnergyShare)),
			view.Row("Rank by energy"+suffix, view.Int(e.EnergyRank)+" / "+view.Int(s.Frame.M))}
	}
	ends := []string{view.ShortName(s, e.I), view.ShortName(s, e.J)}
	for k, attention := range e.Attention {
		out = append(out, view.Row("Attention of "+ends[k]+" to "+ends[1-k], view.Fix(attention, 3)))
	}
	return append(out, view.Row("‖R‖ of "+ends[0], view.Temperature(norm(e.Rij))), view.Row("‖R‖ of "+ends[1], view.Temperature(norm(e.Rji))))
}

// BetaPicture returns the picture of the prior and the posterior of an edge, without numbers beside the picture.
func BetaPicture(e *frame.Edge) view.Figure {
	const intervals = 100
	b := Beta{Alpha: view.F(e.Alpha), Beta: view.F(e.Beta), Alpha0: view.F(e.Alpha0), Beta0: view.F(e.Beta0), Kappa: view.F(e.Kappa),
		X: make(view.Vec, intervals-1), Y: betaDensity(e.Alpha, e.Beta, intervals), Prior: betaDensity(e.Alpha0, e.Beta0, intervals)}
	for k := range b.X {
		b.X[k] = float64(k+1) / intervals
	}
	return view.Figure{ID: "beta", Title: "Agreement", Sub: []any{"Beta posterior of ", view.M{Source: "κ_e"}},
		Alt: "Beta prior and posterior", TestID: "posterior-density", Data: b}
}

// View returns the panel of the selected edge. If no edge is selected, the panel has the request to select an edge. A peer has the panel of
// peerView. If the numbers of the edge have not arrived, the panel has a sentence about the wait. In all other cases it has the equation,
// the sentences, and those pictures of plans, maps and posterior for which the edge has numbers.
func View(s *state.State) view.Inspector {
	e := s.Frame.Edge // until the worker has sent the selected edge, e is nil or another edge
	if s.Edge() < 0 {
		return view.Inspector{Title: []view.TitlePart{{Text: "No edge is chosen", Slot: -2}}, // −2: the title has no class mark
			Lead: view.Say("Click an edge in the graph, or choose one with the arrow keys there.")}
	}
	if s.Peer() != "" {
		return peerView(s)
	}
	if e == nil || e.Index != s.Edge() {
		i, j := s.Graph.Ends(s.Edge())
		return view.Inspector{Title: []view.TitlePart{{Text: "Edge " + view.NodeName(s, i) + " – " + view.NodeName(s, j), Slot: -2}},
			Lead:   view.Say(view.Awaited(s)),
			TestID: "inspector-edge"}
	}
	v := view.Inspector{Title: []view.TitlePart{view.NodeTitle(s, e.I), view.NodeTitle(s, e.J)}, Sub: view.StageText(s),
		TestID: "inspector-edge"}
	if s.Frame.Stage > 0 {
		v.Sub = "Stage " + v.Sub
	}
	stepEquation(s, e, &v)
	v.Lead = lead(s, e)

	// The picture of two plans. P0 is the converged plan, P is the plan after the JKO steps, and Current is the plan after the scalings so
	// far. Carried is the plan that some settings put in place of P. Before stage 2 the edge has no plan.
	d := s.Frame.D
	scaling := isScaling(s, e)
	switch {
	case len(e.Carried) == d*d && len(e.P) == d*d && !scaling: // the settings put another plan in place of the edge's own plan
		showCarried(s, e, &v)
	case len(e.P0) == d*d && scaling: // stage 2 is at work: the plan after the scalings so far, and its limit P₀
		v.Add(PlanFigure(s, e, e.Current, e.P0, []string{"P", "now"}, []any{"P", "0"}, "limit"))
	case len(e.P0) == d*d && len(e.P) == d*d: // the plans before and after the JKO steps
		v.Add(StepFigure(s, e))
	}
	if len(e.Rij) == d*d {
		v.Add(mapsFigure(s, e), byHandFigure(s, e))
	}
	if HasPosterior(e) {
		v.Add(betaFigure(s, e))
	}
	adaptToCode(s, e, &v) // for the code reading; last, since it changes the sentences and the figures that were added before
	return v
}

// isScaling reports whether the position is inside stage 2, and the frame has the edge's plan after the scalings so far. The frame then has
// P0 as well.
func isScaling(s *state.State, e *frame.Edge) bool {
	d := s.Frame.D
	return s.Frame.Stage == stage.Sinkhorn && len(e.Current) == d*d
}

// stepEquation sets the equation of the JKO step, with free or fixed margins, and the values of its symbols. Without a step P⋆ is P₀, the
// plan of Sinkhorn at the temperature ε₀. The transport cost follows if the edge uses its own plan.
func stepEquation(s *state.State, e *frame.Edge, v *view.Inspector) {
	c := &s.Config
	switch {
	case c.LiftSteps() == 0:
		v.Body.Equation(view.Equation{Name: "nojko", Lines: []string{"P^⋆=P_0"},
			Symbols: []view.Symbol{{"P^⋆", "transport plan, d × d"}, {"P_0", "plan of Sinkhorn"}}})
		v.Body.Vals = StepVals(c)[1:2]
	case FreeSteps(c):
		v.Body.Equation(FreeEquation)
		v.Body.Vals = FreeVals(s)
	default:
		v.Body.Equation(JKOEquation)
		v.Body.Vals = StepVals(c)
		if effective := s.Frame.Stages.JKOEps; len(effective) > 0 { // absent between stage 2 and stage 3, and outside the mode "kl"
			v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "ε_{\\eff }", Text: view.Fix(view.LastOf(effective), 3),
				Tip: "temperature after the step"})
		}
	}
	if len(e.P) > 0 && len(e.Carried) == 0 { // the maps come from the edge's own plan
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "⟨P,C⟩", Text: view.Fix(e.TransportCost, 3), Tip: "transport cost"})
	}
}

// On returns the caption "on edge i – j" for the pictures of a stage's panel. An edge that the user has not selected is an example.
func On(s *state.State, e *frame.Edge) string {
	text := "on edge " + view.NodeName(s, e.I) + " – " + view.NodeName(s, e.J)
	if s.Edge() != e.Index {
		text += ", an example"
	}
	return text
}

// Choose returns the section with the request to select an edge. The section replaces the pictures of an edge until an edge is selected.
// In a graph without edges it has no request.
func Choose(f *frame.Frame) view.Figure {
	return view.Figure{ID: "choose", Data: words.Either(f.M == 0, "The graph has no edges.",
		"Choose an edge in the graph to see its own plan, maps and posterior.")}
}

// withEpoch returns the caption of a figure on stage k: the parts sub. If the values of the stage come from an earlier epoch, a text such
// as "of epoch 3" follows. If the caption would be empty, withEpoch returns nil.
func withEpoch(f *frame.Frame, k int, sub ...any) any {
	ofEpoch := view.EarlierEpoch(f, k) // "" for values of the present epoch, or before the first values
	switch {
	case ofEpoch != "" && len(sub) > 0:
		return append(sub, ", "+ofEpoch)
	case ofEpoch != "":
		return ofEpoch
	case len(sub) == 0:
		return nil
	}
	return sub
}

// norm returns the Euclidean norm of the numbers; for a matrix that is the Frobenius norm.
func norm(v []float64) float64 {
	squares := 0.0
	for _, x := range v {
		squares += x * x
	}
	return math.Sqrt(squares)
}
