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
// any two of these rows, and a column after k has this block already. The recursion
// needs twice as many products as the factorisation. [Inverse.Leverage] needs the blocks.
type selected struct {
	f             *factor
	diag, low     []float64 // blocks of Z, on and off the diagonal
	negatedColumn []float64 // −U_yk of the present column
	row           []float64 // blocks Z_yx for the present x, side by side
	zeroIndex     []int32   // zeros, node indices for MapsTimes4 and NodeGrams4: all blocks of a call use the one block of node 0
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
	qq := q * q
	firstTarget := len(s.target) // index of the first target of column k
	clear(z.low)
	for k := s.n - 1; k >= 0; k-- {
		first, end := int(s.colPtr[k]), int(s.colPtr[k+1]) // slots of column k
		count := end - first
		firstTarget -= count * (count + 1) / 2 // a target for each pair y ≥ x of the column
		basis, minus, col := f.block(f.v, k), z.negatedColumn[:count*qq], z.low[first*qq:end*qq]
		// The blocks −U_yk are −(block of low)·Vᵀ.
		clear(minus)
		for y := range count {
			small.AddMulT(q, -1, f.block(f.low, first+y), basis, f.block(minus, y))
		}
		// The blocks Z_xk. x and y count the blocks of the column from 0. The targets of the column
		// are the blocks Z_yx on and below the diagonal, y ≥ x. Z_yx·(−U_xk) is added to Z_yk. For
		// y > x, Z_yxᵀ·(−U_yk) is added to Z_xk. row has the blocks Z_yx for y = x, x+1, … count−1.
		next := firstTarget
		for x := range count {
			row := z.row[:(count-x)*qq]
			for y := x; y < count; y++ {
				t := int(s.target[next])
				next++
				if t < 0 { // the diagonal block, y = x; see symbolic.target
					copy(row, f.block(z.diag, -1-t))
				} else {
					copy(row[(y-x)*qq:], f.block(z.low, t))
				}
			}
			z.rowTimes(col[x*qq:], row, f.block(minus, x))
			z.addGrams(row[qq:], minus[(x+1)*qq:], f.block(col, x))
		}
		// The block Z_kk, with D_k⁻¹ = V·diag(inv)·Vᵀ.
		diagonal := f.block(z.diag, k)
		for r, b := range basis {
			z.scaled[r] = b * f.inv[k*q+r%q]
		}
		clear(diagonal)
		small.AddMulT(q, 1, z.scaled, basis, diagonal)
		z.addGrams(minus, col, diagonal)
	}
}

// rowTimes adds A_y·b to c_y for every block A_y of a. Without a kernel for the machine,
// MapsTimes4 changes nothing and returns false.
func (z *selected) rowTimes(c, a, b []float64) {
	q := z.f.q
	qq := q * q
	done := 0 // number of blocks that the kernel has multiplied
	if q == 4 {
		even := len(a) / 32 * 2 // the kernel multiplies pairs of 4×4 blocks
		if linalg.MapsTimes4(z.zeroIndex[:even], 1, a[:16*even], b, c[:16*even]) {
			done = even
		}
	}
	for k := done * qq; k < len(a); k += qq {
		small.AddMul(q, 1, a[k:k+qq], b, c[k:k+qq])
	}
}

// addGrams adds Σ_y A_yᵀB_y to c, in ascending y. A_y and B_y are the blocks of a and
// b. Without a kernel NodeGrams4 changes nothing and returns false.
func (z *selected) addGrams(a, b, c []float64) {
	q := z.f.q
	qq := q * q
	done := 0 // number of blocks that the kernel has multiplied
	if q == 4 {
		even := len(a) / 32 * 2 // the kernel multiplies pairs of 4×4 blocks
		if linalg.NodeGrams4(z.zeroIndex[:even], a[:16*even], b[:16*even], c) {
			done = even
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
			i, j = j, i
			a, b = b, a
		}
		// tr([a, −b] Z [a, −b]ᵀ) is a sum over the rows x of a and y of b.
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
			sum += float64(v * m[r*q+c] * w) // float64 forbids a fused multiply-add
		}
	}
	return sum
}
