package sgpc

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// comparison is the paper's step L' = L + η v vᵀ from one operator, and what two ways
// back to a sheaf of the graph keep of it: the nearest sheaf and, for comparison
// only, the crude projection edge by edge. It changes no run.
type comparison struct {
	before spectral.Estimate
	matrix *spectral.MatrixResult
	// near and crude are the estimates of the two sheaves.
	near, crude spectral.Estimate
	// vector is v, nearest the first of the two; nil without a step.
	vector  []float64
	nearest *sheaf.Sheaf
	// residual is ‖L(R) − L'‖ over its first value, on the blocks of the graph.
	residual   float64
	iterations int
	// lifted is λ₂ of the lift alone.
	lifted float64
}

// compareAscent makes a comparison for the operator of a sheaf. It is nil when there
// is no eigenvalue above the kernel, the line search fails, or an eigenvalue of the comparison cannot be proved.
func compareAscent(c settings.Config, s *sheaf.Sheaf) *comparison {
	t := spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(c))
	if !t.Proves() {
		return nil
	}
	m := &comparison{before: t.Update(s)}
	if m.before.Lambda2 == 0 {
		return nil
	}
	vectors := make([][]float64, 0, t.Found())
	for k := range t.Found() {
		vectors = append(vectors, append([]float64(nil), t.Vector(k)...))
	}
	var err error
	if m.matrix, err = spectral.MatrixAscent(t.Operator(), vectors,
		spectral.MatrixOptions{Armijo: c.Armijo, Curvature: c.Curvature}); err != nil {
		return nil
	}
	m.near, m.crude = m.before, m.before
	if m.matrix.Eta == 0 {
		return m
	}
	near, res, err := spectral.ReassembleFrom(s, vectors[0], m.matrix.Eta)
	if err != nil {
		return nil
	}
	m.vector, m.nearest, m.near, m.iterations = vectors[0], near, estimate(c, near), res.Iterations
	if res.Before > 0 {
		m.residual = res.Residual / res.Before
	}
	if crude, err := spectral.CrudeProjection(s, vectors[0], m.matrix.Eta); err == nil {
		m.crude = estimate(c, crude)
	}
	if m.near.Unproven || m.crude.Unproven {
		return nil
	}
	return m
}

// estimate finds λ₂ of the Laplacian of s from nothing.
func estimate(c settings.Config, s *sheaf.Sheaf) spectral.Estimate {
	return spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(c)).Update(s)
}

// compared returns the comparison at the start of the last ascent, on graphs small
// enough to make it for a look; nil elsewhere.
func (r *Run) compared() *comparison {
	g := r.gap
	if !g.started || len(r.Graph.Edges) > frame.ShownEdges {
		return nil
	}
	if g.compared == nil {
		g.compared = compareAscent(r.cfg, r.operatorOf(g.origin))
		if g.compared != nil {
			g.compared.lifted = estimate(r.cfg, r.operatorOf(g.lifted)).Lambda2
		}
	}
	return g.compared
}
