package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// operators recomputes Laplacian, normalised operator and spectrum from the maps.
func (f *retrace) operators() {
	dim := f.n * f.d
	f.lap = f.laplacianOf(func(e, side int) *mat.Dense { return dense([][][]float64{f.Lift[e].Rij, f.Lift[e].Rji}[side]) })
	f.operator("laplacian", f.Laplacian, f.lap)
	f.same("laplacian.convention", f.Laplacian.Convention, f.word("convention"))
	f.look = f.lap
	if f.word("operator") == "normalized" {
		f.look = normalised(f.lap, f.n, f.d, f.number("shift"))
		f.operator("normalized", f.Normalized, f.look)
		f.near("normalized.shift", f.Normalized.Shift, f.number("shift"), 0)
	}
	var e mat.EigenSym
	if !e.Factorize(f.look, true) {
		f.t.Fatal("no eigenvalues")
	}
	f.values = e.Values(nil)
	e.VectorsTo(&f.vec)
	s := &f.Spectrum
	f.same("spectrum.of", s.Of, f.word("operator"))
	f.same("spectrum.complete", s.Complete, len(s.Values) == dim)
	tol := 1e-8 * max(1, f.values[dim-1])
	f.near("spectrum.kernel_tol", s.KernelTol/tol, 1, 0)
	count := func(tol float64) (k int) {
		for k < dim && f.values[k] <= tol {
			k++
		}
		return k
	}
	kernel, low, high := count(tol), count(tol/10), count(tol*10)
	for k, v := range f.values {
		f.near("spectrum.values", s.Values[k], v, 0)
	}
	f.same("spectrum.kernel_dim", *s.KernelDim, kernel)
	f.same("spectrum.kernel_dim_range", s.Range, [2]int{low, high})
	f.same("spectrum.near_tol", len(s.NearTol), high-low)
	for k, v := range s.NearTol {
		f.near("spectrum.near_tol", v/f.values[low+k], 1, 1e3) // rounding of a number of 1e-8
	}
	lambda2 := math.NaN()
	if k := f.indexOf2(kernel); k < dim && f.values[k] > tol {
		lambda2 = f.values[k]
	}
	f.maybe("spectrum.lambda2", s.Lambda2, lambda2)
}

// indexOf2 returns the index of λ₂ among the eigenvalues.
func (f *retrace) indexOf2(kernel int) int {
	if f.word("convention") != "literal" {
		return kernel
	}
	root := make([]int, f.n)
	for i := range root {
		root[i] = i
	}
	comps := f.n
	for range f.n {
		for _, e := range f.Graph.Edges {
			a, b := root[e[0]], root[e[1]]
			root[e[0]], root[e[1]] = min(a, b), min(a, b)
		}
	}
	for i := range root {
		if root[i] != i {
			comps--
		}
	}
	return f.d * comps
}

func (f *retrace) operator(place string, got tracedOperator, want *mat.SymDense) {
	f.same(place+".dim", got.Dim, want.SymmetricDim())
	sum := mat.NewDense(got.Dim, got.Dim, nil)
	for k, v := range got.Vals {
		sum.Set(got.Rows[k], got.Cols[k], sum.At(got.Rows[k], got.Cols[k])+v)
	}
	for i := range got.Dim {
		for j := range got.Dim {
			f.near(place+".vals", sum.At(i, j), want.At(i, j), 0)
		}
	}
	f.worst[place+".rows"], f.worst[place+".cols"] = 0, 0
}

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

// normaliser returns D^{-1/2}.
func normaliser(l *mat.SymDense, n, d int, s float64) *mat.Dense {
	root := mat.NewDense(n*d, n*d, nil)
	for i := range n {
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
