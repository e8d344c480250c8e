package spectral

// Kernel returns the threshold tol·max(1, λmax) and how many of the ascending
// values do not exceed it; tol ≤ 0 means [DefaultTol].
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

// CrowdFactor is how near to the kernel tolerance an eigenvalue is said to crowd
// it: within this factor either side.
const CrowdFactor = 10

// Crowd returns the range from ≤ k < to of the ascending values that lie above
// threshold/CrowdFactor and not above threshold·CrowdFactor. Had the tolerance
// been [CrowdFactor] times smaller or larger, the kernel would have had dimension
// from or to: where the two differ, dimension and λ₂ are the tolerance's choice.
func Crowd(values []float64, threshold float64) (from, to int) {
	for from < len(values) && values[from] <= threshold/CrowdFactor {
		from++
	}
	for to = from; to < len(values) && values[to] <= threshold*CrowdFactor; {
		to++
	}
	return from, to
}

// Lambda2 is equation 19, the spectral gap λ₂: the smallest eigenvalue that rule
// lets count, its index among the ascending values, and the next eigenvalue λ₃ (λ₂ itself when there is none). d is the stalk dimension
// and components the number of connected components, isolated nodes included;
// both matter for Literal only. ok is false, and the values 0, when no eigenvalue
// above Threshold qualifies.
//
// For Literal the operator must have the constants in its kernel. The spectrum
// is the union of those of the components, and each adds d zeros before its
// λ_{d+1}; hence the smallest λ_{d+1} is the value at index d·components. Where
// the kernel is larger than that, it is 0, whatever rounding makes of it.
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
