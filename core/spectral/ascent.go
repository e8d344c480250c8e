package spectral

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// AscentOptions are the settings of an Ascent. Zero means the default in
// parentheses, except for Normalized and Shift.
type AscentOptions struct {
	// Steps is K, the number of inner steps (5).
	Steps int
	// Rho bounds ‖R − R⁰‖_F/‖R⁰‖_F (0.1).
	Rho float64
	// Eta is the step length ‖ΔR‖_F/‖R⁰‖_F of the first trial (0.1).
	Eta float64
	// Armijo is the constant c_w of sufficient increase (0.1), the condition on
	// which a trial is accepted. Curvature is the constant of Wolfe's strong
	// condition on the slope (0.9); trials only report it.
	Armijo, Curvature float64
	// MaxTrials bounds the trials of one line search (6).
	MaxTrials int
	// Normalized selects λ₂ of L̂ = D^{-1/2}LD^{-1/2} with
	// D = blockdiag(L) + Shift·I in place of λ₂ of L.
	Normalized bool
	Shift      float64
}

func (o *AscentOptions) defaults() {
	set := func(x *float64, v float64) {
		if *x <= 0 {
			*x = v
		}
	}
	if o.Steps <= 0 {
		o.Steps = 5
	}
	if o.MaxTrials <= 0 {
		o.MaxTrials = 6
	}
	set(&o.Rho, 0.1)
	set(&o.Eta, 0.1)
	set(&o.Armijo, 0.1)
	set(&o.Curvature, 0.9)
}

// Ascent raises λ₂ by changes of metric A_e on the edge stalks, one inner step at a
// time; the package comment has the equations. The direction of a step is the
// gradient projected on the sphere Σ‖R‖² = Σ‖R⁰‖². A backtracking line search
// accepts a step length only when λ₂ increases enough. The Ritz values of the
// previous eigenvectors bound λ₂ from above: a step length whose bound gains too
// little is skipped without a factorisation.
type Ascent struct {
	tr         *Tracker
	opt        AscentOptions
	g          *metric
	base       *sheaf.Sheaf
	a, from    []float64 // the caller's A, and its value at the start of the last line search
	next, dir  []float64 // trial point, direction
	gt, gtNext []float64 // tangent gradients at a and at the trial
	tmp        []float64
	cur, hat   *sheaf.Sheaf // A·R⁰ and, for L̂, its whitened form
	white      *sheaf.Whitener
	gr         []float64 // ∂λ₂/∂R, computed by Pull
	step       int
	last       float64 // last accepted step length of this ascent, 0 before the first
	kernel     int     // kernel dimension at Start, which A keeps
	// at holds the maps of the tracker's certificate, valid while known is set. end
	// is the tracker's state at the end of the ascent, saved by the first Follow.
	at, end    []float64
	known      bool
	state      []float64 // tracker state at the start of each trial; only without a factor
	done       bool
	change     float64
	est        Estimate
	trail, lam []float64
	trials     []Trial
	dirs       []float64 // directions of the inner steps, one after the other
	spent      Work      // without the tracker's
}

// NewAscent returns an Ascent for sheaves with n nodes and stalk dimension d on the
// given edges.
func NewAscent(n, d int, edges []graph.Edge, opt TrackerOptions) *Ascent {
	size, m := len(edges)*d*d, len(edges)
	buf := func(k int) []float64 { return make([]float64, k) }
	return &Ascent{tr: NewTracker(n, d, edges, opt), g: newMetric(m, d),
		next: buf(size), from: buf(size), dir: buf(size), gt: buf(size), gtNext: buf(size), tmp: buf(size),
		at: buf(2 * size), cur: sheaf.New(n, d, edges), hat: sheaf.New(n, d, edges),
		gr: buf(2 * size), white: sheaf.NewWhitener(n, d), done: true}
}

// Start begins an ascent over the base sheaf R⁰ from the changes of metric a
// (m·d·d numbers, see [IdentityMetric]) and returns the estimate of λ₂ there. It
// projects a on the constraints, which depend on R⁰; each accepted step then
// changes a in place. base must stay unchanged until the ascent is done.
func (s *Ascent) Start(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	opt.defaults()
	s.known = false
	s.Project(base, a, opt.Rho)
	return s.Begin(base, a, opt)
}

// Begin is Start for an A that Project has projected over the same base. After a
// Follow of the maps A·R⁰ it reuses their estimate. It panics on arrays of another
// length.
func (s *Ascent) Begin(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	if len(a) != len(s.next) || len(base.R) != len(s.cur.R) {
		panic(fmt.Sprintf("spectral: %d changes of metric and %d map entries, want %d and %d", len(a), len(base.R), len(s.next), len(s.cur.R)))
	}
	opt.defaults()
	s.opt, s.base, s.a, s.step, s.last, s.done, s.end = opt, base, a, 0, 0, false, s.end[:0]
	s.trail, s.lam, s.trials, s.dirs = s.trail[:0], s.lam[:0], s.trials[:0], s.dirs[:0]
	s.kernel = -1
	s.est = s.evaluate(a, s.exact())
	s.kernel = s.est.KernelDim
	s.gradient(s.gt, a)
	s.trail, s.lam = append(s.trail, s.est.Lambda2), append(s.lam, s.est.Lambda3)
	return s.est
}

