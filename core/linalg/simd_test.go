package linalg

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestSIMD compares each SIMD implementation of this machine with Go, bit for bit,
// function by function. Some sizes exceed the blocks of the loops, and some
// numbers are not finite. DrawMask is compared with rand.PCG. On a machine
// without a SIMD implementation the test checks that Go is in use.
func TestSIMD(t *testing.T) {
	// The implementations that this machine must have. SHEAFSCOPE_KERNEL is set in tests of
	// WebAssembly only: to the path of the SIMD module, or to "none".
	companion := os.Getenv("SHEAFSCOPE_KERNEL")
	native, avx2 := companion == "", runtime.GOARCH == "amd64" && cpu.X86.HasAVX2
	nativeWithoutSIMD := native && !avx2
	if companion == "none" || nativeWithoutSIMD {
		if Kernel() != "go" || UseKernel("simd") {
			t.Errorf("without vector loops the kernel is %q, want go", Kernel())
		}
		return // there is nothing to compare
	}
	if Kernel() != "simd" {
		t.Fatalf("vector loops are there, but the kernel is %q", Kernel())
	}
	defer UseKernel("simd")
	r := rand.New(rand.NewPCG(1, 21))
	// others has the native implementations by name; "simd" is the widest of them or the module.
	kinds, wantKinds := slices.Sorted(maps.Keys(others)), []string(nil)
	if native {
		wantKinds = append(wantKinds, "avx2")
		if cpu.X86.HasAVX512DQ {
			wantKinds = append(wantKinds, "avx512")
		}
	}
	if !slices.Equal(kinds, wantKinds) {
		t.Errorf("vector loops of the kinds %v, want %v", kinds, wantKinds)
	}

	// compare runs f with each implementation on the same n random numbers, which f
	// overwrites, and compares the bits of the results.
	compare := func(what string, n int, f func(out []float64)) {
		t.Helper()
		start := randDense(r, 1, n).Data
		run := func(name string) []float64 {
			if !UseKernel(name) || Kernel() != name {
				t.Fatalf("cannot use %s", name)
			}
			out := slices.Clone(start)
			f(out)
			return out
		}
		want := run("go")
		for _, name := range append(kinds, "simd") {
			got := run(name)
			for i, v := range want {
				if !sameNumber(v, got[i]) {
					t.Fatalf("%s, %s: element %d is %v, in Go %v", what, name, i, got[i], v)
				}
			}
		}
	}

	// Products of dense matrices, in all transposes.
	for _, z := range [][3]int{{70, 131, 300}, {87, 192, 30}, {3, 260, 12}, {129, 2, 513}, {66, 128, 256}, {1, 1, 1000}} {
		m, n, k := z[0], z[1], z[2]
		for mode := range 4 { // bit 0 transposes a, bit 1 transposes b
			a, b := randDense(r, m, k), randDense(r, k, n)
			if mode&1 == 1 {
				a.Rows, a.Cols = k, m
			}
			if mode&2 == 2 {
				b.Rows, b.Cols = n, k
			}
			for _, alpha := range []float64{1, -0.3} {
				compare(fmt.Sprint("gemm ", z, mode, alpha), m*n, func(out []float64) {
					Gemm(Transpose(mode&1 == 1), Transpose(mode&2 == 2), alpha, a, b, 1, &Dense{m, n, out})
				})
			}
		}
	}

	// Products of sparse matrices with dense ones.
	a := randCSR(r, 60, 50, 0.3)
	for _, w := range []int{1, 5, 16, 23, 36, 64, 111} {
		b := randDense(r, 50, w)
		compare(fmt.Sprint("spmm of width ", w), 60*w, func(out []float64) { SpMM(a, b, 1, &Dense{60, w, out}) })
	}
	wide := randCSR(r, 300, 2100, 0.05)
	for _, w := range []int{64, 71} {
		b := randDense(r, 2100, w)
		compare(fmt.Sprint("spmm of a large matrix of width ", w), 300*w, func(out []float64) { SpMM(wide, b, 1, &Dense{300, w, out}) })
	}

	// Functions of rows.
	for _, c := range []int{1, 6, 67} {
		x, v, n := randDense(r, 9, c), randDense(r, 2, c), 9*c
		nineRows := func(out []float64) *Dense { return &Dense{9, c, out[:n]} }
		compare(fmt.Sprint("layer norm of width ", c), 3*n+9, func(out []float64) {
			y, xhat, rho := nineRows(out), nineRows(out[n:]), out[3*n:]
			LayerNorm(y, xhat, rho, x, v.Row(0), v.Row(1), 1e-5)
			LayerNormGrad(nineRows(out[2*n:]), nil, nil, x, xhat, rho, v.Row(0))
			LayerNorm(y, y, rho, y, v.Row(0), v.Row(1), 1e-5) // in place
		})
	}

	// Products with vectors and with matrices of blocks.
	x := randDense(r, 1, 50).Data
	compare("spmv", 60, func(out []float64) { a.MulVec(out, x) })
	pat := randCSR(r, 40, 40, 0.2)
	for d := 1; d <= 6; d++ {
		blocks := randDense(r, pat.NNZ(), d*d).Data
		for _, c := range []int{1, 2, 3, 4, 16, 21, 32, 52} {
			x := randDense(r, 40*d, c).Data
			compare(fmt.Sprint("block ", d, c), len(x), func(out []float64) { BlockApply(40, d, pat.Ptr, pat.Col, blocks, x, out, c, nil) })
			// Row k of the sweep computes block row k+1 from earlier ones; row 2 has no entry.
			compare(fmt.Sprint("sweep ", d, c), len(x), func(out []float64) {
				BlockSweep(1, d, []int32{0, 1, 3, 3, 5}, []int32{0, 0, 1, 2, 3}, blocks, out[:5*d*c], c)
			})
			// With work space, kern.block copies each group of channels before the product.
			compare(fmt.Sprint("gathered block ", d, c), len(x), func(out []float64) {
				kern.block(40, d, pat.Ptr, pat.Col, blocks, x, out, c, make([]float64, 40*d*packedWidth(d)))
			})
		}
	}

	// Functions of single numbers.
	special := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 710.5, -745.2, -746.5, 709.7, 0, math.Copysign(0, -1), 1e-300, 5e-324}
	for range 200 {
		special = append(special, r.NormFloat64()*300)
	}
	compare("exp", len(special), func(out []float64) { ExpSlice(out, special) })
	compare("ELU", len(special), func(out []float64) {
		copy(out, special)
		ELU(out, make([]float64, ELUWork))
	})
	arguments := special[:len(special)/2]
	gradients := special[len(arguments):]
	for _, slope := range []float64{0, 0.2} {
		for _, n := range []int{0, 1, 2, len(arguments)} {
			compare(fmt.Sprint("ReLU ", slope, n), len(arguments), func(out []float64) { LeakyReLU(out[:n], arguments[:n], slope) })
			compare(fmt.Sprint("ReLU's slope ", slope, n), len(arguments), func(out []float64) {
				AddLeakyReLUGrad(out[:n], gradients[:n], arguments[:n], slope)
				ReLUGrad(out[:n], arguments[:n])
			})
		}
	}
	compare("ELU's slope", len(special), func(out []float64) { ELUGrad(out, special) })

	// Masks. The state of rand.PCG is its two seeds. A draw of 64 bits gives two bytes of the mask,
	// from its lower half first.
	for n := range 40 {
		state, pcg := [2]uint64{r.Uint64(), r.Uint64()}, new(rand.PCG)
		pcg.Seed(state[0], state[1])
		mask, limit := make([]uint8, n), r.Uint32()
		if !DrawMask(&state, mask, limit) {
			t.Fatal("the kernel has no loop for DrawMask")
		}
		var draws uint64
		for k, got := range mask {
			draws >>= 32
			if k%2 == 0 {
				draws = pcg.Uint64()
			}
			want := uint8(0)
			if uint32(draws) >= limit {
				want = 1
			}
			if got != want {
				t.Fatalf("byte %d of a mask of %d is %d, want %d", k, n, got, want)
			}
		}
		next := new(rand.PCG)
		next.Seed(state[0], state[1])
		if got, want := next.Uint64(), pcg.Uint64(); got != want {
			t.Fatalf("after a mask of %d the next draw is %d, want %d", n, got, want)
		}
		compare("what a mask keeps", n, func(out []float64) { Keep(out, out, mask, 1.25) })
		compare("what a mask keeps of special numbers", n, func(out []float64) { Keep(out, special[:n], mask, 1.25) })
	}

	// Vectors: products, orthogonalisation and a step of Adam.
	for _, n := range []int{3, 8, 24, 25, 102, 1003} {
		x, y := randDense(r, 1, n).Data, randDense(r, 1, n).Data
		compare("dot", 1, func(out []float64) { out[0] = Dot(x, y) })
		compare("axpy", n, func(out []float64) { Axpy(-1.7, x, out) })
		rows := randDense(r, 5, n)
		compare("orthogonalisation", n+5, func(out []float64) { Orthogonalize(out[:n], rows.Data, 5, out[n:]) })
		compare("adam", 5*n+2, func(out []float64) {
			v := out[3*n : 4*n]
			for i := range v {
				v[i] *= v[i] // the second moment is not negative
			}
			// The rate is 0.01, the decay 1e-3, and the step the third.
			step := func(old []float64) float64 {
				return AdamStep(out[:n], out[n:2*n], out[2*n:3*n], v, old, 0.01, 0.9, 0.999, 1e-8, 1e-3, 3)
			}
			out[5*n] = step(out[4*n : 5*n])
			copy(out[n:2*n], y)
			out[5*n+1] = step(nil)
		})
	}

	// Columns: the loops of conjugate gradients and of Chebyshev filters.
	for _, c := range []int{1, 3, 8, 16, 21} {
		n := 13 * c
		p, z, b := randDense(r, 1, n).Data, randDense(r, 1, n).Data, randDense(r, 1, c).Data
		compare("columns", 3*n+3*c, func(out []float64) {
			x, y, w := out[:n], out[n:2*n], out[2*n:3*n]
			ColDots(out[3*n:][:c], p, z)
			ColShift(out[3*n+c:][:c], w, p, 0.7, 1.3)
			ColStep(out[3*n+2*c:], y, w, b)
			ColTurn(x, w, z, b, b)
		})
	}
	for _, n := range []int{1, 8, 37} {
		p, q, g := randDense(r, 1, n).Data, randDense(r, 1, n).Data, randDense(r, 1, n).Data
		compare("Chebyshev", 3*n, func(out []float64) {
			ChebyshevTerm(out[:n], out[n:2*n], p, nil, 0.3, 1, -1)
			ChebyshevTerm(out[:n], out[n:2*n], p, q, 0.7, 2, 1)
			ChebyshevAdjoint(out[2*n:], p, q, g, 0.7, 2, 1)
		})
		const rows, c = 5, 40
		compare("copied columns", rows*c, func(out []float64) {
			CopyColumns(out, c, 1, randDense(rand.New(rand.NewPCG(1, 2)), rows, 41).Data, 41, 2, n)
		})
	}

	// Eigenvalues.
	for d := 1; d <= MaxSmall; d++ {
		for _, scale := range []float64{1, 1e-160, 0, math.Inf(1)} {
			a := randDense(r, d, d)
			Scal(scale, a.Data)
			if scale == 0 { // equal values must keep their order
				clear(a.Data)
			}
			compare(fmt.Sprint("jacobi of order ", d), d+d*d, func(out []float64) { EigSymSmall(d, a.Data, out[:d], out[d:]) })
			compare(fmt.Sprint("jacobi values of order ", d), d, func(out []float64) { EigSymSmall(d, a.Data, out, nil) })
		}
	}
	for d := 1; d <= MaxSmall; d++ {
		const count = 23 // some of the matrices are equal, not finite, huge, tiny, diagonal or zero
		a := randDense(r, count*d, d).Data
		matrix := func(k int) []float64 { return a[k*d*d : (k+1)*d*d] }
		copy(matrix(1), matrix(0))
		matrix(9)[d-1], matrix(14)[d-1] = math.NaN(), math.Inf(1)
		clear(matrix(2))
		Scal(1e200, matrix(3))
		Scal(1e-310, matrix(4))
		clear(matrix(5))
		for i := range d {
			matrix(5)[i*d+i] = math.Copysign(float64(i%2), -1)
		}
		compare(fmt.Sprint("many of order ", d), count*(d+d*d), func(out []float64) { EigSymSmalls(d, a, out[:count*d], out[count*d:]) })
	}
	for _, n := range []int{1, 2, 33, 150} {
		s := randDense(r, n, n)
		compare(fmt.Sprint("eigenvalues of order ", n), n+n*n, func(out []float64) {
			d, v, err := EigSym(s, WithVectors)
			if err != nil {
				t.Fatal(err)
			}
			copy(out, d)
			copy(out[n:], v.Data)
		})
	}
}
