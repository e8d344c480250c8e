// This file writes the text that the command train prints without -json.

package main

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
)

// reportRows is the number of evenly spaced epochs in the table of a report. The first and the best epoch have rows, too.
const reportRows = 10

// text returns the output of train without -json: the graph, the settings, a table of some epochs, and the result.
// h has the values of every epoch. A network that was evaluated without training has its accuracies in place of the table and the result.
func (rep *trainReport) text(g *graph.Graph, h *frame.History) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d nodes, %d edges, %d classes, edge homophily %.3f\n", g.Name, g.N, len(g.Edges), g.Classes, g.EdgeHomophily())
	fmt.Fprintf(&b, "model %s, reading %s, method %s, split %s, seed %d\n\n", rep.Model, rep.Reading, rep.Method, rep.Split, rep.Seed)
	if rep.EpochsRun == 0 { // evaluated without training
		fmt.Fprintf(&b, "%s as given: training %s, validation %s, test %s\n", rep.Weights, percent(rep.TrainAccLast), percent(rep.ValAcc),
			percent(rep.TestAcc))
		if rep.Agreement != nil { // nil if the file of the network does not have a prediction for each node
			fmt.Fprintf(&b, "classes as the file has them: %s of the nodes\n", percent(rep.Agreement))
		}
		return b.String()
	}
	// The table of epochs, and the result at the best epoch. Without labelled validation nodes, BestEpoch is the last epoch.
	hasValidation := rep.ValAcc != nil
	fmt.Fprintf(&b, "%6s %9s %9s %11s %9s\n", "epoch", "loss", "training", "validation", "test")
	for _, epoch := range rep.listedEpochs() {
		mark := words.Either(hasValidation && epoch == rep.BestEpoch, "  best by validation", "")
		k := epoch - 1                        // index of the epoch in the history
		loss := h.CE[k] + h.KL[k] + h.Spec[k] // cross-entropy, divergence and spectral term, each with its weight
		fmt.Fprintf(&b, "%6d %9.4f %9s %11s %9s%s\n", epoch, loss, percent(&h.Train[k]), percent(&h.Val[k]), percent(&h.Test[k]), mark)
	}
	fmt.Fprintf(&b, "\n%s epoch %d of %d: validation %s, test %s\n%.2f s, %.2f ms an epoch\n", words.Either(hasValidation, "best", "last"),
		rep.BestEpoch, rep.EpochsRun, percent(rep.ValAcc), percent(rep.TestAcc), rep.Seconds, rep.EpochMS)
	return b.String()
}

// listedEpochs returns the epochs of the table in ascending order, without repetitions. Epochs count from 1.
// The table has the first epoch, the best epoch, and the last epoch of each of reportRows equal parts of the run.
func (rep *trainReport) listedEpochs() []int {
	epochs := []int{1}
	for k := range reportRows {
		epochs = append(epochs, max(1, (k+1)*rep.EpochsRun/reportRows)) // max: a run may have fewer than reportRows epochs
	}
	if rep.BestEpoch > 0 { // 0 if the run has no best epoch
		epochs = append(epochs, rep.BestEpoch)
	}
	slices.Sort(epochs)
	return slices.Compact(epochs)
}

// percent formats a share in per cent. It returns "none" for a missing share, which is nil or a negative number.
func percent(x *float64) string {
	if x == nil || *x < 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %%", 100**x)
}
