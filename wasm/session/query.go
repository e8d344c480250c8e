package session

// This file answers questions about single predictions of a run.

import (
	"errors"
	"fmt"

	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/proto"
)

// errNoQuestions is the error of a run without an Explainer.
var errNoQuestions = errors.New("this run answers no questions")

// endsFlips reports whether a message ends a search for flips: any goal, or a query that takes long, such as another search.
func endsFlips(m proto.Message) bool { return m.Goal != nil || !readsOnly(m.Query) }

// question answers a query [proto.Explain], [proto.WhatIf] or [proto.Flips], which is evaluated in a second network. The answer is an error
// for any other query, for a run without explanations, and if the second network does not fit into memory.
func (s *Session) question(q proto.Query) {
	if s.runner.Explainer == nil {
		s.fail(q, errNoQuestions.Error())
		return
	}
	if !s.secondFits(q, "this question") { // secondFits has sent the error
		return
	}
	// Each question sets one field of the answer.
	var a proto.Answer
	var err error
	switch q.Question {
	case proto.Explain:
		a.Explanation, err = s.runner.Explainer.Explain(q.Node)
	case proto.WhatIf:
		a.WhatIf, err = s.runner.Explainer.WhatIf(q.Change)
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

// flips searches the smallest changes that flip the predicted class of a node, in slices. If a message ends the search early, flips returns
// the changes found until then. An error means that no search is possible, for example before the end of the first epoch.
func (s *Session) flips(q proto.Query) (*explain.Flips, error) {
	search, err := s.runner.Explainer.SearchFlips(q.Node)
	if err != nil {
		return nil, err
	}
	for !search.Step() { // Step returns true at the end of the search
		s.progress("Looking for the smallest change", search.Done()) // Done is the finished share
		if s.stopped(endsFlips) {
			break
		}
	}
	return search.Flips(), nil
}
