package picture

// This file has the tools for editing the graph, and the sliders of a generated graph. A generator makes a graph from parameters. A
// formula, typed by the user, computes labels and features of a graph.

import (
	"math"

	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Sketch is the view model of the tools for editing the graph.
type Sketch struct {
	On      bool          `json:"on"` // the user edits the graph
	Classes []SketchClass `json:"classes"`
	// Class is the class of the next drawn node, from 0 on. It is −1 for a graph without classes.
	Class int `json:"class"`
	// Chosen names the selected nodes or the selected edge. It is "" if nothing is selected.
	Chosen string `json:"chosen"`
	Nodes  bool   `json:"nodes"` // nodes are selected
	// Label is the common label of the selected nodes, −1 for nodes without a label. Set is their common set of the split: graph.NoSet,
	// graph.TrainSet and so on. Label or Set is −2 if the selected nodes differ in it, or if no node is selected.
	Label int `json:"label"`
	Set   int `json:"set"`
	// Undo and Redo name the operation that the button reverts or repeats. They are "" if there is no such operation.
	Undo string `json:"undo"`
	Redo string `json:"redo"`
	// Note is the reason why the last operation failed. It is "" if the operation succeeded.
	Note string `json:"note"`
	// Needs lists the conditions for a run, met and unmet. It is empty if the graph has a run.
	Needs []graph.Need `json:"needs"`
	Empty bool         `json:"empty"` // the graph has no nodes
	// Version changes with every graph.
	Version int `json:"version"`
}

// SketchClass is a class with its number of nodes.
type SketchClass struct {
	view.Class
	Count int `json:"count"`
}

// NewSketch returns the editing tools. While editing is off, or without a graph, only On and Version have a meaning.
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

	// An edit or its undo may have removed the chosen class.
	m.Class = min(s.Sketch.Class, len(m.Classes)-1)
	m.Needs = append(m.Needs, s.Needs()...)
	m.setSelection(s)
	return m
}

// setSelection sets Chosen, Nodes, Label and Set. The selection is the selected nodes or, without them, the node or the edge of the panel.
// If nothing is selected, setSelection changes nothing.
func (m *Sketch) setSelection(s *state.State) {
	g, nodes := s.Graph, s.Chosen()
	if len(nodes) == 0 && s.Node() >= 0 {
		nodes = []int{s.Node()}
	}
	switch {
	case len(nodes) == 1:
		m.Chosen = "node " + view.ShortName(s, nodes[0])
	case len(nodes) > 1:
		m.Chosen = view.Int(len(nodes)) + " nodes"
	case s.Edge() >= 0:
		i, j := g.Ends(s.Edge())
		m.Chosen = "edge " + view.ShortName(s, i) + " – " + view.ShortName(s, j)
	}
	m.Nodes = len(nodes) > 0
	if !m.Nodes {
		return
	}

	// The common label and set of the selected nodes.
	set := make([]int, g.N) // by node; graph.NoSet, which is 0, for a node outside the split
	for k, members := range [][]int{g.Train, g.Val, g.Test} {
		for _, i := range members {
			set[i] = graph.TrainSet + k // the sets have successive numbers in this order
		}
	}
	for k, i := range nodes {
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
	// Name is the name of the generator, About is its description, and Params are its parameters. For a formula that changes a graph of no
	// generator, Name is the name of this graph, About is "", and Params is empty.
	Name   string   `json:"name"`
	About  string   `json:"about"`
	Params []Slider `json:"params"`
	// Formula is the formula that the user has typed, line by line. Before the user types, it is the formula of the graph.
	Formula string `json:"formula"`
	// Fault is the first fault of the formula, or "" for a formula without a fault.
	Fault string `json:"fault"`
	// Waits reports that the worker has not yet evaluated the typed formula.
	Waits bool `json:"waits"`
}

// Slider is a parameter of a generator with the range of its slider.
type Slider struct {
	// Name is the name of the parameter, and Label is the text beside the slider. The slider goes from Min to Max in steps of Step.
	Name  string `json:"name"`
	Label string `json:"label"`
	Value view.F `json:"value"`
	Min   view.F `json:"min"`
	Max   view.F `json:"max"`
	Step  view.F `json:"step"`
}

// sliderRange has the label, the range and the step of the slider for a generator's parameter. The generator may allow a larger range.
type sliderRange struct {
	name, label    string
	min, max, step float64
}

// sliderRanges are the sliders whose label or range differs from the default: the name of the parameter as label, 0 to 100, and step 1.
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

// NewGenerator returns the sliders and the formula of the shown graph. The result is empty for a graph with edits, or for a graph from a
// source other than a generator or a formula.
func NewGenerator(s *state.State) Generator {
	r := s.Shown()
	base, formulaLines := formula.Cut(r.Graph) // the name of the graph before the formula, and the lines of the formula
	gen, values, err := graph.ParseSpec(base)
	m := Generator{Params: []Slider{}}
	isGenerated := err == nil || len(formulaLines) > 0
	if !isGenerated || r.Edits != nil {
		return m
	}
	m.Name, m.About = gen.Name, gen.About
	if err != nil { // the formula changes a graph of no generator
		m.Name = base
	}
	f := s.Formula()
	m.Formula, m.Fault, m.Waits = f.Text, f.Fault, f.Graph != "" // Graph has the formula that the worker evaluates
	for _, p := range gen.Params {
		slider := sliderRange{label: p.Name, max: 100, step: 1}
		for _, own := range sliderRanges {
			if own.name == p.Name {
				slider = own
			}
		}

		// The range lies inside the generator's range and contains the present value.
		value := values[p.Name]
		low := math.Min(value, math.Max(slider.min, p.Min))
		high := math.Max(value, math.Min(slider.max, p.Max))
		m.Params = append(m.Params, Slider{Name: p.Name, Label: slider.label, Value: view.F(value), Step: view.F(slider.step),
			Min: view.F(low), Max: view.F(high)})
	}
	return m
}
