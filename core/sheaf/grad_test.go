package sheaf

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/small"
)

// checkGrad compares grad, the gradient of f with respect to the elements of r, with
// central differences of f. The tolerance of a component is 1e-6 of its size, but at least
// 1e-6 of a twentieth of the largest component. name stands in the message.
func checkGrad(t *testing.T, name string, r, grad []float64, f func() float64) {
	t.Helper()
	scale := 0.0
	for _, g := range grad {
		scale = max(scale, math.Abs(g))
	}
	const h = 1e-5 // step of the difference
	for k := range r {
		v := r[k]
		r[k] = v + h
		up := f()
		r[k] = v - h
		down := f()
		r[k] = v
		numeric := (up - down) / (2 * h)
		if math.Abs(numeric-grad[k]) > 1e-6*max(math.Abs(grad[k]), 0.05*scale) {
			t.Errorf("%s: component %d is %.10g, central difference %.10g", name, k, grad[k], numeric)
			return
		}
	}
}

// dot returns the inner product of a and b.
func dot(a, b []float64) float64 {
	s := 0.0
	for k := range a {
		s += a[k] * b[k]
	}
	return s
}

// TestQuadGrad compares AddQuadGrad, the gradient of −0.7 ⟨Y, L X⟩ with respect to the
// maps, with differences.
func TestQuadGrad(t *testing.T) {
	for _, d := range []int{1, 2, 3, 4, 7} {
		for _, c := range []int{1, 5, 35} { // channels
			s := randomSheaf(d, 11)
			x, y, lx := randoms(s.N*d*c, 1), randoms(s.N*d*c, 2), make([]float64, s.N*d*c)
			g := make([]float64, len(s.R))
			s.AddQuadGrad(g, x, y, c, -0.7)
			checkGrad(t, "quad", s.R, g, func() float64 {
				s.Apply(lx, x, c)
				return -0.7 * dot(y, lx)
			})
		}
	}
}

// tie makes the map of side 1 a copy of that of side 0.
func tie(s *Sheaf) {
	for e := range s.Edges {
		copy(s.Map(e, 1), s.Map(e, 0))
	}
}

// TestTieGrad compares TieGrad with differences. Both maps of an edge are the map of side 0.
// From the gradient of ⟨X, L X⟩ by all maps, TieGrad makes the gradient by the maps of side 0.
func TestTieGrad(t *testing.T) {
	const d, c = 3, 4
	s := randomSheaf(d, 12)
	x, lx := randoms(s.N*d*c, 1), make([]float64, s.N*d*c)
	tied := s.Clone()
	energy := func() float64 {
		copy(tied.R, s.R)
		tie(tied)
		tied.Apply(lx, x, c)
		return dot(x, lx)
	}
	energy() // ties the maps of tied
	g := make([]float64, len(s.R))
	tied.AddQuadGrad(g, x, x, c, 1)
	TieGrad(g, d)
	checkGrad(t, "tie", s.R, g, energy)
}

// TestNormalizerGrad compares the gradient through the normaliser with differences. The
// function is ⟨Y, L̂ X⟩ plus a random linear form of the normalised maps.
func TestNormalizerGrad(t *testing.T) {
	for _, shift := range []float64{0, 0.3, 1} {
		for _, d := range []int{1, 2, 3, 4, 5} {
			const c = 3
			s := randomSheaf(d, 21)
			for b := 0; b < len(s.R); b += d * d {
				for k := range d {
					s.R[b+k*d+k] += 3 // keeps D_6, from a single map, well conditioned: differences are accurate
				}
			}
			z, out := NewNormalizer(s.N, d, s.Edges), New(s.N, d, s.Edges)
			x, y, lx := randoms(s.N*d*c, 1), randoms(s.N*d*c, 2), make([]float64, s.N*d*c)
			lin := randoms(len(s.R), 5)
			value := func() float64 {
				z.Forward(s, shift, out)
				out.Apply(lx, x, c)
				return dot(y, lx) + dot(lin, out.R)
			}
			value() // fills z and out
			// gOut is the gradient by the normalised maps, g the gradient by the maps.
			gOut, g := append([]float64(nil), lin...), make([]float64, len(s.R))
			out.AddQuadGrad(gOut, x, y, c, 1)
			z.Backward(gOut, g)
			checkGrad(t, "normalizer", s.R, g, value)
		}
	}
}

