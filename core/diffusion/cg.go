// Package diffusion spreads features over a sheaf:
//
//	X = (I + Δt·L)^{-1} H                       implicit diffusion (the SVR branch)
//	X = Σ_q α_q T_q(I − L) H                    Chebyshev mixing (the AFM branch)
//	L̃ = Σ_e (1/p_e) B_eᵀB_e over drawn edges    leverage-score sparsifier
//
// (SGPC, the section on the SVR-AFM layer, and Theorem 2). L is the assembled
// Laplacian of a sheaf, normalised or not; features are (n·d)×c, row-major.
//
// Gradients: the solve is differentiated by the adjoint solve Y = A^{-1}G,
// never through the iterations; the filter by the transposed three-term
// recurrence. With (δX)_e = R_ij X_i − R_ji X_j and A = I + Δt·L:
//
//	∂H = Y,  ∂R_ij = −Δt[(δX)_e Y_iᵀ + (δY)_e X_iᵀ],  ∂Δt = −⟨Y, L X⟩
package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// CG solves (I + Δt·L) X = H by conjugate gradients with a block-Jacobi
// preconditioner, for c right-hand sides at a time: the channels share every
// product with L but have their own step lengths. A channel whose residual is
// below the tolerance is frozen, so each channel ends as if solved alone.
//
// Start, then Step until it returns true; or Solve. Nothing is allocated after
// NewCG.
//
// Beside the product with L an iteration goes twice through the vectors, a part
// of them at a time that the caches hold: from main memory they cost more time
// than the arithmetic.
type CG struct {
	// Tol is the relative residual ‖h − A x‖/‖h‖ at which a channel is done;
	// MaxIter bounds the iterations.
	Tol     float64
	MaxIter int

	l          *sheaf.Laplacian
	c, iter    int
	shift, dt  float64
	x          []float64
	r, p, q    []float64 // q holds A·p, then the preconditioned r; see Workspace
	inv        []float64 // inverted diagonal blocks
	part       int       // nodes of a part
	ptr, col   []int32   // pattern of the block diagonal of a part
	rz, pq, rr []float64
	h0, al, be []float64
	res        []float64
	done, conv bool
}

// partFloats is the length of a part of a vector: four of them are 64 kB.
const partFloats = 2048

// Workspace is memory of solvers and filters of which only one uses it at a
// time: a solver from its Start to the end of its last Step, a filter in its
// Backward. The zero value is empty.
type Workspace struct{ buf []float64 }

// take returns three vectors of length n.
func (w *Workspace) take(n int) (r, p, q []float64) {
	if len(w.buf) < 3*n {
		w.buf = make([]float64, 3*n)
	}
	return w.buf[:n:n], w.buf[n : 2*n : 2*n], w.buf[2*n : 3*n : 3*n]
}

// NewCG returns a solver for c channels on l, with its workspace. The blocks
// of l may change between solves, its pattern not. It panics unless c > 0,
// tol > 0 and maxIter > 0.
func NewCG(l *sheaf.Laplacian, c int, tol float64, maxIter int) *CG {
	return NewSharedCG(new(Workspace), l, c, tol, maxIter)
}

// NewSharedCG is NewCG with a workspace that other solvers use as well.
func NewSharedCG(w *Workspace, l *sheaf.Laplacian, c int, tol float64, maxIter int) *CG {
	if c <= 0 || !(tol > 0) || maxIter <= 0 {
		panic(fmt.Sprintf("diffusion: solver with %d channels, tolerance %v, %d iterations", c, tol, maxIter))
	}
	n := l.Dim() * c
	sums := make([]float64, 6*c)
	take := func() []float64 {
		s := sums[:c:c]
		sums = sums[c:]
		return s
	}
	part := min(max(1, partFloats/(l.D*c)), max(1, l.N))
	s := &CG{Tol: tol, MaxIter: maxIter, l: l, c: c, part: part, x: make([]float64, n),
		rz: take(), pq: take(), rr: take(), h0: take(), al: take(), be: take(),
		inv: make([]float64, l.N*l.D*l.D), ptr: make([]int32, part+1), col: make([]int32, part),
		res: make([]float64, 0, maxIter+1), done: true}
	s.r, s.p, s.q = w.take(n)
	for i := range part {
		s.ptr[i+1], s.col[i] = int32(i+1), int32(i)
	}
	return s
}

// Start sets up the solve of (I + Δt·L) X = h from X = 0; h is (n·d)×c and is
// not kept. It panics when Δt is negative or not finite.
func (s *CG) Start(dt float64, h []float64) { s.start(1, dt, h) }

// start sets up (shift·I + dt·L) X = h; shift 0 needs h in the range of L.
func (s *CG) start(shift, dt float64, h []float64) {
	if !(dt >= 0) || math.IsInf(dt, 0) {
		panic(fmt.Sprintf("diffusion: time step %v is negative or not finite", dt))
	}
	if len(h) != len(s.r) {
		panic(fmt.Sprintf("diffusion: right-hand side of length %d, want %d×%d", len(h), s.l.Dim(), s.c))
	}
	s.shift, s.dt, s.iter = shift, dt, 0
	s.precondition()
	clear(s.x)
	copy(s.r, h)
	clear(s.rz)
	clear(s.h0)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := s.rows(i)
		r, p := s.r[lo:hi], s.p[lo:hi]
		s.solveBlocks(i, p, r)
		linalg.ColDots(s.rz, r, p)
		linalg.ColDots(s.h0, r, r)
	}
	copy(s.rr, s.h0)
	s.res = s.res[:0]
	s.record()
}

