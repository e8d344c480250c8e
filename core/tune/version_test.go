package tune

import (
	"fmt"
	"testing"

	"sheafscope/core/record"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/settings"
)

// large is a search on ten splits of a graph of this shape, at its end.
func large(t *testing.T, version int, shape cost.Shape) *Search {
	t.Helper()
	s := tenSplits(t, version, shape)
	toEnd(s)
	return s
}

// tenSplits is a search on ten splits of a graph of this shape, before its first run.
func tenSplits(t *testing.T, version int, shape cost.Shape) *Search {
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

// toEnd reports an invented result for every job; what only later versions read is the contrary.
func toEnd(s *Search) {
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		for _, j := range jobs {
			s.Report(j, Score{Around: invented(j), Crossed: 1 - invented(j)}, nil)
		}
	}
}

// TestVersionsOfBefore: the search of an old link is unchanged in every number.
// The records of versions 0 and 1 were written by the programs of that time.
func TestVersionsOfBefore(t *testing.T) {
	shapes := []cost.Shape{{Nodes: 12000, Edges: 500000, Features: 16, Entries: 192000, Classes: 5},
		{Nodes: 12000, Edges: 1200000, Features: 300, Entries: 192000, Classes: 5}}
	got := map[string][]record.Point{}
	for version := range 2 {
		name := fmt.Sprintf("version %d", version)
		for k, s := range []*Search{versioned(t, version, "karate", 7, nil, 0),
			versioned(t, version, "florentine", 2, map[string]string{"sign": "1"}, 20),
			tenSplits(t, version, shapes[0]), tenSplits(t, version, shapes[1])} {
			for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
				for _, j := range jobs {
					score := Score{Around: invented(j), Crossed: 1 - invented(j)} // which version 0 does not read
					if version > 0 {
						score.Crossed = invented(j) / 2
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
		t.Error("a later version is searched")
	}
}

// TestLikePeers: starts like our MLP and GCN are tried on every graph that fits into a page, and take part in all rungs.
// The number of edges and their results do not matter; where the work is limited, only the best averaging start must continue.
func TestLikePeers(t *testing.T) {
	for _, m := range []int{300, 120000, 500000, 1200000} {
		s := large(t, Version, cost.Shape{Nodes: 12000, Edges: m, Features: 300, Entries: 192000, Classes: 5})
		seen, ended, bounded := map[bool]int{}, map[bool]int{}, s.stages[0].epochs > 0
		for k, x := range s.Trials() {
			if !isPeerLike(x.From) {
				continue
			}
			sheaf := HasSheaf(s.Config(k))
			seen[sheaf]++
			last := x.Rungs[len(x.Rungs)-1]
			if x.Failed != "" || !bounded && (last.Runs != s.runs || s.runs < LeastRuns) {
				t.Errorf("%d edges: %s has rungs %v", m, x.From, x.Rungs)
			}
			if last.Runs == s.runs && last.Epochs == s.stages[len(s.stages)-1].epochs {
				ended[sheaf]++
			}
		}
		if seen[false] != 1 || seen[true] != 2 || ended[false] != 1 || ended[true] < 1 || bounded != (m > 300) {
			t.Errorf("%d edges, bounded %v: %v of the three starts are tried, %v to the end", m, bounded, seen, ended)
		}
	}
	// The last of all in every run.
	s := of(t, "karate", 7, nil, 0)
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		for _, j := range jobs {
			v := 0.5 + invented(j)/2
			if s.trials[j.Trial].peer {
				v = 0.1
			}
			s.Report(j, alike(v), nil)
		}
	}
	if best, _, _ := s.Chosen(); s.trials[best].peer || len(s.trials[best].Rungs) != 2 {
		t.Errorf("chosen %d, the worst", best)
	}
	for _, x := range s.trials {
		if n := len(x.Rungs); x.peer && n != 2 {
			t.Errorf("%s ends after %d rungs", x.From, n)
		}
	}
}
