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
	Batch  // the unchanged graph, then the changed one
	Node   int
	Change explain.Change
}

// Of returns the outcomes of both runs for a node and a change. ok is false before both runs have ended, and for another node or change.
func (r *Retrain) Of(node int, c explain.Change) (asIs, changed client.JobState, ok bool) {
	list := r.Report.Results
	isSame := r.Node == node && r.Change.Equal(c)
	if !isSame || len(list) != 2 || !list[0].Done || !list[1].Done {
		return asIs, changed, false
	}
	return list[0], list[1], true
}

// retrainQueries returns the requests for the unchanged and the changed graph.
func retrainQueries(on Subject, node int, c explain.Change) []proto.Query {
	r := on.Recipe
	r.Position = 0
	asIs := proto.Query{Unit: proto.JobNode, Run: r, Files: on.Files, Node: node}
	changed := asIs
	changed.Change = c
	return []proto.Query{asIs, changed}
}

// first returns the setup of the run on the unchanged graph.
func (*Retrain) first(on Subject) recipe.Setup { return retrainQueries(on, 0, explain.Change{})[0].Run }

// startRetrain starts both runs.
func (s State) startRetrain(on Subject, m StartRetrain) (State, []Command) {
	if on.Graph == nil || s.Busy() {
		return s, s.refuse(ForRetrain)
	}
	jobs := retrainQueries(on, m.Node, m.Change)
	s.Work, s.Retrain = ForRetrain, Retrain{newBatch(on, jobs), m.Node, m.Change}
	return s, []Command{RunJobs{jobs}}
}
