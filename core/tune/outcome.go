package tune

import (
	"errors"
	"fmt"
	"math"

	"sheafscope/core/sgpc"
)

// Runs counts the runs that were told, and those that a search has which finds
// as many configurations as it may try.
func (s *Search) Runs() (told, all int) {
	for _, t := range s.trials {
		for _, v := range t.val {
			if !math.IsNaN(v) {
				told++
			}
		}
	}
	kept, before := s.limit, 0
	for _, now := range s.stages {
		if now.runs > before {
			all += kept * (now.runs - before)
			before = now.runs
		}
		if now.keep > 0 {
			kept = min(kept, now.keep)
			if s.version > 0 {
				kept = min(s.limit, kept+3) // the starts like a peer
			}
		}
	}
	if s.stage == len(s.stages) {
		all = told
	}
	return told, all
}

// Trials lists what was tried so far.
func (s *Search) Trials() []Trial { return s.trials }

// Config is what a trial trains with; the seed is that of the usual settings.
func (s *Search) Config(trial int) sgpc.Config { return s.trials[trial].cfg }

// Chosen returns the number of the best trial and its settings (with the seed
// of the usual ones); it fails before Pending is empty, and when no trial could be run.
func (s *Search) Chosen() (int, sgpc.Config, error) {
	switch {
	case s.stage < len(s.stages):
		return -1, sgpc.Config{}, errors.New("the search has not ended")
	case len(s.alive) == 0:
		return -1, sgpc.Config{}, fmt.Errorf("no configuration could be run: %s", s.trials[0].Failed)
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
