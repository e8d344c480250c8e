package study

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
)

// common are splits of the karate club that share their test set.
var common = []string{"explicit:0-3,29-33/4-13/14-28", "explicit:4-8,29-33/0-3,9-13/14-28", "explicit:0,2,9-13,32-33/1,3-8,29-31/14-28"}

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

// invented is a validation accuracy that depends on what a cell trains, with ties.
func invented(c Cell) Outcome {
	h := rng.New(c.Seed, c.Split)
	for _, name := range slices.Sorted(maps.Keys(c.Set)) {
		h = rng.New(h.Uint64(), name+c.Set[name])
	}
	return Outcome{Val: float64(h.Intn(12)) / 12, Test: -1}
}

func account(t *testing.T, s *Search) string {
	t.Helper()
	best, cfg, err := s.Chosen()
	line, failed := json.Marshal([]any{s.Trials(), best, cfg})
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	return string(line)
}

// TestSearchHalves checks each rung against the outcomes that were told, and
// that neither their order nor a stop on the way changes what is chosen.
func TestSearchHalves(t *testing.T) {
	var names []string
	for k := range 7 {
		names = append(names, graphSplit(k))
	}
	told := map[string]Outcome{}
	s := newSearch(t, graph.Karate(), names, nil)
	asked := []int{}
	for cells := s.Pending(); cells != nil; cells = s.Pending() {
		asked = append(asked, len(cells))
		for _, c := range cells {
			told[c.Key("")] = invented(c)
			s.Tell(c, told[c.Key("")], nil)
		}
	}
	trials := s.Trials()
	if len(trials) != MaxTried || !slices.Equal(asked, []int{8 * 4, 16 * 4, 8 * 3}) || len(told) != 120 {
		t.Fatalf("%d trials, %v runs", len(trials), asked)
	}
	mean := func(k, runs int) float64 {
		sum := 0.0
		for _, v := range trials[k].val[:runs] {
			sum += v / float64(runs)
		}
		return sum
	}
	best, ended := -1, 0
	for k, a := range trials {
		better := 0
		for j := range trials {
			if b := mean(j, 4) - mean(k, 4); b > 0 || b == 0 && j < k {
				better++
			}
		}
		if want := 1 + map[bool]int{true: 1}[better < 8]; len(a.Rungs) != want || a.Rungs[0] != (Rung{4, mean(k, 4)}) {
			t.Errorf("trial %d, better ones %d: rungs %v", k, better, a.Rungs)
		}
		if len(a.Rungs) == 2 {
			if ended++; best < 0 || mean(k, 7) > mean(best, 7) {
				best = k
			}
			if a.Rungs[1] != (Rung{7, mean(k, 7)}) || a.ValMean != mean(k, 7) {
				t.Errorf("trial %d: %v", k, a)
			}
		}
	}
	if k, _, _ := s.Chosen(); ended != 8 || k != best {
		t.Errorf("%d in the last rung; chosen %d, want %d", ended, k, best)
	}
	// Told one by one in random order, some from an earlier search, most twice.
	r, other := rng.New(1, "order"), newSearch(t, graph.Karate(), names, nil)
	for cells := other.Pending(); cells != nil; cells = other.Pending() {
		if _, _, err := other.Chosen(); err == nil {
			t.Fatal("chosen before the end")
		}
		c := cells[r.Intn(len(cells))]
		other.Tell(c, told[c.Key("")], nil)
		other.Tell(Cell{Split: "never asked"}, Outcome{Val: 1}, nil)
	}
	if a, b := account(t, s), account(t, other); a != b {
		t.Errorf("the order decides:\n%s\n%s", a, b)
	}
}

func graphSplit(k int) string { return sgpc.DefaultSplit + "@" + string(rune('0'+k)) }

// TestSearchWithFailures: what fails is out, with its reason; when all fail the search says why.
func TestSearchWithFailures(t *testing.T) {
	for _, all := range []bool{false, true} {
		s := newSearch(t, graph.Karate(), common[:1], map[string]string{"sign": "1"})
		for cells := s.Pending(); cells != nil; cells = s.Pending() {
			var err error
			if all || cells[0].Set["structure"] == "rows" {
				err = errors.New("no memory")
			}
			s.Tell(cells[0], Outcome{Val: 0.5}, err)
		}
		k, cfg, err := s.Chosen()
		if all != (err != nil) || all && !strings.Contains(err.Error(), "no memory") || !all && (k != 0 || cfg.Sign != 1) {
			t.Errorf("chosen %d, %v", k, err)
		}
		failed := 0
		for _, x := range s.Trials() {
			if x.Failed != "" {
				failed++
			}
			if x.cfg.Sign != 1 || x.Settings["sign"] != "" {
				t.Errorf("a given setting is changed: %v", x)
			}
		}
		if failed < 2 || !all && failed > 6 {
			t.Errorf("%d trials failed", failed)
		}
	}
}

// TestSearchReadsNoTestLabel flips every test label: what is tried, every
// validation mean, the choice, its parameters' best epoch stay, bit for bit; a flipped validation label changes them.
func TestSearchReadsNoTestLabel(t *testing.T) {
	type end struct {
		account string
		final   []Outcome
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
			s.Tell(cells[0], o, nil)
		}
		e := end{account: account(t, s)}
		cells, err := s.Final([]uint64{5})
		if err != nil || len(cells) != len(common) {
			t.Fatal(len(cells), err)
		}
		lib.blind = false
		for _, c := range cells {
			lib.last, lib.key = nil, ""
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

// TestWithoutTest: a run that sees no test label is the run that does not read them; and the original stays.
func TestWithoutTest(t *testing.T) {
	g := graph.Karate()
	before := slices.Clone(g.Labels)
	split, err := SplitOf(g, nil, common[0])
	if err != nil {
		t.Fatal(err)
	}
	seen, part := WithoutTest(g, split)
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
	a, err := train(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	b, err := train(seen, part, c)
	if err != nil || a.Val != b.Val || a.BestEpoch != b.BestEpoch || b.Test != -1 || !reflect.DeepEqual(a.Series["bound"], b.Series["bound"]) {
		t.Errorf("%+v, %+v, %v", a, b, err)
	}
}

// TestSearchRefuses names what makes a search impossible.
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
