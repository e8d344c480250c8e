package state

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/choice"
	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/wasm/recipe"
)

// This file parses two forms of an address: with a figure that the page shows alone (?figure=…), and with the names of a graph and a model
// (#graph=…). It also keeps the figure on the screen.

// SoleFigure is the figure that the page shows alone, if its address names a figure (?figure=…). The zero value stands for the whole page.
type SoleFigure struct {
	// Name is the name of the figure, without the colon and the numbers after the name.
	Name string
	// Panel is the panel of the inspector with the figure. It is "" for a figure outside the inspector.
	Panel string
	// Stage is the shown stage, counted from 1. It is 0 if the figure follows the stage of the run.
	Stage int
	// Ends are the end nodes of the edge in the figure, counted from 0. If both are equal, or if the graph lacks the edge, the figure shows
	// the edge with the largest share of the Dirichlet energy.
	Ends [2]int
	Node int // the node in the figure, counted from 0
	// Scene is the number of the scene in the figure, counted from 1. It is 0 for a figure without a scene.
	Scene int
}

// Names of figures that other files use. The first three fill the page.
const (
	FigureDial  = "dial"
	FigureOne   = "one-edge"
	FigureScene = "scene"

	FigureCode      = "code"      // a stage, with the code beside its equation open
	FigureFrame     = "frame"     // a node with the dial that rotates its frame, the basis of its stalk
	FigureCycle     = "cycle"     // a cycle of the graph with its holonomy
	FigureHeat      = "heat"      // in the panel of results: for which graphs a sheaf improves the accuracy
	FigureTriangles = "triangles" // in the panel of results: the holonomy of triangles for two tasks
)

// Figures lists the forms of ?figure= for messages.
const Figures = "graph, matrix, dial, scene:3, one-edge, spectrum, training, bound, stage, stage:6, code, code:6, edge, edge:0-8, node, " +
	"node:5, frame, frame:5, cycle, triangles, depth, heat and claims"

// ParseFigure parses the value of ?figure= in an address: the name of a figure, for some figures followed by a colon and numbers. The
// numbers are a scene ("scene:3"), a stage ("stage:6"), a node ("node:5"), or the two end nodes of an edge ("edge:0-8"). For an unknown
// figure, and for numbers that do not fit it, the error lists the figures.
func ParseFigure(text string) (SoleFigure, error) {
	name, argument, hasArgument := strings.Cut(text, ":")
	f := SoleFigure{Name: name}
	// The numbers of the argument, nil if a part is not a number. No number is negative, since "-" separates the parts.
	numbers := []int{}
	for part := range strings.SplitSeq(argument, "-") {
		n, err := strconv.Atoi(part)
		if err != nil {
			numbers = nil
			break
		}
		numbers = append(numbers, n)
	}

	// Without an argument every figure except a scene is valid. Some figures are also valid with an argument.
	isNumber, isPair := hasArgument && len(numbers) == 1, hasArgument && len(numbers) == 2
	valid := !hasArgument
	switch name {
	case "graph", TableMatrix, "spectrum", "training", "bound", FigureDial, FigureOne: // never with an argument
	case FigureScene: // the only figure that needs an argument
		valid = isNumber && numbers[0] > 0 && numbers[0] <= LastScene
		if valid {
			f.Scene = numbers[0]
		}
	case PanelClaims, PanelDepth:
		f.Panel = name
	case FigureHeat, FigureTriangles:
		f.Panel = PanelResults
	case PanelStage, FigureCode:
		f.Panel = PanelStage
		if isNumber && numbers[0] > 0 && numbers[0] < len(stage.Names) { // Names[0] is unused, since stages count from 1
			f.Stage, valid = numbers[0], true
		}
	case PanelEdge:
		f.Panel = name
		if isPair && numbers[0] != numbers[1] { // an edge has different ends; in Ends equal ends mean no argument
			f.Ends, valid = [2]int(numbers), true
		}
	case FigureCycle:
		f.Panel, f.Stage = PanelStage, stage.Maps
	case PanelNode, FigureFrame:
		f.Panel = PanelNode
		if isNumber {
			f.Node, valid = numbers[0], true
		}
	default: // an unknown name
		valid = false
	}
	if !valid {
		return SoleFigure{}, errors.New("There is no figure “" + clip(text) + "”. There are " + Figures + ".")
	}
	return f, nil
}

