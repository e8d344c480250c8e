package sheaf

import (
	"unsafe"

	"sheafscope/core/linalg"
	"sheafscope/core/small"
)

// AddQuadGrad adds scale·∂⟨Y, L X⟩/∂R to gradR (laid out like s.R); x and y are
// (N·D)×c. With (δX)_e = R_ij X_i − R_ji X_j and ⟨Y, L X⟩ = ⟨δY, δX⟩:
//
//	∂R_ij = (δX)_e Y_iᵀ + (δY)_e X_iᵀ,   ∂R_ji = −[(δX)_e Y_jᵀ + (δY)_e X_jᵀ]
//
// Solutions of systems with L (Y from the adjoint solve), polynomial filters, eigenvalues
// (X = Y = v) and the Dirichlet energy have gradients of this form.
//
// The sums over the channels come before the products with the maps. One d×d sum for each
// node and each edge then replaces four for each edge:
//
//	S_i = X_i Y_iᵀ + Y_i X_iᵀ,   C = X_j Y_iᵀ + Y_j X_iᵀ
//	∂R_ij = R_ij S_i − R_ji C,   ∂R_ji = R_ji S_j − R_ij Cᵀ
//
// Calls share a workspace in s, so calls on one sheaf must not be concurrent.
func (s *Sheaf) AddQuadGrad(gradR, x, y []float64, c int, scale float64) {
	d, w, dd := s.D, s.D*c, s.D*s.D
	s.checkLen(nil, x, c)
	s.checkLen(nil, y, c)
	if len(gradR) != len(s.R) {
		panic("sheaf: gradient of the maps has the wrong length")
	}
	// Dimensions 1, 2 and 4 have separate loops, for speed.
	if d == 2 {
		size := linalg.QuadGrad2Work(s.N, len(s.Edges), c)
		if len(s.gram) < size {
			s.gram = make([]float64, size)
		}
		linalg.QuadGrad2(s.N, s.pairs(), s.R, x, y, c, scale, gradR, s.gram)
		return
	}
	if len(s.gram) != s.N*dd {
		s.gram = make([]float64, s.N*dd)
	}
	if d == 1 {
		s.addQuadGrad1(gradR, x, y, c, scale)
		return
	}
	// QuadGrad4 returns false if the kernel of linalg lacks this loop.
	if d == 4 && linalg.QuadGrad4(s.pairs(), s.R, s.gram, x, y, c, scale, gradR) {
		return
	}
	clear(s.gram) // block i becomes S_i
	for i := range s.N {
		xi, yi := x[i*w:(i+1)*w], y[i*w:(i+1)*w]
		outerAdd(s.gram[i*dd:(i+1)*dd], xi, yi, yi, xi, d, c)
	}
	var crossMem, crossTMem [MaxDim * MaxDim]float64
	cross, crossT := crossMem[:dd], crossTMem[:dd] // C and Cᵀ of an edge
	for e, g := range s.Edges {
		i, j := int(g.I), int(g.J)
		clear(cross)
		outerAdd(cross, x[j*w:(j+1)*w], y[j*w:(j+1)*w], y[i*w:(i+1)*w], x[i*w:(i+1)*w], d, c)
		for r := range d {
			for k := range d {
				crossT[k*d+r] = cross[r*d+k]
			}
		}
		gi, gj := gradR[2*e*dd:(2*e+1)*dd], gradR[(2*e+1)*dd:(2*e+2)*dd]
		ri, rj := s.Map(e, 0), s.Map(e, 1)
		small.AddMul(d, scale, ri, s.gram[i*dd:(i+1)*dd], gi)
		small.AddMul(d, -scale, rj, cross, gi)
		small.AddMul(d, scale, rj, s.gram[j*dd:(j+1)*dd], gj)
		small.AddMul(d, -scale, ri, crossT, gj)
	}
}

// addQuadGrad1 is AddQuadGrad for d = 1, where S_i and C are inner products.
func (s *Sheaf) addQuadGrad1(gradR, x, y []float64, c int, scale float64) {
	row := func(v []float64, i int32) []float64 { return v[int(i)*c:][:c] }
	for i := range s.gram {
		s.gram[i] = 2 * linalg.Dot(row(x, int32(i)), row(y, int32(i)))
	}
	for e, g := range s.Edges {
		cross := linalg.Dot(row(x, g.J), row(y, g.I)) + linalg.Dot(row(y, g.J), row(x, g.I))
		ri, rj := s.R[2*e], s.R[2*e+1]
		gradR[2*e] += float64(scale * (float64(ri*s.gram[g.I]) - float64(rj*cross))) // float64 forbids a fused multiply-add
		gradR[2*e+1] += float64(scale * (float64(rj*s.gram[g.J]) - float64(ri*cross)))
	}
}

// pairs returns the slice i₀, j₀, i₁, j₁, … of the ends of all edges. It shares the
// memory of s.Edges: an Edge is two consecutive int32.
func (s *Sheaf) pairs() []int32 {
	if len(s.Edges) == 0 {
		return nil
	}
	return unsafe.Slice(&s.Edges[0].I, 2*len(s.Edges))
}
