// Package diffusion spreads features over a sheaf by its Laplacian L:
//
//	X = (I + Δt·L)^{-1} H                       implicit diffusion (SVR, the variance-reduced branch)
//	X = Σ_q α_q T_q(I − L) H                    adaptive frequency mixing (AFM)
//	L̃ = Σ_e (1/p_e) B_eᵀB_e over drawn edges    leverage-score sparsifier
//
// In the paper of SGPC these are equation 8 with the linear system 23, equations 9 and 10
// with the Chebyshev polynomials T_q, and Theorem 2. L is the Laplacian of a sheaf,
// normalised or not. B_e has the d rows of edge e in the coboundary δ, and p_e is the
// probability of drawing the edge. Features are (n·d)×c, row-major, for n nodes, stalks of
// dimension d and c channels.
//
// Let G be ∂ℓ/∂X for a loss ℓ. The gradient of a solve is computed by the adjoint solve
// Y = A^{-1}G with A = I + Δt·L, and not through the iterations. For edge e = ij with the
// maps R_ij and R_ji, let (δX)_e be R_ij X_i − R_ji X_j. With ∂H for ∂ℓ/∂H:
//
//	∂H = Y,  ∂R_ij = −Δt[(δX)_e Y_iᵀ + (δY)_e X_iᵀ],  ∂Δt = −⟨Y, L X⟩
//
// For ∂R_ji the sign is +, with X_j and Y_j in place of X_i and Y_i.
package diffusion

import (
	"fmt"
	"math"

	"sheafscope/core/sheaf"
)

// CG is equation 23, (I + Δt·L) X = H, solved by conjugate gradients with a block-Jacobi
// preconditioner, for c right-hand sides (channels) at once. Each channel has its own step
// length, and is frozen when its residual reaches the tolerance. So a solve of this
// channel alone has the same result. [NewPlainCG] iterates all channels to the end.
//
// Call Solve, or Start and then Step until it returns true. After the construction only
// the first call of X may allocate.
type CG struct {
	// A channel is done when its relative residual ‖h − A x‖/‖h‖ is at most Tol. For
	// NewPlainCG, the absolute residual ‖h − A x‖ must be below Tol.
	Tol     float64
	MaxIter int  // bound of the number of iterations
	plain   bool // whether the solver uses the method of NewPlainCG

	l         *sheaf.Laplacian
	c, iter   int       // channels; iterations so far
	shift, dt float64   // the matrix is shift·I + dt·L
	done      bool      // whether the solve has ended
	res       []float64 // the largest relative residual of each iterate
	strips    []strip   // the solves for groups of channels

	x     []float64 // the iterate; with several strips a copy made by X
	stale bool      // whether the strips have changed since X copied them
	lent  bool      // whether x is part of the workspace

	inv      []float64 // inverse diagonal blocks
	part     int       // number of nodes that an iteration processes at a time
	ptr, col []int32   // block CSR pattern of a block-diagonal matrix with part blocks
}

// Workspace is memory that solvers and filters share. Only one solver or filter may
// use it at a time. A solver uses it from Start until the call of X after the last
// Step, and a filter during Backward. The zero value is ready for use.
type Workspace struct{ buf []float64 }

// workVectors is the number of vectors that a solver with several strips needs.
const workVectors = 4

// take sets each of at most workVectors vectors to a different part of the workspace, of
// length n. The parts contain the numbers of earlier uses. If buf is too small, take
// allocates another one.
func (w *Workspace) take(n int, vectors ...*[]float64) {
	if len(w.buf) < n*len(vectors) {
		w.buf = make([]float64, n*workVectors)
	}
	for k, v := range vectors {
		*v = w.buf[k*n : (k+1)*n : (k+1)*n]
	}
}

// split takes four vectors of length n, the first three as one slice of length 3n.
func (w *Workspace) split(n int) (three, fourth []float64) {
	var v [workVectors][]float64
	w.take(n, &v[0], &v[1], &v[2], &v[3])
	return w.buf[: 3*n : 3*n], v[3]
}

