package stages

import (
	"slices"
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/node"
	"sheafscope/web/view/picture"
)

// Flow is the data of the picture of the solver's iterates.
type Flow struct {
	Iter     []int    `json:"iter"`
	At       int      `json:"at"`
	Residual view.Vec `json:"residual"`
	Energy   view.Vec `json:"energy"`
	Spread   view.Vec `json:"spread"`
	Right    view.Vec `json:"right"`
	Dt       view.F   `json:"dt"`
	Run      view.F   `json:"run"`
	// Tol is the requested relative residual, 0 where the solver has another criterion.
	Tol     view.F `json:"tol"`
	Classes bool   `json:"classes"`
	On      bool   `json:"on"`
	Off     bool   `json:"off"`
	Text    string `json:"text"`
}

var diffusionStage = row{
	number: stage.Diffusion, models: sheafModels, tests: "Tests Theorem 2",
	why: "Diffusion lowers the Dirichlet energy: the vectors of neighbours move towards what their maps call agreement.",
	also: func(s *state.State, why string) string {
		if share := unlike(s.Graph); share > 0.5 {
			return why + " Here " + view.Pct(share) + " of the edges join different labels. Where neighbours differ, plain averaging would blur " +
				"the classes."
		}
		return why
	},
	value: func(s *state.State) string {
		if v := s.Frame.Layers; v != nil && len(v.After) > 0 {
			return "layer " + view.Int(v.At) + " of " + view.Int(len(v.After))
		}
		if v := s.Frame.Stages.Residual; len(v) > 0 {
			return view.Int(len(v)-1) + " CG iter., " + view.Exp(view.Last(v))
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

// diffusionEquation is equation 8 of the paper.
func diffusionEquation() view.Equation {
	return view.Equation{Name: "diffusion", Lines: []string{"X=(I+Δt \\sp\\hat{L})^{−1}H"},
		Symbols: []view.Symbol{{"X", "features after diffusion, solution of (I + Δt L̂) X = H"}, view.SymI,
			{"Δt", "diffusion time: the longer, the lower the Dirichlet energy of X"}, view.SymHat, {"H", "features before diffusion"}}}
}

// diffusion fills stage 6: the solve, its iterates, and the edges' shares of the energy.
func diffusion(s *state.State, v *view.Inspector) {
	if s.Peer() != "" {
		peerFlow(s, v)
		return
	}
	st, c := &s.Frame.Stages, &s.Config
	v.Body.Equation(ofOperator(s, diffusionEquation()))
	tip := "diffusion time"
	if c.LearnDt {
		tip = "diffusion time of the first layer, learned; at the start " + view.Set(c.Dt)
	}
	v.Body.Vals = []view.Value{{Symbol: "Δt", Text: view.Set(view.RunDt(s)), Tip: tip},
		{Symbol: "\\tol ", Text: view.Exp(c.CGTol), Tip: "relative residual asked for"}}
	n := len(st.Residual)
	flow := s.Flow
	if !s.FlowNow() || n == 0 {
		flow = nil
	}
	switch {
	case c.SVR == "off":
		v.Lead = view.Say("The diffusion branch is *off* in these settings.")
	case n < 2 && c.Operator == "normalized":
		v.Lead = view.Say("The solve has not begun. The eigenvalues of I + Δt·L̂ lie between 1 and *", view.Num(1+2*view.RunDt(s)),
			"*, so its condition number is at most that.")
	case n < 2:
		v.Lead = view.Say("The solve has not begun.")
	case flow != nil && s.FlowColours():
		v.Lead = flowLead(s)
	default:
		v.Lead = view.Say("*", words.Count(n-1, "iteration"), "* of conjugate gradients brought the relative residual from *",
			view.Num(st.Residual[0]), "* to *", view.Num(st.Residual[n-1]),
			"*. A longer Δt lowers the Dirichlet energy of X, and makes the system harder to solve.")
	}
	if s.FlowStays() && n > 0 {
		v.Add(node.EvolutionFigures(s)...) // while the next numbers are on their way, the figures of the earlier position stay
	}
	switch {
	case flow != nil:
		k := s.FlowAt()
		v.Body.Vals = append(v.Body.Vals, view.Value{Symbol: "k", Text: view.Int(flow.View.Iter[k]), Tip: "conjugate gradient iteration on show"},
			view.Value{Symbol: energySymbol(s), Text: view.Num(flow.View.Energy[k]),
				Tip: "Dirichlet energy of this iterate: how far the ends of the edges disagree"})
		v.Add(flowFigure(s))
	case s.FlowStays() && n > 0:
		v.Add(flowFigure(s)) // its sliders are disabled until its numbers arrive
	case n > 0:
		v.Add(errorsFigure("residual", "Residual of the solver", "relative, largest over the channels, log scale", "Residual by iteration",
			st.Residual, view.Lines{XLabel: "iteration", Refs: []view.Ref{{Y: view.F(c.CGTol), Name: "tolerance"}}, Height: 140}))
	}
	if share := picture.EnergyShares(s); len(share) > 0 {
		order := view.Top(share, 5)
		b := view.Bars{Axis: false, Left: 84}
		for _, e := range order {
			i, j := s.Graph.Ends(e)
			b.Rows = append(b.Rows, view.Bar{Name: view.ShortName(s, i) + " – " + view.ShortName(s, j), V: view.F(share[e]),
				Text: view.Pct(share[e]), Edge: new(e)})
		}
		v.Add(view.Figure{ID: "energyshare", Title: "Where the disagreement sits",
			Sub: "share of the Dirichlet energy " + energyOf(s) + ", " + view.Int(len(order)) + " largest", Alt: "Share of Dirichlet energy",
			Data: b})
	}
	v.Add(choiceFigure(s, "svr"))
	v.Add(svrFigures(s)...)
	if fig, ok := classStalks(s); ok {
		v.Add(fig)
	}
	v.Add(knobs(s, "dt", "shift"))
}

// ofOperator replaces L̂ in an equation by the operator of the settings.
func ofOperator(s *state.State, e view.Equation) view.Equation {
	if s.Config.Operator == "normalized" {
		return e
	}
	for k, line := range e.Lines {
		e.Lines[k] = strings.ReplaceAll(line, "\\hat{L}", " L")
	}
	if k := slices.Index(e.Symbols, view.SymHat); k >= 0 {
		e.Symbols[k] = view.Symbol{"L", "sheaf Laplacian, nd × nd"}
	}
	return e
}

// energySymbol returns the Dirichlet energy in TeX.
func energySymbol(s *state.State) string {
	return words.Either(s.Config.Operator != "normalized", "⟨X,LX⟩", "⟨X,\\hat{L}X⟩")
}

// energyOf names the features of the edges' energy shares.
func energyOf(s *state.State) string {
	switch {
	case s.FlowColours() && s.FlowNow():
		return "of the iterate"
	case s.Frame.Undiffused:
		return "before diffusion"
	}
	return "of X"
}

// flowLead describes the shown iterate.
func flowLead(s *state.State) []view.Span {
	v, k := s.Flow.View, s.FlowAt()
	lastK := len(v.Iter) - 1
	parts := []string{}
	switch {
	case k == 0:
		parts = append(parts, "The solver starts at *X = 0*, where no node differs from another. ")
	case k == lastK:
		ends := "has converged"
		if s.Config.Reading == "code" { // it may stop at the limit of iterations
			ends = "ended"
		}
		parts = append(parts, "The solver "+ends+" after *", words.Count(v.Iter[k], "iteration"), "*: residual *", view.Num(v.Residual[k]), "*. ")
	default:
		parts = append(parts, "After *", view.Int(v.Iter[k]), "* of *", words.Count(v.Iter[lastK], "iteration"), "* the residual is *",
			view.Num(v.Residual[k]), "*. ")
	}
	if end := v.Spread[lastK]; k > 0 && end > 0 {
		parts = append(parts, "The standard deviation of the nodes along their main coordinate is *", view.Num(v.Spread[k]), "*, ",
			words.Part(v.Spread[k], end, 0), " of that at the end")
		if v.Right[k] >= 0 {
			parts = append(parts, "; *", view.Pct(v.Right[k]), "* of the labelled nodes outside training are nearest to the mean of their own class")
		}
		parts = append(parts, ".")
	}
	return view.Say(parts...)
}

// flowFigure shows residual and energy by iterate, with a slider.
func flowFigure(s *state.State) view.Figure {
	fl, v := s.Flow, s.Flow.View
	d := Flow{Iter: v.Iter, At: s.FlowAt(), Residual: floor(v.Residual), Energy: v.Energy, Spread: v.Spread, Right: v.Right,
		Dt: view.F(v.Dt), Run: view.F(v.Run), Tol: view.F(s.Config.CGTol),
		Classes: fl.Classes, On: s.FlowColours(), Off: s.Running() || s.Loading() || !s.FlowNow()}
	if fl.Dt > 0 {
		d.Dt = view.F(fl.Dt)
	}
	sub := "from X = 0; the slider colours the graph"
	if !s.FlowNow() {
		sub = view.EarlierUntil
	}
	return view.Figure{ID: "flow", Title: "Iterations of the solver", Sub: sub, Alt: "Residual and Dirichlet energy by iteration",
		TestID: "flow", Data: d}
}

// classStalks shows the mean stalk vector of each label after diffusion; false before it.
func classStalks(s *state.State) (view.Figure, bool) {
	f, g := s.Frame, s.Graph
	if len(f.Stalk) != f.N*f.D || f.Undiffused || g.Classes == 0 {
		return view.Figure{}, false
	}
	return view.Figure{ID: "fibre", Title: "After diffusion",
		Sub: "stalk vector: mean over channels and the nodes of each label", Alt: "Mean stalk vector by label after diffusion",
		Data: stalksByClass(g, f.D, meanByLabel(g, f.Stalk, f.D))}, true
}

// stalksByClass returns a matrix with one stalk vector for each class, in the order of the palette.
func stalksByClass(g *proto.GraphInfo, d int, v []float64) view.Matrix {
	m := view.Matrix{Rows: g.Classes, Cols: d, Signed: true, Cell: 46, RowH: 24, Left: 110, ColNames: view.Places(d)}
	for slot, c := range view.BySlot(g) {
		m.RowNames, m.Slots, m.Vals = append(m.RowNames, view.Classes(g)[c].Name), append(m.Slots, slot), append(m.Vals, v[c*d:(c+1)*d]...)
	}
	return m
}
