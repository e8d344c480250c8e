package tune

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/method"
)

// invented is a validation accuracy that depends on what a job trains, with ties.
func invented(j Job) float64 {
	h := rng.New(j.Seed, strconv.Itoa(j.Split))
	for _, name := range slices.Sorted(maps.Keys(j.Set)) {
		h = rng.New(h.Uint64(), name+j.Set[name])
	}
	return float64(h.Intn(12)) / 12
}

// alike is the score of a run that is judged alike in every way.
func alike(v float64) Score { return Score{Around: v, Crossed: v} }

// of returns a search on n splits of a built-in graph.
func of(t *testing.T, name string, n int, set map[string]string, limit int) *Search {
	return versioned(t, Version, name, n, set, limit)
}

// versioned returns a search of a version on n splits of a built-in graph.
func versioned(t *testing.T, version int, name string, n int, set map[string]string, limit int) *Search {
	t.Helper()
	g, err := graph.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	var splits []SearchSplit
	for k := range n {
		p, err := graph.ParseSplit(g, method.DefaultSplit, uint64(k))
		if err != nil {
			t.Fatal(err)
		}
		c, err := method.Configure(g, p, "sgpc", "paper", 5)
		if err != nil {
			t.Fatal(err)
		}
		for name, v := range set {
			if err := c.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		splits = append(splits, SearchSplit{Name: strconv.Itoa(k), Val: len(p.Val), Usual: c})
	}
	s, err := New(version, cost.ShapeOf(g), splits, set, limit)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// account returns the state of a search as text.
func account(t *testing.T, s *Search) string {
	t.Helper()
	best, cfg, err := s.Chosen()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%+v %d %+v %v", s.Trials(), best, cfg, s.Settings())
}

// TestSearchHalves: each rung agrees with the reported outcomes, and neither their order nor a stop in between changes the choice.
func TestSearchHalves(t *testing.T) {
	for version := range Version + 1 {
		halves(t, version)
	}
}

// halves is TestSearchHalves for one version.
func halves(t *testing.T, version int) {
	told := map[[2]int]float64{}
	s := versioned(t, version, "karate", 7, nil, 0)
	asked := []int{}
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		asked = append(asked, len(jobs))
		for _, j := range jobs {
			told[[2]int{j.Trial, j.Run}] = invented(j)
			s.Report(j, alike(invented(j)), nil)
		}
	}
	trials := s.Trials()
	mean := func(k, runs int) float64 {
		sum := 0.0
		for _, v := range trials[k].val[:runs] {
			sum += v / float64(runs)
		}
		return sum
	}
	best, ended, more := -1, 0, 0
	for k, a := range trials {
		better := 0
		for j := range trials {
			if b := mean(j, 4) - mean(k, 4); b > 0 || b == 0 && j < k {
				better++
			}
		}
		stays := version > 0 && isPeerLike(a.From)
		if stays && better >= 8 {
			more++
		}
		if want := 1 + map[bool]int{true: 1}[better < 8 || stays]; len(a.Rungs) != want || a.Rungs[0] != (Rung{Runs: 4, ValMean: mean(k, 4)}) {
			t.Errorf("trial %d, better ones %d: rungs %v", k, better, a.Rungs)
		}
		if len(a.Rungs) == 2 {
			if ended++; best < 0 || mean(k, 7) > mean(best, 7) {
				best = k
			}
			if a.Rungs[1] != (Rung{Runs: 7, ValMean: mean(k, 7)}) || a.ValMean != mean(k, 7) {
				t.Errorf("trial %d: %v", k, a)
			}
		}
	}
	runs, first := MaxTried*4+(8+more)*3, 11+min(1, version)
	if told, all := s.Runs(); told != runs || all != runs {
		t.Errorf("%d of %d runs, want %d", told, all, runs)
	}
	if rungs := []int{first * 4, 7 * 4, (MaxTried - 7 - first) * 4, (8 + more) * 3}; len(trials) != MaxTried ||
		!slices.Equal(asked, rungs) || len(told) != runs {
		t.Fatalf("%d trials, %v runs", len(trials), asked)
	}
	if k, _, _ := s.Chosen(); ended != 8+more || k != best {
		t.Errorf("%d in the last rung; chosen %d, want %d", ended, k, best)
	}
	// Reported one by one in random order.
	r, other := rng.New(1, "order"), versioned(t, version, "karate", 7, nil, 0)
	for jobs := other.Pending(); jobs != nil; jobs = other.Pending() {
		if _, _, err := other.Chosen(); err == nil {
			t.Fatal("chosen before the end")
		}
		j := jobs[r.Intn(len(jobs))]
		other.Report(j, alike(told[[2]int{j.Trial, j.Run}]), nil)
	}
	if a, b := account(t, s), account(t, other); a != b {
		t.Errorf("the order decides:\n%s\n%s", a, b)
	}
}

// TestSearchWithFailures: a failed configuration is removed with its reason; if all fail, the search returns the reason.
func TestSearchWithFailures(t *testing.T) {
	for _, all := range []bool{false, true} {
		s := of(t, "karate", 1, map[string]string{"sign": "1"}, 0)
		for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
			var err error
			if all || s.Config(jobs[0].Trial).Structure == "rows" {
				err = errors.New("no memory")
			}
			s.Report(jobs[0], alike(0.5), err)
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

// TestLimitBoundsTheTrials: a search with a limit tries that number of configurations, and an invalid limit is refused.
func TestLimitBoundsTheTrials(t *testing.T) {
	s := of(t, "karate", 2, nil, 3)
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		for _, j := range jobs {
			s.Report(j, alike(invented(j)), nil)
		}
	}
	if k, _, err := s.Chosen(); len(s.Trials()) != 3 || k < 0 || err != nil {
		t.Errorf("%d trials, chosen %d, %v", len(s.Trials()), k, err)
	}
	if _, err := New(Version, cost.Shape{}, s.splits, nil, MaxTried+1); err == nil {
		t.Error("too many are tried")
	}
}
