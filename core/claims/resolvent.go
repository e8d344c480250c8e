// This file checks two claims on the implicit diffusion: its rate of contraction, and the distance of its result from the mixed features.

package claims

import (
	"errors"
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
)

// resolvent is the claim ‖(I+ΔtL)⁻¹ − Π_1‖₂ = 1/(1+Δtλ₂), where Π_1 projects onto the vectors that are constant over the nodes.
var resolvent = claimRow{
	Claim: Claim{ID: "resolvent", Title: "Diffusion contracts at rate 1/(1+Δt·λ2)", Relation: "==",
		Statement: "‖(I+Δt·L)⁻¹ − Π_1‖₂ = 1/(1+Δt·λ2)",
		Note: "False for the sheaf Laplacian of the Preliminaries (convention=preliminaries), whose kernel is not the constants. True for that " +
			"of equation 7 (convention=literal, operator=laplacian) on a connected graph. In general Π_1 must be the projection on ker L.",
		Answer: "Equation 7 has one map for both ends of an edge, so the kernel is the constants and both sides are equal.",
		Reply: "Yes: both are 0.639317 on the karate club with Δt = 5. The Preliminaries have two maps an edge, and there the run fails; so it " +
			"does for equation 7 with the normalised operator."},
	sides: [2]string{"norm", "claimed"},
	check: func(in *Input, c Claim) Claim {
		s := in.Spectrum
		if !hasEigenvectors(s) || in.N == 0 || in.Lambda2 <= 0 {
			return c.missing("the full spectrum with eigenvectors (n·d ≤ 1000) and a λ2 above the kernel")
		}
		norm, err := resolventNorm(s, in.N, in.D, in.Dt)
		if err != nil {
			return c.missing("a norm whose computation converges")
		}
		trueRate := 1 / (1 + float64(in.Dt*s.Values[s.KernelDim])) // the norm if the projection on ker L replaces Π_1
		c.Note += fmt.Sprintf(" Here ‖(I+Δt·L)⁻¹ − Π_ker‖₂ = %s = 1/(1+Δt·λ₊), kernel dimension %d.", words.Digits(trueRate, 6), s.KernelDim)
		return c.judge(norm, 1/(1+float64(in.Dt*in.Lambda2)), alwaysMet)
	},
	failingRun: Case{Title: "the karate club", Graph: "karate", Settings: settings("dt", "5"), Epochs: 1,
		Shows: "a sheaf whose maps are no identities does not have the constants for its global sections"},
	counterexample: func(x *smallCases) error {
		k2 := graph.Complete(2)
		maps := sheaf.Constant(2, 1, k2.Edges)
		maps.R[1] = 2 // the map of node 1
		l := sheaf.NewLaplacian(2, 1, k2.Edges)
		l.Assemble(maps)
		s, err := spectral.Full(l.Operator(), 0, spectral.WithVectors) // 0 stands for the default tolerance of the kernel
		if err != nil {
			return err
		}
		norm, err := resolventNorm(s, 2, 1, 1) // 2 nodes, stalks of dimension 1, Δt = 1
		if err != nil {
			return err
		}
		// L = (1 −2; −2 4) has the eigenvalues 0 and 5, and the quotient 4.5 at (1, −1).
		return x.add("", "K2 with the maps 1 and 2, Δt = 1", "ker L is spanned by (2, 1), not by the constants. With the paper's minimum over "+
			"v ⟂ 1 as λ2, the right side is 0.182.", norm, 1.0/6)
	},
}

// hasEigenvectors reports whether a spectrum has eigenvectors and at least one eigenvalue above the kernel.
func hasEigenvectors(s *spectral.Spectrum) bool {
	return s != nil && s.Vectors != nil && s.KernelDim < len(s.Values)
}

// resolventNorm returns ‖(I+ΔtL)⁻¹ − Π_1‖₂ for n nodes with stalks of dimension d. s is the spectrum of L with eigenvectors.
// The computation is in the eigenbasis of L, where (I+ΔtL)⁻¹ is diagonal and Π_1 has rank d.
// resolventNorm returns an error if the iteration fails or finds no eigenvalue.
func resolventNorm(s *spectral.Spectrum, n, d int, dt float64) (float64, error) {
	dim := len(s.Values)
	op := diagonalLessProjection{gain: make([]float64, dim)} // gain is the diagonal of (I+ΔtL)⁻¹
	for i, eigenvalue := range s.Values {
		if i < s.KernelDim { // 0 up to rounding errors
			eigenvalue = 0
		}
		op.gain[i] = 1 / (1 + float64(dt*eigenvalue))
	}
	// The unit vectors that are constant over the nodes, one for each coordinate of a stalk, in the eigenbasis.
	// Row i·d+k of s.Vectors belongs to coordinate k at node i, and column j is eigenvector j.
	for k := range d {
		constant := make([]float64, dim)
		for i := range n {
			for j := range dim {
				constant[j] += s.Vectors.Data[(i*d+k)*dim+j]
			}
		}
		linalg.Scal(1/math.Sqrt(float64(n)), constant)
		op.q = append(op.q, constant)
	}
	// The norm of a symmetric operator is its largest absolute eigenvalue.
	// Block is the number of starting vectors. Tol is below equalitySlack, the tolerance with which both sides are compared.
	opt := spectral.LanczosOptions{Block: 1, Tol: 1e-8}
	high, err := spectral.Highest(op, 1, opt)
	if err != nil {
		return 0, err
	}
	low, err := spectral.Lowest(op, 1, opt)
	if err != nil {
		return 0, err
	}
	if len(high.Values) == 0 || len(low.Values) == 0 { // the operator has entries that are not finite
		return 0, errors.New("no eigenvalue was found")
	}
	return max(math.Abs(high.Values[0]), math.Abs(low.Values[0])), nil
}

