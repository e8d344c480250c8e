package spectral

// Work counts the arithmetic and memory traffic of a Tracker, an Ascent or a Reassembler.
// MultiplyAdds is the number of multiply-adds of products, factorisations, solves and inner
// products, without square roots, eigenvalues of small matrices and elementwise operations.
// Numbers is the number of float64 values that these operations read and write, if each
// operand and each result is moved once.
type Work struct{ MultiplyAdds, Numbers float64 }

// Add adds the given numbers to both counts.
func (w *Work) Add(multiplyAdds, numbers float64) {
	w.MultiplyAdds += float64(multiplyAdds)
	w.Numbers += float64(numbers)
}

// innerProducts adds count inner products x·y and count updates y ← y + c·x with the
// same y, for vectors of the given length. Each x is read, and y is read and written.
func (w *Work) innerProducts(count, length int) {
	w.Add(float64(2*count*length), float64((count+2)*length))
}

// product adds a product with c channels of a Laplacian with n nodes, m edges and
// blocks of d×d.
func (w *Work) product(n, m, d, c int) {
	blocks := (n + 2*m) * d * d // entries of the blocks: one per node, two per edge
	w.Add(float64(blocks*c), float64(blocks+2*n*d*c))
}

// laplacian adds the assembly of a Laplacian with n nodes, m edges and blocks of d×d.
// Each edge needs three products of its maps. 2m maps are read, n + 2m blocks written.
func (w *Work) laplacian(n, m, d int) {
	w.Add(float64(3*m*d*d*d), float64((n+4*m)*d*d))
}

// ldl adds one factorisation L − sI = U D Uᵀ with d×d blocks. Each block is read and written.
func (w *Work) ldl(g *symbolic, d int) {
	compute, _ := inverseWork(g.n, d, 1, len(g.target), len(g.rows)) // 1: the channels of a solve, without effect on compute
	w.Add(compute, float64(2*(g.n+len(g.rows))*d*d))
}

// ldlSolve adds a solve by the factorisation L − sI = U D Uᵀ. Each entry of a block is
// read for its multiplication. The vector is read and written.
func (w *Work) ldlSolve(g *symbolic, d int) {
	_, solve := inverseWork(g.n, d, 1, len(g.target), len(g.rows)) // 1: the solve has one channel
	w.Add(solve, float64(solve)+float64(2*g.n*d))
}

// cholesky adds one blockCholesky factorisation with s×s blocks: a product for each update
// (s³ multiply-adds), a triangular solve for each block off the diagonal (s³/2) and a
// Cholesky factorisation for each node (s³/6).
func (w *Work) cholesky(g *symbolic, s int) {
	s3 := s * s * s
	offDiagonal := len(g.rows)
	multiplyAdds := s3 * (6*len(g.target) + 3*offDiagonal + g.n) / 6
	w.Add(float64(multiplyAdds), float64(2*(g.n+offDiagonal)*s*s))
}

// choleskySolve adds a solve by a blockCholesky factorisation. Both substitutions use
// every block; a diagonal block counts half each time, since it is a triangle.
func (w *Work) choleskySolve(g *symbolic, s int) {
	blocks := (g.n + 2*len(g.rows)) * s * s
	w.Add(float64(blocks), float64(blocks+2*g.n*s))
}

// countFactor adds a factorisation of JJᵀ + μI to w: the elimination of each edge and
// the block Cholesky factorisation of the Schur complement. Type gram defines the symbols.
func (q *gram) countFactor(w *Work) {
	m, d, dd, s := len(q.edges), q.d, q.d*q.d, q.s
	products := 3 * dd * d           // A, B and G of the edge
	coupled := dd*d + dd*dd          // Gᵀu_p for each p, G v_t for each pair (p, t)
	coupling := 2 * dd * s           // the coupling blocks of both nodes
	elimination := 3 * s * s * dd    // three products of coupling blocks
	numbers := 6*dd + 4*s*dd + 3*s*s // maps and Gram matrices, coupling blocks, blocks of the complement
	w.Add(float64(m*(products+coupled+coupling+elimination)), float64(m*numbers))
	w.cholesky(q.chol.sym, s)
}

// countSolve adds a solve by the factorisation of JJᵀ + μI to w. Each edge needs four
// products of d×d matrices and four products with its coupling blocks.
func (q *gram) countSolve(w *Work) {
	m, d, dd, s := len(q.edges), q.d, q.d*q.d, q.s
	w.Add(float64(m*4*(dd*d+s*dd)), float64(m*(8*dd+4*s*dd)))
	w.choleskySolve(q.chol.sym, s)
}
