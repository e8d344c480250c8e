// This file computes the measures of a finished run, for figures and ablations.

package figures

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/train"
)

// maxSpectrumRows is the largest number of rows of a Laplacian whose spectrum Measure computes. It bounds the time. Small
// teaching graphs have fewer rows.
const maxSpectrumRows = 400

// Predict restores the best epoch by validation of a finished run, and returns the outcome without metrics and series.
func Predict(r *sgpc.Run) train.Outcome {
	o, _ := restoreBest(r, frame.Focus{})
	return o
}

// Measure is [Predict] with the metrics and series of ablations. Both are nil if no epoch was trained.
func Measure(r *sgpc.Run) train.Outcome {
	isSmall := r.Graph.N*r.Config().D <= maxSpectrumRows
	o, f := restoreBest(r, frame.Focus{Spectrum: isSmall})
	h := f.History
	best := h.BestEpoch // from 1, or 0 if no epoch was trained
	if best == 0 {
		return o
	}
	// "train" is the training accuracy, and "bound" the PAC-Bayes bound. "lambda2" is the smallest eigenvalue of the Laplacian above the
	// kernel. The history has −1 if no gap ascent has computed it.
	o.Metrics = map[string]float64{"train": h.Train[best-1], "bound": f.Bound.Total}
	if lambda2 := h.Lambda2[best-1]; lambda2 >= 0 {
		o.Metrics["lambda2"] = lambda2
	}
	if o.Test >= 0 { // a test node has a label; "ece" is the expected calibration error
		o.Metrics["test_error"], o.Metrics["ece"] = 1-o.Test, f.Bound.ECE
	}
	// "auc" is the area under the ROC curve. "nrs" and "nrs_pairs" are mean cosine similarities of embeddings over the edges, and over all
	// pairs of nodes. Some models and graphs do not have these metrics.
	if area, ok := r.AUC(r.Split.Test); ok {
		o.Metrics["auc"] = area
	}
	if similarity, ok := r.NeighbourSimilarity(); ok {
		o.Metrics["nrs"] = similarity
	}
	if similarity, ok := r.PairSimilarity(); ok {
		o.Metrics["nrs_pairs"] = similarity
	}
	o.Series = runSeries(f)
	if isSmall && f.Spectrum != nil { // for example, a model without maps has no spectrum
		o.Series["spectrum"] = slices.Clone(f.Spectrum.Values)
	}
	return o
}

// runSeries returns the series of ablations. "confidence", "accuracy" and "count" have a number for each bin of the confidence, and all
// others a number for each epoch.
func runSeries(f *frame.Frame) map[string][]float64 {
	h := f.History
	// risk returns 1 − accuracy for each epoch, or nil for a set without labelled nodes, whose accuracy is −1.
	risk := func(accuracy []float64) []float64 {
		if slices.ContainsFunc(accuracy, func(a float64) bool { return a < 0 }) {
			return nil
		}
		out := make([]float64, len(accuracy))
		for i, a := range accuracy {
			out[i] = 1 - a
		}
		return out
	}
	count := make([]float64, len(f.Bound.ReliabilityCount))
	for i, n := range f.Bound.ReliabilityCount {
		count[i] = float64(n)
	}
	return map[string][]float64{"bound": h.Bound, "test_risk": risk(h.Test), "train_risk": risk(h.Train), "lambda2": h.Lambda2,
		"confidence": f.Bound.ReliabilityConf, "accuracy": f.Bound.ReliabilityAcc, "count": count}
}

// restoreBest restores the best epoch by validation of a finished run. It returns the outcome without metrics and series, and the frame at
// that epoch. A frame has the quantities of a run at a position; the focus selects optional ones.
func restoreBest(r *sgpc.Run, focus frame.Focus) (train.Outcome, *frame.Frame) {
	epochs := r.Epoch() // number of trained epochs
	r.RestoreBest()
	f := view.Frame(r, focus)
	o := f.History.Outcome(epochs)
	if o.BestEpoch > 0 { // an epoch was trained
		o.Position, o.Crossed = f.History.Position[o.BestEpoch-1], r.Crossed()
	}
	// f.Pred has the predicted class of each node.
	for _, class := range f.Pred {
		o.Pred = append(o.Pred, int32(class))
	}
	return o, f
}
