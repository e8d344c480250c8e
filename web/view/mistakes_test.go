package view_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
)

// TestMistakesEqualCounts trains nothing: runs whose predictions follow a rule give figures, colours and selections, which the test counts
// again.
func TestMistakesEqualCounts(t *testing.T) {
	s := *karate(t, epochs(1), frame.Focus{})
	s.View.Panel = state.PanelResults
	find := func(id string) *view.Figure {
		for _, f := range inspector.New(&s).Body.Figures {
			if f.ID == id {
				return &f
			}
		}
		return nil
	}
	update := func(m state.Msg) { s, _, _ = state.Update(s, m) }
	update(state.SetNodes{Mode: state.NodesMistakes})
	legend := func() picture.Legend { a := picture.NewAttributes(&s); return picture.NewLegend(&s, &a) }
	if l := legend(); find("mistakes") != nil || l.None != "no run yet: train models in Results" || l.Ramps[0].Kind == "seq" {
		t.Fatalf("before a run: %+v", l)
	}
	update(state.Lab{Msg: lab.SetRuns{Runs: 3}})
	update(state.Lab{Msg: lab.StartResults{}})
	jobs, n := s.Lab.Results.Jobs, s.Graph.N
	if len(jobs) != 9 {
		t.Fatalf("%d jobs", len(jobs))
	}
	results := make([]client.JobState, len(jobs))
	right := func(job, i int) bool { return (i*i+3*job+i*job)%4 != 0 }
	tested := func(job, i int) bool { return i%5 > 0 && (i+job/3)%2 == 0 }
	for j := range jobs {
		o := proto.JobAnswer{Outcome: train.Outcome{BestEpoch: 1, Test: 0.5}}
		for i, y := range s.Graph.Labels {
			if !right(j, i) {
				y = 1 - y
			}
			if o.Pred = append(o.Pred, int32(y)); tested(j, i) {
				o.Tested = append(o.Tested, int32(i))
			}
		}
		results[j] = client.JobState{Done: true, Outcome: o}
	}
	update(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: results, Done: 9, Total: 9, Over: true}}})
	a := picture.NewAttributes(&s)
	var always, sometimes, never, untested int
	for i := range n {
		tests, wrong := 0, 0
		for j := range jobs {
			if tested(j, i) {
				if tests++; !right(j, i) {
					wrong++
				}
			}
		}
		want := float32(-1)
		switch {
		case tests == 0:
			untested++
		case wrong == tests:
			always++
		case wrong == 0:
			never++
		default:
			sometimes++
		}
		if tests > 0 {
			want = float32(wrong) / float32(tests)
		}
		if a.Value[i] != want || int(a.Class[i]) != s.Graph.Labels[i] || a.Flags[i]&picture.FlagWrong != 0 {
			t.Errorf("node %d is at %v of the ramp, want %v", i, a.Value[i], want)
		}
	}
	if l := legend(); l.None != "never a test node" || l.Ramps[0].Kind != "seq" || l.Wrong {
		t.Errorf("%+v", l)
	}
	text := find("mistakes").Data.(string)
	want := fmt.Sprintf("%d nodes were test nodes in a run or more: %d wrong each time, %d sometimes, %d never. "+
		"%d nodes were never tested.", n-untested, always, sometimes, never, untested)
	if !strings.HasPrefix(text, want) || untested == 0 || sometimes == 0 {
		t.Errorf("%s\nwant %s", text, want)
	}
	only, agree := find("mistakes-only").Data.(view.Matrix), find("mistakes-agree").Data.(view.Matrix)
	for p := range 3 {
		for q := range 3 {
			var nodes []int
			cases, same := 0, 0
			for i := range n {
				alone := false
				for split := range 3 {
					x, y := 3*split+p, 3*split+q
					if !tested(x, i) {
						continue
					}
					if cases++; right(x, i) == right(y, i) { // two classes
						same++
					}
					alone = alone || right(x, i) && !right(y, i)
				}
				if alone {
					nodes = append(nodes, i)
				}
			}
			if only.Vals[3*p+q] != float64(len(nodes)) || agree.Vals[3*p+q] != float64(same)/float64(cases) {
				t.Errorf("models %d, %d: %v and %v,"+
					" want %d and %d of %d", p, q, only.Vals[3*p+q], agree.Vals[3*p+q], len(nodes), same, cases)
			}
			if s, _, _ := state.Update(s, state.PickMistakes{Right: p, Wrong: q}); len(nodes) > 0 && (!slices.Equal(s.View.Chosen, nodes) ||
				s.View.ChosenAs != jobs[p].Label+" right, "+jobs[q].Label+" wrong") {
				t.Errorf("a click chooses %v (%s), want %v", s.View.Chosen, s.View.ChosenAs, nodes)
			}
		}
	}
	update(state.PickMistakes{Right: 3, Wrong: -1})
	if len(s.View.Chosen) > 0 {
		t.Errorf("a cell that is not there chooses %v", s.View.Chosen)
	}
	share := float32(1)
	for _, c := range find("hardest").Data.([]view.Chip) {
		if v := a.Value[c.Node]; v > share || v <= 0 {
			t.Errorf("node %d, wrong in %v, is listed after one in %v", c.Node, v, share)
		} else {
			share = v
		}
	}
}
