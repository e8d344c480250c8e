// This file tests sheaves whose stalks differ in dimension.

package coursemath

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The initial sheaves have the total dimensions of node stalks and edge stalks, and the dimensions of H⁰ and H¹, computed by hand.
// The table has them for stalks of dimension d = 1. For d > 1 they are d times as large, except for shapes whose stalks do not depend on d.
// dim H¹ also equals the number of rows of δ less the rank by gonum. Every shape has a label and a description.
func TestShapeDimensionsByHand(t *testing.T) {
	for shape, want := range map[string][4]int{ // dimensions of all node stalks, all edge stalks, H⁰ and H¹
		"eight": {5, 6, 1, 2}, "opinions": {5, 4, 1, 0}, "sensors": {8, 7, 3, 2}, "twist": {6, 7, 0, 1},
		"barbell": {6, 7, 1, 2}, "ring:5": {5, 5, 1, 1}, "path:4": {4, 3, 1, 0}, "star:4": {4, 3, 1, 0}, "complete:5": {5, 10, 1, 6}} {
		for d := 1; d <= MaxDim; d++ {
			s, err := Start(shape, d)
			if err != nil {
				t.Fatal(err)
			}
			a, err := Analyse(s)
			if err != nil {
				t.Fatal(err)
			}
			want := want // a copy, multiplied by d
			for k := range want {
				if shape != "opinions" && shape != "sensors" { // the stalks of these two do not depend on d
					want[k] *= d
				}
			}
			if got := [4]int{a.At.Total(), a.EdgeAt.Total(), a.Dim.Dim, a.H1}; got != want || !a.Dim.Exact || a.Euler != want[0]-want[1] {
				t.Errorf("%s with d = %d: %v and χ = %d, want %v", shape, d, got, a.Euler, want)
			}
			delta, _ := dense(t, s)
			var svd mat.SVD
			svd.Factorize(delta, mat.SVDNone)
			rank := 0
			for _, v := range svd.Values(nil) {
				if v > 1e-9 {
					rank++
				}
			}
			if a.H1 != len(a.Delta)-rank {
				t.Errorf("%s: dim H¹ is %d, want %d rows of δ less the rank %d", shape, a.H1, len(a.Delta), rank)
			}
		}
	}
	for _, row := range Shapes() {
		if row.Label == "" || row.About == "" {
			t.Errorf("%+v has no label or no description", row)
		}
	}
}

// A section of the sensors is one place: given at node 2, it is determined everywhere. Residuals, energy and blocks are those by hand.
// The section of the opinions is 0 at three of five coordinates. Their cycle has no holonomy, and unequal stalks have no step of ascent.
func TestRaggedByHand(t *testing.T) {
	s, err := Start("sensors", 2)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyse(s)
	if err != nil {
		t.Fatal(err)
	}
	h, err := a.Harmonic([]int{2})
	if want := []float64{1, 1, 0.5, 1, 1, 0.5, 1, 0.5}; err != nil || !slices.Equal(h.X, want) || !h.Unique || h.Energy != 0 {
		t.Errorf("the extension is %+v, %v, want the unique signal %v without energy", h, err, want)
	}
	// By hand: (δx) over ac, bc, cd, ad, bd of the signal (1.5, 1 | 0.5 | 1, 1, 0.5 | 1, −0.5).
	for e, want := range [][]float64{{0.5, 0}, {0}, {0, 1}, {0.5}, {1}} {
		if !slices.Equal(a.Residuals[e], want) {
			t.Errorf("the residual of edge %d is %v, want %v", e, a.Residuals[e], want)
		}
	}
	if a.Energy != 0.25+1+0.25+1 {
		t.Errorf("energy %g, want the sum 2.5 of the squared residuals", a.Energy)
	}
	if b := a.Block(2, 0); len(b) != 3 || len(b[0]) != 2 || b[0][0] != -1 || b[2][0] != 0 {
		t.Errorf("block (2, 0) of L is %v, want 3 rows of 2 with −1 first and 0 in row 2", b)
	}
	if a.LText[3][3] != "2" || len(a.DeltaText) != 7 || len(a.DeltaText[0]) != 8 {
		t.Errorf("L has %s at (3, 3), want 2; δ is %v, want 7 rows of 8", a.LText[3][3], a.DeltaText)
	}
	if s, err = Start("opinions", 1); err != nil {
		t.Fatal(err)
	}
	if a, err = Analyse(s); err != nil || !nearAll(a.Vectors[0], []float64{0, math.Sqrt(0.5), 0, math.Sqrt(0.5), 0}, 0) {
		t.Errorf("the agreement is %v, %v, want √½ at coordinates 1 and 3", a.Vectors[0], err)
	}
	// The edge bc transports a part of a vector only: the map from b to c drops the second opinion.
	if _, err = a.Holonomy([]int{0, 1, 2}); err == nil || !strings.Contains(err.Error(), "cannot be undone") {
		t.Errorf("a walk over the edge bc: the error is %v, want that its map cannot be undone", err)
	}
	if _, err := a.Ascend(1); err == nil || !strings.Contains(err.Error(), "one size") {
		t.Errorf("a step with unequal stalks: the error is %v, want that the stalks must be of one size", err)
	}
}

