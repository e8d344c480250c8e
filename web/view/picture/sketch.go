package picture

import (
	"math"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Sketch is what the tools for editing the graph show.
type Sketch struct {
	On      bool          `json:"on"`
	Classes []SketchClass `json:"classes"`
	// Class is the class of the next node that is drawn.
	Class int `json:"class"`
	// Chosen says what is selected, "" for nothing; Nodes, that it is nodes.
	Chosen string `json:"chosen"`
	Nodes  bool   `json:"nodes"`
	// Label and Set are those that all selected nodes share, -2 when they differ.
	Label int `json:"label"`
	Set   int `json:"set"`
	// Undo and Redo name the operations that they take back and do again, "" for none.
	Undo string `json:"undo"`
	Redo string `json:"redo"`
	// Note says why the last operation was refused.
	Note string `json:"note"`
	// Needs lists what the graph lacks before it can run, empty when it runs.
	Needs []graph.Need `json:"needs"`
	Empty bool         `json:"empty"`
	// Version differs between graphs.
	Version int `json:"version"`
}

// SketchClass is a class of the palette.
type SketchClass struct {
	view.Class
	Count int `json:"count"`
}

// NewSketch returns the tools; those that are off are empty.
func NewSketch(s *state.State) Sketch {
	m := Sketch{On: s.Sketch.On(), Label: -2, Set: -2, Version: s.GraphKey, Classes: []SketchClass{}, Needs: []graph.Need{}}
	g := s.Graph
	if !m.On || g == nil {
		return m
	}
	m.Note, m.Empty = s.Sketch.Note, g.N == 0
	m.Undo, m.Redo = s.Steps()
	for c, class := range view.Classes(g) {
		if c < len(g.ClassNames) {
			class.Name = g.ClassNames[c] // as it can be typed again
		}
		m.Classes = append(m.Classes, SketchClass{class, view.ClassSize(g, c)})
	}
	m.Class = min(s.Sketch.Class, len(m.Classes)-1)
	m.Needs = append(m.Needs, s.Needs()...)
	m.selection(s)
	return m
}

func (m *Sketch) selection(s *state.State) {
	g, list := s.Graph, s.View.Chosen
	if len(list) == 0 && s.Node() >= 0 && s.Node() < g.N {
		list = []int{s.Node()}
	}
	switch {
	case len(list) == 1:
		m.Chosen = "node " + view.ShortName(s, list[0])
	case len(list) > 1:
		m.Chosen = view.Int(len(list)) + " nodes"
	case s.Edge() >= 0 && 2*s.Edge()+1 < len(g.Edges):
		i, j := g.Ends(s.Edge())
		m.Chosen = "edge " + view.ShortName(s, i) + " – " + view.ShortName(s, j)
	}
	if m.Nodes = len(list) > 0; !m.Nodes {
		return
	}
	set := make([]int, g.N)
	for k, nodes := range [][]int{g.Train, g.Val, g.Test} {
		for _, i := range nodes {
			set[i] = graph.TrainSet + k
		}
	}
	for k, i := range list {
		if i >= g.N {
			continue
		}
		if k == 0 {
			m.Label, m.Set = g.Labels[i], set[i]
			continue
		}
		if g.Labels[i] != m.Label {
			m.Label = -2
		}
		if set[i] != m.Set {
			m.Set = -2
		}
	}
}

// Generator is what the sliders of a generated graph show.
type Generator struct {
	Name   string   `json:"name"`
	About  string   `json:"about"`
	Params []Slider `json:"params"`
	// Formula is that of the graph, line by line, or the one that is typed, and Fault why it makes no graph; Waits reports that the
	// worker evaluates it.
	Formula string `json:"formula"`
	Fault   string `json:"fault"`
	Waits   bool   `json:"waits"`
}

// Slider is a parameter of a generator.
type Slider struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Value view.F `json:"value"`
	Min   view.F `json:"min"`
	Max   view.F `json:"max"`
	Step  view.F `json:"step"`
}

// slide is how a parameter is offered: what a slider can reach is less than
// what the generator takes.
type slide struct {
	name, label    string
	min, max, step float64
}

// slides are the parameters that have a label or a range of their own.
var slides = [...]slide{
	{"n", "nodes", 10, 300, 1},
	{"classes", "classes", 2, 8, 1},
	{"degree", "mean degree", 1, 24, 0.5},
	{"homophily", "homophily", 0, 1, 0.01},
	{"signal", "feature signal", 0, 3, 0.05},
	{"features", "features", 2, 64, 1},
	{"seed", "seed", 0, 50, 1},
	{"p", "edge probability", 0, 1, 0.01},
	{"k", "clique size", 2, 24, 1},
	{"a", "left nodes", 1, 60, 1},
	{"b", "right nodes", 1, 60, 1},
	{"rows", "rows", 1, 20, 1},
	{"cols", "cols", 1, 20, 1},
	{"alternate", "alternate classes", 0, 1, 1},
}

// NewGenerator returns the sliders and the formula of the graph on the screen; without a name
// when it comes from no generator and no formula, or was edited.
func NewGenerator(s *state.State) Generator {
	r := s.Shown()
	base, lines := formula.Cut(r.Graph)
	gen, values, err := graph.ParseSpec(base)
	m := Generator{Params: []Slider{}}
	if err != nil && len(lines) == 0 || r.Edits != nil {
		return m
	}
	m.Name, m.About = gen.Name, gen.About
	if err != nil {
		m.Name = base
	}
	f := s.Formula()
	m.Formula, m.Fault, m.Waits = f.Text, f.Fault, f.Graph != "" && f.Fault == ""
	for _, p := range gen.Params {
		how := slide{label: p.Name, max: 100, step: 1}
		for _, own := range slides {
			if own.name == p.Name {
				how = own
			}
		}
		v := values[p.Name]
		m.Params = append(m.Params, Slider{Name: p.Name, Label: how.label, Value: view.F(v), Step: view.F(how.step),
			Min: view.F(math.Min(v, math.Max(how.min, p.Min))), Max: view.F(math.Max(v, math.Min(how.max, p.Max)))})
	}
	return m
}
