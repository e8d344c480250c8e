package spectral

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// This file contains the gradients of λ₂ for maps and for changes of metric.

// eigenproblem is the problem that the carried vectors (approximate eigenvectors) of a
// Tracker solve.
type eigenproblem int

const (
	// standard is L v = λ v with vᵀv = 1.
	standard eigenproblem = iota
	// pencil is L v = λ D v with vᵀDv = 1 and D = blockdiag(L) + s·I, where s is
	// AscentOptions.Shift. It has the eigenvalues of L̂ = D^{-1/2} L D^{-1/2}.
	pencil
)

// Gradient sets grad, laid out like s.R, to ∂λ₂/∂R for the sheaf s of the last Update, or
// to 0 if λ₂ is 0. With a unit eigenvector v, its part v_i at node i, and
// r_e = R_ij v_i − R_ji v_j, the derivatives are ∂λ/∂R_ij = 2 r_e v_iᵀ and
// ∂λ/∂R_ji = −2 r_e v_jᵀ. grad is their mean over the cluster of eigenvalues equal to λ₂,
// since a multiple eigenvalue has no derivative, but the mean of its cluster has one.
func (t *Tracker) Gradient(s *sheaf.Sheaf, grad []float64) { t.gradientOfMaps(grad, s, standard) }

// Pull sets dst[e] to the Frobenius norm of the gradient of λ₂ for the two maps of
// edge e. grad has the layout of sheaf.Sheaf.R and dst one entry per edge.
func Pull(dst, grad []float64) {
	entries := len(grad) / max(1, len(dst)) // entries of both maps of an edge; max avoids 0/0 for a graph without edges
	for e := range dst {
		dst[e] = linalg.Nrm2(grad[e*entries : (e+1)*entries])
	}
}

// gradientOfMaps is Gradient for an eigenvalue of the given problem. For the pencil
//
//	∂λ/∂R_ij = 2(r_e − λ R_ij v_i) v_iᵀ,   ∂λ/∂R_ji = −2(r_e + λ R_ji v_j) v_jᵀ
//
// which is also the gradient of the eigenvalue of L̂.
func (t *Tracker) gradientOfMaps(grad []float64, s *sheaf.Sheaf, problem eigenproblem) {
	clear(grad)
	d, dd := t.d, t.d*t.d
	var x, y [sheaf.MaxDim]float64
	t.eachClusterVector(problem, func(v []float64, scale, lambda float64) {
		for e, ed := range t.edges {
			vi, vj := v[int(ed.I)*d:int(ed.I)*d+d], v[int(ed.J)*d:int(ed.J)*d+d]
			times(d, x[:d], s.Map(e, 0), vi)
			times(d, y[:d], s.Map(e, 1), vj)
			// x and y become the left factors of the two outer products, without the factor 2,
			// which scale contains.
			for k := range d {
				r := x[k] - y[k] // entry k of r_e
				x[k], y[k] = r-float64(lambda*x[k]), -r-float64(lambda*y[k])
			}
			small.AddOuter(d, scale, x[:d], vi, grad[2*e*dd:(2*e+1)*dd])
			small.AddOuter(d, scale, y[:d], vj, grad[(2*e+1)*dd:(2*e+2)*dd])
		}
	})
}

// gradientOfMetric sets dst to ∂λ₂/∂A for the maps A_e R_ij, where a has the matrices A_e
// and base the maps R. ∂λ₂/∂A_e sums ∂λ₂/∂(A_e R_ij)·R_ijᵀ over both ends of edge e.
func (t *Tracker) gradientOfMetric(dst, a []float64, base *sheaf.Sheaf, problem eigenproblem) {
	clear(dst)
	d, dd := t.d, t.d*t.d
	var bi, bj, x, y [sheaf.MaxDim]float64
	t.eachClusterVector(problem, func(v []float64, scale, lambda float64) {
		if d == 4 { // written out, for speed
			t.gradientOfMetric4(dst, a, base, v, scale, lambda)
			return
		}
		for e, ed := range t.edges {
			ae, out := a[e*dd:(e+1)*dd], dst[e*dd:(e+1)*dd]
			// bi = R_ij v_i and bj = R_ji v_j; x = A_e bi and y = A_e bj.
			times(d, bi[:d], base.Map(e, 0), v[int(ed.I)*d:int(ed.I)*d+d])
			times(d, bj[:d], base.Map(e, 1), v[int(ed.J)*d:int(ed.J)*d+d])
			times(d, x[:d], ae, bi[:d])
			times(d, y[:d], ae, bj[:d])
			// Row k of the gradient is p·biᵀ + q·bjᵀ.
			for k := range d {
				r := x[k] - y[k] // entry k of r_e, for the maps A_e R_ij and A_e R_ji
				p, q := scale*(r-float64(lambda*x[k])), -scale*(r+float64(lambda*y[k]))
				row := out[k*d : k*d+d]
				for c := range row {
					row[c] += float64(p*bi[c]) + float64(q*bj[c])
				}
			}
		}
	})
}

// gradientOfMetric4 adds the term of the eigenvector v to dst for d = 4, as the loop
// of gradientOfMetric does for other d. Each edge has two maps of 16 numbers.
func (t *Tracker) gradientOfMetric4(dst, a []float64, base *sheaf.Sheaf, v []float64, scale, lambda float64) {
	var bi, bj, x, y [4]float64
	for e, ed := range t.edges {
		ae, out := (*[16]float64)(a[16*e:]), (*[16]float64)(dst[16*e:])
		small.MulVec4(&bi, (*[16]float64)(base.R[32*e:]), (*[4]float64)(v[4*ed.I:]))
		small.MulVec4(&bj, (*[16]float64)(base.R[32*e+16:]), (*[4]float64)(v[4*ed.J:]))
		small.MulVec4(&x, ae, &bi)
		small.MulVec4(&y, ae, &bj)
		for k := range 4 {
			r := x[k] - y[k]
			p, q := scale*(r-float64(lambda*x[k])), -scale*(r+float64(lambda*y[k]))
			row := (*[4]float64)(out[4*k:])
			row[0] += float64(p*bi[0]) + float64(q*bj[0])
			row[1] += float64(p*bi[1]) + float64(q*bj[1])
			row[2] += float64(p*bi[2]) + float64(q*bj[2])
			row[3] += float64(p*bi[3]) + float64(q*bj[3])
		}
	}
}

// eachClusterVector calls add for each eigenvector v of the cluster of λ₂, or never if λ₂ is
// 0. scale is the factor 2 of the derivatives, divided by the size of the cluster for their
// mean. lambda is the eigenvalue of v for the pencil, and 0 for the standard problem, whose
// gradient has no term with λ.
func (t *Tracker) eachClusterVector(problem eigenproblem, add func(v []float64, scale, lambda float64)) {
	if t.est.Lambda2 == 0 {
		return
	}
	for q := range t.est.Cluster {
		lambda := 0.0
		if problem == pencil {
			lambda = t.theta[q]
		}
		add(t.Vector(q), 2/float64(t.est.Cluster), lambda)
	}
}

// times sets y = m·v for a d×d matrix m; y must not share memory with v.
func times(d int, y, m, v []float64) {
	if d == 4 {
		small.MulVec4((*[4]float64)(y), (*[16]float64)(m), (*[4]float64)(v))
		return
	}
	for r := range d {
		y[r] = 0
		for c, x := range v {
			y[r] += float64(m[r*d+c] * x)
		}
	}
}
