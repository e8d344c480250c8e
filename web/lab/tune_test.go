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

// jobs returns the jobs that the last message requested, or nil.
func (d *testLab) jobs() []proto.Query {
	for _, c := range d.cmds {
		if r, ok := c.(lab.RunJobs); ok {
			return r.Jobs
		}
	}
	return nil
}

// known returns the answer of a worker to the question about graph, settings and split of a run.
func known(t *testing.T, r proto.Query) *proto.Known {
	t.Helper()
	s, err := session.Core{Files: jobs.Do}.Source(r.Run, r.Files)
	if err != nil {
		t.Fatal(err)
	}
	return &proto.Known{Shape: cost.ShapeOf(s.Graph), Config: s.Config, Split: s.Split.Name, Val: len(s.Split.Val)}
}

// search runs a search to its end and returns the number of jobs of each batch. No run is trained: value returns the validation accuracy of
// a run by its settings. The accuracy across classes is half of the validation accuracy. The first d.runsToLose runs end without a result.
func (d *testLab) search(t *testing.T, tuned recipe.Tuned, value func(settings.Config) float64) (batches []int) {
	t.Helper()
	d.do(lab.StartTune{As: tuned})
	for requests := d.jobs(); requests != nil; requests = d.jobs() {
		batches = append(batches, len(requests))
		results := make([]client.JobState, len(requests))
		for k, r := range requests {
			results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: -1}}}
			o := &results[k].Outcome
			answer := known(t, r)
			switch r.Unit {
			case proto.JobKnown:
				o.Known = answer
			case proto.JobBlind:
				o.Around, o.Crossed = value(answer.Config), value(answer.Config)/2
				if d.runsToLose > 0 {
					d.runsToLose, results[k] = d.runsToLose-1, client.JobState{Done: true, Err: "the worker stopped twice", Died: true}
				}
			default:
				t.Fatalf("a job has the unit %q", r.Unit)
			}
			if r.Run.Model != "" || r.Run.Method != "" || r.Run.Settings["reading"] != "" {
				t.Fatalf("a job has a model, a method or a reading: %+v", r.Run)
			}
		}
		// A report of one result does not end the batch, and the time left of the search is at least that of the batch, 7 s.
		d.do(lab.Reported{Report: client.PoolState{Results: results[:1], Total: len(requests), Done: 1, Left: 7, Most: 9}})
		if d.jobs() != nil || d.s.Work != lab.ForTune {
			t.Fatal("a report of one result ends the batch")
		}
		if left, _ := d.s.Tune.Left(); len(requests) > 1 && left < 7 {
			t.Fatalf("%g s are left of the search, want 7 s or more", left)
		}
		d.do(lab.Reported{Report: client.PoolState{Results: results, Total: len(requests), Done: len(requests), Over: true}})
	}
	return batches
}

// A search with lost runs reports their number in its text and its announcement. Its link has no search to repeat.
func TestLostRunsAreReported(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.runsToLose = 2
	test.search(t, recipe.Tuned{Epochs: 30}, func(c settings.Config) float64 { return float64(c.Channels) / 64 })
	search := &test.s.Tune
	applied, ok := test.cmds[0].(lab.ApplySettings)
	if !ok || search.Chosen < 0 || search.Lost != 2 || applied.Tuned != (recipe.Tuned{}) ||
		!strings.Contains(search.LostText(), "2 runs were lost") {
		t.Errorf("the search ends with %+v, %d runs are lost, the text is %q", test.cmds, search.Lost, search.LostText())
	}
	if announced, ok := test.cmds[1].(lab.Announce); !ok || !strings.Contains(announced.Text, "2 runs were lost") {
		t.Errorf("the lost runs are not announced: %+v", test.cmds)
	}
}

