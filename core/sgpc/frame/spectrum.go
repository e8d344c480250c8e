package frame

// This file computes the fields of a SpectrumView.

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

// Sizes of an incomplete spectrum.
const (
	lowEnd  = 20   // number of eigenvalues at the low end
	highEnd = 10   // number of eigenvalues at the high end
	highTol = 1e-6 // tolerance of the high end without a factorisation; pictures need no more
	// The density of states is estimated at densityPoints points, from densityProbes
	// random vectors with densitySteps Lanczos steps each.
	densityPoints = 101
	densityProbes = 4
	densitySteps  = 40
)

// SpectrumOf returns the spectrum of the Laplacian of a sheaf without a run. Up to the
// dimension spectral.MaxDense it has all eigenvalues. For a larger Laplacian it has both
// ends of the spectrum. λ₂ is the smallest eigenvalue above the kernel. SpectrumOf fails
// for a dimension above [MaxSpectrum], and if the decomposition fails.
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
		v.Ends(s, lap, &c, -1) // −1: without an eigenvector
		return v, nil
	}
	full, err := spectral.Full(lap.Operator(), spectral.DefaultTol, spectral.ValuesOnly)
	if err == nil {
		v.Whole(full, spectral.Preliminaries, s.D, 0) // this rule does not use the number of components
	}
	return v, err
}

// Whole sets v from a complete spectrum. rule selects the eigenvalue that is λ₂. For
// spectral.Literal, it depends on the stalk dimension d and on the number of components
// of the graph; see [spectral.Spectrum.Lambda2].
func (v *SpectrumView) Whole(full *spectral.Spectrum, rule spectral.Rule, d, components int) {
	v.Values, v.Complete, v.Low = full.Values, true, len(full.Values)
	v.KernelDim, v.KernelTol = full.KernelDim, full.Threshold
	lambda2, lambda3, index, ok := full.Lambda2(rule, d, components)
	v.Lambda2, v.Lambda3, v.Index2 = lambda2, lambda3, index
	if !ok {
		v.Index2 = -1
	}
	v.KernelLow, v.KernelHigh = spectral.Crowd(full.Values, full.Threshold)
	v.Near = slices.Clone(full.Values[v.KernelLow:v.KernelHigh])
}

// Ends sets λ₂, both ends of the spectrum and the density of states, for a large
// operator. hat has the maps of the operator, and lap is the Laplacian of hat. The low
// end starts above the kernel, since the kernel can have a large dimension. If vector, the
// index of a requested eigenvector, is 0 or positive, Ends also sets the eigenvector of λ₂.
// It sets no other eigenvector.
func (v *SpectrumView) Ends(hat *sheaf.Sheaf, lap *sheaf.Laplacian, c *settings.Config, vector int) {
	t := spectral.NewTracker(hat.N, hat.D, hat.Edges, settings.TrackerOptions(*c))
	est := t.Update(hat)
	v.Lambda2, v.Lambda3, v.KernelDim, v.KernelTol = est.Lambda2, est.Lambda3, est.KernelDim, est.Threshold
	if est.Unproven {
		v.Err = fmt.Sprintf("at dimension n·d = %d no factorisation proves the smallest ones", v.Dim)
	}
	// The low end. If Low has no complete result, the eigenvalues of the tracker replace
	// the low end. If no factorisation proves these eigenvalues, the low end stays empty.
	low, err := t.Low(lowEnd)
	isComplete := err == nil && low.Complete
	if isComplete {
		v.Values = append(v.Values, low.Values...)
	} else if !est.Unproven {
		v.appendCarried(t)
	}
	order.Floats(v.Values)
	v.countNearTolerance(t)
	v.Low, v.Index2 = len(v.Values), -1
	if v.Low > 0 && v.Lambda2 > 0 {
		v.Index2 = 0 // the low end starts above the kernel
	}
	high, err := t.High(highEnd)
	if err != nil { // the tracker has no factorisation of the operator
		high, err = spectral.Highest(lap.Operator(), highEnd, spectral.LanczosOptions{Seed: c.Seed, Tol: highTol})
	}
	if err == nil {
		v.Values = append(v.Values, high.Values...)
	}
	// The grid covers the spectrum of a normalised operator, [0, 2], and more if
	// eigenvalues are larger.
	top := 2.0
	count := len(v.Values)
	if count > 0 {
		top = max(top, v.Values[count-1])
	}
	v.DensityX = make([]float64, densityPoints)
	diffusion.Grid(v.DensityX, top)
	// top/100 is the width of the smoothing. A failed estimate leaves DensityY nil.
	v.DensityY, _ = spectral.Density(lap.Operator(), v.DensityX, densityProbes, densitySteps, top/100, c.Seed)
	if vector >= 0 {
		v.Eigenvector = append([]float64(nil), t.Vector(0)...)
	}
}

// appendCarried appends finite eigenvalues of the tracker above the kernel. A tracker
// with a factorisation of the operator proves only the first two values, λ₂ and λ₃, and
// appendCarried omits its other values. Without a factorisation, all values are upper
// bounds.
func (v *SpectrumView) appendCarried(t *spectral.Tracker) {
	for k := range t.Carried() {
		value := t.Value(k)
		isShown := k < 2 || !t.Direct()
		isAboveKernel := value > v.KernelTol && !math.IsInf(value, 1)
		if isShown && isAboveKernel {
			v.Values = append(v.Values, value)
		}
	}
}

// countNearTolerance sets KernelLow, KernelHigh and Near. If the tracker has no
// factorisation of the operator, KernelLow and KernelHigh are −1.
func (v *SpectrumView) countNearTolerance(t *spectral.Tracker) {
	v.KernelLow, v.KernelHigh = -1, -1
	low, errLow := t.CountBelow(v.KernelTol / spectral.CrowdFactor)
	high, errHigh := t.CountBelow(v.KernelTol * spectral.CrowdFactor)
	if errLow == nil && errHigh == nil {
		v.KernelLow, v.KernelHigh = low, high
	}
	from, to := spectral.Crowd(v.Values[:v.Low], v.KernelTol)
	v.Near = slices.Clone(v.Values[from:to])
}
