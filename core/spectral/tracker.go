package spectral

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// TrackerOptions are the settings of a Tracker; zero values mean the defaults.
type TrackerOptions struct {
	// Tol is the relative kernel tolerance (DefaultTol).
	Tol float64
	// Rule says which eigenvalue is λ₂. With Literal, λ₂ is 0 when the kernel
	// is larger than the d constants of each component.
	Rule Rule
	// Block is the number of eigenvectors carried along (4, at most 16).
	Block int
	// MaxPairs bounds the block updates of one factorisation (3 million, about
	// 0.15 s; Texas has 527, Cora half a million); above it the Tracker
	// iterates in the range of Bᵀ.
	MaxPairs int
	// MaxIter bounds the iterations of one Update where there is no factor (12).
	MaxIter int
}

// Estimate is what a Tracker knows of the low end after an Update.
type Estimate struct {
	// Lambda2 and Lambda3 are the smallest eigenvalue above the kernel
	// tolerance and the next one (counted with multiplicity; equal to Lambda2
	// when there is none). Both are 0 when every eigenvalue is in the kernel.
	Lambda2, Lambda3 float64
	// KernelDim is the number of eigenvalues not above Threshold = tol·max(1, λmax);
	// −1 when it is not known (no factor).
	KernelDim int
	Threshold float64
	// Residual is ‖Lv − λ₂ v‖ for the unit vector v: some eigenvalue lies
	// within this distance of Lambda2.
	Residual float64
	// Cluster is the number of eigenvalues that coincide with Lambda2 (relative
	// difference at most 1e-7) among those carried along.
	Cluster int
	// Certified reports whether the inertia of a factorisation proves that no
	// eigenvalue lies between Threshold and Lambda2 (up to 1e-6 relative).
	// Without it Lambda2 is an upper bound with the given residual.
	Certified bool
	// Unproven is set where λ₂ is not known, because no count proved what was found and the operator is too large for
	// all eigenvalues: Lambda2 and Lambda3 are 0 then.
	Unproven bool
	// Work counts factorisations (or iterations, without a factor).
	Work int
}

// clusterTol is the relative difference up to which eigenvalues coincide.
const clusterTol = 1e-7

// Tracker follows λ₂, λ₃ and the eigenvector of a sheaf whose maps change a
// little between calls. It is a function of its state (Snapshot) and of the
// sheaf alone, so a run can be rewound bit for bit.
//
// Method: with the block factorisation L − sI = U D Uᵀ, s just below λ₂, the
// wanted eigenvalues are the largest of (L − sI)⁻¹ while the kernel sits at
// −1/s, so a few block Lanczos steps from the last eigenvectors suffice,
// however large the kernel is. The negative part of D counts the eigenvalues
// below s (Sylvester), which finds s by bisection and certifies the result.
type Tracker struct {
	opt   TrackerOptions
	lap   *sheaf.Laplacian
	edges []graph.Edge
	n, d  int
	comps int
	sym   *symbolic // nil: iterate
	cheap bool      // a factor takes less than the first look of a Krylov run
	fac   *factor
	kry   *krylov
	lob   *lobpcg
	est   Estimate
	spent Work
	// state
	p     int       // vectors carried
	x     []float64 // p vectors of length n·d, one after the other
	theta []float64 // their Ritz values
	top   []float64 // approximate eigenvector of λmax
	warm  bool
	// converged reports whether the last Krylov run met its bounds.
	converged bool
}

// NewTracker returns a Tracker for sheaves with n nodes and stalk dimension d
// on the given edges. It orders the graph once.
func NewTracker(n, d int, edges []graph.Edge, opt TrackerOptions) *Tracker {
	if opt.Tol <= 0 {
		opt.Tol = DefaultTol
	}
	if opt.Block <= 0 {
		opt.Block = 4
	}
	opt.Block = min(opt.Block, maxBlock, n*d)
	if opt.MaxPairs <= 0 {
		opt.MaxPairs = maxUpdates
	}
	if opt.MaxIter <= 0 {
		opt.MaxIter = 12
	}
	t := &Tracker{opt: opt, n: n, d: d, edges: edges, lap: sheaf.NewLaplacian(n, d, edges),
		comps: countComponents(n, edges), p: opt.Block,
		x: make([]float64, maxBlock*n*d), theta: make([]float64, maxBlock), top: make([]float64, n*d)}
	t.sym = analyse(n, edges, opt.MaxPairs)
	if t.sym != nil {
		t.fac = newFactor(t.sym, d)
		t.kry = newKrylov(n*d, &t.spent)
		compute, solve := inverseWork(n, side(d), 1, len(t.sym.target), len(t.sym.rows))
		t.cheap = compute < 2*float64(opt.Block)*solve
	} else {
		t.lob = newLOBPCG(n*d, opt.Block)
	}
	return t
}

