package sgpc

import "sheafscope/core/sgpc/frame"

// SpectrumTrace returns the spectrum as a trace has it.
func SpectrumTrace(v *frame.SpectrumView) TraceSpectrum {
	t := TraceSpectrum{Of: v.Of, Values: list(v.Values), Complete: v.Complete, KernelTol: v.KernelTol, NearTol: list(v.Near),
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
