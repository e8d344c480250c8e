package sgpc

import (
	"math"

	"sheafscope/core/graph"
)

// This file has the terms of the loss that differ in the reading "code", the authors'
// published program:
//
//	ℓ = CE + λ_KL·sqrt((mean KL + log(2/δ))/(2|V_L|)) + λ_spec·c_het/(max(λ₂, 1) + 1e−6).
//
// Here CE is the cross-entropy, V_L are the training nodes, and mean KL is the mean over
// the directed entries of the edge list. c_het is the norm of the class coupling matrix of
// the posterior. λ₂ is the second smallest eigenvalue of L, and a constant for the gradient.
// λ_KL and λ_spec are 0, each until the end of its own warm-up (KLWarmup, SpecWarmup).

// connected reports whether the graph has exactly one component. If a graph has more
// components, λ₂ of the reading "code" is 0, and the loss need not compute it.
func connected(g *graph.Graph) bool {
	_, count := g.Components()
	return count == 1
}

// klTerm returns kl, the KL divergence under the square root of L_KL ([lossOp]): scale
// times the sum over the edges. scale is 1 in the reading "paper". In the reading "code" it
// is 1 divided by the number of directed entries, or 1 without entries. The loss must have a
// posterior.
func (o *lossOp) klTerm() (kl, scale float64) {
	scale = 1
	entries := o.post.p.Entries // nil in the reading "paper"
	if entries != nil {
		scale = 1 / math.Max(1, float64(entries.Count()))
	}
	return scale * o.post.klSum(), scale
}

// spectralDivisor returns the divisor of c_het in the loss: λ₂ in the reading "paper",
// and max(λ₂, 1) + 1e−6 in the reading "code". It returns 0 for a loss without a spectral
// term: the setting λ_spec is 0, there is no posterior, or λ₂ is 0 in the reading "paper".
// frozen reports whether λ₂ is a constant for the gradient. With divisor 0 it is meaningless.
func (o *lossOp) spectralDivisor() (divisor float64, frozen bool) {
	if o.cfg.LambdaSpec == 0 || o.post == nil {
		return 0, true
	}
	lambda2 := 0.0 // of a graph without edges and, in the reading "code", of a disconnected graph
	if o.gap != nil {
		lambda2 = o.gap.lambda2
	}
	if o.cfg.Reading == "code" {
		return codeDivisor(lambda2), true
	}
	return lambda2, false
}

// codeDivisor returns max(λ₂, 1) + 1e−6, the divisor of c_het in the reading "code".
func codeDivisor(lambda2 float64) float64 { return math.Max(codeGap, lambda2) + codeGapShift }
