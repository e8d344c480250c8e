// Package transport lifts every edge of a graph to a coupling of two measures, the
// "Wasserstein-entropic lift" of SGPC. Every node has a stalk, the space ℝᵈ, and a measure
// on the d stalk coordinates. Π(μ,ν) is the set of the couplings with the marginals μ and
// ν, and C_pq = 2(1−δ_pq) is the cost (equation 2 of the paper). ε0 and ε are temperatures,
// and τ is a step length. P0 is the entropic plan (equation 3). P⋆ results from P0 by a JKO
// step, a proximal step of a gradient flow (equation 5; Jordan, Kinderlehrer and Otto 1998):
//
//	P0 = argmin_{P ∈ Π(μ,ν)} ⟨P,C⟩ + ε0 Σ P log P
//	P⋆ = argmin_P prox(P, P0)/τ + ⟨P,C⟩ + ε Σ P log P
//
// The sign of the entropy makes both problems convex. The paper prints +εH with the entropy
// H = −Σ P log P. H is concave, so the minimiser of the printed P0 would be a vertex of Π.
//
// Two methods compute the same P0. [Sinkhorn] scales in the log domain. [Plan] and [Lift]
// have a closed form for training, a diagonal matrix plus a rank-one matrix.
//
// The proximal term prox has two forms. With the Kullback–Leibler divergence on Π(μ,ν),
// P⋆ is again an entropic plan, at the temperature [EffectiveEpsilon]. The other form
// is half the squared Wasserstein distance with free marginals. [W2Step] and [W2Lift]
// solve that problem by entropic scaling, after G. Peyré, "Entropic Approximation of
// Wasserstein Gradient Flows" (2015).
//
// Matrices are d×d, row-major. Measures have length d, are non-negative and sum to
// 1. Costs have no unit: moving a unit of mass to another coordinate costs 2.
// Temperatures ε lie in (0, 1e100].
package transport
