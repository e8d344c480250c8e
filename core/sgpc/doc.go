// Package sgpc is the network of "Sheaf Graph Neural Networks via PAC-Bayes
// Spectral Optimization", one epoch of which is
//
//	H0 = act(LayerNorm(X·W_in + b)),  μ_i = (1−s)·softmax(U·H0_i) + s/d        features
//	P0 = argmin_{Π(μ_i,μ_j)} ⟨P,C⟩ + ε0 Σ P log P                              Sinkhorn (eq. 3)
//	P⋆ = argmin_{Π(μ_i,μ_j)} KL(P‖P0)/τ + ⟨P,C⟩ + ε Σ P log P                  JKO step (eq. 5)
//	S0 = Diag(μ)^{-1/2} P⋆ Diag(ν)^{-1/2} − √μ√νᵀ,  R_ij = S0·W_θ,  R_ji = σ·S0ᵀ·W_θ   maps (eq. 6)
//	L̂ = D^{-1/2} BᵀB D^{-1/2},  D = blockdiag(BᵀB) + s·I                       Laplacian (eq. 7)
//	H_svr = (I + Δt·L̂)^{-1} H,  H_afm = Σ_q α_q T_q(I − L̂) H                   diffusion, mixing (eq. 8–10)
//	ŷ = softmax(head([H_svr ‖ H_afm ‖ H0]))                                   classes (eq. 11, 12)
//	κ_e ~ Beta(ᾱ_e, β̄_e),  f_i = κ̄_i ŷ_i + (1−κ̄_i)·prior                      posterior (eq. 13–15)
//	ℓ = −mean log f_y + λ_KL·sqrt((KL + log 2/δ)/2n) + λ_spec·c_het/λ₂         loss (eq. 16–18, 20, 21)
//	A_e ← ascent of λ₂ in the metric of each edge stalk, R ← A_e·R; or R + Δ   gap ascent of λ₂ (eq. 19, thm. 3: eq. 27)
//
// Where the paper is silent or contradicts itself this reading differs, with
// these reasons. The entropy enters with the sign that makes the problem convex.
// The singular pair (√μ, √ν), equal to 1 on every edge, is taken off the plan,
// because it says nothing about the edge. The far end carries a sign σ: with −1
// an edge asks for opposite features, which heterophilic graphs want. The
// Laplacian is normalised by its block diagonal, so that its spectrum lies in
// [0, 2]. By default the ascent changes the inner product of the edge stalks: that
// keeps the global sections, hence the index of λ₂, whatever the change. Free changes
// Δ of the maps (gap_mode=matrix, the paper's step with the nearest sheaf, and
// gap_mode=additive, along the gradient) keep it as long as they leave alone the
// directions on which all maps of a node vanish; a step that does not is refused.
//
// The setting reading=code computes what the authors' published program does
// instead, all of it: one scalar for each directed entry of the edge list in
// place of plan and map (code_reading.go and the other files code_*.go).
//
// Below it stand, from the lowest up, the packages stage (numbers and names),
// settings, cost (memory and work), method (the settings of a graph), sample (runs
// for tests) and frame (what is shown). Here are the network, a file a stage with
// both directions, and the run (run_*.go). Above it explain takes predictions
// apart, view fills in frames, and trace lists the numbers of an epoch. They read
// what the run has made by its records, [Evaluation], [Ascent], [Standing] and
// [History], and evaluate it once more by a [Fork].
//
// A Run is stepped by its caller, one inner operation at a time; view.Frame shows a
// position, trace.Of lists all numbers of an epoch. Everything is deterministic:
// equal graph, split, Config and position give equal bits, natively and in
// WebAssembly.
package sgpc
