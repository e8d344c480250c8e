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

// commonSplits are splits of the karate club that share their test set.
var commonSplits = []string{"explicit:0-3,29-33/4-13/14-28", "explicit:4-8,29-33/0-3,9-13/14-28",
	"explicit:0,2,9-13,32-33/1,3-8,29-31/14-28"}

// newSearch returns a search with seed 5 on the named splits of a graph, in which all candidates have the given settings.
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

// searchRecord returns the trials, the index of the best and the chosen configuration of a finished search as JSON, for comparison.
func searchRecord(t *testing.T, s *Search) string {
	t.Helper()
	best, cfg, err := s.Chosen()
	line, failed := json.Marshal([]any{s.Trials(), best, cfg})
	if err != nil || failed != nil {
		t.Fatalf("the search has no record: %v", errors.Join(err, failed))
	}
	return string(line)
}

// Flipped test labels change no bit of the candidates, the validation means, the choice and the best epochs. They turn each test accuracy x
// into 1 − x. Flipped labels of two nodes for validation or training do change the search. During the search no run has a test accuracy.
func TestSearchReadsNoTestLabel(t *testing.T) {
	type result struct {
		record string
		final  []train.Outcome // of the chosen settings, one for each split
	}
	// search runs a search on karate with flipped labels of the nodes first to end−1. Nodes 14 to 28 are the test nodes.
	search := func(first, end int) result {
		g := graph.Karate()
		for i := first; i < end; i++ {
			g.Labels[i] = 1 - g.Labels[i]
		}
		s := newSearch(t, g, commonSplits, map[string]string{"epochs": "4", "gap_mode": "off"})
		lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, nil, nil })
		lib.blind = true // its runs see no test label
		for cells := s.Pending(); cells != nil; cells = s.Pending() {
			o, err := lib.Run(false)(cells[0])
			if err != nil || o.Test >= 0 {
				t.Fatalf("a run of the search has the outcome %+v, %v, want no test accuracy", o, err)
			}
			s.Report(cells[0], o, nil)
		}
		found := result{record: searchRecord(t, s)}
		// The chosen settings, with test labels. Each run trains a new network: lib.last, which it could reuse, is removed.
		cells, err := s.Final([]uint64{5})
		if err != nil || len(cells) != len(commonSplits) {
			t.Fatalf("%d final cells, want %d (%v)", len(cells), len(commonSplits), err)
		}
		lib.blind = false
		for _, c := range cells {
			lib.last, lib.lastKey = nil, ""
			o, err := lib.Run(false)(c)
			if err != nil {
				t.Fatal(err)
			}
			found.final = append(found.final, o)
		}
		return found
	}
	plain, flipped := search(0, 0), search(14, 29)
	if plain.record != flipped.record {
		t.Errorf("a test label changes the search:\n%s\n%s", plain.record, flipped.record)
	}
	for k, o := range plain.final {
		p := flipped.final[k]
		if p.BestEpoch != o.BestEpoch || p.Val != o.Val {
			t.Errorf("run %d: %+v and with flipped test labels %+v, want the same best epoch and validation accuracy", k, o, p)
		}
		if math.Abs(p.Test+o.Test-1) > 1e-9 || p.Test == o.Test {
			t.Errorf("run %d: test accuracy %g and with flipped test labels %g, want two different ones with sum 1", k, o.Test, p.Test)
		}
	}
	// Nodes 4 and 5 are validation nodes of two splits, and training nodes of the other. Without this check, a search that reads no label at
	// all would pass.
	if search(4, 6).record == plain.record {
		t.Error("flipped labels of the nodes 4 and 5 change nothing")
	}
}

// A search ends on a graph with a class of two nodes, which are in validation alone, in training alone, or in neither.
// It also ends with a single validation node, which cannot be halved, so that Crossed is negative. It tries tune.MaxTried candidates.
// The three candidates that resemble a peer, and the chosen one, have tune.LeastRuns runs or more. All validation means are in 0..1.
func TestSearchOnFewNodes(t *testing.T) {
	// Class 2 has the nodes 3 and 25. A split is explicit:TRAINING/VALIDATION/TEST nodes.
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
				if err != nil {
					t.Fatal(err)
				}
				hasNoCrossed, isSingleNode := o.Crossed < 0, len(splits) == 1
				if hasNoCrossed != isSingleNode || o.Around < 0 {
					t.Fatalf("Crossed is %g and Around %g, with a single validation node: %v", o.Crossed, o.Around, isSingleNode)
				}
				s.Report(c, o, nil)
			}
		}
		best, _, err := s.Chosen()
		if err != nil || len(s.Trials()) != tune.MaxTried {
			t.Fatalf("%d candidates, want %d (%v)", len(s.Trials()), tune.MaxTried, err)
		}
		for k, x := range s.Trials() {
			resemblesPeer := x.From == "without the sheaf" || x.From == "averages" || x.From == "averages of two steps"
			last := x.Rungs[len(x.Rungs)-1]
			if (resemblesPeer || k == best) && last.Runs < tune.LeastRuns {
				t.Errorf("%s has %d runs, want %d or more", x.From, last.Runs, tune.LeastRuns)
			}
			if x.ValMean < 0 || x.ValMean > 1 {
				t.Errorf("%s has the mean validation accuracy %g, want 0 to 1", x.From, x.ValMean)
			}
		}
	}
}

