package stages

// This file has stage 6: the diffusion of the features over the sheaf, and the iterates of its solver. An iterate is the approximate
// solution after some iterations of conjugate gradients (CG). The residual of an iterate is relative to the right-hand side. The Dirichlet
// energy of features X is ⟨X,LX⟩ or ⟨X,L̂X⟩, with the sheaf Laplacian L or its normalised form L̂: how far the ends of the edges disagree.

import (
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/node"
	"sheafscope/web/view/picture"
)

// Flow is the data of the picture of the solver's iterates. Iter are the numbers of the iterations with a stored iterate. The first number
// is 0, the start X = 0. At is the index of the shown iterate in Iter. The next four lists have a value for each stored iterate:
//   - Residual is the relative residual, and Energy the Dirichlet energy;
//   - Spread is the standard deviation of the nodes along the main coordinate, the direction in which the run's solution varies most;
//   - Right is the share of labelled nodes outside the training set that are nearest to the mean of the training nodes of their own class,
//     or −1 without such nodes.
type Flow struct {
	Iter     []int    `json:"iter"`
	At       int      `json:"at"`
	Residual view.Vec `json:"residual"`
	Energy   view.Vec `json:"energy"`
	Spread   view.Vec `json:"spread"`
	Right    view.Vec `json:"right"`
	// Dt is the diffusion time of the iterates, and Run is the diffusion time of the run. They differ after a move of the slider of Δt.
	Dt  view.F `json:"dt"`
	Run view.F `json:"run"`
	// Tol is the requested relative residual. It is 0 if the solver stops by another criterion.
	Tol view.F `json:"tol"`
	// On reports that the shown iterate colours the graph: by the class with the nearest mean if Classes is true, otherwise by one
	// coordinate. Off disables the sliders.
	Classes bool `json:"classes"`
	On      bool `json:"on"`
	Off     bool `json:"off"`
	// Text is always "": no sentence stands below this picture.
	Text string `json:"text"`
}

// diffusionStage is stage 6: the implicit diffusion of the features, a linear system that conjugate gradients (CG) solve. The rail shows
// the number of iterations, and the residual by iteration. For a peer it shows the layer.
var diffusionStage = row{
	number: stage.Diffusion, models: sheafModels, tests: "Tests Theorem 2",
	why: "Diffusion lowers the Dirichlet energy: the vectors of neighbours move towards what their maps call agreement.",
	adaptWhy: func(s *state.State, why string) string {
		// The sentence on differing neighbours follows only if most edges join different labels.
		if share := heterophily(s.Graph); share > 0.5 {
			return why + " Here " + view.Pct(share) + " of the edges join different labels. Where neighbours differ, plain averaging would blur " +
				"the classes."
		}
		return why
	},
	value: func(s *state.State) string {
		// The number of the shown layer of a peer, or the number of iterations.
		if v := s.Frame.Layers; v != nil && len(v.After) > 0 {
			return "layer " + view.Int(v.At) + " of " + view.Int(len(v.After))
		}
		if v := s.Frame.Stages.Residual; len(v) > 0 {
			return view.Int(len(v)-1) + " CG iter." // the first residual belongs to the start
		}
		return ""
	},
	spark: func(s *state.State) *Spark {
		if v := s.Frame.Stages.Residual; len(v) > 1 {
			return &Spark{Kind: "line", Y: logs(v)}
		}
		return nil
	},
	peerWhy: func(string) string {
		return "What a layer passes along the edges, and whether its features agree more or less over them afterwards."
	},
	show:    diffusion,
	code:    codeDiffusion,
	codeWhy: "Features flow along the edges, more where an edge weighs more.",
}

// diffusionEquation returns the implicit step of the diffusion, equation 8 of the paper.
func diffusionEquation() view.Equation {
	return view.Equation{Name: "diffusion", Lines: []string{"X=(I+Δt \\sp\\hat{L})^{−1}H"},
		Symbols: []view.Symbol{{"X", "features after diffusion, solution of (I + Δt L̂) X = H"}, view.SymI,
			{"Δt", "diffusion time: the longer, the lower the Dirichlet energy of X"}, view.SymHat, {"H", "features before diffusion"}}}
}

