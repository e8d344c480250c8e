package main

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// epochGraphs are the graphs whose training epochs are measured: karate, and those of the flag -graph.
var epochGraphs = setList{"karate"}

// init adds the flag -graph to those of the tests.
func init() {
	flag.Var(&epochGraphs, "graph", "one more `graph` whose training epoch is measured; may be repeated")
}

// Benchmark measures every row in each of its variants: "go" and "simd" are the
// kernels of package linalg, "gonum" is that library. ./build.sh bench runs it
// natively, in node and in a browser and writes BENCHMARKS.md. -short takes
// small sizes, which only shows that every row runs.
func Benchmark(b *testing.B) {
	kernelBefore := linalg.Kernel()
	b.Cleanup(func() { linalg.UseKernel(kernelBefore) })
	benchKernels(b)
	benchSpectra(b)
	benchStalks(b)
	benchGCN(b)
	benchProducts(b)
	for _, g := range epochGraphs {
		benchEpoch(b, g)
		benchModels(b, g)
	}
	benchScaling(b)
}

// measure runs an operation as one variant. Beside the time, it reports the memory
// that the process has taken from the system, and flop: the number of multiplications
// and additions of the operation, or 0 if this number has no meaning.
func measure(b *testing.B, variant string, flop float64, prepare func(*testing.B) func()) {
	b.Run(variant, func(b *testing.B) {
		run := prepare(b)
		for b.Loop() {
			run()
		}
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		b.ReportMetric(float64(memory.Sys), "B-process")
		b.ReportMetric(flop, "flop")
	})
}

// kernels measures an operation once for each available kernel of package linalg.
func kernels(b *testing.B, flop float64, prepare func(*testing.B) func()) {
	for _, v := range []string{"go", "simd"} {
		if linalg.UseKernel(v) {
			measure(b, v, flop, prepare)
		}
	}
	linalg.UseKernel("go")
}

// ready returns the preparation of an operation that needs none.
func ready(run func()) func(*testing.B) func() { return func(*testing.B) func() { return run } }

// small returns size, or under -short the smaller of size and short.
func small(size, short int) int {
	if testing.Short() {
		return min(size, short)
	}
	return size
}

// benchDense returns a matrix of the given size with standard normal entries.
func benchDense(seed uint64, rows, cols int) *linalg.Dense {
	a, src := linalg.NewDense(rows, cols), rng.New(seed, "bench/dense")
	for i := range a.Data {
		a.Data[i] = src.Norm()
	}
	return a
}

// benchCSR returns a sparse matrix with perRow standard normal entries in every row, fewer if two have the same column.
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

// general returns a matrix in the type of the package blas64, which shares its memory.
func general(a *linalg.Dense) blas64.General {
	return blas64.General{Rows: a.Rows, Cols: a.Cols, Stride: a.Cols, Data: a.Data}
}

