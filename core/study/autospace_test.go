package study

import (
	"errors"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
)

// TestSpace: every start gives a value to the same settings, every change is
// one that a run takes, and no two trials compute the same.
func TestSpace(t *testing.T) {
	list := starts()
	for _, v := range list[2:] {
		for name := range list[1].Set {
			if v.Set[name] == "" {
				t.Errorf("%s leaves %s open", v.Name, name)
			}
		}
	}
	for _, name := range []string{"karate", "florentine"} {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		split, err := SplitOf(g, nil, sgpc.DefaultSplit)
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSearch(g, []graph.Split{split}, []string{sgpc.DefaultSplit}, Cell{})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[sgpc.Config]string{}
		for cells := s.Pending(); cells != nil; cells = s.Pending() {
			for _, c := range cells {
				s.Tell(c, invented(c), nil)
				got, err := ConfigFor(g, split, c)
				if err := errors.Join(err, sgpc.Check(g, split, got)); err != nil {
					t.Fatal(err)
				}
				got.Seed = 0
				at := s.asked[c.Key("")][0]
				if want := s.trials[at].cfg; got != want {
					t.Fatalf("the cell of %s trains other settings: %v", s.trials[at].From, difference(want, got))
				}
				if who, ok := seen[got.Effective()]; ok && who != s.trials[at].From {
					t.Errorf("%s computes what %s does", s.trials[at].From, who)
				}
				seen[got.Effective()] = s.trials[at].From
			}
		}
		if len(s.Trials()) != MaxTried {
			t.Errorf("%s: %d trials", name, len(s.Trials()))
		}
	}
}

// TestSheafOff: with the sheaf off, no edge changes a bit of a run.
func TestSheafOff(t *testing.T) {
	g := graph.Karate()
	split, err := SplitOf(g, nil, common[0])
	if err != nil {
		t.Fatal(err)
	}
	bare := *g
	bare.Edges = slices.Clone(g.Edges[:40])
	cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: "paper"})
	if err != nil {
		t.Fatal(err)
	}
	set := difference(sgpc.Default(), cfg)
	delete(set, "model")
	c := Cell{Model: "sgpc", Set: merged(merged(set, map[string]string{"epochs": "8"}), pairs(sheafOff()))}
	if cfg, err := ConfigFor(&bare, split, c); err != nil || HasSheaf(cfg) {
		t.Fatal("the sheaf is on", err)
	}
	last := func(g *graph.Graph) []float64 {
		f, err := fit(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		var out []float64
		for _, p := range f.run.Parameters() {
			out = append(out, p.Data...)
		}
		return append(out, f.outcome.Val, f.outcome.Test)
	}
	if !slices.Equal(last(g), last(&bare)) {
		t.Error("an edge enters")
	}
}
