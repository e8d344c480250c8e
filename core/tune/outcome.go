package tune

import (
	"errors"
	"fmt"
	"math"

	"sheafscope/core/sgpc/settings"
)

// Runs returns the number of runs reported so far, and of all runs of a search that tries as many configurations
// as it may.
func (s *Search) Runs() (told, all int) {
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
				kept = min(s.limit, kept+likePeers)
			}
		}
	}
	if s.stage == len(s.stages) {
		all = s.told
	}
	return s.told, all
}

// Left is about the part of all work of the search that the runs to come have.
func (s *Search) Left() float64 {
	now, later := s.Ahead()
	return (now + later) / max(1, now+later+s.trained)
}

// Ahead is about the work, in multiplications, of the runs that the search waits for now, and of those that come after them.
func (s *Search) Ahead() (pending, later float64) {
	mean, kept, was := map[int]float64{}, float64(len(s.alive)), stage{}
	for k := s.stage; k < len(s.stages) && len(s.alive) > 0; k++ {
		now := s.stages[k]
		if mean[now.epochs] == 0 {
			for _, t := range s.alive {
				mean[now.epochs] += s.work(s.trials[t].cfg, now.epochs) / float64(len(s.alive))
			}
		}
		runs := float64(now.runs)
		switch {
		case k == s.stage: // what is open of it
			for _, t := range s.alive {
				for _, v := range s.trials[t].val[:now.runs] {
					if math.IsNaN(v) {
						pending += s.work(s.trials[t].cfg, now.epochs)
					}
				}
			}
		case was.keep == 0: // changes to come
			more := min(float64(was.most), float64(s.limit)-kept)
			later += min(more*runs*mean[now.epochs], max(0, s.most-s.spent))
			kept += more
		case now.epochs == was.epochs:
			runs -= float64(was.runs)
			fallthrough
		default:
			kept = min(kept, float64(was.keep+likePeers))
			next := kept * runs * mean[now.epochs]
			if was.spend > 0 {
				next = min(next, was.spend)
			}
			later += next
		}
		was = now
	}
	return pending, later
}

// Trials lists what was tried so far.
func (s *Search) Trials() []Candidate { return s.trials }

// Config is what a trial trains with; the seed is that of the usual settings.
func (s *Search) Config(trial int) settings.Config { return s.trials[trial].cfg }

// Chosen returns the number of the best trial and its settings (with the seed
// of the usual ones); it fails before Pending is empty, and when no trial could be run.
func (s *Search) Chosen() (int, settings.Config, error) {
	switch {
	case s.stage < len(s.stages):
		return -1, settings.Config{}, errors.New("the search has not ended")
	case len(s.alive) == 0:
		return -1, settings.Config{}, fmt.Errorf("no configuration could be run: %s", s.trials[0].Failed)
	}
	return s.alive[0], s.trials[s.alive[0]].cfg, nil
}

// Settings are those of the chosen trial which give it on every split, whatever
// is usual there, and the fixed ones; nil before there is one.
func (s *Search) Settings() map[string]string {
	_, cfg, err := s.Chosen()
	if err != nil {
		return nil
	}
	set := with(map[string]string{}, s.fixed)
	for _, p := range s.splits {
		set = with(set, Difference(p.Usual, cfg))
	}
	return set
}
