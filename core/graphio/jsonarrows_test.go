package graphio

import (
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// TestVisArrowsGiveDirections: the member arrows of vis.js gives an edge the forward direction or the backward direction.
// Arrows at both ends or at no end give both directions. An end is "to" or "from"; "middle" is no end.
func TestVisArrowsGiveDirections(t *testing.T) {
	// The edge 1–2 has the arrows of the row. The edge 2–3 is always forward, so that the graph has directions.
	for arrows, want := range map[string]graph.Direction{`"to"`: graph.Forward, `"from"`: graph.Backward, `"to, from"`: graph.Both,
		`""`: graph.Both, `{"to": true}`: graph.Forward, `{"to": {"enabled": true}}`: graph.Forward,
		`{"from": {"enabled": true, "type": "bar"}}`:            graph.Backward,
		`{"to": {"enabled": true}, "from": {"enabled": false}}`: graph.Forward, `{"to": {"scaleFactor": 0.5}}`: graph.Forward,
		`{"to": {"enabled": true}, "from": true}`: graph.Both, `{"to": {"enabled": false}}`: graph.Both,
		`{"middle": true}`: graph.Both, `{}`: graph.Both} {
		res, err := Read([]File{{Name: "g.json", Data: []byte(`{"nodes": [{"id": 1, "label": "a"}, {"id": 2, "label": "b"}, {"id": 3, ` +
			`"label": "c"}], "edges": [{"from": 1, "to": 2, "arrows": ` + arrows + `}, {"from": 2, "to": 3, "arrows": "to"}]}`)}})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Graph.Directions; !slices.Equal(got, []graph.Direction{want, graph.Forward}) {
			t.Errorf("arrows %s: the directions are %v, want %v and %v", arrows, got, want, graph.Forward)
		}
	}
}