// The holonomy of a cycle with stalks of dimensions 3, 2, 3 equals gonum's product of G⁻¹F over the three edges, starting at node 0.
// F is the map of the node that the walk leaves, G that of the node that it enters. The fixed vectors are the kernel of Map − I.
func TestHolonomyOfUnequalStalks(t *testing.T) {
	s, err := ParseSheaf("d 3;node 0 0 a;node 1 0 b;node 0 1 c;edge 0 1 1 2 3 0 1 4 | 1 2 0 1;edge 1 2 1 0 0 1 1 1 | 1 0 2 0 1 0 0 0 1;" +
		"edge 0 2 2 0 0 1 1 0 0 0 1 | 0 1 0 1 0 0 0 0 1;dim 1 2;edge-dim 0 2;x 1 2 3 0 0 0 0 0")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Analyse(s)
	if err != nil {
		t.Fatal(err)
	}
	h, err := a.Holonomy([]int{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	// The pairs F, G of the steps 0 → 1, 1 → 2 and 2 → 0, row by row. The product begins with the identity.
	want := mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
	for _, step := range [][2]*mat.Dense{
		{mat.NewDense(2, 3, []float64{1, 2, 3, 0, 1, 4}), mat.NewDense(2, 2, []float64{1, 2, 0, 1})},
		{mat.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1}), mat.NewDense(3, 3, []float64{1, 0, 2, 0, 1, 0, 0, 0, 1})},
		{mat.NewDense(3, 3, []float64{0, 1, 0, 1, 0, 0, 0, 0, 1}), mat.NewDense(3, 3, []float64{2, 0, 0, 1, 1, 0, 0, 0, 1})}} {
		var next mat.Dense
		next.Mul(step[0], want)
		want = new(mat.Dense)
		if err := want.Solve(step[1], &next); err != nil {
			t.Fatal(err)
		}
	}
	if !nearAll(h.Map, want.RawMatrix().Data, 10) || len(h.Path) != 4 || len(h.Path[1]) != 2 || h.Conformal {
		t.Errorf("%+v, want the map %v, not conformal, and a path with 2 numbers at node 1", h, mat.Formatted(want))
	}
	// The dimension of the kernel of Map − I is 3 less its rank.
	for k := range 3 {
		want.Set(k, k, want.At(k, k)-1)
	}
	var svd mat.SVD
	svd.Factorize(want, mat.SVDNone)
	fixed := 3
	for _, v := range svd.Values(nil) {
		if v > 1e-9 {
			fixed--
		}
	}
	if h.Fixed != fixed {
		t.Errorf("%d fixed dimensions, want %d", h.Fixed, fixed)
	}
}

