// Package claims evaluates both sides of the theorems and lemmas of the paper, on a run and on the smallest known counterexamples.
//
//	L_D(f) ≤ L(y,ŷ) + λ_KL·√((KL(ρ‖π)+log(2/δ))/(2n)) + λ_spec·c_het/λ₂      (SGPC, theorem 1)
//	λ₂(L + η vvᵀ) − λ₂(L) ≥ c_w·η/2 ≥ c_w/4                                   (SGPC, theorem 3)
//	B_{t+1} ≤ (1 − κ) B_t                                                     (SGPC, theorem 4)
//
// and the others of the theory section and the appendix.
// A claim that holds on one run is not proved, and most claims do not hold in general.
// [Counterexamples] evaluates a case for each false claim that is small enough to check by hand.
package claims

import (
	"sheafscope/core/linalg"
	"sheafscope/core/spectral"
)

// Claim is a statement of the paper, evaluated on a run; the json names are those of the trace.
type Claim struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Statement is the inequality in plain text.
	Statement string `json:"statement"`
	// LHS and RHS are the two sides of Relation, and Holds reports whether it is true, with a tolerance for rounding.
	// They are zero where Evaluated is false.
	LHS      float64 `json:"lhs"`
	RHS      float64 `json:"rhs"`
	Relation string  `json:"relation"` // "<=", ">=" or "=="
	Holds    bool    `json:"holds"`
	// AssumptionsMet reports whether the run satisfies the assumptions of the paper.
	AssumptionsMet bool `json:"assumptions_met"`
	// Evaluated reports whether the run has the inputs of the check; if not, Note lists the missing ones.
	Evaluated bool `json:"evaluated"`
	// Note is the true statement, with numbers of the run.
	Note string `json:"note"`
	// Answer is a possible answer of the authors to the verdict, and Reply our reply to it.
	Answer string `json:"answer"`
	Reply  string `json:"reply"`
}

// Drawn is a sparsifier L̃ of the operator L, drawn by leverage scores.
type Drawn struct {
	Operator linalg.Operator
	// Low is the smallest eigenvalue (0 with a kernel), Positive the smallest above the kernel, and High the largest.
	Low, Positive, High float64
	// Error is the largest |xᵀL̃x/xᵀLx − 1| outside the kernel of L: L̃ is a (1±ε) sparsifier if Error ≤ ε.
	// L̃ has Kept of Edges edges.
	Error       float64
	Kept, Edges int
}

// Input has the quantities of a run that the checks need.
// A claim is not evaluated where a field that it needs is zero.
type Input struct {
	// N, M, D and Features are the numbers of nodes and edges, the stalk dimension, and the number of features.
	N, M, D, Features int

	// Dt is the diffusion time.
	// Spectrum is the full spectrum of the Laplacian of the diffusion, nil above dimension 1000.
	// It has vectors for the claims "resolvent" and "distance".
	Dt       float64
	Spectrum *spectral.Spectrum
	// Lambda2, Lambda3 and LambdaMax are the displayed eigenvalues.
	Lambda2, Lambda3, LambdaMax float64

	// H is the input of the implicit diffusion, (N·D)×Channels.
	H        []float64
	Channels int
	// CGTol is the relative residual of the solve, and Epsilon the ε of the sparsifiers.
	CGTol, Epsilon float64
	// Guaranteed is a sparsifier with the number of edges that the matrix Chernoff bound requires.
	// Training is one drawn as in a training pass, nil where the run has none.
	Guaranteed, Training *Drawn

	// Armijo is c_w of the line search.
	Armijo float64

	// Beta(A0, B0) is the prior of every edge, and Beta(Alpha[e], Beta[e]) its posterior.
	A0, B0      float64
	Alpha, Beta []float64

	// Empirical is the calibrated cross-entropy on Labeled nodes.
	// KLSum and CHet are the quantities of the bound's terms, Delta is its δ, and LambdaKL and LambdaSpec are its weights.
	Empirical, KLSum, CHet, Delta, LambdaKL, LambdaSpec float64
	Labeled                                             int
	// TestLoss is the calibrated cross-entropy on the test nodes; TrainError and TestError are shares of wrong predictions.
	// HasTest reports whether the split has test nodes.
	TestLoss, TrainError, TestError float64
	HasTest                         bool
	// MaxLoss is the largest possible cross-entropy of a training or test node under any prediction.
	// It is max −log((1 − κ̄_i)·prior_c), and +Inf without calibration.
	MaxLoss float64

	// BoundHistory is B_t = L_t + √((KL+log(2/δ))/(2n)) + c_het/λ₂, and Lambda2History is λ₂(L_t); both by epoch.
	BoundHistory, Lambda2History []float64
	// OutputChange is ‖f_T − f_0‖₂, the spectral norm of the change of the encoder's output since epoch 0.
	// HasOutputChange reports whether it was computed.
	OutputChange    float64
	HasOutputChange bool
}

// row is a claim of the paper with its check and its counterexamples.
type row struct {
	Claim
	sides [2]string // names of both sides, a word each
	// check evaluates the claim on a run; its argument is the claim of the row.
	check func(*Input, Claim) Claim
	// run is a run in which the claim fails, with an empty Case.Claim; the zero Case if none is known.
	run Case
	// small evaluates the smallest known cases in which the claim fails, nil if there is none.
	small func(*smallCases) error
}

// rows returns the claims in the order of the paper.
func rows() []row {
	return []row{theorem1, theorem1Errors, resolvent, distance, theorem2, theorem2Draw, theorem2Formula, theorem2Iterations, theorem3,
		lemma1, lemma1Ratio("lemma1-60", 0.6, "main text"), lemma1Ratio("lemma1-23", 2.0/3, "appendix"), klVariance, theorem4, lemma2,
		theorem5, cost}
}

// Check evaluates all claims on a run, in the order of the paper.
func Check(in *Input) []Claim {
	var out []Claim
	for _, r := range rows() {
		out = append(out, r.check(in, r.Claim))
	}
	return out
}

// Sides returns the names of both sides of each claim, a word each.
func Sides() map[string][2]string {
	out := map[string][2]string{}
	for _, r := range rows() {
		out[r.ID] = r.sides
	}
	return out
}

// slack is the relative tolerance of an inequality, for rounding errors.
const slack = 1e-9

// judge returns the claim evaluated with both sides.
// A side that is not finite, such as the penalty c_het/λ₂ at λ₂ = 0, can be neither shown nor stored: the claim is then not evaluated.
func (c Claim) judge(lhs, rhs float64, assumptions bool) Claim {
	if lhs-lhs != 0 || rhs-rhs != 0 {
		return c.missing("finite numbers on both sides")
	}
	c.LHS, c.RHS, c.AssumptionsMet, c.Evaluated = lhs, rhs, assumptions, true
	c.Holds = compare(lhs, c.Relation, rhs)
	return c
}

// compare reports whether lhs relation rhs is true up to rounding.
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

// missing returns the claim as not evaluated, with the missing input in its note.
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
