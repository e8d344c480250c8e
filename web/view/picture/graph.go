// Package picture has the view models of the graph's picture: nodes, edges, colours, legend, the drawn part of a large graph, and
// the tools for editing. The lines and the table around the picture are here, too.
package picture

import (
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Topology is the island's data of a new graph; ends of edges and coordinates are passed beside it.
type Topology struct {
	Name    string       `json:"name"`
	N       int          `json:"n"`
	M       int          `json:"m"`
	Key     int          `json:"key"` // grows with every graph, so that data of another graph is not drawn
	Labels  []int        `json:"labels"`
	Names   []string     `json:"names,omitempty"`
	Classes []view.Class `json:"classes"`
	// Base is equal for variants of one graph, in which a node of the same id keeps its place. IDs are the ids where they differ
	// from the numbers.
	Base string `json:"base"`
	IDs  []int  `json:"ids,omitempty"`
	// At holds (id, x, y) of nodes drawn by hand. Exact reports that these are all nodes and no layout is needed, Relax that
	// places follow the edges.
	At    [][3]int `json:"at,omitempty"`
	Exact bool     `json:"exact,omitempty"`
	Relax bool     `json:"relax,omitempty"`
}

// NewTopology returns the topology of the loaded graph.
func NewTopology(s *state.State) Topology {
	g := s.Graph
	t := Topology{Name: g.Name, N: g.N, M: len(g.Edges) / 2, Key: s.GraphKey, Labels: g.Labels, Names: g.NodeNames, Classes: view.Classes(g),
		Base: s.BaseKey(), IDs: g.IDs, Exact: s.Recipe.Graph == graph.BlankName}
	if e := s.Recipe.Edits; e != nil && g.Base != nil {
		for k, a := range e.Add {
			t.At = append(t.At, [3]int{g.Base.N + k, a[1], a[2]})
		}
	}
	_, _, err := graph.ParseSpec(s.Recipe.Graph)
	t.Relax = err == nil && s.Recipe.Edits == nil
	return t
}

// LayoutModes lists the layouts with their names.
var LayoutModes = [][2]string{{"force", "force"}, {state.LayoutSpectral, "by eigenvectors"}, {"fibre", "by stalk"},
	{"circular", "circular"}, {"class", "by class"},
	{state.LayoutApart, "by community"}}

// Style is the part of the drawing that the view defines.
type Style struct {
	Nodes     string `json:"nodes"`
	Edges     string `json:"edges"`
	EdgeUnit  string `json:"edgeUnit"`
	Layout    string `json:"layout"`
	CoordsKey int    `json:"coordsKey"`
	Edge      int    `json:"edge"`
	Node      int    `json:"node"`
	Top       []int  `json:"top"`
	Lasso     []int  `json:"lassoed"`
	Around    []int  `json:"around"` // the shown nodes, empty for all
}

// mostMarked bounds the highlighted edges.
const mostMarked = 4000

// markedEdges returns the edges selected by a filter of the table, nil for more than mostMarked.
func markedEdges(s *state.State) []int {
	if list := s.EdgesChosen(); len(list) <= mostMarked {
		return list
	}
	return nil
}

// NewStyle returns the style. It highlights the edges selected in the table, else the eight strongest in the pull colouring.
func NewStyle(s *state.State) Style {
	st := Style{Nodes: s.View.Nodes, Edges: s.View.Edges, EdgeUnit: edgeModeOf(s.View.Edges).unit, Layout: s.View.Layout, Edge: s.Edge(),
		Node:  s.Node(),
		Lasso: s.View.Chosen, Around: append([]int{}, s.Around()...),
		Top: []int{}}
	st.Nodes = nodeModeOf(s.View.Nodes).draws(s)
	if s.View.Edges == "pull" && s.Frame != nil {
		st.Top = view.LargestIndices(s.Frame.Pull, 8)
	}
	if marked := markedEdges(s); marked != nil {
		st.Top = marked
	}
	return st
}
