package claims

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
)

// condition is Theorem 2 (equations 24 to 26): its conclusion κ(I+ΔtL̃) ≤ 2+ε is
// checked on a draw that has the (1±ε) which the theorem assumes.
func condition(in *Input) Claim {
	c := Claim{ID: "thm2", Title: "Theorem 2: the solve is well conditioned",
		Statement: "κ(I+Δt·L̃) ≤ 2+ε when Δt ≤ 1/λmax and L̃ is a (1±ε) sparsifier",
		Note:      "True: the eigenvalues lie between 1 and 1+Δt·λmax(L̃)."}
	d := in.Guaranteed
	if d == nil {
		return c.missing("<=", "a sparsifier of the Laplacian (n·d ≤ 1000)")
	}
	c.Note += fmt.Sprintf(" A draw with as many edges as the matrix Chernoff bound asks for at ε = %.3g keeps %d of %d here; its error is "+
		"%.3g.",
		in.Epsilon, d.Kept, d.Edges, d.Error)
	return c.judge(d.kappa(in.Dt), "<=", 2+in.Epsilon, in.Dt*in.LambdaMax <= 1 && d.Error <= in.Epsilon)
}

// kappa is the condition number of I + ΔtL̃.
func (d *Drawn) kappa(dt float64) float64 { return (1 + dt*d.High) / (1 + dt*d.Low) }

// sparsifier checks whether a draw of the training pass has the (1±ε) that the
// theorem assumes.
func sparsifier(in *Input) Claim {
	c := Claim{ID: "thm2-draw", Title: "Theorem 2: the training draw is a (1±ε) sparsifier",
		Statement: "|xᵀL̃x/xᵀLx − 1| ≤ ε for all x outside ker L",
		Note:      "A draw that leaves edges out of a sparse graph misses it; so few draws serve the mean over epochs, not the guarantee."}
	d := in.Training
	if d == nil {
		return c.missing("<=", "a run that draws (setting svr=sparsified) and n·d ≤ 1000")
	}
	c.Note += fmt.Sprintf(" This draw keeps %d of %d edges; κ(I+Δt·L̃) = %.3g against 2+ε = %.3g.", d.Kept, d.Edges, d.kappa(in.Dt),
		2+in.Epsilon)
	return c.judge(d.Error, "<=", in.Epsilon, true)
}

// conditionFormula checks κ = (1+Δtλmax)/(1+Δtλ2), all of L̃.
func conditionFormula(in *Input) Claim {
	c := Claim{ID: "thm2-formula", Title: "Theorem 2: the formula for κ",
		Statement: "κ(I+Δt·L̃) = (1+Δt·λmax)/(1+Δt·λ2)",
		Note:      "With a global section the smallest eigenvalue of I+Δt·L̃ is 1, not 1+Δt·λ2: κ = 1+Δt·λmax."}
	d := in.Guaranteed
	if d == nil {
		return c.missing("==", "a sparsifier of the Laplacian (n·d ≤ 1000)")
	}
	return c.judge(d.kappa(in.Dt), "==", (1+in.Dt*d.High)/(1+in.Dt*d.Positive), in.Dt*in.LambdaMax <= 1)
}

// iterations runs plain CG with L̃ on the first channel and counts.
func iterations(in *Input) Claim {
	c := Claim{ID: "thm2-iterations", Title: "Theorem 2: number of CG iterations",
		Statement: "k ≤ ⌈√κ·log(‖r0‖/ε_CG)⌉ for (I+Δt·L̃)h = b",
		Note:      "True for κ ≤ 2; false for κ near 3 and a coarse tolerance. The usual count is ⌈(√κ/2)·log(2√κ‖r0‖/ε)⌉."}
	d := in.Guaranteed
	if d == nil || len(in.H) == 0 || in.CGTol <= 0 {
		return c.missing("<=", "a sparsifier (n·d ≤ 1000), the input of the diffusion and a tolerance")
	}
	b := make([]float64, d.Operator.Dim())
	for i := range b {
		b[i] = in.H[i*in.Channels]
	}
	r0 := linalg.Nrm2(b)
	if r0 == 0 {
		return c.missing("<=", "an input that is not zero")
	}
	k := d.kappa(in.Dt)
	count := plainCG(d.Operator, in.Dt, b, in.CGTol*r0)
	root := math.Sqrt(k)
	c.Note += fmt.Sprintf(" Here %d (plain CG on the first channel, from 0).", int(math.Ceil(root/2*linalg.Log(2*root/in.CGTol))))
	return c.judge(float64(count), "<=", math.Ceil(root*linalg.Log(1/in.CGTol)), in.Dt*in.LambdaMax <= 1)
}

// plainCG solves (I+ΔtL)x = b from x = 0 without preconditioner and returns the
// number of iterations until ‖r‖ ≤ eps.
func plainCG(op linalg.Operator, dt float64, b []float64, eps float64) int {
	n := len(b)
	r, p, w := append([]float64(nil), b...), append([]float64(nil), b...), make([]float64, n)
	rr := linalg.Dot(r, r)
	for k := range 100000 {
		if math.Sqrt(rr) <= eps {
			return k
		}
		op.Apply(w, p)
		for i := range w {
			w[i] = p[i] + dt*w[i]
		}
		alpha := rr / linalg.Dot(p, w)
		linalg.Axpy(-alpha, w, r)
		next := linalg.Dot(r, r)
		for i := range p {
			p[i] = r[i] + next/rr*p[i]
		}
		rr = next
	}
	return 100000
}
