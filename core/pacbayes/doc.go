// Package pacbayes models the agreement of the two ends of an edge (SGPC, "PAC-Bayes calibration").
// Each edge has a rate κ ~ Beta(α, β) with the prior Beta(a0, b0) and the posterior Beta(ᾱ, β̄), whose mean is κ̄.
// A fixed point iteration over all edges (i, j) computes the posterior from the class probabilities ŷ_i of the nodes:
//
//	s  = ⟨ŷ_i, ŷ_j⟩
//	Π  = Σ_e κ̄_e W_e / Σ_e W_e,   W_e = ŷ_i ŷ_jᵀ + ŷ_j ŷ_iᵀ
//	s' = ŷ_iᵀ Π ŷ_j,   q = (1−w)s + w s'
//	ᾱ  = a0 + T q,   β̄ = b0 + T(1−q),   κ̄ = ᾱ/(ᾱ+β̄)
//
// Here w is the weight of the class coupling Π, and T is the strength of the evidence (Params).
// The iteration is a choice of this project, since the paper leaves it open. It contracts with factor at most wT/(a0+b0+T).
//
// The posterior gives the calibrated prediction f_i = κ̄_i ŷ_i + (1−κ̄_i) y_prior.
// It also gives two terms of the paper's bound: L_KL = √((KL(ρ‖π) + log(2/δ))/(2|V_L|)) and L_spec = ‖Π‖_F/λ₂ (Bound).
// Here ρ and π are the products of the posteriors and of the priors over all edges, V_L are the labelled nodes, and λ₂ is the spectral gap.
// Equations of the paper: prior 13, posterior 14, calibrated prediction 15, KL term 17, Π and c_het = ‖Π‖_F 18,
// spectral term 20, bound 22. Only labels of training nodes enter the posterior; every other label is −1, unknown.
//
// The paper's bound is no valid guarantee. The package also has two valid guarantees:
// the binomial-tail bound of Clopper and Pearson (1934) and split-conformal prediction sets (Vovk, Gammerman, Shafer, 2005).
// Both hold for held-out nodes that took no part in any choice, not even in the choice of the epoch.
package pacbayes
