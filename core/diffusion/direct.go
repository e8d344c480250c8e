// This file has the direct solver of implicit diffusion, for graphs on which it takes less work than conjugate gradients.

package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// direct is implicit diffusion by a block factorisation of I + Δt·L. One factorisation
// serves both the forward and the adjoint solve, or only the adjoint solve.
type direct struct {
	s   *sheaf.Sheaf
	l   *sheaf.Laplacian  // of s
	inv *spectral.Inverse // the block factorisation
	dt  float64           // Δt of the present factorisation
	x   []float64         // result of the forward solve, in memory from the caller of newDirect; nil if only the adjoint solve is direct
}

// identityBelow is the largest Δt for which I + Δt·L counts as I. For a larger Δt, the
// number 1/Δt is finite, which the factorisation needs.
const identityBelow = 1e-100

// newDirect returns a direct solver for c channels. factors and solves are the numbers of
// factorisations and solves that the caller needs. newDirect returns nil if conjugate
// gradients to the tolerance tol would take less work, or if the factor would be too large
// (see spectral.NewInverse).
//
// The estimated number of iterations of conjugate gradients is the bound ½√κ·ln(2/tol).
// κ = 1 + 2Δt bounds the condition number for a normalised L. A factor of 1.5 accounts
// for the operations besides the products with L and the preconditioner.
func newDirect(s *sheaf.Sheaf, l *sheaf.Laplacian, c int, dt, tol float64, factors, solves int) *direct {
	iterations := 0.5 * math.Sqrt(1+2*dt) * linalg.Log(2/tol)
	// A product multiplies c channels by the n + 2m blocks of L and the n blocks of the
	// preconditioner. product and workOfCG count multiplications of numbers.
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

// adjoint returns the solution for g by the present factorisation. The solution is in the
// memory of w, and the next use of w overwrites it.
func (o *direct) adjoint(w *Workspace, g []float64) []float64 {
	_, y := w.split(len(g))
	o.solve(w, y, g)
	return y
}

// solve sets dst to the solution for h by the present factorisation, or to h if the matrix
// counts as I.
func (o *direct) solve(w *Workspace, dst, h []float64) {
	if o.dt <= identityBelow {
		copy(dst, h)
		return
	}
	work, _ := w.split(len(h))
	o.inv.Solve(dst, h, work)
}
