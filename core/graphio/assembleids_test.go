package graphio

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestEdgesCallNodesByNamesOrIDs: in 100 random graphs, edges call the nodes by their ids, names or codes. The ends of an edge
// have another spelling of a number, and the second end of some lines is a word for no end.
// The edges are those of the graph, and a note counts the lines.
func TestEdgesCallNodesByNamesOrIDs(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 89))
	for trial := range 100 {
		n := 8 + rng.IntN(20)
		ranks := rng.Perm(n)
		nodes := "id,name,rank,code\n"
		for i := range n {
			nodes += fmt.Sprintf("%d,name%d,%d.0,%d.0\n", i+1, i, ranks[i]+1, 1000+i)
		}
		spelling := func(i int) string {
			return []string{fmt.Sprintf("name%d", i), fmt.Sprintf("%d.0", i+1), fmt.Sprint(i + 1), fmt.Sprint(1000 + i),
				fmt.Sprintf("%d.00", 1000+i)}[trial%5]
		}
		edges, incomplete := "source,target\n", 1+rng.IntN(4)
		var want []graph.Edge
		for i := range n {
			edges += spelling(i) + "," + spelling((i+1)%n) + "\n"
			want = append(want, graph.Edge{I: int32(min(i, (i+1)%n)), J: int32(max(i, (i+1)%n))})
		}
		for range incomplete {
			edges += spelling(rng.IntN(n)) + "," + []string{"NA", "None", "-", ""}[rng.IntN(4)] + "\n"
		}
		slices.SortFunc(want, func(a, b graph.Edge) int { return int(a.I-b.I)*n + int(a.J-b.J) })
		g := readText(t, "", edges, nodes).Graph
		if !slices.Equal(g.Edges, want) {
			t.Fatalf("%s\n%s: edges %v, want %v", nodes, edges, g.Edges, want)
		}
		notes := strings.Join(g.Notes, "\n")
		if count := fmt.Sprintf("%d line", incomplete); !strings.Contains(notes, count) {
			t.Fatalf("%s\n%s: notes %q, want %q", nodes, edges, notes, count)
		}
	}
}
