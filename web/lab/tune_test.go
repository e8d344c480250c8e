package lab_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/train"
	"sheafscope/core/tune"
	"sheafscope/wasm/client"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/lab"
)

// jobs returns the requests of the last command, or nil.
func (d *desk) jobs() []proto.Query {
	for _, c := range d.cmds {
		if r, ok := c.(lab.RunJobs); ok {
			return r.Jobs
		}
	}
	return nil
}

// known replies as a worker and checks its requests.
func known(t *testing.T, r proto.Query) *proto.Known {
	t.Helper()
	s, err := session.Core{Files: jobs.Do}.Source(r.Run, r.Files)
	if err != nil {
		t.Fatal(err)
	}
	return &proto.Known{Shape: cost.ShapeOf(s.Graph), Config: s.Config, Split: s.Split.Name, Val: len(s.Split.Val)}
}

// search runs a search to its end; value is the validation accuracy of a run by its settings.
func (d *desk) search(t *testing.T, as recipe.Tuned, value func(settings.Config) float64) (batches []int) {
	t.Helper()
	d.do(lab.StartTune{As: as})
	for list := d.jobs(); list != nil; list = d.jobs() {
		batches = append(batches, len(list))
		results := make([]client.JobState, len(list))
		for k, r := range list {
			results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: -1}}}
			o := &results[k].Outcome
			switch at := known(t, r); r.Unit {
			case proto.JobKnown:
				o.Known = at
			case proto.JobBlind:
				o.Around, o.Crossed = value(at.Config), value(at.Config)/2
				if d.lose > 0 {
					d.lose, results[k] = d.lose-1, client.JobState{Done: true, Err: "the worker stopped twice", Died: true}
				}
			default:
				t.Fatalf("asks for %q", r.Unit)
			}
			if r.Run.Model != "" || r.Run.Method != "" || r.Run.Settings["reading"] != "" {
				t.Fatalf("runs %+v", r.Run)
			}
		}
		d.do(lab.Reported{Report: client.PoolState{Results: results[:1], Total: len(list), Done: 1, Left: 7, Most: 9}})
		if d.jobs() != nil || d.s.Work != lab.ForTune {
			t.Fatal("half of a batch is taken for the whole")
		}
		if left, _ := d.s.Tune.Left(); len(list) > 1 && left < 7 {
			t.Fatalf("%g s are left of the search, of a batch 7", left)
		}
		d.do(lab.Reported{Report: client.PoolState{Results: results, Total: len(list), Done: len(list), Over: true}})
	}
	return batches
}

// A search with lost runs reports them, and its link promises no repetition.
func TestLostRunsAreReported(t *testing.T) {
	d := &desk{s: lab.New(), on: subject("karate")}
	d.lose = 2
	d.search(t, recipe.Tuned{Epochs: 30}, func(c settings.Config) float64 { return float64(c.Channels) / 64 })
	u := &d.s.Tune
	take, ok := d.cmds[0].(lab.ApplySettings)
	if !ok || u.Chosen < 0 || u.Lost != 2 || take.Tuned != (recipe.Tuned{}) || !strings.Contains(u.LostText(), "2 runs were lost") {
		t.Errorf("%+v, %d lost, %q", d.cmds, u.Lost, u.LostText())
	}
	if say, ok := d.cmds[1].(lab.Announce); !ok || !strings.Contains(say.Text, "2 runs were lost") {
		t.Errorf("%+v", d.cmds)
	}
}

