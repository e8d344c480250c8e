package session

import (
	"errors"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

var errNoQuestions = errors.New("this run answers no questions")

// endsFlips: a search is given up for whatever changes the run, and for another search.
func endsFlips(kind string) bool { return !leaves(kind) }

// question answers Explain, WhatIf and Flips. The run stays as it is.
func (s *Session) question(r proto.Request) {
	if s.runner.Asked == nil {
		s.fail(r, errNoQuestions.Error())
		return
	}
	if !s.second(r, "this question") {
		return
	}
	reply := proto.Reply{Gen: s.gen, Seq: r.Seq, Kind: proto.Answered, Final: true}
	var err error
	switch r.Kind {
	case proto.Explain:
		reply.Explanation, err = s.runner.Asked.Explain(r.Node)
	case proto.WhatIf:
		reply.Answer, err = s.runner.Asked.WhatIf(r.Change)
	default:
		reply.Flips, err = s.flips(r)
	}
	if err != nil {
		s.fail(r, err.Error())
		return
	}
	s.host.Reply(reply)
}

// flips searches in slices; what ends it early leaves what was found so far.
func (s *Session) flips(r proto.Request) (*sgpc.Flips, error) {
	search, err := s.runner.Asked.SearchFlips(r.Node)
	if err != nil {
		return nil, err
	}
	for !search.Step() {
		s.progress(r, "Looking for the smallest change", search.Done())
		if s.stopped(endsFlips) {
			break
		}
	}
	return search.Flips(), nil
}
