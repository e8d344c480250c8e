// This file has sparsified diffusion with a control variate, and measures the variance with and without the control variate.

package diffusion

import (
	"fmt"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Anchor holds an exact solve of an earlier epoch, X_a = A_a^{-1}H_a. The index a marks
// the maps, the features and the Δt of the earlier epoch. The exact solve is the control
// variate of later sparsified solves, as in stochastic variance-reduced gradients (SVRG).
// The variance-reduced layer of SGPC computes:
//
//	X = Ã^{-1}H + (A_a^{-1}H_a − Ã_a^{-1}H_a)
//
// Here A = I + Δt·L has all edges, and Ã = I + Δt·L̃ has the sampled edges. Ã_a has the
// same sampled edges as Ã. So the errors of Ã^{-1}H and Ã_a^{-1}H_a cancel to the extent
// that maps, features and Δt have not changed since the anchor.
//
// The term in parentheses is the correction. The correction is a constant without
// gradient. So ∂ℓ/∂Δt is the derivative of the first term, −⟨Y, L̃Ã^{-1}H⟩, where Y is
// the result of the adjoint solve ([Diffuse.TimeGradient]).
type Anchor struct {
	c, maxIter int          // channels; limit of the iterations
	tol, dt    float64      // tolerance of the solves; Δt of the anchor
	s          *sheaf.Sheaf // a copy of the sheaf of the anchor
	h, x       []float64    // H_a and X_a
}

// NewAnchor copies the present maps of s and the features h, and computes the exact
// solution A_a^{-1}H_a for c channels. tol and maxIter limit all conjugate gradients of the
// anchor.
func NewAnchor(s *sheaf.Sheaf, dt float64, h []float64, c int, tol float64, maxIter int) *Anchor {
	a := &Anchor{c: c, maxIter: maxIter, tol: tol, dt: dt, s: s.Clone(), h: append([]float64(nil), h...)}
	l := sheaf.NewLaplacian(s.N, s.D, s.Edges)
	l.Assemble(s)
	a.x = NewCG(l, c, tol, maxIter).Solve(dt, h)
	return a
}

// Correction returns A_a^{-1}H_a − Ã_a^{-1}H_a, where Ã_a has the sampled edges of p.
func (a *Anchor) Correction(p *Pattern) []float64 {
	out := solveSparse(p, a.s, a.dt, a.h, a.c, a.tol, a.maxIter)
	for k, v := range a.x {
		out[k] = v - out[k]
	}
	return out
}

// solveSparse returns (I + dt·L̃)^{-1}h, where L̃ has the sampled edges of p.
func solveSparse(p *Pattern, s *sheaf.Sheaf, dt float64, h []float64, c int, tol float64, maxIter int) []float64 {
	sparse := p.Sheaf(s)
	l := sheaf.NewLaplacian(sparse.N, sparse.D, sparse.Edges)
	l.Assemble(sparse)
	return NewCG(l, c, tol, maxIter).Solve(dt, h)
}

// Sparse is implicit diffusion over a sample of the edges, as a differentiable
// operation. Pattern is the sample. Correction is the correction of an anchor, or nil; Out
// adds it to the solution.
type Sparse struct {
	*Diffuse
	Pattern    *Pattern
	Correction []float64

	full *sheaf.Sheaf     // the sheaf with all edges
	sub  *sheaf.Sheaf     // the sheaf with the sampled edges
	lap  *sheaf.Laplacian // Laplacian of sub
	grad []float64        // gradient for the maps of sub
	out  []float64        // result of Out
}

// NewSparse returns the operation on the sampled edges of p in the sheaf s. Each
// Start reads the present maps of s. If anchor is not nil, Out adds the correction of
// the anchor.
func NewSparse(p *Pattern, s *sheaf.Sheaf, c int, tol float64, maxIter int, anchor *Anchor) *Sparse {
	sub := p.Sheaf(s)
	lap := sheaf.NewLaplacian(sub.N, sub.D, sub.Edges)
	o := &Sparse{Diffuse: NewDiffuse(sub, lap, c, tol, maxIter), Pattern: p, full: s, sub: sub, lap: lap,
		grad: make([]float64, len(sub.R)), out: make([]float64, lap.Dim()*c)}
	if anchor != nil {
		o.Correction = anchor.Correction(p)
	}
	return o
}

// Start copies the present maps of the full sheaf and begins the solve.
func (o *Sparse) Start(dt float64, h []float64) {
	o.Pattern.Maps(o.full, o.sub)
	o.lap.Assemble(o.sub)
	o.Diffuse.Start(dt, h)
}

// Forward runs Start and Step to the end and returns Out.
func (o *Sparse) Forward(dt float64, h []float64) []float64 {
	o.Start(dt, h)
	for !o.Step() {
	}
	return o.Out()
}

// Out returns the present iterate plus the correction. The slice belongs to o.
func (o *Sparse) Out() []float64 {
	copy(o.out, o.fwd.X())
	if o.Correction != nil {
		linalg.Axpy(1, o.Correction, o.out)
	}
	return o.out
}

// Backward is [Diffuse.Backward], but gradR has the layout of the sheaf with all
// edges.
func (o *Sparse) Backward(g, gradH, gradR []float64) {
	if gradR == nil {
		o.Diffuse.Backward(g, gradH, nil)
		return
	}
	clear(o.grad)
	o.Diffuse.Backward(g, gradH, o.grad)
	o.Pattern.Pull(o.grad, gradR, o.full.D)
}

// Variance compares sparsified solves without an anchor (Plain) and with an anchor
// (Anchored), over several draws of the edges.
type Variance struct {
	Draws int // number of draws
	// Plain and Anchored are the variances over the draws, averaged over the entries.
	Plain, Anchored float64
	// PlainError and AnchoredError are the mean squared differences of an entry from
	// the exact solution.
	PlainError, AnchoredError float64
}

// MeasureVariance solves (I + Δt·L) X = H once with all edges, and on every pattern with and
// without the anchor a. h has the channels of the anchor. Fewer than two patterns are an
// error.
func MeasureVariance(patterns []*Pattern, s *sheaf.Sheaf, dt float64, h []float64, a *Anchor) (Variance, error) {
	if len(patterns) < 2 {
		return Variance{}, fmt.Errorf("diffusion: variance over %d draws; at least 2 are needed", len(patterns))
	}
	exact := NewAnchor(s, dt, h, a.c, a.tol, a.maxIter).x
	n := len(h)
	plain, anchored := newMoments(n), newMoments(n)
	for _, p := range patterns {
		x := solveSparse(p, s, dt, h, a.c, a.tol, a.maxIter)
		plain.add(x, exact)
		linalg.Axpy(1, a.Correction(p), x)
		anchored.add(x, exact)
	}
	v := Variance{Draws: len(patterns)}
	v.Plain, v.PlainError = plain.result()
	v.Anchored, v.AnchoredError = anchored.result()
	return v, nil
}

// moments accumulates the variance of vectors by Welford's update, and the squared
// error of these vectors.
type moments struct {
	draws        int       // number of vectors so far
	mean         []float64 // mean of the vectors so far
	squares      float64   // Σ (x − mean)² over draws and entries
	squaredError float64   // Σ (x − exact)² over draws and entries
}

// newMoments returns moments of no vector yet, for vectors of length n.
func newMoments(n int) *moments { return &moments{mean: make([]float64, n)} }

// add adds the vector x, an approximation of exact.
func (m *moments) add(x, exact []float64) {
	m.draws++
	for i, v := range x {
		deviation := v - m.mean[i] // from the mean before this vector
		m.mean[i] += deviation / float64(m.draws)
		m.squares += deviation * (v - m.mean[i])
		difference := v - exact[i]
		m.squaredError += difference * difference
	}
}

// result returns the sample variance and the mean squared error, both averaged over
// the entries. It needs at least two vectors.
func (m *moments) result() (variance, meanSquaredError float64) {
	n := float64(max(len(m.mean), 1)) // 1 for vectors of length 0, so that the results are 0
	return m.squares / (float64(m.draws-1) * n), m.squaredError / (float64(m.draws) * n)
}
