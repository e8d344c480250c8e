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

// Tune is a search for settings (core/tune) on the splits of the graph, trained by the pool. The search is deterministic: its
// state is a function of the results so far.
type Tune struct {
	// Tuned defines the search; Tried and Val are set after its choice.
	Tuned recipe.Tuned
	// Cancelled and Error are the ways of ending without a choice. Report is that of the present batch.
	Cancelled bool
	Error     string
	Report    client.PoolState
	// Trials are the configurations tried so far. Chosen is the index of the best at the end, −1 before. Sheaf reports whether it
	// has a sheaf, and Settings are its settings.
	Trials   []tune.Candidate
	Chosen   int
	Sheaf    bool
	Settings map[string]string
	// Done of about All runs are finished, without the present batch. Splits is their number of splits or seeds.
	Done, All, Splits int
	// Lost counts runs whose workers stopped. With their results the search may choose otherwise.
	Lost int
	// More is the work after the present batch, in units of that batch. Over is "splits" or "seeds".
	More float64
	Over string

	list    []Job               // the request for each split
	jobs    []tune.Job          // the present batch, nil before the graph is known
	batches [][]client.JobState // results of earlier batches; the first describes the splits
	graph   string
	key     int
}

// Training reports whether the search has started its trainings. Before, it loads the graph with its splits.
func (t *Tune) Training() bool { return t.jobs != nil }

// Left returns the range of the remaining seconds of the search, negative while unknown.
func (t *Tune) Left() (least, most float64) {
	open := t.Report.Total - t.Report.Done
	if t.Report.Left < 0 || open <= 0 {
		return -1, -1
	}
	all := 1 + t.More*float64(t.Report.Total)/float64(open)
	return all * t.Report.Left, all * t.Report.Most
}

// startTune requests the description of the graph on each split.
func (s State) startTune(on Subject, as recipe.Tuned) (State, []Command) {
	if on.Graph == nil || s.Busy() {
		return s, s.refuse(ForTune)
	}
	t := Tune{Tuned: as, Chosen: -1, graph: on.Recipe.Graph, key: on.Key}
	if as.Tried == 0 { // a new search, not that of a link
		t.Tuned.Version = tune.Version
	}
	t.Tuned.Tried, t.Tuned.Val = 0, 0
	r := &on.Recipe
	r.Model, r.Method, r.Settings, r.Tuned = "", "", t.fixed(), recipe.Tuned{}
	if as.Seed == "" {
		t.Tuned.Seed = strconv.FormatUint(r.Seed, 10)
	}
	var err error
	if r.Seed, err = strconv.ParseUint(t.Tuned.Seed, 10, 64); err != nil || as.Runs < 0 || as.Epochs < 0 {
		err = errors.New("the seed of a search is a whole number, and so are its runs and epochs")
	} else if as.Configurations < 0 || as.Configurations > tune.MaxTried {
		err = errors.New("a search tries 1 to " + strconv.Itoa(tune.MaxTried) + " configurations")
	}
	if err != nil {
		t.Error = err.Error()
		s.Tune = t
		return s, nil
	}
	runs := as.Runs
	if runs > 0 && splitsAreDrawn(on) {
		runs = max(runs, tune.LeastRuns)
	}
	list, names, over := RunsOver(on, runs)
	for k, q := range list {
		t.list = append(t.list, Job{Split: names[k], Request: proto.Query{Unit: proto.JobKnown, Run: q, Files: on.Files}})
	}
	t.Over, t.Splits = over, len(list)
	t.Report = client.PoolState{Total: len(list), Left: -1}
	s.Work, s.Tune = ForTune, t
	return s, []Command{runAll(t.list), Announce{"The search for settings begins."}}
}

// LostText warns that lost runs may have changed the choice, "" without lost runs.
func (t *Tune) LostText() string {
	if t.Lost == 0 {
		return ""
	}
	return words.Counted(t.Lost, "run was", "runs were") + " lost with a worker that stopped: an undisturbed search may choose otherwise."
}

// fixed returns the settings that all configurations share.
func (t *Tune) fixed() map[string]string {
	if t.Tuned.Epochs == 0 {
		return nil
	}
	return map[string]string{"epochs": strconv.Itoa(t.Tuned.Epochs)}
}

// search replays the search from all results so far, and returns it with its pending jobs. Nothing but the results is stored.
func (t *Tune) search() (*tune.Search, []tune.Job, error) {
	var splits []tune.SearchSplit
	var first *proto.Known
	for _, r := range t.batches[0] {
		if r.Outcome.Known == nil {
			return nil, nil, errors.New(r.Err)
		}
		if first == nil {
			first = r.Outcome.Known
		}
		splits = append(splits, tune.SearchSplit{Name: r.Outcome.Known.Split, Val: r.Outcome.Known.Val, Usual: r.Outcome.Known.Config})
	}
	s, err := tune.New(t.Tuned.Version, first.Shape, splits, t.fixed(), t.Tuned.Configurations)
	if err != nil {
		return nil, nil, err
	}
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

// receiveTuning applies a report of the pool; after a batch it starts the next one or ends the search.
func (s State) receiveTuning(r client.PoolState) (State, []Command) {
	t := &s.Tune
	if r.Total != len(t.jobs) && t.jobs != nil || t.jobs == nil && r.Total != len(t.list) {
		return s, nil // of an earlier batch
	}
	if t.Report = r; !r.Over {
		return s, nil
	}
	t.batches = append(t.batches[:len(t.batches):len(t.batches)], t.Report.Results)
	for _, r := range t.Report.Results {
		t.Lost += words.Either(r.Died, 1, 0)
	}
	search, jobs, err := t.search()
	if err == nil && jobs == nil {
		t.Chosen, _, err = search.Chosen()
	}
	if err != nil {
		t.Chosen, t.Error = -1, err.Error()
		cmds := s.finish("The search has failed: " + t.Error)
		return s, cmds
	}
	t.Trials, t.jobs = search.Trials(), jobs
	t.Done, t.All = search.Runs()
	if now, later := search.Ahead(); now > 0 {
		t.More = later / now
	}
	if jobs == nil {
		t.Settings, t.Sheaf = search.Settings(), tune.HasSheaf(search.Config(t.Chosen))
		t.Tuned.Tried, t.Tuned.Val = len(t.Trials), t.Trials[t.Chosen].ValMean
		take, text := ApplySettings{t.Settings, t.Tuned}, "The search is over; the run takes the settings that it chose."
		if t.Lost > 0 { // a link must not promise that the same search gives these settings again
			take.Tuned, text = recipe.Tuned{}, "The search is over. "+t.LostText()+" The run takes what it chose."
		}
		cmds := s.finish(text, take)
		return s, cmds
	}
	requests := make([]proto.Query, len(jobs))
	for k, j := range jobs {
		requests[k] = t.list[j.Split].Request
		requests[k].Unit = proto.JobBlind
		q := &requests[k].Run
		q.Seed += j.Seed
		q.Settings = map[string]string{}
		maps.Copy(q.Settings, t.fixed())
		maps.Copy(q.Settings, j.Set)
	}
	t.Report = client.PoolState{Total: len(jobs), Left: -1}
	return s, []Command{RunJobs{requests}}
}
