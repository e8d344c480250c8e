package graph

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// sown returns a random graph, with a split, in which some nodes repeat the rows of others.
func sown(seed uint64) (*Graph, Split) {
	r := rng.New(seed, "sown")
	n := 6 + r.Intn(40)
	of := make([]int, n) // whose rows a node has
	for i := range of {
		of[i] = i
		if i > 1 && r.Intn(3) == 0 {
			of[i] = of[r.Intn(i)]
		}
	}
	var edges []Edge
	for i := range n {
		for j := range i {
			a, b := min(of[i], of[j]), max(of[i], of[j])
			if a != b && rng.New(seed, "edge", uint64(a), uint64(b)).Intn(4) == 0 {
				edges = append(edges, Edge{int32(j), int32(i)})
			}
		}
	}
	g := New("sown", n, edges)
	x := make([]linalg.Triplet, 0, 3*n)
	for i := range n {
		if r.Intn(5) == 0 { // now and then a stored zero, of either sign
			x = append(x, linalg.Triplet{Row: i, Col: 3, Val: math.Copysign(0, float64(1-2*r.Intn(2)))})
		}
		for c := range 2 {
			x = append(x, linalg.Triplet{Row: i, Col: c, Val: float64(rng.New(seed, "x", uint64(of[i]), uint64(c)).Intn(3)) / 3})
		}
	}
	g.X, g.Classes = linalg.NewCSR(n, 4, x), 2
	var s Split
	for i := range n {
		g.Labels[i] = i % 2
		switch r.Intn(4) {
		case 0:
			s.Test = append(s.Test, i)
		case 1:
			s.Val = append(s.Val, i)
		default:
			s.Train = append(s.Train, i)
		}
	}
	return g, s
}

// alike compares two nodes entry by entry of dense matrices.
func alike(g *Graph, by Alike, i, j int) bool {
	linked := 0
	for k := range g.N {
		a, b := k != i && g.hasEdge(i, k), k != j && g.hasEdge(j, k)
		if a != b {
			return false
		}
		if a {
			linked++
		}
	}
	if by == AlikeNeighbours {
		return linked > 0
	}
	x := g.X.Dense()
	for c := range x.Cols {
		if x.At(i, c) != x.At(j, c) {
			return false
		}
	}
	return true
}

// TestCopiesAgainstAllPairs compares groups and counts with a comparison of all pairs.
// The graph without copies must be the subgraph of the remaining nodes.
func TestCopiesAgainstAllPairs(t *testing.T) {
	found := 0
	for seed := range uint64(40) {
		g, s := sown(seed)
		for _, by := range []Alike{AlikeRows, AlikeNeighbours} {
			first := g.Copies(by)
			var want CopyCount
			for i := range g.N {
				at := -1
				has, taught := false, false
				for j := range g.N {
					if !alike(g, by, i, j) {
						continue
					}
					if at < 0 {
						at = j
					}
					has = has || j != i
					taught = taught || slices.Contains(s.Train, j)
				}
				if at < 0 { // without neighbours
					at = i
				}
				if first[i] != at {
					t.Fatalf("seed %d, %s: node %d is a copy of %d, want %d", seed, by, i, first[i], at)
				}
				if has {
					want.Nodes++
				}
				if taught && slices.Contains(s.Test, i) {
					want.Test++
				}
			}
			if got := CountCopies(first, s); got != want {
				t.Errorf("seed %d, %s: %+v, want %+v", seed, by, got, want)
			}
			found += want.Test
			left, splits := WithoutCopies(g, []Split{s}, first)
			compareLeft(t, g, left, s, splits[0], first)
			if again, _ := WithoutCopies(left, splits, left.Copies(by)); again != left {
				t.Errorf("seed %d, %s: copies are left", seed, by)
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d test nodes have a copy: the graphs test nothing", found)
	}
}

// compareLeft compares the graph left, without copies, and its split with the graph and the split before.
func compareLeft(t *testing.T, g, left *Graph, s, restricted Split, first []int) {
	t.Helper()
	var ids []int
	for i, k := range first {
		if i == k {
			ids = append(ids, i)
		}
	}
	if left.N != len(ids) || left.Classes != g.Classes {
		t.Fatalf("%d nodes are left of %d groups", left.N, len(ids))
	}
	x, kept := g.X.Dense(), left.X.Dense()
	for i, a := range ids {
		if left.Labels[i] != g.Labels[a] || !slices.Equal(kept.Row(i), x.Row(a)) {
			t.Fatalf("node %d has other rows or another label", a)
		}
		for j, b := range ids {
			if left.hasEdge(i, j) != g.hasEdge(a, b) {
				t.Fatalf("edge %d–%d", a, b)
			}
		}
	}
	if err := restricted.Check(left.N); err != nil {
		t.Error(err)
	}
	for k, set := range [3][]int{restricted.Train, restricted.Val, restricted.Test} {
		var want []int
		for _, i := range [3][]int{s.Train, s.Val, s.Test}[k] {
			if at, ok := slices.BinarySearch(ids, i); ok {
				want = append(want, at)
			}
		}
		if !slices.Equal(set, want) {
			t.Errorf("set %d is %v, want %v", k, set, want)
		}
	}
}

// TestComputedFeaturesAreRecomputed: features computed by FillMissing are computed again without copies.
func TestComputedFeaturesAreRecomputed(t *testing.T) {
	bare := New("star", 70, nil)
	for i := range int32(69) {
		bare.Edges = append(bare.Edges, Edge{0, i + 1})
	}
	for i := range bare.Labels {
		bare.Labels[i] = i % 2
	}
	bare.Classes = 2
	g := FillMissing(bare)
	left, _ := WithoutCopies(g, nil, g.Copies(AlikeNeighbours))
	if left.N != 2 || !slices.Equal(left.X.Dense().Data, identityAndDegree(left).Dense().Data) {
		t.Errorf("%d nodes are left, features %v", left.N, left.X)
	}
	if h := Karate(); !reflect.DeepEqual(h.Copies(AlikeRows)[:3], []int{0, 1, 2}) {
		t.Error("one-hot features have no copies")
	}
}
