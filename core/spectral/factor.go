package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// factor is L − sI = U D Uᵀ by d×d blocks. By Sylvester's law of inertia the
// number of negative eigenvalues of D is the number of eigenvalues of L
// below s, which is how the Tracker knows that it missed none.
type factor struct {
	sym *symbolic
	d   int
	// With VᵀPV = diag(piv) for the pivot block P of each node, v holds V
	// (before: P), inv the inverses of piv, and low the blocks A·V·diag(inv) of
	// the column, by slot. P⁻¹ itself would not do: a leaf has a pivot with one
	// tiny eigenvalue −s, and the rounding of P⁻¹, eps/s, would spoil the rest.
	v, inv, low []float64
	col         []float64 // blocks of the current column before scaling
	work        []float64 // permuted right side
	// negative is the number of negative eigenvalues of D.
	negative int
	small    [64]float64
	order    [8]int8 // pivots of the current block
}

func newFactor(sym *symbolic, d int) *factor {
	dd := d * d
	return &factor{
		sym: sym, d: d,
		v: make([]float64, sym.n*dd), inv: make([]float64, sym.n*d), low: make([]float64, len(sym.rows)*dd),
		col: make([]float64, sym.maxCol*dd), work: make([]float64, sym.n*d),
	}
}

// compute factors L − shift·I, where l lives on the given edges. No pivoting crosses block boundaries: a
// block pivot that is singular to working precision is moved by a tiny
// amount, which shows in the residual the caller measures.
func (f *factor) compute(l *sheaf.Laplacian, edges []graph.Edge, shift float64) {
	s, d := f.sym, f.d
	dd := d * d
	clear(f.low)
	for k, node := range s.perm {
		p := f.v[k*dd : (k+1)*dd]
		copy(p, l.Diag(int(node)))
		for r := range d {
			p[r*d+r] -= shift
		}
	}
	for e, ed := range edges {
		dst, src := f.low[int(s.edgeSlot[e])*dd:], l.Edge(e)
		if s.pos[ed.I] > s.pos[ed.J] {
			copy(dst, src)
			continue
		}
		for r := range d {
			for c := range d {
				dst[c*d+r] = src[r*d+c]
			}
		}
	}
	f.negative = 0
	next := 0
	for k := range s.n {
		v, inv := f.v[k*dd:(k+1)*dd], f.inv[k*d:k*d+d]
		f.pivot(v, inv)
		from, to := int(s.colPtr[k]), int(s.colPtr[k+1])
		if from == to {
			continue
		}
		low, col := f.low[from*dd:to*dd], f.col[:(to-from)*dd]
		for x := range to - from {
			mulBlock(d, col[x*dd:(x+1)*dd], low[x*dd:(x+1)*dd], v)
		}
		for x, c := range col {
			low[x] = c * inv[x%d]
		}
		for x := range to - from {
			cb := col[x*dd : (x+1)*dd]
			for y := x; y < to-from; y++ {
				t := int(s.target[next])
				next++
				dst := f.v[max(-1-t, 0)*dd:]
				if t >= 0 {
					dst = f.low[t*dd:]
				}
				if d == 4 {
					subMulT4((*[16]float64)(dst), (*[16]float64)(low[y*16:]), (*[16]float64)(cb))
				} else {
					subMulT(d, dst, low[y*dd:(y+1)*dd], cb)
				}
			}
		}
	}
}

// mulBlock sets dst = a·b.
func mulBlock(d int, dst, a, b []float64) {
	if d == 4 {
		mulBlock4((*[16]float64)(dst), (*[16]float64)(a), (*[16]float64)(b))
		return
	}
	for r := range d {
		for c := range d {
			s := 0.0
			for k := range d {
				s += a[r*d+k] * b[k*d+c]
			}
			dst[r*d+c] = s
		}
	}
}

func mulBlock4(dst, a, b *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] = x*b[0] + y*b[4] + z*b[8] + w*b[12]
		dst[r+1] = x*b[1] + y*b[5] + z*b[9] + w*b[13]
		dst[r+2] = x*b[2] + y*b[6] + z*b[10] + w*b[14]
		dst[r+3] = x*b[3] + y*b[7] + z*b[11] + w*b[15]
	}
}

// subMulT sets dst −= a·bᵀ.
func subMulT(d int, dst, a, b []float64) {
	for r := range d {
		for c := range d {
			s := 0.0
			for k := range d {
				s += a[r*d+k] * b[c*d+k]
			}
			dst[r*d+c] -= s
		}
	}
}

func subMulT4(dst, a, b *[16]float64) {
	for r := 0; r < 16; r += 4 {
		x, y, z, w := a[r], a[r+1], a[r+2], a[r+3]
		dst[r] -= x*b[0] + y*b[1] + z*b[2] + w*b[3]
		dst[r+1] -= x*b[4] + y*b[5] + z*b[6] + w*b[7]
		dst[r+2] -= x*b[8] + y*b[9] + z*b[10] + w*b[11]
		dst[r+3] -= x*b[12] + y*b[13] + z*b[14] + w*b[15]
	}
}

