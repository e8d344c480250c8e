// Package claims evaluates both sides of the theorems and lemmas of the paper, on a run and on the smallest known counterexamples.
// The first claim is the bound
//
//	L_D(f) ≤ L(y,ŷ) + λ_KL·√((KL(ρ‖π)+log(2/δ))/(2n)) + λ_spec·c_het/λ₂      (SGPC, theorem 1)
//
// L_D is the expected loss, and L(y,ŷ) the loss on the n training nodes. The KL term compares the posterior of the edges with their prior,
// and δ is the allowed probability that the bound fails. λ_KL and λ_spec are weights. c_het is the norm of the class coupling, and λ₂ the
// spectral gap of the sheaf Laplacian.
//
// One run on which a claim holds does not prove the claim, and most of the claims are false in general.
package claims

import (
	"sheafscope/core/linalg"
	"sheafscope/core/spectral"
)

// Claim is a statement of the paper, evaluated on a run. The trace of a run, a JSON file, has the claims under the JSON names.
type Claim struct {
	ID        string `json:"id"`        // short name such as "thm1"
	Title     string `json:"title"`     // name for readers
	Statement string `json:"statement"` // the inequality or equality in plain text
	// LHS and RHS are the two sides of Relation. Holds reports whether the relation is true, with a tolerance for rounding.
	// In theorem 4, Holds requires LHS < RHS without a tolerance. If Evaluated is false, both sides are 0 and Holds is false.
	LHS      float64 `json:"lhs"`
	RHS      float64 `json:"rhs"`
	Relation string  `json:"relation"` // "<=", ">=" or "=="
	Holds    bool    `json:"holds"`
	// AssumptionsMet reports whether the run satisfies the assumptions of the paper. It is false if Evaluated is false.
	AssumptionsMet bool `json:"assumptions_met"`
	// Evaluated reports whether the run has the inputs of the check. If it is false, Note begins with the missing inputs.
	Evaluated bool   `json:"evaluated"`
	Note      string `json:"note"` // what is true of the claim, with numbers of the run
	// Answer is an objection that the authors could raise against the verdict, and Reply is our reply to it.
	Answer string `json:"answer"`
	Reply  string `json:"reply"`
}

// Drawn is a sparsifier L̃ of the operator L, drawn by leverage scores.
type Drawn struct {
	Operator linalg.Operator // L̃
	// Low is the smallest eigenvalue of L̃ (0 with a kernel), Positive is its smallest eigenvalue above the kernel, and High its largest.
	Low, Positive, High float64
	// Error is the largest |xᵀL̃x/xᵀLx − 1| over all x outside the kernel of L. L̃ is a (1±ε) sparsifier if Error ≤ ε.
	Error       float64
	Kept, Edges int // numbers of edges in the sparsifier and in the graph
}

// Input holds the quantities of a run that the checks read.
// A missing input is zero, nil or false. A claim whose check finds an input missing stays without an evaluation.
type Input struct {
	// N and M are the numbers of nodes and edges. D is the dimension of a stalk, and Features is the number of features of a node.
	N, M, D, Features int

	Dt float64 // diffusion time Δt of the first layer
	// Spectrum is the full spectrum of the Laplacian of the diffusion, with eigenvectors. It is nil if its computation fails or N·D > 1000.
	Spectrum *spectral.Spectrum
	// Lambda2, Lambda3 and LambdaMax are the eigenvalues λ₂, λ₃ and λ_max that the page displays.
	// λ₂ and λ₃ follow the definition of λ₂ in the settings, so λ₂ need not be the second value of Spectrum.
	Lambda2, Lambda3, LambdaMax float64

	// H is the input of the first layer's implicit diffusion, (N·D)×Channels, row by row. It is nil without this diffusion.
	H        []float64
	Channels int
	// CGTol is the relative residual at which the solve stops, and Epsilon is the ε of the sparsifiers.
	CGTol, Epsilon float64
	// Guaranteed is a sparsifier with the number of edges that the matrix Chernoff bound requires. Training is drawn as in a training pass.
	// Both are nil for N·D > 1000, and if L̃ is 0 or cannot be computed. Training is also nil if the run draws no sparsifiers.
	Guaranteed, Training *Drawn

	// Armijo is c_w: the line search accepts a step η only if λ₂ gains at least c_w·η.
	Armijo float64

	// Beta(A0, B0) is the prior of every edge, and Beta(Alpha[e], Beta[e]) its posterior.
	A0, B0      float64
	Alpha, Beta []float64

	// Empirical is the calibrated cross-entropy on the training nodes, and Labeled is the number of these nodes.
	// The other quantities appear in the bound of theorem 1: KLSum = KL(ρ‖π), CHet = c_het, δ, and the weights λ_KL and λ_spec.
	Empirical, KLSum, CHet, Delta, LambdaKL, LambdaSpec float64
	Labeled                                             int
	// TestLoss is the calibrated cross-entropy on the test nodes. TrainError and TestError are the shares of wrong predictions.
	// HasTest reports whether the split has test nodes.
	TestLoss, TrainError, TestError float64
	HasTest                         bool
	// MaxLoss is the largest possible cross-entropy of a training or test node under any prediction.
	// Calibration replaces the probability p of class c at node i by κ̄_i·p + (1 − κ̄_i)·prior_c, with the class's prior (pacbayes.Calibrate).
	// With p = 0, MaxLoss is the maximum of −log((1 − κ̄_i)·prior_c) over i and c. It is +Inf without calibration.
	MaxLoss float64

	// BoundHistory has loss_t + √((KL+log(2/δ))/(2n)) + c_het/λ₂, the B_t of theorem 4, for each epoch t with an ascent of λ₂.
	// Lambda2History has λ₂ before this ascent. Element 0 belongs to the first epoch, which the paper calls epoch 0.
	BoundHistory, Lambda2History []float64

	OutputChange    float64 // ‖f_T − f_0‖₂, the spectral norm of the change since epoch 0 of the first layer's diffused features
	HasOutputChange bool    // whether OutputChange was computed
}

