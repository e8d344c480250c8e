package spectral

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// NearestOptions are the settings of a Reassembler; zero values mean the defaults.
type NearestOptions struct {
	// Iterations bounds the Gauss–Newton steps (30; 10 with conjugate gradients).
	Iterations int
	// Tol ends the iteration: when ‖L(R) − L'‖ fell to Tol of its first value, or its
	// square falls by less than that share in six steps, one after the other (1e-3).
	Tol float64
	// Tied keeps one map for both ends of an edge (the convention "literal").
	Tied bool
	// MaxWork bounds the multiplications of one factorisation (2e8); above it the
	// steps are computed by conjugate gradients.
	MaxWork int
}

// patience is how many steps without progress end the iteration: with the first
// damping a tiny eigenvalue takes some to come into sight.
const patience = 6

// Nearest is what a Reassembler found.
type Nearest struct {
	// Before and Residual are ‖L(R) − L'‖_F over the blocks that the graph has, at
	// R⁰ and at the end. Outside is the norm of the other blocks of L', which no sheaf
	// of the graph has.
	Before, Residual, Outside float64
	Iterations                int
	// Tolerance is that of the options. Converged is false where the iteration ended at their bound, before the tolerance ended it.
	Tolerance float64
	Converged bool
}

// Reassembler is theorem 3's way back to a sheaf: it finds that on a graph whose
// Laplacian is nearest to a given L' = L(R⁰) + η v vᵀ. No sheaf of the graph has L' itself: v vᵀ is dense.
//
//	min_R f(R) = ‖L(R) − L'‖_F²,   X = L(R) − L'
//	∂f/∂R_ij = 4(R_ij X_ii − R_ji X_ji),   ∂f/∂R_ji = 4(R_ji X_jj − R_ij X_ij)
//
// Blocks of X off the graph do not depend on R, so that only the n + m blocks on
// it are formed. The solver is Gauss–Newton from R⁰ with the damping of Levenberg
// and Marquardt, δ = −Jᵀ(JJᵀ + μI)⁻¹x, x being the blocks of X and J their
// derivative, and with the correction of second order by Transtrum and Sethna (2012),
// δ₂ = −Jᵀ(JJᵀ + μI)⁻¹L(δ): the iterate moves to R + tδ + t²δ₂, along which f is least
// where a straight step soon leaves the valley. Hansen and Ghrist, "Learning sheaf Laplacians from smooth signals" (ICASSP 2019), and
// their SheafLearning.jl project onto sheaf Laplacians, too: on the convex cone of all of them, where every pair of nodes may have an
// edge and blocks of rank over d may stand; here the edges are given and each block is R_ijᵀR_ij. Steps lie in the range of Jᵀ,
// δ_ij = R_ij M_ii − R_ji M_ji with symmetric M, so a node keeps the directions on
// which all its maps vanish.
type Reassembler struct {
	n, d       int
	edges      []graph.Edge
	opt        NearestOptions
	roots      []float64
	cur, next  *sheaf.Sheaf // the iterate, and its step or start
	x, y       pattern      // residual; solutions of (JJᵀ + μI) y = p
	square     pattern      // L(step)
	goal       pattern      // L'
	step, bend []float64    // of the unknowns, of first and second order
	change     []float64    // of the unknowns, from the start
	maps       []float64    // of the maps, where they are not the unknowns
	spent      Work
	direct     *gram // nil: conjugate gradients
	iterate    *normal
}

// NewReassembler returns a Reassembler for sheaves with n nodes and stalk
// dimension d on the given edges.
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
		s.iterate = newNormal(free)
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
// to L(base) + eta·v vᵀ, found from base (see Reassembler). With a factorisation it iterates until ‖L(R) − L'‖ is converged to 1e-7
// of its first value, or for 30 steps: a training needs less. v has length N·D; it is an error when it has not.
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

// Change returns by how much the last Solve moved the unknowns, sharing memory with
// s: R − R⁰ in the order of sheaf.Sheaf.R or, tied, m·d·d numbers for the one map of
// each edge, before the roots.
func (s *Reassembler) Change() []float64 { return s.change }

// Solve finds the sheaf nearest to L(base) + eta·v vᵀ. Tied maps of a normalised
// sheaf are R M_i and R M_j with the roots M of the normaliser, n·d·d numbers; nil
// means M = I. Without Tied, roots are ignored.
func (s *Reassembler) Solve(base *sheaf.Sheaf, v []float64, eta float64, roots []float64) *Nearest {
	if len(v) != s.n*s.d || len(base.R) != len(s.cur.R) {
		panic(fmt.Sprintf("spectral: %d entries and %d map entries, want %d and %d", len(v), len(base.R), s.n*s.d, len(s.cur.R)))
	}
	s.roots = roots
	copy(s.cur.R, base.R)
	clear(s.change)
	s.target(v, eta)
	f := s.residual(s.cur)
	out := &Nearest{Before: math.Sqrt(f), Outside: s.outside(v, eta), Tolerance: s.opt.Tol}
	end := f * s.opt.Tol * s.opt.Tol
	still := 0
	// Damped by η, the first step at least grows a tiny eigenvalue λ of L in proportion
	// to √λ.
	for mu := math.Abs(eta); f > end && still < patience && out.Iterations < s.opt.Iterations; {
		out.Iterations++
		if !s.prepare(mu) {
			mu *= 100
			continue
		}
		s.solve(s.step, s.x, mu)
		copy(s.next.R, s.spread(s.step))
		s.square.of(s.next)
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

// prepare makes ready to solve at cur with damping mu. It reports false when the
// factorisation breaks down.
func (s *Reassembler) prepare(mu float64) bool {
	if s.direct == nil {
		return true
	}
	s.direct.count(&s.spent)
	return s.direct.factor(s.cur, mu)
}

// solve sets dst to −Jᵀ(JJᵀ + μI)⁻¹p, the damped step that takes p away.
func (s *Reassembler) solve(dst []float64, p pattern, mu float64) {
	if s.direct == nil {
		s.iterate.solve(s, dst, p, mu)
		return
	}
	s.direct.solve(&s.y, p)
	s.direct.countSolve(&s.spent)
	s.adjoint(dst, s.y, s.cur)
}

// search moves cur along t·step + t²·bend to where f is least among t = 4, 2, 1, …
// and returns f there, and t: 0 and f as it was when it falls nowhere.
func (s *Reassembler) search(f float64) (value, t float64) {
	copy(s.next.R, s.cur.R)
	at := func(t float64) float64 {
		copy(s.cur.R, s.next.R)
		linalg.Axpy(t, s.spread(s.step), s.cur.R)
		linalg.Axpy(t*t, s.spread(s.bend), s.cur.R)
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

// target sets goal to the blocks of L(cur) + eta·v vᵀ.
func (s *Reassembler) target(v []float64, eta float64) {
	d, dd := s.d, s.d*s.d
	s.goal.of(s.cur)
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

// outside returns the norm of the blocks of eta·v vᵀ that the graph has not.
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
	s.x.of(c)
	s.spent.laplacian(s.n, len(s.edges), s.d)
	s.spent.Add(float64((s.n+len(s.edges))*s.d*s.d), float64(3*(s.n+len(s.edges))*s.d*s.d))
	linalg.Axpy(-1, s.goal.diag, s.x.diag)
	linalg.Axpy(-1, s.goal.off, s.x.off)
	return s.x.dot(s.x)
}
