package tune

import (
	"fmt"
	"testing"

	"sheafscope/core/record"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// finishedSearch returns a search of a version on ten splits of a graph of this shape, after all jobs.
func finishedSearch(t *testing.T, version int, shape cost.Shape) *Search {
	t.Helper()
	s := searchOnTenSplits(t, version, shape)
	reportAllJobs(s)
	return s
}

// searchOnTenSplits returns a search of a version on ten splits of a graph of this shape, before its first job. 32 % of the nodes validate.
func searchOnTenSplits(t *testing.T, version int, shape cost.Shape) *Search {
	t.Helper()
	c := settings.Default()
	c.D, c.Channels, c.GapMode = 2, 32, "off"
	var splits []SearchSplit
	for range 10 {
		splits = append(splits, SearchSplit{Val: shape.Nodes * 32 / 100, Usual: c})
	}
	s, err := New(version, shape, splits, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// reportAllJobs reports an invented accuracy for every job. Crossed, which version 0 does not read, ranks the runs in the opposite order.
func reportAllJobs(s *Search) {
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		for _, j := range jobs {
			s.Report(j, Score{Around: inventedAccuracy(j), Crossed: 1 - inventedAccuracy(j)}, nil)
		}
	}
}

// TestVersionsOfBefore: searches of versions 0 and 1, as old links have them, have the same trials, choice and settings as in
// testdata/versions.txt, in every number. The programs of these versions wrote that file. A version after the present one is refused.
func TestVersionsOfBefore(t *testing.T) {
	shapes := []cost.Shape{{Nodes: 12000, Edges: 500000, Features: 16, Entries: 192000, Classes: 5},
		{Nodes: 12000, Edges: 1200000, Features: 300, Entries: 192000, Classes: 5}}
	got := map[string][]record.Point{} // by version
	for version := range 2 {
		name := fmt.Sprintf("version %d", version)
		for k, s := range []*Search{newSearchOfVersion(t, version, "karate", 7, nil, 0),
			newSearchOfVersion(t, version, "florentine", 2, map[string]string{"sign": "1"}, 20),
			searchOnTenSplits(t, version, shapes[0]), searchOnTenSplits(t, version, shapes[1])} {
			for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
				for _, j := range jobs {
					score := Score{Around: inventedAccuracy(j), Crossed: 1 - inventedAccuracy(j)} // version 0 does not read Crossed
					if version > 0 {
						score.Crossed = inventedAccuracy(j) / 2
					}
					s.Report(j, score, nil)
				}
			}
			best, cfg, err := s.Chosen()
			if err != nil {
				t.Fatal(err)
			}
			got[name] = append(got[name], record.Point{Name: []string{"karate", "florentine", "500 000 edges", "1 200 000 edges"}[k],
				Fields: record.Fields(struct {
					Trials   []Candidate
					Best     int
					Config   settings.Config
					Settings map[string]string
				}{s.Trials(), best, cfg, s.Settings()})})
		}
	}
	record.Check(t, "testdata/versions.txt", got)
	if _, err := New(Version+1, cost.Shape{}, nil, nil, 0); err == nil {
		t.Errorf("version %d, after the present one, is not refused", Version+1)
	}
}

// TestLikePeers: the start like our MLP and the two like our GCN are tried on graphs of 300 to 1 200 000 edges. They take part in all
// rungs. Where the work is limited, one of the two starts like GCN may end earlier. On karate they take part in both rungs even with the
// worst results, and then are not chosen.
func TestLikePeers(t *testing.T) {
	for _, m := range []int{300, 120000, 500000, 1200000} {
		s := finishedSearch(t, Version, cost.Shape{Nodes: 12000, Edges: m, Features: 300, Entries: 192000, Classes: 5})
		// Numbers of peer-like trials, and of those that reach the end, without (false: the MLP) and with the sheaf (true: averages).
		tried, ended, bounded := map[bool]int{}, map[bool]int{}, s.stages[0].epochs > 0
		for k, x := range s.Trials() {
			if !isPeerLike(x.From) {
				continue
			}
			hasSheaf := HasSheaf(s.Config(k))
			tried[hasSheaf]++
			last := x.Rungs[len(x.Rungs)-1]
			hasAllRuns := last.Runs == s.runs && s.runs >= LeastRuns
			endsEarly := !bounded && !hasAllRuns
			if x.Failed != "" || endsEarly {
				t.Errorf("%d edges: %s has the rungs %v, want all %d runs, at least %d, and no failure %q", m, x.From, x.Rungs, s.runs, LeastRuns,
					x.Failed)
			}
			if last.Runs == s.runs && last.Epochs == s.stages[len(s.stages)-1].epochs {
				ended[hasSheaf]++
			}
		}
		if wantBounded := m > 300; bounded != wantBounded {
			t.Errorf("%d edges: the work is limited: %v, want %v", m, bounded, wantBounded)
		}
		if tried[false] != 1 || tried[true] != 2 || ended[false] != 1 || ended[true] < 1 {
			t.Errorf("%d edges: %v starts are tried, %v to the end; want one without and two with a sheaf, one of each to the end", m, tried,
				ended)
		}
	}
	// The peer-like trials have the lowest accuracy in every run.
	s := newSearch(t, "karate", 7, nil, 0)
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		for _, j := range jobs {
			v := 0.5 + inventedAccuracy(j)/2
			if s.trials[j.Trial].peer {
				v = 0.1
			}
			s.Report(j, equalScores(v), nil)
		}
	}
	if best, _, _ := s.Chosen(); s.trials[best].peer || len(s.trials[best].Rungs) != 2 {
		t.Errorf("chosen is %s with %d rungs, want no peer-like start and 2 rungs", s.trials[best].From, len(s.trials[best].Rungs))
	}
	for _, x := range s.trials {
		if n := len(x.Rungs); x.peer && n != 2 {
			t.Errorf("%s ends after %d rungs, want 2", x.From, n)
		}
	}
}
