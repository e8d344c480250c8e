package spectral

// Kernel returns the threshold tol·max(1, λmax) and the number of values up to it,
// the dimension of the kernel. values ascend, λmax is the last one; tol ≤ 0 means
// [DefaultTol].
func Kernel(values []float64, tol float64) (threshold float64, dim int) {
	if tol <= 0 {
		tol = DefaultTol
	}
	threshold = tol
	if n := len(values); n > 0 && values[n-1] > 1 {
		threshold = tol * values[n-1]
	}
	for dim < len(values) && values[dim] <= threshold {
		dim++
	}
	return threshold, dim
}

// CrowdFactor is the factor by which [Crowd] varies the kernel tolerance, down and
// up.
const CrowdFactor = 10

// Crowd returns the dimensions of the kernel at the tolerances
// threshold/CrowdFactor and threshold·CrowdFactor. Eigenvalues with index
// from ≤ k < to lie within that range; values ascend. Where from and to differ, the
// choice of the tolerance decides the dimension of the kernel and λ₂.
func Crowd(values []float64, threshold float64) (from, to int) {
	for from < len(values) && values[from] <= threshold/CrowdFactor {
		from++
	}
	for to = from; to < len(values) && values[to] <= threshold*CrowdFactor; {
		to++
	}
	return from, to
}

// Lambda2 is equation 19, the spectral gap: it returns λ₂ by the given rule, λ₃ and
// the index of λ₂ in Values. λ₃ is the next eigenvalue, or λ₂ when λ₂ is the last
// one. d is the stalk dimension and components the number of connected components
// with isolated nodes; only Literal uses both. ok is false, and both values are 0,
// when no eigenvalue above Threshold satisfies the rule.
//
// For Literal the operator must have the constants in its kernel. The spectrum is
// the union of the spectra of the components, and each component has d zeros before
// its λ_{d+1}. The smallest λ_{d+1} therefore has index d·components. A larger
// kernel makes that eigenvalue 0: its rounded value is not above Threshold.
func (s *Spectrum) Lambda2(rule Rule, d, components int) (lambda2, lambda3 float64, index int, ok bool) {
	index = s.KernelDim
	if rule == Literal {
		index = d * components
	}
	if index >= len(s.Values) || s.Values[index] <= s.Threshold {
		return 0, 0, index, false
	}
	lambda2, lambda3 = s.Values[index], s.Values[index]
	if index+1 < len(s.Values) {
		lambda3 = s.Values[index+1]
	}
	return lambda2, lambda3, index, true
}
