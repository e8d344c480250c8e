package diffusion

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestSpectralDefinition compares filters and implicit diffusion with V·g(Λ)·Vᵀ H of
// gonum's eigendecomposition, where g is the response that the package gives. The filters have
// the orders 1 to MaxOrder, both kinds of weights, and also the mirrored polynomials T_p(1 + λ).
// Without mirroring, the response must be Σ_p α_p cos(p·arccos(1 − λ)), since T_p(1 − λ) is
// that cosine.
func TestSpectralDefinition(t *testing.T) {
	const c = 3
	s, l := randomSheaf(15, 3, 0.4, 2)
	n := l.Dim()
	var e mat.EigenSym
	e.Factorize(mat.NewSymDense(n, l.Dense().Data), true)
	lambda := e.Values(nil)
	var v mat.Dense
	e.VectorsTo(&v)
	h := randoms(n*c, 1)
	// spectral returns V·diag(gain)·Vᵀ H.
	spectral := func(gain []float64) []float64 {
		var t1, out mat.Dense
		t1.Mul(v.T(), mat.NewDense(n, c, h))
		t1.Apply(func(i, _ int, x float64) float64 { return gain[i] * x }, &t1)
		out.Mul(&v, &t1)
		return out.RawMatrix().Data
	}
	gain := make([]float64, n)
	for q := 1; q <= MaxOrder; q++ {
		for _, weights := range []Weights{SoftmaxWeights, SignedWeights} {
			f := NewFilter(new(Workspace), fresh, s, l, c, q, weights)
			gamma := randoms(q+1, uint64(q))
			got := f.Forward(gamma, h)
			ChebyshevResponse(gain, lambda, f.Alpha(), false)
			if d := maxDiff(got, spectral(gain)); d > 1e-12 {
				t.Errorf("Q=%d: the filter differs by %g", q, d)
			}
			mirrored := NewFilter(new(Workspace), fresh, s, l, c, q, weights)
			mirrored.Mirror = true
			got = mirrored.Forward(gamma, h)
			ChebyshevResponse(gain, lambda, mirrored.Alpha(), true)
			if d := maxDiff(got, spectral(gain)); d > 1e-11*math.Pow(6, float64(q)) { // T_q(3) is about 5.8^q/2
				t.Errorf("Q=%d: the mirrored filter differs by %g", q, d)
			}
			// The response by cosines.
			ChebyshevResponse(gain, lambda, f.Alpha(), false)
			for k, x := range lambda {
				want := 0.0
				for p, a := range f.Alpha() {
					want += a * math.Cos(float64(p)*math.Acos(1-x))
				}
				if math.Abs(gain[k]-want) > 1e-12 {
					t.Errorf("Q=%d: response at %g is %g, want %g", q, x, gain[k], want)
				}
			}
		}
	}
	ImplicitResponse(gain, lambda, 2.5)
	if d := maxDiff(NewCG(l, c, 1e-14, 300).Solve(2.5, h), spectral(gain)); d > 1e-12 {
		t.Errorf("the solve differs by %g", d)
	}
}

// TestResponseShapes checks that softmax weights give the gain 1 at λ = 0 and no larger one
// in [0, 2], for 50 random vectors of logits. The signed weights of the logits 1 and −1 have the
// gain 0 at λ = 0 and 1 at λ = 2. The first signed weight of zero logits is 0.
func TestResponseShapes(t *testing.T) {
	s, l := randomSheaf(5, 1, 0.9, 1)
	lambda, gain := make([]float64, 101), make([]float64, 101)
	Grid(lambda, 2)
	h := make([]float64, l.Dim()) // weights do not depend on the features
	for seed := range uint64(50) {
		f := NewFilter(new(Workspace), fresh, s, l, 1, 3, SoftmaxWeights)
		f.Forward(randoms(4, seed), h)
		ChebyshevResponse(gain, lambda, f.Alpha(), false)
		for k, g := range gain {
			if g > gain[0]+1e-12 || math.Abs(gain[0]-1) > 1e-12 {
				t.Fatalf("gain %g at λ = %g, and %g at 0, want 1 at 0 and no larger gain", g, lambda[k], gain[0])
			}
		}
	}
	f := NewFilter(new(Workspace), fresh, s, l, 1, 1, SignedWeights)
	f.Forward([]float64{1, -1}, h)
	ChebyshevResponse(gain, lambda, f.Alpha(), false)
	if math.Abs(gain[0]) > 1e-15 || math.Abs(gain[100]-1) > 1e-15 {
		t.Errorf("high-pass gains %g and %g, want 0 and 1", gain[0], gain[100])
	}
	f.Forward([]float64{0, 0}, h)
	if f.Alpha()[0] != 0 {
		t.Errorf("signed weights of zero logits are %v, want 0", f.Alpha())
	}
}
