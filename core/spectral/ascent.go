package spectral

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// This file contains the gap ascent: settings, state, and the evaluation of a point.

// AscentOptions are the settings of an Ascent. A field with a default in parentheses has
// this default if it is not positive.
type AscentOptions struct {
	// Steps is K, the number of inner steps (5).
	Steps int
	// Rho bounds ‖R − R⁰‖_F/‖R⁰‖_F. If it is 0, no step changes the maps.
	Rho float64
	// Eta is the largest step length ‖ΔR‖_F/‖R⁰‖_F of a trial (0.1).
	Eta float64
	// Armijo is the constant c_w of Armijo's condition, by which the line search accepts a
	// trial (0.1). Curvature is the constant of Wolfe's strong condition on the slope (0.9),
	// which each trial reports but need not meet.
	Armijo, Curvature float64
	// MaxTrials bounds the trials of one line search (6).
	MaxTrials int
	// Normalized selects L̂ = D^{-1/2}LD^{-1/2} with D = blockdiag(L) + Shift·I in place of L.
	Normalized bool
	Shift      float64
}

// setDefaults replaces the settings that have a default and are not positive.
func (o *AscentOptions) setDefaults() {
	setDefault := func(setting *float64, value float64) {
		if *setting <= 0 {
			*setting = value
		}
	}
	if o.Steps <= 0 {
		o.Steps = 5
	}
	if o.MaxTrials <= 0 {
		o.MaxTrials = 6
	}
	setDefault(&o.Eta, 0.1)
	setDefault(&o.Armijo, 0.1)
	setDefault(&o.Curvature, 0.9)
}

// problem returns the eigenproblem whose λ₂ the ascent raises: the pencil for L̂, or the
// standard problem for L.
func (o *AscentOptions) problem() eigenproblem {
	if o.Normalized {
		return pencil
	}
	return standard
}

// Ascent raises λ₂ by changes of metric A_e on the edge stalks, an inner step at a
// time; the package comment has the equations. A step follows the gradient of λ₂ on the
// sphere Σ‖R‖² = Σ‖R⁰‖² (see setDirection). A backtracking line search accepts a step
// length if λ₂ increases enough (Armijo's condition).
type Ascent struct {
	tracker  *Tracker
	opt      AscentOptions
	metric   *metric
	whitener *sheaf.Whitener
	base     *sheaf.Sheaf // the base sheaf R⁰
	a        []float64    // the caller's A, the current point
	cur      *sheaf.Sheaf // A·R⁰; within a line search the maps of the last trial
	whitened *sheaf.Sheaf // for L̂, the whitened form of the maps of the tracker's last update
	step     int          // number of inner steps so far
	done     bool         // whether the ascent is over
	kernel   int          // kernel dimension at the start, which every invertible A keeps
	est      Estimate     // estimate of λ₂ at a
	change   float64      // ‖R − R⁰‖/‖R⁰‖ at a
	tangent  []float64    // tangent gradient at a
	lastEta  float64      // last accepted step length of this ascent; 0 before the first accepted step
	spent    Work         // work of the ascent itself; the tracker counts its own work

	tmp, mapGradient []float64 // workspace; ∂λ₂/∂R, computed by Pull

	// The present line search: A at its start, the direction, the trial point, and the tangent
	// gradient at the trial point. trialState is the tracker's state at the start of each
	// trial; only a tracker without a factor needs it.
	lineStart, dir, next, tangentNext []float64
	trialState                        []float64

	// If certificateValid is set, the tracker has a certificate for certifiedMaps. endState
	// is the tracker's state at the end of the ascent, or empty until the first Follow.
	certifiedMaps, endState []float64
	certificateValid        bool

	// The record of the ascent, see Trail, Lambda3, Trials and Directions.
	trail, lambda3 []float64
	trials         []Trial
	directions     []float64
}

// NewAscent returns an Ascent for sheaves with n nodes and stalk dimension d on the
// given edges.
func NewAscent(n, d int, edges []graph.Edge, opt TrackerOptions) *Ascent {
	m := len(edges)
	size := m * d * d // length of A; the maps have twice this length
	vector := func(k int) []float64 { return make([]float64, k) }
	return &Ascent{
		tracker: NewTracker(n, d, edges, opt), metric: newMetric(m, d), whitener: sheaf.NewWhitener(n, d),
		cur: sheaf.New(n, d, edges), whitened: sheaf.New(n, d, edges), certifiedMaps: vector(2 * size), done: true, // until Start
		lineStart: vector(size), dir: vector(size), next: vector(size), tangent: vector(size), tangentNext: vector(size),
		tmp: vector(size), mapGradient: vector(2 * size),
	}
}

