package frame

// This file draws the maps of all edges as points of a plane.

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// equalParts is the variance per edge below which all polar parts count as equal.
const equalParts = 1e-12

// MapPlane returns a point of the plane for every edge, 2M numbers. The distances of
// the points approximate the Frobenius distances of the polar parts of R_ijᵀR_ji. Here
// i is the end with the smaller label, or for equal labels with the smaller number.
//
// The method is classical scaling (Torgerson 1952). For points in R^{d×d} it is the
// projection on the two principal directions (Gower 1966), and needs no matrix of
// distances. The largest entry of a direction is positive. share is the share of the
// variance in the plane, 0 if all polar parts are equal.
func MapPlane(s *sheaf.Sheaf, labels []int) (points []float32, share float64) {
	m, n := len(s.Edges), s.D*s.D
	parts := centeredParts(s, labels)
	covariance := linalg.NewDense(n, n)
	for e := range m {
		part := parts[e*n : (e+1)*n]
		for p, x := range part {
			linalg.Axpy(x, part, covariance.Row(p))
		}
	}
	values, directions, err := linalg.EigSym(covariance, linalg.WithVectors)
	points = make([]float32, 2*m)
	variance := 0.0
	for _, v := range values {
		variance += v
	}
	if err != nil || variance < equalParts*float64(m) {
		return points, 0
	}
	// The points are the coordinates along the two principal directions.
	for axis := range 2 {
		k := n - 1 - axis // the eigenvalues ascend
		if k < 0 {
			break
		}
		direction, largest := make([]float64, n), 0.0
		for p := range direction {
			direction[p] = directions.Row(p)[k]
			if math.Abs(direction[p]) > math.Abs(largest) {
				largest = direction[p]
			}
		}
		for e := range m {
			x := linalg.Dot(direction, parts[e*n:(e+1)*n])
			points[2*e+axis] = float32(math.Copysign(1, largest) * x)
		}
		share += max(0, values[k]) / variance
	}
	return points, share
}

// centeredParts returns the polar part of R_ijᵀR_ji minus the mean of all polar parts,
// for every edge, M×D×D.
func centeredParts(s *sheaf.Sheaf, labels []int) []float64 {
	m, n := len(s.Edges), s.D*s.D
	parts, mean, product := make([]float64, m*n), make([]float64, n), make([]float64, n)
	for e, ends := range s.Edges {
		ri, rj := s.Map(e, 0), s.Map(e, 1)
		if labels[ends.I] > labels[ends.J] {
			ri, rj = rj, ri
		}
		clear(product)
		small.AddTMul(s.D, 1, ri, rj, product)
		sheaf.Polar(s.D, product, parts[e*n:(e+1)*n])
		linalg.Axpy(1/float64(m), parts[e*n:(e+1)*n], mean)
	}
	for e := range m {
		linalg.Axpy(-1, mean, parts[e*n:(e+1)*n])
	}
	return parts
}
