package session_test

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/files"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// TestDoubtfulFileIsReadOnce: a doubtful file waits for the user while the run stays, and its Load needs no second reading. A correction
// reads it anew, a wrong correction changes nothing, and a Pause forgets it.
func TestDoubtfulFileIsReadOnce(t *testing.T) {
	reads := 0
	h := &world{now: zero, yielded: zero}
	s := newSession(h, session.Core{Files: func(j files.Job) (files.Output, error) {
		reads++
		return jobs.Do(j)
	}})
	h.session = s
	seq := 0
	send := func(r flat.Request) []flat.Reply {
		h.replies = nil
		seq++
		r.Seq, r.Focus = seq, frame.Focus{}
		s.Post(r)
		s.Drain()
		final := 0
		for _, p := range h.replies {
			if p.Final && p.Seq == seq {
				final++
			}
		}
		if final != 1 {
			t.Fatalf("%d final replies to %s", final, r.Kind)
		}
		return h.replies
	}
	load := func(read, kind, text string) flat.Reply {
		r := flat.Request{Kind: kind, Recipe: recipe.Setup{Graph: "file", Read: read}}
		if text != "" {
			r.Files = []content.File{{Name: "a.csv", Data: []byte(text)}}
		}
		return send(r)[0]
	}
	const doubtful = "0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"
	if r := load("", flat.Load, doubtful); r.Kind != flat.Loaded || len(r.Graph.Doubts) != 1 || !strings.Contains(r.Graph.Doubts[0],
		"Column 3") {
		t.Fatalf("a program's load: %+v", r)
	}
	if r := load("", flat.Read, "a,b\nb,c\nc,a\na,d\n"); r.Kind != flat.Recognised || len(r.Recognition.Doubts) != 0 {
		t.Fatalf("a confident file that the user wants to check: %+v", r)
	}
	reads = 0
	r := load("", flat.Read, doubtful)
	if r.Kind != flat.Recognised || reads != 1 || len(r.Recognition.Sheets) != 1 || len(r.Recognition.Doubts) != 1 {
		t.Fatalf("a doubtful file: %+v after %d readings", r, reads)
	}
	if f := send(flat.Request{Kind: flat.ReadFrame})[0]; f.Kind != flat.Framed || f.Frame.N != 4 {
		t.Errorf("the run that was there does not show: %+v", f)
	}
	if r := load("label=9", flat.Read, ""); r.Kind != flat.Failed || !strings.Contains(r.Message, "no column") {
		t.Fatalf("a wrong correction: %+v", r)
	}
	if r = load("edges.label=3", flat.Read, ""); r.Kind != flat.Recognised || r.Recognition.Classes != 2 ||
		r.Recognition.Doubts != nil {
		t.Fatalf("a correction: %+v", r)
	}
	reads = 0
	if r = load("edges.label=3", flat.Load, ""); r.Kind != flat.Loaded || reads != 0 || r.Graph.Classes != 2 {
		t.Fatalf("taking it: %+v after %d readings", r, reads)
	}
	again := load("edges.label=3", flat.Load, doubtful)
	if !reflect.DeepEqual(again.Graph, r.Graph) {
		t.Errorf("a replay loads another graph: %+v, not %+v", again.Graph, r.Graph)
	}
	load("", flat.Read, doubtful)
	send(flat.Request{Kind: flat.Pause})
	if r := load("", flat.Load, ""); r.Kind != flat.Failed {
		t.Errorf("forgotten files were taken: %+v", r)
	}
}
