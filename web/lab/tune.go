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

// Tune is a search for settings (core/tune) on the splits of the graph, whose
// runs the pool does. What it came to so far follows from the answers alone.
type Tune struct {
	// Tuned says which search; its Tried and Val are set when it has chosen.
	Tuned recipe.Tuned
	// Cancelled and Error say how it ended; Report is that of the batch under way.
	Cancelled bool
	Error     string
	Report    client.PoolState
	// Trials are what was tried so far, Chosen is the number of the best at the end, -1 before. Sheaf
	// reports whether it has one, Settings are those that give it.
	Trials   []tune.Candidate
	Chosen   int
	Sheaf    bool
	Settings map[string]string
	// Done of about All runs are finished, without the batch under way; Over is what they differ in, Splits how many there are.
	Done, All, Splits int
	// Lost counts runs that came to nothing because their workers stopped: with them the choice might have been another.
	Lost int
	// More is about the work that comes after the batch under way, in units of its own.
	More float64
	Over string

	list  []Job               // one for each split
	jobs  []tune.Job          // of the batch under way, nil while the graph is on its way
	told  [][]client.JobState // the batches before; the first is what is known of the splits
	graph string
	key   int
}

// Training reports whether a search has come to its runs, beyond the question what graph and splits are like.
func (t *Tune) Training() bool { return t.jobs != nil }

// Left is the range of the seconds until the search has ended; below 0 when that is not known.
func (t *Tune) Left() (least, most float64) {
	open := t.Report.Total - t.Report.Done
	if t.Report.Left < 0 || open <= 0 {
		return -1, -1
	}
	all := 1 + t.More*float64(t.Report.Total)/float64(open)
	return all * t.Report.Left, all * t.Report.Most
}

// startTune asks for what the search must know of the graph on each split.
func (s State) startTune(on Subject, as recipe.Tuned) (State, []Command) {
	if on.Graph == nil || s.Busy() {
		return s, s.refuse(ForTune)
	}
	t := Tune{Tuned: as, Chosen: -1, graph: on.Recipe.Graph, key: on.Key}
	if as.Tried == 0 { // not that of a link
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
	if runs > 0 && drawn(on) {
		runs = max(runs, tune.LeastRuns)
	}
	list, names, over := Over(on, runs)
	for k, q := range list {
		t.list = append(t.list, Job{Split: names[k], Request: proto.Query{Unit: proto.JobKnown, Run: q, Files: on.Files}})
	}
	t.Over, t.Splits = over, len(list)
	t.Report = client.PoolState{Total: len(list), Left: -1}
	s.Work, s.Tune = ForTune, t
	return s, []Command{runAll(t.list), Say{"The search for settings begins."}}
}

// LostText says that the choice is not that of an undisturbed search, "" where it is.
func (t *Tune) LostText() string {
	if t.Lost == 0 {
		return ""
	}
	return words.Counted(t.Lost, "run was", "runs were") + " lost with a worker that stopped: an undisturbed search may choose otherwise."
}

// fixed are the settings that no configuration changes.
func (t *Tune) fixed() map[string]string {
	if t.Tuned.Epochs == 0 {
		return nil
	}
	return map[string]string{"epochs": strconv.Itoa(t.Tuned.Epochs)}
}

// search is the search after all batches so far, reported from the start: nothing
// of it is kept that the answers do not give.
func (t *Tune) search() (*tune.Search, []tune.Job, error) {
	var splits []tune.SearchSplit
	var first *proto.Known
	for _, r := range t.told[0] {
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
	for _, batch := range t.told[1:] {
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

// tuning takes a report of the pool.
func (s State) tuning(r client.PoolState) (State, []Command) {
	t := &s.Tune
	if r.Total != len(t.jobs) && t.jobs != nil || t.jobs == nil && r.Total != len(t.list) {
		return s, nil // of an earlier batch
	}
	if t.Report = r; !r.Over {
		return s, nil
	}
	t.told = append(t.told[:len(t.told):len(t.told)], t.Report.Results)
	for _, r := range t.Report.Results {
		t.Lost += words.Either(r.Died, 1, 0)
	}
	search, jobs, err := t.search()
	if err == nil && jobs == nil {
		t.Chosen, _, err = search.Chosen()
	}
	if err != nil {
		t.Chosen, t.Error = -1, err.Error()
		cmds := s.end("The search has failed: " + t.Error)
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
		take, text := Take{t.Settings, t.Tuned}, "The search is over; the run takes the settings that it chose."
		if t.Lost > 0 { // a link would say that the same search gives these settings again
			take.Tuned, text = recipe.Tuned{}, "The search is over. "+t.LostText()+" The run takes what it chose."
		}
		cmds := s.end(text, take)
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
