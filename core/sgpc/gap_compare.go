package sgpc

// This file compares the gap ascent with the matrix step of the paper.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Comparison is the step L' = L + η v vᵀ of the paper from one operator L. It has two
// projections of L' to a sheaf on the graph: the nearest sheaf, and for comparison
// the crude projection edge by edge.
type Comparison struct {
	// Before is the estimate of λ₂ of L, Matrix the step.
	Before spectral.Estimate
	Matrix *spectral.MatrixResult
	// Near and Crude are the estimates of λ₂ of the nearest sheaf and of the crude
	// projection.
	Near, Crude spectral.Estimate
	// Vector is v and Nearest is the nearest sheaf. Both are nil if the step length
	// is 0.
	Vector  []float64
	Nearest *sheaf.Sheaf
	// Residual is ‖L(R) − L'‖ over the blocks of the graph, relative to its value at
	// the start. Iterations is the number of least-squares steps.
	Residual   float64
	Iterations int
	// Converged reports whether the least squares converged by Tolerance. It is true
	// if the step length is 0.
	Tolerance float64
	Converged bool
	// Lifted is λ₂ of the operator without the state of the gap ascent.
	Lifted float64
}

// compareAscent returns the comparison for the operator of a sheaf. It returns nil
// if the operator has no eigenvalue above the kernel, if the line search fails, or if
// an eigenvalue cannot be proved.
func compareAscent(c settings.Config, s *sheaf.Sheaf) *Comparison {
	t := spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(c))
	if !t.Proves() {
		return nil
	}
	m := &Comparison{Before: t.Update(s)}
	if m.Before.Lambda2 == 0 {
		return nil
	}
	vectors := make([][]float64, 0, t.Found())
	for k := range t.Found() {
		vectors = append(vectors, append([]float64(nil), t.Vector(k)...))
	}
	var err error
	options := spectral.MatrixOptions{Armijo: c.Armijo, Curvature: c.Curvature}
	if m.Matrix, err = spectral.MatrixAscent(t.Operator(), vectors, options); err != nil {
		return nil
	}
	// For the step length 0 both projections are L itself.
	m.Near, m.Crude, m.Converged = m.Before, m.Before, true
	if m.Matrix.Eta == 0 {
		return m
	}
	nearest, fit, err := spectral.ReassembleFrom(s, vectors[0], m.Matrix.Eta)
	if err != nil {
		return nil
	}
	m.Vector, m.Nearest, m.Near, m.Iterations = vectors[0], nearest, estimate(c, nearest), fit.Iterations
	m.Tolerance, m.Converged = fit.Tolerance, fit.Converged
	if fit.Before > 0 {
		m.Residual = fit.Residual / fit.Before
	}
	if crude, err := spectral.CrudeProjection(s, vectors[0], m.Matrix.Eta); err == nil {
		m.Crude = estimate(c, crude)
	}
	if m.Near.Unproven || m.Crude.Unproven {
		return nil
	}
	return m
}

// estimate returns the estimate of λ₂ of the Laplacian of s, without a warm start.
func estimate(c settings.Config, s *sheaf.Sheaf) spectral.Estimate {
	return spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(c)).Update(s)
}

// Compared returns the comparison at the start of the last ascent. It returns nil
// before the first ascent and for more than frame.ShownEdges edges.
func (r *Run) Compared() *Comparison {
	g := r.gap
	if !g.started || len(r.Graph.Edges) > frame.ShownEdges {
		return nil
	}
	if g.compared == nil {
		g.compared = compareAscent(r.cfg, r.Operator(g.origin))
		if g.compared != nil {
			g.compared.Lifted = estimate(r.cfg, r.Operator(g.lifted)).Lambda2
		}
	}
	return g.compared
}

// Along returns λ₂ at the given step lengths of the last line search in the mode
// "sheaf", each without a warm start. It returns nil before the first line search,
// in other modes, for more than frame.ShownEdges edges, and if one of the values
// cannot be proved.
func (r *Run) Along(etas ...float64) []float64 {
	g := r.gap
	isSmallSheafAscent := g.mode == "sheaf" && len(r.Graph.Edges) <= frame.ShownEdges
	if !g.started || !isSmallSheafAscent || len(g.ascent.Trials()) == 0 {
		return nil
	}
	lambda2 := make([]float64, len(etas))
	for k, eta := range etas {
		est := estimate(r.cfg, r.Operator(g.ascent.MapsAt(g.lifted, eta)))
		if est.Unproven || est.Lambda2 == 0 {
			return nil
		}
		lambda2[k] = est.Lambda2
	}
	return lambda2
}

// Operator returns the sheaf whose Laplacian is the operator of the network for
// restriction maps raw. It returns raw itself unless operator=normalized.
func (r *Run) Operator(raw *sheaf.Sheaf) *sheaf.Sheaf {
	if r.cfg.Operator != "normalized" {
		return raw
	}
	hat := sheaf.New(raw.N, raw.D, raw.Edges)
	sheaf.NewNormalizer(raw.N, raw.D, raw.Edges).Forward(raw, r.cfg.Shift, hat)
	return hat
}
