package diffusion

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Drawn replaces [Sparse], [Anchor] and [LeverageEstimate] by block factors, on a
// graph with little fill-in. All results are exact to rounding. An edge that is not
// sampled has zero maps: every sample has the pattern of the graph, so that the
// elimination order and the memory are reused.
type Drawn struct {
	of   *direct // of sub
	work *Workspace
	full *sheaf.Sheaf // the sheaf of the network
	sub  *sheaf.Sheaf // its maps with zeros at edges that are not sampled
	// The last sample: its edges, their maps only, and the gradient for these.
	draw Pattern
	kept *sheaf.Sheaf
	grad []float64
	// The anchor, nil without one: maps, features, A_a^{-1}H_a, Ã_a^{-1}H_a of the
	// last Forward, and Δt.
	maps, h, exact, drawn []float64
	anchorDt              float64
	y                     []float64 // result of the last adjoint solve, in the workspace
}

// minDt is the smallest Δt for the ridge 1/Δt of leverage scores.
const minDt = 1e-6

// Ridge returns the ridge ρ = 1/Δt of leverage scores for I + Δt·L, at most 1e6.
func Ridge(dt float64) float64 { return 1 / max(dt, minDt) }

// NewDrawn returns the operation for c channels and Δt about dt on the edges of s.
// Every Renew and Forward reads the maps of s again. It returns nil when conjugate
// gradients to the tolerance tol would take less work.
func NewDrawn(w *Workspace, s *sheaf.Sheaf, c int, dt, tol float64, anchored bool) *Drawn {
	sub := s.Clone()
	// With an anchor an epoch has two factors and three solves.
	of := newDirect(sub, sheaf.NewLaplacian(s.N, s.D, s.Edges), c, dt, tol, 2, 3)
	if of == nil {
		return nil
	}
	buf := func(k int) []float64 { return make([]float64, k) }
	n := s.N * s.D * c
	of.x = buf(n)
	o := &Drawn{of: of, work: w, full: s, sub: sub, kept: sheaf.New(s.N, s.D, slices.Clone(s.Edges)), grad: buf(len(s.R))}
	if anchored {
		o.maps, o.h, o.exact, o.drawn = buf(len(s.R)), buf(n), buf(n), buf(n)
	}
	return o
}

// Renew sets tau to the leverage scores of the present maps with the ridge of Δt
// (see [Leverage]). With an anchor it also makes the exact solve for these maps and
// the features h.
func (o *Drawn) Renew(tau []float64, dt float64, h []float64) {
	copy(o.sub.R, o.full.R)
	o.of.l.Assemble(o.sub)
	o.of.factor(max(dt, minDt))
	o.of.inv.Leverage(tau, o.sub)
	if o.maps == nil {
		return
	}
	copy(o.maps, o.full.R)
	copy(o.h, h)
	o.anchorDt = dt
	if dt < minDt {
		o.of.factor(dt)
	}
	o.of.solve(o.work, o.exact, h)
}

// Forward solves on the edges of p and sets dst to X plus the correction of the
// anchor.
func (o *Drawn) Forward(dst []float64, p *Pattern, dt float64, h []float64) {
	o.draw = *p
	if o.maps != nil {
		o.factor(o.maps, o.anchorDt)
		o.of.solve(o.work, o.drawn, o.h)
	}
	o.factor(o.full.R, dt)
	o.of.solve(o.work, o.of.x, h)
	if o.maps == nil {
		copy(dst, o.of.x)
		return
	}
	for k, x := range o.of.x {
		dst[k] = x - (o.drawn[k] - o.exact[k])
	}
}

// factor factors the operator of the sampled edges for the given maps.
func (o *Drawn) factor(maps []float64, dt float64) {
	dd := 2 * o.full.D * o.full.D
	clear(o.sub.R)
	for k, e := range o.draw.Kept {
		at := int(e) * dd
		linalg.Axpy(math.Sqrt(o.draw.Weight[k]), maps[at:at+dd], o.sub.R[at:at+dd])
	}
	o.of.l.Assemble(o.sub)
	o.of.factor(dt)
}

// Backward is [Sparse.Backward] for the last Forward.
func (o *Drawn) Backward(g, gradH, gradR []float64) {
	y := o.of.adjoint(o.work, g)
	o.y = y
	if gradH != nil {
		linalg.Axpy(1, y, gradH)
	}
	if gradR == nil {
		return
	}
	p, s := &o.draw, o.kept
	s.Edges, s.R = s.Edges[:len(p.Kept)], s.R[:2*s.D*s.D*len(p.Kept)]
	for k, e := range p.Kept {
		s.Edges[k] = o.full.Edges[e]
	}
	p.Maps(o.full, s)
	grad := o.grad[:len(s.R)]
	clear(grad)
	s.AddQuadGrad(grad, o.of.x, y, len(y)/(s.N*s.D), -o.of.dt)
	p.Pull(grad, gradR, s.D)
}

// TimeGradient returns ∂ℓ/∂Δt = −⟨Y, L̃X̃⟩ of the last Backward for the solve on
// the sampled edges, X̃ = Ã^{-1}H; the correction of the anchor is a constant. It
// must be called before another solver uses the workspace.
func (o *Drawn) TimeGradient() float64 { return timeGradient(o.work, o.of.l, o.of.x, o.y) }

// factorLimit is the work limit of LeverageByFactor, as defined by
// [spectral.NewInverse]: about 20 ms.
const factorLimit = 2.5e9

// LeverageByFactor is [Leverage] with a ridge ρ > 0, by the selected inverse of a
// block factor. It returns nil for graphs with too much fill-in.
func LeverageByFactor(s *sheaf.Sheaf, l *sheaf.Laplacian, ridge float64) []float64 {
	inv := spectral.NewInverse(s.N, s.D, 1, s.Edges, 1, 0, factorLimit)
	if inv == nil {
		return nil
	}
	tau := make([]float64, len(s.Edges))
	inv.Compute(l, s.Edges, 1/ridge)
	inv.Leverage(tau, s)
	return tau
}
