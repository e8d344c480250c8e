package diffusion

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Diffuse is equation 8, implicit diffusion X = (I + Δt·L)^{-1} H, as a
// differentiable operation. L must have been assembled from the sheaf before Forward, and
// neither may change until Backward. The first Backward allocates what only
// gradients need; nothing else is allocated after [NewDiffuse].
type Diffuse struct {
	s        *sheaf.Sheaf
	l        *sheaf.Laplacian
	c        int
	work     *Workspace
	fwd, adj *CG
	// adjTol and adjIter are the tolerance and limit of the adjoint solve.
	adjTol  float64
	adjIter int
}

// NewDiffuse returns the operation for c channels; l is the Laplacian
// assembled from s, tol and maxIter are those of both solves.
func NewDiffuse(s *sheaf.Sheaf, l *sheaf.Laplacian, c int, tol float64, maxIter int) *Diffuse {
	return NewSharedDiffuse(new(Workspace), s, l, c, tol, maxIter)
}

// NewSharedDiffuse is [NewDiffuse] with a workspace that other solvers use as well.
func NewSharedDiffuse(w *Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, c int, tol float64, maxIter int) *Diffuse {
	return &Diffuse{s: s, l: l, c: c, work: w, fwd: NewSharedCG(w, l, c, tol, maxIter), adjTol: tol, adjIter: maxIter}
}

// NewPlainDiffuse is [NewSharedDiffuse] with the forward solve of [NewPlainCG]. Its
// gradient is that of the exact solve: the adjoint solve goes to the relative
// residual adjTol in at most adjIter preconditioned iterations.
func NewPlainDiffuse(w *Workspace, s *sheaf.Sheaf, l *sheaf.Laplacian, c int, tol float64, maxIter int, adjTol float64,
	adjIter int) *Diffuse {
	return &Diffuse{s: s, l: l, c: c, work: w, fwd: NewPlainCG(w, l, c, tol, maxIter), adjTol: adjTol, adjIter: adjIter}
}

// Start and Step run the forward solve one iteration at a time.
func (o *Diffuse) Start(dt float64, h []float64) { o.fwd.Start(dt, h) }

// Step does one iteration; true when the solve has ended.
func (o *Diffuse) Step() bool {
	done := o.fwd.Step()
	o.fwd.X()
	return done
}

// Finish does Step until it returns true, with the same numbers; on large
// graphs in less time.
func (o *Diffuse) Finish() {
	o.fwd.Finish()
	o.fwd.X()
}

// Forward solves to the end and returns X, (n·d)×c, owned by o.
func (o *Diffuse) Forward(dt float64, h []float64) []float64 { return o.fwd.Solve(dt, h) }

// Solver returns the forward solver: its iterate, residuals and iterations.
func (o *Diffuse) Solver() *CG { return o.fwd }

// AdjointIterations returns the iterations of the last Backward, 0 before the first.
func (o *Diffuse) AdjointIterations() int {
	if o.adj == nil {
		return 0
	}
	return o.adj.Iterations()
}

// Backward takes g = ∂ℓ/∂X, adds ∂ℓ/∂H to gradH and ∂ℓ/∂R to gradR (either may
// be nil). For a normalised Laplacian R are the normalised maps;
// sheaf.Normalizer.Backward continues from there.
func (o *Diffuse) Backward(g, gradH, gradR []float64) {
	if o.adj == nil {
		o.adj = newLentCG(o.work, o.l, o.c, o.adjTol, o.adjIter)
	}
	y := o.adj.Solve(o.fwd.dt, g)
	if gradH != nil {
		linalg.Axpy(1, y, gradH)
	}
	if gradR != nil {
		o.s.AddQuadGrad(gradR, o.fwd.X(), y, o.c, -o.fwd.dt)
	}
}

// TimeGradient returns ∂ℓ/∂Δt of the last Backward, before anything else takes
// the workspace.
func (o *Diffuse) TimeGradient() float64 {
	x := o.fwd.X()
	var lx []float64
	o.work.take(len(x), &lx) // the first vector: that of the residuals, and the solve has ended
	o.l.Apply(lx, x, o.c)
	return -linalg.Dot(o.adj.X(), lx)
}
