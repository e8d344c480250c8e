package picture

import (
	"math"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Sketch is the view model of the tools for editing the graph.
type Sketch struct {
	On      bool          `json:"on"`
	Classes []SketchClass `json:"classes"`
	// Class is the class of the next drawn node.
	Class int `json:"class"`
	// Chosen names the selection, "" for none; Nodes reports that it consists of nodes.
	Chosen string `json:"chosen"`
	Nodes  bool   `json:"nodes"`
	// Label and Set are shared by all selected nodes, −2 where they differ.
	Label int `json:"label"`
	Set   int `json:"set"`
	// Undo and Redo name the operations that they revert and repeat, "" for none.
	Undo string `json:"undo"`
	Redo string `json:"redo"`
	// Note is the reason why the last operation failed.
	Note string `json:"note"`
	// Needs lists what the graph lacks for a run, empty when it can run.
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

// NewSketch returns the tools, empty while editing is off.
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
			class.Name = g.ClassNames[c] // the name as the user typed it
		}
		m.Classes = append(m.Classes, SketchClass{class, view.ClassSize(g, c)})
	}
	m.Class = min(s.Sketch.Class, len(m.Classes)-1)
	m.Needs = append(m.Needs, s.Needs()...)
	m.selection(s)
	return m
}

// selection sets the fields about selected nodes or the selected edge.
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

// Generator is the view model of a generated graph's sliders and formula.
type Generator struct {
	Name   string   `json:"name"`
	About  string   `json:"about"`
	Params []Slider `json:"params"`
	// Formula is the graph's formula, line by line, or the typed one. Fault is its first fault. Waits reports whether the worker evaluates it.
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

// slide is the range of a slider, which may be smaller than the generator's.
type slide struct {
	name, label    string
	min, max, step float64
}

// slides are the parameters with a label or a range of their own.
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

// NewGenerator returns sliders and formula of the shown graph, without a name for a graph from no generator and no formula, and
// for an edited one.
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
