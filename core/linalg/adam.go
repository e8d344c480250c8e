package linalg

import "math"

// AdamStep makes a step of the optimiser Adam (Kingma, Ba 2015, algorithm 1) on the parameters p
// with gradient g, first moment m and second moment v:
//
//	g' = g + decay·p
//	m ← β₁m + (1−β₁)g',  v ← β₂v + (1−β₂)g'²
//	p ← p − lr·(m/(1−β₁ᵗ)) / (√(v/(1−β₂ᵗ)) + ε)
//
// lr is the learning rate, decay ≥ 0 the L2 weight decay, eps is ε, and step is t ≥ 1. AdamStep
// also sets g to 0 for the next gradient, and copies the old p to old unless old is nil. It
// returns Dot(g, g) for the old gradient g, without decay. All slices have equal length.
func AdamStep(p, g, m, v, old []float64, lr, beta1, beta2, eps, decay float64, step int) (square float64) {
	checkLen(len(p), len(g))
	checkLen(len(p), len(m))
	checkLen(len(p), len(v))
	if old == nil {
		old = p // the kernel then writes each old number of p to its own place first
	}
	checkLen(len(p), len(old))
	t := float64(step)
	k := adamScalars{
		beta1: beta1, rest1: 1 - beta1, beta2: beta2, rest2: 1 - beta2,
		rate: lr / (1 - Pow(beta1, t)), root: math.Sqrt(1 - Pow(beta2, t)),
		eps: eps, decay: decay,
	}
	return kern.adam(p, g, m, v, old, k)
}

// adamScalars are the constants of a step: rest_i = 1−β_i, rate = lr/(1−β₁ᵗ) and
// root = √(1−β₂ᵗ). With q for g' of AdamStep, each element is updated by
//
//	q = g + decay·p,  m ← β₁m + rest1·q,  v ← β₂v + (rest2·q)·q
//	p ← p − (rate·m)/(√v/root + eps)
type adamScalars struct {
	beta1, rest1, beta2, rest2, rate, root, eps, decay float64
}

// goAdam is the kernel adam in Go: the elementwise equations of adamScalars.
func goAdam(p, g, m, v, old []float64, s adamScalars) float64 {
	g, m, v, old = g[:len(p)], m[:len(p)], v[:len(p)], old[:len(p)]
	square := goDot(g, g) // before the loop sets g to 0
	for i, w := range p {
		q := g[i] + float64(s.decay*w) // float64 forbids a fused multiply-add
		mi := float64(s.beta1*m[i]) + float64(s.rest1*q)
		vi := float64(s.beta2*v[i]) + float64(float64(s.rest2*q)*q)
		m[i], v[i] = mi, vi
		old[i] = w
		p[i] = w - float64(s.rate*mi)/(math.Sqrt(vi)/s.root+s.eps)
		g[i] = 0
	}
	return square
}