// Direct reports whether the Tracker works with a factorisation (and certifies)
// or by iteration in the range of Bᵀ.
func (t *Tracker) Direct() bool { return t.sym != nil }

// Proves reports whether the Tracker can prove its λ₂, by a factorisation or by all eigenvalues: else λ₂ is an upper bound.
func (t *Tracker) Proves() bool { return t.Direct() || t.nd() <= MaxProof }

// Estimate returns the result of the last Update.
func (t *Tracker) Estimate() Estimate { return t.est }

// Spent returns the work of all calls so far.
func (t *Tracker) Spent() Work { return t.spent }

// apply sets dst to the product of L with c channels.
func (t *Tracker) apply(dst, x []float64, c int) {
	t.lap.Apply(dst, x, c)
	t.spent.product(t.n, len(t.edges), t.d, c)
}

// Operator returns the Laplacian of the last Update.
func (t *Tracker) Operator() linalg.Operator { return t.lap.Operator() }

// Vector returns the k-th carried unit eigenvector (0: that of λ₂),
// sharing memory with t until the next Update.
func (t *Tracker) Vector(k int) []float64 {
	nd := t.n * t.d
	return t.x[k*nd : (k+1)*nd : (k+1)*nd]
}

// Value returns the Ritz value that belongs to Vector(k).
func (t *Tracker) Value(k int) float64 { return t.theta[k] }

// Found returns how many of the carried vectors are eigenvectors above the kernel: fewer where there are no more.
func (t *Tracker) Found() int {
	have := 0
	for have < t.p && t.theta[have] > 0 && !math.IsInf(t.theta[have], 1) {
		have++
	}
	return have
}

// Carried returns how many vectors are carried.
func (t *Tracker) Carried() int { return t.p }

// Snapshot appends the state to dst. Restore brings it back; the sheaf of the
// last Update is not part of it.
func (t *Tracker) Snapshot(dst []float64) []float64 {
	nd := t.n * t.d
	e := t.est
	dst = slices.Grow(dst, 10+t.p*(nd+1)+nd)
	dst = append(dst, float64(t.p), flag(t.warm), e.Lambda2, e.Lambda3, float64(e.KernelDim), e.Threshold,
		e.Residual, float64(e.Cluster), flag(e.Certified), float64(e.Work))
	dst = append(dst, t.theta[:t.p]...)
	dst = append(dst, t.top...)
	return append(dst, t.x[:t.p*nd]...)
}

