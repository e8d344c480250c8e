// This file defines the peer Geom-GCN, which gathers neighbours by their direction in the plane.

package peer

import (
	"fmt"
	"math"
	"sort"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/train"
)

// maxGeometric is the largest number of nodes of a graph for Geom-GCN, which compares all pairs of nodes.
const maxGeometric = 20000

// geomGCN has published settings: for heterophilic graphs the settings of WebKB (width 32, decay 5·10⁻⁵), and for homophilic graphs the
// settings of Cora and Citeseer (width 16, decay 5·10⁻⁶). The rate is 0.05 and dropout ½.
// The setting "hidden" is the width of each of the nine divisions (geometricAdjacencies).
//
// The paper embeds the graph by Isomap, Poincaré and struc2vec, and the reported row is the best of the three. Here only Isomap is used.
//
// Features are not scaled, whereas the authors' program scales rows to sum 1. Without scaling the validation accuracy is 80.8 % on Texas
// (62.1 % scaled; splits 0–2), 76.2 % on Wisconsin (52.9 %), and 86.4 % on Cora (86.9 %; splits 0–1).
var geomGCN = Peer{
	Name: "geom-gcn", Label: "Geom-GCN, Isomap",
	Paper: "Pei et al., Geom-GCN: geometric graph convolutional networks, ICLR 2020",
	Why: "Nodes get places in a plane in which near means few steps apart. A node then gathers separately from each quadrant around it, " +
		"once over its neighbours in the graph and once over those nearest in the plane.",
	Equation: []string{"Z_r=D_r^{−1/2}A_rD_r^{−1/2}X W_r", "X′=\\act \\sp([Z_1‖…‖Z_9])"},
	Symbols: []Symbol{{"X", "features, one row a node"}, {"X′", "features after the first layer; the second takes the mean"},
		{"A_r", "who is gathered in division r: four quadrants of neighbours, four of the nearest in the plane, the node itself"},
		{"D_r", "counts of each node's neighbours in all divisions together"}, {"W_r", "learned weights of division r"}},
	Maps:      "are the numbers 1/√(nodes gathered, itself and near ones among them): nothing about them is learned",
	Laplacian: "L=B^⊤B",
	Filter:    "Nine sums with weights of their own, by direction in the plane: no frequency has one gain.",
	Settings: []Default{ // name, heterophilic and homophilic default, smallest and largest value
		{"hidden", 32, 16, 1, 512},
		{"dropout", 0.5, 0.5, 0, 0.99},
		{"input_dropout", 0.5, 0.5, 0, 0.99},
		{"lr", 0.05, 0.05, 0, 10},
		{"weight_decay", 5e-5, 5e-6, 0, 10},
	},
	Reported: published.Line{Source: "best of its embeddings, " + published.Baseline,
		Means: []float64{66.76, 64.51, 60.54, 31.59, 38.15, 60.00, 78.02, 89.95, 85.35}},
	Floats: func(z Size, s Settings) float64 { // memory.go defines pair, masked and sparseEntry
		wide := divisions * z.Nodes * s.Of("hidden") // elements of the features of all divisions
		// Training stores the matrices of the divisions and their transposes, and evaluation stores the matrices: three of each division.
		// The entries of all divisions are m edges and m near pairs in both directions, and n nodes.
		entries := 3 * sparseEntry * (4*z.Edges + z.Nodes)
		// The input, the entries of these matrices, their row pointers (half a number each, so 1.5 for the 3 matrices), the first layer, and
		// the class scores.
		// The first layer has product, bias, slices, sums over nodes, their concatenation and ReLU, and then dropout.
		// The class scores have product, bias, slices, sums over nodes, and the mean of the divisions.
		return z.input() + entries + divisions*1.5*z.Nodes + wide*(6*pair+masked) + z.Nodes*z.Classes*divisions*5*pair
	},
	Check: func(g *graph.Graph, _ Settings) error {
		if g.N > maxGeometric {
			return fmt.Errorf("the graph has %d nodes; geom-gcn compares all pairs of at most %d; choose another model", g.N, maxGeometric)
		}
		return nil
	},
	network: geomGCNNetwork,
}

