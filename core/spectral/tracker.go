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

// TrackerOptions are the settings of a [Tracker]. A number that is not positive has
// the default in parentheses.
type TrackerOptions struct {
	// Tol is the relative kernel tolerance ([DefaultTol]).
	Tol float64
	// Rule is the definition of λ₂. With Literal, λ₂ is 0 if the kernel has more
	// dimensions than the d constants of each component. A Tracker that cannot prove λ₂
	// (see Proves) does not count the kernel and ignores Rule.
	Rule Rule
	// Block is the number of carried eigenvectors at first (4), reduced to 16 or to the
	// dimension of L if it is larger. A cluster of eigenvalues at λ₂ may raise the number later.
	Block int
	// MaxPairs bounds the block updates of a factorisation (3 million, which take
	// about 0.15 s; Texas needs 527, Cora half a million). A graph that needs more has no
	// factor.
	MaxPairs int
	// MaxIter bounds the iterations of an Update without a factor (12).
	MaxIter int
}

// Estimate is the result of an Update: the low end of the spectrum.
type Estimate struct {
	// Lambda2 and Lambda3 are λ₂ and the next eigenvalue, counted with multiplicity. Lambda3
	// equals Lambda2 if no next eigenvalue is carried. Both are 0 if all eigenvalues belong to the
	// kernel, if Literal defines λ₂ as 0, if Unproven is true, and in a trial that an [Ascent]
	// rejects before it computes λ₂.
	Lambda2, Lambda3 float64
	// KernelDim is the number of eigenvalues up to Threshold = tol·max(1, λmax), or the
	// dimension that the caller gave. It is −1 without a factor.
	KernelDim int
	Threshold float64
	// Residual is ‖Lv − λ₂ v‖ for the unit vector v: an eigenvalue lies within this
	// distance of Lambda2. It is 0 after UpdateRoughly, and if λ₂ is 0.
	Residual float64
	// Cluster is the number of carried eigenvalues equal to Lambda2, to a relative
	// 1e-7. If Lambda2 is 0, Cluster has no meaning.
	Cluster int
	// Certified reports that no eigenvalue lies between the kernel and Lambda2, to a relative
	// 1e-6, or that λ₂ is 0 by definition. The proof is the inertia of a factorisation, or a full
	// spectrum that has replaced the values. If Certified and Unproven are both false, Lambda2
	// is an upper bound with the given residual, unless L has positive eigenvalues up to Threshold.
	Certified bool
	// Unproven reports that λ₂ was not found, and Lambda2 and Lambda3 are then 0. The reason is
	// that no inertia proved the result and the operator is too large for a full spectrum, or
	// that the dense solver failed. Without a factor, it may also be that L has eigenvalues
	// above the kernel, but no carried vector lies above the kernel.
	Unproven bool
	// Work is the number of factorisations, or of iterations without a factor.
	Work int
}

// clusterTol is the relative difference up to which eigenvalues count as equal.
const clusterTol = 1e-7

// Tracker follows λ₂, λ₃ and the eigenvectors of a sheaf whose maps change little
// between calls. Its result depends only on the sheaf and the Tracker's state (see
// [Tracker.Snapshot]), so that a run can be repeated bit for bit.
//
// The method is a block factorisation L − sI = U D Uᵀ with s just below λ₂. The
// wanted eigenvalues λ of L give the largest eigenvalues 1/(λ − s) of (L − sI)⁻¹,
// and the kernel gives −1/s. A few block Lanczos steps from the last eigenvectors
// suffice. The number of negative eigenvalues of D is the number of eigenvalues of L below
// s (Sylvester). This count certifies the result. If the factor would be too large, the
// Tracker iterates by LOBPCG instead (lobpcg.go).
type Tracker struct {
	opt   TrackerOptions
	lap   *sheaf.Laplacian // of the last update
	edges []graph.Edge
	n, d  int      // nodes; stalk dimension
	comps int      // number of connected components
	est   Estimate // result of the last update
	spent Work     // work of all calls

	// The solver with a factor; the three pointers are nil if the factor would be too large.
	// cheap reports that a factorisation costs less than the solves before the first check of
	// a Krylov run. converged is the result of the last krylov.run.
	sym              *symbolic
	fac              *factor
	kry              *krylov
	cheap, converged bool
	lob              *lobpcg // the solver without a factor; nil with a factor

	// The state, as Snapshot saves it together with est.
	p     int       // number of carried vectors
	x     []float64 // the carried vectors of length n·d, one after another
	theta []float64 // their Ritz values; see Value for +Inf and 0
	top   []float64 // approximate eigenvector of λmax
	warm  bool      // the carried vectors come from an earlier Update
}

