// Package picture has the view models of the graph's picture: nodes, edges, colours, legend, the drawn part of a large graph, and the tools
// for editing. It also has the lines and the table around the picture. The island, code in assets/src, draws the picture from them. A stalk
// is the vector space of a node, an iterate is an approximate solution of the diffusion, and a peer is a model other than SGPC, the model
// of the paper.
package picture

import (
	"sheafscope/core/formula"
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Topology is the data of a new graph for the island. Package web passes the ends of the edges and the coordinates separately.
type Topology struct {
	Name    string       `json:"name"`
	N       int          `json:"n"`      // number of nodes
	M       int          `json:"m"`      // number of edges
	Key     int          `json:"key"`    // increases with every graph, so that the island can ignore data of another graph
	Labels  []int        `json:"labels"` // by node, −1 for a missing label
	Names   []string     `json:"names,omitempty"`
	Classes []view.Class `json:"classes"`
	// Base is the common key of all variants of a graph, which differ by edits. A node keeps its place in all variants in which it has the
	// same id.
	Base string `json:"base"`
	// IDs are the ids of the nodes. It is nil if the ids equal the numbers of the nodes.
	IDs []int `json:"ids,omitempty"`
	// At has the triple (id, x, y) of each node that the user has drawn. x and y are the coordinates in the drawing, whose longer side has
	// 10 000 units.
	At [][3]int `json:"at,omitempty"`
	// Exact reports that the user has drawn all nodes, so that the graph needs no layout.
	Exact bool `json:"exact,omitempty"`
	// Relax reports that the layout moves the nodes after a change of the edges: in a generated graph without edits, whose edges follow
	// sliders. In an edited graph the nodes stay where the user has put them.
	Relax bool `json:"relax,omitempty"`
}

// NewTopology returns the topology of the loaded graph.
func NewTopology(s *state.State) Topology {
	g := s.Graph
	t := Topology{Name: g.Name, N: g.N, M: len(g.Edges) / 2, Key: s.GraphKey, Labels: g.Labels, Names: g.NodeNames, Classes: view.Classes(g),
		Base: s.BaseKey(), IDs: g.IDs, Exact: s.Recipe.Graph == graph.BlankName}
	if e := s.Recipe.Edits; e != nil && g.Base != nil { // Base is the graph before the edits
		// An added node has a class and a place, x and y. Added nodes have the ids after the ids of the base graph.
		for k, added := range e.Add {
			t.At = append(t.At, [3]int{g.Base.N + k, added[1], added[2]})
		}
	}
	spec, _ := formula.Cut(s.Recipe.Graph) // without its formula
	_, _, err := graph.ParseSpec(spec)     // no error for the graph of a generator
	t.Relax = err == nil && s.Recipe.Edits == nil
	return t
}

// LayoutModes has the keys and names of the layouts.
var LayoutModes = [][2]string{{"force", "force"}, {state.LayoutSpectral, "by eigenvectors"}, {"fibre", "by stalk"},
	{"circular", "circular"}, {"class", "by class"},
	{state.LayoutApart, "by community"}}

// Style is the part of the drawing that the view defines: the colourings, the layout and the highlighted parts.
type Style struct {
	Nodes     string `json:"nodes"`     // the drawing of the nodes, from [nodeMode.drawing]
	Edges     string `json:"edges"`     // the key of the colouring of the edges
	EdgeUnit  string `json:"edgeUnit"`  // the name of the edges' numbers
	Layout    string `json:"layout"`    // the key of the layout
	CoordsKey int    `json:"coordsKey"` // changes with the coordinates of the layout; package web sets it
	Edge      int    `json:"edge"`      // the index of the selected edge, or −1
	Node      int    `json:"node"`      // the index of the selected node, or −1
	Top       []int  `json:"top"`       // the highlighted edges
	Lasso     []int  `json:"lassoed"`   // the selected nodes
	Around    []int  `json:"around"`    // the only visible nodes; empty if all nodes are visible
}

// maxMarked is the largest number of highlighted edges. More of them would take too long to draw.
const maxMarked = 4000

// markedEdges returns the edges selected by a filter of the table. It returns nil without a filter, or for more than maxMarked edges.
func markedEdges(s *state.State) []int {
	list := s.EdgesChosen()
	if len(list) > maxMarked {
		return nil
	}
	return list
}

// NewStyle returns the style of the drawing. It highlights the edges of markedEdges. If this list is nil and the pull colours the edges,
// it highlights the hotEdges edges with the largest pull. The pull is the norm of the gradient of λ₂ by the maps of an edge.
func NewStyle(s *state.State) Style {
	// In JSON, Around and Top are [] instead of null.
	st := Style{Nodes: nodeModeOf(s.View.Nodes).drawing(s), Edges: s.View.Edges, EdgeUnit: edgeModeOf(s.View.Edges).unit,
		Layout: s.View.Layout, Edge: s.Edge(), Node: s.Node(), Lasso: s.Chosen(), Around: append([]int{}, s.Around()...), Top: []int{}}
	if s.View.Edges == "pull" && s.Frame != nil {
		st.Top = view.LargestIndices(s.Frame.Pull, hotEdges)
	}
	if marked := markedEdges(s); marked != nil {
		st.Top = marked
	}
	return st
}