// diffusion fills the panel of stage 6: the solve, its iterates, and the shares of the edges in the Dirichlet energy.
func diffusion(s *state.State, v *view.Inspector) {
	if s.Peer() != "" {
		peerFlow(s, v)
		return
	}
	st, c := &s.Frame.Stages, &s.Config
	v.Body.Equation(withOperator(s, diffusionEquation()))
	tip := "diffusion time"
	if c.LearnDt {
		tip = "diffusion time of the first layer, learned; at the start " + view.Set(c.Dt)
	}
	v.Body.Vals = []view.Value{{Symbol: "Δt", Text: view.Set(view.RunDt(s)), Tip: tip},
		{Symbol: "\\tol ", Text: view.Exp(c.CGTol), Tip: "relative residual asked for"}}

	// While the iterates of this position are on their way, the figures of an earlier position stay: only showsIterates is true.
	solved := len(st.Residual) > 0
	hasIterates := solved && s.FlowNow()
	showsIterates := solved && s.FlowStays()
	v.Lead = diffusionLead(s, hasIterates)
	if showsIterates {
		v.Add(node.EvolutionFigures(s)...) // diffusion over the time
	}

	// The picture of the iterates or, without iterates, the residuals alone.
	switch {
	case hasIterates:
		flow, at := s.Flow, s.FlowAt() // at is the index of the shown iterate
		v.Body.Vals = append(v.Body.Vals,
			view.Value{Symbol: "k", Text: view.Int(flow.View.Iter[at]), Tip: "conjugate gradient iteration on show"},
			view.Value{Symbol: energySymbol(s), Text: view.Num(flow.View.Energy[at]),
				Tip: "Dirichlet energy of this iterate: how far the ends of the edges disagree"})
		v.Add(flowFigure(s))
	case showsIterates:
		v.Add(flowFigure(s)) // its sliders are disabled until its numbers arrive
	case solved:
		v.Add(errorsFigure("residual", "Residual of the solver", "relative, largest over the channels, log scale", "Residual by iteration",
			st.Residual, view.Lines{XLabel: "iteration", Refs: []view.Ref{{Y: view.F(c.CGTol), Name: "tolerance"}}, Height: 140}))
	}

	// The energy by edge, the sparsifier, and the mean vector of each class.
	if shares := picture.EnergyShares(s); len(shares) > 0 {
		v.Add(energyFigure(s, shares))
	}
	v.Add(choiceFigure(s, "svr"))
	v.Add(svrFigures(s)...)
	if fig, ok := classStalks(s); ok {
		v.Add(fig)
	}
	v.Add(knobs(s, "dt", "shift"))
}

// diffusionLead returns sentences on the solve: that it is off or has not begun, or how far it reduced the relative residual. If
// hasIterates is true (the iterates of the shown position are present) and they colour the graph, [flowLead] describes the shown iterate.
func diffusionLead(s *state.State, hasIterates bool) []view.Span {
	st, c := &s.Frame.Stages, &s.Config
	n := len(st.Residual) // Residual[0] is the residual before the first iteration
	switch {
	case c.SVR == "off":
		return view.Say("The diffusion branch is *off* in these settings.")
	// Fewer than two residuals: no iteration has been made.
	case n < 2 && c.Operator == "normalized": // the eigenvalues of L̂ lie between 0 and 2, which bounds the condition number
		return view.Say("The solve has not begun. The eigenvalues of I + Δt·L̂ lie between 1 and *", view.Num(1+2*view.RunDt(s)),
			"*, so its condition number is at most that.")
	case n < 2:
		return view.Say("The solve has not begun.")
	case hasIterates && s.FlowColours():
		return flowLead(s)
	}
	return view.Say(words.Either(c.Layers > 1, "In the first layer, *", "*"), words.Count(n-1, "iteration"),
		"* of conjugate gradients brought the relative residual from *",
		view.Num(st.Residual[0]), "* to *", view.Num(st.Residual[n-1]),
		"*. A longer Δt lowers the Dirichlet energy of X, and makes the system harder to solve.")
}

// energyFigure returns the bars of the edges with the largest shares of the Dirichlet energy. shares has a number for each edge.
func energyFigure(s *state.State, shares []float64) view.Figure {
	const mostBars = 5
	largest := view.LargestIndices(shares, mostBars)
	bars := view.Bars{Axis: false, Left: 84}
	for _, e := range largest {
		i, j := s.Graph.Ends(e)
		bars.Rows = append(bars.Rows, view.Bar{Name: view.ShortName(s, i) + " – " + view.ShortName(s, j), V: view.F(shares[e]),
			Text: view.Pct(shares[e]), Edge: new(e)})
	}
	return view.Figure{ID: "energyshare", Title: "Where the disagreement sits",
		Sub: "share of the Dirichlet energy " + energyOf(s) + ", " + view.Int(len(largest)) + " largest", Alt: "Share of Dirichlet energy",
		Data: bars}
}

// withOperator returns an equation about L̂, and its symbols, with the operator of the settings: with L̂, or with L in its place.
func withOperator(s *state.State, e view.Equation) view.Equation {
	if s.Config.Operator == "normalized" {
		return e
	}
	for k, line := range e.Lines { // callers pass a new equation, which may be overwritten
		e.Lines[k] = strings.ReplaceAll(line, "\\hat{L}", " L") // the space ends a TeX command such as \sp before L
	}
	for k, symbol := range e.Symbols {
		if symbol == view.SymHat {
			e.Symbols[k] = view.Symbol{"L", "sheaf Laplacian, nd × nd"}
		}
		e.Symbols[k][1] = strings.ReplaceAll(e.Symbols[k][1], "L̂", "L")
	}
	return e
}