// NewCG returns a solver for c channels on l, with a workspace of its own. The
// blocks of l may change between solves, but not its pattern. NewCG panics unless
// c, tol and maxIter are positive.
func NewCG(l *sheaf.Laplacian, c int, tol float64, maxIter int) *CG {
	return NewSharedCG(new(Workspace), l, c, tol, maxIter)
}

// NewSharedCG is [NewCG] with a shared workspace.
func NewSharedCG(w *Workspace, l *sheaf.Laplacian, c int, tol float64, maxIter int) *CG {
	s := new(CG)
	s.init(w, l, c, tol, maxIter)
	return s
}

// NewPlainCG is [NewSharedCG] for the textbook method of the authors' program: without
// a preconditioner, with at least one iteration, and with iterations of all channels
// until every residual ‖h − A x‖ is below tol or there are maxIter iterations.
func NewPlainCG(w *Workspace, l *sheaf.Laplacian, c int, tol float64, maxIter int) *CG {
	s := &CG{plain: true}
	s.init(w, l, c, tol, maxIter)
	return s
}

// newLentCG is NewSharedCG with X in the workspace: X is valid until another solver
// uses the workspace.
func newLentCG(w *Workspace, l *sheaf.Laplacian, c int, tol float64, maxIter int) *CG {
	s := &CG{lent: true}
	s.init(w, l, c, tol, maxIter)
	return s
}

// init checks the arguments of the constructors and allocates the vectors. Until Start,
// the solve counts as ended.
func (s *CG) init(w *Workspace, l *sheaf.Laplacian, c int, tol float64, maxIter int) {
	arePositive := c > 0 && tol > 0 && maxIter > 0
	if !arePositive {
		panic(fmt.Sprintf("diffusion: solver with %d channels, tolerance %v, %d iterations", c, tol, maxIter))
	}
	s.Tol, s.MaxIter = tol, maxIter
	s.l, s.c, s.done = l, c, true
	s.inv = make([]float64, l.N*l.D*l.D)
	s.res = make([]float64, 0, maxIter+1)
	s.divide(w)
	nodesThatFit := partFloats / (l.D * s.strips[0].c)
	s.part = min(max(1, nodesThatFit), max(1, l.N)) // at least 1, also for a graph without nodes
	// Row i of the block diagonal has the single block (i, i).
	s.ptr, s.col = make([]int32, s.part+1), make([]int32, s.part)
	for i := range s.part {
		s.ptr[i+1] = int32(i + 1)
		s.col[i] = int32(i)
	}
}

// Start begins the solve of (I + Δt·L) X = h at X = 0. It copies h, which is (n·d)×c.
// It panics if Δt is negative or not finite, or if h has the wrong length.
func (s *CG) Start(dt float64, h []float64) { s.start(1, dt, h) }

// start is Start for the system (shift·I + dt·L) X = h. For shift 0, h must lie in the
// range of L.
func (s *CG) start(shift, dt float64, h []float64) {
	if !(dt >= 0) || math.IsInf(dt, 0) { // !(dt >= 0) is true for NaN
		panic(fmt.Sprintf("diffusion: time step %v is negative or not finite", dt))
	}
	if len(h) != s.l.Dim()*s.c {
		panic(fmt.Sprintf("diffusion: right-hand side of length %d, want %d×%d", len(h), s.l.Dim(), s.c))
	}
	s.shift, s.dt = shift, dt
	s.iter, s.res = 0, s.res[:0]
	s.precondition()
	for k := range s.strips {
		s.strips[k].start(s, h)
	}
	s.stale = true
	s.record()
}

// precondition sets inv to the inverses of the diagonal blocks shift·I + dt·L_ii, or
// to identities for the plain method.
func (s *CG) precondition() {
	d := s.l.D
	if s.plain {
		for k := range s.inv {
			row, col := k/d%d, k%d // position of entry k within its block
			s.inv[k] = 0
			if row == col {
				s.inv[k] = 1
			}
		}
		return
	}
	for i := range s.l.N {
		block, diagonal := s.inv[i*d*d:(i+1)*d*d], s.l.Diag(i)
		trace := 0.0
		for k := range d {
			trace += diagonal[k*d+k]
		}
		shift := s.shift
		if shift == 0 {
			// A tiny shift makes a singular block invertible; a block of zeros has trace 0 and
			// gets 1e-300. Solutions by other preconditioners differ only in the kernel of L.
			shift = float64(1e-8*s.dt*trace) + 1e-300
		}
		for k, v := range diagonal {
			block[k] = s.dt * v
		}
		for k := range d {
			block[k*d+k] += shift
		}
		invertSPD(d, block)
	}
}

