package method_test

import (
	"strconv"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// TestOneFamily checks that all draws of friends and rivals, whose homophily is ½,
// belong to one family.
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
				t.Errorf("%s, split %d: %s", name(k), seed, f)
			}
		}
	}
}

// TestFamilyNeedsEvidence checks that a few edges between training nodes do not
// make a graph heterophilic, and a dozen unequal edges do. Labels of other nodes
// are never read.
func TestFamilyNeedsEvidence(t *testing.T) {
	for _, c := range []struct {
		equal, unequal int
		want           method.Family
	}{
		{0, 0, method.SmallHomophilic},
		{2, 6, method.SmallHomophilic}, // Citeseer, public split
		{0, 12, method.SmallHeterophilic},
		{6, 42, method.SmallHeterophilic}, // Texas, split 0
	} {
		const half = 60
		g := &graph.Graph{N: 4 * half, Classes: 2, Labels: make([]int, 4*half)}
		var split graph.Split
		for i := range 2 * half {
			split.Train = append(split.Train, i)
			if i >= half {
				g.Labels[i] = 1
			}
		}
		for k := range c.equal {
			g.Edges = append(g.Edges, graph.Edge{I: int32(k), J: int32(k + 1)})
		}
		for k := range c.unequal {
			g.Edges = append(g.Edges, graph.Edge{I: int32(k), J: int32(half + k)})
		}
		for i := 2 * half; i+1 < g.N; i++ { // outside training: unequal ends that must not count
			g.Labels[i] = i % 2
			g.Edges = append(g.Edges, graph.Edge{I: int32(i), J: int32(i + 1)})
		}
		if got := method.FamilyOf(g, split); got != c.want {
			t.Errorf("%d equal and %d unequal edges: %s, want %s", c.equal, c.unequal, got, c.want)
		}
	}
}
