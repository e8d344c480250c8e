package trace

import (
	"slices"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
)

// ParameterName returns the name that a trace has for the parameter name of a run. Only
// a learned diffusion time has another value in a trace: the run stores log Δt, and the
// trace has Δt.
func ParameterName(name string) string {
	renamed := map[string]string{"encoder.weight": "W_in", "encoder.bias": "b_in", "encoder.gain": "ln_gain", "encoder.shift": "ln_bias",
		"encoder.structure": "W_structure", "measure.weight": "U", "map.weight": "W_theta", "project.0.weight": "projector.weight",
		"project.0.bias": "projector.bias", "afm.gamma0": "gamma", sgpc.LogDtName(0): "dt"}
	traced, ok := renamed[name]
	if ok {
		return traced
	}
	// The names of later layers consist of a prefix and the number of the layer. Each pair
	// has the prefix in the run and the prefix in the trace. LogDtName(−1) returns a prefix.
	for _, prefixes := range [][2]string{{"afm.gamma", "gamma."}, {sgpc.LogDtName(-1), "dt."}, {"layer", "layer."}} {
		layer, ok := strings.CutPrefix(name, prefixes[0])
		if ok {
			return prefixes[1] + layer
		}
	}
	return name
}

// parametersOf returns [sgpc.Run.ParametersShown] by the names of a trace, with Δt in place
// of log Δt.
func parametersOf(r *sgpc.Run) map[string]Parameter {
	parameters := map[string]Parameter{}
	for _, p := range r.ParametersShown() { // copies
		if strings.HasPrefix(p.Name, sgpc.LogDtName(-1)) { // log Δt of a layer
			for k, logDt := range p.Data {
				p.Data[k] = sgpc.DiffusionTime(logDt)
			}
		}
		parameters[ParameterName(p.Name)] = Parameter{Shape: [2]int{p.Rows, p.Cols}, Values: p.Data}
	}
	return parameters
}

// traceFeatures returns a copy of the feature matrix.
func traceFeatures(x *linalg.CSR) Features {
	t := Features{Shape: [2]int{x.Rows, x.Cols}, Vals: List(slices.Clone(x.Val)), Ptr: make([]int, len(x.Ptr)),
		Cols: make([]int, len(x.Col))}
	for k, v := range x.Ptr {
		t.Ptr[k] = int(v)
	}
	for k, v := range x.Col {
		t.Cols[k] = int(v)
	}
	return t
}

// traceLayers sets the branches of every layer: t.Diffusion and t.AFM for the first
// layer, and t.Layers for all later layers.
func (r *tracer) traceLayers(t *Trace) {
	layers := make([]Layer, max(r.cfg.Layers, 1)) // layers[0] is read below
	for l, diffused := range r.eval.Diffused {
		solver := diffused.Solver
		layers[l].Diffusion = &Diffusion{Dt: diffused.Dt, Of: r.cfg.Operator, Input: nestDense(diffused.In), Output: nestDense(diffused.Out),
			Iterations: solver.Iterations(), Residuals: List(slices.Clone(solver.Residuals()))}
	}
	for l, mixed := range r.eval.Mixed {
		layers[l].AFM = &AFM{Weights: r.cfg.AFMWeights, Alpha: slices.Clone(mixed.Filter.Alpha()), Input: nestDense(mixed.In),
			Output: nestDense(mixed.Out)}
	}
	t.Diffusion, t.AFM, t.Layers = layers[0].Diffusion, layers[0].AFM, layers[1:]
}

// traceHistory returns the history of the run.
func (r *tracer) traceHistory() History {
	h := r.History(0) // of all epochs
	// In the frame, Bound is the total loss. In the trace, Bound is B_t of Theorem 4.
	t := History{Loss: h.Bound, CE: h.CE, KL: h.KL, Spec: h.Spec, Bound: List(slices.Clone(h.Theory)),
		Lambda2: List(slices.Clone(h.Gaps)), GradientNorm: h.Gradients,
		Train: unlessNegative(h.Train), Val: unlessNegative(h.Val), Test: unlessNegative(h.Test)}
	if len(r.eval.Diffused) > 0 && h.First != nil {
		t.FirstOutput = nest(h.First, r.eval.Diffused[0].Out.Cols)
	}
	return t
}

// unlessNegative returns accuracies, one per epoch. It returns nil for a set without
// labelled nodes, whose accuracies are −1, and without epochs.
func unlessNegative(accuracies []float64) []float64 {
	if len(accuracies) == 0 || accuracies[0] < 0 {
		return nil
	}
	return accuracies
}

// nestBlocks returns copies of consecutive d×d matrices. For an empty a it returns nil.
func nestBlocks(a []float64, d int) []Matrix {
	var matrices []Matrix
	for ; len(a) > 0; a = a[d*d:] {
		matrices = append(matrices, nest(a[:d*d], d))
	}
	return matrices
}
