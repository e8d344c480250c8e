package session_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/wasm/wire"
)

// Explain, WhatIf and Flips are answered, and leave the probabilities of the run as in a second session without questions. The terms of an
// explanation sum to the score, and its probabilities are those of the frame. An empty change changes no probability. The explanation
// passes the wire format. Explain is answered during a run, too. Explain before the first epoch, Explain for an unknown node, and Flips
// during a run are answered with an error.
func TestQuestionsLeaveTheRunUnchanged(t *testing.T) {
	h := &plainHost{}
	s := newSession(h, session.Core{Files: jobs.Do})
	// finalReplies returns the final replies to requests by their number.
	finalReplies := func(list ...flat.Request) map[int]flat.Reply {
		h.replies = nil
		for _, r := range list {
			s.Post(r)
		}
		s.Drain()
		out := map[int]flat.Reply{}
		for _, x := range h.replies {
			if x.Final {
				out[x.Seq] = x
			}
		}
		return out
	}
	rec := recipe.Setup{Graph: "karate", Seed: 1}
	early := finalReplies(flat.Request{Seq: 1, Kind: flat.Load, Recipe: rec}, flat.Request{Seq: 2, Kind: flat.Explain})
	if r := early[2]; r.Kind != flat.Failed || !strings.Contains(r.Message, "before the first epoch") {
		t.Errorf("Explain before the first epoch gives %+v, want an error", r)
	}

	// Questions between two runs, and during the second one.
	before := finalReplies(flat.Request{Seq: 3, Kind: flat.Run, Epochs: 3})[3].Frame
	all := finalReplies(flat.Request{Seq: 4, Kind: flat.Explain, Node: 5}, flat.Request{Seq: 5, Kind: flat.WhatIf},
		flat.Request{Seq: 6, Kind: flat.Flips, Node: 9}, flat.Request{Seq: 7, Kind: flat.Explain, Node: 34},
		flat.Request{Seq: 8, Kind: flat.Run, Epochs: 1}, flat.Request{Seq: 9, Kind: flat.Flips},
		flat.Request{Seq: 10, Kind: flat.Explain})

	// The second way of computation: the sum of the terms, and the frame.
	x := all[4].Explanation
	sum := make([]float64, len(x.Score))
	for _, term := range x.Terms {
		for c, v := range term.Contribution {
			sum[c] += v
		}
	}
	for c := range sum {
		if math.Abs(sum[c]-x.Score[c]) > 1e-9 { // rounding of the sum
			t.Errorf("class %d: the terms sum to %g, want the score %g", c, sum[c], x.Score[c])
		}
		if shown := before.Calibrated[5*before.Classes+c]; x.Called[c] != shown {
			t.Errorf("class %d: the explanation has the probability %g, the frame %g", c, x.Called[c], shown)
		}
	}
	if a := all[5].Answer; !reflect.DeepEqual(a.Prob, before.Calibrated) {
		t.Errorf("an empty change gives the probabilities %v, want %v", a.Prob, before.Calibrated)
	}
	if f := all[6].Flips; f == nil || f.Tried.Sum() == 0 {
		t.Errorf("Flips gives %+v, want tried changes", all[6])
	}
	if r := all[7]; r.Kind != flat.Failed || !strings.Contains(r.Message, "no node 34") {
		t.Errorf("Explain for node 34 of 34 gives %+v, want an error", r)
	}
	if r := all[8]; r.Frame == nil || r.Frame.Epoch != 4 {
		t.Errorf("the run beside the questions ends with %+v, want epoch 4", r)
	}
	if r := all[9]; r.Kind != flat.Failed || !strings.Contains(r.Message, "the run goes on") {
		t.Errorf("Flips during a run gives %+v, want an error", r)
	}
	if all[10].Explanation == nil {
		t.Errorf("Explain during a run gives %+v, want an explanation", all[10])
	}
	var back flat.Reply
	if err := wire.Decode(wire.Append(nil, all[4]), &back); err != nil || !reflect.DeepEqual(back.Explanation, x) {
		t.Errorf("the decoded explanation is %+v, %v; want %+v", back.Explanation, err, x)
	}

	// The same run in a second session, without questions.
	otherHost := &plainHost{}
	other := newSession(otherHost, session.Core{Files: jobs.Do})
	other.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: rec})
	other.Post(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 4})
	other.Drain()
	want := otherHost.replies[len(otherHost.replies)-1].Frame
	got := finalReplies(flat.Request{Seq: 11, Kind: flat.ReadFrame, Focus: frame.Focus{}})[11].Frame
	if !reflect.DeepEqual(got.Prob, want.Prob) {
		t.Errorf("after the questions the probabilities are %v, without them %v", got.Prob, want.Prob)
	}
}

// A waiting step ends a search for flips after one tried change.
func TestStepEndsFlips(t *testing.T) {
	w := &simulatedHost{}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	w.session.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate", Seed: 1}})
	w.session.Post(flat.Request{Seq: 2, Kind: flat.Step, Unit: "epoch"})
	w.session.Drain()
	w.session.Post(flat.Request{Seq: 3, Kind: flat.Flips, Node: 9})
	w.session.Post(flat.Request{Seq: 4, Kind: flat.Step, Unit: "inner"})
	w.session.Drain()
	ended := 0
	for _, r := range w.replies {
		if r.Seq != 3 || !r.Final {
			continue
		}
		ended++
		if r.Flips.Tried.Sum() != 1 {
			t.Errorf("%d changes are tried while a step waits, want 1", r.Flips.Tried.Sum())
		}
	}
	if ended != 1 {
		t.Errorf("the search has %d final replies, want 1", ended)
	}
	if r := w.replies[len(w.replies)-1]; r.Seq != 4 || !r.Final {
		t.Errorf("the last reply is to %d, final %v; want the final reply to the step 4", r.Seq, r.Final)
	}
}
