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
	// Chosen describes the selection, "" if nothing is selected. Nodes reports that nodes are selected.
	Chosen string `json:"chosen"`
	Nodes  bool   `json:"nodes"`
	// Label and Set are the label and the set of the split of all selected nodes. They are −2 if the nodes differ.
	Label int `json:"label"`
	Set   int `json:"set"`
	// Undo and Redo name the operation that the button reverts or repeats, "" if there is none.
	Undo string `json:"undo"`
	Redo string `json:"redo"`
	// Note is the reason why the last operation failed.
	Note string `json:"note"`
	// Needs lists what the graph lacks for a run. It is empty if the graph can run.
	Needs []graph.Need `json:"needs"`
	Empty bool         `json:"empty"`
	// Version changes with every graph.
	Version int `json:"version"`
}

// SketchClass is a class with its number of nodes.
type SketchClass struct {
	view.Class
	Count int `json:"count"`
}

// NewSketch returns the editing tools. While editing is off, only On and Version have a meaning.
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
	m.setSelection(s)
	return m
}

// setSelection sets the fields about the selected nodes or the selected edge.
func (m *Sketch) setSelection(s *state.State) {
	g, nodes := s.Graph, s.View.Chosen
	if len(nodes) == 0 && s.Node() >= 0 && s.Node() < g.N {
		nodes = []int{s.Node()}
	}
	switch {
	case len(nodes) == 1:
		m.Chosen = "node " + view.ShortName(s, nodes[0])
	case len(nodes) > 1:
		m.Chosen = view.Int(len(nodes)) + " nodes"
	case s.Edge() >= 0 && 2*s.Edge()+1 < len(g.Edges):
		i, j := g.Ends(s.Edge())
		m.Chosen = "edge " + view.ShortName(s, i) + " – " + view.ShortName(s, j)
	}
	if m.Nodes = len(nodes) > 0; !m.Nodes {
		return
	}

	// The common label and set of the selected nodes.
	set := make([]int, g.N)
	for k, members := range [][]int{g.Train, g.Val, g.Test} {
		for _, i := range members {
			set[i] = graph.TrainSet + k
		}
	}
	for k, i := range nodes {
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

// Generator is the view model of a generated graph: the parameters of its generator as sliders, and its formula.
type Generator struct {
	Name   string   `json:"name"`
	About  string   `json:"about"`
	Params []Slider `json:"params"`
	// Formula is the formula as typed or, without a typed one, that of the graph, line by line. Fault is its first fault. Waits reports that
	// the worker has to evaluate it.
	Formula string `json:"formula"`
	Fault   string `json:"fault"`
	Waits   bool   `json:"waits"`
}

// Slider is a parameter of a generator with the range of its slider.
type Slider struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	Value view.F `json:"value"`
	Min   view.F `json:"min"`
	Max   view.F `json:"max"`
	Step  view.F `json:"step"`
}

// sliderRange is the label, the range and the step of a parameter's slider. The generator may allow a larger range.
type sliderRange struct {
	name, label    string
	min, max, step float64
}

// sliderRanges are the sliders whose label or range differs from the default.
var sliderRanges = [...]sliderRange{
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

// NewGenerator returns the sliders and the formula of the shown graph. The result is empty for an edited graph, and for one that comes from
// neither a generator nor a formula.
func NewGenerator(s *state.State) Generator {
	r := s.Shown()
	base, formulaLines := formula.Cut(r.Graph)
	gen, values, err := graph.ParseSpec(base)
	m := Generator{Params: []Slider{}}
	generated := err == nil || len(formulaLines) > 0
	if !generated || r.Edits != nil {
		return m
	}
	m.Name, m.About = gen.Name, gen.About
	if err != nil {
		m.Name = base
	}
	f := s.Formula()
	m.Formula, m.Fault, m.Waits = f.Text, f.Fault, f.Graph != "" && f.Fault == ""
	for _, p := range gen.Params {
		slider := sliderRange{label: p.Name, max: 100, step: 1}
		for _, own := range sliderRanges {
			if own.name == p.Name {
				slider = own
			}
		}

		// The range lies inside the generator's range and contains the present value.
		value := values[p.Name]
		low, high := math.Min(value, math.Max(slider.min, p.Min)), math.Max(value, math.Min(slider.max, p.Max))
		m.Params = append(m.Params, Slider{Name: p.Name, Label: slider.label, Value: view.F(value), Step: view.F(slider.step),
			Min: view.F(low), Max: view.F(high)})
	}
	return m
}
