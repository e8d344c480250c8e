package spectral

// Work counts arithmetic and memory traffic. MultiplyAdds is the number of
// multiply-adds of products, factorisations, solves and inner products, without
// roots, eigenvalues of small matrices and elementwise operations. Numbers is the
// number of float64 values that the operations read and write, if each operand and
// each result is moved once.
type Work struct{ MultiplyAdds, Numbers float64 }

// Add adds to both counts.
func (w *Work) Add(multiplyAdds, numbers float64) {
	w.MultiplyAdds += multiplyAdds
	w.Numbers += numbers
}

// innerProducts adds count inner products x·y and count updates y ← y + c·x, for
// vectors of the given length.
func (w *Work) innerProducts(count, length int) {
	w.Add(float64(2*count*length), float64((count+2)*length))
}

// product adds a product with c channels of a Laplacian with n nodes, m edges and
// blocks of d×d.
func (w *Work) product(n, m, d, c int) {
	blocks := (n + 2*m) * d * d
	w.Add(float64(blocks*c), float64(blocks+2*n*d*c))
}

// laplacian adds the assembly of the blocks of a Laplacian from its maps.
func (w *Work) laplacian(n, m, d int) {
	w.Add(float64(3*m*d*d*d), float64((n+4*m)*d*d))
}

// ldl adds one factorisation L − sI = U D Uᵀ.
func (w *Work) ldl(s *symbolic, d int) {
	compute, _ := inverseWork(s.n, d, 1, len(s.target), len(s.rows))
	w.Add(compute, float64(2*(s.n+len(s.rows))*d*d))
}

// ldlSolve adds a solve by the factorisation L − sI = U D Uᵀ.
func (w *Work) ldlSolve(s *symbolic, d int) {
	_, solve := inverseWork(s.n, d, 1, len(s.target), len(s.rows))
	w.Add(solve, solve+float64(2*s.n*d))
}

// cholesky adds one blockCholesky factorisation with s×s blocks.
func (w *Work) cholesky(g *symbolic, s int) {
	s3 := s * s * s
	w.Add(float64(s3*(len(g.target)+len(g.rows)/2)+g.n*s3/6), float64(2*(g.n+len(g.rows))*s*s))
}

// choleskySolve adds a solve by a blockCholesky factorisation.
func (w *Work) choleskySolve(g *symbolic, s int) {
	blocks := (g.n + 2*len(g.rows)) * s * s
	w.Add(float64(blocks), float64(blocks+2*g.n*s))
}

// countFactor adds a factorisation of JJᵀ + μI to w. For each edge it counts the
// Gram matrices, the coupling of their eigenvectors to both nodes, and the
// elimination. The block Cholesky factorisation follows.
func (q *gram) countFactor(w *Work) {
	m, d, dd, s := len(q.edges), q.d, q.d*q.d, q.s
	w.Add(float64(m*(3*dd*d+dd*d+dd*dd+2*dd*s+3*s*s*dd)), float64(m*(6*dd+4*s*dd+3*s*s)))
	w.cholesky(q.chol.sym, s)
}

// countSolve adds a solve by the factorisation of JJᵀ + μI to w.
func (q *gram) countSolve(w *Work) {
	m, d, dd, s := len(q.edges), q.d, q.d*q.d, q.s
	w.Add(float64(m*4*(dd*d+s*dd)), float64(m*(8*dd+4*s*dd)))
	w.choleskySolve(q.chol.sym, s)
}
