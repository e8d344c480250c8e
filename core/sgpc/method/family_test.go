package method_test

import (
	"strconv"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// TestOneFamily checks that all draws of friends and rivals, whose homophily is ½, belong to
// the family SmallHeterophilic: twelve graphs with five splits each.
func TestOneFamily(t *testing.T) {
	name := func(k int) string { return "friends:seed=" + strconv.Itoa(k) }
	for k := range 12 {
		g, err := graph.Builtin(name(k))
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(5) {
			split, err := graph.ParseSplit(g, method.DefaultSplit, seed)
			if err != nil {
				t.Fatal(err)
			}
			if f := method.FamilyOf(g, split); f != method.SmallHeterophilic {
				t.Errorf("%s, split %d: the family %s, want %s", name(k), seed, f, method.SmallHeterophilic)
			}
		}
	}
}

// TestFamilyNeedsEvidence checks the family for given numbers of edges between training
// nodes, with equal and with unequal labels at their ends. A few unequal edges do not make a
// graph heterophilic, a dozen do. The other nodes have unequal edges alone, which must not
// count.
func TestFamilyNeedsEvidence(t *testing.T) {
	for _, c := range []struct {
		equal, unequal int
		want           method.Family
	}{
		{0, 0, method.SmallHomophilic},
		{2, 6, method.SmallHomophilic}, // the numbers of Citeseer, public split
		{0, 12, method.SmallHeterophilic},
		{6, 42, method.SmallHeterophilic}, // the numbers of Texas, split 0
	} {
		// Nodes 0 to 59 are training nodes of class 0, nodes 60 to 119 those of class 1.
		const size = 60
		g := &graph.Graph{N: 4 * size, Classes: 2, Labels: make([]int, 4*size)}
		var split graph.Split
		for i := range 2 * size {
			split.Train = append(split.Train, i)
			if i >= size {
				g.Labels[i] = 1
			}
		}
		for k := range c.equal {
			g.Edges = append(g.Edges, graph.Edge{I: int32(k), J: int32(k + 1)})
		}
		for k := range c.unequal {
			g.Edges = append(g.Edges, graph.Edge{I: int32(k), J: int32(size + k)})
		}
		for i := 2 * size; i+1 < g.N; i++ { // unequal edges of the other nodes
			g.Labels[i] = i % 2
			g.Edges = append(g.Edges, graph.Edge{I: int32(i), J: int32(i + 1)})
		}
		if got := method.FamilyOf(g, split); got != c.want {
			t.Errorf("%d equal and %d unequal edges: %s, want %s", c.equal, c.unequal, got, c.want)
		}
	}
}
