package session

import (
	"errors"
	"fmt"

	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/proto"
)

var errNoQuestions = errors.New("this run answers no questions")

// endsFlips: a search is given up for a goal, and for what takes as long.
func endsFlips(m proto.Message) bool { return m.Goal != nil || !leaves(m.Query) }

// question answers Explain, WhatIf and Flips.
func (s *Session) question(q proto.Query) {
	if s.runner.Asked == nil {
		s.fail(q, errNoQuestions.Error())
		return
	}
	if !s.second(q, "this question") {
		return
	}
	var a proto.Answer
	var err error
	switch q.Question {
	case proto.Explain:
		a.Explanation, err = s.runner.Asked.Explain(q.Node)
	case proto.WhatIf:
		a.WhatIf, err = s.runner.Asked.WhatIf(q.Change)
	case proto.Flips:
		a.Flips, err = s.flips(q)
	default:
		err = fmt.Errorf("unknown question %q", q.Question)
	}
	if err != nil {
		s.fail(q, err.Error())
		return
	}
	s.reply(q, a)
}

// flips searches in slices; what ends it early leaves what was found so far.
func (s *Session) flips(q proto.Query) (*explain.Flips, error) {
	search, err := s.runner.Asked.SearchFlips(q.Node)
	if err != nil {
		return nil, err
	}
	for !search.Step() {
		s.progress("Looking for the smallest change", search.Done())
		if s.stopped(endsFlips) {
			break
		}
	}
	return search.Flips(), nil
}