// claimRow is a claim of the paper with its check and its counterexamples.
type claimRow struct {
	Claim
	sides [2]string // short names of the left and the right side
	// check evaluates the claim on a run. The second argument is a copy of the claim of the row, which check completes.
	check func(*Input, Claim) Claim
	// failingRun is a run in which the claim fails, without the field Claim. It is the zero Case if no such run is known.
	failingRun Case
	// counterexample adds the smallest known case in which the claim fails to smallCases. It is nil if no such case is known.
	counterexample func(*smallCases) error
}

// rows returns the claims in the order of the paper.
func rows() []claimRow {
	return []claimRow{theorem1, theorem1Errors, resolvent, distance, theorem2, theorem2Draw, theorem2Formula, theorem2Iterations, theorem3,
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

// Sides returns the short names of the left and the right side of each claim, by the ID of the claim.
func Sides() map[string][2]string {
	out := map[string][2]string{}
	for _, r := range rows() {
		out[r.ID] = r.sides
	}
	return out
}

// slack is the relative tolerance of an inequality, for rounding errors.
const slack = 1e-9

// assumptions states whether a run satisfies the assumptions of a claim.
type assumptions bool

const (
	alwaysMet assumptions = true  // every run satisfies the assumptions
	neverMet  assumptions = false // no run satisfies them
)

// judge returns the claim, evaluated with the two sides. met states whether the assumptions of the claim are met.
// If a side is not finite, the claim stays without an evaluation, since JSON has no numbers for infinity and NaN.
func (c Claim) judge(lhs, rhs float64, met assumptions) Claim {
	isFinite := func(x float64) bool { return x-x == 0 } // x − x is NaN for infinite x and for NaN
	if !isFinite(lhs) || !isFinite(rhs) {
		return c.missing("finite numbers on both sides")
	}
	c.LHS, c.RHS = lhs, rhs
	c.AssumptionsMet, c.Evaluated = bool(met), true
	c.Holds = compare(lhs, c.Relation, rhs)
	return c
}

// equalitySlack is the relative tolerance of an equality between iteratively computed numbers.
const equalitySlack = 1e-6

// compare reports whether the relation between both sides is true, up to rounding errors: the relative tolerance is slack for an
// inequality and equalitySlack for an equality. It panics if relation is not "<=", ">=" or "==".
func compare(lhs float64, relation string, rhs float64) bool {
	tol := float64(slack * max(abs(lhs), abs(rhs)))
	switch relation {
	case "<=":
		return lhs <= rhs+tol
	case ">=":
		return lhs >= rhs-tol
	case "==":
		return abs(lhs-rhs) <= equalitySlack*max(abs(lhs), abs(rhs))
	}
	panic("claims: unknown relation " + relation)
}

// isStepShort reports whether Δt ≤ 1/λmax up to rounding, the assumption of Theorem 2.
func (in *Input) isStepShort() assumptions { return in.Dt*in.LambdaMax <= 1+slack }

// missing returns the claim without an evaluation. Its note begins with the missing inputs.
func (c Claim) missing(input string) Claim {
	c.Note = "Not evaluated: needs " + input + ". " + c.Note
	return c
}

// abs returns |x|.
func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
