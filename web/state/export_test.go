package state

import (
	"fmt"
	"maps"
	"slices"
)

// This file exports the phase of a state, and its open queries, to the tests of package state_test.

// OpenQueries returns the numbers of the queries without an answer.
func (s *State) OpenQueries() []int { return slices.Collect(maps.Keys(s.sent.openQueries)) }

// kinds are the names of the phases in ARCHITECTURE.md.
var kinds = [...]string{idle: "idle", pursuing: "pursuing", playing: "playing", reading: "reading", fetching: "fetching"}

// Now returns the kind of the phase and the names of the parts beside it that are set: the columns of the table in ARCHITECTURE.md. wrong
// describes a contradiction between the kind and the parts, "" if there is none.
func (s *State) Now() (kind string, beside []string, wrong string) {
	p := &s.phase
	otherWaits := s.Waits != nil && s.Asked() == nil && s.Check() == nil
	for _, part := range []struct {
		name  string
		isSet bool
	}{{"goal", p.goal.Seq != 0}, {"recipe", len(p.loads) > 0}, {"moves", len(p.queued) > 0}, {"moment", p.moment != nil},
		{"entry", p.entry != ""}, {"host", s.Asked() != nil}, {"doubt", s.Check() != nil},
		{"link", otherWaits}} {
		if part.isSet {
			beside = append(beside, part.name)
		}
	}
	hasLoad, hasGoal := len(p.loads) > 0, p.goal.Seq != 0
	needsLoad, needsGoal := p.kind == reading || p.kind == fetching, p.kind == pursuing || p.kind == fetching
	switch {
	case hasLoad != needsLoad:
		wrong = "a recipe is being loaded outside the phases reading and fetching, or none is being loaded in them"
	case !hasGoal && needsGoal, hasGoal && p.kind == idle:
		wrong = "the worker has no goal although the phase needs one, or has one although the phase is idle"
	}
	if wrong != "" {
		wrong = fmt.Sprintf("%s; the phase is %s", wrong, kinds[p.kind])
	}
	return kinds[p.kind], beside, wrong
}

// Kinds returns the names of all phases.
func Kinds() []string { return kinds[:] }
