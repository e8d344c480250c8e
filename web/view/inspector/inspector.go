// Package inspector selects the view model of the shown panel, such as the panel of a stage, an edge, a node, or the claims. It also sets
// the kind of each figure, which is the name of a drawing function in assets/src/figures.js. A frame has the numbers of one position of the
// run.
//
// SGPC is the model of the paper, and its code reading follows the authors' program. A stalk is the vector space of a node or of an edge.
// Each channel of the features has a vector in the stalk of each node.
package inspector

import (
	"slices"

	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/node"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// New returns the view model of the shown panel. Without a graph or a frame, and while a drawn graph is not ready for a run, the panel has
// only a title and a text.
func New(s *state.State) view.Inspector {
	if s.Waiting() { // a drawn graph lacks something for a run
		return view.Inspector{Title: []view.TitlePart{{Text: "Not ready to run yet", Slot: -2}},
			Lead: view.Say(s.NeedText() + " Draw on the canvas, or use the form under the palette.")}
	}
	if s.Graph == nil || s.Frame == nil {
		if !s.Loading() { // the graph could not be read
			return view.Inspector{Title: []view.TitlePart{{Text: "No graph", Slot: -2}}, Lead: view.Say("The message above the graph says why.")}
		}
		return view.Inspector{Title: []view.TitlePart{{Text: "Loading", Slot: -2}}, Lead: view.Say("The graph is on its way.")}
	}

	// The level Learn has a panel of its own, with neither a purpose nor notes.
	var v view.Inspector
	if s.View.Level == state.LevelLearn {
		v = learnView(s)
		nameKinds(&v, s)
		return v
	}

	// The panel at all other levels, by default the panel of a stage.
	switch s.View.Panel {
	case state.PanelEdge:
		v = edge.View(s)
		v.Add(edge.Classes(s)...)
	case state.PanelNode:
		if len(s.Chosen()) > 0 && s.Node() < 0 {
			v = node.Selection(s) // several nodes are selected
		} else {
			v = node.View(s)
		}
	case state.PanelClaims:
		v = claimsView(s)
	case state.PanelResults:
		v = results.View(s)
	case state.PanelPaper:
		v = results.PaperView(s)
	case state.PanelDepth:
		v = results.DepthView(s)
	default:
		v = stages.View(s)
	}

	v.Why = purpose(s)
	// A page with a single figure keeps only this figure of its panel.
	keepOnly(&v, alone[s.Figure.Name])
	v.Body.Figures = append(slices.Clip(v.Body.Figures), notesFigure(s)...) // clipped: append copies the list, which may share its array
	if v.Body.Figures == nil {
		v.Body.Figures = []view.Figure{} // in JSON an empty list, not null
	}
	nameKinds(&v, s)
	return v
}

// alone maps a value of figure= in an address to the id of the only figure that the page then shows. For all other values, such as a whole
// stage, the panel keeps its figures.
var alone = map[string]string{state.FigureFrame: "turn", state.FigureCycle: "round", state.FigureHeat: "heat"}

// keepOnly removes the panel's purpose, its equation, its program, and all figures but the figure with the given id. For the id "" it
// removes nothing.
func keepOnly(v *view.Inspector, id string) {
	if id == "" {
		return
	}
	isOther := func(f view.Figure) bool { return f.ID != id }
	v.Why = ""
	v.Body = view.Body{Figures: slices.DeleteFunc(v.Body.Figures, isOther)}
}

// nameKinds sets Body.Of, which identifies the panel's content, and the kind of each figure.
func nameKinds(v *view.Inspector, s *state.State) {
	v.Body.Of = s.View.Panel
	if s.View.Panel == state.PanelStage {
		v.Body.Of = view.Int(s.ShownStage())
	}
	for k := range v.Body.Figures {
		v.Body.Figures[k].Kind = kindOf(v.Body.Figures[k].Data)
	}
}
