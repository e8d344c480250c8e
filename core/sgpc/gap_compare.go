package sgpc

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Comparison is the paper's step L' = L + η v vᵀ from one operator, and what two ways
// back to a sheaf of the graph keep of it: the nearest sheaf and, for comparison
// only, the crude projection edge by edge. It changes no run.
type Comparison struct {
	Before spectral.Estimate
	Matrix *spectral.MatrixResult
	// Near and Crude are the estimates of the two sheaves.
	Near, Crude spectral.Estimate
	// Vector is v, Nearest the first of the two; nil without a step.
	Vector  []float64
	Nearest *sheaf.Sheaf
	// Residual is ‖L(R) − L'‖ over its first value, on the blocks of the graph.
	Residual   float64
	Iterations int
	// Tolerance ended the least squares where they Converged; they did without a step.
	Tolerance float64
	Converged bool
	// Lifted is λ₂ of the lift alone.
	Lifted float64
}

// compareAscent makes a comparison for the operator of a sheaf. It is nil when there
// is no eigenvalue above the kernel, the line search fails, or an eigenvalue of the comparison cannot be proved.
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

// estimate finds λ₂ of the Laplacian of s from nothing.
func estimate(c settings.Config, s *sheaf.Sheaf) spectral.Estimate {
	return spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(c)).Update(s)
}

// Compared returns the comparison at the start of the last ascent, on graphs small
// enough to make it for a look; nil elsewhere.
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

// Along returns λ₂ at step lengths of the last line search of the mode "sheaf", each found from nothing, on graphs small enough for a look;
// nil elsewhere, and where one of them cannot be proved.
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

// Operator returns the sheaf whose Laplacian diffuses for given restriction maps: normalised or not.
func (r *Run) Operator(raw *sheaf.Sheaf) *sheaf.Sheaf {
	if r.cfg.Operator != "normalized" {
		return raw
	}
	hat := sheaf.New(raw.N, raw.D, raw.Edges)
	sheaf.NewNormalizer(raw.N, raw.D, raw.Edges).Forward(raw, r.cfg.Shift, hat)
	return hat
}