// Between stalks of unequal dimension, one number c means c times the first coordinates, as many as both stalks have.
// Several numbers are the entries row by row.
// A map between stalks of which one has dimension 0 has no entries. Turns, mirrors and a wrong number of entries are errors.
func TestMapsOfUnequalStalks(t *testing.T) {
	for _, c := range []struct {
		text       string
		rows, cols int
		want       []float64
	}{{"2", 2, 3, []float64{2, 0, 0, 0, 2, 0}}, {"-1/2", 3, 1, []float64{-0.5, 0, 0}}, {"1 2 3", 1, 3, []float64{1, 2, 3}},
		{"1 2 3", 3, 1, []float64{1, 2, 3}}, {"1", 0, 4, nil}, {"7", 3, 0, nil}, {"1 2 3 4", 4, 1, []float64{1, 2, 3, 4}},
		{"0 1 1 0", 1, 4, []float64{0, 1, 1, 0}}} {
		m, err := ParseMap(c.text, c.rows, c.cols)
		if err != nil || len(m.Entries) != len(c.want) || m.Conformal || m.Rows != c.rows || m.Cols != c.cols {
			t.Errorf("%q: %+v, %v, want %d by %d with entries %v", c.text, m, err, c.rows, c.cols, c.want)
			continue
		}
		for k, v := range c.want {
			// Both the numbers and the fractions of the entries.
			if got, _ := m.rats[k].Float64(); m.Entries[k] != v || got != v {
				t.Errorf("%q has entry %d %g, want %g", c.text, k, m.Entries[k], v)
			}
		}
	}
	for _, c := range []struct {
		text, want string
		rows, cols int
	}{{"turn 30", "dimension 2 at both ends", 2, 3}, {"1 2", "6 entries row by row (2 rows of 3)", 2, 3}, {"1 2", "write one number", 0, 2},
		{"", "write one number", 0, 0}, {"mirror 3", "dimension 2", 4, 1}} {
		if _, err := ParseMap(c.text, c.rows, c.cols); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: the error is %v, want %q", c.text, err, c.want)
		}
	}
}

