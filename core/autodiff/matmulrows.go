// This file has a product whose Backward skips the zero rows of the gradient. Package sgpc uses it with the setting reading=code.

package autodiff

import "sheafscope/core/linalg"

// MatMulSparse is [MatMul] for a result whose gradient G may have many zero rows.
// For example, the row of a node without edges is zero.
// If A and B are finite, a zero row adds 0 to dA = GBᵀ and dB = AᵀG, so the gradients have the same bits as with MatMul.
func MatMulSparse(t *Tape, a, b *Var) *Var {
	out := MatMul(t, a, b)
	if out.Grad == nil {
		return out
	}
	product := t.Ops[len(t.Ops)-1].(*custom) // the operation that MatMul has appended
	denseBackward, nonzero := product.backward, new(sparseRows)
	product.backward = func() {
		if nonzero.findNonzero(out.Grad) {
			nonzero.backward(a, b, out.Grad)
		} else {
			denseBackward()
		}
	}
	return out
}

// sparseRows computes the gradients of A·B from the nonzero rows of G.
type sparseRows struct {
	index   []int32      // numbers of the nonzero rows of G, ascending
	a, g, d linalg.Dense // copies of the rows with these numbers: of A, of G, and of the gradient of A
}

// minSparseCols is the number of columns of G below which copying rows costs as much as the products.
const minSparseCols = 16

// findNonzero sets index to the numbers of the nonzero rows of g. It reports whether products of these rows are faster, copies included:
// at most three quarters of the rows are then nonzero. If g has fewer than minSparseCols columns, it returns false and keeps index.
func (s *sparseRows) findNonzero(g *linalg.Dense) (areFaster bool) {
	if g.Cols < minSparseCols {
		return false
	}
	s.index = s.index[:0]
	for i := range g.Rows {
		if !isZero(g.Row(i)) {
			s.index = append(s.index, int32(i))
		}
	}
	return 4*len(s.index) <= 3*g.Rows
}

// isZero reports whether all elements of x are 0.
func isZero(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// gather sets dst to the rows of m whose numbers are in index. It allocates memory only if the array of dst is too small.
// If the array is too large, dst.Data is longer than its matrix.
func (s *sparseRows) gather(dst, m *linalg.Dense) {
	n := len(s.index)
	if len(dst.Data) < n*m.Cols {
		dst.Data = make([]float64, n*m.Cols)
	}
	dst.Rows, dst.Cols = n, m.Cols
	for k, i := range s.index {
		copy(dst.Row(k), m.Row(int(i)))
	}
}

// backward adds GBᵀ to the gradient of a and AᵀG to the gradient of b, for the gradient g of the product.
func (s *sparseRows) backward(a, b *Var, g *linalg.Dense) {
	if len(s.index) == 0 { // g is zero and adds nothing
		return
	}
	s.gather(&s.g, g)
	if a.Grad != nil {
		s.gather(&s.d, a.Grad)
		linalg.Gemm(linalg.NoTrans, linalg.Trans, 1, &s.g, b.Value, 1, &s.d)
		for k, i := range s.index {
			copy(a.Grad.Row(int(i)), s.d.Row(k))
		}
	}
	if b.Grad != nil {
		s.gather(&s.a, a.Value)
		linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, &s.a, &s.g, 1, b.Grad)
	}
}
