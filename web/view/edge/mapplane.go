package edge

// This file has the picture of the maps of all edges as points in a plane. The point of an edge stands for the polar part of R_ijᵀR_ji, the
// orthogonal matrix nearest to this product.

import (
	"slices"

	"sheafscope/web/state"
	"sheafscope/web/view"
)

// MapPlane is the data of the picture in which each edge is a point. The points of edges with similar maps are near each other.
type MapPlane struct {
	// At has the coordinates x and y of each drawn edge, and Edges has the numbers of these edges, from 0 on.
	At    view.Vec `json:"at"`
	Edges []int    `json:"edges"`
	// Same is 1 for an edge inside a class, 0 between two classes, and −1 if an end has no label.
	Same []int `json:"same"`
	// Chosen are the selected edges, and Edge is the edge of the panel, as indices of the lists above. Edge is −1 if the panel has no edge.
	Chosen []int  `json:"chosen"`
	Edge   int    `json:"edge"`
	Note   string `json:"note"` // the meaning of marks and places
}

// maxPlaced is the largest number of drawn edges. Selected edges are drawn in addition.
const maxPlaced = 1500

// mapPlane returns the picture of the maps of all edges. It returns nil before the points of the shown maps are computed, for maps changed
// by hand, and for stalks of one dimension. PlaneShare is the share of the variance of the polar parts that the plane keeps. If it is 0,
// all polar parts are equal, and the section has a sentence in place of the picture.
func mapPlane(s *state.State) []view.Figure {
	points, g := s.Plane(), s.Graph // x and y of the point of each edge
	if points == nil {
		return nil
	}
	f := view.Figure{ID: "mapplane", Title: "Maps of all edges", Sub: "a point for each edge, near those of like maps", TestID: "map-plane"}
	if s.Maps().PlaneShare == 0 {
		f.Data = "The polar parts of all maps are equal."
		return []view.Figure{f}
	}

	// The drawn edges are an even sample of all edges, the selected edges, and the edge of the panel.
	m := len(points) / 2
	chosen, shown := make([]bool, m), make([]bool, m)
	for _, e := range s.EdgesChosen() {
		chosen[e], shown[e] = true, true
	}
	for _, e := range view.EvenIndices(m, maxPlaced) {
		shown[e] = true
	}
	if s.Edge() >= 0 && s.Edge() < m {
		shown[s.Edge()] = true
	}
	// Chosen and Edge are indices of drawn edges. The next drawn edge gets the index len(out.Edges).
	out := MapPlane{At: view.Vec{}, Edges: []int{}, Same: []int{}, Chosen: []int{}, Edge: -1}
	for e, isShown := range shown {
		if !isShown {
			continue
		}
		if e == s.Edge() {
			out.Edge = len(out.Edges)
		}
		if chosen[e] {
			out.Chosen = append(out.Chosen, len(out.Edges))
		}
		out.At = append(out.At, float64(points[2*e]), float64(points[2*e+1]))
		out.Edges, out.Same = append(out.Edges, e), append(out.Same, g.Alike(e))
	}

	// The note explains the marks, the selection, and the places.
	out.Note = "Dots: edges within a class; crosses: between two"
	if slices.Contains(out.Same, -1) {
		out.Note += "; rings: an end has no label"
	}
	out.Note += ". Draw a box to choose edges, in the graph and the table too, where map_x and map_y filter by place. A point stands for " +
		"the polar part U of its edge’s product of maps, without directions that the product takes to 0; i is " +
		"the end with the lower class number, within a class that with the lower node number. Classical scaling of the distances " +
		"‖U − U′‖ keeps " + view.Pct(s.Maps().PlaneShare) + " of their squares. "
	if n := len(out.Edges); n < m {
		out.Note += view.Int(n) + " of " + view.Int(m) + " edges are drawn: an even sample, and the selected ones. The scaling is that of all. "
	}
	f.Data = out
	return []view.Figure{f}
}