// geomGCNNetwork has two layers: the first concatenates the nine divisions, the second averages them.
func geomGCNNetwork(b *train.Builder, s Settings) *autodiff.Var {
	t, c := b.Tape, b.Graph.Classes
	place := isomap(b.Graph)
	around := geometricAdjacencies(b.Graph, place)
	// gather returns the product of each division's adjacency with the division's columns of x. Each division has width columns.
	gather := func(x *autodiff.Var, width int) (parts []*autodiff.Var) {
		for r, a := range around {
			parts = append(parts, autodiff.SpMM(t, a, autodiff.SliceCols(t, x, r*width, (r+1)*width)))
		}
		return parts
	}
	// The last division is the node itself, so its matrix has one entry in each row: 1/D_i in row i. The map of node i is the root of 1/D_i.
	layer := Layer{openDim: 1, Places: place, scale: func(i int32) float64 { return math.Sqrt(around[divisions-1].Val[i]) }}
	for r, a := range around {
		layer.Parts = append(layer.Parts, Part{Name: divisionNames[r], a: a})
	}
	width := s.Int("hidden")
	layer.X = input(b, "geom.0", divisions*width, train.Glorot, s.Of("input_dropout"))
	h := autodiff.ConcatCols(t, gather(layer.X, width)...)
	layer.Y = h
	s.watch(layer)
	h = dropout(b, autodiff.ReLU(t, h), s.Of("dropout"), "geom.1")
	layer.X = b.Linear(h, "geom.1", divisions*c)
	parts := gather(layer.X, c)
	sum := parts[0]
	for _, p := range parts[1:] {
		sum = autodiff.Add(t, sum, p)
	}
	layer.Y = autodiff.Scale(t, 1.0/divisions, sum)
	s.watch(layer)
	return layer.Y
}

// divisions is the number of matrices that geometricAdjacencies returns.
const divisions = 9

// divisionNames are the names of the divisions on the page, in the order of geometricAdjacencies.
var divisionNames = [divisions]string{"neighbours right above", "neighbours left above", "neighbours right below", "neighbours left below",
	"near, right above", "near, left above", "near, right below", "near, left below", "itself"}

// geometricAdjacencies returns D^{-1/2}A_rD^{-1/2}, n×n, for nine divisions r of the nodes around a node.
// The divisions are four quadrants of neighbours in the graph, four quadrants of near nodes in the plane, and the node itself.
// D_i is the number of nodes in all divisions of node i. A neighbour that is also near counts twice.
// place has the coordinates of the nodes, as [isomap] returns them.
// Near nodes are the ends of the closest pairs in the plane. There are as many of these pairs as the graph has edges.
func geometricAdjacencies(g *graph.Graph, place []float64) []*linalg.CSR {
	const firstNeighbour, firstNear, itself = 0, 4, 8 // indices of divisions
	entries := make([][]linalg.Triplet, divisions)
	count := make([]float64, g.N) // D
	// add puts node j into a quadrant of node i. The four quadrants are the divisions first to first+3, in the order of divisionNames.
	// Equal coordinates count as right and as above.
	add := func(first, i, j int) {
		dx, dy := place[2*j]-place[2*i], place[2*j+1]-place[2*i+1]
		r := first
		if dx < 0 {
			r++
		}
		if dy < 0 {
			r += 2
		}
		entries[r] = append(entries[r], linalg.Triplet{Row: i, Col: j, Val: 1})
		count[i]++
	}
	for _, e := range g.Edges {
		add(firstNeighbour, int(e.I), int(e.J))
		add(firstNeighbour, int(e.J), int(e.I))
	}
	for _, p := range nearestPairs(place, len(g.Edges)) {
		add(firstNear, int(p.I), int(p.J))
		add(firstNear, int(p.J), int(p.I))
	}
	for i := range g.N {
		entries[itself] = append(entries[itself], linalg.Triplet{Row: i, Col: i, Val: 1})
		count[i]++
	}
	out := make([]*linalg.CSR, divisions)
	for r := range out {
		for k := range entries[r] {
			e := &entries[r][k]
			e.Val = 1 / math.Sqrt(count[e.Row]*count[e.Col])
		}
		out[r] = linalg.NewCSR(g.N, g.N, entries[r])
	}
	return out
}

// nearestPairs returns the m closest pairs of nodes, or all pairs if there are fewer, in ascending order of their distance.
// Of equally distant pairs, the pair with the smaller numbers is first. nearestPairs stores at most 2m+1 pairs at a time.
func nearestPairs(place []float64, m int) []graph.Edge {
	type near struct {
		square float64 // squared distance
		graph.Edge
	}
	var kept []near
	bound := math.Inf(1) // squared distance that a further pair must be below
	// cut removes all but the m closest pairs. The m-th distance bounds the distances of further pairs.
	cut := func() {
		sort.SliceStable(kept, func(i, j int) bool { return kept[i].square < kept[j].square })
		if len(kept) > m {
			kept = kept[:m]
		}
		if len(kept) == m && m > 0 {
			bound = kept[m-1].square
		}
	}
	n := len(place) / 2
	for i := range n {
		for j := i + 1; j < n && m > 0; j++ { // no pair for m = 0
			dx, dy := place[2*i]-place[2*j], place[2*i+1]-place[2*j+1]
			square := float64(dx*dx) + float64(dy*dy)
			if !(square < bound) { // a later pair at the same distance is not closer
				continue
			}
			kept = append(kept, near{square, graph.Edge{I: int32(i), J: int32(j)}})
			if len(kept) > 2*m {
				cut()
			}
		}
	}
	cut()
	out := make([]graph.Edge, len(kept))
	for k, p := range kept {
		out[k] = p.Edge
	}
	return out
}
