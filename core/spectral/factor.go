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
	// dinv holds the inverses of the blocks of D, low the blocks of U, by slot.
	dinv, low []float64
	col       []float64 // blocks of the current column before scaling
	work      []float64 // permuted right side
	// negative is the number of negative eigenvalues of D.
	negative  int
	small     [64]float64
	vals      [8]float64
	vecs, tmp [64]float64
}

func newFactor(sym *symbolic, d int) *factor {
	dd := d * d
	return &factor{
		sym: sym, d: d,
		dinv: make([]float64, sym.n*dd), low: make([]float64, len(sym.rows)*dd),
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
		p := f.dinv[k*dd : (k+1)*dd]
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
		f.invert(f.dinv[k*dd : (k+1)*dd])
		from, to := int(s.colPtr[k]), int(s.colPtr[k+1])
		if from == to {
			continue
		}
		low, col := f.low[from*dd:to*dd], f.col[:(to-from)*dd]
		copy(col, low)
		inv := f.dinv[k*dd : (k+1)*dd]
		for x := range to - from {
			mulBlock(d, low[x*dd:(x+1)*dd], col[x*dd:(x+1)*dd], inv)
		}
		for x := range to - from {
			cb := col[x*dd : (x+1)*dd]
			for y := x; y < to-from; y++ {
				t := int(s.target[next])
				next++
				dst := f.dinv[max(-1-t, 0)*dd:]
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

// invert replaces the symmetric block a by its inverse and counts its negative
// eigenvalues: Gauss–Jordan with diagonal pivots, or Jacobi rotations when
// every diagonal pivot is small beside the entries off the diagonal.
func (f *factor) invert(a []float64) {
	d := f.d
	save := f.small[:d*d]
	copy(save, a)
	done, negative := 0, 0
	for range d {
		p, best, off := -1, -1.0, 0.0
		for i := range d {
			if done>>i&1 != 0 {
				continue
			}
			if v := math.Abs(a[i*d+i]); v > best {
				p, best = i, v
			}
			for j := range i {
				if done>>j&1 == 0 {
					off = max(off, math.Abs(a[i*d+j]))
				}
			}
		}
		if best <= 0.1*off || best == 0 {
			copy(a, save)
			f.invertJacobi(a)
			return
		}
		piv := a[p*d+p]
		if piv < 0 {
			negative++
		}
		for i := range d {
			if i == p {
				continue
			}
			t := a[i*d+p] / piv
			for j := range d {
				if j != p {
					a[i*d+j] -= t * a[p*d+j]
				}
			}
		}
		for i := range d {
			if i != p {
				a[i*d+p] /= piv
				a[p*d+i] /= piv
			}
		}
		a[p*d+p] = -1 / piv
		done |= 1 << p
	}
	for i := range a {
		a[i] = -a[i]
	}
	f.negative += negative
}

func (f *factor) invertJacobi(a []float64) {
	d := f.d
	copy(f.tmp[:d*d], a)
	linalg.EigSymSmall(d, f.tmp[:d*d], f.vals[:d], f.vecs[:d*d])
	scale := 0.0
	for _, v := range f.vals[:d] {
		scale = max(scale, math.Abs(v))
	}
	tiny := 1e-300 + 1e-17*scale
	for i, v := range f.vals[:d] {
		if v < 0 {
			f.negative++
		}
		if math.Abs(v) < tiny {
			f.vals[i] = math.Copysign(tiny, v)
		}
	}
	clear(a)
	for k := range d {
		w := 1 / f.vals[k]
		for r := range d {
			t := f.vecs[r*d+k] * w
			for c := range d {
				a[r*d+c] += t * f.vecs[c*d+k]
			}
		}
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
	for k := range s.n {
		x := w[k*d : k*d+d]
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			m, y := f.low[int(p)*dd:int(p+1)*dd], w[int(s.rows[p])*d:]
			for r := range d {
				t := 0.0
				for c, v := range x {
					t += m[r*d+c] * v
				}
				y[r] -= t
			}
		}
	}
	var t [8]float64
	for k := s.n - 1; k >= 0; k-- {
		x, m := w[k*d:k*d+d], f.dinv[k*dd:(k+1)*dd]
		for r := range d {
			v := 0.0
			for c := range d {
				v += m[r*d+c] * x[c]
			}
			t[r] = v
		}
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			m, y := f.low[int(p)*dd:int(p+1)*dd], w[int(s.rows[p])*d:]
			for r := range d {
				for c := range d {
					t[c] -= m[r*d+c] * y[r]
				}
			}
		}
		copy(x, t[:d])
	}
}

func (f *factor) sweeps4(w []float64) {
	s := f.sym
	var t [4]float64
	for k := range s.n {
		x := (*[4]float64)(w[k*4:])
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
		x := (*[4]float64)(w[k*4:])
		mulVec4(&t, (*[16]float64)(f.dinv[k*16:]), x)
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			m, y := (*[16]float64)(f.low[int(p)*16:]), (*[4]float64)(w[int(s.rows[p])*4:])
			a, b, c, e := y[0], y[1], y[2], y[3]
			t[0] -= m[0]*a + m[4]*b + m[8]*c + m[12]*e
			t[1] -= m[1]*a + m[5]*b + m[9]*c + m[13]*e
			t[2] -= m[2]*a + m[6]*b + m[10]*c + m[14]*e
			t[3] -= m[3]*a + m[7]*b + m[11]*c + m[15]*e
		}
		*x = t
	}
}

func mulVec4(y *[4]float64, m *[16]float64, v *[4]float64) {
	a, c, f, g := v[0], v[1], v[2], v[3]
	y[0] = m[0]*a + m[1]*c + m[2]*f + m[3]*g
	y[1] = m[4]*a + m[5]*c + m[6]*f + m[7]*g
	y[2] = m[8]*a + m[9]*c + m[10]*f + m[11]*g
	y[3] = m[12]*a + m[13]*c + m[14]*f + m[15]*g
}
