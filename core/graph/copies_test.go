package graph

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// graphWithCopies returns a random graph of 6 to 45 nodes with a split. About a third of its
// nodes repeat features and neighbours of another node. Of the four feature columns, 0 and 1
// have values, 2 is empty, and 3 has stored zeros.
func graphWithCopies(seed uint64) (*Graph, Split) {
	r := rng.New(seed, "sown")
	n := 6 + r.Intn(40)
	original := make([]int, n) // the node whose rows a node repeats, or the node itself
	for i := range original {
		original[i] = i
		if i > 1 && r.Intn(3) == 0 {
			original[i] = original[r.Intn(i)]
		}
	}
	// Edges and features are functions of the originals.
	var edges []Edge
	for i := range n {
		for j := range i {
			a, b := min(original[i], original[j]), max(original[i], original[j])
			if a != b && rng.New(seed, "edge", uint64(a), uint64(b)).Intn(4) == 0 {
				edges = append(edges, Edge{int32(j), int32(i)})
			}
		}
	}
	g := New("sown", n, edges)
	x := make([]linalg.Triplet, 0, 3*n)
	for i := range n {
		if r.Intn(5) == 0 { // in a fifth of the rows a stored zero, of either sign
			x = append(x, linalg.Triplet{Row: i, Col: 3, Val: math.Copysign(0, float64(1-2*r.Intn(2)))})
		}
		for c := range 2 {
			x = append(x, linalg.Triplet{Row: i, Col: c, Val: float64(rng.New(seed, "x", uint64(original[i]), uint64(c)).Intn(3)) / 3})
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

// alikeByDefinition reports whether nodes i and j have the same neighbours, and with
// AlikeRows the same features, entry by entry of dense matrices. With AlikeNeighbours nodes
// without neighbours are not alike.
func alikeByDefinition(g *Graph, by Alike, i, j int) bool {
	neighbours := 0
	for k := range g.N {
		a, b := k != i && g.hasEdge(i, k), k != j && g.hasEdge(j, k)
		if a != b {
			return false
		}
		if a {
			neighbours++
		}
	}
	if by == AlikeNeighbours {
		return neighbours > 0
	}
	x := g.X.Dense()
	for c := range x.Cols {
		if x.At(i, c) != x.At(j, c) {
			return false
		}
	}
	return true
}

// TestCopiesAgainstAllPairs compares Copies and CountCopies with copiesByDefinition, on 40
// random graphs. The graph of WithoutCopies is the subgraph of the first nodes of the groups of
// copies, and has no copies itself.
func TestCopiesAgainstAllPairs(t *testing.T) {
	testNodes := 0 // test nodes with a copy in the training set, in all graphs
	for seed := range uint64(40) {
		g, s := graphWithCopies(seed)
		for _, by := range []Alike{AlikeRows, AlikeNeighbours} {
			first := g.Copies(by)
			wantFirst, want := copiesByDefinition(g, by, s)
			for i, k := range wantFirst {
				if first[i] != k {
					t.Fatalf("seed %d, %s: node %d is a copy of %d, want %d", seed, by, i, first[i], k)
				}
			}
			if got := CountCopies(first, s); got != want {
				t.Errorf("seed %d, %s: %+v, want %+v", seed, by, got, want)
			}
			testNodes += want.Test
			reduced, splits := WithoutCopies(g, []Split{s}, first)
			checkReduced(t, g, reduced, s, splits[0], first)
			if again, _ := WithoutCopies(reduced, splits, reduced.Copies(by)); again != reduced {
				t.Errorf("seed %d, %s: the graph without copies has copies", seed, by)
			}
		}
	}
	if testNodes < 40 {
		t.Errorf("only %d test nodes have a copy in the training set: the graphs test nothing", testNodes)
	}
}

// copiesByDefinition compares all pairs of nodes. first has for each node the first node that is
// alike, itself included. count has the nodes with a copy, and the test nodes with a copy in
// the training set.
func copiesByDefinition(g *Graph, by Alike, s Split) (first []int, count CopyCount) {
	for i := range g.N {
		k := -1 // the first node that is alike to node i
		hasCopy, copyInTraining := false, false
		for j := range g.N {
			if !alikeByDefinition(g, by, i, j) {
				continue
			}
			if k < 0 {
				k = j
			}
			hasCopy = hasCopy || j != i
			copyInTraining = copyInTraining || slices.Contains(s.Train, j)
		}
		if k < 0 { // a node without neighbours
			k = i
		}
		first = append(first, k)
		if hasCopy {
			count.Nodes++
		}
		if copyInTraining && slices.Contains(s.Test, i) {
			count.Test++
		}
	}
	return first, count
}

// checkReduced checks that reduced is the subgraph of g of the nodes i with first[i] = i,
// with their labels, features and edges. Each set of restricted must have the nodes of this
// subgraph that the set of s has.
func checkReduced(t *testing.T, g, reduced *Graph, s, restricted Split, first []int) {
	t.Helper()
	var ids []int // the nodes of reduced, as nodes of g
	for i, k := range first {
		if i == k {
			ids = append(ids, i)
		}
	}
	if reduced.N != len(ids) || reduced.Classes != g.Classes {
		t.Fatalf("%d nodes of %d classes, want %d of %d", reduced.N, reduced.Classes, len(ids), g.Classes)
	}
	x, reducedX := g.X.Dense(), reduced.X.Dense()
	for i, a := range ids {
		if reduced.Labels[i] != g.Labels[a] || !slices.Equal(reducedX.Row(i), x.Row(a)) {
			t.Fatalf("node %d of the graph has other features or another label in the graph without copies", a)
		}
		for j, b := range ids {
			if reduced.hasEdge(i, j) != g.hasEdge(a, b) {
				t.Fatalf("edge %d–%d is in one of the two graphs only", a, b)
			}
		}
	}
	if err := restricted.Check(reduced.N); err != nil {
		t.Error(err)
	}
	for k, set := range [3][]int{restricted.Train, restricted.Val, restricted.Test} {
		var want []int
		for _, i := range [3][]int{s.Train, s.Val, s.Test}[k] {
			if node, remains := slices.BinarySearch(ids, i); remains {
				want = append(want, node)
			}
		}
		if !slices.Equal(set, want) {
			t.Errorf("set %d is %v, want %v", k, set, want)
		}
	}
}

// TestComputedFeaturesAreRecomputed checks that WithoutCopies computes the features of
// FillMissing again. A star of 70 nodes, which is too large for one-hot features, keeps 2 nodes
// without copies: the centre and a leaf. These get one-hot features and degree, and one note on
// features. With the one-hot features of the karate club, nodes 0 to 2 are no copies.
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
	reduced, _ := WithoutCopies(g, nil, g.Copies(AlikeNeighbours))
	if reduced.N != 2 || !slices.Equal(reduced.X.Dense().Data, identityAndDegree(reduced).Dense().Data) {
		t.Errorf("%d nodes remain, want 2, with features %v", reduced.N, reduced.X)
	}
	notes := slices.DeleteFunc(slices.Clone(reduced.Notes), func(note string) bool { return !strings.Contains(note, "no features") })
	if len(notes) != 1 || !strings.Contains(notes[0], "one-hot") {
		t.Errorf("the notes on features are %q, want only the note on the present ones", notes)
	}
	if first := Karate().Copies(AlikeRows)[:3]; !reflect.DeepEqual(first, []int{0, 1, 2}) {
		t.Errorf("with one-hot features nodes 0 to 2 are copies of %v, want none", first)
	}
}
