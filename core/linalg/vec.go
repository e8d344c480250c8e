package linalg

import "math"

// This file contains operations on vectors.

// Dot returns Σ x_i·y_i in a fixed order: four partial sums over i mod 4 for the complete groups
// of four, and then the remaining terms in turn. x and y must have equal length.
func Dot(x, y []float64) float64 {
	checkLen(len(x), len(y))
	return kern.dot(x, y)
}

// goDot is the kernel dot in Go.
func goDot(x, y []float64) float64 {
	var s0, s1, s2, s3 float64
	// With the test of both lengths the compiler needs no bounds checks.
	for len(x) >= 4 && len(y) >= 4 {
		s0 += float64(x[0] * y[0]) // float64 forbids a fused multiply-add
		s1 += float64(x[1] * y[1])
		s2 += float64(x[2] * y[2])
		s3 += float64(x[3] * y[3])
		x, y = x[4:], y[4:]
	}
	s := (s0 + s2) + (s1 + s3)
	y = y[:len(x)]
	for i, v := range x {
		s += float64(v * y[i])
	}
	return s
}

// Axpy sets y ← y + alpha·x. x and y must have equal length.
func Axpy(alpha float64, x, y []float64) {
	checkLen(len(x), len(y))
	kern.axpy(alpha, x, y)
}

// goAxpy is the kernel axpy in Go, with the loop of goDot.
func goAxpy(alpha float64, x, y []float64) {
	for len(x) >= 4 && len(y) >= 4 {
		y[0] += float64(alpha * x[0])
		y[1] += float64(alpha * x[1])
		y[2] += float64(alpha * x[2])
		y[3] += float64(alpha * x[3])
		x, y = x[4:], y[4:]
	}
	y = y[:len(x)]
	for i, v := range x {
		y[i] += float64(alpha * v)
	}
}

// Nrm2 returns the Euclidean norm √Σx_i². It is NaN if an element is NaN, and otherwise +Inf if
// an element is infinite.
func Nrm2(x []float64) float64 {
	squares := kern.dot(x, x)
	isAccurate := squares > 1e-280 && squares <= math.MaxFloat64 // a smaller sum may have subnormal squares, which lose digits
	if isAccurate {
		return math.Sqrt(squares)
	}
	largest := 0.0
	for _, v := range x {
		if math.IsNaN(v) {
			return v
		}
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 || math.IsInf(largest, 1) {
		return largest
	}
	// The sum overflows or is inaccurate. The elements divided by the largest have squares up to 1.
	squares = 0
	for _, v := range x {
		r := v / largest
		squares += float64(r * r)
	}
	return largest * math.Sqrt(squares)
}

// Scal sets x ← alpha·x.
func Scal(alpha float64, x []float64) {
	for i := range x {
		x[i] *= alpha
	}
}
