// Package sgpc is the network of "Sheaf Graph Neural Networks via PAC-Bayes
// Spectral Optimization" and its training. One epoch computes
//
//	H0 = act(LayerNorm(X·W_in + b)),  μ_i = (1−s)·softmax(U·H0_i) + s/d        features
//	P0 = argmin_{Π(μ_i,μ_j)} ⟨P,C⟩ + ε0 Σ P log P                              Sinkhorn (eq. 3)
//	P⋆ = argmin_{Π(μ_i,μ_j)} KL(P‖P0)/τ + ⟨P,C⟩ + ε Σ P log P                  JKO step (eq. 5)
//	S0 = Diag(μ)^{-1/2} P⋆ Diag(ν)^{-1/2} − √μ√νᵀ,  R_ij = S0·W_θ,  R_ji = σ·S0ᵀ·W_θ   maps (eq. 6)
//	L̂ = D^{-1/2} BᵀB D^{-1/2},  D = blockdiag(BᵀB) + ς·I                       Laplacian (eq. 7)
//	H_svr = (I + Δt·L̂)^{-1} H,  H_afm = Σ_q α_q T_q(I − L̂) H                   diffusion, mixing (eq. 8–10)
//	ŷ = softmax(head([H_svr ‖ H_afm ‖ H0]))                                   classes (eq. 11, 12)
//	κ_e ~ Beta(ᾱ_e, β̄_e),  f_i = κ̄_i ŷ_i + (1−κ̄_i)·prior                      posterior (eq. 13–15)
//	ℓ = −mean log f_y + λ_KL·sqrt((KL + log 2/δ)/(2|V_L|)) + λ_spec·c_het/λ₂   loss (eq. 16–18, 20, 21)
//	A_e ← ascent of λ₂ in the metric of each edge stalk, R ← A_e·R; or R + Δ   gap ascent of λ₂ (eq. 19, thm. 3: eq. 27)
//
// Here s is the setting smooth, ς is the setting shift, and V_L are the training nodes.
//
// The paper leaves some points open and contradicts itself in others. The setting
// reading=paper makes these choices:
//
//   - The entropy has the sign that makes the transport problem convex.
//   - The singular pair (√μ, √ν) is subtracted from the normalised plan. Its singular value is 1 on every edge, so that
//     the pair carries no information about the edge.
//   - The map of the far end has a sign σ. With σ = −1 an edge favours opposite features, as heterophilic graphs need.
//   - The Laplacian is normalised by its block diagonal, so that its spectrum lies in [0, 2].
//   - By default the ascent changes the inner product of the edge stalks. Any such change keeps the global sections, and
//     with them the index of λ₂, the smallest eigenvalue above the kernel. The modes gap_mode=matrix (the paper's step with
//     the nearest sheaf) and gap_mode=additive (a step along the gradient) change the maps by Δ. Two rules keep the index in
//     these modes. On a vector on which all lifted maps of a node vanish, Δ vanishes, too. A step that changes the dimension
//     of the kernel is rejected.
//
// The setting reading=code computes the authors' published program instead, in all
// parts: one scalar for each directed entry of the edge list replaces plan and map
// (files code_*.go).
//
// The network has one file per stage, with the forward and the backward pass. The run has
// the files run_*.go. The following subpackages do not import this package. Each may import
// only the packages before it in the list:
//
//	stage     numbers and names of the stages
//	settings  settings of the network
//	cost      memory and work
//	method    settings of the method for a graph
//	sample    runs for tests
//	frame     data for drawing
//
// Three subpackages import this package: explain (attribution of predictions), view
// (frames of a run) and trace (all numbers of an epoch). They read a run by its
// records [Evaluation], [Ascent], [Standing] and [History], and evaluate it again by
// a [Fork].
//
// The caller steps a [Run] by single inner operations. Everything is deterministic:
// equal graph, split, Config and position give equal bits, natively and in
// WebAssembly.
package sgpc
