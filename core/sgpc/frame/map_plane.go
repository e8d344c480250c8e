package frame

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// equalParts is a bound on the variance per edge, in squared entries of orthogonal
// matrices. A smaller variance is due to rounding: all polar parts are then equal.
const equalParts = 1e-12

// MapPlane returns a point of the plane for each of the M edges, 2M numbers, for a picture of
// the maps. The distances between points approximate the Frobenius distances between the
// polar parts of R_ijᵀR_ji ([sheaf.Polar]). Here i is the end with the smaller label (−1
// without a label) or, for equal labels, with the smaller number.
//
// The method is classical scaling (Torgerson 1952), here the projection on the two principal
// directions (Gower 1966). share is the share of the variance in the plane. If all polar
// parts are equal, or if the decomposition fails, the points and share are 0.
func MapPlane(s *sheaf.Sheaf, labels []int) (points []float32, share float64) {
	m, dd := len(s.Edges), s.D*s.D
	parts := centeredParts(s, labels)
	covariance := linalg.NewDense(dd, dd) // m times the covariance of the parts
	for e := range m {
		part := parts[e*dd : (e+1)*dd]
		for p, x := range part {
			linalg.Axpy(x, part, covariance.Row(p))
		}
	}
	values, directions, err := linalg.EigSym(covariance, linalg.WithVectors)
	points = make([]float32, 2*m)
	variance := 0.0 // m times the variance per edge
	for _, v := range values {
		variance += v
	}
	if err != nil || variance <= equalParts*float64(m) { // without edges, both sides are 0
		return points, 0
	}
	// A point has the coordinates of the part of its edge along two directions.
	for axis := range 2 {
		k := dd - 1 - axis // the eigenvalues ascend
		if k < 0 {         // d = 1 has only one direction
			break
		}
		direction, largest := make([]float64, dd), 0.0
		for p := range direction {
			direction[p] = directions.Row(p)[k]
			if math.Abs(direction[p]) > math.Abs(largest) {
				largest = direction[p]
			}
		}
		sign := math.Copysign(1, largest) // makes the entry of largest absolute value positive: a direction has no sign
		for e := range m {
			coordinate := linalg.Dot(direction, parts[e*dd:(e+1)*dd])
			points[2*e+axis] = float32(sign * coordinate)
		}
		share += max(0, values[k]) / variance // rounding can make an eigenvalue negative
	}
	return points, share
}

// centeredParts returns, for every edge, the polar part of R_ijᵀR_ji minus the mean of
// all polar parts (M×D×D), with i and j of MapPlane.
func centeredParts(s *sheaf.Sheaf, labels []int) []float64 {
	m, dd := len(s.Edges), s.D*s.D
	parts, mean, product := make([]float64, m*dd), make([]float64, dd), make([]float64, dd)
	for e, ends := range s.Edges {
		mapI, mapJ := s.Map(e, 0), s.Map(e, 1)
		if labels[ends.I] > labels[ends.J] {
			mapI, mapJ = mapJ, mapI
		}
		clear(product)
		small.AddTMul(s.D, 1, mapI, mapJ, product)
		part := parts[e*dd : (e+1)*dd]
		sheaf.Polar(s.D, product, part)
		linalg.Axpy(1/float64(m), part, mean)
	}
	for e := range m {
		linalg.Axpy(-1, mean, parts[e*dd:(e+1)*dd])
	}
	return parts
}
