package graph_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// TestEditsAboveLimitsAreRefused checks that an operation above a limit returns an error. There
// are limits of changes, nodes, edges, classes, and of the length of a class name. A graph at the
// limit of nodes can be edited. Class names that are empty, taken, not UTF-8 or have control
// characters are refused, too.
func TestEditsAboveLimitsAreRefused(t *testing.T) {
	base, edited, e := graph.Blank(), must(t), graph.Edits{}
	for i := range graph.MaxEdits {
		e = edited(e.AddNode(base, 0, i, i))
	}
	if _, err := e.AddNode(base, 0, 0, 0); err == nil || !strings.Contains(err.Error(), fmt.Sprint(graph.MaxEdits)) {
		t.Errorf("one change above the limit: error %v, want one with the limit", err)
	}
	if _, _, _, err := (graph.Edits{Add: make([][3]int, graph.MaxEdits+1)}).Apply(base, graph.Split{}); err == nil {
		t.Error("edits above the limit of changes were applied")
	}
	// Nodes and edges.
	large := graph.Ring(graph.MaxEditNodes)
	if _, err := (graph.Edits{}).AddNode(large, 0, 0, 0); err == nil {
		t.Error("a node above the limit was added")
	}
	if _, err := (graph.Edits{}).DeleteEdge(large, 0, 1); err != nil {
		t.Errorf("a graph at the limit of nodes: error %v, want none", err)
	}
	if _, err := (graph.Edits{}).DeleteEdge(graph.Ring(graph.MaxEditNodes+1), 0, 1); err == nil {
		t.Error("a graph above the limit of nodes was edited")
	}
	dense := graph.Complete(450) // 450·449/2 = 101025 edges
	if _, err := (graph.Edits{}).SetLabel(dense, 0, 1); err == nil {
		t.Error("a graph with too many edges was edited")
	}
	// Classes. Each number of classes up to the limit is possible. At the limit one more is refused.
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
				t.Error("a class above the limit was added")
			}
		}
	}
	for _, name := range []string{"", " ", strings.Repeat("x", graph.MaxClassName+1), "a\nb", "a\u202eb", "\xff", "officers' club"} {
		if _, err := (graph.Edits{}).NameClass(karate, 0, name); err == nil {
			t.Errorf("the class name %q was accepted", name)
		}
	}
}

// TestNamesOfTheBaseStay checks that a class can be named and added beside classes with names that are too long, invisible, empty
// or repeated. Such names come from files. A new name that another class has is refused.
func TestNamesOfTheBaseStay(t *testing.T) {
	for _, name := range []string{strings.Repeat("x", graph.MaxClassName+1), "a\u200bb", "", "second"} {
		g, edited := graph.Ring(6), must(t)
		g.ClassNames = []string{name, "second"}
		for class, names := range [][]string{1: {name, "other"}, 2: {name, "second", "other"}} {
			if names == nil {
				continue
			}
			e := edited(graph.Edits{}.NameClass(g, class, "other"))
			got, _, _, err := e.Apply(g, graph.Split{})
			if err != nil || !slices.Equal(got.ClassNames, names) {
				t.Errorf("class %d beside %q: error %v, want the names %q", class, name, err, names)
			}
		}
		for _, names := range [][]string{{"second", "second", "third", "third"}, {"other", "other"}, {name, name + "y", name + "y"}, {name, ""}} {
			if err := (graph.Edits{Classes: names}).Check(g); err == nil {
				t.Errorf("the names %q of %q were accepted", names, g.ClassNames)
			}
		}
	}
}

// TestFullEditsCanBeTakenBack checks operations on edits with the largest number of changes: those that take a change back or replace one
// are possible, and one that adds a change is refused.
func TestFullEditsCanBeTakenBack(t *testing.T) {
	base, edited, e := graph.Ring(graph.MaxEdits+500), must(t), graph.Edits{}
	// MaxEdits changes: deleted edges, an added edge, and a node in another set.
	for i := range graph.MaxEdits - 2 {
		e = edited(e.DeleteEdge(base, i, i+1))
	}
	e = edited(e.AddEdge(base, 0, 2))
	e = edited(e.PutInto(base, graph.TrainSet, 4))
	for name, operation := range map[string]func() (graph.Edits, error){
		"a deleted edge is restored":               func() (graph.Edits, error) { return e.AddEdge(base, 0, 1) },
		"an added edge is deleted":                 func() (graph.Edits, error) { return e.DeleteEdge(base, 0, 2) },
		"a node is moved to a third set":           func() (graph.Edits, error) { return e.PutInto(base, graph.TestSet, 4) },
		"a node is deleted with its three changes": func() (graph.Edits, error) { return e.DeleteNodes(base, 4) },
	} {
		if got, err := operation(); err != nil || got.Size() > e.Size() {
			t.Errorf("%s: %d changes, error %v, want at most %d changes and no error", name, got.Size(), err, e.Size())
		}
	}
	if got, err := e.AddEdge(base, 5, 9); err == nil || got.Size() != e.Size() {
		t.Errorf("one more edge: %d changes, error %v, want %d changes and an error", got.Size(), err, e.Size())
	}
}

// TestUnsoundEditsAreRefused checks that Apply refuses edits, as a link may contain them,
// that do not fit the karate club: classes, nodes, edges and sets out of range, lists out of
// order or with repetitions, edges that exist or are missing, and lists of class names that
// are too short, repeat a name or have control characters.
func TestUnsoundEditsAreRefused(t *testing.T) {
	g := graph.Karate()
	// Add has class, x and y of a node; Label has node and class; Set has node and set; Cut and Join have the two ends of an edge.
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

// FuzzEdits checks that Apply of any text in JSON gives an error or a sound graph: a valid
// split, a class in range for every node, and ids, labels and features for all nodes.
func FuzzEdits(f *testing.F) {
	f.Add(`{"add":[[0,1,2]],"join":[[0,34]],"cut":[[0,1]],"gone":[5],"label":[[3,1]],"set":[[4,2]],"classes":["a","b","c"]}`)
	f.Add(`{"gone":[0,1,2]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var e graph.Edits
		if json.Unmarshal([]byte(text), &e) != nil {
			return // no edits
		}
		base := graph.Karate()
		split, err := graph.PerClass(base, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		g, s, ids, err := e.Apply(base, split)
		if err != nil {
			return // refused
		}
		if err := errors.Join(s.Check(g.N), e.Check(base)); err != nil {
			t.Errorf("%s was applied, but %v", text, err)
		}
		if len(ids) != g.N || len(g.Labels) != g.N || g.X.Rows != g.N {
			t.Errorf("%s: %d ids, %d labels and %d rows for %d nodes", text, len(ids), len(g.Labels), g.X.Rows, g.N)
		}
		for _, y := range g.Labels {
			if y < -1 || y >= g.Classes {
				t.Errorf("%s: class %d, want -1 to %d", text, y, g.Classes-1)
			}
		}
	})
}
