package sheaf

import (
	"math"

	"sheafscope/core/linalg"
)

// QuadSum is a sum of gradients that AddQuadGrad would add one by one,
//
//	∂R += scale·Σ_k f_k·∂⟨Y_k, L X_k⟩/∂R
//
// begun by Sheaf.QuadSum and ended by End. For D = 2 the maps are met only at
// the end; the last bits then differ from those of calls of AddQuadGrad.
type QuadSum struct {
	s                 *Sheaf
	grad              []float64
	scale             float64
	gram, cross, work []float64 // a block per node, one per edge, of linalg.QuadCross2
}

// QuadSum begins a sum that will be added to gradR, laid out like s.R. All sums
// of a sheaf share a workspace, which the first of them allocates: until End
// there must be no other, nor a call of AddQuadGrad. Where gradR is nil, nothing
// is computed.
func (s *Sheaf) QuadSum(gradR []float64, scale float64) QuadSum {
	if gradR == nil {
		return QuadSum{}
	}
	if len(gradR) != len(s.R) {
		panic("sheaf: gradient of the maps has the wrong length")
	}
	q := QuadSum{s: s, grad: gradR, scale: scale}
	if s.D == 2 {
		n, m := 4*s.N, 4*len(s.Edges)
		if k := n + m + linalg.QuadCross2Work(s.N, math.MaxInt); len(s.gram) != k {
			s.gram = make([]float64, k)
		}
		q.gram, q.cross, q.work = s.gram[:n], s.gram[n:n+m], s.gram[n+m:]
		clear(s.gram[:n+m])
	}
	return q
}

// Add adds the term of factor f; x and y are (N·D)×c.
func (q *QuadSum) Add(x, y []float64, c int, f float64) {
	s := q.s
	if s == nil {
		return
	}
	if s.D != 2 {
		s.AddQuadGrad(q.grad, x, y, c, q.scale*f)
		return
	}
	s.checkLen(nil, x, c)
	s.checkLen(nil, y, c)
	linalg.QuadCross2(s.N, s.pairs(), x, y, c, f, q.gram, q.cross, q.work)
}

// End adds what is not yet in the gradient.
func (q *QuadSum) End() {
	if q.s != nil && q.s.D == 2 {
		linalg.QuadMaps2(q.s.pairs(), q.s.R, q.gram, q.cross, q.scale, q.grad)
	}
}
