// Package claims evaluates the theorems and lemmas of the paper on a run, both
// sides of each inequality, and on the smallest counterexamples known.
//
//	L_D(f) ≤ L(y,ŷ) + λ_KL·√((KL(ρ‖π)+log(2/δ))/(2n)) + λ_spec·c_het/λ₂      (SGPC, theorem 1)
//	λ₂(L + η vvᵀ) − λ₂(L) ≥ c_w·η/2 ≥ c_w/4                                   (SGPC, theorem 3)
//	B_{t+1} ≤ (1 − κ) B_t                                                     (SGPC, theorem 4)
//
// and the others of the theory section and the appendix. That a claim holds on
// one run proves nothing, and most do not hold in general: Counterexamples
// evaluates, live, a case small enough to check by hand for each one that is false.
package claims

import (
	"sheafscope/core/linalg"
	"sheafscope/core/spectral"
)

// Claim is one statement of the paper, evaluated. The json names are those of
// the trace.
type Claim struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Statement is the inequality in plain text.
	Statement string `json:"statement"`
	// LHS Relation RHS is what was checked; Holds is its truth, with a
	// tolerance for rounding. All are zero when Evaluated is false.
	LHS      float64 `json:"lhs"`
	RHS      float64 `json:"rhs"`
	Relation string  `json:"relation"` // "<=", ">=" or "=="
	Holds    bool    `json:"holds"`
	// AssumptionsMet reports whether the run satisfies what the paper assumes.
	AssumptionsMet bool `json:"assumptions_met"`
	// Evaluated is false when the run lacks what the check needs; Note says what.
	Evaluated bool `json:"evaluated"`
	// Note reports what is true instead, with numbers of this run where there are any.
	Note string `json:"note"`
	// Answer is what the authors could answer to the verdict, Reply what we say to that.
	Answer string `json:"answer"`
	Reply  string `json:"reply"`
}

// Drawn is a sparsifier L̃ of the operator, drawn by leverage scores.
type Drawn struct {
	Operator linalg.Operator
	// Low is its smallest eigenvalue (0 with a kernel), Positive the smallest
	// above the kernel, High the largest.
	Low, Positive, High float64
	// Error is the largest |xᵀL̃x/xᵀLx − 1| outside the kernel of L: L̃ is a
	// (1±ε) sparsifier if it is at most ε. It keeps Kept of Edges edges.
	Error       float64
	Kept, Edges int
}

// Input is what the checks need to know of a run. A field left at its zero
// value makes the claims that need it not evaluated.
type Input struct {
	// N nodes, M edges, D stalk dimension, Features input features.
	N, M, D, Features int

	// Dt is the diffusion time, Spectrum the full spectrum of the Laplacian that
	// diffuses, with vectors for "resolvent" and "distance"; nil above dimension 1000.
	Dt       float64
	Spectrum *spectral.Spectrum
	// Lambda2, Lambda3, LambdaMax as shown to the user.
	Lambda2, Lambda3, LambdaMax float64

	// H is the input of the implicit diffusion, (N·D)×Channels.
	H        []float64
	Channels int
	// CGTol is the relative residual of the solve, Epsilon the ε of the sparsifiers.
	CGTol, Epsilon float64
	// Guaranteed is drawn with as many edges as the matrix Chernoff bound asks for,
	// Training as a training pass with a sparsifier draws them (nil: it uses none).
	Guaranteed, Training *Drawn

	// Armijo is c_w of the line search.
	Armijo float64

	// A0, B0 is the prior of every edge, Alpha and Beta its posterior.
	A0, B0      float64
	Alpha, Beta []float64

	// Empirical is the calibrated cross-entropy on Labeled nodes, KLSum and
	// CHet the terms of the bound, Delta its δ, LambdaKL and LambdaSpec its
	// weights.
	Empirical, KLSum, CHet, Delta, LambdaKL, LambdaSpec float64
	Labeled                                             int
	// TestLoss is the calibrated cross-entropy on the test nodes, TrainError and
	// TestError are shares of wrong predictions; HasTest reports whether there
	// are test nodes.
	TestLoss, TrainError, TestError float64
	HasTest                         bool
	// MaxLoss is the largest cross-entropy that a training or test node can have,
	// whatever the network answers: max −log((1 − κ̄_i)·prior_c), +Inf without calibration.
	MaxLoss float64

	// BoundHistory holds B_t = L_t + √((KL+log(2/δ))/(2n)) + c_het/λ₂ and
	// Lambda2History λ₂(L_t), one entry per epoch.
	BoundHistory, Lambda2History []float64
	// OutputChange is ‖f_T − f_0‖₂, the spectral norm of the change of the
	// encoder's output since epoch 0; HasOutputChange reports whether it is known.
	OutputChange    float64
	HasOutputChange bool
}

// A row is a claim of the paper: what it says, with the note on what is true; how it
// is checked, and where it fails.
type row struct {
	Claim
	sides [2]string // what stands left and right, in a word
	// check evaluates it on a run; the claim that it gets is that of the row.
	check func(*Input, Claim) Claim
	// run is a run in which it fails, without its claim; the zero Case when none is known.
	run Case
	// small evaluates the smallest cases known in which it fails; nil when there is none.
	small func(*small) error
}

// rows are the claims in the order of the paper.
func rows() []row {
	return []row{theorem1, theorem1Errors, resolvent, distance, theorem2, theorem2Draw, theorem2Formula, theorem2Iterations, theorem3,
		lemma1, lemma1Ratio("lemma1-60", 0.6, "main text"), lemma1Ratio("lemma1-23", 2.0/3, "appendix"), klVariance, theorem4, lemma2,
		theorem5, cost}
}

// Check evaluates all claims, in the order of the paper.
func Check(in *Input) []Claim {
	var out []Claim
	for _, r := range rows() {
		out = append(out, r.check(in, r.Claim))
	}
	return out
}

// Sides names what stands left and right in each claim, in a word.
func Sides() map[string][2]string {
	out := map[string][2]string{}
	for _, r := range rows() {
		out[r.ID] = r.sides
	}
	return out
}

// slack is the relative tolerance of a comparison: rounding, not doubt.
const slack = 1e-9

// judge fills Holds and Evaluated from both sides. A side that is not finite
// (a penalty c_het/λ₂ at λ₂ = 0, say) cannot be shown or stored.
func (c Claim) judge(lhs, rhs float64, assumptions bool) Claim {
	if lhs-lhs != 0 || rhs-rhs != 0 {
		return c.missing("finite numbers on both sides")
	}
	c.LHS, c.RHS, c.AssumptionsMet, c.Evaluated = lhs, rhs, assumptions, true
	c.Holds = compare(lhs, c.Relation, rhs)
	return c
}

func compare(lhs float64, relation string, rhs float64) bool {
	tol := slack * max(1e-300, abs(lhs), abs(rhs))
	switch relation {
	case "<=":
		return lhs <= rhs+tol
	case ">=":
		return lhs >= rhs-tol
	case "==":
		return abs(lhs-rhs) <= 1e-6*max(abs(lhs), abs(rhs))
	}
	panic("claims: unknown relation " + relation)
}

// missing marks a claim that the run cannot evaluate.
func (c Claim) missing(what string) Claim {
	c.Note = "Not evaluated: needs " + what + ". " + c.Note
	return c
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
