package view

import (
	"slices"
	"strings"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// Flow is the data of the picture of the diffusion by iterate.
type Flow struct {
	Iter     []int `json:"iter"`
	At       int   `json:"at"`
	Residual Vec   `json:"residual"`
	Energy   Vec   `json:"energy"`
	Spread   Vec   `json:"spread"`
	Right    Vec   `json:"right"`
	Dt       F     `json:"dt"`
	Run      F     `json:"run"`
	// Tol is the relative residual asked for, 0 where another quantity is.
	Tol     F      `json:"tol"`
	Classes bool   `json:"classes"`
	On      bool   `json:"on"`
	Off     bool   `json:"off"`
	Text    string `json:"text"`
}

var diffusionStage = stageRow{
	number: stage.Diffusion, models: sheafModels, tests: "Tests Theorem 2",
	why: "Diffusion lowers the Dirichlet energy: the vectors of neighbours move towards what their maps call agreement.",
	also: func(s *state.State, why string) string {
		if share := unlike(s.Graph); share > 0.5 {
			return why + " Here " + Pct(share) + " of the edges join different labels. Where neighbours differ, plain averaging would blur the " +
				"classes."
		}
		return why
	},
	value: func(s *state.State) string {
		if v := s.Frame.Layers; v != nil && len(v.After) > 0 {
			return "⟨X,LX⟩/⟨X,X⟩ = " + quotient(v.After[v.At-1])
		}
		if v := s.Frame.Stages.Residual; len(v) > 0 {
			return Int(len(v)-1) + " CG iter., " + Exp(Last(v))
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

func diffusionEquation() Equation {
	return Equation{"diffusion", []string{"X=(I+Δt \\sp\\hat{L})^{−1}H"},
		[]Symbol{{"X", "features after diffusion, solution of (I + Δt L̂) X = H"}, symI,
			{"Δt", "diffusion time: the longer, the lower the Dirichlet energy of X"}, symHat, {"H", "features before diffusion"}}}
}

func diffusion(s *state.State, v *Inspector) {
	if s.Peer() != "" {
		peerFlow(s, v)
		return
	}
	st, c := &s.Frame.Stages, &s.Config
	v.Body.equation(ofOperator(s, diffusionEquation()))
	tip := "diffusion time"
	if c.LearnDt {
		tip = "diffusion time of the first layer, learned; at the start " + Set(c.Dt)
	}
	v.Body.Vals = []Value{{"Δt", Set(runDt(s)), tip}, {"\\tol ", Exp(c.CGTol), "relative residual asked for"}}
	n := len(st.Residual)
	flow := s.Flow
	if !s.FlowNow() || n == 0 {
		flow = nil
	}
	switch {
	case c.SVR == "off":
		v.Lead = Say("The diffusion branch is *off* in these settings.")
	case n < 2 && c.Operator == "normalized":
		v.Lead = Say("The solve has not begun. The eigenvalues of I + Δt·L̂ lie between 1 and *", Num(1+2*runDt(s)),
			"*, so its condition number is at most that.")
	case n < 2:
		v.Lead = Say("The solve has not begun.")
	case flow != nil && s.Nodes == state.NodesFlow:
		v.Lead = flowLead(s)
	default:
		v.Lead = Say("*", words.Count(n-1, "iteration"), "* of conjugate gradients brought the relative residual from *",
			Num(st.Residual[0]), "* to *", Num(st.Residual[n-1]),
			"*. A longer Δt lowers the Dirichlet energy of X, and makes the system harder to solve.")
	}
	if flow != nil {
		v.Add(evolutionFigures(s)...)
	}
	switch {
	case flow != nil:
		k := s.FlowAt()
		v.Body.Vals = append(v.Body.Vals, Value{"k", Int(flow.View.Iter[k]), "conjugate gradient iteration on show"},
			Value{energySymbol(s), Num(flow.View.Energy[k]), "Dirichlet energy of this iterate: how far the ends of the edges disagree"})
		v.Add(flowFigure(s))
	case s.FlowStays() && n > 0:
		v.Add(flowFigure(s)) // its sliders rest until its own numbers come
	case n > 0:
		v.Add(errorsFigure("residual", "Residual of the solver", "relative, largest over the channels, log scale", "Residual by iteration",
			st.Residual, Lines{XLabel: "iteration", Refs: []Ref{{F(c.CGTol), "tolerance"}}, Height: 140}))
	}
	if share := energyShares(s); len(share) > 0 {
		order := top(share, 5)
		b := Bars{Axis: false, Left: 84}
		for _, e := range order {
			i, j := s.Graph.Ends(e)
			b.Rows = append(b.Rows, Bar{Name: ShortName(s, i) + " – " + ShortName(s, j), V: F(share[e]), Text: Pct(share[e]), Edge: new(e)})
		}
		v.Add(Figure{ID: "energyshare", Title: "Where the disagreement sits",
			Sub: "share of the Dirichlet energy " + energyOf(s) + ", " + Int(len(order)) + " largest", Alt: "Share of Dirichlet energy", Data: b})
	}
	v.Add(choiceFigure(s, "svr"))
	v.Add(svrFigures(s)...)
	if fig, ok := classStalks(s); ok {
		v.Add(fig)
	}
	v.Add(knobs(s, "dt", "shift"))
}

// ofOperator is an equation with the operator of the settings in the place of L̂.
func ofOperator(s *state.State, e Equation) Equation {
	if s.Config.Operator == "normalized" {
		return e
	}
	for k, line := range e.Lines {
		e.Lines[k] = strings.ReplaceAll(line, "\\hat{L}", " L")
	}
	if k := slices.Index(e.Symbols, symHat); k >= 0 {
		e.Symbols[k] = Symbol{"L", "sheaf Laplacian, nd × nd"}
	}
	return e
}

// energySymbol is the Dirichlet energy as the equations write it.
func energySymbol(s *state.State) string {
	return words.Either(s.Config.Operator != "normalized", "⟨X,LX⟩", "⟨X,\\hat{L}X⟩")
}

// energyOf says of which features the shares of the edges are.
func energyOf(s *state.State) string {
	switch {
	case s.Nodes == state.NodesFlow && s.FlowNow():
		return "of the iterate"
	case s.Frame.Undiffused:
		return "before diffusion"
	}
	return "of X"
}

// flowLead describes the iterate on the screen.
func flowLead(s *state.State) []Span {
	v, k := s.Flow.View, s.FlowAt()
	lastK := len(v.Iter) - 1
	parts := []string{}
	switch {
	case k == 0:
		parts = append(parts, "The solver starts at *X = 0*, where no node differs from another. ")
	case k == lastK:
		ends := "has converged"
		if s.Config.Reading == "code" { // it may stop at the program's limit
			ends = "ended"
		}
		parts = append(parts, "The solver "+ends+" after *", words.Count(v.Iter[k], "iteration"), "*: residual *", Num(v.Residual[k]),
			"*. ")
	default:
		parts = append(parts, "After *", Int(v.Iter[k]), "* of *", words.Count(v.Iter[lastK], "iteration"), "* the residual is *",
			Num(v.Residual[k]), "*. ")
	}
	if end := v.Spread[lastK]; k > 0 && end > 0 {
		parts = append(parts, "The standard deviation of the nodes along their main coordinate is *", Num(v.Spread[k]), "*, ",
			Fix(100*v.Spread[k]/end, 0), " % of that at the end")
		if v.Right[k] >= 0 {
			parts = append(parts, "; *", Pct(v.Right[k]), "* of the labelled nodes outside training are nearest to the mean of their own class")
		}
		parts = append(parts, ".")
	}
	return Say(parts...)
}

func flowFigure(s *state.State) Figure {
	fl, v := s.Flow, s.Flow.View
	d := Flow{Iter: v.Iter, At: s.FlowAt(), Residual: floor(v.Residual), Energy: v.Energy, Spread: v.Spread, Right: v.Right,
		Dt: F(v.Dt), Run: F(v.Run), Tol: F(s.Config.CGTol),
		Classes: fl.Classes, On: s.Nodes == state.NodesFlow, Off: s.Running || s.Loading() || !s.FlowNow()}
	if fl.Dt > 0 {
		d.Dt = F(fl.Dt)
	}
	sub := "conjugate gradients from X = 0; a slider colours the graph by that iterate"
	if !s.FlowNow() {
		sub = "of an earlier position, until the run stands"
	}
	return Figure{ID: "flow", Title: "Iterations of the solver", Sub: sub, Alt: "Residual and Dirichlet energy by iteration",
		TestID: "flow", Data: d}
}

// energyShares are the shares of the edges in the Dirichlet energy: of the
// iterate on the graph, else of the run's own solution.
func energyShares(s *state.State) []float64 {
	m := len(s.Graph.Edges) / 2
	if s.Nodes != state.NodesFlow || !s.FlowNow() || len(s.Flow.View.EdgeEnergy) != len(s.Flow.View.Iter)*m {
		return s.Frame.EdgeEnergy
	}
	out, k := make([]float64, m), s.FlowAt()
	for e, x := range s.Flow.View.EdgeEnergy[k*m : (k+1)*m] {
		out[e] = float64(x)
	}
	return out
}

// classStalks shows the mean stalk vector of each label after diffusion.
func classStalks(s *state.State) (Figure, bool) {
	f, g := s.Frame, s.Graph
	if len(f.Stalk) != f.N*f.D || f.Undiffused || g.Classes == 0 {
		return Figure{}, false
	}
	return Figure{ID: "fibre", Title: "After diffusion",
		Sub: "stalk vector: mean over channels and the nodes of each label", Alt: "Mean stalk vector by label after diffusion",
		Data: stalksByClass(g, f.D, meanByLabel(g, f.Stalk, f.D))}, true
}

// stalksByClass is a matrix with a vector of the stalk for each class, in the order of the palette.
func stalksByClass(g *proto.GraphInfo, d int, v []float64) Matrix {
	m := Matrix{Rows: g.Classes, Cols: d, Signed: true, Cell: 46, RowH: 24, Left: 110, ColNames: places(d)}
	for slot, c := range bySlot(g) {
		m.RowNames, m.Slots, m.Vals = append(m.RowNames, Classes(g)[c].Name), append(m.Slots, slot), append(m.Vals, v[c*d:(c+1)*d]...)
	}
	return m
}
