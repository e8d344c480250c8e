package trace

import "sheafscope/core/sgpc/frame"

// SpectrumOf returns the record of the spectrum v in a trace. In v, −1 is an unknown
// dimension of the kernel, and 0 a missing λ₂. Both become nil, which JSON writes as null.
func SpectrumOf(v *frame.SpectrumView) SpectrumRecord {
	t := SpectrumRecord{Of: v.Of, Values: List(v.Values), Complete: v.Complete, KernelTol: v.KernelTol, NearTol: List(v.Near),
		Lambda2: nilUnlessPositive(v.Lambda2)}
	if v.KernelDim >= 0 {
		t.KernelDim = &v.KernelDim
	}
	if v.KernelLow >= 0 {
		t.KernelRange = &[2]int{v.KernelLow, v.KernelHigh}
	}
	return t
}

// nilUnlessPositive returns a pointer to x if x > 0. Otherwise, also for NaN, it returns nil.
func nilUnlessPositive(x float64) *float64 {
	if !(x > 0) {
		return nil
	}
	return &x
}

// List returns x, or an empty slice for nil. JSON writes it as [], not as null.
func List[T any](x []T) []T {
	if x == nil {
		return []T{}
	}
	return x
}
