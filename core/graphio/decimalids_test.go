package graphio

import "testing"

// TestScoresAreNoIDs: the ids 1.0, 2.0, … of a node table are those of the edges 1–2, 2–3, … if another column has fractions. If an id
// has a fraction, 1.0 and 1 are different, and the table is refused.
func TestScoresAreNoIDs(t *testing.T) {
	edges := File{Name: "edges.csv", Data: []byte("source,target\n1,2\n2,3\n")}
	for nodes, isRead := range map[string]bool{
		"id,score\n1.0,0.5\n2.0,1.5\n3.0,2.5\n": true, "score,id\n0.5,1.0\n1.5,2.0\n2.5,3.0\n": true,
		"id,score\n1.0,5\n2.0,6\n3.0,7\n": true, "id,score\n1.0,5\n2.0,6\n3.5,7\n": false,
	} {
		res, err := Read([]File{edges, {Name: "nodes.csv", Data: []byte(nodes)}})
		if isRead != (err == nil) {
			t.Errorf("%q: error %v, want one: %v", nodes, err, !isRead)
		}
		if err == nil && (res.Graph.N != 3 || len(res.Graph.Edges) != 2) {
			t.Errorf("%q: %d nodes and %d edges, want 3 and 2", nodes, res.Graph.N, len(res.Graph.Edges))
		}
	}
}
