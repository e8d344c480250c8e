package diffusion

import (
	"fmt"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Anchor holds an exact solve of an earlier epoch, X_a = A_a^{-1}H_a, the control
// variate of sparsified solves (SVRG; the variance-reduced layer of SGPC):
//
//	X = Ã^{-1}H + (A_a^{-1}H_a − Ã_a^{-1}H_a)
//
// Ã and Ã_a have the same sampled edges, so that their errors cancel as far as
// maps, features and Δt have not changed since. Both solves of the correction have
// the Δt of the anchor. The correction is a constant of the epoch without gradient,
// so that ∂ℓ/∂Δt is the derivative of the first term, −⟨Y, L̃Ã^{-1}H⟩
// ([Diffuse.TimeGradient]).
type Anchor struct {
	c, maxIter int
	tol, dt    float64
	s          *sheaf.Sheaf
	h, x       []float64
}

// NewAnchor returns the exact solve for the present maps and features, which it
// copies.
func NewAnchor(s *sheaf.Sheaf, dt float64, h []float64, c int, tol float64, maxIter int) *Anchor {
	a := &Anchor{c: c, maxIter: maxIter, tol: tol, dt: dt, s: s.Clone(), h: append([]float64(nil), h...)}
	l := sheaf.NewLaplacian(s.N, s.D, s.Edges)
	l.Assemble(s)
	a.x = NewCG(l, c, tol, maxIter).Solve(dt, h)
	return a
}

// Correction returns A_a^{-1}H_a − Ã_a^{-1}H_a for the edges of p.
func (a *Anchor) Correction(p *Pattern) []float64 {
	out := solveSparse(p, a.s, a.dt, a.h, a.c, a.tol, a.maxIter)
	for k, v := range a.x {
		out[k] = v - out[k]
	}
	return out
}

// solveSparse solves on the edges of p.
func solveSparse(p *Pattern, s *sheaf.Sheaf, dt float64, h []float64, c int, tol float64, maxIter int) []float64 {
	t := p.Sheaf(s)
	l := sheaf.NewLaplacian(t.N, t.D, t.Edges)
	l.Assemble(t)
	return NewCG(l, c, tol, maxIter).Solve(dt, h)
}

// Sparse is implicit diffusion over one sample of the edges, as a differentiable
// operation. Correction, unless nil, is added to its result.
type Sparse struct {
	*Diffuse
	Pattern    *Pattern
	Correction []float64

	full *sheaf.Sheaf
	sub  *sheaf.Sheaf
	lap  *sheaf.Laplacian
	grad []float64
	out  []float64
}

// NewSparse returns the operation on the edges of p of the sheaf s. Every Start
// reads the maps of s again. anchor may be nil.
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

// Out returns the present iterate plus the correction, owned by o.
func (o *Sparse) Out() []float64 {
	copy(o.out, o.fwd.X())
	if o.Correction != nil {
		linalg.Axpy(1, o.Correction, o.out)
	}
	return o.out
}

// Backward is [Diffuse.Backward] with gradR laid out for the full sheaf.
func (o *Sparse) Backward(g, gradH, gradR []float64) {
	if gradR == nil {
		o.Diffuse.Backward(g, gradH, nil)
		return
	}
	clear(o.grad)
	o.Diffuse.Backward(g, gradH, o.grad)
	o.Pattern.Pull(o.grad, gradR, o.full.D)
}

// Variance compares sparsified solves with and without an anchor over several
// draws. Plain and Anchored are the mean squared distances per entry to the mean of
// the draws, PlainError and AnchoredError the mean squared distances to the exact
// solution.
type Variance struct {
	Draws                     int
	Plain, Anchored           float64
	PlainError, AnchoredError float64
}

// MeasureVariance solves (I + Δt·L) X = H on every pattern, with and without the
// anchor, and exactly. It fails for fewer than two patterns.
func MeasureVariance(patterns []*Pattern, s *sheaf.Sheaf, dt float64, h []float64, a *Anchor) (Variance, error) {
	if len(patterns) < 2 {
		return Variance{}, fmt.Errorf("diffusion: variance over %d draws; at least 2 are needed", len(patterns))
	}
	exact := NewAnchor(s, dt, h, a.c, a.tol, a.maxIter).x
	n := len(h)
	var plain, both moments
	plain.init(n)
	both.init(n)
	for _, p := range patterns {
		x := solveSparse(p, s, dt, h, a.c, a.tol, a.maxIter)
		plain.add(x, exact)
		linalg.Axpy(1, a.Correction(p), x)
		both.add(x, exact)
	}
	v := Variance{Draws: len(patterns)}
	v.Plain, v.PlainError = plain.result()
	v.Anchored, v.AnchoredError = both.result()
	return v, nil
}

// moments accumulates the variance by Welford's update.
type moments struct {
	k       int
	mean    []float64
	m2, err float64
}

func (m *moments) init(n int) { m.mean = make([]float64, n) }

func (m *moments) add(x, exact []float64) {
	m.k++
	for i, v := range x {
		d := v - m.mean[i]
		m.mean[i] += d / float64(m.k)
		m.m2 += d * (v - m.mean[i])
		e := v - exact[i]
		m.err += e * e
	}
}

func (m *moments) result() (variance, err float64) {
	n := float64(max(len(m.mean), 1))
	return m.m2 / (float64(m.k-1) * n), m.err / (float64(m.k) * n)
}
