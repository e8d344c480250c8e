package tune

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/method"
)

// inventedAccuracy returns an accuracy that depends only on the split, the seed and the settings of a job. Its 12 values make ties.
func inventedAccuracy(j Job) float64 {
	h := rng.New(j.Seed, strconv.Itoa(j.Split))
	for _, name := range slices.Sorted(maps.Keys(j.Set)) {
		h = rng.New(h.Uint64(), name+j.Set[name])
	}
	return float64(h.Intn(12)) / 12
}

// equalScores returns the score of a run with the same value for both accuracies.
func equalScores(v float64) Score { return Score{Around: v, Crossed: v} }

// newSearch returns a search of the present version on n splits of a built-in graph, with given settings and a limit of configurations.
func newSearch(t *testing.T, name string, n int, set map[string]string, limit int) *Search {
	return newSearchOfVersion(t, Version, name, n, set, limit)
}

// newSearchOfVersion returns a search of a version on n splits of a built-in graph. Each configuration has the settings of set. limit is
// the largest number of configurations; 0 means MaxTried.
func newSearchOfVersion(t *testing.T, version int, name string, n int, set map[string]string, limit int) *Search {
	t.Helper()
	g, err := graph.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	// The default settings of each split, with those of set.
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

// searchRecord returns the trials, the choice and the settings of a finished search as text.
func searchRecord(t *testing.T, s *Search) string {
	t.Helper()
	best, cfg, err := s.Chosen()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%+v %d %+v %v", s.Trials(), best, cfg, s.Settings())
}

// TestSearchHalves: in each version, the search keeps the eight best of MaxTried configurations after four runs. From version 1 on it also
// keeps the peer-like ones. It chooses the best of the kept configurations after seven runs. The test ranks by the scores that the search
// has recorded. The order in which the scores are reported does not change the trials and the choice.
func TestSearchHalves(t *testing.T) {
	for version := range Version + 1 {
		checkHalving(t, version)
	}
}

// checkHalving is TestSearchHalves for one version.
func checkHalving(t *testing.T, version int) {
	reported := map[[2]int]float64{} // accuracies by trial and run
	s := newSearchOfVersion(t, version, "karate", 7, nil, 0)
	batches := []int{} // the numbers of jobs that the search requests at once
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		batches = append(batches, len(jobs))
		for _, j := range jobs {
			reported[[2]int{j.Trial, j.Run}] = inventedAccuracy(j)
			s.Report(j, equalScores(inventedAccuracy(j)), nil)
		}
	}
	trials := s.Trials()
	// mean returns the mean accuracy of trial k over its first runs.
	mean := func(k, runs int) float64 {
		sum := 0.0
		for _, v := range trials[k].val[:runs] {
			sum += v / float64(runs)
		}
		return sum
	}
	// Rank each trial by its mean over four runs. Among equal means the earlier trial ranks first.
	// finalists counts the trials in the last rung, and extra those that are there only because they resemble a peer.
	best, finalists, extra := -1, 0, 0
	for k, trial := range trials {
		better := 0
		for j := range trials {
			if difference := mean(j, 4) - mean(k, 4); difference > 0 || difference == 0 && j < k {
				better++
			}
		}
		isAmongBest, isProtected := better < 8, version > 0 && isPeerLike(trial.From)
		if isProtected && !isAmongBest {
			extra++
		}
		wantRungs := 1
		if isAmongBest || isProtected {
			wantRungs = 2
		}
		if len(trial.Rungs) != wantRungs || trial.Rungs[0] != (Rung{Runs: 4, ValMean: mean(k, 4)}) {
			t.Errorf("trial %d, of rank %d, has the rungs %v, want %d, the first with the mean %g of 4 runs", k, better, trial.Rungs, wantRungs,
				mean(k, 4))
		}
		if len(trial.Rungs) < 2 {
			continue
		}
		finalists++
		if best < 0 || mean(k, 7) > mean(best, 7) {
			best = k
		}
		if trial.Rungs[1] != (Rung{Runs: 7, ValMean: mean(k, 7)}) || trial.ValMean != mean(k, 7) {
			t.Errorf("trial %d is %v, want the mean %g of 7 runs", k, trial, mean(k, 7))
		}
	}
	// The batches: the starts, seven changes of the network, changes of training up to MaxTried, and three more runs of the finalists.
	// Version 0 has a start less.
	runs, starts := MaxTried*4+(8+extra)*3, 11+min(1, version)
	if done, expected := s.Runs(); done != runs || expected != runs {
		t.Errorf("%d of %d runs are reported, want %d", done, expected, runs)
	}
	wantBatches := []int{starts * 4, 7 * 4, (MaxTried - 7 - starts) * 4, (8 + extra) * 3}
	if len(trials) != MaxTried || !slices.Equal(batches, wantBatches) || len(reported) != runs {
		t.Fatalf("%d trials in batches of %v runs, want %d in %v", len(trials), batches, MaxTried, wantBatches)
	}
	if k, _, _ := s.Chosen(); finalists != 8+extra || k != best {
		t.Errorf("%d trials in the last rung, chosen is %d; want %d and %d", finalists, k, 8+extra, best)
	}
	// The same scores, reported one by one in random order.
	r, other := rng.New(1, "order"), newSearchOfVersion(t, version, "karate", 7, nil, 0)
	for jobs := other.Pending(); jobs != nil; jobs = other.Pending() {
		if _, _, err := other.Chosen(); err == nil {
			t.Fatal("the search has a choice before its end")
		}
		j := jobs[r.Intn(len(jobs))]
		other.Report(j, equalScores(reported[[2]int{j.Trial, j.Run}]), nil)
	}
	if a, b := searchRecord(t, s), searchRecord(t, other); a != b {
		t.Errorf("another order of the reports gives another search:\n%s\n%s", a, b)
	}
}

