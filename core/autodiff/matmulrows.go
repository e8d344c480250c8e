package autodiff

import "sheafscope/core/linalg"

// MatMulSparse is [MatMul] for a result in whose gradient G many rows may be 0: those of nodes that
// the loss does not see, or without an outgoing edge. Rows of dA without a row of G gain nothing, and
// dB = AᵀG needs no such row of A either, so that the gradients have the bits of the whole products.
func MatMulSparse(t *Tape, a, b *Var) *Var {
	out := MatMul(t, a, b)
	if out.Grad == nil {
		return out
	}
	product := t.Ops[len(t.Ops)-1].(*custom)
	whole, some := product.backward, new(someRows)
	product.backward = func() {
		if some.find(out.Grad) {
			some.backward(a, b, out.Grad)
		} else {
			whole()
		}
	}
	return out
}

// someRows is the backward half of A·B with some rows of G.
type someRows struct {
	index   []int32 // rows of G that are not 0
	a, g, d linalg.Dense
}

// narrowest is the width of G below which moving rows takes as long as the products.
const narrowest = 16

// find looks for the rows of g and reports whether they are few enough to be worth moving.
func (s *someRows) find(g *linalg.Dense) bool {
	if g.Cols < narrowest {
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

// take copies the rows of m to the front of one another.
func (s *someRows) take(to, m *linalg.Dense) {
	n := len(s.index)
	if len(to.Data) < n*m.Cols {
		to.Data = make([]float64, n*m.Cols)
	}
	to.Rows, to.Cols = n, m.Cols
	for k, i := range s.index {
		copy(to.Row(k), m.Row(int(i)))
	}
}

func (s *someRows) backward(a, b *Var, g *linalg.Dense) {
	if len(s.index) == 0 {
		return
	}
	s.take(&s.g, g)
	if a.Grad != nil {
		s.take(&s.d, a.Grad)
		linalg.Gemm(false, true, 1, &s.g, b.Value, 1, &s.d)
		for k, i := range s.index {
			copy(a.Grad.Row(int(i)), s.d.Row(k))
		}
	}
	if b.Grad != nil {
		s.take(&s.a, a.Value)
		linalg.Gemm(true, false, 1, &s.a, &s.g, 1, b.Grad)
	}
}
