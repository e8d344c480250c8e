package view

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// turnedDim is the largest dimension n·d for the comparison of all eigenvalues.
const turnedDim = 800

// validTurn reports whether the run has transported maps, a finished epoch, and
// stalks with the plane of t.
func (r *viewer) validTurn(t *frame.Turn) bool {
	d := r.cfg.D
	return r.Epoch() > 0 && r.eval.Maps != nil && t.Node >= 0 && t.Node < r.Graph.N && t.A >= 0 && t.B >= 0 && t.A < d && t.B < d &&
		(t.A != t.B || d == 1) && math.Abs(t.Angle) <= 2*math.Pi
}

// viewTurned compares the last evaluation with three turned ones. It returns nil
// unless validTurn.
func (r *viewer) viewTurned(t frame.Turn) *frame.Turned {
	if !r.validTurn(&t) {
		return nil
	}
	n := r.Fork().Turning()
	d := r.cfg.D
	c := n.Encoded.Cols / d
	v := &frame.Turned{Turn: t, Spectrum: -1}
	before := slices.Clone(n.Predicted)
	maps, hat := slices.Clone(n.Raw.R), n.Hat.Clone()
	x := slices.Clone(n.Encoded.Data)
	if len(n.Diffused) > 0 {
		copy(x, n.Diffused[0].Out.Data)
	}
	n.Turn(&t)
	v.Neither = r.compareProbabilities(before, n.Evaluate(nil, false), t.Node)
	v.Along = r.compareProbabilities(before, n.Evaluate(&t, false), t.Node)
	v.Shared = r.compareProbabilities(before, n.Evaluate(&t, true), t.Node)
	v.Before = before[t.Node*r.Graph.Classes:][:r.Graph.Classes]

	v.Maps = n.Turned()
	v.Entry = largest(maps, n.Raw.R)
	v.Energy[0] = hat.Dirichlet(nil, nil, x, c)
	mean := meanStalk(x, d*c)
	t.Rows(x[t.Node*d*c:], c, false)
	v.Energy[1] = n.Hat.Dirichlet(nil, nil, x, c)
	if norm := linalg.Nrm2(mean); norm > 0 {
		turned := meanStalk(x, d*c)
		linalg.Axpy(-1, mean, turned)
		v.Pool = linalg.Nrm2(turned) / norm
	}
	compareSpectra(v, hat, n.Hat)
	return v
}

// compareSpectra sets the differences of the spectra of two sheaves up to the
// dimension turnedDim.
func compareSpectra(v *frame.Turned, a, b *sheaf.Sheaf) {
	if a.N*a.D > turnedDim {
		return
	}
	var values [2][]float64
	for k, s := range [2]*sheaf.Sheaf{a, b} {
		sp, err := frame.SpectrumOf(s)
		if err != nil {
			return
		}
		values[k], v.Kernel[k], v.Lambda2[k] = sp.Values, sp.KernelDim, sp.Lambda2
	}
	v.Spectrum = largest(values[0], values[1])
}

// compareProbabilities returns the changes of the class probabilities, n×C, for a
// turned node.
func (r *viewer) compareProbabilities(before, after []float64, node int) frame.TurnedAnswer {
	c := r.Graph.Classes
	a := frame.TurnedAnswer{Prob: slices.Clone(after[node*c : (node+1)*c]), Own: largest(before[node*c:(node+1)*c], after[node*c:]), Where: -1}
	for i := range r.Graph.N {
		if x := largest(before[i*c:(i+1)*c], after[i*c:]); i != node && x > a.Elsewhere {
			a.Elsewhere, a.Where = x, i
		}
	}
	was := train.PredictedClasses(before, c)
	for i, y := range train.PredictedClasses(after, c) {
		if y != was[i] {
			a.Moved++
		}
	}
	return a
}

// largest returns the largest |a_k − b_k|.
func largest(a, b []float64) (most float64) {
	for k, x := range a {
		most = max(most, math.Abs(x-b[k]))
	}
	return most
}

// meanStalk returns the mean of the features of all nodes, w numbers each.
func meanStalk(x []float64, w int) []float64 {
	out := make([]float64, w)
	for k, v := range x {
		out[k%w] += v / float64(len(x)/w)
	}
	return out
}
