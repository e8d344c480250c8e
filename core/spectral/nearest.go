package spectral

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// This file contains the search for the sheaf whose Laplacian is nearest to a matrix.

// NearestOptions are the settings of a [Reassembler]. A number that is not positive
// has the default in parentheses.
type NearestOptions struct {
	// Iterations bounds the Gauss–Newton steps (30; 10 with conjugate gradients).
	Iterations int
	// Tol is the relative tolerance (1e-3). The iteration ends when ‖L(R) − L'‖ is
	// at most Tol times its first value. It also ends when six successive steps each
	// lower ‖L(R) − L'‖² by at most the share Tol. Failed steps between them do not count.
	Tol float64
	// Tied gives both ends of an edge the same map, the convention "literal". Conjugate
	// gradients then compute the steps.
	Tied bool
	// MaxWork bounds the multiplications of each part of a factorisation, the edges and
	// the nodes (2e8). If a part would need more, conjugate gradients compute the steps.
	MaxWork int
}

// patience is the number of successive slow steps that end the iteration, see
// NearestOptions.Tol. It exceeds 1, since the first steps are small if λ₂ is tiny.
const patience = 6

// Nearest is the result of a [Reassembler].
type Nearest struct {
	// Before and Residual are ‖L(R) − L'‖_F of [Reassembler] over the blocks at nodes and
	// edges, at R⁰ and at the end. Outside is the Frobenius norm of the other blocks of L',
	// which are 0 in the Laplacian of every sheaf on the graph.
	Before, Residual, Outside float64
	Iterations                int // Gauss–Newton steps, with the steps that failed
	// Tolerance is the Tol of the options. Converged is false if the bound on the
	// iterations ended the search.
	Tolerance float64
	Converged bool
}

// Reassembler is theorem 3's projection back to a sheaf. It finds the sheaf on
// a given graph whose Laplacian is nearest to L' = L(R⁰) + η v vᵀ. No sheaf on the
// graph has the Laplacian L', since v vᵀ is dense.
//
//	min_R f(R) = ‖L(R) − L'‖_F²,   X = L(R) − L'
//	∂f/∂R_ij = 4(R_ij X_ii − R_ji X_ji),   ∂f/∂R_ji = 4(R_ji X_jj − R_ij X_ij)
//
// Only the blocks of X at nodes and edges are formed, since the others do not depend on R.
//
// The solver is Gauss–Newton from R⁰ with the damping μ of Levenberg and Marquardt:
// δ = −Jᵀ(JJᵀ + μI)⁻¹x, where x has the blocks of X and J is their Jacobian. The
// second-order correction of Transtrum and Sethna (2012) is
// δ₂ = −Jᵀ(JJᵀ + μI)⁻¹L(δ). The iterate moves along the parabola R + tδ + t²δ₂,
// since a straight step soon leaves the valley of f. A step lies in the range of Jᵀ,
// that is δ_ij = R_ij M_ii − R_ji M_ji with symmetric M.
//
// Hansen and Ghrist, "Learning sheaf Laplacians from smooth signals" (ICASSP 2019), and
// SheafLearning.jl project on the convex cone of all sheaf Laplacians, where any two nodes
// may have an edge. The Reassembler has given edges.
type Reassembler struct {
	n, d       int // nodes; stalk dimension
	edges      []graph.Edge
	opt        NearestOptions
	roots      []float64    // the argument roots of Solve
	cur, next  *sheaf.Sheaf // the iterate; workspace for the step or for the start of a search
	x, y       pattern      // the residual X; the solution of (JJᵀ + μI) y = −p, or a product with J
	square     pattern      // L(δ)
	goal       pattern      // L'
	step, bend []float64    // δ and δ₂ of the unknowns
	change     []float64    // change of the unknowns since the start of Solve
	maps       []float64    // workspace for changes of the maps, see mapsOf and jacobianT
	spent      Work
	direct     *gram     // solver by factorisation; nil with conjugate gradients
	iterate    *normalCG // solver by conjugate gradients; nil with a factorisation
}

