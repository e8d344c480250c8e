package view_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	shown "sheafscope/core/sgpc/view"
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

// This file tests changes at an explained node: added edges, other labels, and the training of the changed graph.

// pooled runs the jobs that the message m requests, and reports each job to the page. Unlike the pool it runs them one after another. It
// calls afterFirst after the report of the first job. It returns the requested jobs.
func (w *pageWithWorker) pooled(t *testing.T, m state.Msg, afterFirst func()) (queries []proto.Query) {
	t.Helper()
	next, cmds, _ := state.Update(w.s, m)
	w.s = next
	for _, c := range cmds {
		if run, ok := c.(state.LabCommand); ok {
			queries = run.Command.(lab.RunJobs).Jobs
		}
	}
	// Each job runs in a session of its own.
	results := make([]client.JobState, len(queries))
	for k, r := range queries {
		host := &pageWithWorker{}
		s := session.New(host, session.Core{Files: jobs.Do})
		r.Seq, r.Question = 1, proto.Measure
		s.Post(proto.Message{Query: &r})
		s.Drain()
		last := host.replies[len(host.replies)-1].Answer
		results[k] = client.JobState{Done: true, Err: last.Err}
		if last.Outcome != nil {
			results[k].Outcome = *last.Outcome
		}
		w.do(state.Lab{Msg: lab.Reported{Report: client.PoolState{Results: slices.Clone(results), Done: k + 1, Total: len(queries), Left: -1,
			Fraction: float64(k+1) / float64(len(queries)), Over: k+1 == len(queries)}}})
		if k == 0 {
			afterFirst()
		}
	}
	return queries
}

// The user adds an edge by a suggestion or by the number of its other end. A second press on a suggestion removes its edge. An end that
// makes no new edge is refused with a reason. The label of a training node goes through all classes. The sentence on an added edge has the
// answered class and its probability.
func TestAddedEdge(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 3, Settings: map[string]string{"epochs": "6", "hidden": "16", "channels": "8"}})
	page.do(state.PickNode{Node: 17})
	page.do(state.Unroll{On: true})
	whatIf := func() *node.WhatIf { return node.NewUnrolled(&page.s).If }
	joins := whatIf().Joins
	// The first of three suggestions: node 17 by choice, which is node 16 counted from 0.
	if len(joins) != 3 || joins[0].Off {
		t.Fatalf("suggested are %+v", joins)
	}
	pair := joins[0].Pair
	isEdge := slices.ContainsFunc(whatIf().Edges, func(e node.Toggle) bool { return e.Pair == pair })
	if hasNode := pair[0] == 16 || pair[1] == 16; !hasNode || isEdge {
		t.Errorf("%v is no new edge of node 16", pair)
	}
	page.do(state.Without{Join: &pair})
	q := whatIf()
	if !q.Any || !q.Joins[0].Off || q.Joins[0].Pair != pair || !strings.HasPrefix(view.Plain(q.Say), "With edge ") ||
		page.s.Why.Answer == nil {
		t.Errorf("after the added edge: suggestions %+v, sentence %q", q.Joins, view.Plain(q.Say))
	}
	// The graph has five classes, hence 5 probabilities a node.
	class := page.s.Why.Answer.Pred[16]
	want := view.Classes(page.s.Graph)[class].Name + ", " + view.Fix(page.s.Why.Answer.Prob[16*5+class], 2)
	if !strings.Contains(view.Plain(q.Say), want) {
		t.Errorf("%q does not say %q", view.Plain(q.Say), want)
	}
	page.do(state.Without{Join: &pair})
	if whatIf().Any {
		t.Error("the edge stays")
	}
	// Texts for the other end that make no new edge: the node itself, a missing node, no name, no number, a present neighbour.
	neighbour := whatIf().Edges[0].Pair
	other := neighbour[0] + neighbour[1] - 16
	for name, want := range map[string]string{"16": "two different nodes", "60": "no node “60”", "": "no node", "x": "no node “x”",
		view.Int(other): "has this edge"} {
		page.do(state.JoinTo{Name: name})
		if q := whatIf(); q.Any || !strings.Contains(q.Refuse, want) || page.said != q.Refuse {
			t.Errorf("the end %q is refused with %q, want %q; changed: %v", name, q.Refuse, want, q.Any)
		}
	}
	// A new edge by the number of its other end, free, with spaces around the number.
	free := 0
	for free == 16 || slices.ContainsFunc(whatIf().Edges, func(e node.Toggle) bool { return e.Pair[0] == free || e.Pair[1] == free }) {
		free++
	}
	page.do(state.JoinTo{Name: " " + view.Int(free) + " "})
	added := [][2]int{{min(free, 16), max(free, 16)}}
	if q := whatIf(); q.Refuse != "" || !slices.Equal(page.s.Why.Without.AddEdges, added) {
		t.Errorf("the edge to %d is refused with %q; the changes are %v", free, q.Refuse, page.s.Why.Without)
	}
	page.do(state.JoinTo{Name: view.Int(free)})
	if q := whatIf(); !strings.Contains(q.Refuse, "added already") {
		t.Errorf("an added edge is refused with %q, want “added already”", q.Refuse)
	}
	page.do(state.Reset{})
	// The first node with a training node beside it. Each click gives this neighbour its next label; the fifth click restores its own.
	labels := 0
	for node := 0; node < page.s.Graph.N && labels == 0; node++ {
		page.do(state.PickNode{Node: choice.Of(node)})
		labels = len(whatIf().Labels)
	}
	if labels == 0 {
		t.Fatal("no node has a neighbour in the training set")
	}
	trainingNode := whatIf().Labels[0].Pair[0]
	for k := 1; k <= 5; k++ {
		page.do(state.Without{Label: &trainingNode})
		q, want := whatIf(), (page.s.Graph.Labels[trainingNode]+k)%5
		changed, sentence := k < 5, view.Plain(q.Say)
		if q.Labels[0].Off != changed || q.Labels[0].Pair[1] != want || q.Any != changed {
			t.Errorf("click %d: the label is %+v, want class %d, changed: %v", k, q.Labels[0], want, changed)
		}
		lead := "With node " + view.Int(trainingNode) + " labelled " + view.Classes(page.s.Graph)[want].Name
		if changed && !strings.HasPrefix(sentence, lead) {
			t.Errorf("click %d: %q does not begin with %q", k, sentence, lead)
		}
		if readsNone := strings.Contains(sentence, "reads no label"); readsNone != (changed && !page.s.Config.ReadsLabels()) {
			t.Errorf("click %d, labels are read: %v: %q", k, page.s.Config.ReadsLabels(), sentence)
		}
	}
}