// keepFigure restores the panel or the matrix of a figure that is shown alone, because a message may have opened another panel or closed
// the matrix. As soon as the graph is loaded and the worker has reached its goal, keepFigure also selects the node or the edge of the
// figure, unless the user has selected one.
func (s *State) keepFigure() (cmds []Command) {
	f := &s.Figure
	if f.Name == TableMatrix && s.View.Table == nil {
		s.View.Table = &recipe.TableView{Of: TableMatrix}
	}
	if f.Panel == "" {
		return nil
	}
	s.View.Panel = f.Panel

	loaded := s.Graph != nil && s.Frame != nil && !s.Loading()
	if !loaded || s.Busy() {
		return nil
	}
	g := s.Graph
	switch {
	case f.Panel == PanelNode && s.Node() < 0 && g.N > 0:
		*s, cmds = s.view(PickNode{choice.Of(min(f.Node, g.N-1))}) // the last node, if the graph lacks the node of the figure
	case f.Panel == PanelEdge && s.Edge() < 0 && len(g.Edges) > 0:
		// For equal ends, and if the graph lacks the edge, SetPanel selects the edge with the largest share of the energy (pickForPanel).
		var m Msg = SetPanel{PanelEdge}
		if e := edgeOf(g, f.Ends[0], f.Ends[1]); e >= 0 {
			m = PickEdge{choice.Of(e)}
		}
		*s, cmds = s.view(m)
	}
	return cmds
}

// graphPrefix begins a fragment that names a graph of the menu and, as an option, a model: graph=karate&model=gcn.
const graphPrefix = "graph="

// named returns the recipe of a fragment that begins with graphPrefix, and true. For any other fragment ok is false. There is an error for
// an unknown part of the fragment, for an invalid value, and for three graphs that are not in the menu: a graph from files, a graph at an
// address and the empty graph.
func named(hash string) (r recipe.Recipe, ok bool, err error) {
	text, ok := strings.CutPrefix(hash, graphPrefix)
	if !ok {
		return r, false, nil
	}
	escaped, rest, more := strings.Cut(text, "&")
	name := unescape(escaped)
	r = recipe.Recipe{Setup: recipe.Setup{Graph: name, Method: recipe.MethodOpen}, Version: recipe.Version}

	// The parts after the name of the graph. Only the part model=… is allowed.
	for more {
		var part string
		part, rest, more = strings.Cut(rest, "&")
		key, value, _ := strings.Cut(part, "=")
		if key != "model" {
			return r, true, errors.New("it has “" + unescape(key) + "”, and a link by names has graph and model alone; Share writes links with " +
				"settings")
		}
		r.Model = unescape(value)
		if r.Model == "sgpc" { // a recipe has "" for SGPC
			r.Model = ""
		}
		if r.Model != "" && peer.Find(r.Model) == nil {
			return r, true, errors.New("no model has the name “" + r.Model + "”; the nearest is " + words.Nearest(r.Model, peer.Names()))
		}
	}
	switch {
	case name == "" || name == "file" || name == graph.BlankName || isAtURL(r.Setup):
		return r, true, errors.New("it names no graph of the menu")
	case !isKnown(name):
		return r, true, errors.New("no graph has the name “" + name + "”; the nearest is " + words.Nearest(name, graphNames()))
	}
	return r, true, r.CheckTexts()
}

// isKnown reports whether a specification names a built-in graph, a generator or a public data set. It may have a formula, and a generator
// may have parameters, for example "sbm:n=60". Both are ignored here.
func isKnown(spec string) bool {
	name, _ := formula.Cut(spec)
	if slices.Contains(graph.BuiltinNames(), name) {
		return true
	}
	generator, _, _ := strings.Cut(name, ":")
	if slices.ContainsFunc(graph.Generators(), func(g graph.Generator) bool { return g.Name == generator }) {
		return true
	}
	_, err := data.Find(name)
	return err == nil
}

// graphNames lists the names of built-in graphs, generators and public data sets.
func graphNames() []string {
	names := graph.BuiltinNames()
	for _, g := range graph.Generators() {
		names = append(names, g.Name)
	}
	for _, set := range data.All().Sets {
		names = append(names, data.Prefix+set.Name)
	}
	return names
}