// A change of dimension keeps the remaining coordinates of the signal, sets maps that no longer fit to 1, and is part of the text.
// A change of all dimensions to 2 makes the stalks equal again. A text with an impossible dimension is an error with its place.
func TestSetDimKeepsNumbers(t *testing.T) {
	s := Ring(3, 2)
	s.X = []string{"1", "2", "3", "4", "5", "6"}
	for _, change := range []string{"map 0 0 turn 30", "map 1 1 1 2 3 4", "dim 1 3", "edge-dim 2 0", "dim 0 1"} {
		if err := s.Do(change); err != nil {
			t.Fatalf("the change %q is refused: %v", change, err)
		}
	}
	const want = "d 2;node 0.3 0.15 a;node 0.9 0.5 b;node 0.3 0.85 c;edge 0 1 1 | 1;edge 1 2 1 | 1 2 3 4;edge 0 2 1 | 1;dim 0 1;dim 1 3;" +
		"edge-dim 2 0;x 1 3 4 0 5 6"
	if got := s.Text(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	// A new node gets the dimension of the sheaf, a new edge too; with a node its edges go.
	// Without node 1, node 3 becomes node 2, and edge 2 becomes edge 0.
	for _, change := range []string{"node 0.5 0.5", "edge 0 3", "dim 3 4", "drop-node 1", "dim 2 0"} {
		if err := s.Do(change); err != nil {
			t.Fatalf("the change %q is refused: %v", change, err)
		}
	}
	if got := s.Text(); !strings.HasSuffix(got, ";dim 0 1;dim 2 0;edge-dim 0 0;x 1 5 6") {
		t.Errorf("%s does not end with the dimensions of nodes 0 and 2 and of edge 0, and the signal", got)
	}
	if s.Equal(2) {
		t.Error("unequal stalks count as equal")
	}
	if err := s.Do("d 2"); err != nil || !s.Equal(2) || strings.Contains(s.Text(), "dim") || len(s.X) != 6 {
		t.Errorf("after the change to dimension 2: %s (%v), want no part with dim and 6 coordinates", s.Text(), err)
	}
	for text, want := range map[string]string{"d 1;dim 0 2;node 0 0 a;node 1 1 b": "after the nodes",
		"d 1;node 0 0 a;node 1 1 b;dim 2 1": "number 2",
		"d 1;node 0 0 a;node 1 1 b;dim 0 x": "part 4", "d 1;node 0 0 a;node 1 1 b;dim 0 5": "node 0: stalk dimension 5",
		"d 1;node 0 0 a;node 1 1 b;dim 0 -9223372036854775807;dim 1 99": "choose 0 to 4", "d 1;node 0 0 a;node 1 1 b;edge-dim 0 1": "so far",
		"d 1;node 0 0 a;node 1 1 b;edge 0 1 1 | 1;edge-dim 0 7": "edge 0: stalk dimension 7"} {
		if _, err := ParseSheaf(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q in it", text, err, want)
		}
	}
}

// Sheaves with L = 0 have a complete analysis: dim H⁰, dim H¹ and χ by hand, energy 0, no gap, and an extension from node 0 that leaves the
// whole stalk of node 1 free. L is 0 since the node stalks or the edge stalks have dimension 0, or since there is no edge.
func TestEmptyStalksAndEdges(t *testing.T) {
	for text, want := range map[string][3]int{ // dim H⁰, dim H¹, χ
		"d 0;node 0 0 a;node 1 1 b;edge 0 1 1 | 1":                         {0, 0, 0},
		"d 0;node 0 0 a;node 1 1 b;edge 0 1 1 | ~2;edge-dim 0 3":           {0, 3, -3},
		"d 3;node 0 0 a;node 1 1 b;dim 0 0;x 1 2 3":                        {3, 0, 3},
		"d 2;node 0 0 a;node 1 1 b;edge 0 1 ~1 | 1;edge-dim 0 0;x 1 2 3 4": {4, 0, 4},
	} {
		s, err := ParseSheaf(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Analyse(s)
		if err != nil {
			t.Fatalf("%s has no analysis: %v", text, err)
		}
		if got := [3]int{a.Dim.Dim, a.H1, a.Euler}; got != want || a.Energy != 0 || a.Lambda2Index != -1 {
			t.Errorf("%s: %v, energy %g, index %d of λ₂; want %v, 0, −1", text, got, a.Energy, a.Lambda2Index, want)
		}
		if h, err := a.Harmonic([]int{0}); err != nil || len(h.X) != len(a.X) || h.Free != s.Nodes[1].D {
			t.Errorf("%s: the extension is %+v, %v, want %d free dimensions", text, h, err, s.Nodes[1].D)
		}
	}
}

// The largest sheaf, with numbers of the largest length, has a text that reads back as the same sheaf.
// A stalk may have 0 to MaxDim dimensions.
func TestLargestSheafRoundTrip(t *testing.T) {
	s := Complete(MaxNodes, MaxDim)
	long := "~-0." + strings.Repeat("7", maxNumber-4)
	for e := range s.Edges {
		s.Edges[e].Maps = [2]string{strings.Repeat(" "+long, 16), strings.Repeat(" "+long, 16)}
	}
	for k := range s.X {
		s.X[k] = long
	}
	got, err := ParseSheaf(s.Text())
	if err != nil || got.Text() != s.Text() {
		t.Errorf("the text of %d characters does not read back as the same sheaf: %v", len(s.Text()), err)
	}
	for dim, fits := range map[int]bool{-1: false, 0: true, MaxDim: true, MaxDim + 1: false} {
		if _, err := ParseSheaf(fmt.Sprintf("d 1;node 0.1 0.1 a;node 0.9 0.9 b;dim 0 %d", dim)); (err == nil) != fits {
			t.Errorf("a stalk of %d dimensions: the error is %v, want a sheaf: %v", dim, err, fits)
		}
	}
	t.Logf("stalks of %d to %d dimensions", 0, MaxDim)
}

// A sheaf with equal stalks has the same text and the same files, byte for byte, as in the version before unequal stalks.
// testdata/equal has the files of that version.
func TestEqualStalksWriteSameBytes(t *testing.T) {
	const old = "d 2;node 0.5 0.1 a;node 0.9 0.5 b 1;node 0.1 0.9 c;edge 0 1 turn 40 | 1;edge 1 2 1 2 3 4 | -1/2;x 1 0 0 1/2 0 0"
	s, err := ParseSheaf(old)
	if err != nil || s.Text() != old {
		t.Fatalf("the text is read as %+v, %v", s, err)
	}
	files, err := s.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		want, err := os.ReadFile("testdata/equal/" + f.Name)
		if err != nil || !slices.Equal(f.Data, want) {
			t.Errorf("the file %s differs from that of testdata: %v", f.Name, err)
		}
	}
}
