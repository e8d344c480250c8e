package graph

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// check fails the test if g breaks an invariant of the package: edges sorted, distinct and
// in range, finite features, a label in range (−1 for none) for every node, and names for all
// or none.
func check(t *testing.T, g *Graph) {
	t.Helper()
	for k, e := range g.Edges {
		if e.I < 0 || e.I >= e.J || int(e.J) >= g.N {
			t.Fatalf("%s: edge %d is %v", g.Name, k, e)
		}
		if k == 0 {
			continue
		}
		last := g.Edges[k-1]
		ascending := last.I < e.I || last.I == e.I && last.J < e.J
		if !ascending {
			t.Fatalf("%s: edge %v after %v", g.Name, e, last)
		}
	}
	// Features.
	if g.X.Rows != g.N || g.X.Check() != nil {
		t.Fatalf("%s: features of %d rows for %d nodes, error %v", g.Name, g.X.Rows, g.N, g.X.Check())
	}
	for _, v := range g.X.Val {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("%s: the feature %v is not finite", g.Name, v)
		}
	}
	// Labels and names.
	if len(g.Labels) != g.N {
		t.Fatalf("%s: %d labels for %d nodes", g.Name, len(g.Labels), g.N)
	}
	for _, names := range []struct {
		kind  string
		names []string
		want  int
	}{{"nodes", g.NodeNames, g.N}, {"classes", g.ClassNames, g.Classes}, {"features", g.FeatureNames, g.X.Cols}} {
		if names.names != nil && len(names.names) != names.want {
			t.Fatalf("%s: %d names for %d %s", g.Name, len(names.names), names.want, names.kind)
		}
	}
	for i, y := range g.Labels {
		if y < -1 || y >= g.Classes {
			t.Fatalf("%s: node %d has label %d, want -1 to %d", g.Name, i, y, g.Classes-1)
		}
	}
}

// TestBuildSortsAndMergesEdges checks that Build sorts edges, merges repeated ones and drops
// self-loops, with a count and a note of each. Adjacency has each edge at both ends, with its
// number, and ascending neighbours. The empty graph has no classes.
func TestBuildSortsAndMergesEdges(t *testing.T) {
	g, tally := Build("b", 5, []Edge{{3, 1}, {1, 3}, {0, 4}, {2, 2}, {2, 2}, {0, 4}, {1, 0}})
	check(t, g)
	if want := []Edge{{0, 1}, {0, 4}, {1, 3}}; !reflect.DeepEqual(g.Edges, want) {
		t.Errorf("edges %v, want %v", g.Edges, want)
	}
	if want := (Tally{Given: 7, Loops: 2, DistinctLoops: 1, Merged: 2}); tally != want || len(g.Notes) != 2 {
		t.Errorf("tally %+v with notes %q, want %+v with 2 notes", tally, g.Notes, want)
	}
	if sizes := New("e", 0, nil).ClassSizes(); len(sizes) != 0 {
		t.Errorf("the empty graph has classes of sizes %v", sizes)
	}
	// The adjacency.
	a := g.Adjacency()
	for k, e := range g.Edges {
		for _, end := range [][2]int32{{e.I, e.J}, {e.J, e.I}} {
			found := false
			for p := a.Ptr[end[0]]; p < a.Ptr[end[0]+1]; p++ {
				found = found || a.Nbr[p] == end[1] && int(a.EdgeID[p]) == k
				if p > a.Ptr[end[0]] && a.Nbr[p] <= a.Nbr[p-1] {
					t.Errorf("the neighbours of node %d do not ascend", end[0])
				}
			}
			if !found {
				t.Errorf("the adjacency of node %d has no edge %d to %d", end[0], k, end[1])
			}
		}
	}
}

// TestBuildPanicsOutOfRange checks that New panics for an edge with an end outside the graph.
func TestBuildPanicsOutOfRange(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an edge out of range was accepted")
		}
	}()
	New("b", 2, []Edge{{0, 2}})
}

// TestKarateEqualsZachary checks nodes, edges, degrees, class sizes, homophily and triangles of
// the karate club against published numbers. Its 35 columns are 34 one-hot ones and the degree.
func TestKarateEqualsZachary(t *testing.T) {
	g := Karate()
	check(t, g)
	want := []int{16, 9, 10, 6, 3, 4, 4, 4, 5, 2, 3, 1, 2, 5, 2, 2, 2, 2, 2, 3, 2, 2, 2, 5, 3, 3, 2, 4, 3, 4, 4, 6, 12, 17}
	if got := g.Degrees(); !reflect.DeepEqual(got, want) {
		t.Errorf("degrees %v, want %v", got, want)
	}
	if g.N != 34 || len(g.Edges) != 78 || g.X.Cols != 35 || len(g.Notes) != 0 {
		t.Errorf("%d nodes, %d edges, %d columns, notes %q, want 34, 78, 35 and none", g.N, len(g.Edges), g.X.Cols, g.Notes)
	}
	if s := g.ClassSizes(); s[0] != 17 || s[1] != 17 {
		t.Errorf("factions %v, want 17 and 17", s)
	}
	// Eleven friendships ran across the split of the club.
	if h := g.EdgeHomophily(); h != 67.0/78 {
		t.Errorf("homophily %v, want 67/78", h)
	}
	if n := triangles(g); n != 45 {
		t.Errorf("%d triangles, want 45", n)
	}
}

