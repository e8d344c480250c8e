package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// direct is implicit diffusion by a block factor of I + Δt·L, made once for the forward
// and the adjoint solve, or for the latter alone.
type direct struct {
	s   *sheaf.Sheaf
	l   *sheaf.Laplacian
	inv *spectral.Inverse
	dt  float64
	x   []float64
}

// identityBelow is a Δt up to which I + Δt·L is I to rounding, and 1/Δt a number.
const identityBelow = 1e-100

// newDirect returns nil where conjugate gradients would take less work, for so many solves with so many factors. It takes their
// iterations from
// the bound ½√κ·ln(2/tol) with κ = 1 + 2Δt, that of a normalised L, and counts half as
// much again for what they do beside the products with L and the diagonal.
func newDirect(s *sheaf.Sheaf, l *sheaf.Laplacian, c int, dt, tol float64, factors, solves int) *direct {
	iterations := 0.5 * math.Sqrt(1+2*dt) * linalg.Log(2/tol)
	product := float64(2*(l.N+len(s.Edges))*l.D*l.D) * float64(c)
	inv := spectral.NewInverse(l.N, l.D, c, s.Edges, factors, solves, float64(solves)*1.5*iterations*product)
	if inv == nil {
		return nil
	}
	return &direct{s: s, l: l, inv: inv}
}

// forward factors I + Δt·L and solves for h, (n·d)×c. It panics when Δt is negative or not finite.
func (o *direct) forward(w *Workspace, dt float64, h []float64) {
	if !(dt >= 0) || math.IsInf(dt, 0) {
		panic(fmt.Sprintf("diffusion: time step %v is negative or not finite", dt))
	}
	o.factor(dt)
	o.solve(w, o.x, h)
}

func (o *direct) factor(dt float64) {
	if o.dt = dt; dt > identityBelow {
		o.inv.Compute(o.l, o.s.Edges, dt)
	}
}

// adjoint solves for g with the factor in place; the result is the last vector of the workspace.
func (o *direct) adjoint(w *Workspace, g []float64) []float64 {
	_, y := w.split(len(g))
	o.solve(w, y, g)
	return y
}

func (o *direct) solve(w *Workspace, dst, h []float64) {
	if o.dt <= identityBelow {
		copy(dst, h)
		return
	}
	work, _ := w.split(len(h))
	o.inv.Solve(dst, h, work)
}
