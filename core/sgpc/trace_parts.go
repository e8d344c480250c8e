package sgpc

import (
	"slices"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/trace"
)

// ParameterName returns the name that a trace has for a parameter of the run.
// The learned diffusion time is stored as its logarithm and traced as it is used.
func ParameterName(name string) string {
	fixed := map[string]string{"encoder.weight": "W_in", "encoder.bias": "b_in", "encoder.gain": "ln_gain", "encoder.shift": "ln_bias",
		"encoder.structure": "W_structure", "measure.weight": "U", "map.weight": "W_theta", "project.0.weight": "projector.weight",
		"project.0.bias": "projector.bias", "afm.gamma0": "gamma", logDtName(0): "dt"}
	if s, ok := fixed[name]; ok {
		return s
	}
	for _, p := range [][2]string{{"afm.gamma", "gamma."}, {logDtName(-1), "dt."}, {"layer", "layer."}} {
		if rest, ok := strings.CutPrefix(name, p[0]); ok {
			return p[1] + rest
		}
	}
	return name
}

// logDtName names the logarithm of the diffusion time of a layer, its prefix for layer −1.
func logDtName(layer int) string {
	if layer < 0 {
		return "svr.logdt"
	}
	return layerName("svr.logdt", layer)
}

// traceParameters lists the parameters behind the evaluation on show: those
// before the last update when an epoch has just ended.
func (r *Run) traceParameters(between bool) map[string]trace.Parameter {
	present := r.store.Snapshot(nil)
	if between && len(r.shown) > 0 {
		r.store.Restore(r.shown)
	}
	out := map[string]trace.Parameter{}
	for _, p := range r.Parameters() {
		if strings.HasPrefix(p.Name, logDtName(-1)) {
			for k, v := range p.Data {
				p.Data[k] = diffusionTime(v)
			}
		}
		out[ParameterName(p.Name)] = trace.Parameter{Shape: [2]int{p.Rows, p.Cols}, Values: p.Data}
	}
	r.store.Restore(present)
	return out
}

func traceFeatures(x *linalg.CSR) trace.Features {
	t := trace.Features{Shape: [2]int{x.Rows, x.Cols}, Vals: trace.List(slices.Clone(x.Val)), Ptr: make([]int, len(x.Ptr)),
		Cols: make([]int, len(x.Col))}
	for k, v := range x.Ptr {
		t.Ptr[k] = int(v)
	}
	for k, v := range x.Col {
		t.Cols[k] = int(v)
	}
	return t
}

// traceLayers lists the branches of every layer: the first on their own.
func (r *Run) traceLayers(t *trace.Trace, n *net) {
	all := make([]trace.Layer, max(r.cfg.Layers, 1))
	for l, o := range n.diffuse {
		s := o.d.Solver()
		all[l].Diffusion = &trace.Diffusion{Dt: o.dt, Of: r.cfg.Operator, Input: nestDense(o.in.Value), Output: nestDense(o.out.Value),
			Iterations: s.Iterations(), Residuals: trace.List(slices.Clone(s.Residuals()))}
	}
	for l, o := range n.filter {
		all[l].AFM = &trace.AFM{Weights: r.cfg.AFMWeights, Alpha: slices.Clone(o.f.Alpha()), Input: nestDense(o.in.Value),
			Output: nestDense(o.out.Value)}
	}
	t.Diffusion, t.AFM, t.Layers = all[0].Diffusion, all[0].AFM, all[1:]
}

// traceHistory lists what the claims about whole runs use.
func (r *Run) traceHistory() trace.History {
	h := &r.hist
	v := h.view(0, r)
	t := trace.History{Loss: v.Bound, CE: v.CE, KL: v.KL, Spec: v.Spec, Bound: trace.List(slices.Clone(h.theory)),
		Lambda2:      trace.List(slices.Clone(h.gaps)),
		GradientNorm: column(h, 0, func(q *epochRow) float64 { return q.gradient })}
	for k, to := range []*[]float64{&t.Train, &t.Val, &t.Test} {
		if from := [3][]float64{v.Train, v.Val, v.Test}[k]; len(from) > 0 && from[0] >= 0 {
			*to = from
		}
	}
	if len(r.eval.diffuse) > 0 && h.first != nil {
		t.FirstOutput = nest(h.first, r.eval.diffuse[0].out.Value.Cols)
	}
	return t
}

// traceMetric cuts matrices that stand one after the other apart, as changes of the metric by edge.
func traceMetric(a []float64, d int) []trace.Matrix {
	var out []trace.Matrix
	for ; len(a) > 0; a = a[d*d:] {
		out = append(out, nest(a[:d*d], d))
	}
	return out
}
