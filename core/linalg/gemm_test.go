package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// randDense returns a rows×cols matrix of Gaussian numbers.
func randDense(r *rand.Rand, rows, cols int) *Dense {
	a := NewDense(rows, cols)
	for i := range a.Data {
		a.Data[i] = r.NormFloat64()
	}
	return a
}

// randCSR returns a random sparse matrix; density is the probability of an entry.
func randCSR(r *rand.Rand, rows, cols int, density float64) *CSR {
	var e []Triplet
	for i := range rows {
		for j := range cols {
			if r.Float64() < density {
				e = append(e, Triplet{i, j, r.NormFloat64()})
			}
		}
	}
	r.Shuffle(len(e), func(i, j int) { e[i], e[j] = e[j], e[i] })
	return NewCSR(rows, cols, e)
}

// gemmByDefinition sets c ← alpha·op(A)·op(B) + beta·c, in the order of additions that
// Gemm promises.
func gemmByDefinition(ta, tb Transpose, alpha float64, a, b *Dense, beta float64, c *Dense) {
	// element returns element (i, j) of m or mᵀ.
	element := func(t Transpose, m *Dense, i, j int) float64 {
		if t {
			return m.At(j, i)
		}
		return m.At(i, j)
	}
	k := a.Cols
	if ta {
		k = a.Rows
	}
	for i := range c.Rows {
		for j := range c.Cols {
			s := 0.0
			if beta != 0 {
				s = beta * c.At(i, j)
			}
			for l := range k {
				s += float64(float64(alpha*element(ta, a, i, l)) * element(tb, b, l, j)) // float64 forbids a fused multiply-add
			}
			c.Set(i, j, s)
		}
	}
}

// TestGemmEqualsDefinition compares the bits of Gemm with those of gemmByDefinition, for all
// transposes and for sizes that are no multiples of the tiles. With beta = 0 the old c, even
// NaN, has no effect. One product is compared with gonum, and allocates nothing. Sizes that do
// not fit panic.
func TestGemmEqualsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	// m, n and k: c has m rows and n columns, and each element is a sum of k products.
	sizes := [][3]int{{1, 1, 1}, {2, 4, 3}, {3, 5, 7}, {5, 1, 300}, {1, 9, 2}, {8, 8, 257}, {17, 13, 600}, {0, 3, 2}, {3, 0, 2}, {3, 2, 0}}
	for _, z := range sizes {
		m, n, k := z[0], z[1], z[2]
		for mode := range 4 { // bit 0 transposes a, bit 1 transposes b
			ta, tb := Transpose(mode&1 == 1), Transpose(mode&2 == 2)
			a, b := randDense(r, m, k), randDense(r, k, n)
			if ta {
				a.Rows, a.Cols = k, m
			}
			if tb {
				b.Rows, b.Cols = n, k
			}
			for _, factors := range [][2]float64{{1, 0}, {1, 1}, {-0.7, 0.3}} { // alpha and beta
				alpha, beta := factors[0], factors[1]
				c := randDense(r, m, n)
				if beta == 0 {
					for i := range c.Data {
						c.Data[i] = math.NaN()
					}
				}
				want := c.Clone()
				gemmByDefinition(ta, tb, alpha, a, b, beta, want)
				Gemm(ta, tb, alpha, a, b, beta, c)
				for i := range c.Data {
					if math.Float64bits(c.Data[i]) != math.Float64bits(want.Data[i]) {
						t.Fatalf("%v ta=%v tb=%v factors %v: element %d is %v, want %v", z, ta, tb, factors, i, c.Data[i], want.Data[i])
					}
				}
			}
		}
	}
	// The product by gonum.
	a, b, c := randDense(r, 40, 30), randDense(r, 30, 20), NewDense(40, 20)
	var ref mat.Dense
	ref.Mul(mat.NewDense(40, 30, a.Data), mat.NewDense(30, 20, b.Data))
	if n := testing.AllocsPerRun(5, func() { Gemm(NoTrans, NoTrans, 1, a, b, 0, c) }); n != 0 {
		t.Errorf("Gemm allocates %v times, want 0", n)
	}
	closeTo(t, "Gemm against gonum", c.Data, ref.RawMatrix().Data, 1e-13)
	mustPanic(t, "Gemm with wrong sizes", func() { Gemm(Trans, NoTrans, 1, a, b, 0, c) })
}

// closeTo fails the test unless got equals want in each element, up to tol times the largest
// absolute element of want.
func closeTo(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	scale := 1e-300
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i, v := range got {
		if !(math.Abs(v-want[i]) <= tol*scale) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, v, want[i])
		}
	}
}

// mustPanic reports an error unless f panics.
func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s must panic", what)
		}
	}()
	f()
}

