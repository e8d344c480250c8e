package view

import (
	"math"

	"sheafscope/web/state"
)

// Flow is the data of the picture of the diffusion by iterate.
type Flow struct {
	Iter     []int  `json:"iter"`
	At       int    `json:"at"`
	Residual Vec    `json:"residual"`
	Energy   Vec    `json:"energy"`
	Spread   Vec    `json:"spread"`
	Right    Vec    `json:"right"`
	Dt       F      `json:"dt"`
	Run      F      `json:"run"`
	Tol      F      `json:"tol"`
	Classes  bool   `json:"classes"`
	On       bool   `json:"on"`
	Off      bool   `json:"off"`
	Text     string `json:"text"`
}

func diffusion(s *state.State, v *Inspector) {
	st, c := &s.Frame.Stages, &s.Config
	v.Body.Eq = "diffusion"
	v.Body.Vals = []Value{{"Δt", Set(c.Dt), "diffusion time"}, {"\\tol ", Exp(c.CGTol), "relative residual asked for"}}
	n := len(st.Residual)
	flow := s.Flow
	switch {
	case c.SVR == "off":
		v.Lead = say("The diffusion branch is switched off in these settings.")
	case n < 2 && flow == nil:
		v.Lead = say("The solve has not begun. Conjugate gradients will need few steps: the matrix lies close to the identity.")
	case flow != nil && s.Nodes == state.NodesFlow:
		v.Lead = flowLead(s)
	default:
		v.Lead = say("*", count(max(n-1, 0), "conjugate gradient step", "conjugate gradient steps"), "* brought the residual from *", Num(at(st.Residual, 0)), "* to *", Num(at(st.Residual, n-1)), "*. The longer Δt, the more the fibres of neighbours agree, and the more steps it takes.")
	}
	if flow != nil {
		k := s.FlowAt()
		v.Body.Vals = append(v.Body.Vals, Value{"k", Int(flow.View.Iter[k]), "conjugate gradient iteration on show"}, Value{"⟨X,\\hat{L}X⟩", Num(flow.View.Energy[k]), "Dirichlet energy of this iterate: how far the ends of the edges disagree"})
		v.Body.Figures = append(v.Body.Figures, flowFigure(s))
	} else if n > 0 {
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "lines", ID: "residual", Title: "Residual", Sub: "relative, largest over the channels, log scale", Alt: "Residual by iteration",
			Data: Lines{Series: []Series{{Y: floor(st.Residual, 1e-17), Dots: true}}, Log: true, IntX: true, XLabel: "iteration", Refs: []Ref{{F(c.CGTol), "tolerance"}}, Height: 140}})
	}
	if share := energyShares(s); len(share) > 0 {
		order := top(share, 5)
		b := Bars{Axis: false, Left: 84}
		for _, e := range order {
			b.Rows = append(b.Rows, Bar{Name: shortName(s, int(s.Graph.Edges[2*e])) + " – " + shortName(s, int(s.Graph.Edges[2*e+1])), V: F(share[e]), Text: Pct(share[e]), Edge: pi(e)})
		}
		v.Body.Figures = append(v.Body.Figures, Figure{Kind: "hbars", ID: "energyshare", Title: "Where the disagreement sits", Sub: "share of the energy, largest five edges", Alt: "Share of Dirichlet energy", Data: b})
	}
	v.Body.Figures = append(v.Body.Figures, choice(s, "svr"))
	v.Body.Figures = append(v.Body.Figures, svrFigures(s)...)
	v.Body.Figures = append(v.Body.Figures, fibreFigure(s), knobs(s, "dt", "shift"))
}

func at(v []float64, k int) float64 {
	if k < 0 || k >= len(v) {
		return math.NaN()
	}
	return v[k]
}