// NewReassembler returns a Reassembler for sheaves with n nodes and stalk dimension d on edges.
func NewReassembler(n, d int, edges []graph.Edge, opt NearestOptions) *Reassembler {
	if opt.Tol <= 0 {
		opt.Tol = 1e-3
	}
	if opt.MaxWork <= 0 {
		opt.MaxWork = 2e8
	}
	m := len(edges)
	maps := 2 * m * d * d
	unknowns := maps
	if opt.Tied { // one matrix for both ends of an edge
		unknowns /= 2
	}
	s := &Reassembler{n: n, d: d, edges: edges, opt: opt, cur: sheaf.New(n, d, edges), next: sheaf.New(n, d, edges),
		x: newPattern(n, m, d), y: newPattern(n, m, d), square: newPattern(n, m, d), goal: newPattern(n, m, d),
		step: make([]float64, unknowns), bend: make([]float64, unknowns), change: make([]float64, unknowns),
		maps: make([]float64, maps)}
	// A factorisation solves only for free maps, and newGram returns nil if it would be too
	// large. In all other cases conjugate gradients solve.
	if !opt.Tied {
		s.direct = newGram(n, d, edges, opt.MaxWork)
	}
	if s.direct == nil {
		s.iterate = newNormalCG(unknowns)
	}
	if s.opt.Iterations <= 0 {
		s.opt.Iterations = 30
		if s.direct == nil {
			s.opt.Iterations = 10
		}
	}
	return s
}

// ReassembleFrom returns the sheaf on the edges of base whose Laplacian is nearest
// to L(base) + eta·v vᵀ. The iteration starts at base, see [Reassembler]. With a
// factorisation the tolerance is 1e-7, tighter than in training. v has length N·D;
// another length is an error.
func ReassembleFrom(base *sheaf.Sheaf, v []float64, eta float64) (*sheaf.Sheaf, *Nearest, error) {
	if len(v) != base.N*base.D {
		return nil, nil, fmt.Errorf("spectral: eigenvector of length %d for %d nodes of stalk dimension %d", len(v), base.N, base.D)
	}
	s := NewReassembler(base.N, base.D, base.Edges, NearestOptions{})
	if s.direct != nil {
		s.opt.Tol = 1e-7
	}
	res := s.Solve(base, v, eta, nil)
	return s.cur, res, nil
}

// Maps returns the sheaf that the last Solve found, sharing memory with s.
func (s *Reassembler) Maps() *sheaf.Sheaf { return s.cur }

// Spent returns the work of all calls so far.
func (s *Reassembler) Spent() Work { return s.spent }

// Change returns the change of the unknowns in the last Solve, sharing memory with
// s. Without Tied the change is R − R⁰ in the layout of sheaf.Sheaf.R. With Tied it is
// the change of the common matrix of each edge, m·d·d numbers.
func (s *Reassembler) Change() []float64 { return s.change }

// Solve finds the sheaf whose Laplacian is nearest to L(base) + eta·v vᵀ; Maps
// returns the sheaf. With Tied, a normalised sheaf has the maps R M_i and R M_j on an
// edge with the common matrix R. roots then has the matrices M of the normaliser,
// n·d·d numbers; nil means M = I. Without Tied, roots is ignored. Solve panics if v or
// base does not have the size of the Reassembler.
func (s *Reassembler) Solve(base *sheaf.Sheaf, v []float64, eta float64, roots []float64) *Nearest {
	if len(v) != s.n*s.d || len(base.R) != len(s.cur.R) {
		panic(fmt.Sprintf("spectral: %d entries and %d map entries, want %d and %d", len(v), len(base.R), s.n*s.d, len(s.cur.R)))
	}
	s.roots = roots
	copy(s.cur.R, base.R)
	clear(s.change)
	s.setGoal(v, eta)
	f := s.residual(s.cur) // ‖L(R) − L'‖²
	out := &Nearest{Before: math.Sqrt(f), Outside: s.outside(v, eta), Tolerance: s.opt.Tol}
	tolerated := f * s.opt.Tol * s.opt.Tol // Tol bounds the norm, and f is its square
	slowSteps := 0                         // successive steps that lower f by at most the share Tol
	// With the damping μ = |η| the first step makes a tiny eigenvalue λ of L grow in
	// proportion to √λ at least. The factors of mu below are empirical.
	mu := math.Abs(eta)
	for f > tolerated && slowSteps < patience && out.Iterations < s.opt.Iterations {
		out.Iterations++
		if !s.prepare(mu) { // the matrix was not positive definite; a stronger damping makes it so
			mu *= 100
			continue
		}
		// δ cancels the residual, δ₂ the second-order term L(δ).
		s.solve(s.step, s.x, mu)
		copy(s.next.R, s.mapsOf(s.step))
		s.square.setLaplacian(s.next)
		s.spent.laplacian(s.n, len(s.edges), s.d)
		s.solve(s.bend, s.square, mu)
		lower, t := s.search(f)
		if !(lower < f) { // no step lowers the objective: the damping is too weak
			mu *= 10
			continue
		}
		linalg.Axpy(t, s.step, s.change)
		linalg.Axpy(t*t, s.bend, s.change)
		slowSteps++
		if f-lower > s.opt.Tol*f {
			slowSteps = 0
		}
		f = lower
		if t >= 1 { // a long step: the damping is too strong
			mu /= 10
		} else if t < 0.5 { // a short step: the damping is too weak
			mu *= 3
		}
	}
	out.Residual = math.Sqrt(f)
	out.Converged = f <= tolerated || slowSteps >= patience
	return out
}

