package spectral

// Work counts what was done: multiply-adds of products, factorisations, solves and inner
// products, not functions (roots, eigenvalues of small matrices) and what goes number by
// number; and the numbers that these operations move when each reads its operands and
// writes its results once.
type Work struct{ MultiplyAdds, Numbers float64 }

// Add counts.
func (w *Work) Add(multiplyAdds, numbers float64) {
	w.MultiplyAdds += multiplyAdds
	w.Numbers += numbers
}

// dots counts inner products, and as many sums y + c·x, of vectors of that length with another one.
func (w *Work) dots(count, length int) {
	w.Add(float64(2*count*length), float64((count+2)*length))
}

// product counts one with a Laplacian of n nodes and m edges in blocks of d×d, on c channels.
func (w *Work) product(n, m, d, c int) {
	blocks := (n + 2*m) * d * d
	w.Add(float64(blocks*c), float64(blocks+2*n*d*c))
}

// laplacian counts the blocks of one from its maps.
func (w *Work) laplacian(n, m, d int) {
	w.Add(float64(3*m*d*d*d), float64((n+4*m)*d*d))
}

// factor counts L − sI = U D Uᵀ, of which solve counts a solution.
func (w *Work) factor(s *symbolic, d int) {
	compute, _ := inverseWork(s.n, d, 1, len(s.target), len(s.rows))
	w.Add(compute, float64(2*(s.n+len(s.rows))*d*d))
}

func (w *Work) solve(s *symbolic, d int) {
	_, solve := inverseWork(s.n, d, 1, len(s.target), len(s.rows))
	w.Add(solve, solve+float64(2*s.n*d))
}

// cholesky counts a blockCholesky of s×s blocks, sweeps a solution by it.
func (w *Work) cholesky(g *symbolic, s int) {
	s3 := s * s * s
	w.Add(float64(s3*(len(g.target)+len(g.rows)/2)+g.n*s3/6), float64(2*(g.n+len(g.rows))*s*s))
}

func (w *Work) sweeps(g *symbolic, s int) {
	blocks := (g.n + 2*len(g.rows)) * s * s
	w.Add(float64(blocks), float64(blocks+2*g.n*s))
}

// count counts a factorisation of the damped normal matrix: per edge the Gram matrices and
// the coupling of their eigenvectors to both nodes, which is eliminated.
func (q *gram) count(w *Work) {
	m, d, dd, s := len(q.edges), q.d, q.d*q.d, q.s
	w.Add(float64(m*(3*dd*d+dd*d+dd*dd+2*dd*s+3*s*s*dd)), float64(m*(6*dd+4*s*dd+3*s*s)))
	w.cholesky(q.chol.sym, s)
}

// countSolve counts a solution with it.
func (q *gram) countSolve(w *Work) {
	m, d, dd, s := len(q.edges), q.d, q.d*q.d, q.s
	w.Add(float64(m*4*(dd*d+s*dd)), float64(m*(8*dd+4*s*dd)))
	w.sweeps(q.chol.sym, s)
}
