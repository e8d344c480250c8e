package trace

import "sheafscope/core/sgpc/frame"

// SpectrumOf returns the spectrum as a trace has it.
func SpectrumOf(v *frame.SpectrumView) SpectrumRecord {
	t := SpectrumRecord{Of: v.Of, Values: List(v.Values), Complete: v.Complete, KernelTol: v.KernelTol, NearTol: List(v.Near),
		Lambda2: positive(v.Lambda2)}
	if v.KernelDim >= 0 {
		t.KernelDim = &v.KernelDim
	}
	if v.KernelLow >= 0 {
		t.KernelRange = &[2]int{v.KernelLow, v.KernelHigh}
	}
	return t
}

// positive returns nil for what is not above 0.
func positive(x float64) *float64 {
	if !(x > 0) {
		return nil
	}
	return &x
}

// List returns x, empty instead of nil.
func List[T any](x []T) []T {
	if x == nil {
		return []T{}
	}
	return x
}
