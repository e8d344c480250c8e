package session_test

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/files"
	"sheafscope/wasm/files/work"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// A doubtful file is read once: the worker asks, keeps the run that it had, and
// takes what it read without the files coming again. A correction reads them
// anew, a wrong one changes nothing, and Forget lets go of them.
func TestAsksBeforeItTakes(t *testing.T) {
	reads := 0
	h := &world{now: zero, yielded: zero}
	s := session.New(h, session.Core{Files: func(j files.Job) (files.Answer, error) {
		reads++
		return work.Do(j)
	}})
	h.session = s
	seq := 0
	send := func(r proto.Request) []proto.Reply {
		h.replies = nil
		seq++
		r.Gen, r.Seq, r.Focus = seq, seq, sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1}
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
	load := func(read, ask string, held bool, text string) proto.Reply {
		r := proto.Request{Kind: proto.Load, Recipe: recipe.Run{Graph: "file", Read: read}, Ask: ask, Held: held}
		if text != "" {
			r.Files = []content.File{{Name: "a.csv", Data: []byte(text)}}
		}
		return send(r)[0]
	}
	const doubtful = "0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"
	if r := load("", "", false, doubtful); r.Kind != proto.Loaded || len(r.Graph.Doubts) != 1 || !strings.Contains(r.Graph.Doubts[0],
		"Column 3") {
		t.Fatalf("a program's load: %+v", r)
	}
	if r := load("", proto.AskDoubt, false, "a,b\nb,c\nc,a\na,d\n"); r.Kind != proto.Loaded || r.Graph.Doubts != nil {
		t.Fatalf("a confident file: %+v", r)
	}
	if r := load("", proto.AskAlways, false, "a,b\nb,c\nc,a\na,d\n"); r.Kind != proto.Doubtful || len(r.Recognition.Doubts) != 0 {
		t.Fatalf("a confident file that the user wants to check: %+v", r)
	}
	reads = 0
	r := load("", proto.AskDoubt, false, doubtful)
	if r.Kind != proto.Doubtful || reads != 1 || len(r.Recognition.Sheets) != 1 || len(r.Recognition.Doubts) != 1 {
		t.Fatalf("a doubtful file: %+v after %d readings", r, reads)
	}
	if f := h.replies[len(h.replies)-1]; f.Kind != proto.Framed || f.Frame.N != 4 {
		t.Errorf("the run that was there does not show: %+v", f)
	}
	if r := load("label=9", proto.AskAlways, true, ""); r.Kind != proto.Failed || !strings.Contains(r.Message, "no column") {
		t.Fatalf("a wrong correction: %+v", r)
	}
	if r = load("edges.label=3", proto.AskAlways, true, ""); r.Kind != proto.Doubtful || r.Recognition.Classes != 2 ||
		r.Recognition.Doubts != nil {
		t.Fatalf("a correction: %+v", r)
	}
	reads = 0
	if r = load("edges.label=3", "", true, ""); r.Kind != proto.Loaded || reads != 0 || r.Graph.Classes != 2 {
		t.Fatalf("taking it: %+v after %d readings", r, reads)
	}
	again := load("edges.label=3", "", false, doubtful)
	if !reflect.DeepEqual(again.Graph, r.Graph) {
		t.Errorf("a replay loads another graph: %+v, not %+v", again.Graph, r.Graph)
	}
	load("", proto.AskDoubt, false, doubtful)
	if r := send(proto.Request{Kind: proto.Forget})[0]; r.Kind != proto.Forgotten {
		t.Fatalf("%+v", r)
	}
	if r := load("", "", true, ""); r.Kind != proto.Failed {
		t.Errorf("forgotten files were taken: %+v", r)
	}
}
