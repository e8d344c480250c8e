package sgpc

import (
	"slices"
	"strings"

	"sheafscope/core/linalg"
)

// TraceParameter is a trained parameter, row-major.
type TraceParameter struct {
	Shape  [2]int    `json:"shape"`
	Values []float64 `json:"values"`
}

// TraceFeatures is the sparse N×F matrix X by rows: row i has the columns
// Cols[Ptr[i]:Ptr[i+1]].
type TraceFeatures struct {
	Shape [2]int    `json:"shape"`
	Ptr   []int     `json:"ptr"`
	Cols  []int     `json:"cols"`
	Vals  []float64 `json:"vals"`
}

// TraceLayer holds both branches of a layer.
type TraceLayer struct {
	Diffusion *TraceDiffusion `json:"diffusion,omitempty"`
	AFM       *TraceAFM       `json:"afm,omitempty"`
}

// TraceHistory has one entry per finished epoch. Loss is CE + KL + Spec, the
// weighted terms; Train, Val and Test are shares of right predictions, absent
// without such nodes; GradientNorm is that of the loss of the training pass by
// all parameters (with dropout, without weight decay). Bound is B_t of theorem 4,
// the three terms with weights 1, and Lambda2 λ₂ at the start of the ascent; both
// are empty without ascent, and entries are null where no λ₂ is above the
// kernel. FirstOutput is the diffused output of the first epoch (lemma 2).
type TraceHistory struct {
	Loss         []float64 `json:"loss"`
	CE           []float64 `json:"ce"`
	KL           []float64 `json:"kl"`
	Spec         []float64 `json:"spec"`
	Train        []float64 `json:"train,omitempty"`
	Val          []float64 `json:"val,omitempty"`
	Test         []float64 `json:"test,omitempty"`
	GradientNorm []float64 `json:"gradient_norm"`
	Bound        []float64 `json:"bound"`
	Lambda2      []float64 `json:"lambda2"`
	FirstOutput  Matrix    `json:"first_output,omitempty"`
}

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
func (r *Run) traceParameters(between bool) map[string]TraceParameter {
	present := r.store.Snapshot(nil)
	if between && len(r.shown) > 0 {
		r.store.Restore(r.shown)
	}
	out := map[string]TraceParameter{}
	for _, p := range r.Parameters() {
		if strings.HasPrefix(p.Name, logDtName(-1)) {
			for k, v := range p.Data {
				p.Data[k] = diffusionTime(v)
			}
		}
		out[ParameterName(p.Name)] = TraceParameter{[2]int{p.Rows, p.Cols}, p.Data}
	}
	r.store.Restore(present)
	return out
}

func traceFeatures(x *linalg.CSR) TraceFeatures {
	t := TraceFeatures{Shape: [2]int{x.Rows, x.Cols}, Vals: list(slices.Clone(x.Val)), Ptr: make([]int, len(x.Ptr)),
		Cols: make([]int, len(x.Col))}
	for k, v := range x.Ptr {
		t.Ptr[k] = int(v)
	}
	for k, v := range x.Col {
		t.Cols[k] = int(v)
	}
	return t
}

// list returns x, empty instead of nil.
func list[T any](x []T) []T {
	if x == nil {
		return []T{}
	}
	return x
}

// traceLayers lists the branches of every layer: the first on their own.
func (r *Run) traceLayers(t *Trace, n *net) {
	all := make([]TraceLayer, max(r.cfg.Layers, 1))
	for l, o := range n.diffuse {
		s := o.d.Solver()
		all[l].Diffusion = &TraceDiffusion{Dt: o.dt, Of: r.cfg.Operator, Input: nestDense(o.in.Value), Output: nestDense(o.out.Value),
			Iterations: s.Iterations(), Residuals: list(slices.Clone(s.Residuals()))}
	}
	for l, o := range n.filter {
		all[l].AFM = &TraceAFM{Weights: r.cfg.AFMWeights, Alpha: slices.Clone(o.f.Alpha()), Input: nestDense(o.in.Value),
			Output: nestDense(o.out.Value)}
	}
	t.Diffusion, t.AFM, t.Layers = all[0].Diffusion, all[0].AFM, all[1:]
}

// traceHistory lists what the claims about whole runs use.
func (r *Run) traceHistory() TraceHistory {
	h := &r.hist
	v := h.view(0, r)
	t := TraceHistory{Loss: v.Bound, CE: v.CE, KL: v.KL, Spec: v.Spec, Bound: list(slices.Clone(h.theory)),
		Lambda2:      list(slices.Clone(h.gaps)),
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
func traceMetric(a []float64, d int) []Matrix {
	var out []Matrix
	for ; len(a) > 0; a = a[d*d:] {
		out = append(out, nest(a[:d*d], d))
	}
	return out
}
