package spectral

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// NearestOptions are the settings of a [Reassembler]; zero means the default in
// parentheses.
type NearestOptions struct {
	// Iterations bounds the Gauss–Newton steps (30; 10 with conjugate gradients).
	Iterations int
	// Tol is the relative tolerance (1e-3). The iteration ends when ‖L(R) − L'‖ is
	// at most Tol times its first value, or when six successive steps each lower
	// its square by less than the share Tol.
	Tol float64
	// Tied keeps one map for both ends of an edge (the convention "literal").
	Tied bool
	// MaxWork bounds the multiplications of one factorisation (2e8); beyond it
	// conjugate gradients compute the steps.
	MaxWork int
}

// patience is the number of successive steps without progress that end the
// iteration. A tiny eigenvalue needs some steps to grow under the first damping.
const patience = 6

// Nearest is the result of a [Reassembler].
type Nearest struct {
	// Before and Residual are ‖L(R) − L'‖_F over the blocks on the graph, at R⁰ and
	// at the end. Outside is the norm of the blocks of L' off the graph, which are
	// 0 in the Laplacian of every sheaf on it.
	Before, Residual, Outside float64
	Iterations                int
	// Tolerance is the Tol of the options. Converged is false when the bound on the
	// iterations ended the search.
	Tolerance float64
	Converged bool
}

// Reassembler is theorem 3's projection back to a sheaf: on the edges of a graph it
// finds the sheaf with the Laplacian nearest to L' = L(R⁰) + η v vᵀ. No sheaf on
// the graph has the Laplacian L', since v vᵀ is dense.
//
//	min_R f(R) = ‖L(R) − L'‖_F²,   X = L(R) − L'
//	∂f/∂R_ij = 4(R_ij X_ii − R_ji X_ji),   ∂f/∂R_ji = 4(R_ji X_jj − R_ij X_ij)
//
// Blocks of X off the graph do not depend on R: only the n + m blocks on the graph
// are formed. The solver is Gauss–Newton from R⁰ with the damping of Levenberg and
// Marquardt, δ = −Jᵀ(JJᵀ + μI)⁻¹x; x holds the blocks of X and J is their Jacobian.
// The second-order correction of Transtrum and Sethna (2012) is
// δ₂ = −Jᵀ(JJᵀ + μI)⁻¹L(δ). The iterate moves along the parabola R + tδ + t²δ₂,
// since a straight step soon leaves the valley of f. Steps lie in the range of Jᵀ,
// δ_ij = R_ij M_ii − R_ji M_ji with symmetric M: a node keeps the directions on
// which all its maps vanish.
//
// Hansen and Ghrist, "Learning sheaf Laplacians from smooth signals" (ICASSP 2019),
// and SheafLearning.jl also project on sheaf Laplacians. Their set is the convex
// cone of all sheaf Laplacians, where any two nodes may have an edge and blocks may
// have a rank above d. Here the edges are given and each block is R_ijᵀR_ij.
type Reassembler struct {
	n, d       int
	edges      []graph.Edge
	opt        NearestOptions
	roots      []float64
	cur, next  *sheaf.Sheaf // the iterate; the step, or the start of a search
	x, y       pattern      // residual; solutions of (JJᵀ + μI) y = p
	square     pattern      // L(step)
	goal       pattern      // L'
	step, bend []float64    // δ and δ₂ of the unknowns
	change     []float64    // of the unknowns since the start
	maps       []float64    // change of the maps when they are not the unknowns
	spent      Work
	direct     *gram     // nil with conjugate gradients
	iterate    *normalCG // nil with a factor
}

// NewReassembler returns a Reassembler for sheaves with n nodes and stalk dimension
// d on the given edges.
func NewReassembler(n, d int, edges []graph.Edge, opt NearestOptions) *Reassembler {
	if opt.Tol <= 0 {
		opt.Tol = 1e-3
	}
	if opt.MaxWork <= 0 {
		opt.MaxWork = 2e8
	}
	m := len(edges)
	maps := 2 * m * d * d
	free := maps
	if opt.Tied {
		free /= 2
	}
	s := &Reassembler{n: n, d: d, edges: edges, opt: opt, cur: sheaf.New(n, d, edges), next: sheaf.New(n, d, edges),
		x: newPattern(n, m, d), y: newPattern(n, m, d), square: newPattern(n, m, d), goal: newPattern(n, m, d),
		step: make([]float64, free), bend: make([]float64, free), change: make([]float64, free), maps: make([]float64, maps)}
	if !opt.Tied {
		s.direct = newGram(n, d, edges, opt.MaxWork)
	}
	if s.direct == nil {
		s.iterate = newNormalCG(free)
	}
	if s.opt.Iterations <= 0 {
		s.opt.Iterations = 30
		if s.direct == nil {
			s.opt.Iterations = 10
		}
	}
	return s
}

// ReassembleFrom returns the sheaf on the edges of base with the Laplacian nearest
// to L(base) + eta·v vᵀ, found from base (see [Reassembler]). With a factorisation
// the tolerance is 1e-7, tighter than in training. v has length N·D; another length
// is an error.
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
// s. Free maps give R − R⁰ in the layout of sheaf.Sheaf.R. Tied maps give m·d·d
// numbers, for one map per edge before the product with the roots.
func (s *Reassembler) Change() []float64 { return s.change }

