package spectral

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// AscentOptions are the settings of an Ascent. A zero field has the default in
// parentheses; Normalized and Shift have none.
type AscentOptions struct {
	// Steps is K, the number of inner steps (5).
	Steps int
	// Rho bounds ‖R − R⁰‖_F/‖R⁰‖_F (0.1).
	Rho float64
	// Eta is the step length ‖ΔR‖_F/‖R⁰‖_F of the first trial (0.1).
	Eta float64
	// Armijo is the constant c_w of sufficient increase (0.1); the line search
	// accepts a trial with sufficient increase. Curvature is the constant of Wolfe's
	// strong condition on the slope (0.9), which each trial reports but need not meet.
	Armijo, Curvature float64
	// MaxTrials bounds the trials of one line search (6).
	MaxTrials int
	// Normalized selects λ₂ of L̂ = D^{-1/2}LD^{-1/2} with
	// D = blockdiag(L) + Shift·I in place of λ₂ of L.
	Normalized bool
	Shift      float64
}

// setDefaults replaces the settings that are not positive by their defaults.
func (o *AscentOptions) setDefaults() {
	set := func(setting *float64, value float64) {
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
	set(&o.Rho, 0.1)
	set(&o.Eta, 0.1)
	set(&o.Armijo, 0.1)
	set(&o.Curvature, 0.9)
}

// problem returns the eigenproblem whose λ₂ the ascent raises.
func (o *AscentOptions) problem() eigenproblem {
	if o.Normalized {
		return pencil
	}
	return standard
}

// Ascent raises λ₂ by changes of metric A_e on the edge stalks, an inner step at a
// time; the package comment has the equations. The direction of a step is the
// gradient projected on the sphere Σ‖R‖² = Σ‖R⁰‖². A backtracking line search
// accepts a step length if it increases λ₂ enough. The Ritz values of the previous
// eigenvectors bound λ₂ from above. If that bound gains too little, the step length
// is rejected without a factorisation.
type Ascent struct {
	tracker  *Tracker
	opt      AscentOptions
	metric   *metric
	whitener *sheaf.Whitener
	base     *sheaf.Sheaf // R⁰
	a        []float64    // the caller's A
	cur      *sheaf.Sheaf // A·R⁰
	whitened *sheaf.Sheaf // the whitened form of cur, for L̂
	step     int          // number of inner steps so far
	done     bool
	kernel   int       // kernel dimension at the start, which every A keeps
	est      Estimate  // at a
	change   float64   // ‖R − R⁰‖/‖R⁰‖ at a
	tangent  []float64 // tangent gradient at a
	lastEta  float64   // last accepted step length of this ascent, 0 before the first
	spent    Work      // without the tracker's

	tmp, mapGradient []float64 // workspace; ∂λ₂/∂R, computed by Pull

	// The present line search: the value of A at its start, the direction, the
	// trial point and the tangent gradient at that point. trialState is the
	// tracker's state before each trial, used only without a factor.
	lineStart, dir, next, tangentNext []float64
	trialState                        []float64

	// certifiedMaps are the maps for which the tracker has a certificate, if
	// certificateValid is set. endState is the tracker's state at the end of the
	// ascent, saved by the first Follow.
	certifiedMaps, endState []float64
	certificateValid        bool

	// The record of the ascent: λ₂ and λ₃ at the accepted points, all trials, and
	// the directions of the inner steps, one after another.
	trail, lambda3 []float64
	trials         []Trial
	directions     []float64
}

// NewAscent returns an Ascent for sheaves with n nodes and stalk dimension d on the
// given edges.
func NewAscent(n, d int, edges []graph.Edge, opt TrackerOptions) *Ascent {
	size, m := len(edges)*d*d, len(edges)
	vector := func(k int) []float64 { return make([]float64, k) }
	return &Ascent{tracker: NewTracker(n, d, edges, opt), metric: newMetric(m, d), whitener: sheaf.NewWhitener(n, d),
		cur: sheaf.New(n, d, edges), whitened: sheaf.New(n, d, edges), certifiedMaps: vector(2 * size), done: true,
		lineStart: vector(size), dir: vector(size), next: vector(size), tangent: vector(size), tangentNext: vector(size),
		tmp: vector(size), mapGradient: vector(2 * size)}
}

// Start begins an ascent over the base sheaf R⁰ from the changes of metric a, m·d·d
// numbers (see [IdentityMetric]). It projects a on the constraints, which depend on
// R⁰, and returns the estimate of λ₂ at the projected point. Each accepted step
// changes a in place. The caller must not change base until the ascent is done.
func (s *Ascent) Start(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	opt.setDefaults()
	s.certificateValid = false
	s.Project(base, a, opt.Rho)
	return s.Begin(base, a, opt)
}

// Begin is Start for an A that Project has projected over the same base. If the
// preceding call was Follow for the maps A·R⁰, Begin reuses its estimate. It panics
// on arrays of another length.
func (s *Ascent) Begin(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	if len(a) != len(s.next) || len(base.R) != len(s.cur.R) {
		panic(fmt.Sprintf("spectral: %d changes of metric and %d map entries, want %d and %d", len(a), len(base.R), len(s.next), len(s.cur.R)))
	}
	opt.setDefaults()
	s.opt, s.base, s.a, s.step, s.lastEta, s.done, s.endState = opt, base, a, 0, 0, false, s.endState[:0]
	s.trail, s.lambda3, s.trials, s.directions = s.trail[:0], s.lambda3[:0], s.trials[:0], s.directions[:0]
	s.kernel = -1
	s.est = s.evaluate(a, s.exact())
	s.kernel = s.est.KernelDim
	s.tangentGradient(s.tangent, a)
	s.trail, s.lambda3 = append(s.trail, s.est.Lambda2), append(s.lambda3, s.est.Lambda3)
	return s.est
}

// evaluate updates the tracker at the point a and returns the estimate.
func (s *Ascent) evaluate(a []float64, to target) Estimate {
	m, d := s.metric.m, s.metric.d
	s.metric.maps(s.cur, s.base, a)
	s.spent.Add(float64(2*m*d*d*d), float64(5*m*d*d))
	return s.updateAt(s.cur, to)
}

// exact returns the target of an accepted point, with the kernel dimension of Start.
func (s *Ascent) exact() target { return target{kernel: s.kernel, certify: true} }

// rough returns the target of a trial, with the kernel dimension of Start.
func (s *Ascent) rough(atLeast float64) target { return target{kernel: s.kernel, atLeast: atLeast} }

// updateAt updates the tracker at the maps of c, unless it has a certificate for
// equal maps. For L̂ the tracker holds the vectors v of the pencil L v = λ D v
// between two calls: A keeps the kernel of L, while the kernel of L̂ changes with D.
func (s *Ascent) updateAt(c *sheaf.Sheaf, to target) Estimate {
	if to.certify && s.certificateValid && slices.Equal(s.certifiedMaps, c.R) {
		return s.tracker.Estimate()
	}
	if s.certificateValid = to.certify; s.certificateValid {
		copy(s.certifiedMaps, c.R)
	}
	if !s.opt.Normalized {
		return s.tracker.update(c, to)
	}
	n, m, d := c.N, s.metric.m, s.metric.d
	s.whitener.Forward(c, s.opt.Shift, s.whitened)
	// D_i, C_i and its inverse, the maps; then the carried vectors to the whitened
	// basis and back.
	s.spent.Add(float64(4*m*d*d*d+2*n*d*d*d/3+3*s.tracker.Carried()*n*d*d), float64(6*m*d*d+2*n*d*d+2*s.tracker.Carried()*n*d))
	s.inWhitenedBasis(func() { s.tracker.update(s.whitened, to) })
	return s.tracker.Estimate()
}

// inWhitenedBasis calls run. For L̂ it transforms the tracker's vectors to the
// whitened basis before the call and back after it.
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

// finish ends the ascent with a certificate for its last point, if the tracker can
// prove λ₂. The points before need no certificate.
func (s *Ascent) finish() {
	s.done = true
	if s.est.Certified || !s.tracker.Proves() || s.est.Lambda2 == 0 {
		return
	}
	// One factorisation certifies the rough λ₂; otherwise the point is evaluated anew.
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

// finishWithoutStep ends the ascent after a line search without success. It
// evaluates the last accepted point exactly, since a trial computed it roughly.
func (s *Ascent) finishWithoutStep() {
	s.est = s.evaluate(s.a, s.exact())
	s.tangentGradient(s.tangent, s.a)
	s.done = true
	if s.tracker.Proves() {
		CorrectLast(s.trail, s.est.Lambda2)
		CorrectLast(s.lambda3, s.est.Lambda3)
	}
}

// CorrectLast replaces the last value by the exact value. The last value comes from
// a trial of a line search, which computes roughly. If the two differ by at most
// 1e-11·max(1, exact), the last value keeps its bits.
func CorrectLast(values []float64, exact float64) {
	if last := &values[len(values)-1]; !(math.Abs(*last-exact) <= 1e-11*max(1, exact)) {
		*last = exact
	}
}

// tangentGradient sets dst to the gradient of λ₂ along the sphere Σ‖R‖² = T0, at
// the point a of the last evaluate. It is G − (⟨G,A⟩/T0)·A C with G = ∂λ₂/∂A, which
// is orthogonal to A.
func (s *Ascent) tangentGradient(dst, a []float64) {
	s.tracker.gradientOfMetric(dst, a, s.base, s.opt.problem())
	if s.metric.total > 0 {
		c := linalg.Dot(dst, a) / s.metric.total
		s.metric.timesC(s.tmp, a)
		linalg.Axpy(-c, s.tmp, dst)
	}
	m, q, vectors := s.metric.m, s.metric.d*s.metric.d, max(1, s.est.Cluster)
	s.spent.Add(float64(6*vectors*m*q+m*q*s.metric.d+m*q), float64(vectors*4*m*q+4*m*q))
}

// Step makes an inner step with its line search. It reports whether the ascent is
// over: all steps are made, or no trial satisfied Armijo's condition.
func (s *Ascent) Step() (done bool) {
	if s.done {
		return true
	}
	s.step++
	if !s.tracker.Direct() {
		// Without a factor λ₂ is an upper bound. Bounds are comparable only after
		// equal work from equal vectors, so the present point is evaluated like a trial.
		s.trialState = s.tracker.Snapshot(s.trialState[:0])
		s.est = s.evaluate(s.a, s.rough(0))
		s.tangentGradient(s.tangent, s.a)
	}
	s.setDirection()
	size := math.Sqrt(s.metric.timesC(s.tmp, s.dir))
	d, numbers := s.metric.d, len(s.a)
	s.spent.Add(float64(numbers*(d+2)), float64(5*numbers)) // with the slope
	if !(size > 0) || s.est.Lambda2 == 0 || math.IsInf(size, 0) {
		s.finish()
		return true
	}
	// With ‖dir·R⁰‖ = ‖R⁰‖ the step length η is the relative change of the maps.
	linalg.Scal(math.Sqrt(s.metric.total)/size, s.dir)
	s.directions = append(s.directions, s.dir...)
	copy(s.lineStart, s.a)

	// The line search halves η until Armijo's condition holds.
	slope := linalg.Dot(s.tangent, s.dir)
	eta := s.firstEta(slope)
	if s.lastEta > 0 {
		eta = min(eta, 2*s.lastEta)
	}
	for range s.opt.MaxTrials {
		if s.tryStep(eta, slope) {
			s.lastEta = eta
			s.trail, s.lambda3 = append(s.trail, s.est.Lambda2), append(s.lambda3, s.est.Lambda3)
			if s.step >= s.opt.Steps {
				s.finish()
			}
			return s.done
		}
		eta /= 2
	}
	s.finishWithoutStep()
	return true
}

// setDirection sets dir to the tangent gradient, without its component out of the
// ball ‖R − R⁰‖ ≤ ρ‖R⁰‖ if the point lies on the boundary. On the sphere the bound
// is ⟨A, C⟩ ≥ const, which has the tangent gradient N = C − (⟨C,A⟩/T0)·A C.
func (s *Ascent) setDirection() {
	copy(s.dir, s.tangent)
	onBoundary := s.change >= s.opt.Rho*(1-1e-6)
	if !onBoundary || s.metric.total == 0 {
		return
	}
	normal := s.tangentNext // free between trials
	s.metric.timesC(normal, s.a)
	linalg.Scal(-linalg.Dot(s.metric.c, s.a)/s.metric.total, normal)
	linalg.Axpy(1, s.metric.c, normal)
	inward, square := linalg.Dot(normal, s.dir), linalg.Dot(normal, normal)
	if inward < 0 && square > 0 {
		linalg.Axpy(-inward/square, normal, s.dir)
	}
}

// firstEta returns the first step length of a line search, at most Eta. λ₂ rises at
// most to the next eigenvalue λ, so Armijo's condition fails beyond
// η = (λ − λ₂)/(c_w·slope). The first step length is at most 0.8 of that bound, but
// at least a thousandth of Eta.
func (s *Ascent) firstEta(slope float64) float64 {
	k := s.est.Cluster // index of the first eigenvalue above the cluster of λ₂
	if k >= s.tracker.Carried() || math.IsInf(s.tracker.Value(k), 1) {
		return s.opt.Eta
	}
	reach := 0.8 * (s.tracker.Value(k) - s.est.Lambda2) / (s.opt.Armijo * slope)
	return min(s.opt.Eta, max(reach, 1e-3*s.opt.Eta))
}

// tryStep evaluates the trial at step length eta. If Armijo's condition holds, it
// moves A to the trial point and returns true.
func (s *Ascent) tryStep(eta, slope float64) (accepted bool) {
	copy(s.next, s.a)
	linalg.Axpy(eta, s.dir, s.next)
	change := s.metric.project(s.next, s.tmp, s.opt.Rho)
	d, numbers := s.metric.d, len(s.a)
	s.spent.Add(float64(numbers*(d+2)), float64(6*numbers)) // with the promised increase
	// The promised increase is first-order in the projected step, not in eta·dir.
	promised := 0.0
	for i, g := range s.tangent {
		promised += g * (s.next[i] - s.a[i])
	}
	if !s.tracker.Direct() {
		s.restoreTracker(s.trialState)
	}
	// If the Ritz values of the previous eigenvectors bound λ₂ below Armijo's value,
	// evaluate returns λ₂ = 0 without a factorisation, and no trial is recorded.
	atLeast := math.Inf(1)
	if promised > 0 {
		atLeast = s.est.Lambda2 + float64(s.opt.Armijo*promised)
	}
	est := s.evaluate(s.next, s.rough(atLeast))
	if est.Lambda2 == 0 {
		return false
	}
	t := Trial{Step: s.step, Eta: eta, Lambda2: est.Lambda2, Slope: slope, Change: change}
	s.tangentGradient(s.tangentNext, s.next)
	t.SlopeAt, t.Promised = linalg.Dot(s.tangentNext, s.dir), promised
	t.Judge(s.est.Lambda2, s.opt.Armijo, s.opt.Curvature)
	s.trials = append(s.trials, t)
	if !t.Armijo {
		return false
	}
	copy(s.a, s.next)
	s.tangent, s.tangentNext = s.tangentNext, s.tangent
	s.est, s.change = est, change
	return true
}