// TestFlorentineEqualsPadgett checks degrees, edges, components and some classes of the
// Florentine families against the published table.
func TestFlorentineEqualsPadgett(t *testing.T) {
	g := Florentine()
	check(t, g)
	want := map[string]int{"Medici": 6, "Guadagni": 4, "Strozzi": 4, "Albizzi": 3, "Castellani": 3, "Peruzzi": 3,
		"Bischeri": 3, "Ridolfi": 3, "Tornabuoni": 3, "Barbadori": 2, "Salviati": 2, "Acciaiuoli": 1, "Ginori": 1,
		"Lamberteschi": 1, "Pazzi": 1, "Pucci": 0}
	for i, d := range g.Degrees() {
		if w, ok := want[g.NodeNames[i]]; !ok || d != w {
			t.Errorf("%s has %d marriage ties, want %d", g.NodeNames[i], d, w)
		}
	}
	if _, comps := g.Components(); len(g.Edges) != 20 || comps != 2 {
		t.Errorf("%d edges, %d components, want 20 and 2", len(g.Edges), comps)
	}
	// 0 and 1 are the two parties, −1 stands for neither.
	side := map[string]int{"Medici": 0, "Pucci": 0, "Tornabuoni": 0, "Albizzi": 1, "Strozzi": 1, "Peruzzi": 1, "Ridolfi": -1}
	for i, name := range g.NodeNames {
		if w, ok := side[name]; ok && g.Labels[i] != w {
			t.Errorf("%s has label %d, want %d", name, g.Labels[i], w)
		}
	}
}

// TestLesMiserablesEqualsKnuth checks degrees, nodes, edges, components, groups and
// triangles of Les Misérables against the published data.
func TestLesMiserablesEqualsKnuth(t *testing.T) {
	g := LesMiserables()
	check(t, g)
	want := map[string]int{"Valjean": 36, "Gavroche": 22, "Marius": 19, "Javert": 17, "Thénardier": 16, "Fantine": 15, "Myriel": 10,
		"Mother Plutarch": 1}
	for i, d := range g.Degrees() {
		if w, ok := want[g.NodeNames[i]]; ok && d != w {
			t.Errorf("%s has degree %d, want %d", g.NodeNames[i], d, w)
		}
	}
	if _, n := g.Components(); g.N != 77 || len(g.Edges) != 254 || n != 1 {
		t.Errorf("%d nodes, %d edges, %d components, want 77, 254, 1", g.N, len(g.Edges), n)
	}
	if most := slices.Max(g.Degrees()); g.Classes != 11 || most != 36 {
		t.Errorf("%d classes, largest degree %d, want 11 and 36", g.Classes, most)
	}
	if want := []int{3, 10, 14, 10, 11, 10, 1, 2, 13, 1, 2}; !reflect.DeepEqual(g.ClassSizes(), want) {
		t.Errorf("class sizes %v, want %v", g.ClassSizes(), want)
	}
	if n := triangles(g); n != 467 {
		t.Errorf("%d triangles, want 467", n)
	}
}

// triangles returns the number of triangles, without the package's own code. It counts a triangle
// at the edge of its two smaller nodes.
func triangles(g *Graph) int {
	isEdge := map[Edge]bool{}
	for _, e := range g.Edges {
		isEdge[e] = true
	}
	count := 0
	for _, e := range g.Edges {
		for k := e.J + 1; int(k) < g.N; k++ {
			if isEdge[Edge{e.I, k}] && isEdge[Edge{e.J, k}] {
				count++
			}
		}
	}
	return count
}

// TestBuiltinsHaveFeaturesAndClasses checks that every built-in graph has features and at
// least two classes. The error for an unknown name lists the names. Builtin accepts generators,
// with and without parameters.
func TestBuiltinsHaveFeaturesAndClasses(t *testing.T) {
	for _, name := range BuiltinNames() {
		g, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		check(t, g)
		if g.X.Cols == 0 || g.Classes < 2 {
			t.Errorf("%s has %d feature columns and %d classes", name, g.X.Cols, g.Classes)
		}
	}
	if _, err := Builtin("nope"); err == nil || !strings.Contains(err.Error(), "karate") {
		t.Errorf("error %v does not list the names", err)
	}
	if g, err := Builtin("barbell"); err != nil || g.N != 16 {
		t.Errorf("generator without parameters: error %v, want a barbell of 16 nodes", err)
	}
	if g, err := Builtin("ring:n=5"); err != nil || g.N != 5 {
		t.Errorf("generator with a parameter: error %v, want a ring of 5 nodes", err)
	}
}

// TestHomophilyAndComponents checks the homophily of edges and nodes, the components, and the
// largest and smallest degree of a graph of 6 nodes against values by hand. Node 4 has no label.
func TestHomophilyAndComponents(t *testing.T) {
	g := New("p", 6, []Edge{{0, 1}, {1, 2}, {3, 4}})
	g.setLabels([]int{0, 0, 1, 1, -1, 1}, nil)
	// Edge (3, 4) has an unknown end and does not count.
	if h := g.EdgeHomophily(); h != 0.5 {
		t.Errorf("edge homophily %v, want 0.5", h)
	}
	// Only nodes 0 to 2 have neighbours with labels. Of these neighbours all, half and none have the class of the node.
	if h := g.NodeHomophily(); h != (1+0.5+0)/3 {
		t.Errorf("node homophily %v, want 0.5", h)
	}
	id, n := g.Components()
	if n != 3 || !reflect.DeepEqual(id, []int{0, 0, 0, 1, 1, 2}) {
		t.Errorf("%d components %v, want 3: [0 0 0 1 1 2]", n, id)
	}
	if d := g.Degrees(); slices.Max(d) != 2 || slices.Min(d) != 0 {
		t.Errorf("degrees %v, want 0 to 2", d)
	}
}
