package graph_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/graph"
)

// must returns a function that returns the edits of an operation, and fails the test if
// the operation failed.
func must(t *testing.T) func(graph.Edits, error) graph.Edits {
	return func(e graph.Edits, err error) graph.Edits {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
}

// model is the simplest editable graph, without the rules of Edits.
type model struct {
	label map[int]int     // class of each node, by id
	edges map[[2]int]bool // pairs of ids, the smaller one first
	next  int             // an id above all ids so far
}

// modelOf returns the plain model of a graph.
func modelOf(g *graph.Graph) *model {
	m := &model{label: map[int]int{}, edges: map[[2]int]bool{}, next: g.N}
	for i, y := range g.Labels {
		m.label[i] = y
	}
	for _, e := range g.Edges {
		m.edges[[2]int{int(e.I), int(e.J)}] = true
	}
	return m
}

// deleteNode deletes the node with an id and its edges.
func (m *model) deleteNode(id int) {
	delete(m.label, id)
	for p := range m.edges {
		if p[0] == id || p[1] == id {
			delete(m.edges, p)
		}
	}
}

// TestEditsAgreeWithPlainModel checks that 120 random operations give the same nodes, classes
// and edges in Edits and in model. It takes 30 seeds, on the karate club or the blank graph. An
// operation returns an error exactly if it is not valid in the model, and then changes nothing.
// Edits are values: earlier ones stay unchanged. JSON keeps the edits.
func TestEditsAgreeWithPlainModel(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		base := graph.Karate()
		if seed%3 == 0 {
			base = graph.Blank()
		}
		m, e := modelOf(base), graph.Edits{}
		var past []graph.Edits // the edits after each step
		var texts []string     // their JSON, written in that step
		for range 120 {
			// Nodes a and b, which may be missing, and a class c, of which 2 is out of range.
			a, b, c := r.IntN(m.next+2), r.IntN(m.next+2), r.IntN(3)
			_, hasA := m.label[a]
			_, hasB := m.label[b]
			pair := [2]int{min(a, b), max(a, b)}
			before := e
			var err error
			valid := false // by the model
			switch r.IntN(6) {
			case 0, 1:
				e, err = e.AddNode(base, c, r.IntN(100), 5)
				valid = c < 2
				if valid {
					// The id of the new node follows those in e.Add. After the deletion of the last added nodes it
					// may be an id of before.
					m.label[base.N+len(e.Add)-1] = c
					m.next = max(m.next, base.N+len(e.Add))
				}
			case 2, 3:
				e, err = e.AddEdge(base, a, b)
				twoNodes := hasA && hasB && a != b
				valid = twoNodes && !m.edges[pair]
				if valid {
					m.edges[pair] = true
				}
			case 4:
				if r.IntN(3) == 0 {
					e, err = e.DeleteNodes(base, a)
					valid = hasA
					if valid {
						m.deleteNode(a)
					}
					break
				}
				e, err = e.DeleteEdge(base, a, b)
				valid = m.edges[pair]
				if valid {
					delete(m.edges, pair)
				}
			case 5:
				e, err = e.SetLabel(base, c, a)
				valid = hasA && c < 2
				if valid {
					m.label[a] = c
				}
			}
			if valid != (err == nil) {
				t.Fatalf("seed %d: the operation is valid: %t by the model, but its error is %v", seed, valid, err)
			}
			if err != nil && !reflect.DeepEqual(before, e) {
				t.Fatalf("seed %d: a failed operation changed the edits", seed)
			}
			if err := e.Check(base); err != nil {
				t.Fatal(err)
			}
			text, _ := json.Marshal(e)
			past, texts = append(past, e), append(texts, string(text))
		}
		// No operation changed an earlier value.
		for k, p := range past {
			if text, _ := json.Marshal(p); string(text) != texts[k] {
				t.Fatalf("seed %d: step %d was changed later", seed, k)
			}
		}
		// The graph of the edits is the graph of the model.
		g, _, ids, err := e.Apply(base, graph.Split{})
		if err != nil {
			t.Fatal(err)
		}
		if g.N != len(m.label) || len(g.Edges) != len(m.edges) {
			t.Fatalf("seed %d: %d nodes and %d edges, want %d and %d", seed, g.N, len(g.Edges), len(m.label), len(m.edges))
		}
		for i, id := range ids {
			if y, ok := m.label[id]; !ok || g.Labels[i] != y {
				t.Errorf("seed %d: node %d has class %d, want %d", seed, id, g.Labels[i], y)
			}
		}
		for _, edge := range g.Edges {
			if !m.edges[[2]int{ids[edge.I], ids[edge.J]}] {
				t.Errorf("seed %d: the model has no edge %d–%d", seed, ids[edge.I], ids[edge.J])
			}
		}
		var read graph.Edits
		if err := json.Unmarshal([]byte(texts[len(texts)-1]), &read); err != nil || !reflect.DeepEqual(read, e) {
			t.Errorf("seed %d: written and read: %+v, error %v, want %+v", seed, read, err, e)
		}
	}
}

