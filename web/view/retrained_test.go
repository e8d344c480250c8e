package view_test

import (
	shown "sheafscope/core/sgpc/view"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/client"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/node"
)

// pooled runs the jobs that a message requests, as the pool does, and reports each job. half is called with the page after the first job.
func (w *whole) pooled(t *testing.T, m state.Msg, half func()) (queries []proto.Query) {
	t.Helper()
	next, cmds, _ := state.Update(w.s, m)
	w.s = next
	for _, c := range cmds {
		if run, ok := c.(state.LabCommand); ok {
			queries = run.Command.(lab.RunJobs).Jobs
		}
	}
	results := make([]client.JobState, len(queries))
	for k, r := range queries {
		host := &whole{}
		s := session.New(host, session.Core{Files: jobs.Do})
		r.Seq, r.Question = 1, proto.Measure
		s.Post(proto.Message{Query: &r})
		s.Drain()
		last := host.replies[len(host.replies)-1].Answer
		if results[k] = (client.JobState{Done: true, Err: last.Err}); last.Outcome != nil {
			results[k].Outcome = *last.Outcome
		}
		w.do(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: slices.Clone(results), Done: k + 1, Total: len(queries), Left: -1,
			Fraction: float64(k+1) / float64(len(queries)), Over: k+1 == len(queries)}}})
		if k == 0 {
			half()
		}
	}
	return queries
}

// TestAddedEdge: the user adds an edge by a suggestion, a name or a number, and removes it again. A pair that is no possible edge is
// refused by name. The label of a training node goes through all classes. The numbers of the page are those of the network.
func TestAddedEdge(t *testing.T) {
	w := opened(recipe.Setup{Graph: heterophilic, Seed: 3, Settings: map[string]string{"epochs": "6", "hidden": "16", "channels": "8"}})
	w.do(state.PickNode{Node: 17})
	w.do(state.Unroll{On: true})
	is := func() *node.WhatIf { return node.NewUnrolled(&w.s).If }
	joins := is().Joins
	if len(joins) != 3 || joins[0].Off {
		t.Fatalf("suggested are %+v", joins)
	}
	pair := joins[0].Pair
	if pair[0] != 16 && pair[1] != 16 || slices.ContainsFunc(is().Edges, func(e node.Toggle) bool { return e.Pair == pair }) {
		t.Errorf("%v is no new edge of node 16", pair)
	}
	w.do(state.Without{Join: &pair})
	q := is()
	if !q.Any || !q.Joins[0].Off || q.Joins[0].Pair != pair || !strings.HasPrefix(view.Plain(q.Say), "With edge ") || w.s.Why.Answer == nil {
		t.Errorf("%+v, %q", q.Joins, view.Plain(q.Say))
	}
	called := w.s.Why.Answer.Pred[16]
	want := view.Classes(w.s.Graph)[called].Name + ", " + view.Fix(w.s.Why.Answer.Prob[16*5+called], 2)
	if !strings.Contains(view.Plain(q.Say), want) {
		t.Errorf("%q does not say %q", view.Plain(q.Say), want)
	}
	w.do(state.Without{Join: &pair})
	if is().Any {
		t.Error("the edge stays")
	}
	neighbour := is().Edges[0].Pair
	other := neighbour[0] + neighbour[1] - 16
	for name, want := range map[string]string{"16": "two different nodes", "60": "no node “60”", "": "no node", "x": "no node “x”",
		view.Int(other): "has this edge"} {
		w.do(state.JoinTo{Name: name})
		if q := is(); q.Any || !strings.Contains(q.Refuse, want) || w.said != q.Refuse {
			t.Errorf("%q: %q, %v", name, q.Refuse, q.Any)
		}
	}
	free := 0
	for free == 16 || slices.ContainsFunc(is().Edges, func(e node.Toggle) bool { return e.Pair[0] == free || e.Pair[1] == free }) {
		free++
	}
	w.do(state.JoinTo{Name: " " + view.Int(free) + " "})
	if q := is(); q.Refuse != "" || len(w.s.Why.Without.AddEdges) != 1 || w.s.Why.Without.AddEdges[0] != [2]int{min(free, 16), max(free, 16)} {
		t.Errorf("%q, %v", q.Refuse, w.s.Why.Without)
	}
	w.do(state.JoinTo{Name: view.Int(free)})
	if q := is(); !strings.Contains(q.Refuse, "added already") {
		t.Errorf("twice: %q", q.Refuse)
	}
	w.do(state.Reset{})
	labels, node := 0, 0
	for ; node < w.s.Graph.N && labels == 0; node++ {
		w.do(state.PickNode{Node: choice.Of(node)})
		labels = len(is().Labels)
	}
	if labels == 0 {
		t.Fatal("no node has a neighbour in the training set")
	}
	taught := is().Labels[0].Pair[0]
	for k := 1; k <= 5; k++ {
		w.do(state.Without{Label: &taught})
		q, want := is(), (w.s.Graph.Labels[taught]+k)%5
		if q.Labels[0].Off != (k < 5) || q.Labels[0].Pair[1] != want || q.Any != (k < 5) ||
			k < 5 && !strings.HasPrefix(view.Plain(q.Say), "With node "+view.Int(taught)+" labelled "+view.Classes(w.s.Graph)[want].Name) {
			t.Errorf("click %d: %+v, %q", k, q.Labels[0], view.Plain(q.Say))
		}
		if only := strings.Contains(view.Plain(q.Say), "reads no label"); only != (k < 5 && !w.s.Config.ReadsLabels()) {
			t.Errorf("click %d, labels are read: %v: %q", k, w.s.Config.ReadsLabels(), view.Plain(q.Say))
		}
	}
}

