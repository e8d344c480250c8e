package lab

import (
	"sheafscope/core/sgpc/explain"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Retrain is a change of the graph, trained from the start with the settings, the split and the seed of the page's run, and
// beside it the same run on the graph as it is: what differs between the two comes from the change.
type Retrain struct {
	Batch  // first the graph as it is, then the changed one
	Node   int
	Change explain.Change
}

// Of returns what the two runs came to, for a node and a change; ok reports that both have ended.
func (r *Retrain) Of(node int, c explain.Change) (asIs, changed client.JobState, ok bool) {
	list := r.Report.Results
	if r.Node != node || !r.Change.Equal(c) || len(list) != 2 || !list[0].Done || !list[1].Done {
		return asIs, changed, false
	}
	return list[0], list[1], true
}

// retrained are the two requests for a change of the page's run.
func retrained(on Subject, node int, c explain.Change) []proto.Query {
	r := on.Recipe
	r.Position = 0
	asIs := proto.Query{Unit: proto.JobNode, Run: r, Files: on.Files, Node: node}
	changed := asIs
	changed.Change = c
	return []proto.Query{asIs, changed}
}

// first is the run on the graph as it is.
func (*Retrain) first(on Subject) recipe.Setup { return retrained(on, 0, explain.Change{})[0].Run }

// startRetrain trains the graph with a change.
func (s State) startRetrain(on Subject, m StartRetrain) (State, []Command) {
	if on.Graph == nil || s.Busy() {
		return s, s.refuse(ForRetrain)
	}
	jobs := retrained(on, m.Node, m.Change)
	s.Work, s.Retrain = ForRetrain, Retrain{newBatch(on, jobs), m.Node, m.Change}
	return s, []Command{RunJobs{jobs}}
}
