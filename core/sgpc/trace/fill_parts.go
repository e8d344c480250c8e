package trace

import (
	"slices"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
)

// ParameterName returns the name in a trace of a parameter of the run. The learned
// diffusion time, stored as its logarithm, is traced as Δt.
func ParameterName(name string) string {
	fixed := map[string]string{"encoder.weight": "W_in", "encoder.bias": "b_in", "encoder.gain": "ln_gain", "encoder.shift": "ln_bias",
		"encoder.structure": "W_structure", "measure.weight": "U", "map.weight": "W_theta", "project.0.weight": "projector.weight",
		"project.0.bias": "projector.bias", "afm.gamma0": "gamma", sgpc.LogDtName(0): "dt"}
	if s, ok := fixed[name]; ok {
		return s
	}
	for _, p := range [][2]string{{"afm.gamma", "gamma."}, {sgpc.LogDtName(-1), "dt."}, {"layer", "layer."}} {
		if rest, ok := strings.CutPrefix(name, p[0]); ok {
			return p[1] + rest
		}
	}
	return name
}

// parametersOf returns the parameters of the last evaluation, before the update at
// the end of its epoch.
func parametersOf(r *sgpc.Run) map[string]Parameter {
	out := map[string]Parameter{}
	for _, p := range r.ParametersShown() {
		if strings.HasPrefix(p.Name, sgpc.LogDtName(-1)) {
			for k, v := range p.Data {
				p.Data[k] = sgpc.DiffusionTime(v)
			}
		}
		out[ParameterName(p.Name)] = Parameter{Shape: [2]int{p.Rows, p.Cols}, Values: p.Data}
	}
	return out
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

// traceLayers sets the branches of every layer; those of the first layer have
// fields of their own.
func (r *tracer) traceLayers(t *Trace) {
	all := make([]Layer, max(r.cfg.Layers, 1))
	for l, o := range r.n.Diffused {
		s := o.Solver
		all[l].Diffusion = &Diffusion{Dt: o.Dt, Of: r.cfg.Operator, Input: nestDense(o.In), Output: nestDense(o.Out),
			Iterations: s.Iterations(), Residuals: List(slices.Clone(s.Residuals()))}
	}
	for l, o := range r.n.Mixed {
		all[l].AFM = &AFM{Weights: r.cfg.AFMWeights, Alpha: slices.Clone(o.Filter.Alpha()), Input: nestDense(o.In),
			Output: nestDense(o.Out)}
	}
	t.Diffusion, t.AFM, t.Layers = all[0].Diffusion, all[0].AFM, all[1:]
}

// traceHistory returns the history of the run. Sets without nodes are omitted.
func (r *tracer) traceHistory() History {
	h := r.History(0)
	v := &h.History
	t := History{Loss: v.Bound, CE: v.CE, KL: v.KL, Spec: v.Spec, Bound: List(slices.Clone(h.Theory)),
		Lambda2:      List(slices.Clone(h.Gaps)),
		GradientNorm: h.Gradients}
	for k, to := range []*[]float64{&t.Train, &t.Val, &t.Test} {
		if from := [3][]float64{v.Train, v.Val, v.Test}[k]; len(from) > 0 && from[0] >= 0 {
			*to = from
		}
	}
	if len(r.n.Diffused) > 0 && h.First != nil {
		t.FirstOutput = nest(h.First, r.n.Diffused[0].Out.Cols)
	}
	return t
}

// traceMetric returns consecutive d×d matrices as a list.
func traceMetric(a []float64, d int) []Matrix {
	var out []Matrix
	for ; len(a) > 0; a = a[d*d:] {
		out = append(out, nest(a[:d*d], d))
	}
	return out
}