// evaluate updates the tracker at the point a.
func (s *Ascent) evaluate(a []float64, to target) Estimate {
	m, d := s.g.m, s.g.d
	s.g.maps(s.cur, s.base, a)
	s.spent.Add(float64(2*m*d*d*d), float64(5*m*d*d))
	return s.updateAt(s.cur, to)
}

// exact and rough are the targets of an accepted point and of a trial, with the
// kernel dimension of Start.
func (s *Ascent) exact() target { return target{kernel: s.kernel, certify: true} }

func (s *Ascent) rough(atLeast float64) target { return target{kernel: s.kernel, atLeast: atLeast} }

// updateAt updates the tracker at the maps of c, unless it holds a certificate for
// equal maps. Between two calls the tracker holds the vectors v of the pencil L
// v = λ D v: A keeps the kernel of L, while the kernel of L̂ changes with D.
func (s *Ascent) updateAt(c *sheaf.Sheaf, to target) Estimate {
	if to.certify && s.known && slices.Equal(s.at, c.R) {
		return s.tr.Estimate()
	}
	if s.known = to.certify; s.known {
		copy(s.at, c.R)
	}
	if !s.opt.Normalized {
		return s.tr.update(c, to)
	}
	n, m, d := c.N, s.g.m, s.g.d
	s.white.Forward(c, s.opt.Shift, s.hat)
	// D_i, C_i and its inverse, the maps; then the carried vectors to the whitened
	// basis and back.
	s.spent.Add(float64(4*m*d*d*d+2*n*d*d*d/3+3*s.tr.Carried()*n*d*d), float64(6*m*d*d+2*n*d*d+2*s.tr.Carried()*n*d))
	s.inWhitenedBasis(func() { s.tr.update(s.hat, to) })
	return s.tr.Estimate()
}

// inWhitenedBasis calls do with the tracker's vectors in the basis of its
// Laplacian: whitened for L̂.
func (s *Ascent) inWhitenedBasis(do func()) {
	if !s.opt.Normalized {
		do()
		return
	}
	for k := range s.tr.Carried() {
		s.white.ToWhite(s.tr.Vector(k))
	}
	do()
	for k := range s.tr.Carried() {
		s.white.FromWhite(s.tr.Vector(k))
	}
}

// finish ends the ascent with a certificate for its last point. Points in between
// need none, since each starts from the vectors of the previous one.
func (s *Ascent) finish() {
	s.done = true
	if s.est.Certified || !s.tr.Proves() || s.est.Lambda2 == 0 {
		return
	}
	if s.tr.Direct() && s.tr.certify(s.kernel) {
		s.inWhitenedBasis(func() { s.tr.polish(s.kernel) })
		s.est, s.known = s.tr.Estimate(), true
		copy(s.at, s.cur.R)
	} else {
		s.est = s.evaluate(s.a, s.exact())
	}
	s.gradient(s.gt, s.a)
	last := len(s.trail) - 1
	s.trail[last], s.lam[last] = s.est.Lambda2, s.est.Lambda3
}

// revert ends the ascent at the last accepted point and certifies λ₂ and λ₃ there,
// which a trial computed roughly.
func (s *Ascent) revert() {
	s.est = s.evaluate(s.a, s.exact())
	s.gradient(s.gt, s.a)
	s.done = true
	if s.tr.Proves() {
		CorrectLast(s.trail, s.est.Lambda2)
		CorrectLast(s.lam, s.est.Lambda3)
	}
}

// CorrectLast replaces the last value, which a trial of a line search computed
// roughly, by the exact one. A value within 1e-11·max(1, exact) keeps its bits.
func CorrectLast(values []float64, exact float64) {
	if last := &values[len(values)-1]; !(math.Abs(*last-exact) <= 1e-11*max(1, exact)) {
		*last = exact
	}
}

// gradient sets dst to the tangent gradient of λ₂ on the sphere Σ‖R‖² = T0, at the
// point a of the last evaluate: G − (⟨G,A⟩/T0)·A C with G = ∂λ₂/∂A, which is
// orthogonal to A.
func (s *Ascent) gradient(dst, a []float64) {
	s.tr.gradientOfMetric(dst, a, s.base, s.opt.Normalized)
	if s.g.total > 0 {
		c := linalg.Dot(dst, a) / s.g.total
		s.g.timesC(s.tmp, a)
		linalg.Axpy(-c, s.tmp, dst)
	}
	m, q, low := s.g.m, s.g.d*s.g.d, max(1, s.est.Cluster)
	s.spent.Add(float64(6*low*m*q+m*q*s.g.d+m*q), float64(low*4*m*q+4*m*q))
}