// Start begins an ascent over the base sheaf R⁰ from the changes of metric a, m·d·d
// numbers (see [IdentityMetric]). It projects a on the constraints (see Project) and returns
// the estimate of λ₂ at the projected point. Each accepted step changes a in place. The
// caller must not change base until the ascent is done. Start ignores earlier certificates,
// so its result depends only on the arguments and the tracker's state.
func (s *Ascent) Start(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	opt.setDefaults()
	s.certificateValid = false
	s.Project(base, a, opt.Rho)
	return s.Begin(base, a, opt)
}

// Begin is Start for an A that Project has already projected over the same base. If the
// preceding Follow was for the maps A·R⁰, with equal Normalized and Shift, Begin reuses its
// estimate. Begin panics if a or base does not have the size of the Ascent.
func (s *Ascent) Begin(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	if len(a) != len(s.next) || len(base.R) != len(s.cur.R) {
		panic(fmt.Sprintf("spectral: %d changes of metric and %d map entries, want %d and %d", len(a), len(base.R), len(s.next), len(s.cur.R)))
	}
	opt.setDefaults()
	s.opt, s.base, s.a = opt, base, a
	s.step, s.lastEta, s.done = 0, 0, false
	s.endState, s.trail, s.lambda3 = s.endState[:0], s.trail[:0], s.lambda3[:0]
	s.trials, s.directions = s.trials[:0], s.directions[:0]
	s.kernel = unknownKernel // the first evaluation counts the kernel
	s.est = s.evaluate(a, s.exact())
	s.kernel = s.est.KernelDim
	s.tangentGradient(s.tangent, a)
	s.recordPoint()
	return s.est
}

// recordPoint appends λ₂ and λ₃ at the current point to the record of the ascent.
func (s *Ascent) recordPoint() {
	s.trail = append(s.trail, s.est.Lambda2)
	s.lambda3 = append(s.lambda3, s.est.Lambda3)
}

// evaluate updates the tracker at the maps A·R⁰ for A = a and returns the estimate that
// goal requires.
func (s *Ascent) evaluate(a []float64, goal target) Estimate {
	m, d := s.metric.m, s.metric.d
	s.metric.maps(s.cur, s.base, a)
	// 2m products A_e·R⁰ of d×d matrices read A and R⁰ and write R.
	s.spent.Add(float64(2*m*d*d*d), float64(5*m*d*d))
	return s.updateAt(s.cur, goal)
}

// exact returns the target of an accepted point, with the kernel dimension of Begin.
func (s *Ascent) exact() target { return target{kernel: s.kernel, certify: true} }

// rough returns the target of a trial, with the kernel dimension of Begin. atLeast is
// the smallest λ₂ with which the line search can accept the trial.
func (s *Ascent) rough(atLeast float64) target { return target{kernel: s.kernel, atLeast: atLeast} }

// updateAt updates the tracker at the maps of c and returns the estimate that goal
// requires. If goal.certify is set and the last estimate has a certificate for equal maps,
// updateAt returns that estimate.
//
// Between two calls the tracker holds, for L̂, the vectors v of the pencil L v = λ D v: a
// change of A keeps the kernel of the pencil, but changes the kernel of L̂.
func (s *Ascent) updateAt(c *sheaf.Sheaf, goal target) Estimate {
	isCertified := s.certificateValid && slices.Equal(s.certifiedMaps, c.R)
	if goal.certify && isCertified {
		return s.tracker.Estimate()
	}
	s.certificateValid = goal.certify // a rough update moves the tracker away from the certified maps
	if goal.certify {
		copy(s.certifiedMaps, c.R)
	}
	if !s.opt.Normalized {
		return s.tracker.update(c, goal)
	}
	s.whitener.Forward(c, s.opt.Shift, s.whitened)
	s.countWhitening(c.N)
	s.inWhitenedBasis(func() { s.tracker.update(s.whitened, goal) })
	return s.tracker.Estimate()
}