// rows returns where the part that begins with node i lies in a vector.
func (s *CG) rows(i int) (lo, hi int) {
	w := s.l.D * s.c
	return i * w, min(i+s.part, s.l.N) * w
}

// solveBlocks applies the preconditioner to the part z ← r that begins with node i.
func (s *CG) solveBlocks(i int, z, r []float64) {
	d, n := s.l.D, len(r)/(s.l.D*s.c)
	linalg.BlockApply(n, d, s.ptr[:n+1], s.col[:n], s.inv[i*d*d:], r, z, s.c, nil)
}

// precondition inverts the diagonal blocks shift·I + dt·L_ii.
func (s *CG) precondition() {
	d := s.l.D
	for i := range s.l.N {
		b, a := s.inv[i*d*d:(i+1)*d*d], s.l.Diag(i)
		tr := 0.0
		for k := range d {
			tr += a[k*d+k]
		}
		shift := s.shift
		if shift == 0 {
			// Any positive definite block serves; a singular one would not.
			shift = 1e-8*s.dt*tr + 1e-300
		}
		for k, v := range a {
			b[k] = s.dt * v
		}
		for k := range d {
			b[k*d+k] += shift
		}
		invertSPD(d, b)
	}
}

// invertSPD inverts a positive definite d×d block in place (Gauss–Jordan,
// which needs no pivoting there).
func invertSPD(d int, a []float64) {
	for k := range d {
		f := 1 / a[k*d+k]
		a[k*d+k] = 1
		for q := range d {
			a[k*d+q] *= f
		}
		for r := range d {
			if r == k {
				continue
			}
			g := a[r*d+k]
			a[r*d+k] = 0
			for q := range d {
				a[r*d+q] -= float64(g * a[k*d+q])
			}
		}
	}
}

// record appends the residual of the present iterate and decides whether to stop.
func (s *CG) record() {
	worst := 0.0
	s.conv = true
	for k, v := range s.rr {
		if s.h0[k] > 0 {
			worst = max(worst, math.Sqrt(v/s.h0[k]))
		}
		s.conv = s.conv && v <= s.Tol*s.Tol*s.h0[k]
	}
	s.res = append(s.res, worst)
	s.done = s.conv || s.iter >= s.MaxIter
}

// Step does one iteration and reports whether the solve has ended.
func (s *CG) Step() bool {
	if s.done {
		return true
	}
	c := s.c
	s.l.Apply(s.q, s.p, c)
	al, be, rz, rr, pq := s.al[:c], s.be[:c], s.rz[:c], s.rr[:c], s.pq[:c]
	clear(pq)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := s.rows(i)
		linalg.ColShift(pq, s.q[lo:hi], s.p[lo:hi], s.shift, s.dt)
	}
	tol2 := s.Tol * s.Tol
	for k := range c {
		al[k] = 0
		if rr[k] > tol2*s.h0[k] && pq[k] > 0 {
			al[k] = rz[k] / pq[k]
		}
	}
	copy(be, rz)
	clear(rr)
	clear(rz)
	for i := 0; i < s.l.N; i += s.part {
		lo, hi := s.rows(i)
		r, q := s.r[lo:hi], s.q[lo:hi]
		// The r of a frozen channel does not move: its sum comes out the same again.
		linalg.ColStep(rr, s.x[lo:hi], r, s.p[lo:hi], q, al)
		s.solveBlocks(i, q, r)
		linalg.ColDots(rz, r, q)
	}
	for k := range c {
		if al[k] != 0 && be[k] > 0 {
			be[k] = rz[k] / be[k]
		} else {
			be[k] = 0
		}
	}
	linalg.ColTurn(s.p, s.q, be)
	s.iter++
	s.record()
	return s.done
}

// Solve runs Start and Step to the end and returns X.
func (s *CG) Solve(dt float64, h []float64) []float64 {
	s.Start(dt, h)
	for !s.Step() {
	}
	return s.x
}

// X returns the present iterate, (n·d)×c, owned by the solver.
func (s *CG) X() []float64 { return s.x }

// Residuals returns the largest relative residual over the channels at the
// start (1, or 0 when h = 0) and after each iteration. It is owned by the
// solver and valid until the next Start.
func (s *CG) Residuals() []float64 { return s.res }

// Iterations returns the number of iterations done.
func (s *CG) Iterations() int { return s.iter }

// Converged tells whether every channel has reached the tolerance.
func (s *CG) Converged() bool { return s.conv }

// IterationBound returns ⌈(√κ/2)·log(2√κ·r0/ε)⌉, an upper bound on the CG
// iterations that bring the error in the norm of x from ‖r0‖ down to ε for a
// matrix I + Δt·L of condition number κ (its smallest eigenvalue is at least 1).
func IterationBound(kappa, r0, eps float64) int {
	s := math.Sqrt(kappa)
	v := 0.5 * s * linalg.Log(2*s*r0/eps)
	if !(v > 0) {
		return 0
	}
	return int(math.Ceil(min(v, 1e9)))
}
