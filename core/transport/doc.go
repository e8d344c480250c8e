// Package transport lifts every edge of a graph to a coupling of two measures
// (SGPC, "Wasserstein-entropic lift": the cost is equation 2, the entropic plan
// equation 3, the JKO step equation 5). With C_pq = 2(1−δ_pq) on d stalk
// coordinates,
//
//	P0 = argmin_{P ∈ Π(μ,ν)} ⟨P,C⟩ + ε0 Σ P log P
//	P⋆ = argmin_P prox(P, P0)/τ + ⟨P,C⟩ + ε Σ P log P
//
// The sign of the entropy makes the problem convex; the paper prints +εH, whose
// minimiser is a vertex. Two equivalent methods compute P0: scalings in the log
// domain, one step at a time ([Sinkhorn]), and a closed form, a diagonal plus a
// rank-one matrix, for training ([Plan], [Lift]). The proximal term of the second
// problem has two forms. With the Kullback–Leibler divergence on Π(μ,ν), P⋆ is
// again an entropic plan, at temperature [EffectiveEpsilon]. The other form is half
// the squared Wasserstein distance with free marginals ([W2Step], [W2Lift]), solved
// by entropic scaling after G. Peyré, "Entropic Approximation of Wasserstein
// Gradient Flows" (2015).
//
// Matrices are d×d, row-major; measures have length d, are non-negative and sum to
// 1. Costs have no unit: moving a unit of mass to another coordinate costs 2.
// Temperatures ε lie in (0, 1e100].
package transport
