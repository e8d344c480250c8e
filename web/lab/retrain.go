package lab

import (
	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Retrain has two trainings from the start, on the unchanged and on a changed graph, with the same settings, split and seed. The difference
// of their predictions is the effect of the change.
type Retrain struct {
	Batch // the training on the unchanged graph, then the training on the changed graph
	// Node is the node whose predictions are compared, and Change is the change of the graph.
	Node   int
	Change explain.Change
}

// Of returns the outcomes of both runs for a node and a change. ok is false before both runs have ended, and if they belong to another node
// or change. A failed run has ended, too: its state has Err.
func (r *Retrain) Of(node int, c explain.Change) (unchanged, changed client.JobState, ok bool) {
	results := r.Report.Results
	isSame := r.Node == node && r.Change.Equal(c)
	if !isSame || len(results) != 2 { // the list is empty before a start
		return unchanged, changed, false
	}
	unchanged, changed = results[0], results[1]
	if !unchanged.Done || !changed.Done {
		return client.JobState{}, client.JobState{}, false
	}
	return unchanged, changed, true
}

// retrainQueries returns the queries of the two trainings: on the unchanged graph, then on the changed graph.
func retrainQueries(page Subject, node int, c explain.Change) []proto.Query {
	r := page.Recipe
	r.Position = 0
	// The unit JobNode trains a run and describes the prediction of Node.
	unchanged := proto.Query{Unit: proto.JobNode, Run: r, Files: page.Files, Node: node}
	changed := unchanged
	changed.Change = c
	return []proto.Query{unchanged, changed}
}

// first returns the setup that the first training of a new batch would have. It depends on neither the node nor the change.
func (*Retrain) first(page Subject) recipe.Setup {
	return retrainQueries(page, 0, explain.Change{})[0].Run
}

// startRetrain starts both trainings. Without a graph, or while the pool is busy, it only returns the announcement of [State.refuse].
func (s State) startRetrain(page Subject, m StartRetrain) (State, []Command) {
	if page.Graph == nil || s.Busy() {
		return s, s.refuse(ForRetrain)
	}
	jobs := retrainQueries(page, m.Node, m.Change)
	s.Work, s.Retrain = ForRetrain, Retrain{newBatch(page, jobs), m.Node, m.Change}
	return s, []Command{RunJobs{jobs}}
}