// TestCSR checks sparse matrices. T is the transpose of the dense matrix. NewCSR adds
// duplicate entries, and an entry out of range panics. Check returns an error for a wrong pointer. SpMM equals the dense product and
// allocates nothing. MulVec equals SpMM with one column exactly.
func TestCSR(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	a := randCSR(r, 30, 20, 0.2)
	if err := a.Check(); err != nil {
		t.Fatal(err)
	}
	// The transpose.
	d := a.Dense()
	transposed := a.T()
	if err := transposed.Check(); err != nil {
		t.Fatal(err)
	}
	dt := transposed.Dense()
	for i := range 30 {
		for j := range 20 {
			if d.At(i, j) != dt.At(j, i) {
				t.Fatalf("transpose differs at %d,%d", i, j)
			}
		}
	}
	tooLarge := &CSR{Rows: 2, Cols: 2, Ptr: []int32{0, 5, 2}, Col: []int32{0, 1}, Val: []float64{1, 1}}
	if tooLarge.Check() == nil {
		t.Error("Check accepts a row that ends after the last entry")
	}
	sum := NewCSR(2, 2, []Triplet{{1, 0, 2}, {0, 1, 1}, {1, 0, 3}})
	closeTo(t, "duplicates", sum.Dense().Data, []float64{0, 1, 5, 0}, 0)
	mustPanic(t, "NewCSR out of range", func() { NewCSR(2, 2, []Triplet{{2, 0, 1}}) })
	// Products with matrices of w columns.
	for _, w := range []int{1, 3, 8, 21} {
		b, c := randDense(r, 20, w), randDense(r, 30, w)
		want := c.Clone()
		gemmByDefinition(NoTrans, NoTrans, 1, d, b, 0.5, want)
		SpMM(a, b, 0.5, c)
		closeTo(t, "SpMM", c.Data, want.Data, 1e-14)
		if w == 1 {
			SpMM(a, b, 0, c)
			y := make([]float64, 30)
			a.MulVec(y, b.Data)
			closeTo(t, "MulVec", y, c.Data, 0)
		}
		if n := testing.AllocsPerRun(5, func() { SpMM(a, b, 0.5, c) }); n != 0 {
			t.Errorf("SpMM allocates %v times, want 0", n)
		}
	}
}

// TestBlockApply checks that BlockApply equals the dense product by definition exactly, for
// d = 1 to 5 and several numbers c of channels. For c > 1 so does the kernel with a
// workspace, into which it copies groups of channels.
func TestBlockApply(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for d := 1; d <= 5; d++ {
		pat := randCSR(r, 12, 12, 0.3)
		blocks := randDense(r, pat.NNZ(), d*d)
		// full is the matrix with all its zeros. Entry p of pat stands for the p-th block of d·d numbers, row by row.
		full := NewDense(12*d, 12*d)
		for i := range 12 {
			for p := pat.Ptr[i]; p < pat.Ptr[i+1]; p++ {
				for k := range d * d {
					full.Set(i*d+k/d, int(pat.Col[p])*d+k%d, blocks.Data[int(p)*d*d+k])
				}
			}
		}
		for _, c := range []int{1, 2, 7, 16, 37} {
			x, y, want := randDense(r, 12*d, c), randDense(r, 12*d, c), NewDense(12*d, c)
			gemmByDefinition(NoTrans, NoTrans, 1, full, x, 0, want)
			BlockApply(12, d, pat.Ptr, pat.Col, blocks.Data, x.Data, y.Data, c, nil)
			// The zeros of the dense matrix change no bit of a sum.
			closeTo(t, fmt.Sprintf("BlockApply d=%d c=%d", d, c), y.Data, want.Data, 0)
			if c == 1 {
				continue // one channel needs no workspace
			}
			clear(y.Data)
			kern.block(12, d, pat.Ptr, pat.Col, blocks.Data, x.Data, y.Data, c, make([]float64, 12*d*packedWidth(d)))
			closeTo(t, fmt.Sprintf("packed BlockApply d=%d c=%d", d, c), y.Data, want.Data, 0)
		}
	}
}

// TestVectorsEqualDefinitions compares Dot, Axpy and Scal with their definitions, for
// vectors of 0 to 11 whole numbers. Nrm2 of (3s, −4s) is 5s without overflow or underflow.
// Nrm2 of no number is 0, of an infinite entry +Inf, and of NaN it is NaN. Dot of unequal
// lengths panics.
func TestVectorsEqualDefinitions(t *testing.T) {
	for n := range 12 {
		x, y := make([]float64, n), make([]float64, n)
		dot := 0.0
		for i := range x {
			x[i], y[i] = float64(i+1), float64(2*i-3)
			dot += x[i] * y[i]
		}
		if g := Dot(x, y); g != dot {
			t.Errorf("Dot of length %d is %v, want %v", n, g, dot)
		}
		Axpy(2, x, y)
		Scal(3, x)
		for i := range y {
			if y[i] != float64(2*i-3+2*(i+1)) || x[i] != float64(3*(i+1)) {
				t.Fatalf("length %d, element %d: Axpy gives %v, want %d, and Scal %v, want %d", n, i, y[i], 2*i-3+2*(i+1), x[i], 3*(i+1))
			}
		}
	}
	// Norms at scales whose squares overflow or underflow. 5e-324 is the smallest positive float64.
	for _, s := range []float64{1, 1e200, 1e-200, 5e-324} {
		if g := Nrm2([]float64{3 * s, -4 * s}); math.Abs(g-5*s) > 1e-15*5*s+5e-324 {
			t.Errorf("Nrm2 at scale %v is %v, want %v", s, g, 5*s)
		}
	}
	if g := Nrm2(nil); g != 0 {
		t.Errorf("Nrm2 of no number is %v, want 0", g)
	}
	if g := Nrm2([]float64{math.Inf(-1)}); !math.IsInf(g, 1) {
		t.Errorf("Nrm2 of -Inf is %v, want +Inf", g)
	}
	if g := Nrm2([]float64{math.NaN(), 1}); !math.IsNaN(g) {
		t.Errorf("Nrm2 of NaN and 1 is %v, want NaN", g)
	}
	mustPanic(t, "Dot of unequal lengths", func() { Dot([]float64{1}, nil) })
}

