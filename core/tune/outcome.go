package tune

import (
	"errors"
	"fmt"
	"math"

	"sheafscope/core/sgpc/settings"
)

// Runs returns the number of reported runs, and the largest possible number of all runs of the search.
func (s *Search) Runs() (reported, all int) {
	// A stage repeats no run of an earlier stage with equal epochs.
	kept, before := s.limit, stage{}
	for _, now := range s.stages {
		if now.epochs != before.epochs {
			before.runs = 0
		}
		all += kept * max(0, now.runs-before.runs)
		before.runs, before.epochs = max(before.runs, now.runs), now.epochs
		if now.keep > 0 {
			kept = min(kept, now.keep)
			if s.version > 0 {
				kept = min(s.limit, kept+peerLikeStarts)
			}
		}
	}
	if s.stage == len(s.stages) {
		all = s.reported
	}
	return s.reported, all
}

// Left estimates the remaining share of the work of the search, 0 to 1.
func (s *Search) Left() float64 {
	now, later := s.Ahead()
	return (now + later) / max(1, now+later+s.trained)
}

// Ahead estimates the remaining work in multiplications: of the pending runs, and of those after them.
func (s *Search) Ahead() (pending, later float64) {
	mean := map[int]float64{}                        // mean work of a run, by the limit of epochs
	kept, previous := float64(len(s.alive)), stage{} // expected number of configurations, and the stage before
	for k := s.stage; k < len(s.stages) && len(s.alive) > 0; k++ {
		now := s.stages[k]
		if mean[now.epochs] == 0 {
			for _, t := range s.alive {
				mean[now.epochs] += s.runWork(s.trials[t].cfg, now.epochs) / float64(len(s.alive))
			}
		}
		runs := float64(now.runs) // runs of a configuration in this stage
		// An earlier stage decides how many configurations take part.
		switch {
		case k == s.stage: // the open runs of the present stage
			for _, t := range s.alive {
				for _, v := range s.trials[t].val[:now.runs] {
					if math.IsNaN(v) {
						pending += s.runWork(s.trials[t].cfg, now.epochs)
					}
				}
			}
		case previous.keep == 0: // the changes that the stage before adds
			more := min(float64(previous.most), float64(s.limit)-kept)
			later += min(more*runs*mean[now.epochs], max(0, s.most-s.spent))
			kept += more
		case now.epochs == previous.epochs:
			runs -= float64(previous.runs)
			fallthrough
		default:
			kept = min(kept, float64(previous.keep+peerLikeStarts))
			next := kept * runs * mean[now.epochs]
			if previous.spend > 0 {
				next = min(next, previous.spend)
			}
			later += next
		}
		previous = now
	}
	return pending, later
}

// Trials returns the configurations so far.
func (s *Search) Trials() []Candidate { return s.trials }

// Config returns the settings of a trial, with the seed of the default settings.
func (s *Search) Config(trial int) settings.Config { return s.trials[trial].cfg }

// Chosen returns the index of the best trial and its settings, with the seed of the default settings.
// It returns an error before Pending returns nil, and if no trial could run.
func (s *Search) Chosen() (int, settings.Config, error) {
	switch {
	case s.stage < len(s.stages):
		return -1, settings.Config{}, errors.New("the search has not ended")
	case len(s.alive) == 0:
		return -1, settings.Config{}, fmt.Errorf("no configuration could be run: %s", s.trials[0].Failed)
	}
	return s.alive[0], s.trials[s.alive[0]].cfg, nil
}

// Settings returns the settings that turn the defaults of every split into the chosen trial, and the fixed settings.
// It returns nil before a trial is chosen.
func (s *Search) Settings() map[string]string {
	_, cfg, err := s.Chosen()
	if err != nil {
		return nil
	}
	set := merged(map[string]string{}, s.fixed)
	for _, p := range s.splits {
		set = merged(set, Difference(p.Usual, cfg))
	}
	return set
}
