package figures

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/core/train"
)

// Stop takes the measures of a run that is over as a stop of the dial from a graph to
// a sheaf. It is left at its best epoch by validation. Beside the accuracies there are,
// as far as the model has them: the metrics of the sheaf of the last layer "kernel" (its
// dimension), "lambda2" (the least eigenvalue above the kernel) and "energy",
// ⟨X, LX⟩/⟨X, X⟩ of the features that the layer is given; the series "spectrum", all
// eigenvalues.
func Stop(r *sgpc.Run) train.Outcome {
	o, f := best(r, true)
	o.Metrics, o.Series = map[string]float64{}, map[string][]float64{}
	if l := f.Layers; l != nil && len(l.Before) > 0 && l.Before[l.At-1] >= 0 {
		o.Metrics["energy"] = l.Before[l.At-1]
	}
	if s := f.Spectrum; s != nil {
		if s.KernelDim >= 0 {
			o.Metrics["kernel"] = float64(s.KernelDim)
		}
		if s.Lambda2 > 0 {
			o.Metrics["lambda2"] = s.Lambda2
		}
		if s.Complete {
			o.Series["spectrum"] = slices.Clone(s.Values)
		}
	}
	return o
}
