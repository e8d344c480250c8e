package linalg

// This file contains the orthogonalisation that the eigenvalue iterations of package spectral use.

// Orthogonalize makes w orthogonal to the first m rows v_i of a matrix, which must be
// orthonormal and have the length of w. It is modified Gram–Schmidt: for i = 0, …, m−1
//
//	c_i ← v_i·w,  w ← w − c_i·v_i
//
// with the order of additions of Dot. Orthogonalize sets coeff[i] to c_i. coeff has at
// least m elements. The error is of the order of the unit roundoff times the ratio of
// ‖w‖ before and after. A caller repeats the pass if that ratio is large.
func Orthogonalize(w, rows []float64, m int, coeff []float64) {
	if len(rows) < m*len(w) || len(coeff) < m {
		panic("linalg: Orthogonalize of arrays that do not fit")
	}
	if m > 0 {
		kern.orth(w, rows, coeff[:m])
	}
}

// goOrth is the kernel orth in Go.
func goOrth(w, rows, coeff []float64) {
	n := len(w)
	for i := range coeff {
		v := rows[i*n : (i+1)*n]
		c := goDot(v, w)
		goAxpy(-c, v, w)
		coeff[i] = c
	}
}
