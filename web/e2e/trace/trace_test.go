package trace

import (
	"reflect"
	"testing"
)

// Digest returns, for the events of two tasks in two frames, the recording that was computed by hand: tasks, frames, marks, answers, forced
// updates, totals, and the parts of the longest task. It ignores another thread with longer events, and counts nested scripts once. A
// missing first mark is an error. Quantile returns the median of three values, and 0 for an empty list.
func TestDigest(t *testing.T) {
	// event returns an event of a thread of process 7, with its time and its duration in milliseconds. The CPU time equals the duration. The
	// phase "X" is an event with a duration, and "R" a mark.
	event := func(name, phase string, thread int, ms, duration float64) Event {
		return Event{Name: name, Ph: phase, Pid: 7, Tid: thread, Ts: 1000 * ms, Dur: 1000 * duration, TDur: 1000 * duration}
	}
	// Thread 1 has set the mark begin. Its first task, 10 to 18, has a dispatch of 3 ms with the mark clicked and a script of 1 ms, and later
	// a function of 3 ms. Its second task, 30 to 34, is a frame with the marks panels and answered. The events are not sorted by time.
	events := []Event{
		event("begin", "R", 1, 0, 0),
		// Thread 2, which does not count.
		event("RunTask", "X", 2, 1, 100), event("FunctionCall", "X", 2, 1, 100),
		event("FunctionCall", "X", 1, 14, 3), event("RunTask", "X", 1, 10, 8), event("EventDispatch", "X", 1, 10, 3),
		event("clicked", "R", 1, 11, 0), event("FunctionCall", "X", 1, 11, 1), // this script is inside the dispatch
		// The last update is outside of scripts, so it is not forced.
		event("Layout", "X", 1, 12, 0.4), event("UpdateLayoutTree", "X", 1, 12.5, 0.4), event("Layout", "X", 1, 17.5, 0.4),
		event("Commit", "X", 1, 20, 1), event("RunTask", "X", 1, 30, 4),
		event("FireAnimationFrame", "X", 1, 30, 4), event("panels", "R", 1, 31, 0),
		event("answered", "R", 1, 32, 0),
	}
	r, err := Digest(events, "begin", "panels", "clicked", "answered")
	// The click at 11 is answered at 32: 7 ms of the first task and 2 ms of the second. Worst is compared below.
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
		t.Errorf("the median of 3, 1 and 2 is %v, want 2", q)
	}
	if q := Quantile(nil, 1); q != 0 {
		t.Errorf("the largest of no values is %v, want 0", q)
	}
}
