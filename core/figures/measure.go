package figures

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/train"
)

// maxSpectrumRows is the largest number of rows of a Laplacian whose spectrum Measure includes; small teaching graphs have fewer.
const maxSpectrumRows = 400

// Predict restores the best epoch by validation of a finished run. It returns only the accuracies and the predicted classes.
func Predict(r *sgpc.Run) train.Outcome {
	o, _ := restoreBest(r, frame.Focus{})
	return o
}

// Measure restores the best epoch by validation of a finished run, and returns the outcome with the metrics and series of ablations.
func Measure(r *sgpc.Run) train.Outcome {
	small := r.Graph.N*r.Config().D <= maxSpectrumRows
	o, f := restoreBest(r, frame.Focus{Spectrum: small})
	h := f.History
	if b := h.BestEpoch; b > 0 {
		o.Metrics = map[string]float64{"train": h.Train[b-1], "lambda2": h.Lambda2[b-1], "bound": f.Bound.Total}
		if o.Test >= 0 { // the test set is not empty
			o.Metrics["test_error"], o.Metrics["ece"] = 1-o.Test, f.Bound.ECE
		}
		// Some models and graphs lack these metrics.
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
		if small && f.Spectrum != nil {
			o.Series["spectrum"] = slices.Clone(f.Spectrum.Values)
		}
	}
	return o
}

// runSeries returns the series of ablations: some have a number per epoch, others one per bin of the confidence.
func runSeries(f *frame.Frame) map[string][]float64 {
	h := f.History
	risk := func(accuracy []float64) []float64 {
		if slices.ContainsFunc(accuracy, func(a float64) bool { return a < 0 }) {
			return nil // an accuracy of −1 marks an empty set
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

// restoreBest restores the best epoch by validation of a finished run.
// It returns the outcome without metrics and series, and the frame of that epoch with the quantities of the focus.
func restoreBest(r *sgpc.Run, focus frame.Focus) (train.Outcome, *frame.Frame) {
	epochs := r.Epoch()
	r.RestoreBest()
	f := view.Frame(r, focus)
	o := f.History.Outcome(epochs)
	if b := o.BestEpoch; b > 0 {
		o.Position, o.Crossed = f.History.Position[b-1], r.Crossed()
	}
	for _, c := range f.Pred {
		o.Pred = append(o.Pred, int32(c))
	}
	return o, f
}
