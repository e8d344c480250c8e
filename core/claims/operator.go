package claims

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/spectral"
)

// resolvent checks ‖(I+ΔtL)⁻¹ − Π_1‖₂ = 1/(1+Δtλ2), with Π_1 the projection on
// the vectors that are constant over the nodes (all of R^D at once).
func resolvent(in *Input) Claim {
	c := Claim{ID: "resolvent", Title: "Diffusion contracts at rate 1/(1+Δt·λ2)",
		Statement: "‖(I+Δt·L)⁻¹ − Π_1‖₂ = 1/(1+Δt·λ2)",
		Note:      "True for d = 1 on a connected graph with R = 1. In general Π_1 must be the projection on ker L, and λ2 the smallest positive eigenvalue."}
	s := in.Spectrum
	if s == nil || s.Vectors == nil || in.N == 0 || s.KernelDim == len(s.Values) || in.Lambda2 <= 0 {
		return c.missing("==", "the full spectrum with eigenvectors (n·d ≤ 1000) and a λ2 above the kernel")
	}
	norm, err := resolventNorm(s, in.N, in.D, in.Dt)
	if err != nil {
		return c.missing("==", "a norm that did not converge")
	}
	positive := 1 / (1 + in.Dt*s.Values[s.KernelDim])
	c.Note += fmt.Sprintf(" Here ‖(I+Δt·L)⁻¹ − Π_ker‖₂ = %.6g = 1/(1+Δt·λ₊), kernel dimension %d.", positive, s.KernelDim)
	return c.judge(norm, "==", 1/(1+in.Dt*in.Lambda2), true)
}

// resolventNorm works in the eigenbasis: (I+ΔtL)⁻¹ is diagonal there, and Π_1 of rank D.
func resolventNorm(s *spectral.Spectrum, n, d int, dt float64) (float64, error) {
	dim := len(s.Values)
	op := diagonalLessProjection{gain: make([]float64, dim)}
	for i, v := range s.Values {
		if i < s.KernelDim {
			v = 0
		}
		op.gain[i] = 1 / (1 + dt*v)
	}
	for k := range d {
		g := make([]float64, dim)
		for i := range n {
			for q := range dim {
				g[q] += s.Vectors.Data[(i*d+k)*dim+q]
			}
		}
		linalg.Scal(1/math.Sqrt(float64(n)), g)
		op.q = append(op.q, g)
	}
	opt := spectral.LanczosOptions{Block: 1, Tol: 1e-8}
	high, err := spectral.Highest(op, 1, opt)
	if err != nil {
		return 0, err
	}
	low, err := spectral.Lowest(op, 1, opt)
	if err != nil {
		return 0, err
	}
	return max(math.Abs(high.Values[0]), math.Abs(low.Values[0])), nil
}

type diagonalLessProjection struct {
	gain []float64
	q    [][]float64
}

func (a diagonalLessProjection) Dim() int { return len(a.gain) }
func (a diagonalLessProjection) Apply(dst, src []float64) {
	for i, g := range a.gain {
		dst[i] = g * src[i]
	}
	for _, q := range a.q {
		linalg.Axpy(-linalg.Dot(q, src), q, dst)
	}
}

// distance checks ‖H_svr − H⋆‖_F ≤ c_het/λ2 at Δt = 1, as the proof has it,
// with the perfectly mixed H⋆ = Π_ker H.
func distance(in *Input) Claim {
	c := Claim{ID: "distance", Title: "The diffused features are near the mixed ones",
		Statement: "‖H_svr − H⋆‖_F ≤ c_het/λ2, H_svr = (I+L)⁻¹H, H⋆ = Π_ker H",
		Note:      "The left side grows with H, the right side does not. True: ‖ZH − Π_ker H‖ ≤ ‖(I−Π_ker)H‖/(1+Δt·λ₊)."}
	s := in.Spectrum
	if s == nil || s.Vectors == nil || len(in.H) == 0 || s.KernelDim == len(s.Values) || in.Lambda2 <= 0 {
		return c.missing("<=", "the full spectrum with eigenvectors (n·d ≤ 1000) and a positive λ2")
	}
	lhs, away := distances(s, in.H, in.Channels)
	c.Note += fmt.Sprintf(" Here the true right side is %.6g.", away/(1+s.Values[s.KernelDim]))
	return c.judge(lhs, "<=", in.CHet/in.Lambda2, true)
}

// distances returns ‖(I+L)⁻¹H − Π_ker H‖_F and ‖(I−Π_ker)H‖_F.
func distances(s *spectral.Spectrum, h []float64, channels int) (diffused, away float64) {
	dim := len(s.Values)
	for q := s.KernelDim; q < dim; q++ {
		gain := 1 / (1 + s.Values[q])
		for ch := range channels {
			p := 0.0
			for i := range dim {
				p += s.Vectors.Data[i*dim+q] * h[i*channels+ch]
			}
			diffused += gain * gain * p * p
			away += p * p
		}
	}
	return math.Sqrt(diffused), math.Sqrt(away)
}

// condition checks the conclusion κ(I+ΔtL̃) ≤ 2+ε on a draw that has the (1±ε)
// which the theorem assumes.
func condition(in *Input) Claim {
	c := Claim{ID: "thm2", Title: "Theorem 2: the solve is well conditioned",
		Statement: "κ(I+Δt·L̃) ≤ 2+ε when Δt ≤ 1/λmax and L̃ is a (1±ε) sparsifier",
		Note:      "True: the eigenvalues lie between 1 and 1+Δt·λmax(L̃)."}
	d := in.Guaranteed
	if d == nil {
		return c.missing("<=", "a sparsifier of the Laplacian (n·d ≤ 1000)")
	}
	c.Note += fmt.Sprintf(" A draw with as many edges as the matrix Chernoff bound asks for at ε = %.3g keeps %d of %d here; its error is %.3g.",
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

// gap checks the gain of the matrix ascent L' = L + η vvᵀ.
func gap(in *Input) Claim {
	c := Claim{ID: "thm3", Title: "Theorem 3: every ascent step gains c_w/4",
		Statement: "λ2(L + η vvᵀ) − λ2(L) ≥ c_w/4",
		Note: "Exact: λ2(L + η vvᵀ) = min(λ2+η, λ3), so the gain stops at λ3 − λ2. C6, K4 and the star S5 gain 0. " +
			"What is gained a sheaf of the graph can keep: stage 10 shows how much of it the nearest one does."}
	if in.Armijo <= 0 || in.Lambda3 < in.Lambda2 || in.Lambda2 <= 0 {
		return c.missing(">=", "λ2, λ3 and c_w")
	}
	eta, gain := backtrack(in.Lambda3-in.Lambda2, in.Armijo)
	c.Note += fmt.Sprintf(" Here λ3 − λ2 = %.6g and back-tracking from 1 stops at η = %.3g.", in.Lambda3-in.Lambda2, eta)
	return c.judge(gain, ">=", in.Armijo/4, eta > 0)
}

// backtrack halves η from 1 until min(η, room) ≥ c_w·η.
func backtrack(room, cw float64) (eta, gain float64) {
	eta = 1
	for range 60 {
		if g := min(eta, room); g > 0 && g >= cw*eta {
			return eta, g
		}
		eta /= 2
	}
	return 0, 0
}
