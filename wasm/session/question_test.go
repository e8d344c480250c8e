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

// TestQuestionsLeaveTheRunUnchanged: Explain, WhatIf and Flips are answered and the numbers of the run stay the same. Their answers pass
// the wire format. Flips is refused during a run.
func TestQuestionsLeaveTheRunUnchanged(t *testing.T) {
	h := &real{}
	s := newSession(h, session.Core{Files: jobs.Do})
	finals := func(list ...flat.Request) map[int]flat.Reply {
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
	early := finals(flat.Request{Seq: 1, Kind: flat.Load, Recipe: rec}, flat.Request{Seq: 2, Kind: flat.Explain})
	if r := early[2]; r.Kind != flat.Failed || !strings.Contains(r.Message, "before the first epoch") {
		t.Errorf("explained an untrained network: %+v", r)
	}
	before := finals(flat.Request{Seq: 3, Kind: flat.Run, Epochs: 3})[3].Frame
	all := finals(flat.Request{Seq: 4, Kind: flat.Explain, Node: 5}, flat.Request{Seq: 5, Kind: flat.WhatIf},
		flat.Request{Seq: 6, Kind: flat.Flips, Node: 9}, flat.Request{Seq: 7, Kind: flat.Explain, Node: 34},
		flat.Request{Seq: 8, Kind: flat.Run, Epochs: 1}, flat.Request{Seq: 9, Kind: flat.Flips},
		flat.Request{Seq: 10, Kind: flat.Explain})
	x := all[4].Explanation
	sum := make([]float64, len(x.Score))
	for _, term := range x.Terms {
		for c, v := range term.Contribution {
			sum[c] += v
		}
	}
	for c := range sum {
		if math.Abs(sum[c]-x.Score[c]) > 1e-9 || x.Called[c] != before.Calibrated[5*before.Classes+c] {
			t.Errorf("class %d: terms sum to %g of %g; %g is not what the frame shows", c, sum[c], x.Score[c], x.Called[c])
		}
	}
	if a := all[5].Answer; !reflect.DeepEqual(a.Prob, before.Calibrated) {
		t.Error("nothing taken away changes something")
	}
	if f := all[6].Flips; f == nil || f.Tried.Sum() == 0 {
		t.Errorf("flips: %+v", all[6])
	}
	if r := all[7]; r.Kind != flat.Failed || !strings.Contains(r.Message, "no node 34") {
		t.Errorf("node 34: %+v", r)
	}
	if r := all[8]; r.Frame == nil || r.Frame.Epoch != 4 {
		t.Errorf("the run went to %+v", r)
	}
	if r := all[9]; r.Kind != flat.Failed || !strings.Contains(r.Message, "the run goes on") || all[10].Explanation == nil {
		t.Errorf("asked while a run goes on: %+v, %+v", r, all[10])
	}
	var back flat.Reply
	if err := wire.Decode(wire.Append(nil, all[4]), &back); err != nil || !reflect.DeepEqual(back.Explanation, x) {
		t.Errorf("the explanation does not pass: %v", err)
	}
	twin := &real{}
	q := newSession(twin, session.Core{Files: jobs.Do})
	q.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: rec})
	q.Post(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 4})
	q.Drain()
	same := twin.replies[len(twin.replies)-1].Frame
	if got := finals(flat.Request{Seq: 11, Kind: flat.ReadFrame,
		Focus: frame.Focus{}})[11].Frame; !reflect.DeepEqual(
		got.Prob, same.Prob) {
		t.Error("the questions changed the run")
	}
}

// TestStepEndsFlips: a waiting step ends a search for flips at once, with its result so far.
func TestStepEndsFlips(t *testing.T) {
	w := &world{}
	w.session = newSession(w, session.Core{Files: jobs.Do})
	w.session.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate", Seed: 1}})
	w.session.Post(flat.Request{Seq: 2, Kind: flat.Step, Unit: "epoch"})
	w.session.Drain()
	w.session.Post(flat.Request{Seq: 3, Kind: flat.Flips, Node: 9})
	w.session.Post(flat.Request{Seq: 4, Kind: flat.Step, Unit: "inner"})
	w.session.Drain()
	for _, r := range w.replies {
		if r.Seq == 3 && r.Final && r.Flips.Tried.Sum() != 1 {
			t.Errorf("%d changes tried while a step waited", r.Flips.Tried.Sum())
		}
	}
	if last := w.replies[len(w.replies)-1]; last.Seq != 4 || !last.Final {
		t.Errorf("the last reply is to %d", last.Seq)
	}
}
