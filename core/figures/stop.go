package figures

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
)

// Stop restores the best epoch of a finished run and returns the measures of one stop of the dial from a graph to a sheaf.
//
// Beside the accuracies these describe the sheaf Laplacian L of the last layer, as far as the model has one.
// The metric "kernel" is the dimension of its kernel, and "lambda2" its smallest eigenvalue above the kernel.
// The metric "energy" is ⟨X, LX⟩/⟨X, X⟩ for the layer's input X. The series "spectrum" has all eigenvalues.
func Stop(r *sgpc.Run) train.Outcome {
	o, f := restoreBest(r, frame.Focus{Spectrum: true})
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
