package graph

import (
	"math"
	"slices"
	"testing"
)

// TestTrianglesEqualBruteForce checks that Triangles lists triples of three joined nodes, each
// triple once and in ascending order. The number of triples is that of the helper triangles, which
// tries a third node at every edge. Equal numbers mean that no triangle is missing.
func TestTrianglesEqualBruteForce(t *testing.T) {
	for _, spec := range []string{"complete:n=7", "ring:n=9", "sbm:n=40,classes=3,degree=9,seed=2", "universe:n=50,degree=8,seed=3"} {
		g, err := Generate(spec)
		if err != nil {
			t.Fatal(spec, err)
		}
		list := g.Triangles(math.MaxInt)
		if want := triangles(g); len(list) != want {
			t.Errorf("%s: %d triangles, want %d", spec, len(list), want)
		}
		seen := map[[3]int]bool{}
		for _, c := range list {
			// Steps returns an error if two of the nodes have no edge.
			if _, err := g.Steps(c[:]); err != nil {
				t.Errorf("%s: %v is no triangle: %v", spec, c, err)
			}
			if c[0] >= c[1] || c[1] >= c[2] {
				t.Errorf("%s: the nodes of %v do not ascend", spec, c)
			}
			if seen[c] {
				t.Errorf("%s: %v comes twice", spec, c)
			}
			seen[c] = true
		}
		for _, most := range []int{0, len(list) / 2, len(list)} {
			if first := g.Triangles(most); !slices.Equal(first, list[:most]) {
				t.Errorf("%s: the first %d triangles are %v, want %v", spec, most, first, list[:most])
			}
		}
	}
}
