// Package spectral finds eigenvalues of the sheaf Laplacian and raises the
// smallest positive one.
//
//	L = BᵀB,  (B x)_e = R_ij x_i − R_ji x_j,   L v = λ v
//	λ₂(L) = min { λ ∈ spec(L) : λ > tol·max(1, λmax) }
//
// after SGPC, equation 7 for the Laplacian, 19 for λ₂, 27 and 28 for the
// Wolfe-controlled gap ascent. The paper defines λ₂ as the minimum of the Rayleigh quotient over
// v ⟂ 1. For a general sheaf that minimum is no eigenvalue, and with
// constants in the kernel and d ≥ 2 it is 0. This package reads λ₂ as the
// smallest eigenvalue above the kernel tolerance (Preliminaries), or, for
// the operator with one map per edge, as λ_{d+1} of each connected component
// (Literal), which is the minimum over Σ_i v_i = 0.
//
// # What is here
//
//   - Spectrum: all eigenvalues of a symmetric operator up to dimension 1000,
//     kernel dimension, λ₂.
//   - Lowest, Highest: thick-restart block Lanczos with full
//     reorthogonalisation and locking, for both ends of any Operator.
//   - Density: the stochastic density of states in between.
//   - Tracker: λ₂, λ₃ and the eigenvector of a slowly changing sheaf, warm
//     started, by shift-invert Krylov steps on a sparse block factorisation
//     (whose inertia certifies the answer), or by LOBPCG in the range of Bᵀ
//     where the factor would be too large.
//   - Tracker.Low, Tracker.High: either end by shift-invert Lanczos on such a
//     factorisation, whose inertia shows that no value is missing.
//   - MatrixAscent: L' = L + η v vᵀ with a Wolfe line search, as in the paper's
//     theorem. Reassembler and ReassembleFrom: the sheaf whose Laplacian is nearest
//     to L', by Gauss–Newton. CrudeProjection: a projection edge by edge, for
//     comparison only.
//   - Ascent: gap ascent in the maps themselves, which training uses.
//
// # The reading of gap ascent used in training
//
// With rank-deficient maps the kernel H⁰ = ker B of a sheaf is large (every
// leaf of the graph adds to it), and a free change of the maps would open
// it: λ₂ would jump to the new, tiny eigenvalues. Ascent therefore moves a
// change of metric on every edge stalk, A_e ∈ R^{d×d}, starting at I:
//
//	R_ij = A_e R⁰_ij,  R_ji = A_e R⁰_ji,   L(A) = B⁰ᵀ diag(A_eᵀA_e) B⁰
//
// This is the matrix-valued re-weighting of edges, the sheaf form of "a weak
// edge becomes strong" in the paper's first figure. It keeps ker B⁰ for
// invertible A_e, stays a sheaf on the same edges, and λ₂ is concave in
// W_e = A_eᵀA_e. With unit eigenvector v and r_e = A_e (B⁰v)_e,
//
//	∂λ₂/∂A_e = 2 r_e (B⁰v)_eᵀ.
//
// For L̂ the maps are whitened (sheaf.Whitener) and ∂λ₂/∂R is that of the pencil
// L v = λ D v, with vᵀDv = 1: 2(r_e − λ₂ R_ij v_i) v_iᵀ at one end of an edge.
//
// λ₂ is not scale free (R → cR multiplies it by c²), so after every step all
// A_e are scaled to restore Σ‖R‖² = Σ‖R⁰‖², and ‖R − R⁰‖ ≤ ρ‖R⁰‖ holds.
package spectral