// energySymbol returns the TeX of the Dirichlet energy under the operator of the settings.
func energySymbol(s *state.State) string {
	return words.Either(s.Config.Operator != "normalized", "⟨X,LX⟩", "⟨X,\\hat{L}X⟩")
}

// energyOf returns the features to which the energy shares belong: "of the iterate", "before diffusion", or "of X".
func energyOf(s *state.State) string {
	switch {
	case s.FlowColours() && s.FlowNow():
		return "of the iterate"
	case s.Frame.Undiffused:
		return "before diffusion"
	}
	return "of X"
}

// flowLead returns sentences on the shown iterate: on its number and residual, then on the separation of the nodes and of the classes.
func flowLead(s *state.State) []view.Span {
	// k is the index of the shown iterate, and v.Iter[k] is its number of iterations.
	v, k := s.Flow.View, s.FlowAt()
	final := len(v.Iter) - 1
	var parts []string
	switch {
	case k == 0:
		parts = append(parts, "The solver starts at *X = 0*, where no node differs from another. ")
	case k == final:
		// The solver may stop at its limit of iterations. The authors' program has a tolerance of another residual.
		hasConverged := s.Config.Reading != "code" && v.Residual[k] <= s.Config.CGTol
		verb := words.Either(hasConverged, "has converged", "ended")
		parts = append(parts, "The solver "+verb+" after *", words.Count(v.Iter[k], "iteration"), "*: residual *", view.Num(v.Residual[k]), "*. ")
	default:
		parts = append(parts, "After *", view.Int(v.Iter[k]), "* of *", words.Count(v.Iter[final], "iteration"), "* the residual is *",
			view.Num(v.Residual[k]), "*. ")
	}

	// The start X = 0 has no spread, and a final spread of 0 allows no comparison.
	if finalSpread := v.Spread[final]; k > 0 && finalSpread > 0 {
		parts = append(parts, "The standard deviation of the nodes along their main coordinate is *", view.Num(v.Spread[k]), "*, ",
			words.Part(v.Spread[k], finalSpread, 0), " of that at the end")
		if v.Right[k] >= 0 { // −1 without labelled nodes outside training
			parts = append(parts, "; *", view.Pct(v.Right[k]), "* of the labelled nodes outside training are nearest to the mean of their own class")
		}
		parts = append(parts, ".")
	}
	return view.Say(parts...)
}

// flowFigure returns the picture of residual and energy by iterate. It has two sliders: one selects the iterate, the other sets the
// diffusion time Δt of a solve for the picture alone.
func flowFigure(s *state.State) view.Figure {
	iterates := s.Flow.View
	// raised replaces a residual of 0, which has no place on a logarithmic axis.
	d := Flow{Iter: iterates.Iter, At: s.FlowAt(), Residual: raised(iterates.Residual), Energy: iterates.Energy, Spread: iterates.Spread,
		Right: iterates.Right, Dt: view.F(iterates.Dt), Run: view.F(iterates.Run), Tol: view.F(s.Config.CGTol), Classes: s.Flow.Classes,
		On: s.FlowColours(), Off: s.Running() || s.Loading() || !s.FlowNow()}
	if s.Flow.Dt > 0 { // the time of a moved slider, whose iterates may not have arrived
		d.Dt = view.F(s.Flow.Dt)
	}
	sub := words.Either(s.FlowNow(), "from X = 0; the slider colours the graph", view.EarlierUntil)
	return view.Figure{ID: "flow", Title: "Iterations of the solver", Sub: sub, Alt: "Residual and Dirichlet energy by iteration",
		TestID: "flow", Data: d}
}

// classStalks returns the picture of the mean stalk vector of each label after diffusion. It returns false before the diffusion, and for a
// graph without labels.
func classStalks(s *state.State) (view.Figure, bool) {
	f, g := s.Frame, s.Graph
	isDiffused := len(f.Stalk) == f.N*f.D && !f.Undiffused
	if !isDiffused || g.Classes == 0 {
		return view.Figure{}, false
	}
	return view.Figure{ID: "fibre", Title: "After diffusion",
		Sub: "stalk vector: mean over channels and the nodes of each label", Alt: "Mean stalk vector by label after diffusion",
		Data: stalksByClass(g, f.D, meanByLabel(g, f.Stalk, f.D))}, true
}

// stalksByClass returns the picture of d stalk coordinates for each class. v has them in the order of the classes; the rows of the picture
// are in the order of the palette.
func stalksByClass(g *proto.GraphInfo, d int, v []float64) view.Matrix {
	m := view.Matrix{Rows: g.Classes, Cols: d, Signed: true, Cell: 46, RowH: 24, Left: 110, ColNames: view.CoordinateNames(d)}
	for slot, c := range view.BySlot(g) {
		m.RowNames, m.Slots = append(m.RowNames, view.Classes(g)[c].Name), append(m.Slots, slot)
		m.Vals = append(m.Vals, v[c*d:(c+1)*d]...)
	}
	return m
}