// benchKernels measures single operations of package linalg: dense products, sparse products, exponentials, eigenvalues and Lanczos steps.
// It measures all but the exponentials with gonum, too.
func benchKernels(b *testing.B) {
	// Dense products op(x)·y of m×k by k×n; ta says whether x is transposed.
	for _, z := range []struct {
		name    string
		m, n, k int
		ta      bool
	}{{"gemm 512×512×512", 512, 512, 512, false}, {"gemm 2708×64×64", 2708, 64, 64, false}, {"HᵀG 64×64×2708", 64, 64, 2708, true}} {
		b.Run(z.name, func(b *testing.B) {
			m, n, k := small(z.m, 70), small(z.n, 70), small(z.k, 70)
			x, y, c := benchDense(1, m, k), benchDense(2, k, n), linalg.NewDense(m, n)
			ta := blas.NoTrans
			if z.ta {
				x, ta = benchDense(1, k, m), blas.Trans
			}
			flop := 2 * float64(m*n*k)
			kernels(b, flop, ready(func() { linalg.Gemm(linalg.Transpose(z.ta), linalg.NoTrans, 1, x, y, 0, c) }))
			measure(b, "gonum", flop, ready(func() { blas64.Gemm(ta, blas.NoTrans, 1, general(x), general(y), 0, general(c)) }))
		})
	}
	// Sparse times dense with 64 columns: an entry takes 64 multiplications and 64 additions.
	for _, z := range []struct {
		name        string
		rows, inRow int
	}{{"CSR·dense, 13k entries × 64", 2708, 5}, {"CSR·dense, 430k entries × 64", 5201, 84}} {
		b.Run(z.name, func(b *testing.B) {
			a, x, c := benchCSR(3, z.rows, z.rows, z.inRow), benchDense(4, z.rows, 64), linalg.NewDense(z.rows, 64)
			kernels(b, 128*float64(a.NNZ()), ready(func() { linalg.SpMM(a, x, 0, c) }))
			measure(b, "gonum", 128*float64(a.NNZ()), ready(func() { gonumSpMM(a, x, c) }))
		})
	}
	b.Run("exp, 10⁶ numbers", func(b *testing.B) {
		x, y := benchDense(5, 1000, 1000), make([]float64, 1000*1000)
		kernels(b, 0, ready(func() { linalg.ExpSlice(y, x.Data) }))
	})
	b.Run("eigenvalues and vectors, order 300", func(b *testing.B) {
		a, s := benchDense(6, 300, 300), mat.NewSymDense(300, nil)
		for i := range 300 {
			for j := range i + 1 {
				s.SetSym(i, j, a.At(i, j))
			}
		}
		var w linalg.EigWork
		kernels(b, 0, ready(func() { w.EigSym(a, linalg.WithVectors) }))
		measure(b, "gonum", 0, ready(func() {
			var e mat.EigenSym
			e.Factorize(s, true)
		}))
	})
	b.Run("Lanczos, n = 2708, 60 steps", func(b *testing.B) {
		a := benchCSR(7, 2708, 2708, 5)
		v, w := linalg.NewDense(61, 2708), make([]float64, 2708)
		kernels(b, 0, ready(func() { lanczosSteps(a, v, w) }))
		measure(b, "gonum", 0, ready(func() { gonumLanczos(a, v, w) }))
	})
}

// gonumSpMM sets c to the product of the sparse a and the dense b, with gonum's vector loops.
func gonumSpMM(a *linalg.CSR, b, c *linalg.Dense) {
	clear(c.Data)
	for i := range a.Rows {
		y := blas64.Vector{N: c.Cols, Inc: 1, Data: c.Row(i)}
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			blas64.Axpy(a.Val[p], blas64.Vector{N: b.Cols, Inc: 1, Data: b.Row(int(a.Col[p]))}, y)
		}
	}
}

// lanczosSteps fills the rows of v by Lanczos steps of a, as if a were symmetric, which does not change the time. It starts from a constant
// vector and orthogonalises each new vector twice against all vectors before it. w is memory for one vector.
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

// gonumLanczos is lanczosSteps with gonum's vector loops and a sparse product written out here.
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

