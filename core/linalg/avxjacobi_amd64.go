package linalg

import "math"

// avxJacobi makes the sweeps of goJacobi on four matrices of order d at once. w and v have d·d groups of four numbers: the elements
// of the four matrices at one position. k is jacobiTable. avxJacobi returns false if an element off the diagonal that needs a
// rotation is not finite. w and v are then undefined.
//
//go:noescape
func avxJacobi(d int, w, v *float64, k *[4]float64) bool

// jacobiTable has the constants of avxJacobi in the order in which the assembly loop reads them.
var jacobiTable = [4]float64{1, epsilon, jacobiZero, math.MaxFloat64} // a larger absolute value is not finite

// avxMaxJacobi is the largest order d for which avxJacobis uses the assembly loop. Its buffers w and v take 4 KiB together.
const avxMaxJacobi = 8

// avxJacobis is the kernel jacobis, for EigSymSmalls. For each matrix, a and vectors have d·d numbers, and values has d numbers.
// Four matrices are processed at once, and the remaining matrices one by one.
func avxJacobis(d int, a, values, vectors []float64) {
	dd := d * d
	if d < 2 || d > avxMaxJacobi { // a matrix of order 1 needs no rotation
		oneByOne(d, a, values, vectors)
		return
	}
	var w, v [4 * avxMaxJacobi * avxMaxJacobi]float64
	for ; len(a) >= 4*dd; a, values, vectors = a[4*dd:], values[4*d:], vectors[4*dd:] {
		// w becomes the next four matrices, made symmetric, and v four identities.
		clear(v[:4*dd])
		for i := range d {
			for j := i; j < d; j++ {
				p := i*d + j
				x := [4]float64{a[p], a[dd+p], a[2*dd+p], a[3*dd+p]}
				*(*[4]float64)(w[4*p:]), *(*[4]float64)(w[4*(j*d+i):]) = x, x
			}
			*(*[4]float64)(v[4*(i*d+i):]) = [4]float64{1, 1, 1, 1}
		}
		if !avxJacobi(d, &w[0], &v[0], &jacobiTable) { // w and v are undefined, so each matrix starts again from a
			oneByOne(d, a[:4*dd], values[:4*d], vectors[:4*dd])
			continue
		}
		for lane := range 4 { // numbers of one matrix are four apart in w and v
			ascending(d, 4, w[lane:], v[lane:], values[lane*d:][:d], vectors[lane*dd:][:dd])
		}
	}
	oneByOne(d, a, values, vectors)
}