// diagonalLessProjection is the operator diag(gain) − Σ_k q_k q_kᵀ with orthonormal vectors q_k.
type diagonalLessProjection struct {
	gain []float64
	q    [][]float64
}

// Dim returns the dimension. Dim and Apply implement linalg.Operator.
func (a diagonalLessProjection) Dim() int { return len(a.gain) }

// Apply sets dst to the product of the operator and src.
func (a diagonalLessProjection) Apply(dst, src []float64) {
	for i, g := range a.gain {
		dst[i] = g * src[i]
	}
	for _, q := range a.q {
		linalg.Axpy(-linalg.Dot(q, src), q, dst)
	}
}

// distance is the claim ‖H_svr − H⋆‖_F ≤ c_het/λ₂, with Δt = 1 as in the proof. H⋆ = Π_ker H is the completely mixed input.
var distance = claimRow{
	Claim: Claim{ID: "distance", Title: "The diffused features are near the mixed ones", Relation: "<=",
		Statement: "‖H_svr − H⋆‖_F ≤ c_het/λ2, H_svr = (I+L)⁻¹H, H⋆ = Π_ker H",
		Note:      "The left side grows with H, the right side does not. True: ‖ZH − Π_ker H‖ ≤ ‖(I−Π_ker)H‖/(1+Δt·λ₊).",
		Answer:    "Features are normalised, so H has a bounded norm.",
		Reply:     "The paper states no norm. Even with one for each node ‖H‖ grows with the number of nodes, and c_het does not."},
	sides: [2]string{"distance", "claimed"},
	check: func(in *Input, c Claim) Claim {
		s := in.Spectrum
		if !hasEigenvectors(s) || len(in.H) == 0 || in.Lambda2 <= 0 {
			return c.missing("the full spectrum with eigenvectors (n·d ≤ 1000), the input of the diffusion and a positive λ2")
		}
		lhs, away := distances(s, in.H, in.Channels)
		c.Note += " Here the true right side is " + words.Digits(away/(1+s.Values[s.KernelDim]), 6) + "."
		return c.judge(lhs, in.CHet/in.Lambda2, alwaysMet)
	},
	failingRun: Case{Title: "K2", Graph: "k2", Settings: settings("dt", "1"), Epochs: 3,
		Shows: "the left side grows with H, and the right one does not know H"},
	counterexample: func(x *smallCases) error {
		lhs, _ := distances(x.k2, []float64{10, -10}, 1)
		return x.add("k2", "K2, H = (10, −10), Δt = 1", "c_het = 2 is the largest two classes allow; the left side grows with H.", lhs,
			2/x.k2.Values[1])
	},
}

// distances returns diffused = ‖(I+L)⁻¹H − Π_ker H‖_F and away = ‖(I−Π_ker)H‖_F. s is the spectrum of L.
// h has the elements of H, len(s.Values)×channels, row by row.
func distances(s *spectral.Spectrum, h []float64, channels int) (diffused, away float64) {
	// The norms are computed from the coefficients of H in the eigenbasis. The kernel contributes nothing to either norm.
	// (I+L)⁻¹ multiplies the coefficient of an eigenvector by gain.
	dim := len(s.Values)
	squaredDiffused, squaredAway := 0.0, 0.0 // squares of the two norms
	for q := s.KernelDim; q < dim; q++ {
		gain := 1 / (1 + s.Values[q])
		for ch := range channels {
			coefficient := 0.0
			for i := range dim {
				coefficient += float64(s.Vectors.Data[i*dim+q] * h[i*channels+ch])
			}
			squaredDiffused += float64(gain * gain * coefficient * coefficient)
			squaredAway += float64(coefficient * coefficient)
		}
	}
	return math.Sqrt(squaredDiffused), math.Sqrt(squaredAway)
}
