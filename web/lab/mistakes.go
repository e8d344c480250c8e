package lab

import (
	"strconv"

	"sheafscope/core/tables"
	"sheafscope/wasm/proto"
)

// mistakes counts the mistakes of the finished runs by model. It returns nil before the first run has ended.
func (r *Results) mistakes(labels []int) *tables.Mistakes {
	var runs []tables.Votes
	for i, j := range r.Jobs {
		if res := r.result(i); res.Done {
			runs = append(runs, tables.Votes{Model: j.Label, Split: j.Split, Pred: res.Outcome.Pred, Tested: res.Outcome.Tested})
		}
	}
	m := tables.NewMistakes(runs, labels)
	if len(m.Models) == 0 {
		return nil
	}
	return m
}

// nodesCSV returns the nodes with their mistakes as CSV, "" before the first run has ended.
func (r *Results) nodesCSV(g *proto.GraphInfo) string {
	if r.Mistakes == nil || g == nil {
		return ""
	}
	name := func(list []string, k int) string {
		if k < len(list) {
			return list[k]
		}
		return strconv.Itoa(k)
	}
	return string(r.Mistakes.CSV(func(i int) string { return name(g.NodeNames, i) }, func(i int) string {
		if g.Labels[i] < 0 {
			return ""
		}
		return name(g.ClassNames, g.Labels[i])
	}))
}
