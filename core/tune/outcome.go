// This file describes the state of a search for its caller: the remaining work, the candidates, and the choice.

package tune

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/sgpc/settings"
)

// Runs returns the number of reported runs, and the largest possible number of all runs. At the end of the search both are equal.
func (s *Search) Runs() (reported, all int) {
	kept := s.limit // largest number of configurations in a stage
	done := stage{} // runs of a configuration in the earlier stages, and epochs of the previous stage
	for _, current := range s.stages {
		if current.epochs != done.epochs {
			done.runs = 0 // a stage with another number of epochs repeats all runs
		}
		all += kept * max(0, current.runs-done.runs) // a stage makes only the runs that are still missing
		done.runs, done.epochs = max(done.runs, current.runs), current.epochs
		if current.keep > 0 {
			kept = min(kept, current.keep)
			if s.version > 0 { // the starts that resemble a peer (isPeerLike) remain as well
				kept = min(s.limit, kept+peerLikeStarts)
			}
		}
	}
	if s.stage == len(s.stages) { // the search has ended
		all = s.reported
	}
	return s.reported, all
}

// Left estimates the remaining share of the work of the search, 0 to 1.
func (s *Search) Left() float64 {
	pending, later := s.Ahead()
	remaining := pending + later
	return remaining / max(1, remaining+s.trained) // max avoids a division by 0
}

// Ahead estimates the remaining work in multiplications. pending is the work of the runs of the present stage, and later the work of the
// runs of all later stages. Both are 0 if no configuration remains.
func (s *Search) Ahead() (pending, later float64) {
	if len(s.alive) == 0 {
		return 0, 0
	}
	mean := map[int]float64{}         // mean work of a run of the remaining configurations, by the limit of epochs
	expected := float64(len(s.alive)) // expected number of configurations in a stage
	previous := stage{}
	for k := s.stage; k < len(s.stages); k++ {
		current := s.stages[k]
		if mean[current.epochs] == 0 { // not computed yet
			for _, t := range s.alive {
				mean[current.epochs] += s.runWork(s.trials[t].cfg, current.epochs) / float64(len(s.alive))
			}
		}
		// The previous stage decides how many configurations take part in a later stage.
		switch {
		case k == s.stage:
			pending = s.openWork(current)
		case previous.keep == 0: // the previous stage adds changes, within the limits of configurations and of work
			added := min(float64(previous.mostAdded), float64(s.limit)-expected)
			later += min(added*float64(current.runs)*mean[current.epochs], max(0, s.mostSpent-s.spent))
			expected += added
		default: // the previous stage drops configurations
			runs := float64(current.runs)
			if current.epochs == previous.epochs {
				runs -= float64(previous.runs) // the runs of the previous stage are not repeated
			}
			expected = min(expected, float64(previous.keep+peerLikeStarts))
			work := expected * runs * mean[current.epochs]
			if previous.spend > 0 {
				work = min(work, previous.spend)
			}
			later += work
		}
		previous = current
	}
	return pending, later
}

// openWork returns the work of the runs that the stage current requires and that have no score yet. A failed trial has no further runs.
func (s *Search) openWork(current stage) (work float64) {
	for _, t := range s.alive {
		if s.trials[t].Failed != "" {
			continue
		}
		for _, score := range s.trials[t].val[:current.runs] {
			if math.IsNaN(score) {
				work += s.runWork(s.trials[t].cfg, current.epochs)
			}
		}
	}
	return work
}

// Trials returns the configurations so far, in the order of their addition. Job.Trial and Chosen give indices of this list.
func (s *Search) Trials() []Candidate { return s.trials }

// Config returns the settings of a trial, with the seed of the default settings.
func (s *Search) Config(trial int) settings.Config { return s.trials[trial].cfg }

// Chosen returns the index of the best trial and its settings, with the seed of the default settings.
// Before the end of the search, or if all remaining trials have a failed run, it returns −1 and an error.
func (s *Search) Chosen() (int, settings.Config, error) {
	switch {
	case s.stage < len(s.stages):
		return -1, settings.Config{}, errors.New("the search has not ended")
	case len(s.alive) == 0: // the first error stands for all errors
		k := slices.IndexFunc(s.trials, func(t Candidate) bool { return t.Failed != "" })
		return -1, settings.Config{}, fmt.Errorf("no configuration could finish its runs: %s", s.trials[k].Failed)
	}
	return s.alive[0], s.trials[s.alive[0]].cfg, nil
}

// Settings returns the fixed settings, and all settings of the chosen trial that differ from the defaults of at least one split.
// It returns nil if Chosen returns an error.
func (s *Search) Settings() map[string]string {
	_, cfg, err := s.Chosen()
	if err != nil {
		return nil
	}
	set := merged(map[string]string{}, s.fixed)
	for _, split := range s.splits {
		set = merged(set, Difference(split.Usual, cfg))
	}
	return set
}