// countWhitening adds the work of a whitening to spent. The summands are for the blocks D_i
// and the whitened maps, for the roots C_i and their inverses, and for the changes of basis
// of the carried vectors, to the whitened basis and back.
func (s *Ascent) countWhitening(n int) {
	m, d, carried := s.metric.m, s.metric.d, s.tracker.Carried()
	multiplyAdds := 4*m*d*d*d + 2*n*d*d*d/3 + 3*carried*n*d*d
	numbers := 6*m*d*d + 2*n*d*d + 2*carried*n*d
	s.spent.Add(float64(multiplyAdds), float64(numbers))
}

// inWhitenedBasis calls run. For L̂ the tracker's vectors are in the whitened basis
// during the call, and in the original basis before and after the call.
func (s *Ascent) inWhitenedBasis(run func()) {
	if !s.opt.Normalized {
		run()
		return
	}
	for k := range s.tracker.Carried() {
		s.whitener.ToWhite(s.tracker.Vector(k))
	}
	run()
	for k := range s.tracker.Carried() {
		s.whitener.FromWhite(s.tracker.Vector(k))
	}
}

// finish ends the ascent. If the last point has no certificate and the tracker can prove
// λ₂, finish evaluates this point again for a certificate. It then corrects the last λ₂
// and λ₃ of the record, and recomputes the tangent gradient.
func (s *Ascent) finish() {
	s.done = true
	needsProof := !s.est.Certified && s.est.Lambda2 != 0 // for λ₂ = 0 there is no eigenvalue to prove
	if !needsProof || !s.tracker.Proves() {
		return
	}
	// If one more factorisation certifies the rough λ₂, a few steps with its factor make
	// λ₂ exact. If not, the point is evaluated from the start.
	if s.tracker.Direct() && s.tracker.certify(s.kernel) {
		s.inWhitenedBasis(func() { s.tracker.polish(s.kernel) })
		s.est, s.certificateValid = s.tracker.Estimate(), true
		copy(s.certifiedMaps, s.cur.R)
	} else {
		s.est = s.evaluate(s.a, s.exact())
	}
	s.tangentGradient(s.tangent, s.a)
	last := len(s.trail) - 1
	s.trail[last], s.lambda3[last] = s.est.Lambda2, s.est.Lambda3
}

// finishWithoutStep ends the ascent after a line search in which every trial failed.
// It returns the tracker to the last accepted point and evaluates this point exactly.
func (s *Ascent) finishWithoutStep() {
	s.est = s.evaluate(s.a, s.exact())
	s.tangentGradient(s.tangent, s.a)
	s.done = true
	if s.tracker.Proves() { // without a proof both values are only upper bounds
		CorrectLast(s.trail, s.est.Lambda2)
		CorrectLast(s.lambda3, s.est.Lambda3)
	}
}

// CorrectLast replaces the last of values, which comes from a rough trial, by exact. It
// keeps a last value that differs by at most 1e-11·max(1, exact), that is by rounding
// errors. values must not be empty.
func CorrectLast(values []float64, exact float64) {
	last := len(values) - 1
	isEqual := math.Abs(values[last]-exact) <= 1e-11*max(1, exact)
	if !isEqual {
		values[last] = exact
	}
}

// tangentGradient sets dst to the gradient of λ₂ for maps that are scaled to the sphere
// Σ‖R‖² = T0, at the point a of the last evaluate. The gradient is G − (⟨G,A⟩/T0)·A C
// with G = ∂λ₂/∂A, C as in metric and T0 = metric.total. It is orthogonal to A.
func (s *Ascent) tangentGradient(dst, a []float64) {
	s.tracker.gradientOfMetric(dst, a, s.base, s.opt.problem())
	if s.metric.total > 0 { // if R⁰ is 0, the gradient is 0, too
		c := linalg.Dot(dst, a) / s.metric.total
		s.metric.timesC(s.tmp, a)
		linalg.Axpy(-c, s.tmp, dst)
	}
	// For each eigenvector of the cluster: four products of a matrix and a vector and
	// two outer products per edge. Then, once: the product A C and an inner product.
	m, dd, vectors := s.metric.m, s.metric.d*s.metric.d, max(1, s.est.Cluster)
	s.spent.Add(float64(6*vectors*m*dd+m*dd*s.metric.d+m*dd), float64(vectors*4*m*dd+4*m*dd))
}
