package graph

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestSBMHasExactHomophily checks that a block model has N·Degree/2 edges, the requested
// homophily to within one edge, no notes, and a class mean of the length Signal. A seed decides
// the graph. Dense and large block models have the right number of edges, too.
func TestSBMHasExactHomophily(t *testing.T) {
	for _, h := range []float64{0, 0.2, 0.9, 1} {
		p := SBMParams{N: 301, Classes: 3, Degree: 6, Homophily: h, Signal: 2, Features: 16, Seed: 5}
		g, err := SBM(p)
		if err != nil {
			t.Fatal(err)
		}
		check(t, g)
		if len(g.Edges) != 903 || len(g.Notes) != 0 {
			t.Errorf("%d edges, want 903; notes %q, want none", len(g.Edges), g.Notes)
		}
		if got := g.EdgeHomophily(); math.Abs(got-h) > 1.0/903 {
			t.Errorf("homophily %v, want %v", got, h)
		}
		again, _ := SBM(p)
		if !reflect.DeepEqual(g, again) {
			t.Errorf("homophily %v: two graphs of seed %d differ", h, p.Seed)
		}
	}
	// So dense that pairs are chosen by shuffling all of them.
	g, err := SBM(SBMParams{N: 20, Classes: 2, Degree: 18, Homophily: 0.45, Signal: 1, Features: 3, Seed: 1})
	if err != nil || len(g.Edges) != 180 {
		t.Errorf("dense block model: error %v, want 180 edges", err)
	}
	// The signal is the length of the mean of a class. The mean of the features of the 2000
	// nodes of class 0, which have even numbers, is close to the mean of the class: the standard
	// error of a feature is 1/√2000 = 0.02.
	g, _ = SBM(SBMParams{N: 4000, Classes: 2, Degree: 1, Homophily: 0.5, Signal: 3, Features: 8, Seed: 1})
	mean := make([]float64, 8)
	for i := 0; i < g.N; i += 2 {
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			mean[g.X.Col[p]] += g.X.Val[p] / 2000
		}
	}
	sum := 0.0
	for _, v := range mean {
		sum += v * v
	}
	if got := math.Sqrt(sum); math.Abs(got-3) > 0.1 {
		t.Errorf("the class mean has length %v, want 3", got)
	}
	if g, err := Generate("sbm:n=20000,classes=50,degree=4,homophily=0.5"); err != nil || len(g.Edges) != 40_000 {
		t.Errorf("large block model: error %v, want 40000 edges", err)
	}
}

