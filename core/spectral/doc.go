// Package spectral finds eigenvalues of the sheaf Laplacian and raises the smallest
// positive one.
//
//	L = BᵀB,  (B x)_e = R_ij x_i − R_ji x_j,   L v = λ v
//	λ₂(L) = min { λ ∈ spec(L) : λ > tol·max(1, λmax) }
//
// The equations are those of the SGPC paper: 7 defines the Laplacian, 19 defines
// λ₂, 27 and 28 define the Wolfe-controlled gap ascent. The paper defines λ₂ as the
// minimum of the Rayleigh quotient over v ⟂ 1. For a general sheaf that minimum is
// no eigenvalue. With constants in the kernel and d ≥ 2 it is 0. This package has
// two rules. [Preliminaries] defines λ₂ as the smallest eigenvalue above the kernel
// tolerance. [Literal], for operators with one map per edge, defines λ₂ as λ_{d+1}
// of each connected component, the minimum over Σ_i v_i = 0.
//
// # Contents
//
//   - [Full] computes the [Spectrum] of a symmetric operator up to dimension 1000: eigenvalues, kernel dimension, λ₂.
//   - [Lowest] and [Highest] compute both ends of the spectrum of any operator, by thick-restart block Lanczos with
//     full reorthogonalisation and locking.
//   - [Density] estimates the density of states between the ends.
//   - [Tracker] follows λ₂, λ₃ and the eigenvector of a slowly changing sheaf. It takes shift-invert Krylov steps on a
//     sparse block factorisation, whose inertia certifies the result. Where the factor would be too large it iterates
//     by LOBPCG in the range of Bᵀ.
//   - [Tracker.Low] and [Tracker.High] compute both ends by shift-invert Lanczos. The inertia of the factorisation
//     shows that no eigenvalue is missing.
//   - [MatrixAscent] is the paper's step L' = L + η v vᵀ with a Wolfe line search. [Reassembler] and [ReassembleFrom]
//     find the sheaf with the Laplacian nearest to L', by Gauss–Newton. [CrudeProjection] projects edge by edge, for
//     comparison only.
//   - [Ascent] is gap ascent in the restriction maps, the form used in training.
//
// # Gap ascent in training
//
// With rank-deficient maps the kernel H⁰ = ker B of a sheaf is large: every leaf of
// the graph adds to it. A free change of the maps would open the kernel, and λ₂
// would jump to the new, tiny eigenvalues. Ascent therefore changes the metric of
// every edge stalk by a matrix A_e ∈ R^{d×d}, which starts at I:
//
//	R_ij = A_e R⁰_ij,  R_ji = A_e R⁰_ji,   L(A) = B⁰ᵀ diag(A_eᵀA_e) B⁰
//
// A_e is a matrix-valued weight of the edge, the sheaf form of "a weak edge becomes
// strong" in the paper's first figure. Invertible A_e keep ker B⁰ and give a sheaf
// on the same edges, and λ₂ is concave in W_e = A_eᵀA_e. With unit eigenvector v
// and r_e = A_e (B⁰v)_e,
//
//	∂λ₂/∂A_e = 2 r_e (B⁰v)_eᵀ.
//
// For L̂ the maps are whitened (sheaf.Whitener). The derivative ∂λ₂/∂R is then the
// derivative for the pencil L v = λ D v with vᵀDv = 1: 2(r_e − λ₂ R_ij v_i) v_iᵀ at
// one end of an edge.
//
// λ₂ is not scale free: R → cR multiplies it by c². After every step all A_e are
// scaled so that Σ‖R‖² = Σ‖R⁰‖² again, and ‖R − R⁰‖ ≤ ρ‖R⁰‖ holds.
package spectral
