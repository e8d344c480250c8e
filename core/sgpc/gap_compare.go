package sgpc

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Comparison is the paper's step L' = L + η v vᵀ from one operator and two
// projections of L' back to a sheaf on the graph: the nearest sheaf and, for
// comparison only, the crude projection edge by edge.
type Comparison struct {
	// Before is the estimate of the operator, Matrix the step.
	Before spectral.Estimate
	Matrix *spectral.MatrixResult
	// Near and Crude are the estimates of the nearest sheaf and of the crude
	// projection.
	Near, Crude spectral.Estimate
	// Vector is v, Nearest the nearest sheaf; both are nil when the step length is
	// 0.
	Vector  []float64
	Nearest *sheaf.Sheaf
	// Residual is ‖L(R) − L'‖ on the blocks of the graph, relative to its first
	// value.
	Residual   float64
	Iterations int
	// Converged reports whether the least squares reached Tolerance; it is true
	// when the step length is 0.
	Tolerance float64
	Converged bool
	// Lifted is λ₂ of the operator without the state of the gap ascent.
	Lifted float64
}

// compareAscent computes a comparison for the operator of a sheaf. It returns nil
// when there is no eigenvalue above the kernel, the line search fails, or an
// eigenvalue cannot be proved.
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
	if m.Matrix, err = spectral.MatrixAscent(t.Operator(), vectors,
		spectral.MatrixOptions{Armijo: c.Armijo, Curvature: c.Curvature}); err != nil {
		return nil
	}
	m.Near, m.Crude, m.Converged = m.Before, m.Before, true
	if m.Matrix.Eta == 0 {
		return m
	}
	near, res, err := spectral.ReassembleFrom(s, vectors[0], m.Matrix.Eta)
	if err != nil {
		return nil
	}
	m.Vector, m.Nearest, m.Near, m.Iterations = vectors[0], near, estimate(c, near), res.Iterations
	m.Tolerance, m.Converged = res.Tolerance, res.Converged
	if res.Before > 0 {
		m.Residual = res.Residual / res.Before
	}
	if crude, err := spectral.CrudeProjection(s, vectors[0], m.Matrix.Eta); err == nil {
		m.Crude = estimate(c, crude)
	}
	if m.Near.Unproven || m.Crude.Unproven {
		return nil
	}
	return m
}

// estimate computes λ₂ of the Laplacian of s without a warm start.
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
// "sheaf", each computed without a warm start. It returns nil before the first
// ascent, in other modes, for more than frame.ShownEdges edges, and when one of the
// values cannot be proved.
func (r *Run) Along(eta ...float64) []float64 {
	g := r.gap
	if !g.started || g.mode != "sheaf" || len(r.Graph.Edges) > frame.ShownEdges || len(g.ascent.Trials()) == 0 {
		return nil
	}
	out := make([]float64, len(eta))
	for k, x := range eta {
		est := estimate(r.cfg, r.Operator(g.ascent.MapsAt(g.lifted, x)))
		if est.Unproven || est.Lambda2 == 0 {
			return nil
		}
		out[k] = est.Lambda2
	}
	return out
}

// Operator returns the sheaf whose Laplacian is the operator of the network for the
// given restriction maps: normalised when the settings say so, else raw itself.
func (r *Run) Operator(raw *sheaf.Sheaf) *sheaf.Sheaf {
	if r.cfg.Operator != "normalized" {
		return raw
	}
	hat := sheaf.New(raw.N, raw.D, raw.Edges)
	sheaf.NewNormalizer(raw.N, raw.D, raw.Edges).Forward(raw, r.cfg.Shift, hat)
	return hat
}
