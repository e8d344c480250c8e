// Package picture has the view models of the graph's picture: nodes, edges, colours, legend, the drawn part of a large graph, and the tools
// for editing. It also has the lines and the table around the picture.
package picture

import (
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Topology is the data of a new graph for the island. Package web passes the ends of the edges and the coordinates separately.
type Topology struct {
	Name    string       `json:"name"`
	N       int          `json:"n"`
	M       int          `json:"m"`
	Key     int          `json:"key"` // grows with every graph, so that the island can ignore data of another graph
	Labels  []int        `json:"labels"`
	Names   []string     `json:"names,omitempty"`
	Classes []view.Class `json:"classes"`
	// Base is equal for all variants of a graph. A node with the same id keeps its place in them. IDs are the ids of the nodes, nil if they
	// equal the numbers.
	Base string `json:"base"`
	IDs  []int  `json:"ids,omitempty"`
	// At has (id, x, y) of each node that the user has drawn. Exact reports that these are all nodes, which need no layout. Relax reports
	// that places follow changed edges.
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
		for k, added := range e.Add {
			t.At = append(t.At, [3]int{g.Base.N + k, added[1], added[2]})
		}
	}
	_, _, err := graph.ParseSpec(s.Recipe.Graph)
	t.Relax = err == nil && s.Recipe.Edits == nil
	return t
}

// LayoutModes lists the keys and names of the layouts.
var LayoutModes = [][2]string{{"force", "force"}, {state.LayoutSpectral, "by eigenvectors"}, {"fibre", "by stalk"},
	{"circular", "circular"}, {"class", "by class"},
	{state.LayoutApart, "by community"}}

// Style is the part of the drawing that the view defines: colourings, layout and highlighted parts. Top are the highlighted edges.
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

// maxMarked is the largest number of highlighted edges.
const maxMarked = 4000

// markedEdges returns the edges selected by a filter of the table. It returns nil for more than maxMarked edges.
func markedEdges(s *state.State) []int {
	if list := s.EdgesChosen(); len(list) <= maxMarked {
		return list
	}
	return nil
}

// NewStyle returns the style of the drawing. It highlights the edges selected in the table or, if there are none and the pull colours the
// edges, the edges with the largest pull.
func NewStyle(s *state.State) Style {
	st := Style{Nodes: s.View.Nodes, Edges: s.View.Edges, EdgeUnit: edgeModeOf(s.View.Edges).unit, Layout: s.View.Layout, Edge: s.Edge(),
		Node: s.Node(), Lasso: s.View.Chosen, Around: append([]int{}, s.Around()...), Top: []int{}}
	st.Nodes = nodeModeOf(s.View.Nodes).drawing(s)
	if s.View.Edges == "pull" && s.Frame != nil {
		st.Top = view.LargestIndices(s.Frame.Pull, hotEdges)
	}
	if marked := markedEdges(s); marked != nil {
		st.Top = marked
	}
	return st
}
