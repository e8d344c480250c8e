package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file recomputes operators and spectrum of a trace, and has dense matrices for it.

// checkOperators recomputes Laplacian, normalised operator and spectrum from the maps. It
// sets laplacian, diffusionOp, values and vectors.
func (f *retrace) checkOperators() {
	dim := f.n * f.d
	f.laplacian = f.laplacianOf(func(e, side int) *mat.Dense { return dense([][][]float64{f.Lift[e].Rij, f.Lift[e].Rji}[side]) })
	f.checkOperator("laplacian", f.Laplacian, f.laplacian)
	f.checkEqual("laplacian.convention", f.Laplacian.Convention, f.word("convention"))
	f.diffusionOp = f.laplacian
	if f.word("operator") == "normalized" {
		f.diffusionOp = normalised(f.laplacian, f.n, f.d, f.number("shift"))
		f.checkOperator("normalized", f.Normalized, f.diffusionOp)
		f.checkNear("normalized.shift", f.Normalized.Shift, f.number("shift"), 0)
	}
	var e mat.EigenSym
	if !e.Factorize(f.diffusionOp, true) {
		f.t.Fatal("no eigenvalues")
	}
	f.values = e.Values(nil)
	e.VectorsTo(&f.vectors)
	// The spectrum: its kernel at the tolerance, at a tenth and at ten times the tolerance.
	s := &f.Spectrum
	f.checkEqual("spectrum.of", s.Of, f.word("operator"))
	f.checkEqual("spectrum.complete", s.Complete, len(s.Values) == dim)
	tol := 1e-8 * max(1, f.values[dim-1])
	f.checkNear("spectrum.kernel_tol", s.KernelTol/tol, 1, 0)
	count := func(tol float64) (k int) {
		for k < dim && f.values[k] <= tol {
			k++
		}
		return k
	}
	kernel, low, high := count(tol), count(tol/10), count(tol*10)
	for k, v := range f.values {
		f.checkNear("spectrum.values", s.Values[k], v, 0)
	}
	f.checkEqual("spectrum.kernel_dim", *s.KernelDim, kernel)
	f.checkEqual("spectrum.kernel_dim_range", s.Range, [2]int{low, high})
	f.checkEqual("spectrum.near_tol", len(s.NearTol), high-low)
	for k, v := range s.NearTol {
		// An eigenvalue near 1e-8 has few correct digits: the scale 1e3 allows a difference of 1000·eps.
		f.checkNear("spectrum.near_tol", v/f.values[low+k], 1, 1e3)
	}
	lambda2 := math.NaN()
	if k := f.indexOfLambda2(kernel); k < dim && f.values[k] > tol {
		lambda2 = f.values[k]
	}
	f.checkOptional("spectrum.lambda2", s.Lambda2, lambda2)
}

// indexOfLambda2 returns the index of λ₂ among the eigenvalues: the dimension of the kernel,
// or in the convention "literal" d times the number of connected components.
func (f *retrace) indexOfLambda2(kernel int) int {
	if f.word("convention") != "literal" {
		return kernel
	}
	// root[i] is the smallest node of the component of node i, after enough rounds.
	root := make([]int, f.n)
	for i := range root {
		root[i] = i
	}
	components := f.n
	for range f.n {
		for _, e := range f.Graph.Edges {
			a, b := root[e[0]], root[e[1]]
			root[e[0]], root[e[1]] = min(a, b), min(a, b)
		}
	}
	for i := range root {
		if root[i] != i {
			components--
		}
	}
	return f.d * components
}

// checkOperator compares a sparse matrix of the trace with a dense matrix.
func (f *retrace) checkOperator(place string, got tracedOperator, want *mat.SymDense) {
	f.checkEqual(place+".dim", got.Dim, want.SymmetricDim())
	sum := mat.NewDense(got.Dim, got.Dim, nil)
	for k, v := range got.Vals {
		sum.Set(got.Rows[k], got.Cols[k], sum.At(got.Rows[k], got.Cols[k])+v)
	}
	for i := range got.Dim {
		for j := range got.Dim {
			f.checkNear(place+".vals", sum.At(i, j), want.At(i, j), 0)
		}
	}
	// The entries have compared the rows and columns, too.
	f.worst[place+".rows"], f.worst[place+".cols"] = 0, 0
}

// symmetric returns (a + aᵀ)/2.
func symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

// dense returns the matrix with the given rows.
func dense(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, r := range rows {
		m.SetRow(i, r)
	}
	return m
}

// normalised returns D^{-1/2} L D^{-1/2}, D = blockdiag(L) + s·I.
func normalised(l *mat.SymDense, n, d int, s float64) *mat.SymDense {
	root := normaliser(l, n, d, s)
	return symmetric(product(product(root, l), root))
}

// normaliser returns D^{-1/2}, D = blockdiag(L) + s·I. Eigenvalues of D below 1e-12 count as 0,
// and the pseudoinverse leaves them out.
func normaliser(l *mat.SymDense, n, d int, s float64) *mat.Dense {
	root := mat.NewDense(n*d, n*d, nil)
	for i := range n {
		// The diagonal block of node i, and its inverse root by eigenvectors.
		blk := mat.NewSymDense(d, nil)
		for p := range d {
			for q := p; q < d; q++ {
				blk.SetSym(p, q, l.At(i*d+p, i*d+q))
			}
			blk.SetSym(p, p, blk.At(p, p)+s)
		}
		var e mat.EigenSym
		e.Factorize(blk, true)
		var v mat.Dense
		e.VectorsTo(&v)
		for k, w := range e.Values(nil) {
			if w < 1e-12 {
				continue
			}
			for p := range d {
				for q := range d {
					root.Set(i*d+p, i*d+q, root.At(i*d+p, i*d+q)+v.At(p, k)*v.At(q, k)/math.Sqrt(w))
				}
			}
		}
	}
	return root
}