// TestEditsAreNet checks that operations on an edge, a class, a node with an edge, and the name
// of a class leave no change after their inverses. A deleted edge alone is one change.
func TestEditsAreNet(t *testing.T) {
	g, edited := graph.Karate(), must(t)
	var e graph.Edits
	e = edited(e.DeleteEdge(g, 1, 0))
	if e.HasEdge(g, 0, 1) || e.Size() != 1 {
		t.Errorf("after a deletion: %+v", e)
	}
	e = edited(e.AddEdge(g, 0, 1))
	e = edited(e.SetLabel(g, 1-g.Labels[3], 3))
	e = edited(e.SetLabel(g, g.Labels[3], 3))
	e = edited(e.AddNode(g, 0, 1, 2))
	e = edited(e.AddEdge(g, 34, 5))
	e = edited(e.DeleteNodes(g, 34))
	e = edited(e.NameClass(g, 0, "others"))
	e = edited(e.NameClass(g, 0, "Mr. Hi's club")) // the name in the base
	if !e.Empty() || !reflect.DeepEqual(e, graph.Edits{}) {
		t.Errorf("after all inverses: %+v, want no change", e)
	}
}

// TestEditsFollowSplitAndFeatures checks split and features of an edited graph. Nodes of
// the base keep their sets, except one that PutInto moved; new nodes are test nodes. A new
// node has the mean features of its neighbours, and zeros without neighbours. The base keeps
// its 20 nodes, and its split the 6 training nodes.
func TestEditsFollowSplitAndFeatures(t *testing.T) {
	edited := must(t)
	base, err := graph.Builtin("sbm:n=20,classes=2,degree=4")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.PerClass(base, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	// Without one training node, with the new nodes 20 and 21, of which 20 has two neighbours.
	e := edited(graph.Edits{}.DeleteNodes(base, split.Train[0]))
	e = edited(e.AddNode(base, 1, 0, 0))
	e = edited(e.AddNode(base, 1, 0, 0))
	for _, j := range []int{split.Train[1], split.Test[0]} {
		e = edited(e.AddEdge(base, 20, j))
	}
	e = edited(e.PutInto(base, graph.ValSet, split.Test[0]))
	g, s, ids, err := e.Apply(base, split)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(g.N); err != nil {
		t.Fatal(err)
	}
	// The sets.
	setOf := func(s graph.Split, i int) string {
		for k, list := range [][]int{s.Train, s.Val, s.Test} {
			if slices.Contains(list, i) {
				return []string{"train", "val", "test"}[k]
			}
		}
		return ""
	}
	for i, id := range ids {
		want := "test"
		if id < 20 {
			want = setOf(split, id)
		}
		if id == split.Test[0] {
			want = "val"
		}
		if got := setOf(s, i); got != want {
			t.Errorf("node %d is in %q, want %q", id, got, want)
		}
	}
	// The features.
	first := slices.Index(ids, 20)
	for c := range base.X.Cols {
		want := (feature(base, split.Train[1], c) + feature(base, split.Test[0], c)) / 2
		if got := feature(g, first, c); got != want {
			t.Errorf("feature %d of the new node is %v, the mean of its neighbours %v", c, got, want)
		}
		if got := feature(g, first+1, c); got != 0 {
			t.Errorf("feature %d of the new node without neighbours is %v, want 0", c, got)
		}
	}
	if base.N != 20 || len(split.Train) != 6 {
		t.Errorf("the base has %d nodes and its split %d training nodes, want 20 and 6", base.N, len(split.Train))
	}
}

// TestEditsRecomputeDerivedFeatures checks that features that FillMissing computed are
// those of the edited graph: equal to FillMissing of a new graph with the edges of the edited
// one. The bases have 34, 100 and 0 nodes, since one-hot features end at 64.
func TestEditsRecomputeDerivedFeatures(t *testing.T) {
	edited := must(t)
	for _, name := range []string{"karate", "ring:n=100", "blank"} {
		base, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		e := edited(graph.Edits{}.AddNode(base, 0, 0, 0))
		e = edited(e.AddNode(base, 1, 0, 0))
		e = edited(e.AddEdge(base, base.N, base.N+1))
		got, _, _, err := e.Apply(base, graph.Split{})
		if err != nil {
			t.Fatal(err)
		}
		plain := graph.New("", got.N, got.Edges)
		plain.NodeNames = got.NodeNames // names of features contain them
		want := graph.FillMissing(plain)
		if !reflect.DeepEqual(got.X, want.X) || !slices.Equal(got.FeatureNames, want.FeatureNames) {
			t.Errorf("%s: features differ from those computed for the edited graph", name)
		}
	}
}

// feature returns element (i, c) of the feature matrix.
func feature(g *graph.Graph, i, c int) float64 {
	for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
		if int(g.X.Col[p]) == c {
			return g.X.Val[p]
		}
	}
	return 0
}