// Step makes one inner step with its line search and reports whether the ascent is
// over: it made all steps, or no trial satisfied Armijo's condition.
func (s *Ascent) Step() (done bool) {
	if s.done {
		return true
	}
	s.step++
	if !s.tr.Direct() {
		// Without a factor λ₂ is an upper bound. Bounds are comparable only after
		// equal work from equal vectors.
		s.state = s.tr.Snapshot(s.state[:0])
		s.est = s.evaluate(s.a, s.rough(0))
		s.gradient(s.gt, s.a)
	}
	s.direction()
	size := math.Sqrt(s.g.timesC(s.tmp, s.dir))
	s.spent.Add(float64(s.g.m*s.g.d*s.g.d*(s.g.d+2)), float64(5*s.g.m*s.g.d*s.g.d)) // with the slope
	if !(size > 0) || s.est.Lambda2 == 0 || math.IsInf(size, 0) {
		s.finish()
		return true
	}
	// η is the relative change of the maps: ‖dir·R⁰‖ = ‖R⁰‖.
	linalg.Scal(math.Sqrt(s.g.total)/size, s.dir)
	s.dirs = append(s.dirs, s.dir...)
	copy(s.from, s.a)
	slope := linalg.Dot(s.gt, s.dir)
	eta := s.firstEta(slope)
	if s.last > 0 {
		eta = min(eta, 2*s.last)
	}
	for range s.opt.MaxTrials {
		if s.tryStep(eta, slope) {
			s.last = eta
			s.trail, s.lam = append(s.trail, s.est.Lambda2), append(s.lam, s.est.Lambda3)
			if s.step >= s.opt.Steps {
				s.finish()
			}
			return s.done
		}
		eta /= 2
	}
	s.revert()
	return true
}

// direction sets dir to the tangent gradient. When the bound on ‖R − R⁰‖ is active
// and the gradient points out of it, dir is the component along the bound. On the
// sphere the bound is ⟨A, C⟩ ≥ const, with the tangent gradient
// N = C − (⟨C,A⟩/T0)·A C.
func (s *Ascent) direction() {
	copy(s.dir, s.gt)
	if s.change < s.opt.Rho*(1-1e-6) || s.g.total == 0 {
		return
	}
	n := s.gtNext // free between trials
	s.g.timesC(n, s.a)
	linalg.Scal(-linalg.Dot(s.g.c, s.a)/s.g.total, n)
	linalg.Axpy(1, s.g.c, n)
	if along, nn := linalg.Dot(n, s.dir), linalg.Dot(n, n); along < 0 && nn > 0 {
		linalg.Axpy(-along/nn, n, s.dir)
	}
}

// firstEta returns the first step length. The next eigenvalue stops the gain of λ₂,
// so that Armijo's condition is unlikely beyond (λ₃ − λ₂)/(c_w·slope): the length
// is at most 0.8 of it and at most Eta.
func (s *Ascent) firstEta(slope float64) float64 {
	k := s.est.Cluster
	if k >= s.tr.Carried() || math.IsInf(s.tr.Value(k), 1) {
		return s.opt.Eta
	}
	reach := 0.8 * (s.tr.Value(k) - s.est.Lambda2) / (s.opt.Armijo * slope)
	return min(s.opt.Eta, max(reach, 1e-3*s.opt.Eta))
}

// tryStep evaluates one trial, moves A there when Armijo's condition holds, and
// reports whether it does.
func (s *Ascent) tryStep(eta, slope float64) bool {
	copy(s.next, s.a)
	linalg.Axpy(eta, s.dir, s.next)
	change := s.g.project(s.next, s.tmp, s.opt.Rho)
	s.spent.Add(float64(s.g.m*s.g.d*s.g.d*(s.g.d+2)), float64(6*s.g.m*s.g.d*s.g.d)) // with the promised increase
	// The projection bends the step: the promised increase is that of the projected
	// step.
	promised := 0.0
	for i, g := range s.gt {
		promised += g * (s.next[i] - s.a[i])
	}
	if !s.tr.Direct() {
		s.restoreTracker(s.state)
	}
	// When the previous eigenvectors bound λ₂ below Armijo's value, nothing is
	// factored, and this is no trial.
	atLeast := math.Inf(1)
	if promised > 0 {
		atLeast = s.est.Lambda2 + float64(s.opt.Armijo*promised)
	}
	est := s.evaluate(s.next, s.rough(atLeast))
	if est.Lambda2 == 0 {
		return false
	}
	t := Trial{Step: s.step, Eta: eta, Lambda2: est.Lambda2, Slope: slope, Change: change}
	s.gradient(s.gtNext, s.next)
	t.SlopeAt, t.Promised = linalg.Dot(s.gtNext, s.dir), promised
	t.Judge(s.est.Lambda2, s.opt.Armijo, s.opt.Curvature)
	s.trials = append(s.trials, t)
	if !t.Armijo {
		return false
	}
	copy(s.a, s.next)
	s.gt, s.gtNext = s.gtNext, s.gt
	s.est, s.change = est, change
	return true
}
