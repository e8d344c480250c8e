// This file has the direct solver of implicit diffusion.

package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// direct is implicit diffusion by a block factorisation of I + Δt·L, for graphs on which
// this takes less work than conjugate gradients.
type direct struct {
	s   *sheaf.Sheaf
	l   *sheaf.Laplacian  // of s
	inv *spectral.Inverse // the block factorisation
	dt  float64           // Δt of the present factorisation
	x   []float64         // result of the forward solve, allocated by the caller of newDirect; nil if only the adjoint solve is direct
}

// identityBelow is the largest Δt for which I + Δt·L counts as I. The factorisation needs
// a finite 1/Δt.
const identityBelow = 1e-100

// newDirect returns a direct solver for c channels. factors and solves are the numbers of
// factorisations and solves that the caller needs; dt is the approximate Δt. newDirect
// returns nil if conjugate gradients to the tolerance tol would take less work, or if the
// factor would be too large (see spectral.NewInverse).
func newDirect(s *sheaf.Sheaf, l *sheaf.Laplacian, c int, dt, tol float64, factors, solves int) *direct {
	// The bound ½√κ·ln(2/tol) of the iterations of conjugate gradients. κ = 1 + 2Δt bounds
	// the condition number for a normalised L.
	iterations := 0.5 * math.Sqrt(1+2*dt) * linalg.Log(2/tol)
	// An iteration multiplies c channels by the n + 2m blocks of L and the n blocks of the
	// preconditioner. The factor 1.5 accounts for its other operations. product and workOfCG
	// count multiplications of numbers.
	product := float64(2*(l.N+len(s.Edges))*l.D*l.D) * float64(c)
	workOfCG := float64(solves) * 1.5 * iterations * product
	inv := spectral.NewInverse(l.N, l.D, c, s.Edges, factors, solves, workOfCG)
	if inv == nil {
		return nil
	}
	return &direct{s: s, l: l, inv: inv}
}

// forward factors I + Δt·L and sets o.x to the solution for h, (n·d)×c. It panics if Δt
// is negative or not finite.
func (o *direct) forward(w *Workspace, dt float64, h []float64) {
	if !(dt >= 0) || math.IsInf(dt, 0) {
		panic(fmt.Sprintf("diffusion: time step %v is negative or not finite", dt))
	}
	o.factor(dt)
	o.solve(w, o.x, h)
}

// factor factors I + Δt·L, unless Δt is so small that the matrix counts as I.
func (o *direct) factor(dt float64) {
	o.dt = dt
	if dt > identityBelow {
		o.inv.Compute(o.l, o.s.Edges, dt)
	}
}

// adjoint returns the solution for g by the present factorisation, in memory of w.
func (o *direct) adjoint(w *Workspace, g []float64) []float64 {
	_, y := w.split(len(g))
	o.solve(w, y, g)
	return y
}

// solve sets dst to the solution for h by the present factorisation.
func (o *direct) solve(w *Workspace, dst, h []float64) {
	if o.dt <= identityBelow { // the matrix counts as I
		copy(dst, h)
		return
	}
	work, _ := w.split(len(h))
	o.inv.Solve(dst, h, work)
}
