package graphio

import (
	"bytes"
	"math"
	"reflect"
	"testing"

	"sheafscope/core/graph"
)

// TestExtraColumnsKeepTheGraph: a GraphML, GEXF or JSON file with results has their names and numbers, without NaN.
// It is read as the same graph as a file without results.
// Results of a wrong length, with a space in their name, or with the name of the column source are not written.
func TestExtraColumnsKeepTheGraph(t *testing.T) {
	g := graph.Karate()
	g.Notes = nil
	// Results of the nodes and of the edges, with a small number, a NaN and a negative number.
	x := &Extra{Nodes: []Quantity{{Name: "prediction", Values: make([]float64, g.N), Whole: true},
		{Name: "p_0", Values: make([]float64, g.N)}},
		Edges: []Quantity{{Name: "kappa", Values: make([]float64, len(g.Edges))}}}
	x.Nodes[1].Values[3], x.Nodes[1].Values[4], x.Edges[0].Values[5] = 0.1234567, math.NaN(), -7.5e-9
	for _, format := range []string{"graphml", "gexf", "json"} {
		plain, err := WriteWith(g, nil, format)
		if err != nil {
			t.Fatal(err)
		}
		files, err := WriteWith(g, x, format)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"0.1234567", "-7.5e-09", "kappa", "prediction"} {
			if !bytes.Contains(files[0].Data, []byte(want)) {
				t.Errorf("%s does not hold %s", format, want)
			}
		}
		if bytes.Contains(files[0].Data, []byte("NaN")) {
			t.Errorf("%s holds NaN", format)
		}
		withoutResults, err := Read(plain)
		if err != nil {
			t.Fatal(err)
		}
		withResults, err := Read(files)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(withoutResults.Graph, withResults.Graph) {
			t.Errorf("%s: read as %+v with results, want %+v", format, withResults.Graph, withoutResults.Graph)
		}
	}
	for _, bad := range []*Extra{
		{Nodes: []Quantity{{Name: "a"}}},
		{Edges: []Quantity{{Name: "source", Values: make([]float64, len(g.Edges))}}},
		{Nodes: []Quantity{{Name: "a b", Values: make([]float64, g.N)}}},
	} {
		if _, err := WriteWith(g, bad, "json"); err == nil {
			t.Errorf("the unfit results %+v were written", bad)
		}
	}
}
