package trace

// This file converts a spectrum to its record. Unknown numbers become nil pointers,
// which JSON writes as null.

import "sheafscope/core/sgpc/frame"

// SpectrumOf returns the record of a spectrum in a trace. In v, −1 stands for an unknown
// dimension of the kernel, also in KernelLow and KernelHigh.
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

// nilUnlessPositive returns a pointer to x if x is positive. For 0, a negative number or
// NaN it returns nil.
func nilUnlessPositive(x float64) *float64 {
	if !(x > 0) {
		return nil
	}
	return &x
}

// List returns x. If x is nil, it returns an empty slice, which JSON writes as [] in
// place of null.
func List[T any](x []T) []T {
	if x == nil {
		return []T{}
	}
	return x
}
