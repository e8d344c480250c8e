package study

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// common are splits of the karate club that share their test set.
var common = []string{"explicit:0-3,29-33/4-13/14-28", "explicit:4-8,29-33/0-3,9-13/14-28", "explicit:0,2,9-13,32-33/1,3-8,29-31/14-28"}

// newSearch returns a search on the named splits of a graph that keeps the given settings.
func newSearch(t *testing.T, g *graph.Graph, names []string, set map[string]string) *Search {
	t.Helper()
	splits := make([]graph.Split, len(names))
	for k, name := range names {
		s, err := SplitOf(g, nil, name)
		if err != nil {
			t.Fatal(err)
		}
		splits[k] = s
	}
	s, err := NewSearch(g, splits, names, Cell{Dataset: "karate", Seed: 5, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// account returns the trials and the choice of a finished search as JSON, for comparison.
func account(t *testing.T, s *Search) string {
	t.Helper()
	best, cfg, err := s.Chosen()
	line, failed := json.Marshal([]any{s.Trials(), best, cfg})
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	return string(line)
}

// Flipped test labels change nothing, bit for bit: neither candidates, validation means and choice, nor the best epoch.
// A flipped validation label does.
func TestSearchReadsNoTestLabel(t *testing.T) {
	type end struct {
		account string
		final   []train.Outcome
	}
	search := func(from, to int) end {
		g := graph.Karate()
		for i := from; i < to; i++ {
			g.Labels[i] = 1 - g.Labels[i]
		}
		s := newSearch(t, g, common, map[string]string{"epochs": "4", "gap_mode": "off"})
		lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, nil, nil })
		lib.blind = true
		for cells := s.Pending(); cells != nil; cells = s.Pending() {
			o, err := lib.Run(false)(cells[0])
			if err != nil || o.Test >= 0 {
				t.Fatal(o, err)
			}
			s.Report(cells[0], o, nil)
		}
		e := end{account: account(t, s)}
		cells, err := s.Final([]uint64{5})
		if err != nil || len(cells) != len(common) {
			t.Fatal(len(cells), err)
		}
		lib.blind = false
		for _, c := range cells {
			lib.last, lib.lastKey = nil, ""
			o, err := lib.Run(false)(c)
			if err != nil {
				t.Fatal(err)
			}
			e.final = append(e.final, o)
		}
		return e
	}
	plain, flipped := search(0, 0), search(14, 29)
	if plain.account != flipped.account {
		t.Errorf("a test label decides:\n%s\n%s", plain.account, flipped.account)
	}
	for k, o := range plain.final {
		if p := flipped.final[k]; p.BestEpoch != o.BestEpoch || p.Val != o.Val || math.Abs(p.Test+o.Test-1) > 1e-9 || p.Test == o.Test {
			t.Errorf("run %d: %+v and with flipped test labels %+v", k, o, p)
		}
	}
	if search(4, 6).account == plain.account {
		t.Error("a validation label changes nothing: the test tests nothing")
	}
}

// A search ends, with both starts that resemble a peer, on a class of two nodes and on a single validation node.
// The nodes of that class are in validation alone, in training alone, or in neither; a single validation node has no halves.
func TestSearchOnFewNodes(t *testing.T) {
	g := graph.Karate()
	g.Labels[3], g.Labels[25], g.Classes, g.ClassNames = 2, 2, 3, nil
	for _, splits := range [][]string{
		{"explicit:0-2,29-33/3-9,25/10-24", "explicit:0-4,25,29-33/6-9/10-24", "explicit:0-2,29-33/4-9/10-28"},
		{"explicit:0-2,29-33/4/10-28"},
	} {
		s := newSearch(t, g, splits, map[string]string{"epochs": "3", "gap_mode": "off"})
		lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, nil, nil })
		lib.blind = true
		for cells := s.Pending(); cells != nil; cells = s.Pending() {
			for _, c := range cells {
				o, err := lib.Run(false)(c)
				if err != nil || (o.Crossed < 0) != (len(splits) == 1) || o.Around < 0 {
					t.Fatal(o, err)
				}
				s.Report(c, o, nil)
			}
		}
		best, _, err := s.Chosen()
		if err != nil || len(s.Trials()) != tune.MaxTried {
			t.Fatal(len(s.Trials()), err)
		}
		for k, x := range s.Trials() {
			like := x.From == "without the sheaf" || x.From == "averages" || x.From == "averages of two steps"
			if last := x.Rungs[len(x.Rungs)-1]; (like || k == best) && last.Runs < tune.LeastRuns || x.ValMean < 0 || x.ValMean > 1 {
				t.Errorf("%s: %+v", x.From, x)
			}
		}
	}
}

