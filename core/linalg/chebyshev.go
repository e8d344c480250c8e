package linalg

// This file contains the recurrence of the Chebyshev polynomials T_k(I − side·L) for side = 1 or
// −1. Package diffusion filters signals with these polynomials of a sheaf Laplacian L.

// ChebyshevTerm computes the next term of the Chebyshev recurrence and adds the term
// to a sum: t ← m·(p − side·t) − pp, then sum ← sum + a·t. Here
//   - t must contain L·p before the call;
//   - p is the previous term, and pp is the term before p, or nil for zeros;
//   - a is the weight of the new term, and m is 1 for T_1 and 2 for later terms.
func ChebyshevTerm(sum, t, p, pp []float64, a, m, side float64) {
	checkLen(len(t), len(p))
	checkLen(len(t), len(sum))
	if pp != nil {
		checkLen(len(t), len(pp))
	}
	if len(t) > 0 { // a kernel takes the address of the first number
		kern.chebTerm(sum, t, p, pp, a, m, side)
	}
}

// ChebyshevAdjoint computes the gradient t of a loss by a term, with the transposed recurrence:
// t ← a·g + m·(next − side·t) − after. Here
//   - t must contain L·next before the call;
//   - g is the gradient by the sum of [ChebyshevTerm];
//   - next and after are the gradients by the next two terms, 0 beyond the last term;
//   - a is the weight of the term, and m is 1 for T_0 and 2 for other terms.
func ChebyshevAdjoint(t, next, after, g []float64, a, m, side float64) {
	checkLen(len(t), len(next))
	checkLen(len(t), len(after))
	checkLen(len(t), len(g))
	if len(t) > 0 { // a kernel takes the address of the first number
		kern.chebAdjoint(t, next, after, g, a, m, side)
	}
}

// goChebTerm is the kernel chebTerm in Go.
func goChebTerm(sum, t, p, pp []float64, a, m, side float64) {
	sum, p = sum[:len(t)], p[:len(t)]
	for i, v := range t {
		w := float64(m * (p[i] - float64(side*v))) // float64 forbids a fused multiply-add
		if pp != nil {
			w -= pp[i]
		}
		t[i] = w
		sum[i] += float64(a * w)
	}
}

// goChebAdjoint is the kernel chebAdjoint in Go.
func goChebAdjoint(t, next, after, g []float64, a, m, side float64) {
	next, after, g = next[:len(t)], after[:len(t)], g[:len(t)]
	for i, v := range t {
		t[i] = float64(a*g[i]) + float64(m*(next[i]-float64(side*v))) - after[i]
	}
}
