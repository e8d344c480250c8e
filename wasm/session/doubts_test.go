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

// A Read of a doubtful file reads it once and answers with the doubt, while the session still has a run. A wrong correction is an error,
// and a correct one removes the doubt. The Load of the corrected file reads nothing again, and gives the graph of a Load with the file in
// the request. After a Pause the file is dropped, so that its Load fails. A Load without a Read has the doubt in its graph. A Read of a
// file without a doubt has no doubt.
func TestDoubtfulFileIsReadOnce(t *testing.T) {
	readings := 0 // jobs for the program of files
	h := &simulatedHost{now: clockStart, yielded: clockStart}
	s := newSession(h, session.Core{Files: func(j files.Job) (files.Output, error) {
		readings++
		return jobs.Do(j)
	}})
	h.session = s
	seq := 0
	// send returns the replies to a request, of which one must be final.
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
			t.Fatalf("%d final replies to %s, want 1", final, r.Kind)
		}
		return h.replies
	}
	// load returns the first reply to a request of a kind, Load or Read, with corrections for a file of the text. If the text is "", the
	// request has no file: the session still holds one.
	load := func(corrections, kind, text string) flat.Reply {
		r := flat.Request{Kind: kind, Recipe: recipe.Setup{Graph: "file", Read: corrections}}
		if text != "" {
			r.Files = []content.File{{Name: "a.csv", Data: []byte(text)}}
		}
		return send(r)[0]
	}
	// The reader doubts what the third column is: its values could be weights or classes.
	const doubtful = "0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"
	r := load("", flat.Load, doubtful)
	if r.Kind != flat.Loaded || len(r.Graph.Doubts) != 1 || !strings.Contains(r.Graph.Doubts[0], "Column 3") {
		t.Fatalf("a load by a program gives %+v, want the graph with its doubt", r)
	}
	if r := load("", flat.Read, "a,b\nb,c\nc,a\na,d\n"); r.Kind != flat.Recognised || len(r.Recognition.Doubts) != 0 {
		t.Fatalf("a file without a doubt, read for the dialog, gives %+v", r)
	}

	// The doubtful file is read, and the run stays.
	readings = 0
	r = load("", flat.Read, doubtful)
	if r.Kind != flat.Recognised || readings != 1 || len(r.Recognition.Sheets) != 1 || len(r.Recognition.Doubts) != 1 {
		t.Fatalf("the doubtful file gives %+v after %d readings, want a doubt after 1", r, readings)
	}
	if f := send(flat.Request{Kind: flat.ReadFrame})[0]; f.Kind != flat.Framed || f.Frame.N != 4 {
		t.Errorf("a frame during the question is %+v, want one of the present run", f)
	}

	// Corrections: a column that does not exist, and column 3 as the class.
	if r := load("label=9", flat.Read, ""); r.Kind != flat.Failed || !strings.Contains(r.Message, "no column") {
		t.Fatalf("a wrong correction gives %+v", r)
	}
	if r = load("edges.label=3", flat.Read, ""); r.Kind != flat.Recognised || r.Recognition.Classes != 2 ||
		r.Recognition.Doubts != nil {
		t.Fatalf("a correction gives %+v, want two classes and no doubt", r)
	}

	// The user takes the file: no second reading. A Load with the file, as in a replay, gives the same graph.
	readings = 0
	if r = load("edges.label=3", flat.Load, ""); r.Kind != flat.Loaded || readings != 0 || r.Graph.Classes != 2 {
		t.Fatalf("taking the file gives %+v after %d readings, want the graph after 0", r, readings)
	}
	again := load("edges.label=3", flat.Load, doubtful)
	if !reflect.DeepEqual(again.Graph, r.Graph) {
		t.Errorf("a replay loads the graph %+v, want %+v", again.Graph, r.Graph)
	}

	// A Pause drops the file.
	load("", flat.Read, doubtful)
	send(flat.Request{Kind: flat.Pause})
	if r := load("", flat.Load, ""); r.Kind != flat.Failed {
		t.Errorf("after a Pause the load of the dropped file gives %+v, want an error", r)
	}
}
