package sgpc

import (
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// matrixStep is the paper's ascent of the operator, L' = L + η v vᵀ, and what
// is left of it after projection back onto sheaves of the graph. It changes no
// parameter: the next epoch's lift replaces the maps, in the paper's
// algorithm too.
type matrixStep struct {
	result *spectral.MatrixResult
	// kept is λ2 after reassembly.
	kept float64
}

// newMatrixStep ascends λ2 of the Laplacian of s. It returns nil when the
// operator has no eigenvalue above the kernel.
func newMatrixStep(r *Run, s *sheaf.Sheaf) *matrixStep {
	t := spectral.NewTracker(s.N, s.D, s.Edges, trackerOptions(r.cfg))
	est := t.Update(s)
	vectors := make([][]float64, 0, t.Carried())
	for k := range t.Carried() {
		vectors = append(vectors, append([]float64(nil), t.Vector(k)...))
	}
	m := &matrixStep{result: &spectral.MatrixResult{Lambda2: est.Lambda2, Lambda3: est.Lambda3, After: est.Lambda2}, kept: est.Lambda2}
	if est.Lambda2 == 0 {
		return m
	}
	res, err := spectral.MatrixAscent(t.Operator(), vectors, spectral.MatrixOptions{Armijo: r.cfg.Armijo})
	if err != nil {
		return m
	}
	m.result = res
	if back, _, err := spectral.ReassembleFrom(s, vectors[0], res.Eta); err == nil {
		m.kept = spectral.NewTracker(s.N, s.D, s.Edges, trackerOptions(r.cfg)).Update(back).Lambda2
	}
	return m
}

// viewGap fills the last ascent; withMatrix adds, for the mode "sheaf", what the
// paper's matrix step would have gained from the same start.
func (r *Run) viewGap(v *GapView, withMatrix bool) {
	v.Mode, v.Promised = r.gap.mode, r.cfg.Armijo/4
	m := r.gap.matrix
	if r.gap.started {
		a := r.gap.ascent
		v.Trail = append(v.Trail, a.Trail()...)
		v.Lambda3 = append(v.Lambda3, a.Lambda3()...)
		v.Trials = trials(a.Trials())
		v.SheafGain = v.Trail[len(v.Trail)-1] - v.Trail[0]
		v.Change = a.Change()
		if withMatrix && len(r.Graph.Edges) <= ShownEdges {
			m = newMatrixStep(r, r.operatorOf(r.eval.raw))
		}
	}
	if m == nil {
		return
	}
	v.MatrixGain, v.ReassembledGain = m.result.After-m.result.Lambda2, m.kept-m.result.Lambda2
	if r.gap.mode == "matrix" {
		v.Trail = []float64{m.result.Lambda2, m.result.After}
		v.Lambda3 = []float64{m.result.Lambda3, m.result.Lambda3}
		v.Trials = trials(m.result.Trials)
	}
}

func trials(list []spectral.Trial) []GapTrial {
	var out []GapTrial
	for _, t := range list {
		out = append(out, GapTrial{t.Step, t.Eta, t.Lambda2, t.Slope, t.Armijo, t.Curvature})
	}
	return out
}
