package linalg

import "unsafe"

// SpMM sets C ← A·B + beta·C for sparse A. With beta = 0 the old C is not
// read. Row i of C starts as beta·C_i and gains a_ip·B_{col p} entry by entry.
// C must not share memory with B. SpMM panics when the dimensions do not fit.
func SpMM(a *CSR, b *Dense, beta float64, c *Dense) {
	if a.Cols != b.Rows || c.Rows != a.Rows || c.Cols != b.Cols {
		panic("linalg: SpMM of matrices that do not fit")
	}
	scaleOrClear(beta, c.Data)
	if b.Cols == 0 || len(a.Val) == 0 {
		return
	}
	kern.spmm(a.Ptr, a.Col, a.Val, b.Data, c.Data, b.Cols)
}

func goSpMM(ptr, col []int32, val, b, c []float64, w int) {
	for i := range len(ptr) - 1 {
		ci := c[i*w : i*w+w : i*w+w]
		for p := ptr[i]; p < ptr[i+1]; p++ {
			at := int(col[p]) * w
			addRow(val[p], b[at:at+w], ci)
		}
	}
}

// addRow sets y ← y + v·x, eight columns at a time.
func addRow(v float64, x, y []float64) {
	n := len(y)
	if len(x) != n {
		panic("linalg: slices of different length")
	}
	i := 0
	for ; i+8 <= n; i += 8 {
		// The loop condition keeps all eight inside; see gemm2x4 for unsafe.
		xs := (*[8]float64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(x)), i*8))
		ys := (*[8]float64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(y)), i*8))
		ys[0] += float64(v * xs[0])
		ys[1] += float64(v * xs[1])
		ys[2] += float64(v * xs[2])
		ys[3] += float64(v * xs[3])
		ys[4] += float64(v * xs[4])
		ys[5] += float64(v * xs[5])
		ys[6] += float64(v * xs[6])
		ys[7] += float64(v * xs[7])
	}
	for ; i < n; i++ {
		y[i] += float64(v * x[i])
	}
}

// MulVec sets y ← A·x for vectors of lengths Cols and Rows; y_i is summed from
// 0 in the order of the entries.
func (a *CSR) MulVec(y, x []float64) {
	checkLen(len(x), a.Cols)
	checkLen(len(y), a.Rows)
	for i := range y {
		s := 0.0
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			s += float64(a.Val[p] * x[a.Col[p]])
		}
		y[i] = s
	}
}
