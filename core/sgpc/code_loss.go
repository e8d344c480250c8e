package sgpc

import (
	"math"

	"sheafscope/core/graph"
)

// This file has the terms of the loss that differ in the reading "code":
//
//	ℓ = CE + λ_KL·sqrt((mean KL + log(2/δ))/(2|V_L|)) + λ_spec·c_het/(max(λ₂, 1) + 1e−6),
//
// Here mean KL is the mean over the directed entries. λ₂ is the second smallest
// eigenvalue of L and has no gradient. The weights are 0 until the end of the
// warm-up.

// connected reports whether the graph has one component. The second smallest
// eigenvalue of the Laplacian of any other graph is 0.
func connected(g *graph.Graph) bool {
	_, count := g.Components()
	return count == 1
}

// klTerm returns the KL divergence in L_KL: the sum over the edges or, in the reading
// "code", the mean over the directed entries. scale is its derivative with respect to
// the sum.
func (o *lossOp) klTerm() (kl, scale float64) {
	scale = 1
	if entries := o.post.p.Entries; entries != nil {
		scale = 1 / math.Max(1, float64(entries.Count()))
	}
	return scale * o.post.klSum(), scale
}

// spectralDivisor returns the divisor of c_het: λ₂, or max(λ₂, 1) + 1e−6 in the
// reading "code". The divisor is 0 without a spectral term. frozen reports whether
// λ₂ is a constant for the gradient.
func (o *lossOp) spectralDivisor() (divisor float64, frozen bool) {
	lambda2 := 0.0
	if o.gap != nil {
		lambda2 = o.gap.lambda2
	}
	switch {
	case o.cfg.LambdaSpec == 0 || o.post == nil:
		return 0, true
	case o.cfg.Reading == "code":
		return codeDivisor(lambda2), true
	}
	return lambda2, false
}

// codeDivisor returns max(λ₂, 1) + 1e−6.
func codeDivisor(lambda2 float64) float64 { return math.Max(codeGap, lambda2) + codeGapShift }
