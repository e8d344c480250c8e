package spectral

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// AscentOptions are the settings of Ascent; zero values mean the defaults,
// except Normalized and Shift.
type AscentOptions struct {
	// Steps is K, the number of inner steps (5).
	Steps int
	// Rho bounds ‖R − R⁰‖_F/‖R⁰‖_F (0.1).
	Rho float64
	// Eta is the first trial's ‖ΔR‖_F/‖R⁰‖_F (0.1).
	Eta float64
	// Armijo is the constant c_w of the sufficient increase (0.1), which decides,
	// Curvature that of Wolfe's strong condition on the slope (0.9), which is reported.
	Armijo, Curvature float64
	// MaxTrials bounds the trials of one line search (6).
	MaxTrials int
	// Normalized ascends λ₂ of L̂ = D^{-1/2}LD^{-1/2}, D = blockdiag(L) + Shift·I,
	// else of L.
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

// Ascent raises λ₂ by changes of metric A_e on the edge stalks, one inner step
// at a time; see the package documentation for the equations. Each step goes
// along the gradient projected on the sphere Σ‖R‖² = Σ‖R⁰‖², by a
// back-tracking line search that accepts only if λ₂ does not fall. Lengths that gain too
// little by the Ritz values of the eigenvectors before, which bound λ₂, are passed over.
type Ascent struct {
	tr         *Tracker
	opt        AscentOptions
	g          *metric
	base       *sheaf.Sheaf
	a, from    []float64 // the caller's A, and what it was when the last line search began
	next, dir  []float64 // trial point, direction
	gt, gtNext []float64 // tangent gradients at a and at the trial
	tmp        []float64
	cur, hat   *sheaf.Sheaf // A·R⁰ and, where L̂ is meant, its whitened form
	white      *sheaf.Whitener
	gr         []float64 // ∂λ₂/∂R, made when somebody asks for the pull
	step       int
	last       float64 // accepted step length of this ascent, 0 before
	kernel     int     // kernel dimension at Start, which A keeps
	// at are the maps where the tracker has a certificate, which lasts while known is set; end is its state at
	// the end of the ascent once Follow took it elsewhere.
	at, end    []float64
	known      bool
	state      []float64 // tracker state from which trials start, without a factor
	done       bool
	change     float64
	est        Estimate
	trail, lam []float64
	trials     []Trial
	dirs       []float64 // directions of the inner steps, one after the other
	spent      Work      // beside the tracker's
}

// NewAscent returns an Ascent for sheaves with n nodes and stalk dimension d
// on the given edges.
func NewAscent(n, d int, edges []graph.Edge, opt TrackerOptions) *Ascent {
	size, m := len(edges)*d*d, len(edges)
	buf := func(k int) []float64 { return make([]float64, k) }
	return &Ascent{tr: NewTracker(n, d, edges, opt), g: newMetric(m, d),
		next: buf(size), from: buf(size), dir: buf(size), gt: buf(size), gtNext: buf(size), tmp: buf(size),
		at: buf(2 * size), cur: sheaf.New(n, d, edges), hat: sheaf.New(n, d, edges),
		gr: buf(2 * size), white: sheaf.NewWhitener(n, d), done: true}
}

// Start begins an ascent over the base sheaf R⁰ from the changes of metric A
// (m·d·d numbers, see [IdentityMetric]), which it changes in place: first
// it brings A to the constraints, which depend on R⁰, then each accepted
// step moves it. base must stay unchanged until the ascent is done. It returns
// λ₂ at the start.
func (s *Ascent) Start(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	opt.defaults()
	s.known = false
	s.Settle(base, a, opt.Rho)
	return s.Begin(base, a, opt)
}

// Begin is Start from an A that Settle brought to the constraints over base, after a
// Follow to A·R⁰, which knows λ₂ there.
func (s *Ascent) Begin(base *sheaf.Sheaf, a []float64, opt AscentOptions) Estimate {
	if len(a) != len(s.next) || len(base.R) != len(s.cur.R) {
		panic(fmt.Sprintf("spectral: %d changes of metric and %d map entries, want %d and %d", len(a), len(base.R), len(s.next), len(s.cur.R)))
	}
	opt.defaults()
	s.opt, s.base, s.a, s.step, s.last, s.done, s.end = opt, base, a, 0, 0, false, s.end[:0]
	s.trail, s.lam, s.trials, s.dirs = s.trail[:0], s.lam[:0], s.trials[:0], s.dirs[:0]
	s.kernel = -1
	s.est = s.evaluate(a, true, 0)
	s.kernel = s.est.KernelDim
	s.gradient(s.gt, a)
	s.trail, s.lam = append(s.trail, s.est.Lambda2), append(s.lam, s.est.Lambda3)
	return s.est
}

// evaluate updates the tracker at the point a, with the kernel dimension of Start.
func (s *Ascent) evaluate(a []float64, certify bool, enough float64) Estimate {
	m, d := s.g.m, s.g.d
	s.g.maps(s.cur, s.base, a)
	s.spent.Add(float64(2*m*d*d*d), float64(5*m*d*d))
	return s.reach(s.cur, s.kernel, certify, enough)
}

// reach updates the tracker at the maps of c, unless its certificate is of these maps.
// Between two calls the tracker has the vectors v of L v = λ D v: A keeps the kernel
// of L, that of L̂ turns with D.
func (s *Ascent) reach(c *sheaf.Sheaf, kernel int, certify bool, enough float64) Estimate {
	if certify && s.known && slices.Equal(s.at, c.R) {
		return s.tr.Estimate()
	}
	if s.known = certify; certify {
		copy(s.at, c.R)
	}
	if !s.opt.Normalized {
		return s.tr.update(c, kernel, certify, enough)
	}
	n, m, d := c.N, s.g.m, s.g.d
	s.white.Forward(c, s.opt.Shift, s.hat)
	// D_i, C_i and its inverse, the maps; and the vectors there and back.
	s.spent.Add(float64(4*m*d*d*d+2*n*d*d*d/3+3*s.tr.Carried()*n*d*d), float64(6*m*d*d+2*n*d*d+2*s.tr.Carried()*n*d))
	s.inWhite(func() { s.tr.update(s.hat, kernel, certify, enough) })
	return s.tr.Estimate()
}

// inWhite does what needs the tracker's vectors in the bases of its Laplacian.
func (s *Ascent) inWhite(do func()) {
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

// finish ends the ascent with a certificate for its last point. The points
// between do without, as each starts from the vectors of the one before.
func (s *Ascent) finish() {
	s.done = true
	if s.est.Certified || !s.tr.Proves() || s.est.Lambda2 == 0 {
		return
	}
	if s.tr.Direct() && s.tr.certify(s.kernel) {
		s.inWhite(func() { s.tr.polish(s.kernel) })
		s.est, s.known = s.tr.Estimate(), true
		copy(s.at, s.cur.R)
	} else {
		s.est = s.evaluate(s.a, true, 0)
	}
	s.gradient(s.gt, s.a)
	last := len(s.trail) - 1
	s.trail[last], s.lam[last] = s.est.Lambda2, s.est.Lambda3
}

// back returns to the last accepted point, which a trial of the line search found: λ₂ and λ₃ there were rough.
func (s *Ascent) back() {
	s.est = s.evaluate(s.a, true, 0)
	s.gradient(s.gt, s.a)
	s.done = true
	if s.tr.Proves() {
		Settle(s.trail, s.est.Lambda2)
		Settle(s.lam, s.est.Lambda3)
	}
}

// Settle makes the last of the values, which a trial of a line search found roughly, the exact one, unless the two agree
// to 1e-11 of the larger of it and 1.
func Settle(values []float64, exact float64) {
	if last := &values[len(values)-1]; !(math.Abs(*last-exact) <= 1e-11*max(1, exact)) {
		*last = exact
	}
}

// gradient sets dst to the gradient of λ₂ after renormalisation to Σ‖R‖² = T0,
// at the point a of the last evaluate: with G = ∂λ₂/∂A, T = Σ tr(A C Aᵀ) = T0,
// it is G − (⟨G,A⟩/T0)·A C, which is orthogonal to A.
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

// Step does one inner step with its line search and reports whether the
// ascent is over: all steps done, or no trial raised λ₂.
func (s *Ascent) Step() (done bool) {
	if s.done {
		return true
	}
	s.step++
	if !s.tr.Direct() {
		// Bounds compare fairly only after equal work from equal vectors.
		s.state = s.tr.Snapshot(s.state[:0])
		s.est = s.evaluate(s.a, false, 0)
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
		if s.try(eta, slope) {
			s.last = eta
			s.trail, s.lam = append(s.trail, s.est.Lambda2), append(s.lam, s.est.Lambda3)
			if s.step >= s.opt.Steps {
				s.finish()
			}
			return s.done
		}
		eta /= 2
	}
	s.back()
	return true
}

// direction sets dir to the tangent gradient or, where the bound on
// ‖R − R⁰‖ is active and the gradient leads out of it, to its part along the
// bound. On the sphere the bound reads ⟨A, C⟩ ≥ const, with the tangent
// gradient N = C − (⟨C,A⟩/T0)·A C.
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

// firstEta returns the first step length: Eta, or less where the eigenvalue
// above, which stops the gain of λ₂, makes Armijo's condition unlikely
// beyond (λ₃ − λ₂)/(c_w·slope).
func (s *Ascent) firstEta(slope float64) float64 {
	k := s.est.Cluster
	if k >= s.tr.Carried() || math.IsInf(s.tr.Value(k), 1) {
		return s.opt.Eta
	}
	reach := 0.8 * (s.tr.Value(k) - s.est.Lambda2) / (s.opt.Armijo * slope)
	return min(s.opt.Eta, max(reach, 1e-3*s.opt.Eta))
}

// try evaluates one trial and, if it is accepted, moves there.
func (s *Ascent) try(eta, slope float64) bool {
	copy(s.next, s.a)
	linalg.Axpy(eta, s.dir, s.next)
	change := s.g.project(s.next, s.tmp, s.opt.Rho)
	s.spent.Add(float64(s.g.m*s.g.d*s.g.d*(s.g.d+2)), float64(6*s.g.m*s.g.d*s.g.d)) // with what is promised
	// The projection bends the step: the promised increase is that of
	// the move really made.
	promised := 0.0
	for i, g := range s.gt {
		promised += g * (s.next[i] - s.a[i])
	}
	if !s.tr.Direct() {
		s.swap(s.state)
	}
	// Where the eigenvectors of the point before show that too little is gained, nothing is factored: that is no trial.
	enough := math.Inf(1)
	if promised > 0 {
		enough = s.est.Lambda2 + float64(s.opt.Armijo*promised)
	}
	est := s.evaluate(s.next, false, enough)
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