// Restore takes back a state written by Snapshot and returns the rest of src.
// It fails when src does not come from a Tracker of the same graph.
func (t *Tracker) Restore(src []float64) ([]float64, error) {
	const head = 10
	nd := t.n * t.d
	if len(src) < head || src[0] < 1 || src[0] > maxBlock || len(src) < head+int(src[0])*(nd+1)+nd {
		return nil, fmt.Errorf("spectral: not a tracker state for %d nodes of stalk dimension %d", t.n, t.d)
	}
	t.p, t.warm = int(src[0]), src[1] != 0
	t.est = Estimate{src[2], src[3], int(src[4]), src[5], src[6], int(src[7]), src[8] != 0, false, int(src[9])}
	src = src[head:]
	src = src[copy(t.theta, src[:t.p]):]
	src = src[copy(t.top, src[:nd]):]
	return src[copy(t.x, src[:t.p*nd]):], nil
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Update computes the estimate for the sheaf s, which must live on the
// tracker's graph. A warm Update on a graph of the size of Texas (n·d = 732)
// costs about a millisecond.
func (t *Tracker) Update(s *sheaf.Sheaf) Estimate { return t.update(s, -1, true, 0) }

// UpdateFixed is Update with the kernel dimension given: λ₂ is the eigenvalue
// number kernel+1 from below, whichever side of the threshold it is on. Along a
// path that keeps the kernel it is continuous, where the λ₂ of Update would
// jump when an eigenvalue crosses the threshold. Without a factor it is Update.
func (t *Tracker) UpdateFixed(s *sheaf.Sheaf, kernel int) Estimate {
	return t.update(s, kernel, true, 0)
}

// UpdateRoughly is Update for a trial of a line search: without certificate and residual,
// with the threshold of the Update before, and with λ₂ to some 1e-8 of it.
func (t *Tracker) UpdateRoughly(s *sheaf.Sheaf) Estimate { return t.update(s, -1, false, 0) }

// update is UpdateFixed (with kernel −1, Update). Where certify does not ask for it, there
// is no certificate and no residual, the threshold stays, and λ₂ is found roughly (see accuracy). Lambda2 stays 0
// where it cannot reach enough (see direct).
func (t *Tracker) update(s *sheaf.Sheaf, kernel int, certify bool, enough float64) Estimate {
	t.lap.Assemble(s)
	t.spent.laplacian(t.n, len(t.edges), t.d)
	t.est = Estimate{KernelDim: -1, Threshold: t.est.Threshold}
	if !t.warm {
		t.start(s)
	}
	if !t.warm || certify || t.sym == nil {
		t.est.Threshold = t.opt.Tol * max(1, t.lambdaMax(t.warm))
	}
	if t.sym == nil {
		t.iterate()
	} else if !t.direct(kernel, certify, enough) {
		return t.est
	}
	t.warm = true
	t.finish()
	if t.sym != nil {
		if k := t.est.KernelDim; !t.none(k) {
			t.ensure(k, certify)
			if certify && !t.est.Unproven {
				t.refine(k)
			}
		}
	} else if certify && t.nd() <= MaxProof {
		t.dense(-1, true)
	}
	if certify && t.est.Lambda2 > 0 {
		w := t.scratch()
		t.apply(w, t.Vector(0), 1)
		linalg.Axpy(-t.est.Lambda2, t.Vector(0), w)
		t.est.Residual = linalg.Nrm2(w)
	}
	return t.est
}

// start fills the carried vectors with x = Bᵀy for random y: they are
// orthogonal to the kernel from the beginning.
func (t *Tracker) start(s *sheaf.Sheaf) {
	src := rng.New(0, "spectral/tracker")
	y := make([]float64, len(t.edges)*t.d)
	for k := range maxBlock {
		for i := range y {
			y[i] = src.Norm()
		}
		s.CoboundaryT(t.Vector(k), y, 1)
	}
	for i := range t.top {
		t.top[i] = src.Norm()
	}
}

// lambdaMax improves a Rayleigh quotient for λmax by power steps: many when
// cold, few when warm. It only sets the kernel threshold, so a few
// per cent do not matter.
func (t *Tracker) lambdaMax(warm bool) float64 {
	steps := 30
	if warm {
		steps = 2
	}
	w := t.scratch()
	value := 0.0
	for range steps {
		n := linalg.Nrm2(t.top)
		if n == 0 {
			return 0
		}
		linalg.Scal(1/n, t.top)
		t.apply(w, t.top, 1)
		t.spent.dots(1, len(w))
		value = linalg.Dot(w, t.top)
		if value <= 0 {
			return 0
		}
		copy(t.top, w)
	}
	return value
}

func (t *Tracker) scratch() []float64 {
	if t.kry != nil {
		return t.kry.w
	}
	return t.lob.w
}

// finish puts the Ritz values into the estimate, with the size of the cluster of λ₂.
func (t *Tracker) finish() {
	e := &t.est
	if !(t.theta[0] > 0) || math.IsInf(t.theta[0], 1) {
		return // no eigenvalue above the kernel was found
	}
	e.Lambda2, e.Lambda3, e.Cluster = t.theta[0], t.theta[0], 1
	if t.p > 1 && !math.IsInf(t.theta[1], 1) {
		e.Lambda3 = t.theta[1]
	}
	for e.Cluster < t.p && t.theta[e.Cluster]-e.Lambda2 <= clusterTol*e.Lambda2 {
		e.Cluster++
	}
}
