package results

// This file has the list of test nodes that only one model predicts correctly, among the models of the table of results. Models are
// compared on the same split.

import (
	"slices"

	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// aloneNodes is the largest number of listed nodes of a run.
const aloneNodes = 24

// Alone is the view model of the list.
type Alone struct {
	Rows []AloneRow `json:"rows"` // one for each split, in the order of the runs
	Note string     `json:"note"` // explains the list
}

// AloneRow is a split with at least two successful runs and no unfinished run. Runs omits a model
// without such a node.
type AloneRow struct {
	Split string     `json:"split"`
	Runs  []AloneRun `json:"runs"`
}

// AloneRun is a run with the test nodes that no other run of the split predicts correctly. Job is the index of the run in the batch, from 0
// on. Nodes has at most aloneNodes nodes, and More is the number of the nodes that it omits.
type AloneRun struct {
	Job   int         `json:"job"`
	Model string      `json:"model"` // the name of the model
	Nodes []AloneNode `json:"nodes"`
	More  int         `json:"more,omitempty"`
}

// AloneNode is a node of the list. Edge reports that one of its edges decides the prediction: without that edge the model predicts another
// class. Edge is false without a search for such edges: in a graph with more than proto.DecideEdges edges, and for a model without
// explanations.
type AloneNode struct {
	view.Chip
	Edge bool `json:"edge,omitempty"`
}

// newAlone returns the list for the runs of the table of results.
func newAlone(s *state.State) Alone {
	m := Alone{Rows: []AloneRow{}, Note: "Test nodes that this model calls by their label and no other trained model does. " +
		"A press opens that run at the epoch that validation chose, at the node; Why? there takes its score apart."}
	// Edges has two numbers for each edge. In a larger graph no run searches for deciding edges.
	if len(s.Graph.Edges) <= 2*proto.DecideEdges {
		m.Note += " A mark of two joined dots: without one of its own edges the model calls the node another class."
	}

	for _, split := range s.Lab.Results.SoleCorrect(s.Graph.Labels) {
		row := AloneRow{Split: split.Split, Runs: []AloneRun{}}
		for k, nodes := range split.Nodes {
			if len(nodes) > 0 {
				row.Runs = append(row.Runs, aloneRun(s, split, k, nodes))
			}
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

// aloneRun returns run k of a split. nodes are the nodes that only this run predicts correctly. In the result, the nodes that an edge
// decides precede all other nodes.
func aloneRun(s *state.State, split lab.SoleCorrect, k int, nodes []int) AloneRun {
	r, classes := &s.Lab.Results, view.Classes(s.Graph)
	job := split.Jobs[k]
	run := AloneRun{Job: job, Model: r.Jobs[job].Label, Nodes: []AloneNode{}, More: max(0, len(nodes)-aloneNodes)}
	var decided, others []int
	for _, i := range nodes {
		if slices.Contains(r.Report.Results[job].Outcome.Decided, int32(i)) {
			decided = append(decided, i)
		} else {
			others = append(others, i)
		}
	}

	// The tooltip of a node has its label and the predictions of the other runs.
	sorted := slices.Concat(decided, others)
	for place, i := range sorted[:min(len(sorted), aloneNodes)] {
		byEdge := place < len(decided)
		class := classes[s.Graph.Labels[i]] // a node with a correct prediction has a label
		title := class.Name + otherPredictions(r, split, k, i, classes)
		if byEdge {
			title += "; an edge decides it"
		}
		run.Nodes = append(run.Nodes, AloneNode{view.Chip{Node: i, Name: view.ShortName(s, i), Slot: class.Slot, Title: title}, byEdge})
	}
	return run
}

// otherPredictions returns a text with the predictions for a node by all runs of a split but run own, for example "; GCN says class 2".
func otherPredictions(r *lab.Results, split lab.SoleCorrect, own, node int, classes []view.Class) (text string) {
	for k, job := range split.Jobs {
		c := int(r.Report.Results[job].Outcome.Pred[node])
		if k != own && c < len(classes) { // the runs may belong to an earlier graph with more classes
			text += "; " + r.Jobs[job].Label + " says " + classes[c].Name
		}
	}
	return text
}
