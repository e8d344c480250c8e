package graph_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// must returns the edits of an operation that is expected to succeed.
func must(t *testing.T) func(graph.Edits, error) graph.Edits {
	return func(e graph.Edits, err error) graph.Edits {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
}

// model is the simplest editable graph: sets and maps by id, copied whole.
type model struct {
	label map[int]int
	edges map[[2]int]bool
	next  int
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

// TestEditsAgreeWithPlainModel: random operations on edits and on a plain model give the same graph.
// Bad operations change nothing, and earlier edits stay unchanged.
func TestEditsAgreeWithPlainModel(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		base := graph.Karate()
		if seed%3 == 0 {
			base = graph.Blank()
		}
		m, e := modelOf(base), graph.Edits{}
		var past []graph.Edits
		var texts []string
		for range 120 {
			a, b, c := r.IntN(m.next+2), r.IntN(m.next+2), r.IntN(3)
			_, hasA := m.label[a]
			_, hasB := m.label[b]
			q := [2]int{min(a, b), max(a, b)}
			before := e
			var err error
			valid := false
			switch r.IntN(6) {
			case 0, 1:
				e, err = e.AddNode(base, c, r.IntN(100), 5)
				if valid = c < 2; valid {
					// A number is used again only when the last added nodes are gone.
					m.label[base.N+len(e.Add)-1] = c
					m.next = max(m.next, base.N+len(e.Add))
				}
			case 2, 3:
				e, err = e.AddEdge(base, a, b)
				if valid = hasA && hasB && a != b && !m.edges[q]; valid {
					m.edges[q] = true
				}
			case 4:
				if r.IntN(3) == 0 {
					e, err = e.DeleteNodes(base, a)
					if valid = hasA; valid {
						delete(m.label, a)
						for p := range m.edges {
							if p[0] == a || p[1] == a {
								delete(m.edges, p)
							}
						}
					}
					break
				}
				e, err = e.DeleteEdge(base, a, b)
				if valid = m.edges[q]; valid {
					delete(m.edges, q)
				}
			case 5:
				e, err = e.SetLabel(base, c, a)
				if valid = hasA && c < 2; valid {
					m.label[a] = c
				}
			}
			if valid != (err == nil) {
				t.Fatalf("seed %d: the model says %t, the edits %v", seed, valid, err)
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
		for k, p := range past {
			if text, _ := json.Marshal(p); string(text) != texts[k] {
				t.Fatalf("seed %d: step %d was changed later", seed, k)
			}
		}
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
		for _, q := range g.Edges {
			if !m.edges[[2]int{ids[q.I], ids[q.J]}] {
				t.Errorf("seed %d: edge %d–%d should not be there", seed, ids[q.I], ids[q.J])
			}
		}
		var back graph.Edits
		if err := json.Unmarshal([]byte(texts[len(texts)-1]), &back); err != nil || !reflect.DeepEqual(back, e) {
			t.Errorf("seed %d: written and read: %+v, want %+v", seed, back, e)
		}
	}
}

// TestEditsAreNet: an operation and its inverse leave no change.
func TestEditsAreNet(t *testing.T) {
	g, ok := graph.Karate(), must(t)
	var e graph.Edits
	e = ok(e.DeleteEdge(g, 1, 0))
	if e.HasEdge(g, 0, 1) || e.Size() != 1 {
		t.Errorf("after a deletion: %+v", e)
	}
	e = ok(e.AddEdge(g, 0, 1))
	e = ok(e.SetLabel(g, 1-g.Labels[3], 3))
	e = ok(e.SetLabel(g, g.Labels[3], 3))
	e = ok(e.AddNode(g, 0, 1, 2))
	e = ok(e.AddEdge(g, 34, 5))
	e = ok(e.DeleteNodes(g, 34))
	e = ok(e.NameClass(g, 0, "others"))
	e = ok(e.NameClass(g, 0, "Mr. Hi's club"))
	if !e.Empty() || !reflect.DeepEqual(e, graph.Edits{}) {
		t.Errorf("left over: %+v", e)
	}
}

// TestEditsFollowSplitAndFeatures: the split and the features of an edited graph follow the rules of Outline and Apply.
func TestEditsFollowSplitAndFeatures(t *testing.T) {
	ok := must(t)
	base, err := graph.Builtin("sbm:n=20,classes=2,degree=4")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.PerClass(base, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	gone := split.Train[0]
	e := ok(graph.Edits{}.DeleteNodes(base, gone))
	e = ok(e.AddNode(base, 1, 0, 0))
	e = ok(e.AddNode(base, 1, 0, 0))
	for _, j := range []int{split.Train[1], split.Test[0]} {
		e = ok(e.AddEdge(base, 20, j))
	}
	e = ok(e.PutInto(base, graph.ValSet, split.Test[0]))
	g, s, ids, err := e.Apply(base, split)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(g.N); err != nil {
		t.Fatal(err)
	}
	set := func(s graph.Split, i int) string {
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
			want = set(split, id)
		}
		if id == split.Test[0] {
			want = "val"
		}
		if got := set(s, i); got != want {
			t.Errorf("node %d is in %q, want %q", id, got, want)
		}
	}
	row := func(g *graph.Graph, i, c int) float64 {
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			if int(g.X.Col[p]) == c {
				return g.X.Val[p]
			}
		}
		return 0
	}
	first := slices.Index(ids, 20)
	for c := range base.X.Cols {
		want := (row(base, split.Train[1], c) + row(base, split.Test[0], c)) / 2
		if got := row(g, first, c); got != want {
			t.Errorf("feature %d of the new node is %v, the mean of its neighbours %v", c, got, want)
		}
		if got := row(g, first+1, c); got != 0 {
			t.Errorf("feature %d of the lonely node is %v", c, got)
		}
	}
	if base.N != 20 || len(split.Train) != 6 {
		t.Error("the base was changed")
	}
}

// TestEditsRecomputeDerivedFeatures: computed features belong to the edited graph.
func TestEditsRecomputeDerivedFeatures(t *testing.T) {
	ok := must(t)
	for _, name := range []string{"karate", "ring:n=100", "blank"} {
		base, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		e := ok(graph.Edits{}.AddNode(base, 0, 0, 0))
		e = ok(e.AddNode(base, 1, 0, 0))
		e = ok(e.AddEdge(base, base.N, base.N+1))
		got, _, _, err := e.Apply(base, graph.Split{})
		if err != nil {
			t.Fatal(err)
		}
		plain := graph.New("", got.N, got.Edges)
		plain.NodeNames = got.NodeNames
		want := graph.FillMissing(plain)
		if !reflect.DeepEqual(got.X, want.X) || !slices.Equal(got.FeatureNames, want.FeatureNames) {
			t.Errorf("%s: features differ from those computed for the edited graph", name)
		}
	}
}

// TestDrawnGraphTakesTurns: a drawn graph has training nodes of every class as soon as it has nodes.
func TestDrawnGraphTakesTurns(t *testing.T) {
	base, ok, e := graph.Blank(), must(t), graph.Edits{}
	for i := range 8 {
		e = ok(e.AddNode(base, i%2, 10*i, 0))
	}
	g, s, _, err := e.Apply(base, graph.Split{})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(s.Train, s.Val, s.Test) != "[0 1 6 7] [4 5] [2 3]" {
		t.Errorf("split %v", s)
	}
	if graph.Ready(graph.Needs(g, s)) {
		t.Error("a graph without an edge is not ready")
	}
	e = ok(e.AddEdge(base, 0, 1))
	if g, s, _, _ = e.Apply(base, graph.Split{}); !graph.Ready(graph.Needs(g, s)) {
		t.Errorf("needs %+v", graph.Needs(g, s))
	}
	drawn, err := graph.ParseSplit(g, "per-class:1", 1)
	if err != nil {
		t.Fatal(err)
	}
	e = ok(e.PutInto(base, graph.NoSet, drawn.Train[0]))
	if s := e.Override(g, drawn, e.IDs(base)); len(s.Train) != 1 || slices.Contains(s.Val, drawn.Train[0]) || slices.Contains(s.Test,
		drawn.Train[0]) {
		t.Errorf("overridden: %+v", s)
	}
}

// TestEditsAboveLimitsAreRefused: an operation that would exceed a limit returns an error.
func TestEditsAboveLimitsAreRefused(t *testing.T) {
	base, ok, e := graph.Blank(), must(t), graph.Edits{}
	for i := range graph.MaxEdits {
		e = ok(e.AddNode(base, 0, i, i))
	}
	if _, err := e.AddNode(base, 0, 0, 0); err == nil || !strings.Contains(err.Error(), fmt.Sprint(graph.MaxEdits)) {
		t.Errorf("over the limit of changes: %v", err)
	}
	if _, _, _, err := (graph.Edits{Add: make([][3]int, graph.MaxEdits+1)}).Apply(base, graph.Split{}); err == nil {
		t.Error("edits over the limit were applied")
	}
	large := graph.Ring(graph.MaxEditNodes)
	if _, err := (graph.Edits{}).AddNode(large, 0, 0, 0); err == nil {
		t.Error("a node over the limit was added")
	}
	if _, err := (graph.Edits{}).DeleteEdge(large, 0, 1); err != nil {
		t.Errorf("a graph at the limit: %v", err)
	}
	if _, err := (graph.Edits{}).DeleteEdge(graph.Ring(graph.MaxEditNodes+1), 0, 1); err == nil {
		t.Error("a graph over the limit was edited")
	}
	dense := graph.Complete(450) // 101025 edges
	if _, err := (graph.Edits{}).SetLabel(dense, 0, 1); err == nil {
		t.Error("a graph with too many edges was edited")
	}
	karate := graph.Karate()
	for c := karate.Classes; c < graph.MaxEditClasses; c++ {
		e, err := graph.Edits{}, error(nil)
		for k := karate.Classes; k <= c; k++ {
			e, err = e.NameClass(karate, k, fmt.Sprint("new ", k))
			if err != nil {
				t.Fatal(err)
			}
		}
		if c == graph.MaxEditClasses-1 {
			if _, err := e.NameClass(karate, c+1, "one more"); err == nil {
				t.Error("a class over the limit was added")
			}
		}
	}
	for _, name := range []string{"", " ", strings.Repeat("x", graph.MaxClassName+1), "a\nb", "a\u202eb", "\xff", "officers' club"} {
		if _, err := (graph.Edits{}).NameClass(karate, 0, name); err == nil {
			t.Errorf("the class name %q was taken", name)
		}
	}
}

// TestUnsoundEditsAreRefused: the claims of a link are checked before a graph is made.
func TestUnsoundEditsAreRefused(t *testing.T) {
	g := graph.Karate()
	for _, e := range []graph.Edits{
		{Add: [][3]int{{2, 0, 0}}}, {Add: [][3]int{{-1, 0, 0}}}, {Add: [][3]int{{0, 1 << 40, 0}}}, {Gone: []int{34}}, {Gone: []int{-1}},
		{Gone: []int{3, 3}}, {Gone: []int{4, 3}},
		{Cut: [][2]int{{0, 33}}}, {Cut: [][2]int{{1, 0}}}, {Cut: [][2]int{{0, 1 << 40}}}, {Join: [][2]int{{0, 1}}}, {Join: [][2]int{{5, 5}}},
		{Join: [][2]int{{-1, 5}}},
		{Join: [][2]int{{0, 34}}}, {Label: [][2]int{{0, 2}}}, {Label: [][2]int{{0, -2}}}, {Label: [][2]int{{34, 0}}},
		{Label: [][2]int{{1, 0}, {0, 0}}},
		{Set: [][2]int{{0, 4}}}, {Set: [][2]int{{0, -1}}}, {Set: [][2]int{{-3, 1}}}, {Classes: []string{"a"}}, {Classes: []string{"a", "a"}},
		{Classes: []string{"a", "\x00"}}, {Classes: []string{}},
	} {
		if _, _, _, err := e.Apply(g, graph.Split{}); err == nil {
			t.Errorf("%+v was applied", e)
		}
	}
}

// FuzzEdits: any text gives a sound graph or an error.
func FuzzEdits(f *testing.F) {
	f.Add(`{"add":[[0,1,2]],"join":[[0,34]],"cut":[[0,1]],"gone":[5],"label":[[3,1]],"set":[[4,2]],"classes":["a","b","c"]}`)
	f.Add(`{"gone":[0,1,2]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var e graph.Edits
		if json.Unmarshal([]byte(text), &e) != nil {
			return
		}
		base := graph.Karate()
		split, err := graph.PerClass(base, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		g, s, ids, err := e.Apply(base, split)
		if err != nil {
			return
		}
		if err := errors.Join(s.Check(g.N), e.Check(base)); err != nil || len(ids) != g.N || len(g.Labels) != g.N || g.X.Rows != g.N {
			t.Errorf("%s: %v, %d ids for %d nodes", text, err, len(ids), g.N)
		}
		for _, y := range g.Labels {
			if y < -1 || y >= g.Classes {
				t.Errorf("%s: class %d of %d", text, y, g.Classes)
			}
		}
	})
}

func ExampleEdits_Apply() {
	base := graph.Karate()
	e, err := graph.Edits{}.AddNode(base, 0, 10, 20)
	if err == nil {
		e, err = e.AddEdge(base, 34, 0) // the new node has the next id
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	g, _, _, err := e.Apply(base, graph.Split{})
	fmt.Println(g.N, len(g.Edges), err)
	// Output: 35 79 <nil>
}
