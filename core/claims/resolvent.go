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
		Note: "True for d = 1 on a connected graph with R = 1. In general Π_1 must be the projection on ker L, and λ2 the smallest " +
			"positive eigenvalue."}
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
