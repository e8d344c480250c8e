package state

import "math"

// align turns and mirrors places, n×2, so that they agree best with those
// before (orthogonal Procrustes in the plane): eigenvectors are unique only up
// to their sign, those of equal eigenvalues only up to a rotation.
func align(next, before []float32) []float32 {
	if len(before) != len(next) {
		return next
	}
	var m [2][2]float64
	for i := 0; i+1 < len(next); i += 2 {
		for a := range 2 {
			for b := range 2 {
				m[a][b] += float64(next[i+a]) * float64(before[i+b])
			}
		}
	}
	turn := [2]float64{m[0][0] + m[1][1], m[0][1] - m[1][0]}
	flip := [2]float64{m[0][0] - m[1][1], m[0][1] + m[1][0]}
	q, mirror := turn, 1.0
	if math.Hypot(flip[0], flip[1]) > math.Hypot(turn[0], turn[1]) {
		q, mirror = flip, -1
	}
	size := math.Hypot(q[0], q[1])
	if size == 0 {
		return next
	}
	c, s := q[0]/size, q[1]/size
	out := make([]float32, len(next))
	for i := 0; i+1 < len(next); i += 2 {
		x, y := float64(next[i]), mirror*float64(next[i+1])
		out[i], out[i+1] = float32(c*x-s*y), float32(s*x+c*y)
	}
	return out
}