// NewTracker returns a Tracker for sheaves with n nodes and stalk dimension d on edges.
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
		compute, solve := inverseWork(n, blockSide(d), 1, len(t.sym.target), len(t.sym.rows))
		t.cheap = compute < 2*float64(opt.Block)*solve // see firstCheck
	} else {
		t.lob = newLOBPCG(n*d, opt.Block)
	}
	return t
}

// Direct reports whether the Tracker factors the operator.
func (t *Tracker) Direct() bool { return t.sym != nil }

// Proves reports whether the Tracker can prove its λ₂, by a factorisation or a full
// spectrum. A λ₂ without a proof is an upper bound (see Estimate.Certified).
func (t *Tracker) Proves() bool { return t.Direct() || t.nd() <= MaxProof }

// Estimate returns the result of the last Update.
func (t *Tracker) Estimate() Estimate { return t.est }

// Spent returns the work of all calls so far.
func (t *Tracker) Spent() Work { return t.spent }

// apply sets dst to L x for x with c channels.
func (t *Tracker) apply(dst, x []float64, c int) {
	t.lap.Apply(dst, x, c)
	t.spent.product(t.n, len(t.edges), t.d, c)
}

// Operator returns the Laplacian of the last Update.
func (t *Tracker) Operator() linalg.Operator { return t.lap.Operator() }

// Vector returns the k-th carried unit eigenvector, sharing memory with t until the
// next Update. Vector(0) belongs to λ₂.
func (t *Tracker) Vector(k int) []float64 {
	nd := t.n * t.d
	return t.x[k*nd : (k+1)*nd : (k+1)*nd]
}

// Value returns the Ritz value of Vector(k). It is +Inf if Vector(k) is no eigenvector
// above the kernel. With a factor, it is 0 if λ₂ is 0 by definition. Without a factor, it is
// 0 if no carried vector lies above the kernel.
func (t *Tracker) Value(k int) float64 { return t.theta[k] }

// Found returns the number of carried vectors that are eigenvectors above the
// kernel. It is smaller than Carried if L has too few positive eigenvalues.
func (t *Tracker) Found() int {
	for k, value := range t.theta[:t.p] {
		isEigenvalue := value > 0 && !math.IsInf(value, 1)
		if !isEigenvalue {
			return k
		}
	}
	return t.p
}

// Carried returns the number of carried vectors.
func (t *Tracker) Carried() int { return t.p }

// snapshotHead is the number of values in a snapshot before the Ritz values.
const snapshotHead = 10

// Snapshot appends the state to dst: the estimate, the carried pairs and the
// approximate eigenvector of λmax. It contains neither Unproven nor the Laplacian.
func (t *Tracker) Snapshot(dst []float64) []float64 {
	nd := t.n * t.d
	e := t.est
	dst = slices.Grow(dst, snapshotHead+t.p*(nd+1)+nd)
	dst = append(dst, float64(t.p), indicator(t.warm), e.Lambda2, e.Lambda3, float64(e.KernelDim), e.Threshold,
		e.Residual, float64(e.Cluster), indicator(e.Certified), float64(e.Work))
	dst = append(dst, t.theta[:t.p]...)
	dst = append(dst, t.top...)
	return append(dst, t.x[:t.p*nd]...)
}