// TestShapesHaveExpectedCounts checks nodes, edges and homophily of regular graphs against
// numbers by hand. The features have n + 1 columns: one-hot and degree. A specification with
// spaces is refused (n = 0 in the table).
func TestShapesHaveExpectedCounts(t *testing.T) {
	cases := []struct {
		spec      string
		n, m      int
		homophily float64
	}{
		{"ring:n=12", 12, 12, 10.0 / 12}, {"ring:n=12,alternate=1", 12, 12, 0}, {"barbell:k=8", 16, 57, 56.0 / 57},
		{"bipartite:a=4,b=5,p=1", 9, 20, 0}, {"complete:n=6", 6, 15, 6.0 / 15}, {"star:n=8", 8, 7, 0},
		{"path:n=10", 10, 9, 8.0 / 9}, {"grid:rows=3,cols=4", 12, 17, 14.0 / 17}, {"grid:rows=3,cols=4,alternate=1", 12, 17, 0},
		{"ring", 12, 12, 10.0 / 12}, {" ring : n = 5 ", 0, 0, 0}, {"grid:cols=1,rows=4", 4, 3, 2.0 / 3},
	}
	for _, c := range cases {
		g, err := Generate(c.spec)
		if c.n == 0 { // a specification that is refused
			if err == nil {
				t.Errorf("%q was accepted", c.spec)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		check(t, g)
		if g.N != c.n || len(g.Edges) != c.m || g.EdgeHomophily() != c.homophily || g.X.Cols != c.n+1 {
			t.Errorf("%s: %d nodes, %d edges, homophily %v, %d columns, want %d, %d, %v, %d", c.spec, g.N, len(g.Edges), g.EdgeHomophily(),
				g.X.Cols, c.n, c.m, c.homophily, c.n+1)
		}
	}
}

// TestUnsoundSpecsAreRefused checks that Generate refuses a specification with a fault, by an
// error that starts with "graph: ". Each generator returns a sound graph with its defaults.
func TestUnsoundSpecsAreRefused(t *testing.T) {
	for _, spec := range []string{"", "nope:n=3", "ring:n=2", "ring:n=20001", "ring:n=1e9", "ring:n=3.5", "ring:n=NaN", "ring:n", "ring:m=3",
		"ring:n=4,n=5", "sbm:homophily=1.1", "sbm:degree=Inf", "sbm:n=20,degree=19,homophily=1", "sbm:n=20000,degree=900",
		"bipartite:a=10000,b=10000", "grid:rows=20000,cols=20000", "grid:rows=1,cols=1", "sbm:n=3,classes=4", "sbm:n=20000,features=512"} {
		if g, err := Generate(spec); err == nil {
			t.Errorf("%q was accepted: %s", spec, g.Name)
		} else if !strings.HasPrefix(err.Error(), "graph: ") {
			t.Errorf("%q: error %v does not start with the package", spec, err)
		}
	}
	for _, gen := range Generators() {
		if g, err := Generate(gen.Name); err != nil {
			t.Errorf("defaults of %s: %v", gen.Name, err)
		} else {
			check(t, g)
		}
	}
}

// TestFillMissingAddsFeaturesAndLabels checks that a barbell without features and labels
// gets features, its cliques as labels and a note on each. The first spectral column has one
// sign on one clique, and the other sign on the other. The given graph, and a graph with features
// and labels, stay unchanged. One community gives 2 classes, and 100 isolated nodes give
// maxCommunities classes. Graphs of no and one node are sound, too.
func TestFillMissingAddsFeaturesAndLabels(t *testing.T) {
	b := Barbell(40)
	plain := New("barbell", b.N, b.Edges)
	g := FillMissing(plain)
	check(t, g)
	if len(g.Notes) != 2 || len(plain.Notes) != 0 || plain.X.Cols != 0 {
		t.Errorf("notes %q, want 2; the given graph has notes %q and %d columns, want none", g.Notes, plain.Notes, plain.X.Cols)
	}
	if g.Classes != 2 || !reflect.DeepEqual(g.Labels, b.Labels) {
		t.Errorf("communities of a barbell are %v, want %v", g.Labels, b.Labels)
	}
	// The last 8 columns are eigenvectors. The slowest one comes first.
	col := g.X.Cols - 8
	for i := range g.N {
		v := g.X.Val[int(g.X.Ptr[i])+positionInRow(g, i, col)]
		first := g.X.Val[int(g.X.Ptr[0])+positionInRow(g, 0, col)]
		inCliqueOfNode0, hasSignOfNode0 := i < 40, (v > 0) == (first > 0)
		if hasSignOfNode0 != inCliqueOfNode0 {
			t.Errorf("node %d has %v in %s, node 0 has %v, want equal signs: %v", i, v, g.FeatureNames[col], first, inCliqueOfNode0)
		}
	}
	if k := FillMissing(Karate()); !reflect.DeepEqual(k, Karate()) {
		t.Error("FillMissing changed a graph with features and labels")
	}
	many := FillMissing(New("isolated", 100, nil))
	check(t, many)
	if many.Classes != maxCommunities {
		t.Errorf("100 isolated nodes have %d classes, want %d", many.Classes, maxCommunities)
	}
	k5 := FillMissing(New("K5", 5, clique(nil, 0, 5)))
	check(t, k5)
	if k5.Classes != 2 {
		t.Errorf("one community has %d classes, want 2", k5.Classes)
	}
	check(t, FillMissing(New("empty", 0, nil)))
	one := FillMissing(New("one", 1, nil))
	check(t, one)
	if note := "The graph has no labels: its 1 community (greedy modularity) serves as classes."; one.Notes[1] != note {
		t.Errorf("one node has the note %q, want %q", one.Notes[1], note)
	}
}

// positionInRow returns the position of column col among the entries of row i of the
// features, from 0. It is 0 if the row has no such entry.
func positionInRow(g *Graph, i, col int) int {
	for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
		if int(g.X.Col[p]) == col {
			return int(p - g.X.Ptr[i])
		}
	}
	return 0
}

// TestCommunitiesOfKarate checks that the communities of the karate club have a modularity
// of at least 0.41, computed from its definition, and that there are three to five of them. The
// best known partition has 0.4198 with four communities.
func TestCommunitiesOfKarate(t *testing.T) {
	g := Karate()
	community, k := Communities(g)
	m := float64(len(g.Edges))
	modularity := 0.0
	deg := g.Degrees()
	for i := range g.N {
		for j := range g.N {
			if community[i] == community[j] {
				modularity -= float64(deg[i]*deg[j]) / (4 * m * m)
			}
		}
	}
	for _, e := range g.Edges {
		if community[e.I] == community[e.J] {
			modularity += 1 / m
		}
	}
	if modularity < 0.41 || k < 3 || k > 5 {
		t.Errorf("modularity %v with %d communities, want 0.41 or more with 3 to 5", modularity, k)
	}
}

// TestCoreNumbers checks core numbers and clustering coefficients of a triangle with a tail
// and an isolated node against those by hand.
func TestCoreNumbers(t *testing.T) {
	g := New("triangle with a tail", 6, []Edge{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}})
	if c := coreNumbers(g.Adjacency(), g.N); !reflect.DeepEqual(c, []int{2, 2, 2, 1, 1, 0}) {
		t.Errorf("core numbers %v, want [2 2 2 1 1 0]", c)
	}
	if c := clustering(g.Adjacency(), g.N); !reflect.DeepEqual(c, []float64{1, 1, 1.0 / 3, 0, 0, 0}) {
		t.Errorf("clustering coefficients %v, want [1 1 1/3 0 0 0]", c)
	}
}
