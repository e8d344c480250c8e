package spectral

// This file defines the kernel and λ₂ of a list of eigenvalues.

// Kernel returns the threshold tol·max(1, λmax) and the dimension of the kernel, which
// is the number of values up to the threshold. values are all eigenvalues, ascending;
// tol ≤ 0 stands for [DefaultTol]. Without values the threshold is tol.
func Kernel(values []float64, tol float64) (threshold float64, dim int) {
	if tol <= 0 {
		tol = DefaultTol
	}
	threshold = tol
	last := len(values) - 1
	if last >= 0 && values[last] > 1 {
		threshold = tol * values[last]
	}
	for dim < len(values) && values[dim] <= threshold {
		dim++
	}
	return threshold, dim
}

// CrowdFactor is the factor by which [Crowd] lowers and raises the threshold.
const CrowdFactor = 10

// Crowd returns the number of values up to threshold/CrowdFactor as low, and up to
// threshold·CrowdFactor as high. values ascend. If low and high differ, the dimension of
// the kernel and λ₂ depend on the choice of the tolerance.
func Crowd(values []float64, threshold float64) (low, high int) {
	for low < len(values) && values[low] <= threshold/CrowdFactor {
		low++
	}
	high = low
	for high < len(values) && values[high] <= threshold*CrowdFactor {
		high++
	}
	return low, high
}

// Lambda2 is equation 19, the spectral gap. It returns λ₂ by the given rule, the next
// eigenvalue λ₃, and the index of λ₂ in Values, from 0. λ₃ equals λ₂ if λ₂ is the last
// eigenvalue. If Values has no eigenvalue above Threshold at index, ok is false and both
// eigenvalues are 0.
//
// Only Literal uses the stalk dimension d and the number of connected components,
// isolated nodes included. For Literal the kernel must contain the constants.
func (s *Spectrum) Lambda2(rule Rule, d, components int) (lambda2, lambda3 float64, index int, ok bool) {
	index = s.KernelDim
	if rule == Literal {
		// Each component has d zeros before its λ_{d+1}, and the spectrum is the union of the
		// components' spectra. So the smallest λ_{d+1} has this index. It is 0 if the kernel is larger.
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