// flowLead tells what the iterate on the screen is.
func flowLead(s *state.State) []Span {
	v, k := s.Flow.View, s.FlowAt()
	lastK := len(v.Iter) - 1
	parts := []string{}
	switch {
	case k == 0:
		parts = append(parts, "The solve starts at *X = 0*: no node has a feature yet, so none differs from another. ")
	case k == lastK:
		parts = append(parts, "The solve has converged after *", count(v.Iter[k], "iteration", "iterations"), "*: residual *", Num(v.Residual[k]), "*. ")
	default:
		parts = append(parts, "After *", Int(v.Iter[k]), "* of *", count(v.Iter[lastK], "iteration", "iterations"), "* the residual is *", Num(v.Residual[k]), "*. ")
	}
	if end := v.Spread[lastK]; k > 0 && end > 0 {
		parts = append(parts, "The nodes spread by *", Num(v.Spread[k]), "* along their main coordinate, ", Fix(100*v.Spread[k]/end, 0), " % of the end")
		if v.Right[k] >= 0 {
			parts = append(parts, "; *", Pct(v.Right[k]), "* of the unseen nodes are nearest to the mean of their own class")
		}
		parts = append(parts, ".")
	}
	return say(parts...)
}

func flowFigure(s *state.State) Figure {
	fl, v := s.Flow, s.Flow.View
	d := Flow{Iter: v.Iter, At: s.FlowAt(), Residual: floor(v.Residual, 1e-17), Energy: v.Energy, Spread: v.Spread, Right: v.Right, Dt: F(v.Dt), Run: F(v.Run), Tol: F(s.Config.CGTol),
		Classes: fl.Classes, On: s.Nodes == state.NodesFlow, Off: s.Running || s.Loading()}
	if fl.Dt > 0 {
		d.Dt = F(fl.Dt)
	}
	return Figure{Kind: "flow", ID: "flow", Title: "Features flowing", Sub: "move a slider: the graph takes the colours of that iterate", Alt: "Residual and Dirichlet energy by iteration", TestID: "flow", Data: d}
}

// energyShares are the shares of the edges in the Dirichlet energy: of the
// iterate on the graph, else of the run's own solution.
func energyShares(s *state.State) []float64 {
	m := len(s.Graph.Edges) / 2
	if s.Nodes != state.NodesFlow || s.Flow == nil || len(s.Flow.View.EdgeEnergy) != len(s.Flow.View.Iter)*m {
		return s.Frame.EdgeEnergy
	}
	out, k := make([]float64, m), s.FlowAt()
	for e, x := range s.Flow.View.EdgeEnergy[k*m : (k+1)*m] {
		out[e] = float64(x)
	}
	return out
}

// fibreFigure shows the mean fibre of each class after diffusion.
func fibreFigure(s *state.State) Figure {
	f, g := s.Frame, s.Graph
	cl := Classes(g)
	m := Matrix{Rows: g.Classes, Cols: f.D, Vals: make(Vec, g.Classes*f.D), Signed: true, Cell: 46, RowH: 24, Left: 110, ColNames: numbers(f.D), RowNames: make([]string, g.Classes), Slots: make([]int, g.Classes)}
	size := make([]float64, g.Classes)
	if len(f.Fibre) == f.N*f.D {
		for i, c := range f.Pred {
			if c < 0 || c >= g.Classes {
				continue
			}
			slot := cl[c].Slot
			size[slot]++
			for k := range f.D {
				m.Vals[slot*f.D+k] += f.Fibre[i*f.D+k]
			}
		}
	}
	for _, q := range cl {
		m.RowNames[q.Slot], m.Slots[q.Slot] = q.Name, q.Slot
		for k := range f.D {
			if size[q.Slot] > 0 {
				m.Vals[q.Slot*f.D+k] /= size[q.Slot]
			}
		}
	}
	return Figure{Kind: "matrix", ID: "fibre", Title: "After diffusion", Sub: "mean fibre of each predicted class, by coordinate", Alt: "Mean fibre by class after diffusion", Data: m}
}