// Restore restores a state written by Snapshot from the beginning of src and returns
// the remaining values of src. It is an error if src does not begin with a number of
// vectors from 1 to maxBlock, or is too short for this number and the Tracker's graph.
func (t *Tracker) Restore(src []float64) (rest []float64, err error) {
	nd := t.n * t.d
	// src[0] is the number p of carried pairs. p Ritz values and p+1 vectors follow the head.
	hasCount := len(src) >= snapshotHead && src[0] >= 1 && src[0] <= maxBlock // not NaN
	if !hasCount || len(src) < snapshotHead+int(src[0])*(nd+1)+nd {
		return nil, fmt.Errorf("spectral: not a tracker state for %d nodes of stalk dimension %d", t.n, t.d)
	}
	t.p, t.warm = int(src[0]), src[1] != 0
	t.est = Estimate{Lambda2: src[2], Lambda3: src[3], KernelDim: int(src[4]), Threshold: src[5],
		Residual: src[6], Cluster: int(src[7]), Certified: src[8] != 0, Work: int(src[9])}
	src = src[snapshotHead:]
	src = src[copy(t.theta, src[:t.p]):]
	src = src[copy(t.top, src[:nd]):]
	return src[copy(t.x, src[:t.p*nd]):], nil
}

// indicator returns 1 for true and 0 for false.
func indicator(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// unknownKernel stands for a kernel dimension that is not given.
const unknownKernel = -1

// target is the result that an update must reach.
type target struct {
	// kernel is the dimension of the kernel. If it is unknownKernel, the tracker
	// counts the eigenvalues up to the threshold.
	kernel int
	// certify requires λ₂ to rounding, a certificate, the residual and a new
	// threshold. If certify is false, λ₂ is rough (see roughAccuracy), and a warm Tracker
	// with a factor keeps the threshold of the previous update.
	certify bool
	// atLeast is the smallest λ₂ of interest, if the kernel is given. If a bound of λ₂
	// is smaller, the update ends early and leaves Lambda2 at 0.
	atLeast float64
}

// Update returns the estimate for the sheaf s, which must have the Tracker's edges.
func (t *Tracker) Update(s *sheaf.Sheaf) Estimate {
	return t.update(s, target{kernel: unknownKernel, certify: true})
}

// UpdateWithKernel is Update with a given dimension of the kernel: λ₂ is the
// eigenvalue with index kernel, even if it is below the threshold. Along a path of
// sheaves with constant kernel this λ₂ is continuous, whereas the λ₂ of Update jumps
// when an eigenvalue crosses the threshold. Without a factor, kernel is ignored.
func (t *Tracker) UpdateWithKernel(s *sheaf.Sheaf, kernel int) Estimate {
	return t.update(s, target{kernel: kernel, certify: true})
}

// UpdateRoughly is Update for a trial of a line search. With a factor λ₂ has a relative
// error of about 1e-8, and a warm Tracker keeps the threshold of the previous Update.
// UpdateRoughly computes no residual and requires no certificate.
func (t *Tracker) UpdateRoughly(s *sheaf.Sheaf) Estimate {
	return t.update(s, target{kernel: unknownKernel})
}

// update returns the estimate for the sheaf s that the goal requires. If an upper bound of
// λ₂ lies below goal.atLeast, the estimate has λ₂ = 0, and the Ritz values stay.
func (t *Tracker) update(s *sheaf.Sheaf, goal target) Estimate {
	t.lap.Assemble(s)
	t.spent.laplacian(t.n, len(t.edges), t.d)
	t.est = Estimate{KernelDim: unknownKernel, Threshold: t.est.Threshold}
	powerSteps := 2 // enough if top is already close to the eigenvector of λmax
	if !t.warm {
		t.randomVectors(s)
		powerSteps = 30 // from a random top to an error of λmax of a few per cent
	}
	keepsThreshold := t.warm && !goal.certify && t.sym != nil // a trial of a line search
	largest := 0.0                                            // a lower bound of λmax; 0 if the threshold is kept
	if !keepsThreshold {
		largest = t.lambdaMax(powerSteps)
		t.est.Threshold = t.opt.Tol * max(1, largest)
	}

	if t.sym == nil {
		t.lobpcgSteps()
	} else if !t.shiftInvert(goal) { // λ₂ lies below goal.atLeast: the trial is rejected
		return t.est
	}
	t.warm = true
	t.setEstimate()
	t.proveEstimate(goal, largest)

	if goal.certify && t.est.Lambda2 > 0 { // the residual L v − λ₂ v
		w := t.scratch()
		t.apply(w, t.Vector(0), 1)
		linalg.Axpy(-t.est.Lambda2, t.Vector(0), w)
		t.est.Residual = linalg.Nrm2(w)
	}
	return t.est
}

// proveEstimate proves the Ritz values by an inertia or the full spectrum, and refines λ₃ if
// the goal requires a certificate. Without a factor it does not refine λ₃; it then proves
// the values only if the goal requires a certificate and the dimension is at most MaxProof.
// Above MaxProof it marks the estimate Unproven if λmax, with the lower bound largest, lies
// above the kernel, but no Ritz value does.
func (t *Tracker) proveEstimate(goal target, largest float64) {
	if t.sym == nil {
		noneAbove := t.theta[0] == 0 // see aboveKernel
		switch {
		case t.nd() <= MaxProof:
			if goal.certify {
				t.fullSpectrum(unknownKernel, goal)
			}
		case noneAbove && largest > t.est.Threshold:
			t.clearUnproven()
		}
		return
	}
	k := t.est.KernelDim
	if t.zeroByDefinition(k) { // needs no proof
		return
	}
	t.verify(k, goal)
	if goal.certify && !t.est.Unproven {
		t.refineLambda3(k)
	}
}

// randomVectors sets the carried vectors to Bᵀy with random y; every Bᵀy is orthogonal
// to the kernel. It sets all maxBlock vectors, since the Tracker may carry more later.
// It sets top to a random vector.
func (t *Tracker) randomVectors(s *sheaf.Sheaf) {
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

// lambdaMax returns a lower bound of λmax: the Rayleigh quotient of top in the last of the
// given number of power steps, or 0 if a step gives no positive quotient, as for L = 0. The
// bound only scales thresholds and search ranges, so an error of a few per cent is harmless.
func (t *Tracker) lambdaMax(steps int) float64 {
	w := t.scratch()
	value := 0.0
	for range steps {
		norm := linalg.Nrm2(t.top)
		if norm == 0 {
			return 0
		}
		linalg.Scal(1/norm, t.top)
		t.apply(w, t.top, 1)
		t.spent.innerProducts(1, len(w))
		value = linalg.Dot(w, t.top)
		if value <= 0 {
			return 0
		}
		copy(t.top, w)
	}
	return value
}

// scratch returns a workspace vector of the present solver.
func (t *Tracker) scratch() []float64 {
	if t.kry != nil {
		return t.kry.w
	}
	return t.lob.w
}

// setEstimate sets λ₂, λ₃ and the cluster of the estimate from the Ritz values. If the
// first value is not positive and finite, the estimate stays.
func (t *Tracker) setEstimate() {
	e := &t.est
	if !(t.theta[0] > 0) || math.IsInf(t.theta[0], 1) {
		return // λ₂ is 0 by definition, or no carried vector lies above the kernel
	}
	e.Lambda2, e.Lambda3 = t.theta[0], t.theta[0]
	e.Cluster = 1
	hasNext := t.p > 1 && !math.IsInf(t.theta[1], 1)
	if hasNext {
		e.Lambda3 = t.theta[1]
	}
	for e.Cluster < t.p && t.theta[e.Cluster]-e.Lambda2 <= clusterTol*e.Lambda2 {
		e.Cluster++
	}
}
