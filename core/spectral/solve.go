package spectral

import (
	"sheafscope/core/linalg"
	"sheafscope/core/small"
)

// solve sets dst = (L − sI)⁻¹ src; the two may be the same slice.
func (f *factor) solve(dst, src []float64) {
	f.arrange(f.work, f.q, src)
	f.wideSweeps(f.work)
	f.restore(dst, f.work, f.q)
}

// permute puts the nodes of src in the order of elimination.
func (f *factor) permute(dst, src []float64) { f.arrange(dst, f.d, src) }

// arrange is permute with q ≥ d numbers a node, the others 0; restore takes the nodes back from there.
func (f *factor) arrange(dst []float64, q int, src []float64) {
	d := f.d
	if d == 4 {
		for k, node := range f.sym.perm {
			*(*[4]float64)(dst[4*k:]) = *(*[4]float64)(src[4*node:])
		}
		return
	}
	for k, node := range f.sym.perm {
		clear(dst[k*q+copy(dst[k*q:k*q+d], src[int(node)*d:]) : k*q+q])
	}
}

func (f *factor) restore(dst, src []float64, q int) {
	d := f.d
	if d == 4 {
		for k, node := range f.sym.perm {
			*(*[4]float64)(dst[4*node:]) = *(*[4]float64)(src[4*k:])
		}
		return
	}
	for k, node := range f.sym.perm {
		copy(dst[int(node)*d:int(node)*d+d], src[k*q:])
	}
}

// sweeps is solve in place, with the nodes in the order of elimination.
func (f *factor) sweeps(w []float64) {
	d, q := f.d, f.q
	if d == q {
		f.wideSweeps(w)
		return
	}
	for k := range f.sym.n {
		clear(f.work[k*q+copy(f.work[k*q:], w[k*d:k*d+d]) : k*q+q])
	}
	f.wideSweeps(f.work)
	for k := range f.sym.n {
		copy(w[k*d:k*d+d], f.work[k*q:])
	}
}

// wideSweeps is sweeps with q numbers a node.
func (f *factor) wideSweeps(w []float64) {
	s, d := f.sym, f.q
	if d == 4 {
		f.sweeps4(w)
		return
	}
	dd := d * d
	var t [8]float64
	for k := range s.n {
		x, v := w[k*d:k*d+d], f.v[k*dd:(k+1)*dd]
		for c := range d {
			t[c] = 0
			for r := range d {
				t[c] += v[r*d+c] * x[r]
			}
		}
		copy(x, t[:d])
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			m, y := f.low[int(p)*dd:int(p+1)*dd], w[int(s.rows[p])*d:]
			for r := range d {
				sum := 0.0
				for c := range d {
					sum += m[r*d+c] * t[c]
				}
				y[r] -= sum
			}
		}
	}
	for k := s.n - 1; k >= 0; k-- {
		x, v, inv := w[k*d:k*d+d], f.v[k*dd:(k+1)*dd], f.inv[k*d:k*d+d]
		for r := range d {
			t[r] = inv[r] * x[r]
		}
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			m, y := f.low[int(p)*dd:int(p+1)*dd], w[int(s.rows[p])*d:]
			for r := range d {
				for c := range d {
					t[c] -= m[r*d+c] * y[r]
				}
			}
		}
		for r := range d {
			x[r] = 0
			for c := range d {
				x[r] += v[r*d+c] * t[c]
			}
		}
	}
}

func (f *factor) sweeps4(w []float64) {
	s := f.sym
	if linalg.FactorSweeps4(s.colPtr, s.rows, f.v, f.low, f.inv, w) {
		return
	}
	var t [4]float64
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
