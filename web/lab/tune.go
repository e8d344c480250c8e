package lab

import (
	"errors"
	"maps"
	"strconv"

	"sheafscope/core/tune"
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file handles the search for settings. A configuration is a set of settings. The search first trains many configurations with few
// runs. Then it trains the best ones, and changed copies of these, with more runs. It chooses by the accuracy on validation nodes.

// Tune is a search for settings (core/tune) on the splits of the graph, whose runs the pool trains. The search is deterministic: its state
// is a function of the results so far.
type Tune struct {
	// Tuned defines the search. Tuned.Tried and Tuned.Val are set after the choice.
	Tuned recipe.Tuned
	// Cancelled reports that the user has cancelled the search. Error is the error that has prevented or ended the search. In both cases the
	// search has no choice.
	Cancelled bool
	Error     string
	// Report is the report of the present batch.
	Report client.PoolState
	// Trials are the configurations tried so far. Chosen is the index of the chosen configuration in Trials, −1 before the choice.
	Trials []tune.Candidate
	Chosen int
	// Sheaf reports whether the chosen configuration has a sheaf, and Settings are the settings of the chosen configuration.
	Sheaf    bool
	Settings map[string]string
	// Done is the number of finished runs of earlier batches. All is the largest possible number of all runs.
	Done, All int
	// Splits is the number of splits or seeds.
	Splits int
	// Lost counts runs whose workers have crashed. With the results of these runs the search might have chosen another configuration.
	Lost int
	// More is the work after the present batch, in units of the work of the present batch.
	More float64
	// Over is "splits" if the runs differ by their splits, and "seeds" if the runs differ by their seeds.
	Over string

	list    []Job               // request for each split or seed
	jobs    []tune.Job          // present batch, nil before the description of the graph has arrived
	batches [][]client.JobState // results of earlier batches; the first describes the splits
	graph   string              // graph of the page's recipe at the start
	key     int                 // key of the page's graph, 0 before a search
}

// Training reports whether the search has started its trainings. Before its trainings, the search reads the graph with each split.
func (t *Tune) Training() bool { return t.jobs != nil }

// Left returns the least and the most remaining seconds of the search. Both are −1 if the pool has no estimate, or if all runs of the
// present batch have ended. Before the trainings, both count the reading of the graph alone.
func (t *Tune) Left() (least, most float64) {
	openRuns := t.Report.Total - t.Report.Done // runs of the present batch that have not ended
	if t.Report.Left < 0 || openRuns <= 0 {
		return -1, -1
	}

	// The pool estimates the time of the open runs. The later batches have the work of More·Total runs.
	factor := 1 + t.More*float64(t.Report.Total)/float64(openRuns)
	return factor * t.Report.Left, factor * t.Report.Most
}

// startTune starts a search, whose first batch requests a description of the graph with each split. The options define the search:
//
//   - Tried > 0 repeats the search of a link, and Tried = 0 is a new search.
//   - An empty seed stands for the seed of the page's run.
//   - Invalid options, and a page whose graph cannot run, start nothing, and set the Error of the search.
//
// While the pool is busy, startTune only returns the announcement of [State.refuse].
func (s State) startTune(page Subject, options recipe.Tuned) (State, []Command) {
	if s.Busy() {
		return s, s.refuse(ForTune)
	}
	t := Tune{Tuned: options, Chosen: -1, graph: page.Recipe.Graph, key: page.Key}
	if options.Tried == 0 { // a new search, by the present rules; a repeated search has the version of its link
		t.Tuned.Version = tune.Version
	}
	t.Tuned.Tried, t.Tuned.Val = 0, 0 // results, which endTuning sets
	if options.Seed == "" {
		t.Tuned.Seed = strconv.FormatUint(page.Recipe.Seed, 10)
	}
	seed, seedErr := strconv.ParseUint(t.Tuned.Seed, 10, 64)
	inRange := func(x, most int) bool { return 0 <= x && x <= most } // 0 stands for the default
	validNumbers := seedErr == nil && options.Epochs >= 0 && inRange(options.Runs, maxRuns) && inRange(options.Configurations, tune.MaxTried)
	switch {
	case page.Graph == nil:
		t.Error = "the page had no graph that could run" // true even later, when the graph can run
	case !validNumbers:
		t.Error = "seed and numbers of a search are whole and not negative, with up to " + strconv.Itoa(maxRuns) + " runs and " +
			strconv.Itoa(tune.MaxTried) + " configurations"
	}
	if t.Error != "" {
		s.Tune = t
		return s, nil
	}

	// The search varies the settings of SGPC (model ""). Each job has one of the splits.
	r := &page.Recipe // page is a copy
	r.Model, r.Method, r.Settings, r.Tuned = "", "", t.fixed(), recipe.Tuned{}
	r.Seed = seed
	runs := options.Runs
	if runs > 0 && splitsAreDrawn(page) { // the search needs LeastRuns runs; a graph with its own splits may have fewer
		runs = max(runs, tune.LeastRuns)
	}
	setups, names, over := RunsOver(page, runs)
	for k, setup := range setups {
		t.list = append(t.list, Job{Split: names[k], Request: proto.Query{Unit: proto.JobKnown, Run: setup, Files: page.Files}})
	}
	t.Over, t.Splits = over, len(setups)
	t.Report = client.PoolState{Total: len(setups), Left: -1} // Left −1: no estimate yet
	s.Work, s.Tune = ForTune, t
	return s, []Command{runAll(t.list), Announce{"The search for settings begins."}}
}

// LostText returns a warning that lost runs may have changed the choice. It returns "" if no run was lost.
func (t *Tune) LostText() string {
	if t.Lost == 0 {
		return ""
	}
	return words.Counted(t.Lost, "run was", "runs were") + " lost because workers stopped: an undisturbed search may choose otherwise."
}

// fixed returns the settings that all configurations share: the number of epochs, or nil if the search does not set this number.
func (t *Tune) fixed() map[string]string {
	if t.Tuned.Epochs == 0 {
		return nil
	}
	return map[string]string{"epochs": strconv.Itoa(t.Tuned.Epochs)}
}

// search replays the search from all results so far, since the state stores only the results. It returns the search and its pending jobs.
// The jobs are nil at the end of the search. An error means that a split could not be read, or that the search cannot begin. The first
// batch, which describes the graph and its splits, must have ended.
func (t *Tune) search() (*tune.Search, []tune.Job, error) {
	var splits []tune.SearchSplit
	var first *proto.Known
	for _, r := range t.batches[0] {
		known := r.Outcome.Known
		if known == nil { // the split could not be read
			return nil, nil, errors.New(r.Err)
		}
		if first == nil { // all splits belong to one graph, whose sizes the first description has
			first = known
		}
		splits = append(splits, tune.SearchSplit{Name: known.Split, Val: known.Val, Usual: known.Config})
	}
	s, err := tune.New(t.Tuned.Version, first.Shape, splits, t.fixed(), t.Tuned.Configurations)
	if err != nil {
		return nil, nil, err
	}

	// The other batches have the scores of configurations. The results of a batch have the order of the jobs that were pending then.
	for _, batch := range t.batches[1:] {
		for k, j := range s.Pending() {
			var failed error
			if batch[k].Err != "" {
				failed = errors.New(batch[k].Err)
			}
			o := &batch[k].Outcome
			s.Report(j, tune.Score{Around: o.Around, Crossed: o.Crossed}, failed)
		}
	}
	return s, s.Pending(), nil
}

// receiveTuning applies a report of the pool. It ignores a report with another number of runs, which belongs to an earlier batch. After the
// end of a batch it starts the next batch or ends the search. An error ends the search without a choice.
func (s State) receiveTuning(r client.PoolState) (State, []Command) {
	t := &s.Tune
	batchSize := len(t.jobs)
	if t.jobs == nil { // the first batch, which describes the splits and has no trainings
		batchSize = len(t.list)
	}
	if r.Total != batchSize {
		return s, nil
	}
	t.Report = r
	if !r.Over {
		return s, nil
	}

	// The batch has ended. The clipped capacity makes append copy the list, which states share.
	t.batches = append(t.batches[:len(t.batches):len(t.batches)], t.Report.Results)
	for _, result := range t.Report.Results {
		if result.Died {
			t.Lost++
		}
	}
	search, jobs, err := t.search()
	if err == nil && jobs == nil { // the end of the search
		t.Chosen, _, err = search.Chosen()
	}
	if err != nil {
		t.Chosen, t.Error = -1, err.Error()
		cmds := s.finish("The search has failed: " + t.Error)
		return s, cmds
	}
	t.Trials, t.jobs = search.Trials(), jobs
	t.Done, t.All = search.Runs()
	present, later := search.Ahead() // the work of the next batch, and the work after it; both 0 at the end of the search
	if present > 0 {
		t.More = later / present
	}
	if jobs == nil {
		return s.endTuning(search)
	}
	cmd := t.startBatch() // writes to s, so it precedes the return
	return s, []Command{cmd}
}

// endTuning ends a search with its choice, and loads the chosen settings.
func (s State) endTuning(search *tune.Search) (State, []Command) {
	t := &s.Tune
	t.Settings, t.Sheaf = search.Settings(), tune.HasSheaf(search.Config(t.Chosen))
	t.Tuned.Tried, t.Tuned.Val = len(t.Trials), t.Trials[t.Chosen].ValMean
	apply, text := ApplySettings{t.Settings, t.Tuned}, "The search is over; the run takes the chosen settings."
	if t.Lost > 0 { // a link then does not name the search, because a repeated search might choose other settings
		apply.Tuned, text = recipe.Tuned{}, "The search is over. "+t.LostText()+" The run takes the chosen settings."
	}
	cmds := s.finish(text, apply)
	return s, cmds
}

// startBatch returns the command that trains the jobs of the present batch. The run of a job is the run of its split, with the seed of the
// job added to the seed of the split. Its settings are the common settings of the search, overridden by the settings of the job. The unit
// JobBlind trains without the labels of test nodes.
func (t *Tune) startBatch() RunJobs {
	jobs := t.jobs
	requests := make([]proto.Query, len(jobs))
	for k, j := range jobs {
		requests[k] = t.list[j.Split].Request
		requests[k].Unit = proto.JobBlind
		run := &requests[k].Run
		run.Seed += j.Seed
		run.Settings = map[string]string{}
		maps.Copy(run.Settings, t.fixed())
		maps.Copy(run.Settings, j.Set)
	}
	t.Report = client.PoolState{Total: len(jobs), Left: -1}
	return RunJobs{requests}
}
