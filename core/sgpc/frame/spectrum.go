package frame

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/diffusion"
	"sheafscope/core/order"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Sizes of an incomplete spectrum: eigenvalues at both ends and points of the
// density.
const (
	lowEnd        = 20
	highEnd       = 10
	densityPoints = 101
)

// SpectrumOf returns the spectrum of the Laplacian of a sheaf without a run: all
// eigenvalues up to the dimension spectral.MaxDense, else both ends. λ₂ is the
// smallest eigenvalue above the kernel. It fails above [MaxSpectrum].
func SpectrumOf(s *sheaf.Sheaf) (*SpectrumView, error) {
	lap := sheaf.NewLaplacian(s.N, s.D, s.Edges)
	if lap.Dim() > MaxSpectrum {
		return nil, fmt.Errorf("the Laplacian has dimension n·d = %d, over the limit of %d of a spectrum; take a part of the graph", lap.Dim(),
			MaxSpectrum)
	}
	lap.Assemble(s)
	v := &SpectrumView{Of: "laplacian", Dim: lap.Dim()}
	if v.Dim > spectral.MaxDense {
		c := settings.Default()
		v.Ends(s, lap, &c, -1)
		return v, nil
	}
	sp, err := spectral.Full(lap.Operator(), spectral.DefaultTol, spectral.ValuesOnly)
	if err == nil {
		v.Whole(sp, spectral.Preliminaries, s.D, 0)
	}
	return v, err
}

// Whole sets v from a complete spectrum. d and components are as in
// [spectral.Spectrum.Lambda2].
func (v *SpectrumView) Whole(sp *spectral.Spectrum, rule spectral.Rule, d, components int) {
	v.Values, v.Complete, v.Low = sp.Values, true, len(sp.Values)
	v.KernelDim, v.KernelTol = sp.KernelDim, sp.Threshold
	ok := false
	if v.Lambda2, v.Lambda3, v.Index2, ok = sp.Lambda2(rule, d, components); !ok {
		v.Index2 = -1
	}
	v.KernelLow, v.KernelHigh = spectral.Crowd(sp.Values, sp.Threshold)
	v.Near = slices.Clone(sp.Values[v.KernelLow:v.KernelHigh])
}

// Ends sets λ₂, both ends of the spectrum and the density between them, for a large
// operator. The low end starts above the kernel, which can be larger than any
// number of computed eigenvalues. vector ≥ 0 requests the eigenvector of λ₂.
func (v *SpectrumView) Ends(hat *sheaf.Sheaf, lap *sheaf.Laplacian, c *settings.Config, vector int) {
	t := spectral.NewTracker(hat.N, hat.D, hat.Edges, settings.TrackerOptions(*c))
	est := t.Update(hat)
	v.Lambda2, v.Lambda3, v.KernelDim, v.KernelTol = est.Lambda2, est.Lambda3, est.KernelDim, est.Threshold
	if est.Unproven {
		v.Err = fmt.Sprintf("at dimension n·d = %d no factorisation proves the smallest ones", v.Dim)
	}
	if low, err := t.Low(lowEnd); err == nil && low.Complete {
		v.Values = append(v.Values, low.Values...)
	} else if !est.Unproven { // with a factor only λ₂ and λ₃ are proved; without one all values are upper bounds
		for k := range t.Carried() {
			if x := t.Value(k); x > v.KernelTol && !math.IsInf(x, 1) && (k < 2 || !t.Direct()) {
				v.Values = append(v.Values, x)
			}
		}
	}
	order.Floats(v.Values)
	v.countNearTolerance(t)
	v.Low, v.Index2 = len(v.Values), -1
	if v.Low > 0 && v.Lambda2 > 0 {
		v.Index2 = 0 // the low end starts above the kernel
	}
	high, err := t.High(highEnd)
	if err != nil { // no factor
		high, err = spectral.Highest(lap.Operator(), highEnd, spectral.LanczosOptions{Seed: c.Seed, Tol: 1e-6})
	}
	if err == nil {
		v.Values = append(v.Values, high.Values...)
	}
	top := 2.0
	if k := len(v.Values); k > 0 {
		top = max(top, v.Values[k-1])
	}
	v.DensityX = make([]float64, densityPoints)
	diffusion.Grid(v.DensityX, top)
	v.DensityY, _ = spectral.Density(lap.Operator(), v.DensityX, 4, 40, top/100, c.Seed)
	if vector >= 0 {
		v.Eigenvector = append([]float64(nil), t.Vector(0)...)
	}
}

// countNearTolerance sets the dimensions of the kernel at the varied tolerances, −1
// without a factor, and the known eigenvalues near the tolerance.
func (v *SpectrumView) countNearTolerance(t *spectral.Tracker) {
	v.KernelLow, v.KernelHigh = -1, -1
	low, err := t.CountBelow(v.KernelTol / spectral.CrowdFactor)
	high, err2 := t.CountBelow(v.KernelTol * spectral.CrowdFactor)
	if err == nil && err2 == nil {
		v.KernelLow, v.KernelHigh = low, high
	}
	from, to := spectral.Crowd(v.Values[:v.Low], v.KernelTol)
	v.Near = slices.Clone(v.Values[from:to])
}
