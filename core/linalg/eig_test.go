package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// checkEig checks that the values ascend, and that A·V = V·Λ and VᵀV = I entry by entry.
// The bound 4e-15·√(n+10) allows about 18 rounding errors of 2.2e-16, times a root of n.
// For A·V it is relative to the largest absolute eigenvalue.
func checkEig(t *testing.T, what string, a *Dense, values []float64, v *Dense) {
	t.Helper()
	n := a.Rows
	norm := 1e-300
	for _, x := range values {
		norm = max(norm, math.Abs(x))
	}
	// av = A·V, vv = VᵀV.
	tol := 4e-15 * math.Sqrt(float64(n)+10)
	av, vv := NewDense(n, n), NewDense(n, n)
	Gemm(NoTrans, NoTrans, 1, a, v, 0, av)
	Gemm(Trans, NoTrans, 1, v, v, 0, vv)
	for i := range n {
		if i > 0 && !(values[i] >= values[i-1]) {
			t.Fatalf("%s: values not ascending at %d", what, i)
		}
		for j := range n {
			id := 0.0
			if i == j {
				id = 1
			}
			if e := math.Abs(av.At(i, j) - v.At(i, j)*values[j]); !(e <= tol*norm) {
				t.Fatalf("%s: relative residual of A·V = V·Λ is %g at (%d,%d)", what, e/norm, i, j)
			}
			if e := math.Abs(vv.At(i, j) - id); !(e <= tol) {
				t.Fatalf("%s: VᵀV − I is %g at (%d,%d)", what, e, i, j)
			}
		}
	}
}

// symmetric returns the symmetric n×n matrix with the elements f(i, j) for j ≤ i.
func symmetric(n int, f func(i, j int) float64) *Dense {
	a := NewDense(n, n)
	for i := range n {
		for j := range i + 1 {
			v := f(i, j)
			a.Set(i, j, v)
			a.Set(j, i, v)
		}
	}
	return a
}

// TestEigSym checks values and vectors of EigSym by their equations (checkEig), values
// alone against values with vectors, and values with vectors against gonum. The matrices are random,
// structured, graded, and near the limits of float64. A matrix that is not square, and an
// entry that is not finite, is an error. The empty matrix has no eigenvalues.
func TestEigSym(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	random := func(i, j int) float64 { return r.NormFloat64() }
	ring := func(n int) func(i, j int) float64 {
		return func(i, j int) float64 {
			switch {
			case i == j:
				return 2
			case i-j == 1 || i-j == n-1:
				return -1
			}
			return 0
		}
	}
	cases := map[string]*Dense{
		"ring":     symmetric(120, ring(120)),
		"zero":     NewDense(50, 50),
		"identity": symmetric(50, func(i, j int) float64 { return float64(1 - min(1, i-j)) }), // 1 if i = j, else 0
		"ones":     symmetric(90, func(i, j int) float64 { return 1 }),
		"graded":   symmetric(60, func(i, j int) float64 { return math.Pow(10, -float64(i+j)/4) }),
		"huge":     symmetric(40, func(i, j int) float64 { return 1e300 * r.NormFloat64() / 100 }),
		"tiny":     symmetric(40, func(i, j int) float64 { return 1e-300 * r.NormFloat64() }),
		"diagonal": symmetric(70, func(i, j int) float64 { return float64((i*37)%11) * float64(1-min(1, i-j)) }),
		"cliques": symmetric(96, func(i, j int) float64 { // 8 complete graphs: values 0 and 12
			switch {
			case i == j:
				return 11
			case i/12 == j/12:
				return -1
			}
			return 0
		}),
	}
	for _, n := range []int{1, 2, 3, 10, 32, 33, 64, 65, 100, 151} {
		cases[fmt.Sprint("random", n)] = symmetric(n, random)
	}
	for name, a := range cases {
		values, v, err := EigSym(a, WithVectors)
		if err != nil {
			t.Fatal(name, err)
		}
		valuesAlone, noVectors, err := EigSym(a, ValuesOnly)
		if err != nil || noVectors != nil {
			t.Fatalf("%s, values alone: error %v, vectors %v, want neither", name, err, noVectors)
		}
		// The products of checkEig would underflow or overflow at the scale of EigSym.
		scale := map[string]float64{"tiny": 0x1p990, "huge": 0x1p-990}[name]
		if scale != 0 {
			Scal(scale, a.Data)
			Scal(scale, values)
			Scal(scale, valuesAlone)
		}
		checkEig(t, name, a, values, v)
		closeTo(t, name+": values alone", valuesAlone, values, 1e-14*math.Sqrt(float64(a.Rows)+10))
		var ref mat.EigenSym
		if !ref.Factorize(mat.NewSymDense(a.Rows, a.Data), false) {
			t.Fatal(name, "gonum finds no eigenvalues")
		}
		closeTo(t, name+": values of gonum", values, ref.Values(nil), 1e-14*math.Sqrt(float64(a.Rows)+10))
	}
	if _, _, err := EigSym(NewDense(2, 3), ValuesOnly); err == nil {
		t.Error("a matrix that is not square must be refused")
	}
	// One entry of a diagonal matrix, on or below the diagonal, is not finite.
	for i := range 3 {
		for j := range i + 1 {
			for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				a := NewDense(3, 3)
				for k := range 3 {
					a.Data[4*k] = 1 + float64(k)
				}
				a.Data[3*i+j] = x
				if _, _, err := EigSym(a, WithVectors); err == nil {
					t.Errorf("%g at row %d, column %d must be refused", x, i, j)
				}
			}
		}
	}
	if v, _, err := EigSym(NewDense(0, 0), WithVectors); err != nil || len(v) != 0 {
		t.Errorf("the empty matrix has eigenvalues %v, error %v, want none", v, err)
	}
}

