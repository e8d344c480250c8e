// This file checks Theorem 2, the condition of the implicit solve: statement, assumption, formula, and number of iterations.

package claims

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// theorem2 is Theorem 2 (equations 24 to 26), the conclusion κ(I+ΔtL̃) ≤ 2+ε. It is checked on the sparsifier Guaranteed of the input.
var theorem2 = claimRow{
	Claim: Claim{ID: "thm2", Title: "Theorem 2: the solve is well conditioned", Relation: "<=",
		Statement: "κ(I+Δt·L̃) ≤ 2+ε when Δt ≤ 1/λmax and L̃ is a (1±ε) sparsifier",
		Note:      "True: the eigenvalues lie between 1 and 1+Δt·λmax(L̃).",
		Answer:    "It holds as stated.",
		Reply:     "Yes. Δt ≤ 1/λmax is needed, and so is the sparsifier: see the next row."},
	sides: [2]string{"κ", "2 + ε"},
	check: func(in *Input, c Claim) Claim {
		d := in.Guaranteed
		if d == nil {
			return c.missing("a sparsifier of the Laplacian (n·d ≤ 1000)")
		}
		c.Note += fmt.Sprintf(" A draw with as many edges as the matrix Chernoff bound asks for at ε = %s keeps %d of %d here; its error is %s.",
			words.Digits(in.Epsilon, 3), d.Kept, d.Edges, words.Digits(d.Error, 3))
		return c.judge(d.kappa(in.Dt), 2+in.Epsilon, in.isStepShort() && d.Error <= in.Epsilon)
	},
}

// kappa returns the condition number of I + ΔtL̃, the ratio of its largest and its smallest eigenvalue.
func (d *Drawn) kappa(dt float64) float64 { return (1 + float64(dt*d.High)) / (1 + float64(dt*d.Low)) }

// theorem2Draw is the assumption of Theorem 2 that L̃ is a (1±ε) sparsifier, checked on a sparsifier of a training pass.
var theorem2Draw = claimRow{
	Claim: Claim{ID: "thm2-draw", Title: "Theorem 2: the training draw is a (1±ε) sparsifier", Relation: "<=",
		Statement: "|xᵀL̃x/xᵀLx − 1| ≤ ε for all x outside ker L",
		Note:      "A draw that leaves edges out of a sparse graph misses it; so few draws serve the mean over epochs, not the guarantee.",
		Answer:    "The theorem assumes a (1±ε) sparsifier. A draw that is none says nothing about it.",
		Reply:     "Right: this row is about the draws of training, not about the theorem. On the karate club the guarantee keeps every edge."},
	sides: [2]string{"error", "ε"},
	check: func(in *Input, c Claim) Claim {
		d := in.Training
		if d == nil {
			return c.missing("a run that draws (setting svr=sparsified) and n·d ≤ 1000")
		}
		c.Note += fmt.Sprintf(" This draw keeps %d of %d edges; κ(I+Δt·L̃) = %s against 2+ε = %s.", d.Kept, d.Edges,
			words.Digits(d.kappa(in.Dt), 3), words.Digits(2+in.Epsilon, 3))
		return c.judge(d.Error, in.Epsilon, alwaysMet)
	},
	failingRun: Case{Title: "the karate club, sparsified", Graph: "karate",
		Settings: settings("dt", "0.4", "svr", "sparsified", "svr_epsilon", "0.5"), Epochs: 2,
		Shows: "the draw leaves out edges that nothing replaces"},
}

// theorem2Formula is the claim κ = (1+Δtλmax)/(1+Δtλ₂), where λmax and λ₂ are eigenvalues of L̃.
var theorem2Formula = claimRow{
	Claim: Claim{ID: "thm2-formula", Title: "Theorem 2: the formula for κ", Relation: "==",
		Statement: "κ(I+Δt·L̃) = (1+Δt·λmax)/(1+Δt·λ2)",
		Note:      "With a global section the smallest eigenvalue of I+Δt·L̃ is 1, not 1+Δt·λ2: κ = 1+Δt·λmax.",
		Answer:    "The conclusion needs only a denominator of at least 1.",
		Reply:     "So it does, and κ ≤ 2+ε stands. The formula, and the bound by γ behind it, need a sheaf without global sections."},
	sides: [2]string{"κ", "formula"},
	check: func(in *Input, c Claim) Claim {
		d := in.Guaranteed
		if d == nil {
			return c.missing("a sparsifier of the Laplacian (n·d ≤ 1000)")
		}
		return c.judge(d.kappa(in.Dt), (1+float64(in.Dt*d.High))/(1+float64(in.Dt*d.Positive)), in.isStepShort())
	},
	failingRun: Case{Title: "K2", Graph: "k2", Settings: settings("dt", "0.4"), Epochs: 3,
		Shows: "the sheaf of one edge has a kernel, so the smallest eigenvalue of I+Δt·L̃ is 1"},
	counterexample: func(x *smallCases) error {
		// The left side is (1+Δt·λmax)/1 with the eigenvalue 0 of the kernel, the right side is the formula with λ2 = λmax.
		return x.add("k2", "K2, Δt = ½ = 1/λmax", "λ2 = λmax, so the formula gives κ = 1; the kernel makes it 2.",
			(1+float64(0.5*x.k2.Values[1]))/1,
			(1+float64(0.5*x.k2.Values[1]))/(1+float64(0.5*x.k2.Values[1])))
	},
}

