package linalg

// This file contains the products of a sparse matrix with a dense matrix and with a vector.

// SpMM sets C ← A·B + beta·C for sparse A. For beta = 0 the old C may be NaN.
// Row i of C starts as beta·C_i. Then SpMM adds a_ij times row j of B for each entry a_ij
// of row i of A, in the order of the entries. C must not share memory with B.
func SpMM(a *CSR, b *Dense, beta float64, c *Dense) {
	fits := a.Cols == b.Rows && c.Rows == a.Rows && c.Cols == b.Cols
	if !fits {
		panic("linalg: SpMM of matrices that do not fit")
	}
	canSet := kern.spmmSet != nil && b.Cols > 0 // a kernel needs rows of at least one number
	if beta == 0 && canSet {
		kern.spmmSet(a.Ptr, a.Col, a.Val, b.Data, c.Data, b.Cols)
		return
	}
	scaleOrClear(beta, c.Data)
	if b.Cols == 0 || len(a.Val) == 0 { // nothing to add
		return
	}
	kern.spmm(a.Ptr, a.Col, a.Val, b.Data, c.Data, b.Cols)
}

// goSpMM is the kernel spmm in Go. The rows of b and c have w numbers. A pass over a row of c
// adds four entries of A. The last one to three entries need a pass for two, a pass for one, or both.
func goSpMM(ptr, col []int32, val, b, c []float64, w int) {
	for i := range len(ptr) - 1 {
		y := row(c, i*w, w)
		p, end := int(ptr[i]), int(ptr[i+1])
		for ; p+4 <= end; p += 4 {
			k := (*[4]int32)(col[p:])
			addFour((*[4]float64)(val[p:]), row(b, int(k[0])*w, w), row(b, int(k[1])*w, w), row(b, int(k[2])*w, w), row(b, int(k[3])*w, w), y, w)
		}
		if p+2 <= end {
			addTwo((*[2]float64)(val[p:]), row(b, int(col[p])*w, w), row(b, int(col[p+1])*w, w), y, w)
			p += 2
		}
		if p < end {
			addOne(val[p], row(b, int(col[p])*w, w), y, w)
		}
	}
}

// MulVec sets y ← A·x. x has length Cols and y has length Rows. y_i is summed from 0 in
// the order of the entries.
func (a *CSR) MulVec(y, x []float64) {
	checkLen(len(x), a.Cols)
	checkLen(len(y), a.Rows)
	kern.spmv(a.Ptr, a.Col, a.Val, x, y)
}

// goSpMV is the kernel spmv in Go.
func goSpMV(ptr, col []int32, val, x, y []float64) {
	for i := range y {
		s := 0.0
		for p := ptr[i]; p < ptr[i+1]; p++ {
			s += float64(val[p] * x[col[p]]) // float64 forbids a fused multiply-add
		}
		y[i] = s
	}
}
