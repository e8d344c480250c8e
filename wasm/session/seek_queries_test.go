//go:build !js

package session_test

import (
	"slices"
	"testing"
	"time"

	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
)

// Queries that follow a load are answered at the end of its seek. After a rest or a crash, for example, the client sends the load again
// before the queries. A load of files from the network has no run during the fetch.
func TestQueriesWaitForTheRunOfTheirLoad(t *testing.T) {
	for _, graph := range []string{"karate", "data:texas"} {
		c := newHostWithMirror(100 * time.Millisecond)
		replies := c.do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: graph, Seed: 1, Position: 300}},
			flat.Request{Seq: 2, Kind: flat.Explain}, flat.Request{Seq: 3, Kind: flat.ReadFrame}, flat.Request{Seq: 4, Kind: flat.Flips})
		answered := 0
		for _, r := range replies {
			if !r.Final {
				continue
			}
			answered++
			if r.Seq != answered || r.Kind == flat.Failed {
				t.Errorf("%s: final reply %d is %+v, want the reply to %d without an error", graph, answered, r, answered)
			}
			if (r.Seq == 1 || r.Seq == 3) && (r.Frame == nil || r.Frame.Position != 300) {
				t.Errorf("%s: the frame of %d is %+v, want position 300", graph, r.Seq, r.Frame)
			}
		}
		if answered != 4 {
			t.Errorf("%s: %d final replies, want 4", graph, answered)
		}
	}
}

// Frames that are requested during a seek back and forth have the position of its end, and their histories have no gap.
func TestQueryDuringASeekHasThePositionOfItsEnd(t *testing.T) {
	w := loadedHost(0)
	w.do(flat.Request{Seq: 2, Kind: flat.Seek, Position: 1000})
	w.later = []timedRequest{{w.now - clockStart + 200*time.Millisecond, flat.Request{Seq: 4, Kind: flat.ReadFrame}}}
	for _, r := range w.do(flat.Request{Seq: 3, Kind: flat.Seek, Position: 555}) {
		f := r.Frame
		if f == nil {
			continue
		}
		if f.Position != 555 || f.History.From+len(f.History.CE) != 55 {
			t.Errorf("the frame of %d has position %d and %d epochs from %d, want 555 and 55 in all", r.Seq, f.Position, len(f.History.CE),
				f.History.From)
		}
	}
}

// The first frame after a change of settings has the whole history of the new run, even if an interrupted replay has answered a query.
func TestNewSettingsHaveTheWholeHistory(t *testing.T) {
	for _, hasQuery := range []bool{false, true} {
		w := loadedHost(0)
		w.do(flat.Request{Seq: 2, Kind: flat.Seek, Position: 500})
		arrival := w.now - clockStart + time.Second // of messages in the middle of the replay
		if hasQuery {
			w.later = []timedRequest{{arrival, flat.Request{Seq: 4, Kind: flat.ReadFrame}}}
		}
		w.later = append(w.later, timedRequest{arrival, flat.Request{Seq: 5, Kind: flat.Run, Epochs: 3}})
		replies := w.do(flat.Request{Seq: 3, Kind: flat.Params, Settings: map[string]string{"dt": "3"}})
		changed := slices.IndexFunc(replies, func(r flat.Reply) bool { return r.Config != nil })
		if changed < 0 {
			t.Fatalf("query %v: no reply has the new settings", hasQuery)
		}
		h := replies[changed].Frame.History
		if h.From != 0 || len(h.CE) == 0 {
			t.Errorf("query %v: the first frame has %d epochs from %d, want all from 0", hasQuery, len(h.CE), h.From)
		}
	}
}

// The first frame of a goal with settings has the whole history, even if the settings are the present ones or are refused: the page has
// ignored the frames before.
func TestGoalWithSettingsBringsTheWholeHistory(t *testing.T) {
	for _, given := range []map[string]string{{"dt": "3"}, {"dt": "2"}, {"dt": "3", "d": "99"}} {
		w := loadedHost(0)
		w.do(flat.Request{Seq: 2, Kind: flat.Params, Settings: map[string]string{"dt": "3"}})
		w.later = []timedRequest{{w.now - clockStart + time.Second, flat.Request{Seq: 4, Kind: flat.Run, Epochs: 40, Start: 3,
			Recipe: recipe.Setup{Settings: given}}}}
		replies := w.do(flat.Request{Seq: 3, Kind: flat.Run, Epochs: 40})
		first := slices.IndexFunc(replies, func(r flat.Reply) bool { return r.Seq == 4 && r.Frame != nil })
		if first < 0 {
			t.Fatalf("%v: no frame", given)
		}
		if f := replies[first].Frame; f.History.From != 0 || len(f.History.CE) != f.Epoch || f.Epoch == 0 {
			t.Errorf("%v: the first frame has %d epochs from %d at epoch %d, want all", given, len(f.History.CE), f.History.From, f.Epoch)
		}
	}
}
