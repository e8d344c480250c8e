package small

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/rng"
)

// TestProductsEqualGonum compares the functions on d×d matrices with gonum, for d = 1 to 8. Each row of the table has a function, and
// the values of x, y, scale and kept for which it sets dst ← kept·dst + scale·x·y.
func TestProductsEqualGonum(t *testing.T) {
	src := rng.New(1, "small")
	random := func(n int) []float64 {
		x := make([]float64, n)
		for k := range x {
			x[k] = src.Norm()
		}
		return x
	}
	for d := 1; d <= 8; d++ {
		a, b, start := random(d*d), random(d*d), random(d*d)
		ma, mb := mat.NewDense(d, d, a), mat.NewDense(d, d, b)
		va, vb := mat.NewVecDense(d, a[:d]), mat.NewVecDense(d, b[:d])
		const s = -0.7 // the factor of the functions that have one
		for name, c := range map[string]struct {
			run         func(dst []float64)
			x, y        mat.Matrix
			scale, kept float64
		}{
			"AddMul":       {func(dst []float64) { AddMul(d, s, a, b, dst) }, ma, mb, s, 1},
			"AddTMul":      {func(dst []float64) { AddTMul(d, s, a, b, dst) }, ma.T(), mb, s, 1},
			"AddMulT":      {func(dst []float64) { AddMulT(d, s, a, b, dst) }, ma, mb.T(), s, 1},
			"AddMulTerms":  {func(dst []float64) { AddMulTerms(d, s, a, b, dst) }, ma, mb, s, 1},
			"AddTMulTerms": {func(dst []float64) { AddTMulTerms(d, s, a, b, dst) }, ma.T(), mb, s, 1},
			"MulAdd":       {func(dst []float64) { MulAdd(d, dst, a, b) }, ma, mb, 1, 1},
			"Mul":          {func(dst []float64) { Mul(d, dst, a, b) }, ma, mb, 1, 0},
			"AddOuter":     {func(dst []float64) { AddOuter(d, s, a, b, dst) }, va, vb.T(), s, 1},
			"Transpose":    {func(dst []float64) { Transpose(d, s, a, dst) }, ma.T(), mat.NewDiagDense(d, ones(d)), s, 0},
		} {
			got := append([]float64(nil), start...)
			c.run(got)
			var product mat.Dense
			product.Mul(c.x, c.y)
			for k, v := range got {
				want := c.kept*start[k] + c.scale*product.At(k/d, k%d)
				if math.Abs(v-want) > 1e-13 {
					t.Errorf("%s, d = %d: entry %d is %v, want %v", name, d, k, v, want)
				}
			}
		}
	}
}

// ones returns d ones.
func ones(d int) []float64 {
	x := make([]float64, d)
	for k := range x {
		x[k] = 1
	}
	return x
}

// TestMulVec4 compares m·v and mᵀ·v with products by hand, for a 4×4 matrix m.
func TestMulVec4(t *testing.T) {
	m, v := &[16]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17}, &[4]float64{1, -1, 2, 0.5}
	var y, z [4]float64
	MulVec4(&y, m, v)
	MulVecT4(&z, m, v)
	if want := [4]float64{7, 17, 27, 37.5}; y != want {
		t.Errorf("m·v = %v, want %v", y, want)
	}
	if want := [4]float64{20.5, 23, 25.5, 28.5}; z != want {
		t.Errorf("mᵀ·v = %v, want %v", z, want)
	}
}