// theorem2Iterations is the claimed number of iterations, checked by a solve with L̃ for the first channel of H; see [plainCG].
var theorem2Iterations = claimRow{
	Claim: Claim{ID: "thm2-iterations", Title: "Theorem 2: number of CG iterations", Relation: "<=",
		Statement: "k ≤ ⌈√κ·log(‖r0‖/ε_CG)⌉ for (I+Δt·L̃)h = b",
		Note:      "True for κ ≤ 2; false for κ near 3 and a coarse tolerance. The usual count is ⌈(√κ/2)·log(2√κ‖r0‖/ε)⌉.",
		Answer:    "The count is meant as O(log(1/ε_CG)).",
		Reply:     "As that it is true. The displayed count has no constant, and it is one too small in the case."},
	sides: [2]string{"needed", "claimed"},
	check: func(in *Input, c Claim) Claim {
		d := in.Guaranteed
		if d == nil || len(in.H) == 0 || in.CGTol <= 0 {
			return c.missing("a sparsifier (n·d ≤ 1000), the input of the diffusion and a tolerance")
		}
		b := make([]float64, d.Operator.Dim()) // first channel of H
		for i := range b {
			b[i] = in.H[i*in.Channels]
		}
		norm := linalg.Nrm2(b)
		if norm == 0 {
			return c.missing("an input that is not zero")
		}
		// The solve starts from 0, so the first residual r0 is b. The tolerance CGTol is relative: ε_CG = CGTol·‖b‖. So ‖r0‖/ε_CG is 1/CGTol.
		count := plainCG(d.Operator, in.Dt, b, in.CGTol*norm)
		root := math.Sqrt(d.kappa(in.Dt))
		c.Note += " Here " + words.Fixed(math.Ceil(root/2*linalg.Log(2*root/in.CGTol)), 0) + " (plain CG on the first channel, from 0)."
		return c.judge(float64(count), math.Ceil(root*linalg.Log(1/in.CGTol)), in.isStepShort())
	},
	counterexample: func(x *smallCases) error {
		// K2 with λ = 1 and Δt = 1. A draw that keeps the edge with p = 1/1.95 multiplies its weight by 1.95, so λ = 1.95 and κ = 2.95.
		// b is the vector (√κ, 1), divided by its norm √(κ+1) = √3.95. So ‖b‖ is 1, and the tolerance 0.56·‖b‖ is 0.56.
		root := math.Sqrt(2.95)
		steps := plainCG(diagonal{0, 1.95}, 1, []float64{root / math.Sqrt(3.95), 1 / math.Sqrt(3.95)}, 0.56)
		return x.add("", "K2, κ = 2.95, tolerance 0.56·‖b‖, b = (√κ, 1) in the eigenbasis",
			"A draw that keeps the edge with p = 1/1.95 is a (1±0.95) sparsifier. For κ ≤ 2 the claim is true.", float64(steps),
			math.Ceil(root*linalg.Log(1/0.56)))
	},
}

// diagonal is a diagonal operator, given by its diagonal.
type diagonal []float64

// Dim returns the dimension. Dim and Apply implement linalg.Operator.
func (a diagonal) Dim() int { return len(a) }

// Apply sets dst to the product of the operator and src.
func (a diagonal) Apply(dst, src []float64) {
	for i, v := range a {
		dst[i] = v * src[i]
	}
}

// plainCG solves (I+ΔtL)x = b by conjugate gradients from x = 0, without a preconditioner, where op is L.
// It returns only the number of iterations until the residual r satisfies ‖r‖ ≤ eps, or maxIterations if r stays larger.
func plainCG(op linalg.Operator, dt float64, b []float64, eps float64) int {
	const maxIterations = 100000
	n := len(b)
	r := append([]float64(nil), b...) // residual
	p := append([]float64(nil), b...) // search direction
	w := make([]float64, n)           // (I+ΔtL)p
	rr := linalg.Dot(r, r)            // ‖r‖²
	for k := range maxIterations {
		if math.Sqrt(rr) <= eps {
			return k
		}
		op.Apply(w, p)
		for i := range w {
			w[i] = p[i] + float64(dt*w[i])
		}
		alpha := rr / linalg.Dot(p, w)
		linalg.Axpy(-alpha, w, r)
		next := linalg.Dot(r, r) // ‖r‖² of the new residual
		for i := range p {
			p[i] = r[i] + float64(next/rr*p[i])
		}
		rr = next
	}
	return maxIterations
}