// Until the worker has answered, the sentence on a change is that on the previous change, whose probabilities it prints. After the answer
// the sentence differs.
func TestPendingAnswerKeepsItsSentence(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 3, Settings: map[string]string{"epochs": "6", "hidden": "16", "channels": "8"}})
	page.do(state.PickNode{Node: 17})
	page.do(state.Unroll{On: true})
	sentence := func() string { return view.Plain(node.NewUnrolled(&page.s).If.Say) }
	joins := node.NewUnrolled(&page.s).If.Joins
	page.do(state.Without{Join: &joins[0].Pair})
	answered := sentence()
	// The second change is sent, and not answered yet.
	next, _, _ := state.Update(page.s, state.Without{Join: &joins[1].Pair})
	page.s = next
	if got := sentence(); got != answered {
		t.Errorf("with a pending answer the sentence is %q, want %q", got, answered)
	}
	page.do(state.Without{Join: &joins[1].Pair}) // removes the second edge again
	page.do(state.Without{Join: &joins[1].Pair}) // adds it, and lets the worker answer
	if got := sentence(); got == answered {
		t.Errorf("after the answer the sentence is still %q", got)
	}
}

// The page trains the changed graph beside the given graph. Its numbers are those of two runs here, on the graph with and without the edge.
// Replaced maps are not trained, which the page states. Without the change the answer disappears.
func TestRetrainedNumbersEqualTwoRuns(t *testing.T) {
	page := opened(recipe.Setup{Graph: heterophilic, Seed: 3, Settings: map[string]string{"epochs": "6", "hidden": "16", "channels": "8"}})
	page.do(state.PickNode{Node: 17})
	page.do(state.Unroll{On: true})
	retrained := func() *node.Retrained { return node.NewUnrolled(&page.s).If.Train }
	if trained := retrained(); !trained.Off || trained.Say != nil {
		t.Errorf("without a change there is a training: %+v", trained)
	}
	page.do(state.Without{Maps: settings.MapsZero})
	if trained := retrained(); !trained.Off || !strings.Contains(trained.Note, "learned ones") {
		t.Errorf("with replaced maps the training is %+v, want it off with a note", trained)
	}
	if jobs := page.pooled(t, state.Retrain{}, func() {}); jobs != nil {
		t.Errorf("with replaced maps the jobs %+v are requested, want none", jobs)
	}
	page.do(state.Reset{})
	pair := node.NewUnrolled(&page.s).If.Edges[0].Pair
	page.do(state.Without{Edge: &pair})
	if trained := retrained(); trained.Off || trained.On {
		t.Errorf("a removed edge cannot be trained, or is already: %+v", trained)
	}
	// Between the two jobs the page shows the progress.
	page.pooled(t, state.Retrain{}, func() {
		if trained := retrained(); !trained.On || trained.Left != "1 of 2" || trained.Fraction != 0.5 || trained.Say != nil {
			t.Errorf("after the first of two jobs the training is %+v", trained)
		}
	})
	// The two runs by hand: graph g as it is, and without the edge.
	trained := retrained()
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
	cl := view.Classes(page.s.Graph)
	var classes, accuracies []string
	for _, trainedGraph := range []*graph.Graph{g, without} {
		run, err := sgpc.New(trainedGraph, split, page.s.Config)
		if err != nil {
			t.Fatal(err)
		}
		for !run.Done() {
			run.StepEpoch()
		}
		run.RestoreBest()
		// Class, probability, and accuracy on the test nodes, at the best epoch.
		f := shown.Frame(run, frame.Focus{})
		p, right := f.Calibrated[16*5:17*5], 0.0
		for _, i := range split.Test {
			if f.Pred[i] == g.Labels[i] {
				right++
			}
		}
		classes = append(classes, cl[f.Pred[16]].Name+", "+view.Fix(p[f.Pred[16]], 2))
		accuracies = append(accuracies, view.Pct(right/float64(len(split.Test))))
		// The table has each class with its probability on the given graph (Was) and on the changed graph (Is).
		for _, m := range trained.Now {
			c := slices.IndexFunc(cl, func(q view.Class) bool { return q.Name == m.Name })
			if got := map[bool]view.F{true: m.Was, false: m.Is}[trainedGraph == g]; got != view.F(p[c]) {
				t.Errorf("%s is %v, by hand %v", m.Name, got, p[c])
			}
		}
	}
	want := "Trained anew with that: " + classes[1] + "; as it is, trained anew: " + classes[0] + ". Right on " + accuracies[1] + " of the " +
		view.Int(len(split.Test)) + " test nodes; as it is, on " + accuracies[0] + "."
	if got := view.Plain(trained.Say); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// The second press takes the change back.
	page.do(state.Without{Edge: &pair})
	if trained := retrained(); trained.Say != nil {
		t.Errorf("without the change its answer stays: %+v", trained)
	}
}