// pivot replaces the symmetric block p by V with VᵀpV diagonal, sets inv to
// the inverse diagonal and counts its negative entries: elimination with
// diagonal pivots, or the eigenvectors where every diagonal pivot is small
// beside the entries off the diagonal.
func (f *factor) pivot(p, inv []float64) {
	d := f.d
	a := f.small[:d*d]
	copy(a, p)
	done := 0
	for q := range d {
		k, best, off := -1, -1.0, 0.0
		for i := range d {
			if done>>i&1 != 0 {
				continue
			}
			if v := math.Abs(a[i*d+i]); v > best {
				k, best = i, v
			}
			for j := range i {
				if done>>j&1 == 0 {
					off = max(off, math.Abs(a[i*d+j]))
				}
			}
		}
		if best <= 0.1*off || best == 0 {
			f.pivotJacobi(p, inv)
			return
		}
		done |= 1 << k
		f.order[q] = int8(k)
		inv[k] = 1 / a[k*d+k]
		for j := range d {
			if done>>j&1 != 0 {
				continue
			}
			t := a[k*d+j] * inv[k]
			for i := range d {
				if done>>i&1 == 0 {
					a[i*d+j] -= a[k*d+i] * t
				}
			}
		}
	}
	// V = product of the column operations col_j ← col_j − (a_kj/a_kk) col_k, in
	// the order of the pivots; replayed here so that the fallback finds p intact.
	f.replay(p, inv)
}

// replay forms V from the eliminated block.
func (f *factor) replay(v, inv []float64) {
	d := f.d
	a := f.small[:d*d]
	clear(v)
	for k := range d {
		v[k*d+k] = 1
		if inv[k] < 0 {
			f.negative++
		}
	}
	for q := range d {
		k := int(f.order[q])
		for _, j8 := range f.order[q+1 : d] {
			j := int(j8)
			t := a[k*d+j] * inv[k]
			for r := range d {
				v[r*d+j] -= t * v[r*d+k]
			}
		}
	}
}

func (f *factor) pivotJacobi(p, inv []float64) {
	d := f.d
	a := f.small[:d*d]
	copy(a, p)
	linalg.EigSymSmall(d, a, inv, p)
	scale := 0.0
	for _, v := range inv {
		scale = max(scale, math.Abs(v))
	}
	tiny := 1e-300 + 1e-17*scale
	for i, v := range inv {
		if v < 0 {
			f.negative++
		}
		inv[i] = 1 / math.Copysign(max(math.Abs(v), tiny), v)
	}
}

// solve sets dst = (L − sI)⁻¹ src; the two may be the same slice.
func (f *factor) solve(dst, src []float64) {
	s, d := f.sym, f.d
	w := f.work
	for k, node := range s.perm {
		copy(w[k*d:k*d+d], src[int(node)*d:])
	}
	if d == 4 {
		f.sweeps4(w)
	} else {
		f.sweeps(w)
	}
	for k, node := range s.perm {
		copy(dst[int(node)*d:int(node)*d+d], w[k*d:])
	}
}

func (f *factor) sweeps(w []float64) {
	s, d := f.sym, f.d
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
	var t [4]float64
	for k := range s.n {
		x := (*[4]float64)(w[k*4:])
		mulVecT4(&t, (*[16]float64)(f.v[k*16:]), x)
		*x = t
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			mulVec4(&t, (*[16]float64)(f.low[int(p)*16:]), x)
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
			mulVecT4(&u, (*[16]float64)(f.low[int(p)*16:]), (*[4]float64)(w[int(s.rows[p])*4:]))
			t[0] -= u[0]
			t[1] -= u[1]
			t[2] -= u[2]
			t[3] -= u[3]
		}
		mulVec4(x, (*[16]float64)(f.v[k*16:]), &t)
	}
}

func mulVecT4(y *[4]float64, m *[16]float64, v *[4]float64) {
	a, b, c, e := v[0], v[1], v[2], v[3]
	y[0] = m[0]*a + m[4]*b + m[8]*c + m[12]*e
	y[1] = m[1]*a + m[5]*b + m[9]*c + m[13]*e
	y[2] = m[2]*a + m[6]*b + m[10]*c + m[14]*e
	y[3] = m[3]*a + m[7]*b + m[11]*c + m[15]*e
}

func mulVec4(y *[4]float64, m *[16]float64, v *[4]float64) {
	a, c, f, g := v[0], v[1], v[2], v[3]
	y[0] = m[0]*a + m[1]*c + m[2]*f + m[3]*g
	y[1] = m[4]*a + m[5]*c + m[6]*f + m[7]*g
	y[2] = m[8]*a + m[9]*c + m[10]*f + m[11]*g
	y[3] = m[12]*a + m[13]*c + m[14]*f + m[15]*g
}
