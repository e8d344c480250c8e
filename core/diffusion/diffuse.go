// This file has implicit diffusion with its gradient, for the layers of the network.

package diffusion

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Diffuse is equation 8, implicit diffusion X = (I + Δt·L)^{-1} H, as a
// differentiable operation. The caller must assemble L from the sheaf before Forward,
// and must not change L or the sheaf until Backward. Only the first Forward and the first
// Backward may allocate memory.
type Diffuse struct {
	s    *sheaf.Sheaf     // the sheaf, for the gradient of its maps
	l    *sheaf.Laplacian // of s
	c    int              // channels
	work *Workspace       // memory of the solvers
	// If fwd is nil, direct solves both systems. Otherwise the first Backward creates the
	// adjoint solver: direct if adjDt > 0 and direct takes less work, or else adj.
	fwd, adj *CG
	direct   *direct
	// Tolerance and iteration limit of the adjoint solve. adjDt is its approximate Δt, or 0
	// if it must be iterative.
	adjTol, adjDt float64
	adjIter       int
	y             []float64 // result of the last adjoint solve, in the workspace
}

// NewDiffuse returns the operation for c channels. l is the Laplacian of s. tol and
// maxIter, as in [NewCG], apply to the forward and the adjoint solve.
func NewDiffuse(s *sheaf.Sheaf, l *sheaf.Laplacian, c int, tol float64, maxIter int) *Diffuse {
	return NewSharedDiffuse(new(Workspace), s, l, c, tol, maxIter)
}

// NewSharedDiffuse is [NewDiffuse] with a shared workspace.
func NewSharedDiffuse(w *Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, c int, tol float64, maxIter int) *Diffuse {
	return &Diffuse{s: s, l: l, c: c, work: w, fwd: NewSharedCG(w, l, c, tol, maxIter), adjTol: tol, adjIter: maxIter}
}

// NewQuickDiffuse is [NewSharedDiffuse], but a block factorisation computes both solves if
// it takes less work than iterations at the approximate Δt dt. Start, Step and Finish then
// panic, and Solver returns nil.
func NewQuickDiffuse(w *Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, c int, dt, tol float64, maxIter int) *Diffuse {
	const factors, solves = 1, 2 // a forward and an adjoint solve by one factorisation
	solver := newDirect(s, l, c, dt, tol, factors, solves)
	if solver != nil {
		solver.x = make([]float64, l.Dim()*c)
		return &Diffuse{s: s, l: l, c: c, work: w, direct: solver}
	}
	return NewSharedDiffuse(w, s, l, c, tol, maxIter)
}

// NewPlainDiffuse is [NewSharedDiffuse] with the forward solve of [NewPlainCG]. The
// adjoint solve makes at most adjIter iterations of preconditioned conjugate gradients, to
// the relative residual adjTol. If dt, the approximate Δt, is positive and a block
// factorisation takes less work, the factorisation computes the adjoint solve instead.
func NewPlainDiffuse(w *Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, c int, dt, tol float64, maxIter int, adjTol float64,
	adjIter int) *Diffuse {
	return &Diffuse{s: s, l: l, c: c, work: w, fwd: NewPlainCG(w, l, c, tol, maxIter), adjTol: adjTol, adjIter: adjIter, adjDt: dt}
}

// Start begins the forward solve.
func (o *Diffuse) Start(dt float64, h []float64) { o.fwd.Start(dt, h) }

// Step makes an iteration of the forward solve and reports whether the solve has ended.
func (o *Diffuse) Step() bool {
	done := o.fwd.Step()
	o.fwd.X() // updates the slice that Out has returned
	return done
}

// Finish makes all remaining iterations. On large graphs it takes less time than repeated
// calls of Step, with the same bits.
func (o *Diffuse) Finish() {
	o.fwd.Finish()
	o.fwd.X() // updates the slice that Out has returned
}

// Forward solves to the end and returns X, (n·d)×c. The slice belongs to o.
func (o *Diffuse) Forward(dt float64, h []float64) []float64 {
	if o.fwd == nil {
		o.direct.forward(o.work, dt, h)
		return o.direct.x
	}
	return o.fwd.Solve(dt, h)
}

// Out returns the present iterate, (n·d)×c. The result is always the same slice, which
// belongs to o.
func (o *Diffuse) Out() []float64 {
	if o.fwd == nil {
		return o.direct.x
	}
	return o.fwd.X()
}

// Solver returns the forward solver, or nil for a direct solve.
func (o *Diffuse) Solver() *CG { return o.fwd }

// AdjointIterations returns the number of iterations of the last Backward: 0 for a direct
// solve and before the first Backward.
func (o *Diffuse) AdjointIterations() int {
	if o.adj == nil {
		return 0
	}
	return o.adj.Iterations()
}

// DirectWork returns the approximate numbers of multiplications of the factorisation and
// of a solve by it, or 0, 0 without a factorisation.
func (o *Diffuse) DirectWork() (factor, solve float64) {
	if o.direct == nil {
		return 0, 0
	}
	return o.direct.inv.Work()
}

// Backward adds ∂ℓ/∂H to gradH and ∂ℓ/∂R to gradR for g = ∂ℓ/∂X. gradH, gradR or both
// may be nil. For a normalised Laplacian, R are the normalised maps, and
// sheaf.Normalizer.Backward continues the gradient to the original maps.
func (o *Diffuse) Backward(g, gradH, gradR []float64) {
	y, dt := o.adjoint(g) // Y and Δt of the equations in the package comment
	if gradH != nil {
		linalg.Axpy(1, y, gradH)
	}
	if gradR != nil {
		o.s.AddQuadGrad(gradR, o.Out(), y, o.c, -dt)
	}
	o.y = y
}

// adjoint returns the solution y of (I + Δt·L) y = g, and the Δt of the forward solve.
func (o *Diffuse) adjoint(g []float64) (y []float64, dt float64) {
	if o.fwd == nil { // the forward solve has factored the matrix
		return o.direct.adjoint(o.work, g), o.direct.dt
	}
	if o.adj == nil && o.direct == nil { // the first call chooses the solver
		if o.adjDt > 0 {
			const factors, solves = 1, 1 // only the adjoint solve
			o.direct = newDirect(o.s, o.l, o.c, o.adjDt, o.adjTol, factors, solves)
		}
		if o.direct == nil {
			o.adj = newLentCG(o.work, o.l, o.c, o.adjTol, o.adjIter)
		}
	}
	dt = o.fwd.dt
	if o.direct == nil {
		return o.adj.Solve(dt, g), dt
	}
	o.direct.factor(dt) // each time, since the maps and Δt may have changed
	return o.direct.adjoint(o.work, g), dt
}

// TimeGradient returns ∂ℓ/∂Δt of the last Backward. It must be called before
// another solver uses the workspace.
func (o *Diffuse) TimeGradient() float64 { return timeGradient(o.work, o.l, o.Out(), o.y) }

// timeGradient returns −⟨Y, LX⟩ for the adjoint solve Y, which lies in the workspace.
func timeGradient(w *Workspace, l *sheaf.Laplacian, x, y []float64) float64 {
	var lx []float64
	w.take(len(x), &lx) // the first vector of w, where a finished solve has no result
	l.Apply(lx, x, len(x)/l.Dim())
	return -linalg.Dot(y, lx)
}
