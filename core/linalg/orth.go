package linalg

// Orthogonalize makes w orthogonal to the first m rows v_i of a matrix. Each row has as many
// elements as w, and its norm is 1 or about 0. The rows must be orthogonal to each other. The method
// is modified Gram–Schmidt: for i = 0, …, m−1
//
//	c_i ← v_i·w,  w ← w − c_i·v_i
//
// with the order of additions of Dot. coeff, of at least m elements, receives the c_i. The error
// is of the order of the unit roundoff times ‖old w‖/‖new w‖. If this ratio is large, a second
// call for the new w reduces the error.
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
