package sgpc

import (
	"math"

	"sheafscope/core/graph"
)

// The loss of the reading "code" is
//
//	ℓ = CE + λ_KL·sqrt((mean KL + log(2/δ))/(2|V_L|)) + λ_spec·c_het/(max(λ₂, 1) + 1e−6),
//
// where mean KL is the mean over the directed entries and λ₂ the second smallest
// eigenvalue of L, without gradient. The weights are 0 until the end of the
// warm-up.

// connected reports whether the graph has one component. Otherwise the second
// smallest eigenvalue of its Laplacian is 0.
func connected(g *graph.Graph) bool {
	_, count := g.Components()
	return count == 1
}

// klTerm returns the KL divergence in L_KL and its derivative with respect to the
// sum over edges. It is that sum, or in the reading "code" the mean over the
// directed entries.
func (o *lossOp) klTerm() (kl, scale float64) {
	scale = 1
	if d := o.post.p.Entries; d != nil {
		scale = 1 / math.Max(1, float64(d.Count()))
	}
	return scale * o.post.klSum(), scale
}

// spectralDivisor returns the divisor of c_het: λ₂, or max(λ₂, 1) + 1e−6 in the
// reading "code". It is 0 without a spectral term. frozen reports that no gradient
// flows to λ₂.
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

func codeDivisor(lambda2 float64) float64 { return math.Max(codeGap, lambda2) + codeGapShift }