// TestRetrainedNumbersEqualTwoRuns: the page trains the changed graph beside the given graph. Its numbers are those of two runs on the
// graph with and without the edge. Replaced maps are not trained, and the page says so.
func TestRetrainedNumbersEqualTwoRuns(t *testing.T) {
	w := opened(recipe.Setup{Graph: heterophilic, Seed: 3, Settings: map[string]string{"epochs": "6", "hidden": "16", "channels": "8"}})
	w.do(state.PickNode{Node: 17})
	w.do(state.Unroll{On: true})
	is := func() *node.Retrained { return node.NewUnrolled(&w.s).If.Train }
	if v := is(); !v.Off || v.Say != nil {
		t.Errorf("without a change: %+v", v)
	}
	w.do(state.Without{Maps: settings.MapsZero})
	if v := is(); !v.Off || !strings.Contains(v.Note, "learned ones") {
		t.Errorf("other maps: %+v", v)
	}
	if jobs := w.pooled(t, state.Retrain{}, func() {}); jobs != nil {
		t.Errorf("other maps are trained: %+v", jobs)
	}
	w.do(state.Reset{})
	pair := node.NewUnrolled(&w.s).If.Edges[0].Pair
	w.do(state.Without{Edge: &pair})
	if v := is(); v.Off || v.On {
		t.Errorf("%+v", v)
	}
	w.pooled(t, state.Retrain{}, func() {
		if v := is(); !v.On || v.Left != "1 of 2" || v.Fraction != 0.5 || v.Say != nil {
			t.Errorf("after the first: %+v", v)
		}
	})
	v := is()
	g, err := graph.Builtin(heterophilic)
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 3)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := graph.Edits{}.DeleteEdge(g, pair[0], pair[1])
	if err != nil {
		t.Fatal(err)
	}
	without, _, _, err := cut.Apply(g, split)
	if err != nil {
		t.Fatal(err)
	}
	cl := view.Classes(w.s.Graph)
	var called, test []string
	for _, own := range []*graph.Graph{g, without} {
		run, err := sgpc.New(own, split, w.s.Config)
		if err != nil {
			t.Fatal(err)
		}
		for !run.Done() {
			run.StepEpoch()
		}
		run.RestoreBest()
		f := shown.Frame(run, frame.Focus{})
		p, right := f.Calibrated[16*5:17*5], 0.0
		for _, i := range split.Test {
			if f.Pred[i] == g.Labels[i] {
				right++
			}
		}
		called = append(called, cl[f.Pred[16]].Name+", "+view.Fix(p[f.Pred[16]], 2))
		test = append(test, view.Pct(right/float64(len(split.Test))))
		for _, m := range v.Now {
			c := slices.IndexFunc(cl, func(q view.Class) bool { return q.Name == m.Name })
			if got := map[bool]view.F{true: m.Was, false: m.Is}[own == g]; got != view.F(p[c]) {
				t.Errorf("%s is %v, by hand %v", m.Name, got, p[c])
			}
		}
	}
	want := "Trained anew with that: " + called[1] + "; as it is, trained anew: " + called[0] + ". Right on " + test[1] + " of the " +
		view.Int(len(split.Test)) + " test nodes; as it is, on " + test[0] + "."
	if got := view.Plain(v.Say); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w.do(state.Without{Edge: &pair})
	if v := is(); v.Say != nil {
		t.Errorf("without the change its answer stays: %+v", v)
	}
}
