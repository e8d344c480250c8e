package sheaf

import "math"

// eigSymSmall computes the eigenvalues (ascending) and eigenvectors (columns)
// of a symmetric d×d block by cyclic Jacobi rotations, without allocation.
func eigSymSmall(d int, a, values, vectors []float64) {
	var buf [MaxDim * MaxDim]float64
	w := buf[:d*d]
	copy(w, a)
	clear(vectors)
	for k := range d {
		vectors[k*d+k] = 1
	}
	for range 40 {
		off, dia := 0.0, 0.0
		for r := range d {
			dia += w[r*d+r] * w[r*d+r]
			for k := range r {
				off += w[r*d+k] * w[r*d+k]
			}
		}
		if off <= 1e-34*dia {
			break
		}
		for p := range d {
			for q := p + 1; q < d; q++ {
				rotate(d, w, vectors, p, q)
			}
		}
	}
	for k := range d {
		values[k] = w[k*d+k]
	}
	for k := range d {
		m := k
		for r := k + 1; r < d; r++ {
			if values[r] < values[m] {
				m = r
			}
		}
		if m != k {
			values[k], values[m] = values[m], values[k]
			for r := range d {
				vectors[r*d+k], vectors[r*d+m] = vectors[r*d+m], vectors[r*d+k]
			}
		}
	}
}

func rotate(d int, w, v []float64, p, q int) {
	b := w[p*d+q]
	if b == 0 {
		return
	}
	theta := (w[q*d+q] - w[p*d+p]) / (2 * b)
	t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(t*t+1)
	s := t * c
	for k := range d {
		x, y := w[k*d+p], w[k*d+q]
		w[k*d+p], w[k*d+q] = c*x-s*y, s*x+c*y
		x, y = v[k*d+p], v[k*d+q]
		v[k*d+p], v[k*d+q] = c*x-s*y, s*x+c*y
	}
	for k := range d {
		x, y := w[p*d+k], w[q*d+k]
		w[p*d+k], w[q*d+k] = c*x-s*y, s*x+c*y
	}
	w[p*d+q], w[q*d+p] = 0, 0
}