// The page's search equals that of core/tune: the same results give the same jobs, and its choice is loaded on every split.
func TestTuneEqualsCoreSearch(t *testing.T) {
	value := func(c settings.Config) float64 { return float64(c.Channels)/64 + float64(len(c.Structure))/100 }
	d := &desk{s: lab.New(), on: subject("karate")}
	d.on.Recipe.Settings, d.on.Recipe.Method = map[string]string{"dt": "9"}, "paper"
	batches := d.search(t, recipe.Tuned{Epochs: 30}, value)
	u := &d.s.Tune
	if d.s.Work == lab.ForTune || u.Error != "" || u.Chosen < 0 || len(u.Trials) != tune.MaxTried || u.Tuned.Tried != tune.MaxTried ||
		u.Tuned.Seed != "7" {
		t.Fatalf("%+v", u.Tuned)
	}
	if !slices.Equal(batches, []int{5, 12 * 3, 7 * 3, 5 * 3, (8 + 3) * 2}) || u.Done != u.All || u.Done != 94 {
		t.Errorf("batches %v, %d of %d", batches, u.Done, u.All)
	}
	take, ok := d.cmds[0].(lab.ApplySettings)
	if !ok || take.Tuned != u.Tuned || take.Settings["epochs"] != "30" || take.Settings["dt"] == "9" {
		t.Fatalf("%+v", d.cmds)
	}
	// By hand, over the same five seeds.
	var splits []tune.SearchSplit
	for k := range 5 {
		p, err := graph.ParseSplit(graph.Karate(), method.DefaultSplit, uint64(7+k))
		if err != nil {
			t.Fatal(err)
		}
		c, err := method.Configure(graph.Karate(), p, "sgpc", "paper", uint64(7+k))
		if c.Epochs = 30; err != nil {
			t.Fatal(err)
		}
		splits = append(splits, tune.SearchSplit{Val: len(p.Val), Usual: c})
	}
	s, err := tune.New(tune.Version, cost.ShapeOf(graph.Karate()), splits, map[string]string{"epochs": "30"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
		for _, j := range jobs {
			s.Report(j, tune.Score{Around: value(s.Config(j.Trial)), Crossed: value(s.Config(j.Trial)) / 2}, nil)
		}
	}
	best, cfg, err := s.Chosen()
	if err != nil || best != u.Chosen || s.Trials()[best].ValMean != u.Trials[best].ValMean || tune.HasSheaf(cfg) != u.Sheaf {
		t.Errorf("chosen %d, by hand %d, %v", u.Chosen, best, err)
	}
	for k := range 5 {
		r := recipe.Setup{Graph: "karate", Seed: uint64(7 + k), Settings: take.Settings}
		got := known(t, proto.Query{Run: r}).Config
		if got.Seed = cfg.Seed; got != cfg {
			t.Errorf("seed %d has other settings: %v", 7+k, tune.Difference(cfg, got))
		}
	}
	// The list stays when the run is loaded with the settings, and goes with another graph.
	d.on.Key, d.on.Recipe.Settings, d.on.Recipe.Tuned = 2, take.Settings, take.Tuned
	if d.do(lab.PageRunMoved{}); d.s.Tune.Chosen != best {
		t.Error("the list is gone")
	}
	// The same link: the same search again, though its seed is no longer the run's.
	d.on.Recipe.Seed = 99
	if d.search(t, d.on.Recipe.Tuned, value); d.s.Tune.Tuned != take.Tuned || d.s.Tune.Chosen != best {
		t.Errorf("again: %+v, was %+v", d.s.Tune.Tuned, take.Tuned)
	}
	// A link of before there were versions: the search of then, which let the starts go that are like a peer.
	d.on.Recipe.Tuned.Version = 0
	batches = d.search(t, d.on.Recipe.Tuned, value)
	if v := d.s.Tune.Tuned.Version; v != 0 || take.Tuned.Version != tune.Version ||
		!slices.Equal(batches, []int{5, 11 * 3, 7 * 3, 6 * 3, 8 * 2}) {
		t.Errorf("version %d: %v", v, batches)
	}
	d.on.Key, d.on.Recipe.Tuned = 3, recipe.Tuned{}
	if d.do(lab.PageRunMoved{}); d.s.Tune.Chosen >= 0 || len(d.s.Tune.Trials) > 0 {
		t.Error("the list of another graph stays")
	}
}

// A search ends by Cancel, another graph or an error, and only one batch runs at a time.
func TestTuneEnds(t *testing.T) {
	start := func(as recipe.Tuned) *desk {
		d := &desk{s: lab.New(), on: subject("karate")}
		d.do(lab.StartTune{As: as})
		return d
	}
	cancels := func(d *desk) bool { return slices.Contains(d.cmds, lab.Command(lab.CancelJobs{})) }
	d := start(recipe.Tuned{Runs: 1})
	if list := d.jobs(); len(list) != 3 || list[2].Run.Seed != 9 {
		t.Errorf("one drawn split becomes %d", len(list))
	}
	if d.do(lab.StartResults{}); d.jobs() != nil || d.s.Work == lab.ForResults {
		t.Error("the table takes the workers of the search")
	}
	if d.do(lab.Cancel{}); !cancels(d) || d.s.Work == lab.ForTune || !d.s.Tune.Cancelled {
		t.Errorf("cancelled: %+v", d.cmds)
	}
	late := client.PoolState{Results: make([]client.JobState, 3), Total: 3, Done: 3, Over: true}
	if d.do(lab.Reported{Report: late}); d.s.Work == lab.ForTune || d.jobs() != nil {
		t.Error("a late report goes on with the search")
	}
	d = start(recipe.Tuned{})
	d.on.Key = 2
	if d.do(lab.PageRunMoved{}); !cancels(d) || d.s.Work == lab.ForTune {
		t.Error("the search on another graph goes on")
	}
	d = &desk{s: lab.New(), on: subject("karate")}
	d.do(lab.StartResults{})
	if d.do(lab.StartTune{}); d.s.Work == lab.ForTune || d.s.Work != lab.ForResults {
		t.Error("the search takes the workers of the table")
	}
	for _, bad := range []recipe.Tuned{{Seed: "x"}, {Runs: -1}, {Epochs: -1}, {Configurations: tune.MaxTried + 1}} {
		if d := start(bad); d.s.Tune.Error == "" || d.s.Work == lab.ForTune {
			t.Errorf("%+v is searched", bad)
		}
	}
	d = start(recipe.Tuned{})
	refused := client.PoolState{Results: []client.JobState{{Done: true, Err: "no features"}, {}, {}, {}, {}}, Total: 5, Done: 5, Over: true}
	if d.do(lab.Reported{Report: refused}); d.s.Work == lab.ForTune || !strings.Contains(d.s.Tune.Error, "no features") || d.jobs() != nil {
		t.Errorf("%+v", d.s.Tune)
	}
}
