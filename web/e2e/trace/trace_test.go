package trace

import (
	"reflect"
	"testing"
)

// A task with two scripts and another one, in two frames, beside a thread that is not read.
func TestDigest(t *testing.T) {
	event := func(name, ph string, tid int, ts, dur float64) Event {
		return Event{Name: name, Ph: ph, Pid: 7, Tid: tid, Ts: 1000 * ts, Dur: 1000 * dur, TDur: 1000 * dur}
	}
	events := []Event{
		event("begin", "R", 1, 0, 0), event("RunTask", "X", 2, 1, 100), event("FunctionCall", "X", 2, 1, 100),
		event("FunctionCall", "X", 1, 14, 3), event("RunTask", "X", 1, 10, 8), event("EventDispatch", "X", 1, 10, 3),
		event("clicked", "R", 1, 11, 0), event("FunctionCall", "X", 1, 11, 1), // inside the dispatch
		event("Layout", "X", 1, 12, 0.4), event("UpdateLayoutTree", "X", 1, 12.5, 0.4), event("Layout", "X", 1, 17.5, 0.4), // not the last
		event("Commit", "X", 1, 20, 1), event("RunTask", "X", 1, 30, 4),
		event("FireAnimationFrame", "X", 1, 30, 4), event("panels", "R", 1, 31, 0),
		event("answered", "R", 1, 32, 0),
	}
	r, err := Digest(events, "begin", "panels", "clicked", "answered")
	want := Recording{Tasks: []float64{8, 4}, Frames: []float64{6, 4}, Marked: map[string][]float64{"panels": {4}},
		Answers: []float64{7 + 2}, Forced: 2, Worst: r.Worst, Total: 12, Script: 10}
	if err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("%+v, %v\nwant %+v", r, err, want)
	}
	if want := "clicked: FunctionCall 4.0, EventDispatch 3.0, "; r.Worst != want {
		t.Errorf("%q, want %q", r.Worst, want)
	}
	if _, err := Digest(events, "another"); err == nil {
		t.Error("no mark is no error")
	}
	if q := Quantile([]float64{3, 1, 2}, 0.5); q != 2 || Quantile(nil, 1) != 0 {
		t.Errorf("median %v", q)
	}
}
