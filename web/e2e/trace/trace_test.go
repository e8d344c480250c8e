package trace

import (
	"reflect"
	"testing"
)

// Digest returns, for the events of two tasks in two frames, the recording that was computed by hand: tasks, frames, marks, answers, forced
// updates, totals, and the parts of the longest task. It ignores another thread with longer events, and counts nested scripts once. A
// missing first mark is an error. Quantile returns the median of three values, and 0 for none.
func TestDigest(t *testing.T) {
	// event returns an event of process 7 at a time and with a duration in milliseconds, which is also its CPU time.
	event := func(name, ph string, tid int, ts, dur float64) Event {
		return Event{Name: name, Ph: ph, Pid: 7, Tid: tid, Ts: 1000 * ts, Dur: 1000 * dur, TDur: 1000 * dur}
	}
	// Thread 1 has set the mark begin. Its first task, 10 to 18, has a dispatch of 3 ms, a mark in it, and a function of 3 ms. Its second
	// task, 30 to 34, is a frame with the mark panels.
	events := []Event{
		event("begin", "R", 1, 0, 0), event("RunTask", "X", 2, 1, 100), event("FunctionCall", "X", 2, 1, 100),
		event("FunctionCall", "X", 1, 14, 3), event("RunTask", "X", 1, 10, 8), event("EventDispatch", "X", 1, 10, 3),
		event("clicked", "R", 1, 11, 0), event("FunctionCall", "X", 1, 11, 1), // this script is inside the dispatch
		// The last update is outside of scripts, so it is not forced.
		event("Layout", "X", 1, 12, 0.4), event("UpdateLayoutTree", "X", 1, 12.5, 0.4), event("Layout", "X", 1, 17.5, 0.4),
		event("Commit", "X", 1, 20, 1), event("RunTask", "X", 1, 30, 4),
		event("FireAnimationFrame", "X", 1, 30, 4), event("panels", "R", 1, 31, 0),
		event("answered", "R", 1, 32, 0),
	}
	r, err := Digest(events, "begin", "panels", "clicked", "answered")
	// The click at 11 is answered at 32: 7 ms of the first task and 2 ms of the second.
	want := Recording{Tasks: []float64{8, 4}, Frames: []float64{6, 4}, Marked: map[string][]float64{"panels": {4}},
		Answers: []float64{7 + 2}, Forced: 2, Worst: r.Worst, Total: 12, Script: 10}
	if err != nil {
		t.Errorf("Digest fails: %v", err)
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("the recording is %+v\nwant %+v", r, want)
	}
	if want := "clicked: FunctionCall 4.0, EventDispatch 3.0, "; r.Worst != want {
		t.Errorf("the parts of the longest task are %q, want %q", r.Worst, want)
	}
	if _, err := Digest(events, "another"); err == nil {
		t.Error("a missing first mark gives no error")
	}
	if q := Quantile([]float64{3, 1, 2}, 0.5); q != 2 {
		t.Errorf("the median of 3, 1 and 2 is %v", q)
	}
	if q := Quantile(nil, 1); q != 0 {
		t.Errorf("the largest of no values is %v, want 0", q)
	}
}
