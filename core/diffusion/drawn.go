// This file has sparsified diffusion by a direct solver, and leverage scores by the same factorisation.

package diffusion

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Drawn is sparsified diffusion by block factorisations, for a graph with little
// fill-in: a factor has few blocks that the matrix does not have. The results are exact
// up to rounding. [Sparse], [Anchor] and [LeverageEstimate] approximate them by iterations
// and random probes.
//
// An edge that is not sampled gets zero maps. So all samples have the pattern of the graph,
// and share the elimination order and the memory.
type Drawn struct {
	solver *direct // solves with the Laplacian of sub
	work   *Workspace
	full   *sheaf.Sheaf // the sheaf of the network, with all edges
	sub    *sheaf.Sheaf // the reweighted maps of the sample, and 0 for other edges; during Renew the maps of full

	draw    Pattern      // the last sample
	sampled *sheaf.Sheaf // a sheaf with only the edges of draw
	grad    []float64    // gradient for the maps of sampled

	// The anchor: maps, H_a, A_a^{-1}H_a, Ã_a^{-1}H_a of the last Forward, and Δt, in the
	// notation of [Anchor]. The slices are nil without an anchor.
	anchorMaps, anchorH, anchorExact, anchorSparse []float64
	anchorDt                                       float64
	y                                              []float64 // result of the last adjoint solve, in the workspace
}

// AnchorMode selects whether a [Drawn] adds the correction of an [Anchor].
type AnchorMode bool

const (
	NoAnchor   AnchorMode = false // without the correction
	WithAnchor AnchorMode = true  // with the correction
)

// minDt bounds the ridge 1/Δt of the leverage scores by 1e6.
const minDt = 1e-6

// Ridge returns the ridge ρ of the leverage scores for I + Δt·L: 1/Δt, at most 1e6.
func Ridge(dt float64) float64 { return 1 / max(dt, minDt) }

// NewDrawn returns the operation for c channels on the edges of s; dt is the
// approximate Δt. Each Renew and Forward uses the present maps of s. NewDrawn returns nil
// if conjugate gradients to the tolerance tol would take less work, or if the factor would
// be too large.
func NewDrawn(w *Workspace, s *sheaf.Sheaf, c int, dt, tol float64, anchor AnchorMode) *Drawn {
	sub := s.Clone()
	// An epoch factors for the anchor and for the present maps. It solves for the anchor,
	// forward and adjoint. Without an anchor these numbers are too high.
	const factors, solves = 2, 3
	solver := newDirect(sub, sheaf.NewLaplacian(s.N, s.D, s.Edges), c, dt, tol, factors, solves)
	if solver == nil {
		return nil
	}
	vector := func(k int) []float64 { return make([]float64, k) }
	n := s.N * s.D * c
	solver.x = vector(n)
	o := &Drawn{solver: solver, work: w, full: s, sub: sub,
		sampled: sheaf.New(s.N, s.D, slices.Clone(s.Edges)), grad: vector(len(s.R))}
	if anchor == WithAnchor {
		o.anchorMaps, o.anchorH = vector(len(s.R)), vector(n)
		o.anchorExact, o.anchorSparse = vector(n), vector(n)
	}
	return o
}

// Renew sets tau to the leverage scores ([Leverage]) of the present maps with the [Ridge] of
// dt. With an anchor, Renew also replaces the anchor by the present maps, h, dt and the
// solution with all edges.
func (o *Drawn) Renew(tau []float64, dt float64, h []float64) {
	copy(o.sub.R, o.full.R)
	o.solver.l.Assemble(o.sub)
	o.solver.factor(max(dt, minDt))
	o.solver.inv.Leverage(tau, o.sub)
	if o.anchorMaps == nil {
		return
	}
	copy(o.anchorMaps, o.full.R)
	copy(o.anchorH, h)
	o.anchorDt = dt
	if dt < minDt { // the present factor has minDt in place of dt
		o.solver.factor(dt)
	}
	o.solver.solve(o.work, o.anchorExact, h)
}

// Forward sets dst to the solution for h on the sampled edges of p, plus the correction of
// the anchor, if any. The slices of p must not change until Backward.
func (o *Drawn) Forward(dst []float64, p *Pattern, dt float64, h []float64) {
	o.draw = *p
	if o.anchorMaps != nil {
		o.factor(o.anchorMaps, o.anchorDt)
		o.solver.solve(o.work, o.anchorSparse, o.anchorH)
	}
	o.factor(o.full.R, dt) // after the anchor, since Backward uses this factorisation
	o.solver.solve(o.work, o.solver.x, h)
	if o.anchorMaps == nil {
		copy(dst, o.solver.x)
		return
	}
	for k, x := range o.solver.x {
		dst[k] = x - (o.anchorSparse[k] - o.anchorExact[k])
	}
}

// factor factors I + dt·L̃, where L̃ has the sampled edges with the given maps.
func (o *Drawn) factor(maps []float64, dt float64) {
	size := 2 * o.full.D * o.full.D // entries of both maps of an edge
	clear(o.sub.R)
	// Maps times √w give the edge the weight w in L̃, which is quadratic in the maps.
	for k, e := range o.draw.Kept {
		first := int(e) * size
		linalg.Axpy(math.Sqrt(o.draw.Weight[k]), maps[first:first+size], o.sub.R[first:first+size])
	}
	o.solver.l.Assemble(o.sub)
	o.solver.factor(dt)
}

// Backward is [Sparse.Backward].
func (o *Drawn) Backward(g, gradH, gradR []float64) {
	y := o.solver.adjoint(o.work, g)
	o.y = y
	if gradH != nil {
		linalg.Axpy(1, y, gradH)
	}
	if gradR == nil {
		return
	}
	// The gradient is computed for the sampled edges only. The slices of sampled have room
	// for all edges.
	p, s := &o.draw, o.sampled
	s.Edges = s.Edges[:len(p.Kept)]
	s.R = s.R[:2*s.D*s.D*len(p.Kept)]
	for k, e := range p.Kept {
		s.Edges[k] = o.full.Edges[e]
	}
	p.Maps(o.full, s)
	grad := o.grad[:len(s.R)]
	clear(grad)
	s.AddQuadGrad(grad, o.solver.x, y, len(y)/(s.N*s.D), -o.solver.dt) // the quotient is the number of channels
	p.Pull(grad, gradR, s.D)
}

// TimeGradient returns ∂ℓ/∂Δt = −⟨Y, L̃X̃⟩ of the last Backward, where X̃ = Ã^{-1}H has no
// correction. It must be called before another solver uses the workspace.
func (o *Drawn) TimeGradient() float64 { return timeGradient(o.work, o.solver.l, o.solver.x, o.y) }

// factorLimit bounds the work of LeverageByFactor, in scalar multiplications of conjugate
// gradients ([spectral.NewInverse]).
const factorLimit = 2.5e9

// LeverageByFactor is [Leverage] with a ridge ρ > 0, by the selected inverse of a block
// factorisation. The result is nil if the graph has too much fill-in.
func LeverageByFactor(s *sheaf.Sheaf, l *sheaf.Laplacian, ridge float64) []float64 {
	const channels, factors, solves = 1, 1, 0
	inv := spectral.NewInverse(s.N, s.D, channels, s.Edges, factors, solves, factorLimit)
	if inv == nil {
		return nil
	}
	tau := make([]float64, len(s.Edges))
	inv.Compute(l, s.Edges, 1/ridge)
	inv.Leverage(tau, s)
	return tau
}