// TestEditsWithoutChangesKeepFeatures checks the built-in graphs. Without a change, the edited
// graph has the features of the base. Without its first edge, Les Misérables, a graph of more
// than 64 nodes, keeps its column per node: only two entries of the degree differ.
func TestEditsWithoutChangesKeepFeatures(t *testing.T) {
	edited := must(t)
	for _, name := range []string{"karate", "florentine", "miserables", "ring:n=100"} {
		base, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		got, _, _, err := graph.Edits{}.Apply(base, graph.Split{})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.X, base.X) || !slices.Equal(got.FeatureNames, base.FeatureNames) {
			t.Errorf("%s: without a change the features differ", name)
		}
	}
	base := graph.LesMiserables()
	first := base.Edges[0]
	got, _, _, err := edited(graph.Edits{}.DeleteEdge(base, int(first.I), int(first.J))).Apply(base, graph.Split{})
	if err != nil {
		t.Fatal(err)
	}
	if got.X.Cols != base.X.Cols {
		t.Fatalf("without an edge there are %d features, want %d", got.X.Cols, base.X.Cols)
	}
	differing := map[[2]int]bool{}
	for i := range base.N {
		for c := range base.X.Cols {
			if feature(got, i, c) != feature(base, i, c) {
				differing[[2]int{i, c}] = true
			}
		}
	}
	degree := base.X.Cols - 1
	if want := map[[2]int]bool{{int(first.I), degree}: true, {int(first.J), degree}: true}; !maps.Equal(differing, want) {
		t.Errorf("the features %v differ, want %v", differing, want)
	}
}

// TestAddedNodesHaveNewNames: when an edited graph is the base of further edits, all its nodes have different names, also after the
// deletion of an added node.
func TestAddedNodesHaveNewNames(t *testing.T) {
	edited, base := must(t), graph.Karate()
	for round := range 3 {
		var e graph.Edits
		for range 2 {
			e = edited(e.AddNode(base, 0, 0, 0))
		}
		if round == 1 {
			e = edited(e.DeleteNodes(base, base.N-2))
		}
		g, _, _, err := e.Apply(base, graph.Split{})
		if err != nil {
			t.Fatal(err)
		}
		names := slices.Clone(g.NodeNames)
		slices.Sort(names)
		if names = slices.Compact(names); len(names) != g.N {
			t.Errorf("round %d: %d different names of %d nodes: %q", round, len(names), g.N, g.NodeNames)
		}
		base = g
	}
}

// TestDrawnGraphTakesTurns checks a graph drawn on the blank base. Of 8 nodes of two
// alternating classes, the nodes of each class go to the training, test and validation set in
// turn. The graph is ready for training once it has an edge. A node that PutInto takes out of
// all sets is in no set of Override.
func TestDrawnGraphTakesTurns(t *testing.T) {
	base, edited, e := graph.Blank(), must(t), graph.Edits{}
	for i := range 8 {
		e = edited(e.AddNode(base, i%2, 10*i, 0))
	}
	g, s, _, err := e.Apply(base, graph.Split{})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(s.Train, s.Val, s.Test) != "[0 1 6 7] [4 5] [2 3]" {
		t.Errorf("split %v, want train [0 1 6 7], validation [4 5], test [2 3]", s)
	}
	if graph.Ready(graph.Needs(g, s)) {
		t.Error("a graph without an edge is ready for training")
	}
	e = edited(e.AddEdge(base, 0, 1))
	g, s, _, _ = e.Apply(base, graph.Split{})
	if !graph.Ready(graph.Needs(g, s)) {
		t.Errorf("a graph with an edge is not ready: it needs %+v", graph.Needs(g, s))
	}
	// A split by class, and a node that PutInto takes out of it.
	drawn, err := graph.ParseSplit(g, "per-class:1", 1)
	if err != nil {
		t.Fatal(err)
	}
	taken := drawn.Train[0]
	e = edited(e.PutInto(base, graph.NoSet, taken))
	overridden := e.Override(g, drawn, e.IDs(base))
	if len(overridden.Train) != 1 || slices.Contains(overridden.Val, taken) || slices.Contains(overridden.Test, taken) {
		t.Errorf("without node %d the split is %+v", taken, overridden)
	}
}
