package main

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
)

// reportRows is the number of evenly spaced epochs in a report, in addition to the first and the best one.
const reportRows = 10

// text returns the output of train for a person: the graph, some epochs, and the result.
func (rep *trainReport) text(g *graph.Graph, h *frame.History) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d nodes, %d edges, %d classes, edge homophily %.3f\n", g.Name, g.N, len(g.Edges), g.Classes, g.EdgeHomophily())
	fmt.Fprintf(&b, "model %s, reading %s, method %s, split %s, seed %d\n\n", rep.Model, rep.Reading, rep.Method, rep.Split, rep.Seed)
	if rep.EpochsRun == 0 {
		fmt.Fprintf(&b, "%s as given: training %s, validation %s, test %s\n", rep.Weights, percent(rep.TrainAccLast), percent(rep.ValAcc),
			percent(rep.TestAcc))
		if rep.Agreement != nil {
			fmt.Fprintf(&b, "classes as the file has them: %s of the nodes\n", percent(rep.Agreement))
		}
		return b.String()
	}
	fmt.Fprintf(&b, "%6s %9s %9s %11s %9s\n", "epoch", "loss", "training", "validation", "test")
	for _, e := range rep.listedEpochs() {
		mark := words.Either(e == rep.BestEpoch, "  best by validation", "")
		fmt.Fprintf(&b, "%6d %9.4f %9s %11s %9s%s\n", e, h.CE[e-1]+h.KL[e-1]+h.Spec[e-1], percent(&h.Train[e-1]), percent(&h.Val[e-1]),
			percent(&h.Test[e-1]), mark)
	}
	fmt.Fprintf(&b, "\nbest epoch %d of %d: validation %s, test %s\n%.2f s, %.2f ms an epoch\n", rep.BestEpoch, rep.EpochsRun,
		percent(rep.ValAcc), percent(rep.TestAcc), rep.Seconds, rep.EpochMS)
	return b.String()
}

// listedEpochs returns the epochs of the table, counted from 1: the first, the best, and every tenth part of the run.
func (rep *trainReport) listedEpochs() []int {
	list := []int{1}
	for k := range reportRows {
		list = append(list, max(1, (k+1)*rep.EpochsRun/reportRows))
	}
	if rep.BestEpoch > 0 {
		list = append(list, rep.BestEpoch)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// percent returns a share in per cent, "none" for nil or a negative number.
func percent(x *float64) string {
	if x == nil || *x < 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %%", 100**x)
}
