// Package spectral computes eigenvalues of the sheaf Laplacian and raises the
// smallest positive one, λ₂, by changes of the restriction maps.
//
//	L = BᵀB,  (B x)_e = R_ij x_i − R_ji x_j,   L v = λ v
//	λ₂(L) = min { λ ∈ spec(L) : λ > tol·max(1, λmax) }
//
// Equations of the SGPC paper: 7 defines the Laplacian, 19 defines λ₂, and 27 and 28
// define the gap ascent with Wolfe's conditions.
//
// The paper defines λ₂ as the minimum of the Rayleigh quotient over all v orthogonal to the
// vector of ones. For a general sheaf this minimum is no eigenvalue. If the constants
// (vectors with equal v_i at all nodes) lie in the kernel, it is 0 for every stalk
// dimension d ≥ 2. This package has two rules instead. [Preliminaries] defines λ₂ as the
// smallest eigenvalue above the kernel tolerance. [Literal] is for operators with the same
// map at both ends of an edge. It defines λ₂ as the smallest λ_{d+1} of the connected
// components. In each component λ_{d+1} is the minimum of the Rayleigh quotient over all v
// with Σ_i v_i = 0.
//
// # Contents
//
//   - [Full] computes the [Spectrum] of a symmetric operator up to dimension 1000: eigenvalues, kernel dimension, λ₂.
//   - [Lowest] and [Highest] compute both ends of the spectrum of any operator, by thick-restart block Lanczos with
//     full reorthogonalisation and locking.
//   - [Density] estimates the density of states between the ends.
//   - [Tracker] follows λ₂, λ₃ and the eigenvector of a slowly changing sheaf. It takes shift-invert Krylov steps on a
//     sparse block factorisation, whose inertia (the number of negative eigenvalues) certifies the result.
//     If the factor would be too large, the Tracker iterates by LOBPCG in the range of Bᵀ.
//   - [Tracker.Low] and [Tracker.High] compute both ends by shift-invert Lanczos. The inertia shows that no eigenvalue is missing.
//   - [MatrixAscent] is the paper's step L' = L + η v vᵀ with a Wolfe line search. [Reassembler] and [ReassembleFrom]
//     find the sheaf with the Laplacian nearest to L', by Gauss–Newton. [CrudeProjection] projects edge by edge, for
//     comparison only.
//   - [Ascent] is gap ascent in the restriction maps, the form used in training.
//
// # Gap ascent in training
//
// With rank-deficient maps the kernel H⁰ = ker B of a sheaf is large: every leaf of
// the graph adds to it. An arbitrary change of the maps would make some zero eigenvalues
// slightly positive, and λ₂ would jump down to them. Ascent therefore changes the metric
// of every edge stalk by a matrix A_e ∈ R^{d×d}, which is I at first:
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
// For the normalised Laplacian L̂ = D^{-1/2} L D^{-1/2} with D = blockdiag(L) + s·I, λ₂ is an
// eigenvalue of the pencil L v = λ D v with vᵀDv = 1, and ∂λ₂/∂R_ij = 2(r_e − λ₂ R_ij v_i) v_iᵀ.
// The Tracker then works on whitened maps (sheaf.Whitener).
//
// The replacement R → cR multiplies λ₂ of L by c². To exclude this trivial gain, every step ends
// with a projection on Σ‖R‖² = Σ‖R⁰‖². The projection also bounds the change of the maps
// by ‖R − R⁰‖ ≤ ρ‖R⁰‖ with ρ = AscentOptions.Rho.
package spectral
