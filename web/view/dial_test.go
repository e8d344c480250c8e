package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/results"
)

// The dial shows the results of each trained stop: its numbers, its classes, its spectrum, and a comparison with the identity. A failed
// stop has its error, and a stop that is not done has nothing. A press on a stop opens its run.
func TestDialShowsTrainedStops(t *testing.T) {
	page := karate(t, epochs(1), frame.Focus{})
	page.Graph.Layout = make([]float64, 2*page.Graph.N)
	s := *page
	dial := results.NewDial(&s)
	if len(dial.Stops) != 5 || dial.Trained || dial.Places != nil || !strings.Contains(dial.Note, "as in a GCN") {
		t.Fatalf("before the training: %+v", dial)
	}
	s, _, _ = state.Update(s, state.Lab{Msg: lab.StartDial{}})
	// Predictions that are wrong at every labelled node.
	pred := make([]int32, s.Graph.N)
	wrong := 0
	for i := range pred {
		pred[i] = int32(1 - s.Graph.Labels[i]%2)
		if s.Graph.Labels[i] >= 0 {
			wrong++
		}
	}
	stop := func(test float64) client.JobState {
		return client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: test, BestEpoch: 2, Position: 40, Pred: pred,
			Metrics: map[string]float64{"kernel": 3, "energy": 0.5}, Series: map[string][]float64{"spectrum": {0, 0, 0, 1.2, 2}}}}}
	}
	runs := []client.JobState{stop(0.5), stop(0.75), stop(0.5), {Done: true, Err: "too large"}, {}}
	s, _, _ = state.Update(s, state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: runs, Done: 4, Total: 5, Left: -1}}})
	dial = results.NewDial(&s)
	if !dial.Running || dial.Left != "4 of 5" || len(dial.Places) != 2*s.Graph.N || len(dial.Slots) != s.Graph.Classes {
		t.Errorf("after four of five stops: %+v", dial)
	}
	a, b := dial.Stops[0], dial.Stops[1]
	if a.Test != "50.0 %" || a.Kernel != "3" || a.Energy != "0.500" || a.Lambda != "" {
		t.Errorf("the numbers of the first stop are %+v", a)
	}
	if a.Wrong != view.Int(wrong)+" of "+view.Int(wrong)+" nodes" || a.Position != 40 || len(a.Pred) != s.Graph.N {
		t.Errorf("the first stop has %s wrong at position %d, want all %d at 40", a.Wrong, a.Position, wrong)
	}
	// The histogram of the spectrum 0, 0, 0, 1.2, 2 begins with three eigenvalues and ends with one.
	if a.Counts[0] != 3 || a.Counts[len(a.Counts)-1] != 1 {
		t.Errorf("the histogram of the first stop is %v, want 3 at its start and 1 at its end", a.Counts)
	}
	for k, want := range []string{"Right on 50.0 % of the test nodes.", "Right on 75.0 % of the test nodes; with the identity on 50.0 %.",
		"Right on 50.0 % of the test nodes, as with the identity.", "", ""} {
		if got := view.Plain(dial.Stops[k].Said); got != want {
			t.Errorf("the sentence of stop %d is %q, want %q", k, got, want)
		}
	}
	if b.Maps != "The maps are the identity times a number between −1 and 1, read off the features of both ends." ||
		dial.Stops[3].Failed != "too large" || dial.Stops[4].Done {
		t.Errorf("the stops are %+v", dial.Stops)
	}
	// Stop 1 opens as a run of NSD with maps of signs, at its best epoch.
	s, cmds, _ := state.Update(s, state.Lab{Msg: lab.OpenStop{At: 1}})
	r := s.Shown()
	if !s.Loading() || r.Model != "nsd-general" || r.Settings["maps"] != "signs" || r.Position != 40 ||
		r.Graph != s.Recipe.Graph || len(cmds) == 0 {
		t.Errorf("the stop opens as %+v, want nsd-general with signs at position 40", r)
	}
}