// TestAdamStep compares the parameters after five steps with the equations of Adam with
// weight decay. Each step returns the squared norm of the gradient without decay, keeps the
// parameters before it in old and sets the gradient to zero.
func TestAdamStep(t *testing.T) {
	p, g, m, v, old := []float64{1, -2}, make([]float64, 2), make([]float64, 2), make([]float64, 2), make([]float64, 2)
	wantP := append([]float64(nil), p...)
	var wantM, wantV [2]float64 // first and second moments
	for step := 1; step <= 5; step++ {
		gradient := []float64{0.1, 0.3}
		// The rate is 0.01, the decays of the moments are 0.9 and 0.999, eps is 1e-8 and the weight decay 0.05.
		copy(g, gradient)
		before := append([]float64(nil), p...)
		if square := AdamStep(p, g, m, v, old, 0.01, 0.9, 0.999, 1e-8, 0.05, step); square != Dot(gradient, gradient) {
			t.Errorf("the square of the gradient is %v, want %v", square, Dot(gradient, gradient))
		}
		closeTo(t, "old parameters", old, before, 0)
		closeTo(t, "gradient after the step", g, make([]float64, 2), 0)
		for i := range wantP {
			q := gradient[i] + 0.05*wantP[i]
			wantM[i] = 0.9*wantM[i] + 0.1*q
			wantV[i] = 0.999*wantV[i] + 0.001*q*q
			correctedM := wantM[i] / (1 - math.Pow(0.9, float64(step)))
			correctedV := wantV[i] / (1 - math.Pow(0.999, float64(step)))
			wantP[i] -= 0.01 * correctedM / (math.Sqrt(correctedV) + 1e-8)
		}
	}
	closeTo(t, "Adam", p, wantP, 1e-13)
}

// BenchmarkGemm measures Gemm: a square product, and products of the size of Cora (2708
// nodes) as in a layer of width 64 and its gradients.
func BenchmarkGemm(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 5))
	for _, z := range []struct {
		m, n, k int
		ta, tb  Transpose
	}{{512, 512, 512, NoTrans, NoTrans}, {2708, 64, 64, NoTrans, NoTrans}, {64, 64, 2708, Trans, NoTrans},
		{2708, 64, 64, NoTrans, Trans}, {2708, 7, 64, NoTrans, NoTrans}} {
		x, y, c := randDense(r, z.m, z.k), randDense(r, z.k, z.n), NewDense(z.m, z.n)
		if z.ta {
			x.Rows, x.Cols = x.Cols, x.Rows
		}
		if z.tb {
			y.Rows, y.Cols = y.Cols, y.Rows
		}
		b.Run(fmt.Sprintf("%dx%dx%d,T=%v,%v", z.m, z.n, z.k, z.ta, z.tb), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Gemm(z.ta, z.tb, 1, x, y, 0, c)
			}
			b.ReportMetric(2*float64(z.m*z.n*z.k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

// BenchmarkSpMM measures SpMM with five random entries per row, for 64 and 7 columns.
func BenchmarkSpMM(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 6))
	var e []Triplet
	for i := range 2708 {
		for range 5 {
			e = append(e, Triplet{i, r.IntN(2708), 1})
		}
	}
	a := NewCSR(2708, 2708, e)
	for _, w := range []int{64, 7} {
		x, y := randDense(r, 2708, w), NewDense(2708, w)
		b.Run(fmt.Sprint("13k nnz x ", w), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				SpMM(a, x, 0, y)
			}
		})
	}
}

// BenchmarkBlockApply measures BlockApply with five random d×d blocks per node and c
// channels.
func BenchmarkBlockApply(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 7))
	var e []Triplet
	for i := range 2708 {
		for range 5 {
			e = append(e, Triplet{i, r.IntN(2708), 1})
		}
	}
	a := NewCSR(2708, 2708, e)
	for _, z := range [][2]int{{4, 16}, {4, 1}, {3, 16}, {2, 16}} {
		d, c := z[0], z[1]
		bl, x, y := randDense(r, a.NNZ(), d*d), randDense(r, 2708*d, c), NewDense(2708*d, c)
		b.Run(fmt.Sprintf("13k blocks d=%d c=%d", d, c), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				BlockApply(2708, d, a.Ptr, a.Col, bl.Data, x.Data, y.Data, c, nil)
			}
		})
	}
}
