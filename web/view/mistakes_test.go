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

// The colours, sentences, matrices and selections of the mistakes equal counts by loops over nodes and runs. Nothing is trained: the
// predictions and test sets of nine runs, three models on three splits, follow a rule. The hardest nodes are nodes with
// a mistake, by falling share of mistakes.
func TestMistakesEqualCounts(t *testing.T) {
	s := *karate(t, epochs(1), frame.Focus{})
	s.View.Panel = state.PanelResults
	// find returns the figure with an identifier, or nil.
	find := func(id string) *view.Figure {
		for _, f := range inspector.New(&s).Body.Figures {
			if f.ID == id {
				return &f
			}
		}
		return nil
	}
	do := func(m state.Msg) { s, _, _ = state.Update(s, m) }
	do(state.SetNodes{Mode: state.NodesMistakes})
	legend := func() picture.Legend {
		attributes := picture.NewAttributes(&s)
		return picture.NewLegend(&s, &attributes)
	}
	// Before a run there is no figure, and the legend says what to do.
	if l := legend(); find("mistakes") != nil || l.None != "no run yet: train models in Results" || l.Ramps[0].Kind == "seq" {
		t.Fatalf("before a run there is a figure, or the legend is %+v", l)
	}
	do(state.Lab{Msg: lab.SetRuns{Runs: 3}})
	do(state.Lab{Msg: lab.StartResults{}})
	jobs, n := s.Lab.Results.Jobs, s.Graph.N
	if len(jobs) != 9 {
		t.Fatalf("%d jobs, want three models on three splits", len(jobs))
	}
	results := make([]client.JobState, len(jobs))
	// The rule: whether a job predicts node i correctly, and whether node i is in its test set. Job 3·split + model has this split and model.
	right := func(job, i int) bool { return (i*i+3*job+i*job)%4 != 0 }
	tested := func(job, i int) bool { return i%5 > 0 && (i+job/3)%2 == 0 }
	for j := range jobs {
		o := proto.JobAnswer{Outcome: train.Outcome{BestEpoch: 1, Test: 0.5}}
		for i, y := range s.Graph.Labels {
			if !right(j, i) {
				y = 1 - y
			}
			o.Pred = append(o.Pred, int32(y))
			if tested(j, i) {
				o.Tested = append(o.Tested, int32(i))
			}
		}
		results[j] = client.JobState{Done: true, Outcome: o}
	}
	do(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: results, Done: 9, Total: 9, Over: true}}})
	// The value of a node is its share of mistakes among the runs that test it, or −1 without such a run. Its class is its label, and no node
	// has the mark of a wrong prediction.
	attributes := picture.NewAttributes(&s)
	var always, sometimes, never, untested int
	for i := range n {
		tests, wrong := 0, 0
		for j := range jobs {
			if tested(j, i) {
				tests++
				if !right(j, i) {
					wrong++
				}
			}
		}
		// The colour, and the four groups of the sentence.
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
		if attributes.Value[i] != want || int(attributes.Class[i]) != s.Graph.Labels[i] || attributes.Flags[i]&picture.FlagWrong != 0 {
			t.Errorf("node %d is at %v of the ramp with class %d and flags %d, want %v, class %d and no flag of a mistake", i, attributes.Value[i],
				attributes.Class[i], attributes.Flags[i], want, s.Graph.Labels[i])
		}
	}
	if l := legend(); l.None != "never a test node" || l.Ramps[0].Kind != "seq" || l.Wrong {
		t.Errorf("after the runs the legend is %+v", l)
	}
	text := find("mistakes").Data.(string)
	want := fmt.Sprintf("%d nodes were test nodes in a run or more: %d wrong each time, %d sometimes, %d never. "+
		"%d nodes were never tested.", n-untested, always, sometimes, never, untested)
	if !strings.HasPrefix(text, want) || untested == 0 || sometimes == 0 {
		t.Errorf("%s\nwant %s", text, want)
	}
	// Row p, column q: the nodes that model p predicts correctly and model q does not, and the share of equal answers of p and q.
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
					cases++
					if right(x, i) == right(y, i) { // of two classes: both runs give the same answer
						same++
					}
					alone = alone || right(x, i) && !right(y, i)
				}
				if alone {
					nodes = append(nodes, i)
				}
			}
			if only.Vals[3*p+q] != float64(len(nodes)) || agree.Vals[3*p+q] != float64(same)/float64(cases) {
				t.Errorf("models %d, %d: %v and %v, want %d and %d of %d", p, q, only.Vals[3*p+q], agree.Vals[3*p+q], len(nodes), same, cases)
			}
			if len(nodes) == 0 {
				continue // an empty cell selects no node
			}
			picked, _, _ := state.Update(s, state.PickMistakes{Right: p, Wrong: q})
			name := jobs[p].Label + " right, " + jobs[q].Label + " wrong"
			if !slices.Equal(picked.View.Chosen, nodes) || picked.View.ChosenAs != name {
				t.Errorf("a click selects %v (%s), want %v (%s)", picked.View.Chosen, picked.View.ChosenAs, nodes, name)
			}
		}
	}
	do(state.PickMistakes{Right: 3, Wrong: -1})
	if len(s.View.Chosen) > 0 {
		t.Errorf("a cell that is not there chooses %v", s.View.Chosen)
	}
	// In splits without labelled test nodes there is nothing to compare.
	untestedResults := slices.Clone(results)
	for j := range untestedResults {
		untestedResults[j].Outcome.Tested = nil
	}
	tested9 := s
	do(state.Lab{Msg: lab.StartResults{}})
	do(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: untestedResults, Done: 9, Total: 9, Over: true}}})
	if find("mistakes") == nil || find("mistakes-only") != nil || find("mistakes-agree") != nil {
		t.Error("without tested nodes there are matrices of models, or no sentence")
	}
	s = tested9
	share := float32(1)
	for _, c := range find("hardest").Data.([]view.Chip) {
		v := attributes.Value[c.Node]
		if v > share || v <= 0 {
			t.Errorf("node %d, wrong in the share %v, is listed after a node wrong in %v", c.Node, v, share)
			continue
		}
		share = v
	}
}