// prepare factors JJᵀ + μI at cur and returns false if the factorisation fails. With
// conjugate gradients it only returns true.
func (s *Reassembler) prepare(mu float64) bool {
	if s.direct == nil {
		return true
	}
	s.direct.countFactor(&s.spent)
	return s.direct.factor(s.cur, mu)
}

// solve sets dst to −Jᵀ(JJᵀ + μI)⁻¹p, the damped step whose first-order change of L(R)
// is nearest to −p.
func (s *Reassembler) solve(dst []float64, p pattern, mu float64) {
	if s.direct == nil { // conjugate gradients
		s.iterate.solve(s, dst, p, mu)
		return
	}
	s.direct.solve(&s.y, p)
	s.direct.countSolve(&s.spent)
	s.jacobianT(dst, s.y, s.cur)
}

// search moves cur along t·step + t²·bend, and returns the objective there and t. f is the
// objective at the start. search tries t = 4, 2, 1, … above 1e-4, and stops at the first
// local minimum below f. If no t lowers the objective, cur stays and t is 0. x becomes the
// residual at the new cur, which the next step of Solve needs.
func (s *Reassembler) search(f float64) (value, t float64) {
	copy(s.next.R, s.cur.R)
	// moveTo sets cur to the point t of the parabola and returns the objective there.
	moveTo := func(t float64) (objective float64) {
		copy(s.cur.R, s.next.R)
		linalg.Axpy(t, s.mapsOf(s.step), s.cur.R)
		linalg.Axpy(t*t, s.mapsOf(s.bend), s.cur.R)
		return s.residual(s.cur)
	}
	value = f
	for trial := 4.0; trial > 1e-4; trial /= 2 {
		objective := moveTo(trial)
		if objective < value {
			value, t = objective, trial
		} else if t > 0 { // the previous trial was a local minimum
			break
		}
	}
	return moveTo(t), t // for t = 0 the start again
}

// setGoal sets goal to the blocks of L(cur) + eta·v vᵀ. cur must hold the maps R⁰.
func (s *Reassembler) setGoal(v []float64, eta float64) {
	d, dd := s.d, s.d*s.d
	s.goal.setLaplacian(s.cur)
	s.spent.laplacian(s.n, len(s.edges), d)
	blocks := s.n + len(s.edges) // an outer product is added to each block; v is moved twice, as both factors
	s.spent.Add(float64(blocks*dd), float64(2*blocks*dd+2*s.n*d))
	for i := range s.n {
		small.AddOuter(d, eta, v[i*d:(i+1)*d], v[i*d:(i+1)*d], s.goal.diag[i*dd:(i+1)*dd])
	}
	for e, ed := range s.edges {
		i, j := int(ed.I), int(ed.J)
		small.AddOuter(d, eta, v[i*d:(i+1)*d], v[j*d:(j+1)*d], s.goal.off[e*dd:(e+1)*dd])
	}
}

// outside returns the Frobenius norm of the blocks of eta·v vᵀ that lie at no node
// and no edge. The block (i, j) of v vᵀ has the squared norm ‖v_i‖²‖v_j‖².
func (s *Reassembler) outside(v []float64, eta float64) float64 {
	d := s.d
	nodeSquare := func(i int32) float64 {
		vi := v[int(i)*d : int(i+1)*d]
		return linalg.Dot(vi, vi)
	}
	total := linalg.Dot(v, v) // ‖v vᵀ‖_F
	inside := 0.0             // squared norm of the blocks at nodes and edges
	for i := range s.n {
		inside += float64(nodeSquare(int32(i)) * nodeSquare(int32(i)))
	}
	for _, e := range s.edges {
		inside += float64(2 * nodeSquare(e.I) * nodeSquare(e.J)) // the blocks (i, j) and (j, i)
	}
	return math.Abs(eta) * math.Sqrt(max(0, float64(total*total)-inside)) // rounding may make the difference negative
}

// residual sets x to L(c) − L' and returns its squared norm.
func (s *Reassembler) residual(c *sheaf.Sheaf) float64 {
	s.x.setLaplacian(c)
	s.spent.laplacian(s.n, len(s.edges), s.d)
	entries := (s.n + len(s.edges)) * s.d * s.d
	s.spent.Add(float64(entries), float64(3*entries)) // the squared norm, and the subtraction of L'
	linalg.Axpy(-1, s.goal.diag, s.x.diag)
	linalg.Axpy(-1, s.goal.off, s.x.off)
	return s.x.dot(s.x)
}
