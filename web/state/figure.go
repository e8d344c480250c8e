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

// SoleFigure is the one figure that the page shows when its address asks for one
// (?figure=…), zero for the whole page.
type SoleFigure struct {
	// Name is the figure's name without what follows the colon.
	Name string
	// Panel of the inspector, "" for the graph and the charts.
	Panel string
	// Stage is the one that stays, 0: that of the run.
	Stage int
	// Ends are the nodes of the edge, equal ones for the edge with the largest share of the Dirichlet energy; Node is the node.
	Ends [2]int
	Node int
	// Scene is that of the thread, 0 for none.
	Scene int
}

// The figures that fill the page.
const (
	FigureDial  = "dial"
	FigureOne   = "one-edge"
	FigureScene = "scene"
)

// FigureCode is a stage with the code beside its equation open.
const FigureCode = "code"

// FigureFrame is a node with the dial of its frame.
const FigureFrame = "frame"

// FigureCycle is a cycle, and what a trip round it does to a vector.
const FigureCycle = "cycle"

// FigureHeat is the map of where a sheaf pays, alone in the panel of results.
const FigureHeat = "heat"

// FigureTriangles is how far triangles turn a vector by two tasks, alone in the panel of results.
const FigureTriangles = "triangles"

// Figures are the forms of ?figure=.
const Figures = "graph, matrix, dial, scene:3, one-edge, spectrum, training, bound, stage, stage:6, code, code:6, edge, edge:0-8, node, " +
	"node:5, frame, frame:5, cycle, triangles, depth, heat and claims"

// ParseFigure reads what stands behind figure= in an address; nodes count from 0.
func ParseFigure(text string) (SoleFigure, error) {
	name, arg, more := strings.Cut(text, ":")
	f, numbers := SoleFigure{Name: name}, []int{}
	for part := range strings.SplitSeq(arg, "-") {
		n, err := strconv.Atoi(part)
		if err != nil {
			numbers = nil
			break
		}
		numbers = append(numbers, n)
	}
	ok := !more
	switch name {
	case "graph", TableMatrix, "spectrum", "training", "bound", FigureDial, FigureOne:
	case FigureScene:
		ok = more && len(numbers) == 1 && numbers[0] > 0 && numbers[0] <= LastScene
		if ok {
			f.Scene = numbers[0]
		}
	case PanelClaims, PanelDepth:
		f.Panel = name
	case FigureHeat, FigureTriangles:
		f.Panel = PanelResults
	case PanelStage, FigureCode:
		f.Panel = PanelStage
		if more && len(numbers) == 1 && numbers[0] > 0 && numbers[0] < len(stage.Names) {
			f.Stage, ok = numbers[0], true
		}
	case PanelEdge:
		f.Panel = name
		if more && len(numbers) == 2 && numbers[0] != numbers[1] {
			f.Ends, ok = [2]int(numbers), true
		}
	case FigureCycle:
		f.Panel, f.Stage = PanelStage, stage.Maps
	case PanelNode, FigureFrame:
		f.Panel = PanelNode
		if more && len(numbers) == 1 {
			f.Node, ok = numbers[0], true
		}
	default:
		ok = false
	}
	if !ok {
		return SoleFigure{}, errors.New("There is no figure “" + clip(text) + "”. There are " + Figures + ".")
	}
	return f, nil
}

// keepFigure keeps the panel of the figure on the screen, with an edge or a node in it.
func (s *State) keepFigure() (cmds []Command) {
	f := &s.Figure
	if f.Name == TableMatrix && s.View.Table == nil {
		s.View.Table = &recipe.TableView{Of: TableMatrix}
	}
	if f.Panel == "" {
		return nil
	}
	s.View.Panel = f.Panel
	if s.Graph == nil || s.Frame == nil || s.Loading() || s.Busy() {
		return nil
	}
	switch g := s.Graph; {
	case f.Panel == PanelNode && s.Node() < 0 && g.N > 0:
		*s, cmds = s.view(PickNode{choice.Of(min(f.Node, g.N-1))})
	case f.Panel == PanelEdge && s.Edge() < 0 && len(g.Edges) > 0:
		var m Msg = SetPanel{PanelEdge}
		if e := edgeOf(g, f.Ends[0], f.Ends[1]); e >= 0 {
			m = PickEdge{choice.Of(e)}
		}
		*s, cmds = s.view(m)
	}
	return cmds
}

// graphPrefix begins the fragment of an address that names a graph as the menu does, and maybe a model: #graph=karate&model=gcn.
const graphPrefix = "graph="

// named returns the recipe of such a fragment; ok reports whether it is one. The error names the part of it that the page
// does not have. A graph on another host, or of the user's own, is not opened this way.
func named(hash string) (r recipe.Recipe, ok bool, err error) {
	text, ok := strings.CutPrefix(hash, graphPrefix)
	if !ok {
		return r, false, nil
	}
	name, rest, more := strings.Cut(text, "&")
	name = unescape(name)
	r = recipe.Recipe{Setup: recipe.Setup{Graph: name, Method: recipe.MethodOpen}, Version: recipe.Version}
	for more {
		var part string
		part, rest, more = strings.Cut(rest, "&")
		key, value, _ := strings.Cut(part, "=")
		if key != "model" {
			return r, true, errors.New("it has “" + unescape(key) + "”, and a link by names has graph and model alone; Share writes links with " +
				"settings")
		}
		if r.Model = unescape(value); r.Model == "sgpc" {
			r.Model = ""
		}
		if r.Model != "" && peer.Find(r.Model) == nil {
			return r, true, errors.New("no model has the name “" + r.Model + "”; the nearest is " + words.Nearest(r.Model, peer.Names()))
		}
	}
	switch {
	case name == "" || name == "file" || name == graph.BlankName || remote(r.Setup):
		return r, true, errors.New("it names no graph of the menu")
	case !known(name):
		return r, true, errors.New("no graph has the name “" + name + "”; the nearest is " + words.Nearest(name, graphNames()))
	}
	return r, true, r.CheckTexts()
}

// known reports whether a graph or a generator of the menu has this name.
func known(name string) bool {
	name, _ = formula.Cut(name)
	kind, _, _ := strings.Cut(name, ":")
	if slices.Contains(graph.BuiltinNames(), name) ||
		slices.ContainsFunc(graph.Generators(), func(g graph.Generator) bool { return g.Name == kind }) {
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
