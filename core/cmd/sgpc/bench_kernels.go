package main

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

func benchDense(seed uint64, rows, cols int) *linalg.Dense {
	a, src := linalg.NewDense(rows, cols), rng.New(seed, "bench/dense")
	for i := range a.Data {
		a.Data[i] = src.Norm()
	}
	return a
}

// benchCSR returns a matrix with about perRow entries in every row.
func benchCSR(seed uint64, rows, cols, perRow int) *linalg.CSR {
	src := rng.New(seed, "bench/sparse")
	var e []linalg.Triplet
	for i := range rows {
		for range perRow {
			e = append(e, linalg.Triplet{Row: i, Col: src.Intn(cols), Val: src.Norm()})
		}
	}
	return linalg.NewCSR(rows, cols, e)
}

func general(a *linalg.Dense) blas64.General {
	return blas64.General{Rows: a.Rows, Cols: a.Cols, Stride: a.Cols, Data: a.Data}
}

// benchKernels measures single operations.
func benchKernels(p *benchPlan) {
	for _, z := range []struct {
		name    string
		m, n, k int
		ta      bool
	}{{"gemm 512×512×512", 512, 512, 512, false}, {"gemm 2708×64×64", 2708, 64, 64, false}, {"HᵀG 64×64×2708", 64, 64, 2708, true}} {
		if !p.wants(z.name) {
			continue
		}
		if p.quick {
			z.m, z.n, z.k = min(z.m, 70), min(z.n, 70), min(z.k, 70)
		}
		a, b, c := benchDense(1, z.m, z.k), benchDense(2, z.k, z.n), linalg.NewDense(z.m, z.n)
		ta := blas.NoTrans
		if z.ta {
			a, ta = benchDense(1, z.k, z.m), blas.Trans
		}
		flop := 2 * float64(z.m*z.n*z.k)
		p.kernels(z.name, flop, func() { linalg.Gemm(z.ta, false, 1, a, b, 0, c) })
		p.add(z.name, "gonum", flop, func() { blas64.Gemm(ta, blas.NoTrans, 1, general(a), general(b), 0, general(c)) })
	}
	for _, z := range []struct {
		name        string
		rows, inRow int
	}{{"CSR·dense, 13k entries × 64", 2708, 5}, {"CSR·dense, 430k entries × 64", 5201, 84}} {
		if !p.wants(z.name) {
			continue
		}
		a, b, c := benchCSR(3, z.rows, z.rows, z.inRow), benchDense(4, z.rows, 64), linalg.NewDense(z.rows, 64)
		p.kernels(z.name, 128*float64(a.NNZ()), func() { linalg.SpMM(a, b, 0, c) })
		p.add(z.name, "gonum", 128*float64(a.NNZ()), func() { gonumSpMM(a, b, c) })
	}
	if name := "exp, 10⁶ numbers"; p.wants(name) {
		x, y := benchDense(5, 1000, 1000), make([]float64, 1000*1000)
		p.kernels(name, 0, func() { linalg.ExpSlice(y, x.Data) })
	}
	if name := "eigenvalues and vectors, order 300"; p.wants(name) {
		a := benchDense(6, 300, 300)
		var w linalg.EigWork
		p.kernels(name, 0, func() { w.EigSym(a, true) })
		s := mat.NewSymDense(300, nil)
		for i := range 300 {
			for j := range i + 1 {
				s.SetSym(i, j, a.At(i, j))
			}
		}
		p.add(name, "gonum", 0, func() {
			var e mat.EigenSym
			e.Factorize(s, true)
		})
	}
	if name := "Lanczos, n = 2708, 60 steps"; p.wants(name) {
		a := benchCSR(7, 2708, 2708, 5)
		v, w := linalg.NewDense(61, 2708), make([]float64, 2708)
		p.kernels(name, 0, func() { lanczosSteps(a, v, w) })
		p.add(name, "gonum", 0, func() { gonumLanczos(a, v, w) })
	}
}

// gonumSpMM is CSR·dense with gonum's vector loops.
func gonumSpMM(a *linalg.CSR, b, c *linalg.Dense) {
	clear(c.Data)
	for i := range a.Rows {
		y := blas64.Vector{N: c.Cols, Inc: 1, Data: c.Row(i)}
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			blas64.Axpy(a.Val[p], blas64.Vector{N: b.Cols, Inc: 1, Data: b.Row(int(a.Col[p]))}, y)
		}
	}
}

// lanczosSteps fills the rows of v by Lanczos steps with full
// orthogonalisation, twice per step; a is taken for symmetric.
func lanczosSteps(a *linalg.CSR, v *linalg.Dense, w []float64) {
	first, coeff := v.Row(0), make([]float64, v.Rows)
	for i := range first {
		first[i] = 1 / float64(len(first))
	}
	for j := range v.Rows - 1 {
		a.MulVec(w, v.Row(j))
		for range 2 {
			linalg.Orthogonalize(w, v.Data, j+1, coeff)
		}
		linalg.Scal(1/linalg.Nrm2(w), w)
		copy(v.Row(j+1), w)
	}
}

// gonumLanczos is lanczosSteps with gonum's vector loops.
func gonumLanczos(a *linalg.CSR, v *linalg.Dense, w []float64) {
	vector := func(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
	first, y := v.Row(0), vector(w)
	for i := range first {
		first[i] = 1 / float64(len(first))
	}
	for j := range v.Rows - 1 {
		x := v.Row(j)
		for i := range a.Rows {
			s := 0.0
			for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
				s += a.Val[p] * x[a.Col[p]]
			}
			w[i] = s
		}
		for range 2 {
			for i := range j + 1 {
				u := vector(v.Row(i))
				blas64.Axpy(-blas64.Dot(u, y), u, y)
			}
		}
		blas64.Scal(1/blas64.Nrm2(y), y)
		copy(v.Row(j+1), w)
	}
}

// benchSpectra measures the refresh of the spectrum at Texas's dimension:
// 183 nodes, 279 edges, d = 4.
func benchSpectra(p *benchPlan) {
	all, ends := "spectrum, dimension 732: all values", "spectrum, dimension 732: 12 at either end"
	if !p.wants(all) && !p.wants(ends) {
		return
	}
	n, degree := 183, 3.05
	if p.quick {
		n = 40
	}
	g, err := graph.SBM(graph.SBMParams{N: n, Classes: 5, Degree: degree, Homophily: 0.1, Signal: 1, Features: 4, Seed: 1})
	if err != nil {
		panic(err)
	}
	s, src := sheaf.New(g.N, 4, g.Edges), rng.New(8, "bench/sheaf")
	for i := range s.R {
		s.R[i] = src.Norm()
	}
	out := sheaf.New(g.N, 4, g.Edges)
	sheaf.NewNormalizer(g.N, 4, g.Edges).Forward(s, 1, out)
	l := sheaf.NewLaplacian(g.N, 4, g.Edges)
	l.Assemble(out)
	p.kernels(all, 0, func() { must(spectral.Full(l.Operator(), 0, false)) })
	p.kernels(ends, 0, func() {
		// As the page does where all values would take too long: nothing is
		// known of the operator before.
		t := spectral.NewTracker(g.N, 4, g.Edges, spectral.TrackerOptions{})
		t.Update(out)
		must(t.Low(12))
		must(t.High(12))
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
