//go:build !js

package graphio

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// datasets is the folder of the public data sets, beside the repository.
const datasets = "../../../shared/datasets/"

// TestDatasetsEqualTable: the public data sets have the sizes, homophilies and splits of the literature, which the table lists.
// nnz is compared only if it is not 0. featureless is not compared for citeseer, because checkSpecial compares the list of these nodes.
func TestDatasetsEqualTable(t *testing.T) {
	cases := []struct {
		name string
		// lines is the number of lines with an edge in the file. loops is the number of nodes with a self-loop.
		nodes, lines, edges, loops int
		// largest is the number of nodes in the largest component. isolated is the number of nodes without an edge.
		features, classes, components, largest, isolated, maxDegree int
		// nnz is the number of non-zero features. featureless is the number of nodes without features.
		nnz, featureless int
		// edge is the edge homophily, withLoops the edge homophily with self-loops as edges, and node the node homophily.
		edge, withLoops, node float64
		// sizes has the number of nodes in each class.
		sizes []int
		// split has the numbers of training, validation and test nodes.
		split [3]int
	}{
		// name, nodes, lines, edges, loops, features, classes, components, largest, isolated, maxDegree, nnz, featureless,
		// edge, withLoops, node, sizes, split
		{"cora", 2708, 10858, 5278, 0, 1433, 7, 78, 2485, 0, 168, 49216, 0, 0.8100, 0.8100, 0.8252, []int{351, 217, 418, 818, 426, 298, 180},
			[3]int{1192, 796, 497}},
		{"citeseer", 3327, 9464, 4552, 124, 3703, 6, 438, 2120, 48, 99, 105165, 0, 0.7355, 0.7425, 0.7166,
			[]int{264, 590, 668, 701, 596, 508}, [3]int{1596, 1065, 666}},
		{"pubmed", 19717, 88676, 44324, 3, 500, 3, 1, 19717, 0, 171, 988031, 0, 0.8024, 0.8024, 0.7924, []int{4103, 7739, 7875},
			[3]int{9463, 6310, 3944}},
		{"actor", 7600, 33391, 26659, 93, 932, 5, 1, 7600, 0, 1303, 0, 0, 0.2167, 0.2195, 0.2199, []int{853, 1337, 1630, 1815, 1965},
			[3]int{3648, 2432, 1520}},
		{"chameleon", 2277, 36101, 31371, 50, 2325, 5, 1, 2277, 0, 732, 0, 233, 0.2299, 0.2312, 0.2471, []int{456, 460, 453, 521, 387},
			[3]int{1092, 729, 456}},
		{"squirrel", 5201, 217073, 198353, 140, 2089, 5, 1, 5201, 0, 1903, 0, 165, 0.2221, 0.2227, 0.2172,
			[]int{1042, 1040, 1039, 1040, 1040}, [3]int{2496, 1664, 1041}},
		{"cornell", 183, 298, 277, 3, 1703, 5, 1, 183, 0, 94, 0, 0, 0.1227, 0.1321, 0.1110, []int{38, 16, 30, 82, 17}, [3]int{87, 59, 37}},
		{"texas", 183, 325, 279, 16, 1703, 5, 1, 183, 0, 104, 0, 0, 0.0609, 0.1119, 0.0567, []int{33, 1, 18, 101, 30}, [3]int{87, 59, 37}},
		{"wisconsin", 251, 515, 450, 16, 1703, 5, 1, 251, 0, 122, 0, 0, 0.1778, 0.2060, 0.1552, []int{10, 70, 118, 32, 21}, [3]int{120, 80, 51}},
		{"cornell_legacy", 183, 298, 277, 3, 1703, 5, 1, 183, 0, 94, 0, 0, 0.2960, 0.3036, 0.3009, []int{33, 1, 18, 101, 30}, [3]int{87, 59, 37}},
	}
	for _, c := range cases {
		r, err := Reader{}.ReadFolder(datasets+c.name, Correction{})
		if err != nil {
			t.Errorf("%s is not read: %v", c.name, err)
			continue
		}
		g := r.Graph
		component, components := g.Components()
		sizes := make([]int, components)
		for _, k := range component {
			sizes[k]++
		}
		// equal fails if got is not want. quantity is their name in the message.
		equal := func(quantity string, got, want any) {
			t.Helper()
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s is %v, want %v", c.name, quantity, got, want)
			}
		}
		// four rounds to four decimals, as the table has them.
		four := func(v float64) string { return fmt.Sprintf("%.4f", v) }
		equal("name", g.Name, c.name)
		equal("nodes", g.N, c.nodes)
		equal("edge lines", r.Tally.Given, c.lines)
		equal("edges", len(g.Edges), c.edges)
		equal("lines merged", r.Tally.Merged, c.lines-c.edges-r.Tally.Loops)
		equal("self-loops", r.Tally.DistinctLoops, c.loops)
		equal("features", g.X.Cols, c.features)
		equal("classes", g.Classes, c.classes)
		equal("components", components, c.components)
		equal("largest component", slices.Max(sizes), c.largest)
		equal("isolated nodes", countIsolated(g), c.isolated)
		equal("largest degree", slices.Max(g.Degrees()), c.maxDegree)
		equal("class sizes", g.ClassSizes(), c.sizes)
		equal("labelled nodes", !slices.Contains(g.Labels, -1), true)
		equal("edge homophily", four(g.EdgeHomophily()), four(c.edge))
		equal("node homophily", four(g.NodeHomophily()), four(c.node))
		// A self-loop joins two ends of the same class.
		sameClass := g.EdgeHomophily()*float64(len(g.Edges)) + float64(c.loops)
		equal("edge homophily with loops", four(sameClass/float64(len(g.Edges)+c.loops)), four(c.withLoops))
		if c.nnz > 0 {
			equal("non-zero features", g.X.NNZ(), c.nnz)
		}
		if err := g.X.Check(); err != nil {
			t.Errorf("%s: the features are unsound: %v", c.name, err)
		}
		empty := 0 // rows of the feature matrix without an entry
		for i := range g.N {
			if g.X.Ptr[i] == g.X.Ptr[i+1] {
				empty++
			}
		}
		if c.name != "citeseer" {
			equal("rows without features", empty, c.featureless)
		}
		if len(r.Splits) < 10 {
			t.Fatalf("%s has %d splits, want at least 10", c.name, len(r.Splits))
		}
		// Every set has the ten splits of Geom-GCN. Two splits of citeseer are smaller than the others.
		for k, p := range r.Splits[:10] {
			if !strings.HasSuffix(p.Name, fmt.Sprintf("_split_0.6_0.2_%d.npz", k)) {
				t.Errorf("%s: split %d is called %s, want the name of its file", c.name, k, p.Name)
			}
			want := c.split
			isSmaller := k == 4 || k == 5
			if c.name == "citeseer" && isSmaller {
				want = [3]int{1017, 679, 424}
			}
			equal("split "+p.Name, [3]int{len(p.Train), len(p.Val), len(p.Test)}, want)
			if err := p.Check(g.N); err != nil {
				t.Errorf("%s: split %s is unsound: %v", c.name, p.Name, err)
			}
		}
		checkSpecial(t, c.name, r)
	}
}

