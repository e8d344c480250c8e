package lab

import (
	"strconv"

	"sheafscope/core/tables"
	"sheafscope/wasm/proto"
)

// This file counts the mistakes of the runs of a table, by model and by node.

// mistakes counts the mistakes of the finished runs by model. It returns nil as long as no run has ended successfully.
func (r *Results) mistakes(labels []int) *tables.Mistakes {
	var runs []tables.Votes
	for i, j := range r.Jobs {
		result := r.result(i)
		if !result.Done {
			continue
		}
		// NewMistakes does not count a failed run, which has no predictions.
		runs = append(runs, tables.Votes{Model: j.Label, Split: j.Split, Pred: result.Outcome.Pred, Tested: result.Outcome.Tested})
	}
	m := tables.NewMistakes(runs, labels)
	if len(m.Models) == 0 {
		return nil
	}
	return m
}

// nodesCSV returns the nodes with their mistakes as CSV. It returns "" without a graph, and as long as Mistakes is nil. A node or class
// without a name has its number, counted from 0. The label of a node without a label is "".
func (r *Results) nodesCSV(g *proto.GraphInfo) string {
	if r.Mistakes == nil || g == nil {
		return ""
	}
	nameOrNumber := func(names []string, k int) string {
		if k < len(names) {
			return names[k]
		}
		return strconv.Itoa(k)
	}
	nodeName := func(i int) string { return nameOrNumber(g.NodeNames, i) }
	label := func(i int) string {
		if g.Labels[i] < 0 {
			return ""
		}
		return nameOrNumber(g.ClassNames, g.Labels[i])
	}
	return string(r.Mistakes.CSV(nodeName, label))
}