// TestSearchWithFailures: a configuration whose run fails has the reason, and the search chooses another one. If all fail, the search has
// no choice and returns the reason. The given setting, sign = 1, stays in every configuration, and does not count as chosen.
func TestSearchWithFailures(t *testing.T) {
	// The runs with structure rows fail, or all runs. The others have the same score, so that the first configuration is chosen.
	for _, all := range []bool{false, true} {
		s := newSearch(t, "karate", 1, map[string]string{"sign": "1"}, 0)
		for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
			var err error
			if all || s.Config(jobs[0].Trial).Structure == "rows" {
				err = errors.New("no memory")
			}
			s.Report(jobs[0], equalScores(0.5), err)
		}
		k, cfg, err := s.Chosen()
		if hasNoChoice := err != nil; hasNoChoice != all {
			t.Fatalf("all configurations fail: %v, and the choice is %d, %v", all, k, err)
		}
		if all && !strings.Contains(err.Error(), "no memory") {
			t.Errorf("if all fail the error is %v, want the reason", err)
		}
		if !all && (k != 0 || cfg.Sign != 1) {
			t.Errorf("the choice is %d with sign %v, want 0 with 1", k, cfg.Sign)
		}
		failed := 0
		for _, x := range s.Trials() {
			if x.Failed != "" {
				failed++
			}
			if x.cfg.Sign != 1 || x.Settings["sign"] != "" {
				t.Errorf("the given setting is changed, or counts as chosen: %v", x)
			}
		}
		// The two starts with structure rows fail, and the changes to structure rows. 6 is a rough bound.
		if failed < 2 || !all && failed > 6 {
			t.Errorf("%d trials failed, want 2 or more, and at most 6 unless all fail", failed)
		}
	}
}

// TestLimitBoundsTheTrials: a search with the limit 3 tries three configurations and chooses one. A limit above MaxTried is refused.
func TestLimitBoundsTheTrials(t *testing.T) {
	s := newSearch(t, "karate", 2, nil, 3)
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		for _, j := range jobs {
			s.Report(j, equalScores(inventedAccuracy(j)), nil)
		}
	}
	if k, _, err := s.Chosen(); len(s.Trials()) != 3 || k < 0 || err != nil {
		t.Errorf("%d trials, want 3; chosen is %d, error %v", len(s.Trials()), k, err)
	}
	if _, err := New(Version, cost.Shape{}, s.splits, nil, MaxTried+1); err == nil {
		t.Errorf("the limit %d is not refused", MaxTried+1)
	}
}

// TestSearchEndsWithALateFailure: if all runs from the middle rung on fail, the search has no choice, and its error has the reason. The
// first guess has the lowest score, so that the first rung drops it. The pending work is the work of the pending jobs, and a finished run
// adds as much to the finished work as it takes from the pending work.
func TestSearchEndsWithALateFailure(t *testing.T) {
	s := newSearch(t, "karate", 10, nil, 0)
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		epochs := s.stages[s.stage].epochs
		sum := 0.0
		for _, j := range jobs {
			sum += s.runWork(s.trials[j.Trial].cfg, epochs)
		}
		if pending, _ := s.Ahead(); math.Abs(pending-sum) > 1e-9*sum {
			t.Fatalf("%g multiplications are pending, want %g for %d jobs", pending, sum, len(jobs))
		}
		accuracy, err := 0.5, error(nil)
		if jobs[0].Trial == 0 {
			accuracy = 0
		}
		if s.stage >= middleRung {
			err = errors.New("no memory")
		}
		trained := s.trained
		s.Report(jobs[0], equalScores(accuracy), err)
		if want := s.runWork(s.trials[jobs[0].Trial].cfg, epochs); math.Abs(s.trained-trained-want) > 1e-9*want {
			t.Fatalf("a run counts %g multiplications, want %g", s.trained-trained, want)
		}
	}
	if k, _, err := s.Chosen(); k != -1 || err == nil || !strings.Contains(err.Error(), "no memory") || s.trials[0].Failed != "" {
		t.Errorf("the choice is %d with the error %v, want none and the reason; the first guess has the error %q", k, err, s.trials[0].Failed)
	}
}