// checkSpecial checks properties that only some data sets have.
// Citeseer has 15 nodes without features. The only node of class 1 in Texas is in six of the ten training sets. The last split of Cora and
// of PubMed is the public split of Planetoid. All 932 features of Actor occur.
func checkSpecial(t *testing.T, name string, r *Found) {
	g := r.Graph
	switch name {
	case "citeseer":
		// These nodes have no features and the label 0.
		featureless := []int{2407, 2489, 2553, 2682, 2781, 2953, 3042, 3063, 3212, 3214, 3250, 3292, 3305, 3306, 3309}
		// counts are the numbers of these nodes in the three sets of split 0.
		var counts [3]int
		for _, i := range featureless {
			if g.Labels[i] != 0 || g.X.Ptr[i] != g.X.Ptr[i+1] {
				t.Errorf("citeseer: node %d has label %d and %d features, want 0 and none", i, g.Labels[i], g.X.Ptr[i+1]-g.X.Ptr[i])
			}
			for set, list := range [3][]int{r.Splits[0].Train, r.Splits[0].Val, r.Splits[0].Test} {
				for _, j := range list {
					if i == j {
						counts[set]++
					}
				}
			}
		}
		if counts != [3]int{10, 4, 1} {
			t.Errorf("citeseer: the sets of split 0 have %v nodes without features, want [10 4 1]", counts)
		}
	case "texas":
		// The only node of class 1 is in the training sets of splits 3, 4, 5, 6, 8 and 9.
		for k, s := range r.Splits {
			trained := false
			for _, i := range s.Train {
				trained = trained || g.Labels[i] == 1
			}
			if trained != (k >= 3 && k != 7) {
				t.Errorf("texas: class 1 is in the training set of split %d: %v, want %v", k, trained, !trained)
			}
		}
	case "cora", "pubmed":
		s := r.Splits[len(r.Splits)-1]
		if s.Name != "public Planetoid split" || len(s.Train) != 20*g.Classes || len(s.Val) != 500 || len(s.Test) != 1000 {
			t.Errorf("%s: the last split is %s of %d, %d, %d nodes, want the public one of 20 a class, 500 and 1000", name, s.Name, len(s.Train),
				len(s.Val), len(s.Test))
		}
		for c, n := range classCounts(g, s.Train) {
			if n != 20 {
				t.Errorf("%s: class %d has %d training nodes in the public split, want 20", name, c, n)
			}
		}
	case "actor":
		used := map[int32]bool{}
		for _, c := range g.X.Col {
			used[c] = true
		}
		if len(used) != 932 {
			t.Errorf("actor: %d columns of features in use, want 932", len(used))
		}
	}
}