// benchSpectra measures the refresh of the spectrum on a random graph with the nodes and about the edges of Texas: 183 nodes, 279 edges,
// d = 4.
func benchSpectra(b *testing.B) {
	g, err := graph.SBM(graph.SBMParams{N: small(183, 40), Classes: 5, Degree: 3.05, Homophily: 0.1, Signal: 1, Features: 4, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	s, src := sheaf.New(g.N, 4, g.Edges), rng.New(8, "bench/sheaf")
	for i := range s.R {
		s.R[i] = src.Norm()
	}
	out := sheaf.New(g.N, 4, g.Edges)
	sheaf.NewNormalizer(g.N, 4, g.Edges).Forward(s, 1, out)
	l := sheaf.NewLaplacian(g.N, 4, g.Edges)
	l.Assemble(out)
	// must drops the values of a call and ends the benchmark if the call fails.
	must := func(_ any, err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Run("spectrum, dimension 732: all values", func(b *testing.B) {
		kernels(b, 0, ready(func() { must(spectral.Full(l.Operator(), 0, spectral.ValuesOnly)) }))
	})
	b.Run("spectrum, dimension 732: 12 at either end", func(b *testing.B) {
		// The page does this where all values would take too long. A new tracker knows nothing of the operator.
		kernels(b, 0, ready(func() {
			t := spectral.NewTracker(g.N, 4, g.Edges, spectral.TrackerOptions{})
			t.Update(out)
			must(t.Low(12))
			must(t.High(12))
		}))
	})
}

// benchEpoch measures the training epoch of one graph, with the same settings on every graph: d = 4, 16 channels, all terms of the loss,
// gap ascent. The row has the last part of the name, which may be the path of a folder.
func benchEpoch(b *testing.B, name string) {
	b.Run("SGPC epoch, "+name[strings.LastIndexAny(name, "/\\")+1:], func(b *testing.B) {
		g, split := benchGraph(b, name)
		benchRun(b, g, split, "sgpc", "paper", method.Validation, func(c *settings.Config) {
			c.D, c.Channels, c.Hidden, c.GapMode, c.LambdaKL = 4, 16, 64, "sheaf", 0.1
			c.LambdaSpec, c.Calibrate = 1e-6, true // λ2 begins at about 1e-6
		})
	})
}

// modelRows are the epochs that a user compares: our default, and those that assets/bench/torch_epochs.py measures under the same names.
var modelRows = []struct {
	name, model, reading string
	method               method.Method
}{
	{"epoch by default", "sgpc", "paper", method.Validation},
	{"epoch of the whole paper", "sgpc", "paper", method.Paper},
	{"epoch of the authors' program", "sgpc", "code", method.Validation},
	{"epoch of NSD with general maps", "nsd-general", "paper", method.Validation},
	{"epoch of GCN", "gcn", "paper", method.Validation},
}

// benchModels measures epochs with the settings that a graph has by default.
func benchModels(b *testing.B, name string) {
	for _, row := range modelRows {
		b.Run(row.name+", "+name[strings.LastIndexAny(name, "/\\")+1:], func(b *testing.B) {
			g, split := benchGraph(b, name)
			benchRun(b, g, split, row.model, row.reading, row.method, func(*settings.Config) {})
		})
	}
}

// benchGraph returns the graph with a name and its first split, or the default split if the graph has no splits.
func benchGraph(b *testing.B, name string) (*graph.Graph, graph.Split) {
	g, splits, err := loadGraph(name)
	if err != nil {
		b.Fatal(err)
	}
	split, err := loadSplit(g, splits, "", 0)
	if err != nil {
		b.Fatal(err)
	}
	return g, split
}

// benchScaling measures epochs on random graphs of mean degree 20, with the
// settings that large graphs have by default.
func benchScaling(b *testing.B) {
	for _, m := range []int{1000, 3000, 10_000, 30_000, 100_000, 200_000} {
		if testing.Short() && m > 1000 {
			break
		}
		b.Run(fmt.Sprintf("SGPC epoch, m = %d", m), func(b *testing.B) {
			g, err := graph.SBM(graph.SBMParams{N: m / 10, Classes: 4, Degree: 20, Homophily: 0.3, Signal: 1, Features: 16, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
			if err != nil {
				b.Fatal(err)
			}
			benchRun(b, g, split, "sgpc", "paper", method.Validation, func(c *settings.Config) {
				c.D, c.Channels, c.GapMode, c.CGTol, c.CGTolTrain = 2, 32, "off", 1e-6, 1e-4
			})
		})
	}
}

// benchRun measures the epochs of a run, starting at the first. change sets the settings that are not those of the method. The run does not
// end, since 0 epochs and the patience 0 stand for no limit.
func benchRun(b *testing.B, g *graph.Graph, split graph.Split, model, reading string, method method.Method, change func(*settings.Config)) {
	kernels(b, 0, func(b *testing.B) func() {
		cfg, err := method.Configure(g, split, model, reading, 0)
		if err != nil {
			b.Fatal(err)
		}
		change(&cfg)
		cfg.Epochs, cfg.Patience = 0, 0
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			b.Fatal(err)
		}
		return r.StepEpoch
	})
}
