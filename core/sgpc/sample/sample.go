// Package sample creates the runs that the tests of core/sgpc and of its
// subpackages share. It does not import core/sgpc, so that tests inside that
// package can use it: the caller passes the constructor sgpc.New.
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

// New is the type of sgpc.New.
type New[Run any] func(*graph.Graph, graph.Split, settings.Config) (Run, error)

// Named returns a built-in graph with a split.
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

// Karate returns a small run on the karate club with the default settings, modified
// by change unless nil.
func Karate[Run any](t testing.TB, make New[Run], change func(*settings.Config)) Run {
	t.Helper()
	g, split := Named(t, "karate", method.DefaultSplit, 0)
	c := method.DefaultFor(g, split)
	c.Channels, c.Hidden = 6, 12
	return begin(t, make, g, split, c, change)
}

// TexasLike returns a run on a heterophilic block model with the numbers of classes
// and of edges per node of Texas, after the given number of epochs.
func TexasLike[Run interface{ StepEpoch() }](t testing.TB, make New[Run], model string, epochs int, change func(*settings.Config)) Run {
	t.Helper()
	g, split := Named(t, "sbm:n=60,classes=5,degree=3,homophily=0.1,signal=1,seed=7", method.DefaultSplit, 1)
	c, err := method.Paper.Configure(g, split, model, "paper", 3)
	if err != nil {
		t.Fatal(err)
	}
	c.CGTol = 1e-12
	r := begin(t, make, g, split, c, change)
	for range epochs {
		r.StepEpoch()
	}
	return r
}

func begin[Run any](t testing.TB, make New[Run], g *graph.Graph, split graph.Split, c settings.Config, change func(*settings.Config)) Run {
	t.Helper()
	if change != nil {
		change(&c)
	}
	r, err := make(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Rewired returns the graph after the editor of the page has removed the edges cut
// and added the edges join.
func Rewired(t testing.TB, g *graph.Graph, split graph.Split, cut, join [][2]int) *graph.Graph {
	t.Helper()
	var e graph.Edits
	var err error
	for _, q := range cut {
		if e, err = e.DeleteEdge(g, q[0], q[1]); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range join {
		if e, err = e.AddEdge(g, q[0], q[1]); err != nil {
			t.Fatal(err)
		}
	}
	out, _, _, err := e.Apply(g, split)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Documented fails unless CLAIMS.md, two or three folders up, contains the text,
// with any line breaks.
func Documented(t *testing.T, form string, args ...any) {
	t.Helper()
	text, err := os.ReadFile("../../CLAIMS.md")
	if err != nil {
		text, err = os.ReadFile("../../../CLAIMS.md")
	}
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(form, args...); !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
		t.Errorf("CLAIMS.md does not say %q", want)
	}
}
