package sgpc

// This file compares the gap ascent with the matrix step of the paper.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Comparison is the step L' = L + η v vᵀ of the paper from an operator L. In general, no
// sheaf on the graph has the operator L'. Two sheaves approximate L': the nearest sheaf,
// and the crude projection edge by edge.
type Comparison struct {
	// Before is the estimate of λ₂ of L. Matrix is the step.
	Before spectral.Estimate
	Matrix *spectral.MatrixResult
	// Near and Crude are the estimates of λ₂ of the nearest sheaf and of the crude
	// projection. If the crude projection fails, Crude is Before. In the convention "literal"
	// the nearest sheaf has one map at both ends of an edge, as L has.
	Near, Crude spectral.Estimate
	// Vector is v. Nearest is the nearest sheaf. Vector and Nearest are nil if the step
	// length η is 0.
	Vector  []float64
	Nearest *sheaf.Sheaf
	// Residual is ‖L(R) − L'‖/‖L(R⁰) − L'‖ for the maps R of the nearest sheaf and the
	// maps R⁰ at the start. If the divisor is 0, Residual is 0. The norm covers the blocks
	// of nodes and edges. Iterations is the number of least-squares steps.
	Residual   float64
	Iterations int
	// Converged reports whether the least squares converged to Tolerance. If the step
	// length is 0, Converged is true.
	Tolerance float64
	Converged bool
	// Lifted is λ₂ of the operator for the maps without the changes of the gap ascent.
	Lifted float64
}

// compareAscent returns the comparison for the operator of the sheaf s. For the normalised
// operator, roots holds the blocks of D^{-1/2}. compareAscent returns nil if no eigenvalue
// exceeds the kernel, if an eigenvalue cannot be proved, and if the line search or the
// nearest sheaf fails.
func compareAscent(c settings.Config, s *sheaf.Sheaf, roots []float64) *Comparison {
	tracker := spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(c))
	if !tracker.Proves() {
		return nil
	}
	m := &Comparison{Before: tracker.Update(s)}
	if m.Before.Lambda2 == 0 {
		return nil
	}
	// The line search of the paper raises the matrix L to L'.
	vectors := make([][]float64, 0, tracker.Found())
	for k := range tracker.Found() {
		vectors = append(vectors, append([]float64(nil), tracker.Vector(k)...))
	}
	options := spectral.MatrixOptions{Armijo: c.Armijo, Curvature: c.Curvature}
	step, err := spectral.MatrixAscent(tracker.Operator(), vectors, options)
	if err != nil {
		return nil
	}
	m.Matrix = step
	// For the step length 0 both projections are L.
	m.Near, m.Crude, m.Converged = m.Before, m.Before, true
	if step.Eta == 0 {
		return m
	}
	// The two projections of L' to a sheaf. If the crude projection fails, Crude is Before.
	v := vectors[0]
	nearest, fit, err := nearestSheaf(c, s, v, step.Eta, roots)
	if err != nil {
		return nil
	}
	m.Vector, m.Nearest, m.Near = v, nearest, estimate(c, nearest)
	m.Iterations, m.Tolerance, m.Converged = fit.Iterations, fit.Tolerance, fit.Converged
	if fit.Before > 0 {
		m.Residual = fit.Residual / fit.Before
	}
	crude, err := spectral.CrudeProjection(s, v, step.Eta)
	if err == nil {
		m.Crude = estimate(c, crude)
	}
	if m.Near.Unproven || m.Crude.Unproven {
		return nil
	}
	return m
}

// nearestSheaf returns the sheaf of the convention whose Laplacian is nearest to the
// Laplacian of s plus eta·v vᵀ. roots is as in compareAscent.
func nearestSheaf(c settings.Config, s *sheaf.Sheaf, v []float64, eta float64, roots []float64) (*sheaf.Sheaf, *spectral.Nearest, error) {
	if c.Convention != "literal" {
		return spectral.ReassembleFrom(s, v, eta)
	}
	// With two maps per edge, the constants of the kernel would get tiny eigenvalues.
	reassembler := spectral.NewReassembler(s.N, s.D, s.Edges, spectral.NearestOptions{Tied: true, Iterations: tiedIterations})
	fit := reassembler.Solve(s, v, eta, roots)
	return reassembler.Maps(), fit, nil
}

// tiedIterations is the largest number of least-squares steps for one map per edge. It
// equals the default of spectral.ReassembleFrom with a factorisation.
const tiedIterations = 30

// estimate returns λ₂ of the Laplacian of s, computed without earlier eigenvectors.
func estimate(c settings.Config, s *sheaf.Sheaf) spectral.Estimate {
	return spectral.NewTracker(s.N, s.D, s.Edges, settings.TrackerOptions(c)).Update(s)
}

// Compared returns the comparison for the maps at the start of the last ascent. It
// returns nil before the first ascent, for a graph with more than frame.ShownEdges
// edges, and if compareAscent returns nil.
func (r *Run) Compared() *Comparison {
	g := r.gap
	if !g.started || len(r.Graph.Edges) > frame.ShownEdges {
		return nil
	}
	if g.compared == nil {
		operator, roots := r.operator(g.origin)
		g.compared = compareAscent(r.cfg, operator, roots)
		if g.compared != nil {
			g.compared.Lifted = estimate(r.cfg, r.Operator(g.lifted)).Lambda2
		}
	}
	return g.compared
}

// Along returns λ₂ at the given step lengths of the last line search in the mode "sheaf".
// It returns nil in other modes, before the first ascent, and if the last ascent has
// recorded no trial. It also returns nil for more than frame.ShownEdges edges, and if a
// value of λ₂ is 0 or cannot be proved.
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

// Operator returns the sheaf whose Laplacian is the operator of the network for the
// restriction maps raw: the normalised maps for operator=normalized, otherwise raw
// itself.
func (r *Run) Operator(raw *sheaf.Sheaf) *sheaf.Sheaf {
	hat, _ := r.operator(raw)
	return hat
}

// operator returns the sheaf of Operator and, for operator=normalized, the blocks of
// D^{-1/2}, n·d².
func (r *Run) operator(raw *sheaf.Sheaf) (hat *sheaf.Sheaf, roots []float64) {
	if r.cfg.Operator != "normalized" {
		return raw, nil
	}
	hat = sheaf.New(raw.N, raw.D, raw.Edges)
	normalizer := sheaf.NewNormalizer(raw.N, raw.D, raw.Edges)
	normalizer.Forward(raw, r.cfg.Shift, hat)
	return hat, rootsOf(normalizer, raw.N)
}

// rootsOf returns the blocks D^{-1/2} of n nodes from the last Forward of the normalizer.
func rootsOf(normalizer *sheaf.Normalizer, n int) (roots []float64) {
	for i := range n {
		roots = append(roots, normalizer.Root(i)...)
	}
	return roots
}
