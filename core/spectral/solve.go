package spectral

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// This file contains the solves of a Tracker with its factor L − sI. The pivot block P of each node has the
// inverse V·diag(inv)·Vᵀ, see factor.

// solve sets dst = (L − sI)⁻¹ src for vectors of d numbers per node, in graph order.
// dst and src may be the same slice.
func (f *factor) solve(dst, src []float64) {
	f.permutePadded(f.work, f.q, src)
	f.sweep(f.work)
	f.unpermute(dst, f.work, f.q)
}

// permute sets dst to src with the nodes in elimination order.
func (f *factor) permute(dst, src []float64) { f.permutePadded(dst, f.d, src) }

// permutePadded is permute with q ≥ d numbers per node in dst. The last q − d numbers
// of each node are 0.
func (f *factor) permutePadded(dst []float64, q int, src []float64) {
	d := f.d
	if d == 4 { // then q is 4, too; an array assignment is faster than copy
		for k, node := range f.sym.perm {
			*(*[4]float64)(dst[4*k:]) = *(*[4]float64)(src[4*node:])
		}
		return
	}
	for k, node := range f.sym.perm {
		copy(dst[k*q:k*q+d], src[int(node)*d:])
		clear(dst[k*q+d : k*q+q])
	}
}

// unpermute sets dst to src with the nodes in graph order; src has q ≥ d numbers
// per node in elimination order.
func (f *factor) unpermute(dst, src []float64, q int) {
	d := f.d
	if d == 4 { // as in permutePadded
		for k, node := range f.sym.perm {
			*(*[4]float64)(dst[4*node:]) = *(*[4]float64)(src[4*k:])
		}
		return
	}
	for k, node := range f.sym.perm {
		copy(dst[int(node)*d:int(node)*d+d], src[k*q:])
	}
}

// sweepStalks replaces w by (L − sI)⁻¹ w; w has d numbers per node in elimination
// order.
func (f *factor) sweepStalks(w []float64) {
	d, q := f.d, f.q
	if d == q {
		f.sweep(w)
		return
	}
	for k := range f.sym.n { // pads each node with q − d zeros
		copy(f.work[k*q:], w[k*d:k*d+d])
		clear(f.work[k*q+d : k*q+q])
	}
	f.sweep(f.work)
	for k := range f.sym.n {
		copy(w[k*d:k*d+d], f.work[k*q:])
	}
}

// sweep is sweepStalks for q numbers per node, of which the last q − d are 0. sweep makes
// a forward substitution, a division by the pivots and a backward substitution.
func (f *factor) sweep(w []float64) {
	s, q := f.sym, f.q
	if q == 4 {
		f.sweep4(w)
		return
	}
	qq := q * q
	var t [sheaf.MaxDim]float64
	// Forward: x ← Vᵀx for each node. Each block of the node's column in low times x is then
	// subtracted from the numbers y of a later node.
	for k := range s.n {
		x, v := w[k*q:k*q+q], f.v[k*qq:(k+1)*qq]
		for c := range q {
			t[c] = 0
			for r := range q {
				t[c] += float64(v[r*q+c] * x[r])
			}
		}
		copy(x, t[:q])
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			m, y := f.low[int(p)*qq:int(p+1)*qq], w[int(s.rows[p])*q:]
			for r := range q {
				sum := 0.0
				for c := range q {
					sum += float64(m[r*q+c] * t[c])
				}
				y[r] -= sum
			}
		}
	}
	// Backward: t ← diag(inv)·x for each node. The transpose of each block of the column
	// times the numbers y of a later node is then subtracted from t. Finally x ← V t.
	for k := s.n - 1; k >= 0; k-- {
		x, v, inv := w[k*q:k*q+q], f.v[k*qq:(k+1)*qq], f.inv[k*q:k*q+q]
		for r := range q {
			t[r] = inv[r] * x[r]
		}
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			m, y := f.low[int(p)*qq:int(p+1)*qq], w[int(s.rows[p])*q:]
			for r := range q {
				for c := range q {
					t[c] -= float64(m[r*q+c] * y[r])
				}
			}
		}
		for r := range q {
			x[r] = 0
			for c := range q {
				x[r] += float64(v[r*q+c] * t[c])
			}
		}
	}
}

// sweep4 is sweep for blocks of 4×4. If linalg has a fast loop (a kernel) for these blocks,
// sweep4 calls the kernel. If not, it runs the loops below.
func (f *factor) sweep4(w []float64) {
	s := f.sym
	if linalg.FactorSweeps4(s.colPtr, s.rows, f.v, f.low, f.inv, w) {
		return
	}
	var t [4]float64
	// Forward, as in sweep.
	for k := range s.n {
		x := (*[4]float64)(w[k*4:])
		small.MulVecT4(&t, (*[16]float64)(f.v[k*16:]), x)
		*x = t
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			small.MulVec4(&t, (*[16]float64)(f.low[int(p)*16:]), x)
			y := (*[4]float64)(w[int(s.rows[p])*4:])
			y[0] -= t[0]
			y[1] -= t[1]
			y[2] -= t[2]
			y[3] -= t[3]
		}
	}
	// Backward, as in sweep.
	for k := s.n - 1; k >= 0; k-- {
		x, inv := (*[4]float64)(w[k*4:]), (*[4]float64)(f.inv[k*4:])
		for r := range t {
			t[r] = inv[r] * x[r]
		}
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			var u [4]float64
			small.MulVecT4(&u, (*[16]float64)(f.low[int(p)*16:]), (*[4]float64)(w[int(s.rows[p])*4:]))
			t[0] -= u[0]
			t[1] -= u[1]
			t[2] -= u[2]
			t[3] -= u[3]
		}
		small.MulVec4(x, (*[16]float64)(f.v[k*16:]), &t)
	}
}
