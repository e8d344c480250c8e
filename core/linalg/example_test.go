package linalg_test

import (
	"fmt"

	"sheafscope/core/linalg"
)

// matrix returns the rows×cols matrix with the elements v, row by row.
func matrix(rows, cols int, v ...float64) *linalg.Dense {
	return &linalg.Dense{Rows: rows, Cols: cols, Data: v}
}

func ExampleExp() {
	fmt.Printf("%.6f %.6f %.6f\n", linalg.Exp(1), linalg.Log(10), linalg.Tanh(0.5))
	// Output: 2.718282 2.302585 0.462117
}

// √2 is the sixth root of 8, bit for bit; a negative base with a whole exponent is real.
func ExamplePow() {
	fmt.Println(linalg.Pow(2, 0.5) == linalg.Pow(8, 1.0/6), linalg.Pow(-2, 3))
	// Output: true -8
}

// The products A b and Aᵀ b.
func ExampleGemm() {
	a, b, c := matrix(2, 2, 1, 2, 3, 4), matrix(2, 1, 1, 1), matrix(2, 1, 0, 0)
	linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, a, b, 0, c)
	fmt.Println(c.Data)
	linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, a, b, 0, c)
	fmt.Println(c.Data)
	// Output:
	// [3 7]
	// [4 6]
}

// The product of a sparse 2×3 matrix with a column.
func ExampleSpMM() {
	a := linalg.NewCSR(2, 3, []linalg.Triplet{{Row: 0, Col: 2, Val: 2}, {Row: 1, Col: 0, Val: -1}})
	x, y := matrix(3, 1, 10, 20, 30), matrix(2, 1, 0, 0)
	linalg.SpMM(a, x, 0, y)
	fmt.Println(y.Data)
	// Output: [60 -10]
}

// The Laplacian of one edge between two nodes with stalks of dimension 2 and
// identity restriction maps.
func ExampleBlockApply() {
	ptr, col := []int32{0, 2, 4}, []int32{0, 1, 0, 1}
	blocks := []float64{1, 0, 0, 1, -1, 0, 0, -1, -1, 0, 0, -1, 1, 0, 0, 1}
	x, y := []float64{5, 1, 3, 1}, make([]float64, 4)
	linalg.BlockApply(2, 2, ptr, col, blocks, x, y, 1, nil)
	fmt.Println(y)
	// Output: [2 0 -2 0]
}

// The matrix with 2 on and 1 off the diagonal has the eigenvalues 1 and 3. The eigenvector of 3 has two equal entries.
func ExampleEigSym() {
	values, v, err := linalg.EigSym(matrix(2, 2, 2, 1, 1, 2), linalg.WithVectors)
	fmt.Printf("%.3f %.3f %v\n", values, v.At(0, 1)/v.At(1, 1), err)
	// Output: [1.000 3.000] 1.000 <nil>
}

// Eigenvalues ascend.
func ExampleEigSymSmall() {
	var values [2]float64
	linalg.EigSymSmall(2, []float64{4, 0, 0, 1}, values[:], nil)
	fmt.Println(values)
	// Output: [1 4]
}

// The first step has the length of the learning rate, 0.1, against the sign of the gradient.
func ExampleAdamStep() {
	p, g, m, v := []float64{1}, []float64{5}, []float64{0}, []float64{0}
	linalg.AdamStep(p, g, m, v, nil, 0.1, 0.9, 0.999, 1e-8, 0, 1)
	fmt.Printf("%.4f\n", p[0])
	// Output: 0.9000
}

// The odds of the two entries are 1 to 3.
func ExampleSoftmaxRows() {
	x := matrix(1, 2, 0, linalg.Log(3))
	linalg.SoftmaxRows(x, x)
	fmt.Printf("%.2f\n", x.Data)
	// Output: [0.25 0.75]
}
