package frame

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// MapPlane returns a point of the plane for every edge, 2M numbers. Distances
// approximate the Frobenius distances of the polar parts of R_ijᵀR_ji, where i is
// the end with the lower label, or the lower number for equal labels. The method is
// classical scaling (Torgerson 1952): for points in R^{d×d} it is the projection on
// the two principal directions (Gower 1966), so that no matrix of distances is
// needed. The largest entry of a direction is positive. share is the share of the
// variance in the plane, 0 when all polar parts are equal.
func MapPlane(s *sheaf.Sheaf, labels []int) (points []float32, share float64) {
	d, m := s.D, len(s.Edges)
	n := d * d
	parts, mean := make([]float64, m*n), make([]float64, n)
	product := make([]float64, n)
	for e, ends := range s.Edges {
		ri, rj := s.R[2*e*n:(2*e+1)*n], s.R[(2*e+1)*n:(2*e+2)*n]
		if labels[ends.I] > labels[ends.J] {
			ri, rj = rj, ri
		}
		clear(product)
		small.AddTMul(d, 1, ri, rj, product)
		sheaf.Polar(d, product, parts[e*n:(e+1)*n])
		linalg.Axpy(1/float64(m), parts[e*n:(e+1)*n], mean)
	}
	cov := linalg.NewDense(n, n)
	for e := range m {
		u := parts[e*n : (e+1)*n]
		linalg.Axpy(-1, mean, u)
		for p, x := range u {
			linalg.Axpy(x, u, cov.Row(p))
		}
	}
	values, directions, err := linalg.EigSym(cov, linalg.WithVectors)
	points = make([]float32, 2*m)
	all := 0.0
	for _, v := range values {
		all += v
	}
	if err != nil || all < 1e-12*float64(m) {
		return points, 0
	}
	for axis := range 2 {
		k := n - 1 - axis
		if k < 0 {
			break
		}
		u, top := make([]float64, n), 0.0
		for p := range u {
			u[p] = directions.Row(p)[k]
			if math.Abs(u[p]) > math.Abs(top) {
				top = u[p]
			}
		}
		for e := range m {
			x := linalg.Dot(u, parts[e*n:(e+1)*n])
			points[2*e+axis] = float32(math.Copysign(1, top) * x)
		}
		share += max(0, values[k]) / all
	}
	return points, share
}
