package figures

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/train"
)

// spectrumRows is the number of rows up to which the spectrum of a run is measured: that of a teaching graph.
const spectrumRows = 400

// Predict takes the accuracies and classes of a run that is over, and nothing else. It is left at its best epoch.
func Predict(r *sgpc.Run) train.Outcome {
	o, _ := best(r, false)
	return o
}

// Measure takes the measures of a run that is over. It is left at its best epoch.
func Measure(r *sgpc.Run) train.Outcome {
	small := r.Graph.N*r.Config().D <= spectrumRows
	o, f := best(r, small)
	h := f.History
	if b := h.BestEpoch; b > 0 {
		o.Metrics = map[string]float64{"train": h.Train[b-1], "lambda2": h.Lambda2[b-1], "bound": f.Bound.Total}
		if o.Test >= 0 { // what an empty test set does not give
			o.Metrics["test_error"], o.Metrics["ece"] = 1-o.Test, f.Bound.ECE
		}
		if area, ok := r.AUC(r.Split.Test); ok {
			o.Metrics["auc"] = area
		}
		if s, ok := r.NeighbourSimilarity(); ok {
			o.Metrics["nrs"] = s
		}
		if s, ok := r.PairSimilarity(); ok {
			o.Metrics["nrs_pairs"] = s
		}
		o.Series = series(f)
		if small && f.Spectrum != nil {
			o.Series["spectrum"] = slices.Clone(f.Spectrum.Values)
		}
	}
	return o
}

// series copies the curves that ablations show: by epoch and by bin of confidence.
func series(f *frame.Frame) map[string][]float64 {
	h := f.History
	risk := func(accuracy []float64) []float64 {
		if slices.ContainsFunc(accuracy, func(a float64) bool { return a < 0 }) {
			return nil // of an empty set
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

// best leaves a run that is over at its best epoch by validation and returns its
// accuracies there and what it shows.
func best(r *sgpc.Run, spectrum bool) (train.Outcome, *frame.Frame) {
	epochs := r.Epoch()
	r.RestoreBest()
	f := view.Frame(r, frame.Focus{Spectrum: spectrum})
	o := f.History.Outcome(epochs)
	if b := o.BestEpoch; b > 0 {
		o.Position, o.Crossed = f.History.Position[b-1], r.Crossed()
	}
	for _, c := range f.Pred {
		o.Pred = append(o.Pred, int32(c))
	}
	return o, f
}
