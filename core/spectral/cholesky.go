package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// blockCholesky is the factor A = C Cᵀ of a positive definite matrix of s×s blocks
// with the pattern of a graph, in the elimination order of sym.
type blockCholesky struct {
	sym *symbolic
	s   int
	// diag holds the diagonal block of each node in elimination order, low the
	// blocks off the diagonal by slot. Before factor they are blocks of A; after it
	// they are blocks of C, diag in its lower triangles.
	diag, low []float64
	work      []float64
}

func newBlockCholesky(sym *symbolic, s int) *blockCholesky {
	return &blockCholesky{sym: sym, s: s, diag: make([]float64, sym.n*s*s), low: make([]float64, len(sym.rows)*s*s),
		work: make([]float64, sym.n*s)}
}

func (c *blockCholesky) clear() {
	clear(c.diag)
	clear(c.low)
}

// block returns the diagonal block of a node.
func (c *blockCholesky) block(node int32) []float64 {
	k, ss := int(c.sym.pos[node]), c.s*c.s
	return c.diag[k*ss : (k+1)*ss]
}

// addColumn adds col to column at of the diagonal block of a node.
func (c *blockCholesky) addColumn(node int32, at int, col []float64) {
	b := c.block(node)
	for r, v := range col {
		b[r*c.s+at] += v
	}
}

// subDiag subtracts K Kᵀ from the diagonal block of a node; K is s×w.
func (c *blockCholesky) subDiag(node int32, k []float64, w int) {
	subProduct(c.s, w, c.block(node), k, k)
}

// subEdge subtracts K_i K_jᵀ from the block (i, j) of an edge.
func (c *blockCholesky) subEdge(e int, ed graph.Edge, ki, kj []float64, w int) {
	if c.sym.pos[ed.I] < c.sym.pos[ed.J] {
		ki, kj = kj, ki
	}
	ss, slot := c.s*c.s, int(c.sym.edgeSlot[e])
	subProduct(c.s, w, c.low[slot*ss:(slot+1)*ss], ki, kj)
}

// subProduct subtracts a bᵀ from dst; dst is s×s, a and b are s×w.
func subProduct(s, w int, dst, a, b []float64) {
	for r := range s {
		x := a[r*w : (r+1)*w]
		for c := range s {
			dst[r*s+c] -= linalg.Dot(x, b[c*w:(c+1)*w])
		}
	}
}

// factor replaces A by C and reports whether every pivot was positive.
func (c *blockCholesky) factor() bool {
	g, s, ss := c.sym, c.s, c.s*c.s
	next := 0
	for k := range g.n {
		p := c.diag[k*ss : (k+1)*ss]
		if !cholesky(s, p) {
			return false
		}
		from, to := int(g.colPtr[k]), int(g.colPtr[k+1])
		for x := from; x < to; x++ {
			// W = A C⁻ᵀ: each row solves C w = a.
			for r := range s {
				forward(s, p, c.low[x*ss+r*s:x*ss+(r+1)*s])
			}
		}
		for x := from; x < to; x++ {
			for y := x; y < to; y++ {
				t := int(g.target[next])
				next++
				if t >= 0 {
					subProduct(s, s, c.low[t*ss:(t+1)*ss], c.low[y*ss:(y+1)*ss], c.low[x*ss:(x+1)*ss])
				} else {
					subProduct(s, s, c.diag[(-1-t)*ss:(-t)*ss], c.low[y*ss:(y+1)*ss], c.low[x*ss:(x+1)*ss])
				}
			}
		}
	}
	return true
}

// solve replaces b by the solution of A x = b; b has s numbers per node.
func (c *blockCholesky) solve(b []float64) {
	g, s, ss, w := c.sym, c.s, c.s*c.s, c.work
	for k, node := range g.perm {
		copy(w[k*s:(k+1)*s], b[int(node)*s:(int(node)+1)*s])
	}
	for k := range g.n {
		x := w[k*s : (k+1)*s]
		forward(s, c.diag[k*ss:(k+1)*ss], x)
		for t := int(g.colPtr[k]); t < int(g.colPtr[k+1]); t++ {
			y := w[int(g.rows[t])*s:]
			for r := range s {
				y[r] -= linalg.Dot(c.low[t*ss+r*s:t*ss+(r+1)*s], x)
			}
		}
	}
	for k := g.n - 1; k >= 0; k-- {
		x := w[k*s : (k+1)*s]
		for t := int(g.colPtr[k]); t < int(g.colPtr[k+1]); t++ {
			y := w[int(g.rows[t])*s:]
			for r := range s {
				linalg.Axpy(-y[r], c.low[t*ss+r*s:t*ss+(r+1)*s], x)
			}
		}
		backward(s, c.diag[k*ss:(k+1)*ss], x)
	}
	for k, node := range g.perm {
		copy(b[int(node)*s:(int(node)+1)*s], w[k*s:(k+1)*s])
	}
}

// cholesky replaces the lower triangle of the n×n matrix a by C with A = C Cᵀ and
// reports whether every pivot was positive.
func cholesky(n int, a []float64) bool {
	for j := range n {
		p := a[j*n+j] - linalg.Dot(a[j*n:j*n+j], a[j*n:j*n+j])
		if !(p > 0) {
			return false
		}
		p = math.Sqrt(p)
		a[j*n+j] = p
		for i := j + 1; i < n; i++ {
			a[i*n+j] = (a[i*n+j] - linalg.Dot(a[i*n:i*n+j], a[j*n:j*n+j])) / p
		}
	}
	return true
}

// forward replaces b by the solution of C x = b.
func forward(n int, c, b []float64) {
	for i := range n {
		b[i] = (b[i] - linalg.Dot(c[i*n:i*n+i], b[:i])) / c[i*n+i]
	}
}

// backward replaces b by the solution of Cᵀ x = b.
func backward(n int, c, b []float64) {
	for i := n - 1; i >= 0; i-- {
		b[i] /= c[i*n+i]
		linalg.Axpy(-b[i], c[i*n:i*n+i], b[:i])
	}
}
