package edge

import (
	"slices"

	"sheafscope/web/state"
	"sheafscope/web/view"
)

// MapPlane places the edges by the polar parts of their maps. Chosen are indices of the lists; Edge is the index of the
// inspector's edge, −1 where it is not among them.
type MapPlane struct {
	At     view.Vec `json:"at"`    // x, y
	Edges  []int    `json:"edges"` // numbers of the edges
	Same   []int    `json:"same"`  // 1 inside a class, 0 between two, −1 with an unlabelled end
	Chosen []int    `json:"chosen"`
	Edge   int      `json:"edge"`
	Note   string   `json:"note"`
}

// maxPlaced bounds the drawn edges, besides selected ones.
const maxPlaced = 1500

// mapPlane returns the picture of all edges' maps, nil before they are computed.
func mapPlane(s *state.State) []view.Figure {
	at, g := s.Plane(), s.Graph
	if at == nil {
		return nil
	}
	f := view.Figure{ID: "mapplane", Title: "Maps of all edges", Sub: "a point for each edge, near those of like maps", TestID: "map-plane"}
	if s.Maps().PlaneShare == 0 {
		f.Data = "The polar parts of all maps are equal."
		return []view.Figure{f}
	}
	m := len(at) / 2
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
	out := MapPlane{At: view.Vec{}, Edges: []int{}, Same: []int{}, Chosen: []int{}, Edge: -1}
	for e, yes := range shown {
		if !yes {
			continue
		}
		if e == s.Edge() {
			out.Edge = len(out.Edges)
		}
		if chosen[e] {
			out.Chosen = append(out.Chosen, len(out.Edges))
		}
		out.At = append(out.At, float64(at[2*e]), float64(at[2*e+1]))
		out.Edges, out.Same = append(out.Edges, e), append(out.Same, g.Alike(e))
	}
	out.Note = "Dots: edges within a class; crosses: between two"
	if slices.Contains(out.Same, -1) {
		out.Note += "; rings: an end has no label"
	}
	out.Note += ". Draw a box to choose edges, in the graph and the table too, where map_x and map_y filter by place. A point stands for " +
		"the polar part U of its edge’s product of maps, as in the last column above, without directions that the product takes to 0; i is " +
		"the end with the lower class number, within a class that with the lower node number. Classical scaling of the distances " +
		"‖U − U′‖ keeps " + view.Pct(s.Maps().PlaneShare) + " of their squares. "
	if n := len(out.Edges); n < m {
		out.Note += view.Int(n) + " of " + view.Int(m) + " edges are drawn, evenly chosen; the scaling is that of all. "
	}
	f.Data = out
	return []view.Figure{f}
}