// invertSPD inverts the positive definite d×d matrix a in place by Gauss–Jordan
// elimination, which then needs no pivoting.
func invertSPD(d int, a []float64) {
	for k := range d { // step k replaces column k by a column of the inverse
		inverse := 1 / a[k*d+k]
		a[k*d+k] = 1
		for q := range d {
			a[k*d+q] *= inverse
		}
		for r := range d {
			if r == k {
				continue
			}
			factor := a[r*d+k]
			a[r*d+k] = 0
			for q := range d {
				a[r*d+q] -= float64(factor * a[k*d+q]) // float64 forbids a fused multiply-add
			}
		}
	}
}

// record appends the largest relative residual of the present iterate to res, and sets
// done if the solve has ended.
func (s *CG) record() {
	largest := 0.0
	for k := range s.strips {
		largest = max(largest, s.strips[k].worst)
	}
	s.res = append(s.res, largest)
	s.done = s.Converged() || s.iter >= s.MaxIter
}

// Step makes an iteration unless the solve has ended. It returns true if the solve has
// now ended.
func (s *CG) Step() (done bool) {
	if s.done {
		return true
	}
	for k := range s.strips {
		t := &s.strips[k]
		if !t.converged {
			t.iterate(s)
		}
	}
	s.stale = true
	s.iter++
	s.record()
	return s.done
}

// Solve calls Start and Finish and returns X.
func (s *CG) Solve(dt float64, h []float64) []float64 {
	s.Start(dt, h)
	s.Finish()
	return s.X()
}

// Finish makes all remaining iterations, strip by strip, so that the vectors of a
// strip stay in the caches. The result has the bits of repeated calls of Step.
func (s *CG) Finish() {
	if s.done {
		return
	}
	for k := range s.strips {
		t := &s.strips[k]
		// res[i] is the residual after iteration i, and res[0] is the residual at the start.
		for i := s.iter + 1; i <= s.MaxIter; i++ {
			isRecorded := i < len(s.res) // by an earlier strip
			// A strip that has converged contributes its last residual to recorded iterations.
			if t.converged && !isRecorded {
				break
			}
			if !t.converged {
				t.iterate(s)
			}
			if !isRecorded { // the earlier strips have converged before iteration i
				largest := 0.0
				for j := range k {
					largest = max(largest, s.strips[j].worst)
				}
				s.res = append(s.res, largest)
			}
			s.res[i] = max(s.res[i], t.worst)
		}
	}
	s.iter = len(s.res) - 1
	s.stale, s.done = true, true
}

// X returns the present iterate, (n·d)×c, always in the same slice. It belongs to the
// solver and is up to date until the next Step.
func (s *CG) X() []float64 {
	if s.x == nil { // several strips, and no lent memory
		s.x = make([]float64, s.l.Dim()*s.c)
	}
	if s.stale {
		s.stale = false
		for k := range s.strips {
			s.strips[k].finish(s.x, s.c)
		}
	}
	return s.x
}

// Residuals returns the largest relative residual of all channels at the start and after
// each iteration. At the start it is 1, or 0 for h = 0, or NaN if a square overflows. The
// slice is valid until the next Start.
func (s *CG) Residuals() []float64 { return s.res }

// Iterations returns the number of iterations so far.
func (s *CG) Iterations() int { return s.iter }

// LargestSquare returns the largest squared residual ‖h − A x‖² of all channels.
func (s *CG) LargestSquare() float64 {
	largest := 0.0
	for k := range s.strips {
		for _, v := range s.strips[k].rr {
			largest = max(largest, v)
		}
	}
	return largest
}

// Converged reports whether every channel has reached the tolerance. It is false before
// Start, and for NewPlainCG before the first iteration.
func (s *CG) Converged() bool {
	for k := range s.strips {
		if !s.strips[k].converged {
			return false
		}
	}
	return true
}