// classCounts returns the number of nodes in each class among nodes.
func classCounts(g *graph.Graph, nodes []int) []int {
	n := make([]int, g.Classes)
	for _, i := range nodes {
		n[g.Labels[i]]++
	}
	return n
}

// TestMissingFolderIsAnError: a folder that does not exist or is empty is an error.
func TestMissingFolderIsAnError(t *testing.T) {
	for _, dir := range []string{"/no/such/folder", t.TempDir()} {
		if _, err := (Reader{}).ReadFolder(dir, Correction{}); err == nil {
			t.Errorf("the folder %s is read, want an error", dir)
		}
	}
}

// TestDirectionsEqualFileLines: the directed entries of the WebKB data sets Texas, Cornell and Wisconsin are the distinct ordered pairs of
// different nodes in the lines of their files. The test splits the lines itself.
// Cora, a Planetoid set that lists both orders of each pair, has no directions.
func TestDirectionsEqualFileLines(t *testing.T) {
	for _, name := range []string{"texas", "cornell", "wisconsin"} {
		r, err := Reader{}.ReadFolder(datasets+name, Correction{})
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(datasets + name + "/out1_graph_edges.txt")
		if err != nil {
			t.Fatal(err)
		}
		// listed has the ordered pairs "i j" of different nodes below the header of the file.
		listed := map[string]bool{}
		for _, line := range strings.Split(string(data), "\n")[1:] {
			if f := strings.Fields(line); len(f) == 2 && f[0] != f[1] {
				listed[f[0]+" "+f[1]] = true
			}
		}
		// entries counts the listed pairs that are directions of an edge.
		g, entries := r.Graph, 0
		for e, q := range g.Edges {
			for d, key := range map[graph.Direction]string{graph.Forward: fmt.Sprint(q.I, " ", q.J), graph.Backward: fmt.Sprint(q.J, " ", q.I)} {
				if listed[key] != (g.Direction(e)&d != 0) {
					t.Errorf("%s: the pair %s is listed: %v, but the direction of the edge is %d", name, key, listed[key], g.Direction(e))
				}
				if listed[key] {
					entries++
				}
			}
		}
		if entries != len(listed) || g.Entries() != entries {
			t.Errorf("%s: the graph has %d entries, the file lists %d, and %d of these are edges", name, g.Entries(), len(listed), entries)
		}
		// Without one-way edges the test would compare no direction.
		if entries == 2*len(g.Edges) {
			t.Errorf("%s: all %d edges have both directions", name, len(g.Edges))
		}
	}
	r, err := Reader{}.ReadFolder(datasets+"cora", Correction{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Graph.Directions != nil {
		t.Errorf("Cora has the directions %v, want none", r.Graph.Directions)
	}
}