// TestEigSymOfManyMagnitudes checks values and vectors of EigSym by their equations (checkEig), for
// random matrices with elements from 10⁻³²⁰ to 1. Half of the matrices have a zero diagonal. The
// values alone agree with the values with vectors.
func TestEigSymOfManyMagnitudes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 17))
	for range 10000 {
		n, density, zeroDiagonal := 2+r.IntN(10), r.Float64(), r.IntN(2) == 0
		a := symmetric(n, func(i, j int) float64 {
			if r.Float64() > density || (zeroDiagonal && i == j) {
				return 0
			}
			return float64(1-2*r.IntN(2)) * math.Pow(10, -320*r.Float64()*float64(r.IntN(2)))
		})
		name := fmt.Sprint("the matrix ", a.Data)
		values, v, err := EigSym(a, WithVectors)
		if err != nil {
			t.Fatal(name, err)
		}
		checkEig(t, name, a, values, v)
		alone, _, err := EigSym(a, ValuesOnly)
		if err != nil {
			t.Fatal(name, err)
		}
		largest := max(math.Abs(values[0]), math.Abs(values[n-1]))
		for k, want := range values {
			if e := math.Abs(alone[k] - want); !(e <= 1e-14*largest) {
				t.Fatalf("%s: value %d alone differs by %g", name, k, e)
			}
		}
	}
}

// TestEigTridiag checks values and vectors of tridiagonal matrices by their equations
// (checkEig): with clusters of eigenvalues, zeros, and elements off the diagonal that are tiny or of
// many magnitudes. If e is as long as d, eigTridiag returns an error.
func TestEigTridiag(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	const n = 110
	// The elements i of the diagonal d and of the diagonal e beside it.
	cases := map[string]func(i int) (d, e float64){
		"random":    func(i int) (float64, float64) { return r.NormFloat64(), r.NormFloat64() },
		"path":      func(i int) (float64, float64) { return 2, -1 },
		"wilkinson": func(i int) (float64, float64) { return math.Abs(float64(i) - n/2), 1 },
		"split":     func(i int) (float64, float64) { return float64(i % 3), float64(i % 2) },
		"weak":      func(i int) (float64, float64) { return 1, 1e-9 * r.Float64() },
		"tiny e":    func(i int) (float64, float64) { return float64(i % 5), 1e-200 },
		"range of e": func(i int) (float64, float64) {
			return 0, [...]float64{-0.17124745550204956, 5.634585281148401e-151, 1, 0}[i%4]
		},
	}
	for name, f := range cases {
		// The same matrix as its diagonals d and e, and dense.
		d, e, a := make([]float64, n), make([]float64, n-1), NewDense(n, n)
		for i := range n {
			x, y := f(i)
			d[i] = x
			a.Set(i, i, x)
			if i < n-1 {
				e[i] = y
				a.Set(i, i+1, y)
				a.Set(i+1, i, y)
			}
		}
		z := NewDense(n, n)
		if err := eigTridiag(d, e, z, new(divider)); err != nil {
			t.Fatal(name, err)
		}
		checkEig(t, name, a, d, z)
	}
	if eigTridiag(make([]float64, 3), make([]float64, 3), nil, new(divider)) == nil {
		t.Error("e as long as d must be refused")
	}
}