// TestNormalizerSingularGrad compares the gradient of the normaliser with differences
// where all diagonal blocks D_i are singular. Every map is S·W, with its own S and one
// invertible W. All S have rank d−1 and the same null direction, so all D_i have rank d−1.
// The gradient is taken by W, since a change of W keeps the rank.
func TestNormalizerSingularGrad(t *testing.T) {
	const d, c = 3, 2
	s := randomSheaf(d, 31)
	base := append([]float64(nil), s.R...)
	for b := 0; b < len(base); b += d * d {
		for r := range d {
			base[b+r*d+d-1] = -base[b+r*d] // last column = −first: null direction (1, 0, 1)
		}
	}
	w := randoms(d*d, 3)
	z, out := NewNormalizer(s.N, d, s.Edges), New(s.N, d, s.Edges)
	x, lx := randoms(s.N*d*c, 1), make([]float64, s.N*d*c)
	lin := randoms(len(s.R), 5)
	value := func() float64 {
		clear(s.R)
		for b := 0; b < len(base); b += d * d {
			small.AddMul(d, 1, base[b:b+d*d], w, s.R[b:b+d*d])
		}
		z.Forward(s, 0, out)
		out.Apply(lx, x, c)
		return dot(x, lx) + dot(lin, out.R)
	}
	value() // fills z and out
	// The last node is isolated: D_i is 0.
	for i := range s.N - 1 {
		if z.Rank(i) != d-1 {
			t.Fatalf("node %d has rank %d, want %d", i, z.Rank(i), d-1)
		}
	}
	// Chain rule: gradient by the normalised maps, by the maps, by W.
	gOut, g, gw := append([]float64(nil), lin...), make([]float64, len(s.R)), make([]float64, d*d)
	out.AddQuadGrad(gOut, x, x, c, 1)
	z.Backward(gOut, g)
	for b := 0; b < len(base); b += d * d {
		small.AddTMul(d, 1, base[b:b+d*d], g[b:b+d*d], gw)
	}
	checkGrad(t, "singular", w, gw, value)
}

// TestNormalizedSpectrum checks that the eigenvalues of L̂ lie in [0, 2], below 2 with a
// shift of the diagonal. The diagonal entries of the isolated node are 0. The maps are
// random, but one is zero and one has rank 1.
func TestNormalizedSpectrum(t *testing.T) {
	for seed := range uint64(20) {
		for _, shift := range []float64{0, 1e-3, 1} {
			s := randomSheaf(4, seed)
			clear(s.Map(5, 0))                     // a zero map
			copy(s.Map(8, 1), make([]float64, 12)) // rank 1: three of four rows are zero
			z, out := NewNormalizer(s.N, 4, s.Edges), New(s.N, 4, s.Edges)
			z.Forward(s, shift, out)
			l := assembled(out).Dense()
			v := eigenvalues(l)
			smallest, largest := v[0], v[len(v)-1]
			if smallest < -1e-12 || largest > 2+1e-12 {
				t.Errorf("shift %v: spectrum [%g, %g], want within [0, 2]", shift, smallest, largest)
			}
			if shift > 0 && largest >= 2 {
				t.Errorf("shift %v: largest eigenvalue %g, want below 2", shift, largest)
			}
			for k := range 4 {
				if l.At(28+k, 28+k) != 0 { // node 7, rows 28 to 31
					t.Errorf("seed %d, shift %v: diagonal entry %d of the isolated node is %g, want 0", seed, shift, k, l.At(28+k, 28+k))
				}
			}
		}
	}
}

// TestNormalizerAgainstDense compares L̂ with D^{-1/2} L D^{-1/2}. D has the diagonal blocks
// of L plus the shift 0.25. The roots come from gonum's eigenvalues and eigenvectors.
func TestNormalizerAgainstDense(t *testing.T) {
	s := randomSheaf(3, 9)
	z, out := NewNormalizer(s.N, 3, s.Edges), New(s.N, 3, s.Edges)
	z.Forward(s, 0.25, out)
	l := assembled(s)
	root := mat.NewDense(24, 24, nil) // D^{-1/2}: 8 nodes, d = 3
	for i := range s.N {
		b := append([]float64(nil), l.Diag(i)...)
		for k := range 3 {
			b[k*4] += 0.25
		}
		var e mat.EigenSym
		e.Factorize(mat.NewSymDense(3, b), true)
		var u mat.Dense
		e.VectorsTo(&u)
		for r := range 3 {
			for k := range 3 {
				v := 0.0
				for p, lam := range e.Values(nil) {
					v += u.At(r, p) * u.At(k, p) / math.Sqrt(lam)
				}
				root.Set(i*3+r, i*3+k, v)
			}
		}
	}
	var t1, want mat.Dense
	t1.Mul(root, mat.NewDense(24, 24, l.Dense().Data))
	want.Mul(&t1, root)
	if e := maxDiff(assembled(out).Dense().Data, want.RawMatrix().Data); e > 1e-12 {
		t.Errorf("the largest difference of L̂ to gonum's product is %g", e)
	}
}