// The page's search equals that of core/tune by hand: the same accuracies give the same batches and the same choice. The chosen settings
// give the same configuration on every split. The list of configurations stays when the chosen settings are loaded, and is dropped with
// another graph. A link with the search repeats it; a link without a version repeats version 0 of the search.
func TestTuneEqualsCoreSearch(t *testing.T) {
	value := func(c settings.Config) float64 { return float64(c.Channels)/64 + float64(len(c.Structure))/100 }
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.page.Recipe.Settings, test.page.Recipe.Method = map[string]string{"dt": "9"}, "paper"
	batches := test.search(t, recipe.Tuned{Epochs: 30}, value)
	search := &test.s.Tune
	if test.s.Work == lab.ForTune || search.Error != "" || search.Chosen < 0 || len(search.Trials) != tune.MaxTried ||
		search.Tuned.Tried != tune.MaxTried || search.Tuned.Seed != "7" {
		t.Fatalf("the search ends with %+v, error %q, chosen %d of %d", search.Tuned, search.Error, search.Chosen, len(search.Trials))
	}
	// Five jobs describe the five splits. Twelve starts, seven changes of the network and five of the training have 3 runs each. Then 8 of
	// these configurations and the 3 starts like a peer have 2 more runs. Done counts all but the first batch.
	if !slices.Equal(batches, []int{5, 12 * 3, 7 * 3, 5 * 3, (8 + 3) * 2}) || search.Done != search.All || search.Done != 94 {
		t.Errorf("batches %v, %d of %d runs done, want 94", batches, search.Done, search.All)
	}
	applied, ok := test.cmds[0].(lab.ApplySettings)
	if !ok || applied.Tuned != search.Tuned || applied.Settings["epochs"] != "30" || applied.Settings["dt"] == "9" {
		t.Fatalf("the chosen settings are loaded by %+v", test.cmds)
	}
	// By hand, over the same five seeds.
	var splits []tune.SearchSplit
	for k := range 5 {
		p, err := graph.ParseSplit(graph.Karate(), method.DefaultSplit, uint64(7+k))
		if err != nil {
			t.Fatal(err)
		}
		c, err := method.Configure(graph.Karate(), p, "sgpc", "paper", uint64(7+k))
		if err != nil {
			t.Fatal(err)
		}
		c.Epochs = 30
		splits = append(splits, tune.SearchSplit{Val: len(p.Val), Usual: c})
	}
	byHand, err := tune.New(tune.Version, cost.ShapeOf(graph.Karate()), splits, map[string]string{"epochs": "30"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for jobs := byHand.Pending(); jobs != nil; jobs = byHand.Pending() {
		for _, j := range jobs {
			byHand.Report(j, tune.Score{Around: value(byHand.Config(j.Trial)), Crossed: value(byHand.Config(j.Trial)) / 2}, nil)
		}
	}
	// Both searches choose the same configuration, which is complete: it does not depend on the settings of a split.
	best, cfg, err := byHand.Chosen()
	if err != nil || best != search.Chosen || byHand.Trials()[best].ValMean != search.Trials[best].ValMean ||
		tune.HasSheaf(cfg) != search.Sheaf {
		t.Errorf("chosen %d, by hand %d, %v", search.Chosen, best, err)
	}
	for k := range 5 {
		r := recipe.Setup{Graph: "karate", Seed: uint64(7 + k), Settings: applied.Settings}
		got := known(t, proto.Query{Run: r}).Config
		got.Seed = cfg.Seed
		if got != cfg {
			t.Errorf("seed %d has other settings: %v", 7+k, tune.Difference(cfg, got))
		}
	}
	// The list stays when the run is loaded with the settings, and goes with another graph.
	test.page.Key, test.page.Recipe.Settings, test.page.Recipe.Tuned = 2, applied.Settings, applied.Tuned
	test.do(lab.PageRunMoved{})
	if test.s.Tune.Chosen != best {
		t.Error("the list is dropped when its settings are loaded")
	}
	// The same link repeats the search with the seed of the link, whatever the seed of the run.
	test.page.Recipe.Seed = 99
	test.search(t, test.page.Recipe.Tuned, value)
	if test.s.Tune.Tuned != applied.Tuned || test.s.Tune.Chosen != best {
		t.Errorf("again: %+v, was %+v", test.s.Tune.Tuned, applied.Tuned)
	}
	// A link without a version repeats version 0 of the search. It has 11 starts and hence one more change of the training. It gives more
	// runs to the best 8 configurations alone.
	test.page.Recipe.Tuned.Version = 0
	batches = test.search(t, test.page.Recipe.Tuned, value)
	if v := test.s.Tune.Tuned.Version; v != 0 || applied.Tuned.Version != tune.Version ||
		!slices.Equal(batches, []int{5, 11 * 3, 7 * 3, 6 * 3, 8 * 2}) {
		t.Errorf("version %d, want 0; the new search has version %d; batches %v", v, applied.Tuned.Version, batches)
	}
	test.page.Key, test.page.Recipe.Tuned = 3, recipe.Tuned{}
	test.do(lab.PageRunMoved{})
	if test.s.Tune.Chosen >= 0 || len(test.s.Tune.Trials) > 0 {
		t.Error("the list of another graph stays")
	}
}

// A search ends by a cancel, another graph or an error. Only one batch runs at a time. Invalid options start no search.
func TestTuneEnds(t *testing.T) {
	// startSearch starts a search on a new page.
	startSearch := func(as recipe.Tuned) *testLab {
		test := &testLab{s: lab.New(), page: subject("karate")}
		test.do(lab.StartTune{As: as})
		return test
	}
	// cancels reports whether the last message has stopped the workers.
	cancels := func(test *testLab) bool { return slices.Contains(test.cmds, lab.Command(lab.CancelJobs{})) }
	test := startSearch(recipe.Tuned{Runs: 1})
	if requests := test.jobs(); len(requests) != 3 || requests[2].Run.Seed != 9 {
		t.Errorf("one drawn split gives %d jobs, want three", len(requests))
	}
	test.do(lab.StartResults{})
	if test.jobs() != nil || test.s.Work == lab.ForResults {
		t.Error("the table takes the workers of the search")
	}
	test.do(lab.Cancel{})
	if !cancels(test) || test.s.Work == lab.ForTune || !test.s.Tune.Cancelled {
		t.Errorf("after the cancel the search goes on, or the commands are %+v", test.cmds)
	}
	late := client.PoolState{Results: make([]client.JobState, 3), Total: 3, Done: 3, Over: true}
	test.do(lab.Reported{Report: late})
	if test.s.Work == lab.ForTune || test.jobs() != nil {
		t.Error("a late report continues the search")
	}
	// Another graph during the search.
	test = startSearch(recipe.Tuned{})
	test.page.Key = 2
	test.do(lab.PageRunMoved{})
	if !cancels(test) || test.s.Work == lab.ForTune {
		t.Error("the search on another graph goes on")
	}
	test = &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.StartResults{})
	test.do(lab.StartTune{})
	if test.s.Work == lab.ForTune || test.s.Work != lab.ForResults {
		t.Error("the search takes the workers of the table")
	}
	// Invalid options, and a failed first batch.
	for _, bad := range []recipe.Tuned{{Seed: "x"}, {Runs: -1}, {Epochs: -1}, {Configurations: tune.MaxTried + 1}, {Configurations: -1},
		{Runs: 1e9}} {
		if test := startSearch(bad); test.s.Tune.Error == "" || test.s.Work == lab.ForTune {
			t.Errorf("the options %+v start a search", bad)
		}
	}
	// A graph that cannot run: the error replaces the outcome of an earlier search.
	test = &testLab{s: lab.New()}
	test.s.Tune.Chosen = 0
	test.do(lab.StartTune{})
	if search := &test.s.Tune; search.Error == "" || search.Chosen >= 0 || test.s.Work == lab.ForTune || len(test.cmds) > 0 {
		t.Errorf("without a graph: error %q, choice %d, commands %+v", search.Error, search.Chosen, test.cmds)
	}
	test = startSearch(recipe.Tuned{})
	refused := client.PoolState{Results: []client.JobState{{Done: true, Err: "no features"}, {}, {}, {}, {}}, Total: 5, Done: 5, Over: true}
	test.do(lab.Reported{Report: refused})
	if test.s.Work == lab.ForTune || !strings.Contains(test.s.Tune.Error, "no features") || test.jobs() != nil {
		t.Errorf("a failed first batch leaves %+v", test.s.Tune)
	}
}
