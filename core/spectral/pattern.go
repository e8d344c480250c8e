package spectral

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// pattern holds the d×d blocks of a symmetric block matrix at the nodes and edges
// of a graph, for a Reassembler. diag has the n diagonal blocks; off has the block
// (i,j) of each edge.
type pattern struct{ diag, off []float64 }

// newPattern returns a pattern of zeros for n nodes, m edges and d×d blocks.
func newPattern(n, m, d int) pattern {
	return pattern{make([]float64, n*d*d), make([]float64, m*d*d)}
}

// dot returns the Frobenius inner product of the symmetric matrices p and q. Each
// block off the diagonal counts twice, since its transpose belongs to the matrix too.
func (p pattern) dot(q pattern) float64 {
	return linalg.Dot(p.diag, q.diag) + 2*linalg.Dot(p.off, q.off)
}

// setLaplacian sets p to the blocks of the Laplacian BᵀB of c.
func (p pattern) setLaplacian(c *sheaf.Sheaf) {
	d, dd := c.D, c.D*c.D
	clear(p.diag)
	clear(p.off)
	for e, ed := range c.Edges {
		a, b := c.Map(e, 0), c.Map(e, 1)
		small.AddTMulTerms(d, 1, a, a, p.diag[int(ed.I)*dd:int(ed.I+1)*dd])
		small.AddTMulTerms(d, 1, b, b, p.diag[int(ed.J)*dd:int(ed.J+1)*dd])
		small.AddTMulTerms(d, -1, a, b, p.off[e*dd:(e+1)*dd])
	}
}
