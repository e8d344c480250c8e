package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// blockCholesky is the Cholesky factorisation A = C Cᵀ of a positive definite matrix
// of s×s blocks. The blocks have the pattern of a graph, in the elimination order of
// sym. A gram (gram.go) solves its Schur complement with it.
type blockCholesky struct {
	sym *symbolic
	s   int // side of a block
	// diag holds the diagonal block of each node in elimination order, and low the blocks
	// below the diagonal by slot (see symbolic). The method factor replaces blocks of A by
	// blocks of C. Above the diagonal of a diagonal block of C, the numbers have no meaning.
	diag, low []float64
	work      []float64 // right-hand side in elimination order
}

// newBlockCholesky returns a blockCholesky with A = 0.
func newBlockCholesky(sym *symbolic, s int) *blockCholesky {
	return &blockCholesky{sym: sym, s: s, diag: make([]float64, sym.n*s*s), low: make([]float64, len(sym.rows)*s*s),
		work: make([]float64, sym.n*s)}
}

// clear sets A = 0.
func (c *blockCholesky) clear() {
	clear(c.diag)
	clear(c.low)
}

// block returns the diagonal block of a node.
func (c *blockCholesky) block(node int32) []float64 {
	k, ss := int(c.sym.pos[node]), c.s*c.s
	return c.diag[k*ss : (k+1)*ss]
}

// addColumn adds the numbers of values to a column of the diagonal block of a node.
func (c *blockCholesky) addColumn(node int32, column int, values []float64) {
	b := c.block(node)
	for r, v := range values {
		b[r*c.s+column] += v
	}
}

// subDiag subtracts K Kᵀ from the diagonal block of a node; K is s×w.
func (c *blockCholesky) subDiag(node int32, k []float64, w int) {
	subProduct(c.s, w, c.block(node), k, k)
}

// subEdge subtracts K_i K_jᵀ from the block (i, j) of edge e. The row of the stored
// block is the node that is eliminated later. If that is node j, the stored block is
// the transpose (j, i), and subEdge subtracts K_j K_iᵀ.
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

// factor replaces A by C. It returns false if a pivot is not positive; A is then partly
// overwritten.
func (c *blockCholesky) factor() bool {
	g, s, ss := c.sym, c.s, c.s*c.s
	next := 0 // index of the next update in g.target
	for k := range g.n {
		pivot := c.diag[k*ss : (k+1)*ss]
		if !cholesky(s, pivot) {
			return false
		}
		begin, end := int(g.colPtr[k]), int(g.colPtr[k+1]) // slots of column k
		for slot := begin; slot < end; slot++ {
			// The block B becomes B C⁻ᵀ, with C in pivot: each row b becomes the solution x of C x = b.
			for r := range s {
				forward(s, pivot, c.low[slot*ss+r*s:slot*ss+(r+1)*s])
			}
		}
		// Each pair of blocks of the column updates one block of a later column. The pair of a
		// block and itself updates a diagonal block.
		for slot := begin; slot < end; slot++ {
			for lower := slot; lower < end; lower++ { // at or below slot
				updated := c.updated(int(g.target[next]))
				next++
				subProduct(s, s, updated, c.low[lower*ss:(lower+1)*ss], c.low[slot*ss:(slot+1)*ss])
			}
		}
	}
	return true
}

// updated returns the block that an entry of symbolic.target selects. For target ≥ 0 it
// is the block of low at slot target. For target < 0 it is the diagonal block −1−target.
func (c *blockCholesky) updated(target int) []float64 {
	ss := c.s * c.s
	if target < 0 {
		k := -1 - target
		return c.diag[k*ss : (k+1)*ss]
	}
	return c.low[target*ss : (target+1)*ss]
}

// solve replaces b by the solution of A x = b; b has s numbers per node.
func (c *blockCholesky) solve(b []float64) {
	g, s, ss, w := c.sym, c.s, c.s*c.s, c.work
	for k, node := range g.perm {
		copy(w[k*s:(k+1)*s], b[int(node)*s:(int(node)+1)*s])
	}
	// Forward substitution with C.
	for k := range g.n {
		x := w[k*s : (k+1)*s]
		forward(s, c.diag[k*ss:(k+1)*ss], x)
		for slot := int(g.colPtr[k]); slot < int(g.colPtr[k+1]); slot++ {
			y := w[int(g.rows[slot])*s:]
			for r := range s {
				y[r] -= linalg.Dot(c.low[slot*ss+r*s:slot*ss+(r+1)*s], x)
			}
		}
	}
	// Backward substitution with Cᵀ.
	for k := g.n - 1; k >= 0; k-- {
		x := w[k*s : (k+1)*s]
		for slot := int(g.colPtr[k]); slot < int(g.colPtr[k+1]); slot++ {
			y := w[int(g.rows[slot])*s:]
			for r := range s {
				linalg.Axpy(-y[r], c.low[slot*ss+r*s:slot*ss+(r+1)*s], x)
			}
		}
		backward(s, c.diag[k*ss:(k+1)*ss], x)
	}
	for k, node := range g.perm {
		copy(b[int(node)*s:(int(node)+1)*s], w[k*s:(k+1)*s])
	}
}

// cholesky replaces the lower triangle of the symmetric n×n matrix a by its Cholesky
// factor. It returns false if a pivot is not positive; a is then partly overwritten.
func cholesky(n int, a []float64) bool {
	for j := range n {
		p := a[j*n+j] - linalg.Dot(a[j*n:j*n+j], a[j*n:j*n+j])
		if !(p > 0) { // also if p is NaN
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

// forward replaces b by the solution of C x = b for an n×n lower triangle c.
func forward(n int, c, b []float64) {
	for i := range n {
		b[i] = (b[i] - linalg.Dot(c[i*n:i*n+i], b[:i])) / c[i*n+i]
	}
}

// backward replaces b by the solution of Cᵀ x = b for an n×n lower triangle c.
func backward(n int, c, b []float64) {
	for i := n - 1; i >= 0; i-- {
		b[i] /= c[i*n+i]
		linalg.Axpy(-b[i], c[i*n:i*n+i], b[:i])
	}
}
