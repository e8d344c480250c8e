package sgpc

import (
	"slices"

	"sheafscope/core/spectral"
)

// whole fills v from all eigenvalues.
func (v *SpectrumView) whole(sp *spectral.Spectrum, rule spectral.Rule, d, components int) {
	v.Values, v.Complete, v.Low = sp.Values, true, len(sp.Values)
	v.KernelDim, v.KernelTol = sp.KernelDim, sp.Threshold
	ok := false
	if v.Lambda2, v.Lambda3, v.Index2, ok = sp.Lambda2(rule, d, components); !ok {
		v.Index2 = -1
	}
	v.KernelLow, v.KernelHigh = spectral.Crowd(sp.Values, sp.Threshold)
	v.Near = slices.Clone(sp.Values[v.KernelLow:v.KernelHigh])
}

// crowd counts the eigenvalues near the kernel tolerance, where a factorisation
// can, and lists those of them that are among the values.
func (v *SpectrumView) crowd(t *spectral.Tracker) {
	v.KernelLow, v.KernelHigh = -1, -1
	low, err := t.CountBelow(v.KernelTol / spectral.CrowdFactor)
	high, err2 := t.CountBelow(v.KernelTol * spectral.CrowdFactor)
	if err == nil && err2 == nil {
		v.KernelLow, v.KernelHigh = low, high
	}
	from, to := spectral.Crowd(v.Values[:v.Low], v.KernelTol)
	v.Near = slices.Clone(v.Values[from:to])
}

// Trace returns the spectrum as a trace has it.
func (v *SpectrumView) Trace() TraceSpectrum {
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
