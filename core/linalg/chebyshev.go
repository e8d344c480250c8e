package linalg

// ChebyshevTerm computes the next term of the Chebyshev recurrence and adds the term
// to a sum: t ← m·(p − side·t) − pp, then sum ← sum + a·t. t must contain L·p before
// the call. p is the previous term and pp the term before p. pp = nil means zeros. a is
// the weight of the term. m is 1 for T_1 and 2 for later terms. side is the sign of L in
// the argument I − side·L of the polynomials.
func ChebyshevTerm(sum, t, p, pp []float64, a, m, side float64) {
	checkLen(len(t), len(p))
	checkLen(len(t), len(sum))
	if pp != nil {
		checkLen(len(t), len(pp))
	}
	if len(t) > 0 {
		kern.chebTerm(sum, t, p, pp, a, m, side)
	}
}

// ChebyshevAdjoint computes the gradient t of a term by the transposed recurrence:
// t ← a·g + m·(next − side·t) − after. t must contain L·next before the call. g is the
// gradient of the sum. next and after are the gradients of the next two terms. a is the
// weight of the term. m is 1 for T_0 and 2 for other terms. side is as in ChebyshevTerm.
func ChebyshevAdjoint(t, next, after, g []float64, a, m, side float64) {
	checkLen(len(t), len(next))
	checkLen(len(t), len(after))
	checkLen(len(t), len(g))
	if len(t) > 0 {
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
