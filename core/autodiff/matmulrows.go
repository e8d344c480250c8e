package autodiff

import "sheafscope/core/linalg"

// MatMulSparse is [MatMul] for a result whose gradient G may have many zero rows.
// Such rows belong to nodes that do not enter the loss, or that have no outgoing edge.
// A zero row of G adds nothing to dA = GBᵀ and dB = AᵀG, so the gradients have the same bits as with all rows.
func MatMulSparse(t *Tape, a, b *Var) *Var {
	out := MatMul(t, a, b)
	if out.Grad == nil {
		return out
	}
	product := t.Ops[len(t.Ops)-1].(*custom)
	whole, some := product.backward, new(sparseRows)
	product.backward = func() {
		if some.findNonzero(out.Grad) {
			some.backward(a, b, out.Grad)
		} else {
			whole()
		}
	}
	return out
}

// sparseRows computes the gradients of A·B from the nonzero rows of G.
type sparseRows struct {
	index   []int32 // nonzero rows of G, ascending
	a, g, d linalg.Dense
}

// minSparseCols is the number of columns of G below which copying rows costs as much as the products.
const minSparseCols = 16

// findNonzero sets index to the nonzero rows of g and reports whether they are few enough for copying to pay.
func (s *sparseRows) findNonzero(g *linalg.Dense) bool {
	if g.Cols < minSparseCols {
		return false
	}
	s.index = s.index[:0]
	for i := range g.Rows {
		for _, v := range g.Row(i) {
			if v != 0 {
				s.index = append(s.index, int32(i))
				break
			}
		}
	}
	return 4*len(s.index) <= 3*g.Rows
}

// gather copies the rows index of m to consecutive rows of to.
func (s *sparseRows) gather(to, m *linalg.Dense) {
	n := len(s.index)
	if len(to.Data) < n*m.Cols {
		to.Data = make([]float64, n*m.Cols)
	}
	to.Rows, to.Cols = n, m.Cols
	for k, i := range s.index {
		copy(to.Row(k), m.Row(int(i)))
	}
}

// backward adds the gradients of a and b.
func (s *sparseRows) backward(a, b *Var, g *linalg.Dense) {
	if len(s.index) == 0 {
		return
	}
	s.gather(&s.g, g)
	if a.Grad != nil {
		s.gather(&s.d, a.Grad)
		linalg.Gemm(false, true, 1, &s.g, b.Value, 1, &s.d)
		for k, i := range s.index {
			copy(a.Grad.Row(int(i)), s.d.Row(k))
		}
	}
	if b.Grad != nil {
		s.gather(&s.a, a.Value)
		linalg.Gemm(true, false, 1, &s.a, &s.g, 1, b.Grad)
	}
}