// Solve finds the sheaf with the Laplacian nearest to L(base) + eta·v vᵀ; Maps
// returns it. Tied maps of a normalised sheaf are R M_i and R M_j with the roots M
// of the normaliser, n·d·d numbers; nil means M = I. Without Tied, roots are
// ignored. It panics on arrays of another length.
func (s *Reassembler) Solve(base *sheaf.Sheaf, v []float64, eta float64, roots []float64) *Nearest {
	if len(v) != s.n*s.d || len(base.R) != len(s.cur.R) {
		panic(fmt.Sprintf("spectral: %d entries and %d map entries, want %d and %d", len(v), len(base.R), s.n*s.d, len(s.cur.R)))
	}
	s.roots = roots
	copy(s.cur.R, base.R)
	clear(s.change)
	s.setGoal(v, eta)
	f := s.residual(s.cur)
	out := &Nearest{Before: math.Sqrt(f), Outside: s.outside(v, eta), Tolerance: s.opt.Tol}
	end := f * s.opt.Tol * s.opt.Tol
	still := 0
	// With the damping μ = η the first step makes a tiny eigenvalue λ of L grow in
	// proportion to √λ at least.
	for mu := math.Abs(eta); f > end && still < patience && out.Iterations < s.opt.Iterations; {
		out.Iterations++
		if !s.prepare(mu) {
			mu *= 100
			continue
		}
		s.solve(s.step, s.x, mu)
		copy(s.next.R, s.mapsOf(s.step))
		s.square.setLaplacian(s.next)
		s.spent.laplacian(s.n, len(s.edges), s.d)
		s.solve(s.bend, s.square, mu)
		g, t := s.search(f)
		if !(g < f) {
			mu *= 10
			continue
		}
		linalg.Axpy(t, s.step, s.change)
		linalg.Axpy(t*t, s.bend, s.change)
		if still++; f-g > s.opt.Tol*f {
			still = 0
		}
		f = g
		if t >= 1 {
			mu /= 10
		} else if t < 0.5 {
			mu *= 3
		}
	}
	out.Residual, out.Converged = math.Sqrt(f), f <= end || still >= patience
	return out
}

// prepare factors JJᵀ + μI at cur, if the solver is direct. It reports false when
// the factorisation breaks down.
func (s *Reassembler) prepare(mu float64) bool {
	if s.direct == nil {
		return true
	}
	s.direct.countFactor(&s.spent)
	return s.direct.factor(s.cur, mu)
}

// solve sets dst to −Jᵀ(JJᵀ + μI)⁻¹p, the damped step that cancels p.
func (s *Reassembler) solve(dst []float64, p pattern, mu float64) {
	if s.direct == nil {
		s.iterate.solve(s, dst, p, mu)
		return
	}
	s.direct.solve(&s.y, p)
	s.direct.countSolve(&s.spent)
	s.jacobianT(dst, s.y, s.cur)
}

// search moves cur along t·step + t²·bend, with t = 4, 2, 1, …, to the first
// minimum of the objective below f. It returns the objective there and t. When no t
// lowers the objective, cur stays and t is 0.
func (s *Reassembler) search(f float64) (value, t float64) {
	copy(s.next.R, s.cur.R)
	at := func(t float64) float64 {
		copy(s.cur.R, s.next.R)
		linalg.Axpy(t, s.mapsOf(s.step), s.cur.R)
		linalg.Axpy(t*t, s.mapsOf(s.bend), s.cur.R)
		return s.residual(s.cur)
	}
	value = f
	for try := 4.0; try > 1e-4; try /= 2 {
		if g := at(try); g < value {
			value, t = g, try
		} else if t > 0 {
			break
		}
	}
	return at(t), t
}

// setGoal sets goal to the blocks of L(cur) + eta·v vᵀ.
func (s *Reassembler) setGoal(v []float64, eta float64) {
	d, dd := s.d, s.d*s.d
	s.goal.setLaplacian(s.cur)
	s.spent.laplacian(s.n, len(s.edges), d)
	s.spent.Add(float64((s.n+len(s.edges))*dd), float64(2*(s.n+len(s.edges))*dd+2*s.n*d))
	for i := range s.n {
		small.AddOuter(d, eta, v[i*d:(i+1)*d], v[i*d:(i+1)*d], s.goal.diag[i*dd:(i+1)*dd])
	}
	for e, ed := range s.edges {
		i, j := int(ed.I), int(ed.J)
		small.AddOuter(d, eta, v[i*d:(i+1)*d], v[j*d:(j+1)*d], s.goal.off[e*dd:(e+1)*dd])
	}
}

// outside returns the Frobenius norm of the blocks of eta·v vᵀ off the graph.
func (s *Reassembler) outside(v []float64, eta float64) float64 {
	d := s.d
	node := func(i int32) float64 { u := v[int(i)*d : int(i+1)*d]; return linalg.Dot(u, u) }
	total, on := linalg.Dot(v, v), 0.0
	for i := range s.n {
		on += node(int32(i)) * node(int32(i))
	}
	for _, e := range s.edges {
		on += 2 * node(e.I) * node(e.J)
	}
	return math.Abs(eta) * math.Sqrt(max(0, total*total-on))
}

// residual sets x to L(c) − L' and returns its squared norm.
func (s *Reassembler) residual(c *sheaf.Sheaf) float64 {
	s.x.setLaplacian(c)
	s.spent.laplacian(s.n, len(s.edges), s.d)
	s.spent.Add(float64((s.n+len(s.edges))*s.d*s.d), float64(3*(s.n+len(s.edges))*s.d*s.d))
	linalg.Axpy(-1, s.goal.diag, s.x.diag)
	linalg.Axpy(-1, s.goal.off, s.x.off)
	return s.x.dot(s.x)
}
