package graphio

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gonum "gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/encoding/graph6"
	"gonum.org/v1/gonum/graph/formats/gexf12"
	"gonum.org/v1/gonum/graph/multi"
)

// gonumSize returns the numbers n of nodes and m of edges of a graph of gonum. Edges in both directions count once, self-loops not at all.
func gonumSize(g interface {
	Nodes() gonum.Nodes
	From(id int64) gonum.Nodes
}) (n, m int) {
	pairs := map[[2]int64]bool{}
	for nodes := g.Nodes(); nodes.Next(); n++ {
		from := nodes.Node().ID()
		for to := g.From(from); to.Next(); {
			if id := to.Node().ID(); id != from {
				pairs[[2]int64{min(from, id), max(from, id)}] = true
			}
		}
	}
	return n, len(pairs)
}

// sizeByGonum returns the numbers n of nodes and m of edges that gonum reads in a file of a format.
// For a file that gonum refuses, and for other formats than DOT, graph6 and GEXF, n is −1.
func sizeByGonum(format string, data []byte) (n, m int) {
	switch format {
	case "DOT":
		if strings.Contains(string(data), "digraph") {
			if g := multi.NewDirectedGraph(); dot.UnmarshalMulti(data, g) == nil {
				return gonumSize(g)
			}
		} else if g := multi.NewUndirectedGraph(); dot.UnmarshalMulti(data, g) == nil {
			return gonumSize(g)
		}
	case "graph6":
		if g := graph6.Graph(strings.TrimSpace(strings.TrimPrefix(string(data), ">>graph6<<"))); graph6.IsValid(g) {
			return gonumSize(g)
		}
	case "GEXF":
		var g gexf12.Content
		if xml.Unmarshal(data, &g) != nil {
			return -1, 0
		}
		pairs := map[[2]string]bool{}
		for _, e := range g.Graph.Edges.Edges {
			if e.Source != e.Target {
				pairs[[2]string{min(e.Source, e.Target), max(e.Source, e.Target)}] = true
			}
		}
		return len(g.Graph.Nodes.Nodes), len(pairs)
	}
	return -1, 0
}

// TestReadersAgreeWithGonum: for the files of the corpus in DOT, graph6 and GEXF, Read gives the numbers of nodes and edges that the
// library gonum gives. Refused cases, cases of several files, and files that gonum does not read are left out.
// At least two files in each format remain.
func TestReadersAgreeWithGonum(t *testing.T) {
	notes, err := filepath.Glob("testdata/corpus/*/*.want.json")
	if err != nil {
		t.Fatal(err)
	}
	// Each note *.want.json is a corpusCase. read counts the files that gonum reads, by format.
	read := map[string]int{}
	for _, note := range notes {
		d, err := os.ReadFile(note)
		if err != nil {
			t.Fatal(err)
		}
		var c corpusCase
		if err := json.Unmarshal(d, &c); err != nil || c.Refused != "" || len(c.Files) != 1 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(note), c.Files[0]))
		if err != nil {
			t.Fatal(err)
		}
		n, m := sizeByGonum(c.Format, data)
		if n < 0 {
			continue
		}
		read[c.Format]++
		r, err := Read([]File{{Name: c.Files[0], Data: data}})
		if err != nil || r.Graph.N != n || len(r.Graph.Edges) != m {
			t.Errorf("%s: read as %v (error %v), but gonum has %d nodes and %d edges", note, r, err, n, m)
		}
	}
	for _, format := range []string{"DOT", "graph6", "GEXF"} {
		if read[format] < 2 {
			t.Errorf("gonum read %d files in %s, want at least 2", read[format], format)
		}
	}
}
