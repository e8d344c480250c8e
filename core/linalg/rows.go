package linalg

import "math"

// This file contains operations on each row of a matrix: softmax and layer normalisation. Packages autodiff and sgpc use them.

// SoftmaxRows sets every row of dst to the softmax of the row of src,
// dst_ij = exp(src_ij − max_i) / Σ_k exp(src_ik − max_i), with the sum in ascending k.
// dst and src have equal shape and may be the same matrix.
func SoftmaxRows(dst, src *Dense) {
	sameShape(dst, src)
	// The largest element of a row is subtracted, so that no exponential overflows.
	for i := range src.Rows {
		d, s := dst.Row(i), src.Row(i)
		m := maxOf(s)
		for j, v := range s {
			d[j] = v - m
		}
	}
	exps := dst.Data[:dst.Rows*dst.Cols] // all rows in one call, since a short row would not fill a register
	kern.exp(exps, exps)
	for i := range dst.Rows {
		d := dst.Row(i)
		sum := 0.0
		for _, v := range d {
			sum += v
		}
		for j := range d {
			d[j] /= sum
		}
	}
}

// LogSoftmaxRows sets dst_ij = src_ij − max_i − ln Σ_k exp(src_ik − max_i). If prob is
// not nil, LogSoftmaxRows sets prob to the softmax of the rows. dst may be src, but
// prob must be neither dst nor src.
func LogSoftmaxRows(dst, prob, src *Dense) {
	sameShape(dst, src)
	if prob != nil {
		sameShape(prob, src)
	}
	for i := range src.Rows {
		d, s := dst.Row(i), src.Row(i)
		m := maxOf(s)
		for j, v := range s {
			d[j] = v - m
		}
		// The sum of the exponentials, which prob also needs.
		sum := 0.0
		if prob == nil { // there is no array for the exponentials
			for _, v := range d {
				sum += Exp(v)
			}
		} else {
			p := prob.Row(i)
			kern.exp(p, d)
			for _, v := range p {
				sum += v
			}
			for j := range p {
				p[j] /= sum
			}
		}
		l := Log(sum)
		for j := range d {
			d[j] -= l
		}
	}
}

// maxOf returns the largest number of x without the NaNs, or −Inf if there is none.
func maxOf(x []float64) float64 {
	m := math.Inf(-1)
	for _, v := range x {
		if v > m {
			m = v
		}
	}
	return m
}

// sameShape panics unless a and b have equally many rows and columns.
func sameShape(a, b *Dense) {
	if a.Rows != b.Rows || a.Cols != b.Cols {
		panic("linalg: matrices of different shape")
	}
}

// LayerNorm normalises every row of x (Ba, Kiros, Hinton 2016):
//
//	x̂_ij = (x_ij − μ_i)·ρ_i,  ρ_i = 1/√(σ_i² + eps),  y_ij = γ_j·x̂_ij + β_j
//
// μ_i is the mean of row i, and σ_i² its variance with the divisor Cols. LayerNorm sets y, xhat
// and rho (length Rows). gamma and beta have length Cols.
func LayerNorm(y, xhat *Dense, rho []float64, x *Dense, gamma, beta []float64, eps float64) {
	sameShape(y, x)
	sameShape(xhat, x)
	checkLen(len(gamma), x.Cols)
	checkLen(len(beta), x.Cols)
	checkLen(len(rho), x.Rows)
	if kern.layerNorm != nil { // the SIMD version
		kern.layerNorm(y.Data, xhat.Data, rho, x.Data, gamma, beta, eps)
		return
	}
	// For each row: the mean, the centred row in xhat and its sum of squares, then x̂ and y.
	inv := 1 / float64(x.Cols)
	for i := range x.Rows {
		xi, hi, yi := x.Row(i), xhat.Row(i), y.Row(i)
		sum := 0.0
		for _, v := range xi {
			sum += v
		}
		mu := float64(sum * inv)
		squares := 0.0
		for j, v := range xi {
			c := v - mu
			hi[j] = c
			squares += float64(c * c) // float64 forbids a fused multiply-add
		}
		r := 1 / math.Sqrt(float64(squares*inv)+eps)
		rho[i] = r
		for j, c := range hi {
			h := c * r
			hi[j] = h
			yi[j] = float64(gamma[j]*h) + beta[j]
		}
	}
}

// LayerNormGrad adds the gradients of a loss by the arguments x, gamma and beta of [LayerNorm]. g
// is the gradient by y, and xhat and rho are results of LayerNorm:
//
//	dγ_j += Σ_i g_ij·x̂_ij,  dβ_j += Σ_i g_ij
//	dx_ij += ρ_i·(q_ij − mean_k q_ik − x̂_ij·mean_k(q_ik·x̂_ik)),  q_ij = g_ij·γ_j
//
// dx, dgamma and dbeta may be nil. The gradient of a nil argument is not computed.
func LayerNormGrad(dx *Dense, dgamma, dbeta []float64, g, xhat *Dense, rho, gamma []float64) {
	sameShape(g, xhat)
	checkLen(len(rho), g.Rows)
	checkLen(len(gamma), g.Cols)
	if dgamma != nil {
		ColDots(dgamma, g.Data, xhat.Data) // adds Σ_i g_ij·x̂_ij to dgamma_j
	}
	if dbeta != nil {
		for i := range g.Rows {
			Axpy(1, g.Row(i), dbeta)
		}
	}
	switch {
	case dx == nil: // no gradient for x is wanted
	case kern.layerNormGrad != nil: // the SIMD version
		kern.layerNormGrad(dx.Data, g.Data, xhat.Data, rho, gamma)
	default:
		goLayerNormGrad(dx, g, xhat, rho, gamma)
	}
}

// goLayerNormGrad adds the gradient dx of LayerNormGrad, in Go.
func goLayerNormGrad(dx, g, xhat *Dense, rho, gamma []float64) {
	inv := 1 / float64(g.Cols)
	for i := range g.Rows {
		gi, hi := g.Row(i), xhat.Row(i)
		mean, meanHat := 0.0, 0.0 // become mean_k q_ik and mean_k(q_ik·x̂_ik)
		for j, v := range gi {
			q := v * gamma[j]
			mean += float64(q)
			meanHat += float64(q * hi[j])
		}
		mean = float64(mean * inv)
		meanHat *= inv
		r, di := rho[i], dx.Row(i)
		for j, v := range gi {
			centred := float64(v*gamma[j]) - mean
			di[j] += float64(r * (centred - float64(hi[j]*meanHat)))
		}
	}
}
