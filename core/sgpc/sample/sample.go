// Package sample creates the graphs and runs that the tests of core/sgpc and of its
// subpackages share. It does not import core/sgpc, so that tests of package sgpc can
// import it. The caller passes the constructor sgpc.New.
package sample

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// New is the type of the constructor sgpc.New. Run stands for *sgpc.Run.
type New[Run any] func(*graph.Graph, graph.Split, settings.Config) (Run, error)

// Named returns a built-in graph with a split. seed selects the random nodes of the split.
// An unknown graph or split fails the test.
func Named(t testing.TB, name, split string, seed uint64) (*graph.Graph, graph.Split) {
	t.Helper()
	g, err := graph.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := graph.ParseSplit(g, split, seed)
	if err != nil {
		t.Fatal(err)
	}
	return g, s
}

// Karate returns a small run on the karate club at position 0. If change is not nil, it
// changes the default settings.
func Karate[Run any](t testing.TB, newRun New[Run], change func(*settings.Config)) Run {
	t.Helper()
	g, split := Named(t, "karate", method.DefaultSplit, 0)
	c := method.DefaultFor(g, split)
	c.Channels, c.Hidden = 6, 12 // small numbers save time
	return create(t, newRun, g, split, c, change)
}

// TexasLike returns a run on a heterophilic block model, after the given number of
// epochs. The block model has as many classes, and about as many edges per node, as Texas. If
// change is not nil, it changes the settings.
func TexasLike[Run interface{ StepEpoch() }](t testing.TB, newRun New[Run], model string, epochs int, change func(*settings.Config)) Run {
	t.Helper()
	g, split := Named(t, "sbm:n=60,classes=5,degree=3,homophily=0.1,signal=1,seed=7", method.DefaultSplit, 1)
	c, err := method.Paper.Configure(g, split, model, "paper", 3) // "paper" is the reading, 3 the seed of the run
	if err != nil {
		t.Fatal(err)
	}
	c.CGTol = 1e-12 // the tests compare numbers, and the error of the solve must not matter
	r := create(t, newRun, g, split, c, change)
	for range epochs {
		r.StepEpoch()
	}
	return r
}

// create returns a run with the settings c. If change is not nil, it changes c. Invalid
// settings fail the test.
func create[Run any](t testing.TB, newRun New[Run], g *graph.Graph, split graph.Split, c settings.Config,
	change func(*settings.Config)) Run {
	t.Helper()
	if change != nil {
		change(&c)
	}
	r, err := newRun(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Rewired returns a copy of g without the removed edges and with the added edges. An edge
// is given by its two nodes (0-based). Rewired uses graph.Edits, like the editor of the page.
func Rewired(t testing.TB, g *graph.Graph, split graph.Split, removed, added [][2]int) *graph.Graph {
	t.Helper()
	var edits graph.Edits
	var err error
	for _, ends := range removed {
		edits, err = edits.DeleteEdge(g, ends[0], ends[1])
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, ends := range added {
		edits, err = edits.AddEdge(g, ends[0], ends[1])
		if err != nil {
			t.Fatal(err)
		}
	}
	rewired, _, _, err := edits.Apply(g, split)
	if err != nil {
		t.Fatal(err)
	}
	return rewired
}

// Documented fails the test unless CLAIMS.md contains the text that fmt.Sprintf formats
// from form and args. Line breaks in the file count as spaces. The file is two or three
// folders above the test.
func Documented(t *testing.T, form string, args ...any) {
	t.Helper()
	text, err := os.ReadFile("../../CLAIMS.md")
	if err != nil {
		text, err = os.ReadFile("../../../CLAIMS.md")
	}
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(form, args...)
	onOneLine := strings.Join(strings.Fields(string(text)), " ")
	if !strings.Contains(onOneLine, want) {
		t.Errorf("CLAIMS.md does not say %q", want)
	}
}
