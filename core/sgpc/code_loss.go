package sgpc

import (
	"math"

	"sheafscope/core/graph"
)

// The loss of the reading "code" is
//
//	ℓ = CE + λ_KL·sqrt((mean KL + log(2/δ))/(2|V_L|)) + λ_spec·c_het/(max(λ₂, 1) + 1e−6),
//
// the mean over the directed entries, λ₂ the second smallest eigenvalue of L,
// without a gradient. The weights are 0 until the warm-up is over.

// connected reports whether the graph has one component: else the second
// smallest eigenvalue of its Laplacian is 0.
func connected(g *graph.Graph) bool {
	_, count := g.Components()
	return count == 1
}

// evidence returns the KL divergence that enters L_KL: the sum over edges, in
// the reading "code" the mean over directed entries; and its derivative by the sum.
func (o *lossOp) evidence() (kl, scale float64) {
	scale = 1
	if d := o.post.p.Entries; d != nil {
		scale = 1 / math.Max(1, float64(d.Count()))
	}
	return scale * o.post.klSum(), scale
}

// gapOf returns what divides c_het, 0 for no spectral term: λ₂, in the reading
// "code" max(λ₂, 1) + 1e−6, which is frozen: it never has a gradient.
func (o *lossOp) gapOf() (divisor float64, frozen bool) {
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