// A run without test labels equals a run that does not read them, and the original graph is unchanged.
func TestRunWithoutTestLabelsIsSame(t *testing.T) {
	g := graph.Karate()
	before := slices.Clone(g.Labels)
	split, err := SplitOf(g, nil, common[0])
	if err != nil {
		t.Fatal(err)
	}
	seen, part := tune.WithoutTest(g, split)
	for i, y := range seen.Labels {
		in := slices.Contains(split.Train, i) || slices.Contains(split.Val, i)
		if in != (y >= 0) || in && y != before[i] {
			t.Errorf("node %d is shown as %d", i, y)
		}
	}
	if part.Test != nil || len(split.Test) == 0 || !slices.Equal(g.Labels, before) {
		t.Error("the original is changed, or its test set is left")
	}
	c := Cell{Model: "sgpc", Method: "paper", Set: map[string]string{"epochs": "6"}}
	a, err := trainCell(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := trainCell(seen, part, c)
	if err != nil || a.Val != b.Val || a.BestEpoch != b.BestEpoch || b.Test != -1 || !reflect.DeepEqual(a.Series["bound"], b.Series["bound"]) {
		t.Errorf("%+v, %+v, %v", a, b, err)
	}
}

// A search that is impossible returns the reason.
func TestSearchRefuses(t *testing.T) {
	g := graph.Karate()
	for want, try := range map[string]func() (*Search, error){
		"needs a split": func() (*Search, error) { return NewSearch(g, nil, nil, Cell{}) },
		"no validation node": func() (*Search, error) {
			return NewSearch(g, []graph.Split{{Train: []int{0, 33}}}, []string{"a"}, Cell{})
		},
		"reading paper": func() (*Search, error) {
			return NewSearch(g, []graph.Split{{Train: []int{0, 33}, Val: []int{1}}}, []string{"a"}, Cell{Set: map[string]string{"reading": "code"}})
		},
		"no setting": func() (*Search, error) {
			return NewSearch(g, []graph.Split{{Train: []int{0, 33}, Val: []int{1}}}, []string{"a"}, Cell{Set: map[string]string{"what": "1"}})
		},
	} {
		if _, err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// With the sheaf off, no edge changes a bit of a run.
func TestSheafOff(t *testing.T) {
	g := graph.Karate()
	split, err := SplitOf(g, nil, common[0])
	if err != nil {
		t.Fatal(err)
	}
	bare, part := *g, *g
	bare.Edges, part.Edges = nil, slices.Clone(g.Edges[:40])
	cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: "paper"})
	if err != nil {
		t.Fatal(err)
	}
	set := tune.Difference(settings.Default(), cfg)
	delete(set, "model")
	c := Cell{Model: "sgpc", Set: merged(set, map[string]string{"epochs": "8"})}
	for off := tune.SheafOff(); len(off) > 0; off = off[2:] {
		c.Set[off[0]] = off[1]
	}
	cfg, err = ConfigFor(&part, split, c)
	if err != nil || tune.HasSheaf(cfg) || len(tune.Bare(g, cfg).Edges) > 0 || len(g.Edges) == 0 {
		t.Fatal("the sheaf is on", err)
	}
	for name, value := range map[string]string{"structure": "rows", "head": "gat", "calibrate": "true", "afm_weights": "softmax",
		"lambda_kl": "0.1"} {
		on := cfg
		if err := on.Set(name, value); err != nil || tune.Bare(g, on) != g {
			t.Errorf("%s = %s reads no edge: %v", name, value, err)
		}
	}
	last := func(g *graph.Graph) []float64 {
		f, err := NewLibrary(nil).fit(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		var out []float64
		for _, p := range f.run.Parameters() {
			out = append(out, p.Data...)
		}
		return append(out, f.outcome.Val, f.outcome.Test, f.outcome.Around, f.outcome.Crossed, float64(f.outcome.BestEpoch))
	}
	if all := last(g); !slices.Equal(all, last(&part)) || !slices.Equal(all, last(&bare)) {
		t.Error("an edge enters")
	}
}

// On splits of different families a cell has the settings of its trial and the seed of its run.
func TestCellsTrainTheTrial(t *testing.T) {
	g := graph.Karate()
	names := []string{"explicit:0,33,2,32/4-13/14-28", common[0]}
	splits := make([]graph.Split, len(names))
	for k, name := range names {
		var err error
		if splits[k], err = SplitOf(g, nil, name); err != nil {
			t.Fatal(err)
		}
	}
	s := newSearch(t, g, names, map[string]string{"epochs": "4"})
	for cells := s.Pending(); cells != nil; cells = s.Pending() {
		for _, c := range cells {
			j := s.jobs[c.Key(Stamp{})]
			got, err := ConfigFor(g, splits[j.Split], c)
			_, failed := sgpc.Check(g, splits[j.Split], got)
			if err := errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			if got.Seed != 5+j.Seed || got.Epochs != 4 {
				t.Fatalf("seed %d, %d epochs", got.Seed, got.Epochs)
			}
			if got.Seed = 5; got != s.Config(j.Trial) {
				t.Fatalf("the cell of %s trains other settings: %v", s.Trials()[j.Trial].From, tune.Difference(s.Config(j.Trial), got))
			}
			s.Report(c, train.Outcome{Val: float64(j.Trial%5) / 5, Test: -1}, nil)
		}
	}
	best, want, err := s.Chosen()
	for k := range splits {
		got, failed := ConfigFor(g, splits[k], Cell{Model: "sgpc", Seed: 5, Set: s.Settings()})
		if got != want || best < 0 || errors.Join(err, failed) != nil {
			t.Errorf("split %d: the chosen settings give %v", k, tune.Difference(want, got))
		}
	}
}
