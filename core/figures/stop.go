// This file measures a stop of the dial. The dial is a control of the page: its stops are models in an order from a graph to a sheaf.

package figures

import (
	"slices"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
)

// Stop restores the best epoch by validation of a finished run, and returns its accuracies. If the last layer has a sheaf Laplacian L, Stop
// also returns those of the following measures that are known:
//   - the metric "kernel", the dimension of the kernel of L;
//   - the metric "lambda2", the smallest eigenvalue of L above the kernel;
//   - the metric "energy", ⟨X, LX⟩/⟨X, X⟩ for the input X of the layer;
//   - the series "spectrum", all eigenvalues of L.
func Stop(r *sgpc.Run) train.Outcome {
	o, f := restoreBest(r, frame.Focus{Spectrum: true})
	o.Metrics, o.Series = map[string]float64{}, map[string][]float64{}
	// Before has the energy of each layer, negative if unknown. It is empty if the frame would be too large. At is the number of the last
	// layer, from 1, since the focus selects no layer.
	layers := f.Layers
	if layers != nil && len(layers.Before) > 0 {
		energy := layers.Before[layers.At-1]
		if energy >= 0 {
			o.Metrics["energy"] = energy
		}
	}
	// An unknown dimension of the kernel is negative. If λ₂ is unknown, or if no eigenvalue is above the kernel, Lambda2 is 0.
	spectrum := f.Spectrum
	if spectrum == nil {
		return o
	}
	if spectrum.KernelDim >= 0 {
		o.Metrics["kernel"] = float64(spectrum.KernelDim)
	}
	if spectrum.Lambda2 > 0 {
		o.Metrics["lambda2"] = spectrum.Lambda2
	}
	if spectrum.Complete { // Values has all eigenvalues
		o.Series["spectrum"] = slices.Clone(spectrum.Values)
	}
	return o
}
