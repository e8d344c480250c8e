package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestSingularValues compares SingularValues with gonum's SVD, to 1e-13 of the largest value.
// The matrices are tall, wide, square, rank-deficient and zero; their values differ by powers of
// ten. The matrix stays unchanged. Multiples of the matrix have the same multiples of the values.
func TestSingularValues(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for _, c := range []struct{ rows, cols, rank int }{{40, 7, 7}, {7, 40, 7}, {9, 9, 9}, {60, 30, 4}, {30, 60, 1}, {5, 1, 1}, {12, 12, 0}} {
		// a is a product of rank c.rank; row k of right has the scale 10^−k.
		left, right := randDense(r, c.rows, c.rank), randDense(r, c.rank, c.cols)
		for k := range c.rank {
			Scal(math.Pow(10, -float64(k)), right.Row(k))
		}
		a := NewDense(c.rows, c.cols)
		if c.rank > 0 {
			Gemm(NoTrans, NoTrans, 1, left, right, 0, a)
		}
		before := a.Clone()
		var svd mat.SVD
		if !svd.Factorize(mat.NewDense(c.rows, c.cols, append([]float64(nil), a.Data...)), mat.SVDNone) {
			t.Fatal("gonum finds no SVD")
		}
		got, want := SingularValues(a), svd.Values(nil)
		if len(got) != len(want) {
			t.Fatalf("%+v: %d values, want %d", c, len(got), len(want))
		}
		for k, v := range want {
			if !(math.Abs(got[k]-v) <= 1e-14*want[0]*10) {
				t.Errorf("%+v: σ_%d is %g, want %g", c, k, got[k], v)
			}
		}
		for _, scale := range []float64{1e-300, 1e-200, 1e200, 1e300} { // squares underflow or overflow
			multiple := a.Clone()
			Scal(scale, multiple.Data)
			for k, v := range SingularValues(multiple) {
				if !(math.Abs(v/scale-want[k]) <= 1e-13*want[0]) {
					t.Errorf("%+v: σ_%d of %g times the matrix is %g, want %g", c, k, scale, v, scale*want[k])
				}
			}
		}
		if c.rows > c.cols { // a subnormal column changes no value by more than its norm
			tall := NewDense(c.rows, c.cols+1)
			for i := range c.rows {
				copy(tall.Row(i)[1:], a.Row(i))
				tall.Set(i, 0, 1e-310)
			}
			for k, v := range SingularValues(tall)[:len(want)] {
				if !(math.Abs(v-want[k]) <= 1e-13*want[0]) {
					t.Errorf("%+v: σ_%d with a subnormal column is %g, want %g", c, k, v, want[k])
				}
			}
		}
		for k, v := range before.Data {
			if a.Data[k] != v {
				t.Fatalf("%+v: SingularValues changed element %d of the matrix", c, k)
			}
		}
	}
}