// TestEigSymSmall checks values and vectors by their equations (checkEig), for every
// dimension: random, rank one, tiny and the identity. Values alone need no allocation. A
// tiny eigenvalue of a graded positive definite matrix has twelve digits. Dimension 17,
// beyond MaxSmall, panics.
func TestEigSymSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 10))
	for d := 1; d <= MaxSmall; d++ {
		for kind := range 4 {
			a := symmetric(d, func(i, j int) float64 {
				switch kind {
				case 1: // rank one
					return float64((i + 1) * (j + 1))
				case 2: // tiny
					return 1e-200 * r.NormFloat64()
				case 3: // the identity
					return float64(1 - min(1, i-j))
				}
				return r.NormFloat64()
			})
			values, v := make([]float64, d), NewDense(d, d)
			EigSymSmall(d, a.Data, values, v.Data)
			if kind == 2 { // the products of checkEig would underflow
				Scal(1e200, values)
				Scal(1e200, a.Data)
			}
			checkEig(t, fmt.Sprint("Jacobi ", d, kind), a, values, v)
			valuesAlone := make([]float64, d)
			if n := testing.AllocsPerRun(2, func() { EigSymSmall(d, a.Data, valuesAlone, nil) }); n != 0 {
				t.Errorf("EigSymSmall allocates %v times, want 0", n)
			}
		}
	}
	// By hand: the product of the eigenvalues is the determinant, 1e-20 − 1e-22, and the larger eigenvalue is nearly 1.
	a := []float64{1, 1e-11, 1e-11, 1e-20}
	var values [2]float64
	EigSymSmall(2, a, values[:], nil)
	if math.Abs(values[0]/(1e-20-1e-22)-1) > 1e-12 {
		t.Errorf("the smaller eigenvalue is %v, want %v", values[0], 1e-20-1e-22)
	}
	mustPanic(t, "EigSymSmall of dimension 17", func() { EigSymSmall(17, nil, nil, nil) })
}

// BenchmarkEigSym measures EigSym on random matrices, with and without vectors.
func BenchmarkEigSym(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 12))
	for _, n := range []int{300, 1000} {
		a := symmetric(n, func(i, j int) float64 { return r.NormFloat64() })
		for _, vectors := range []EigenVectors{ValuesOnly, WithVectors} {
			b.Run(fmt.Sprintf("%d,vectors=%v", n, vectors), func(b *testing.B) {
				for b.Loop() {
					if _, _, err := EigSym(a, vectors); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkEigSymSmall4 measures EigSymSmall with vectors for d = 4.
func BenchmarkEigSymSmall4(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 13))
	a := symmetric(4, func(i, j int) float64 { return r.NormFloat64() })
	var values [4]float64
	var v [16]float64
	b.ReportAllocs()
	for b.Loop() {
		EigSymSmall(4, a.Data, values[:], v[:])
	}
}

// TestEigExactBits pins the bits of every value and vector element by a hash (FNV-1a over
// numbers of 64 bits), of EigSym of order 80 and EigSymSmall of order 16. The bits must not
// depend on the machine. The expected hash is recorded from this program.
func TestEigExactBits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 16))
	a := symmetric(80, func(i, j int) float64 { return r.Float64() - 0.5 })
	values, v, err := EigSym(a, WithVectors)
	if err != nil {
		t.Fatal(err)
	}
	small := make([]float64, 16*17)
	EigSymSmall(16, NewCSR(16, 16, []Triplet{{0, 3, 1}, {3, 15, 0.3}, {2, 2, -1}}).Dense().Data, small[:16], small[16:])
	hash := uint64(14695981039346656037) // This number and the factor below define FNV-1a.
	for _, x := range [][]float64{values, v.Data, small} {
		for _, y := range x {
			hash = (hash ^ math.Float64bits(y)) * 1099511628211
		}
	}
	if want := uint64(0xb7b4df631d9284b1); hash != want {
		t.Errorf("hash of values and vectors is %#x, want %#x", hash, want)
	}
}

// TestEigWork checks that a workspace that is used again gives the numbers of EigSym, for
// orders that grow and shrink, and that a second use for the same order allocates nothing.
func TestEigWork(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 30))
	var w EigWork
	for _, n := range []int{40, 5, 90, 0, 1, 64} {
		a := randDense(r, n, n) // EigSym reads only the lower triangle.
		want, wantV, err := EigSym(a, WithVectors)
		if err != nil {
			t.Fatal(err)
		}
		got, v, err := w.EigSym(a, WithVectors)
		if err != nil {
			t.Fatal(err)
		}
		closeTo(t, "values", got, want, 0)
		closeTo(t, "vectors", v.Data, wantV.Data, 0)
		if k := testing.AllocsPerRun(3, func() { w.EigSym(a, WithVectors) }); k != 0 {
			t.Errorf("order %d: %v allocations in a used workspace, want 0", n, k)
		}
	}
}