// tune.WithoutTest leaves the labels of training and validation nodes only, removes the test set, and does not change the original.
// A run on its result has the same validation accuracy, best epoch and bounds as a run on the original, and no test accuracy.
func TestRunWithoutTestLabelsIsSame(t *testing.T) {
	g := graph.Karate()
	before := slices.Clone(g.Labels)
	split, err := SplitOf(g, nil, commonSplits[0])
	if err != nil {
		t.Fatal(err)
	}
	// The labels of the graph without test labels, and the original after the call.
	blindGraph, blindSplit := tune.WithoutTest(g, split)
	for i, y := range blindGraph.Labels {
		isVisible := slices.Contains(split.Train, i) || slices.Contains(split.Val, i)
		if isVisible && y != before[i] {
			t.Errorf("node %d has the label %d, want %d", i, y, before[i])
		}
		if !isVisible && y >= 0 {
			t.Errorf("node %d, not for training or validation, has the label %d, want none", i, y)
		}
	}
	if blindSplit.Test != nil || len(split.Test) == 0 || !slices.Equal(g.Labels, before) {
		t.Error("the original has changed, or the split without test nodes has some")
	}
	// One cell on the original graph and on the graph without test labels.
	c := Cell{Model: "sgpc", Method: "paper", Set: map[string]string{"epochs": "6"}}
	a, err := trainCell(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := trainCell(blindGraph, blindSplit, c)
	if err != nil {
		t.Fatal(err)
	}
	if a.Val != b.Val || a.BestEpoch != b.BestEpoch || !reflect.DeepEqual(a.Series["bound"], b.Series["bound"]) {
		t.Errorf("without test labels the run is %+v, want that with them, %+v", b, a)
	}
	if b.Test != -1 {
		t.Errorf("without test labels the test accuracy is %g, want −1", b.Test)
	}
}

// NewSearch returns an error with the reason for a search without splits, without validation nodes, of the reading "code", or with an
// unknown setting.
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
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
}

// With the settings tune.SheafOff, tune.Bare removes the edges. A run on karate without edges, or with its first 40 edges, then has the
// parameters and accuracies of a run on karate, bit for bit. With any one of five settings that read edges, tune.Bare keeps them.
func TestSheafOff(t *testing.T) {
	g := graph.Karate()
	split, err := SplitOf(g, nil, commonSplits[0])
	if err != nil {
		t.Fatal(err)
	}
	withoutEdges, fewEdges := *g, *g
	withoutEdges.Edges, fewEdges.Edges = nil, slices.Clone(g.Edges[:40])
	// The method "paper" chooses settings by the graph. The cell c names them, so that they are the same on all three graphs.
	cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: "paper"})
	if err != nil {
		t.Fatal(err)
	}
	set := tune.Difference(settings.Default(), cfg)
	delete(set, "model")
	c := Cell{Model: "sgpc", Set: merged(set, map[string]string{"epochs": "8"})}
	for pair := range slices.Chunk(tune.SheafOff(), 2) { // a name and its value
		c.Set[pair[0]] = pair[1]
	}
	cfg, err = ConfigFor(&fewEdges, split, c)
	if err != nil || tune.HasSheaf(cfg) || len(tune.Bare(g, cfg).Edges) > 0 || len(g.Edges) == 0 {
		t.Fatalf("the sheaf is on, or Bare keeps an edge, or changes the graph (%v)", err)
	}
	for name, value := range map[string]string{"structure": "rows", "head": "gat", "calibrate": "true", "afm_weights": "softmax",
		"lambda_kl": "0.1"} {
		readsEdges := cfg
		if err := readsEdges.Set(name, value); err != nil || tune.Bare(g, readsEdges) != g {
			t.Errorf("with %s = %s Bare removes the edges (%v)", name, value, err)
		}
	}
	// parametersAfter returns the parameters of the cell after training on a graph, followed by its accuracies and its best epoch.
	parametersAfter := func(g *graph.Graph) []float64 {
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
	want := parametersAfter(g)
	if !slices.Equal(want, parametersAfter(&fewEdges)) || !slices.Equal(want, parametersAfter(&withoutEdges)) {
		t.Error("the parameters or accuracies depend on the edges")
	}
}

// On two splits of different families, each cell of a search gives a valid run. The run has the settings of its trial, the epochs of the
// search and the seed of the job. The chosen settings give the same configuration on both splits.
func TestCellsTrainTheTrial(t *testing.T) {
	g := graph.Karate()
	names := []string{"explicit:0,33,2,32/4-13/14-28", commonSplits[0]}
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
				t.Fatalf("the cell has seed %d and %d epochs, want %d and 4", got.Seed, got.Epochs, 5+j.Seed)
			}
			got.Seed = 5
			if got != s.Config(j.Trial) {
				t.Fatalf("the cell of %s trains other settings: %v", s.Trials()[j.Trial].From, tune.Difference(s.Config(j.Trial), got))
			}
			// Invented validation accuracies, five different ones, so that the search can choose without training.
			s.Report(c, train.Outcome{Val: float64(j.Trial%5) / 5, Test: -1}, nil)
		}
	}
	best, want, err := s.Chosen()
	for k := range splits {
		got, failed := ConfigFor(g, splits[k], Cell{Model: "sgpc", Seed: 5, Set: s.Settings()})
		if got != want || best < 0 || errors.Join(err, failed) != nil {
			t.Errorf("split %d: the chosen settings differ by %v from those of the search (%v)", k, tune.Difference(want, got),
				errors.Join(err, failed))
		}
	}
}
