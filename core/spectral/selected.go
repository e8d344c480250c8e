package spectral

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// selected holds the blocks of Z = (L − sI)⁻¹ in the pattern of a factorisation
// L − sI = U D Uᵀ. The recursion of Takahashi, Fagan and Chen (1973) computes them
// from the last column to the first:
//
//	Z_xk = −Σ_y Z_xy U_yk,   Z_kk = D_k⁻¹ − Σ_y U_ykᵀ Z_yk
//
// where x and y are the rows of column k. The pattern contains the block (x, y) of
// any two of these rows, and a later column k has computed the block. The recursion
// needs twice as many products as the factorisation.
type selected struct {
	f             *factor
	diag, low     []float64 // blocks of Z, on and off the diagonal
	negatedColumn []float64 // −U_yk of the present column
	row           []float64 // blocks Z_yx for the present x, side by side
	zeroIndex     []int32   // zeros: the index argument of kernels for a single right operand
	scaled        []float64 // workspace of one block
}

// newSelected allocates the blocks of Z in the pattern of f.
func newSelected(f *factor) *selected {
	qq := f.q * f.q
	vector := func(k int) []float64 { return make([]float64, k) }
	return &selected{f: f, diag: vector(len(f.v)), low: vector(len(f.low)), negatedColumn: vector(len(f.col)),
		row: vector(len(f.col)), zeroIndex: make([]int32, f.sym.maxCol), scaled: vector(qq)}
}

// compute sets the blocks of Z from the present factor.
func (z *selected) compute() {
	f, s, q := z.f, z.f.sym, z.f.q
	qq, next := q*q, len(s.target)
	clear(z.low)
	for k := s.n - 1; k >= 0; k-- {
		from, to := int(s.colPtr[k]), int(s.colPtr[k+1])
		count := to - from
		next -= count * (count + 1) / 2
		basis, minus, col := f.block(f.v, k), z.negatedColumn[:count*qq], z.low[from*qq:to*qq]
		// −U_yk = −(low block)·Vᵀ.
		clear(minus)
		for y := range count {
			small.AddMulT(q, -1, f.block(f.low, from+y), basis, f.block(minus, y))
		}
		// Z_xk: the products with the blocks (y, x) on and below the diagonal.
		at := next
		for x := range count {
			row := z.row[:(count-x)*qq]
			for y := range count - x {
				t := int(s.target[at])
				at++
				if t < 0 {
					copy(row, f.block(z.diag, -1-t))
				} else {
					copy(row[y*qq:], f.block(z.low, t))
				}
			}
			z.rowTimes(col[x*qq:], row, f.block(minus, x))
			z.addGrams(row[qq:], minus[(x+1)*qq:], f.block(col, x))
		}
		// Z_kk, with D_k⁻¹ = V·diag(inv)·Vᵀ.
		diagonal := f.block(z.diag, k)
		for r, b := range basis {
			z.scaled[r] = b * f.inv[k*q+r%q]
		}
		clear(diagonal)
		small.AddMulT(q, 1, z.scaled, basis, diagonal)
		z.addGrams(minus, col, diagonal)
	}
}

// rowTimes adds A_y·b to c_y for every block A_y of a.
func (z *selected) rowTimes(c, a, b []float64) {
	q := z.f.q
	qq, done := q*q, 0
	if q == 4 { // the kernel multiplies pairs of blocks; the loop multiplies the last block of an odd number
		if pairs := len(a) / 32 * 2; linalg.MapsTimes4(z.zeroIndex[:pairs], 1, a[:16*pairs], b, c[:16*pairs]) {
			done = pairs
		}
	}
	for k := done * qq; k < len(a); k += qq {
		small.AddMul(q, 1, a[k:k+qq], b, c[k:k+qq])
	}
}

// addGrams adds Σ_y A_yᵀB_y to c, in ascending y, for the blocks A_y of a and B_y of
// b.
func (z *selected) addGrams(a, b, c []float64) {
	q := z.f.q
	qq, done := q*q, 0
	if q == 4 {
		if pairs := len(a) / 32 * 2; linalg.NodeGrams4(z.zeroIndex[:pairs], a[:16*pairs], b[:16*pairs], c) {
			done = pairs
		}
	}
	for k := done * qq; k < len(a); k += qq {
		small.AddTMul(q, 1, a[k:k+qq], b[k:k+qq], c)
	}
}

// leverage sets tau[e] to tr(B_e Z B_eᵀ), where B_e has the rows of edge e in the
// coboundary of s.
func (z *selected) leverage(tau []float64, s *sheaf.Sheaf, edges []graph.Edge) {
	f := z.f
	for e, ed := range edges {
		i, j := int(f.sym.pos[ed.I]), int(f.sym.pos[ed.J])
		a, b := s.Map(e, 0), s.Map(e, 1)
		if i > j { // the pattern has only the block whose column is the smaller position
			i, j, a, b = j, i, b, a
		}
		zii, zjj, zji := f.block(z.diag, i), f.block(z.diag, j), f.block(z.low, int(f.sym.edgeSlot[e]))
		tau[e] = 0
		for r := range f.d {
			x, y := a[r*f.d:(r+1)*f.d], b[r*f.d:(r+1)*f.d]
			tau[e] += quadraticForm(f.q, x, zii, x) + quadraticForm(f.q, y, zjj, y) - 2*quadraticForm(f.q, y, zji, x)
		}
	}
}

// quadraticForm returns xᵀMy for the leading corner M of a q×q block.
func quadraticForm(q int, x, m, y []float64) float64 {
	sum := 0.0
	for r, v := range x {
		for c, w := range y {
			sum += float64(v * m[r*q+c] * w)
		}
	}
	return sum
}
