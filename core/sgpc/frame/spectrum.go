package frame

// This file defines the spectrum in a frame, and computes its fields.

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

// MaxSpectrum is the largest n·d for which a frame has a spectrum. For a larger
// operator, even the two ends of the spectrum would take minutes and much memory.
const MaxSpectrum = 50_000

// SpectrumView is the spectrum of the operator.
type SpectrumView struct {
	// Of is the operator, "normalized" or "laplacian", and Dim is its dimension. Values are
	// eigenvalues in ascending order. If Complete is true, they are all eigenvalues, and Low is
	// their number. Otherwise the first Low of them come from the low end of the spectrum, and
	// the others come from the high end.
	Of       string    `json:"of"`
	Dim      int       `json:"dim"`
	Values   []float64 `json:"values"`
	Low      int       `json:"low"`
	Complete bool      `json:"complete"`
	// DensityX and DensityY sample the stochastic density of states of an
	// incomplete spectrum.
	DensityX []float64 `json:"density_x,omitempty"`
	DensityY []float64 `json:"density_y,omitempty"`
	// KernelDim is the number of eigenvalues up to KernelTol, or −1 if it is unknown. Lambda2
	// and Lambda3 are 0 if no eigenvalue is above KernelTol, or if their proof failed. In the
	// convention "literal", they are also 0 if the kernel has a vector that is not constant.
	// For an operator too large for a proof they are upper bounds.
	KernelDim int     `json:"kernel_dim"`
	KernelTol float64 `json:"kernel_tol"`
	Lambda2   float64 `json:"lambda2"`
	Lambda3   float64 `json:"lambda3"`
	Index2    int     `json:"-"` // the index of λ₂ in Values, or −1 if λ₂ is unknown
	// Near holds the known eigenvalues from KernelTol/spectral.CrowdFactor to
	// KernelTol·spectral.CrowdFactor. KernelLow and KernelHigh are the dimensions of the kernel
	// at these two tolerances, or −1 if the dimensions are unknown.
	Near       []float64 `json:"near_tol"`
	KernelLow  int       `json:"kernel_low"`
	KernelHigh int       `json:"kernel_high"`
	// Eigenvector is the unit eigenvector with index Focus.Eigenvector, N·D numbers. In an
	// incomplete spectrum it is the eigenvector of λ₂ for every index. It is nil if no
	// eigenvector was requested, if a complete spectrum has no such index, and if Lambda2 of an
	// incomplete spectrum is 0.
	Eigenvector []float64 `json:"eigenvector,omitempty"`
	Layout      []float32 `json:"layout,omitempty"` // the positions of the nodes, N×2, if Focus.Layout requests them
	Err         string    `json:"error,omitempty"`  // the reason for missing values
}

// Crowded reports whether the dimension of the kernel, and with it λ₂, depends on the choice
// of the tolerance. It returns false if KernelLow and KernelHigh are unknown.
func (v *SpectrumView) Crowded() bool { return v.KernelHigh > v.KernelLow }

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

// CheckSize returns an error if a Laplacian of this dimension n·d is too large for a spectrum.
func CheckSize(dim int) error {
	if dim > MaxSpectrum {
		return fmt.Errorf("the Laplacian has dimension n·d = %d, over the limit of %d of a spectrum; take a part of the graph", dim, MaxSpectrum)
	}
	return nil
}

// SpectrumOf returns the spectrum of the Laplacian of a sheaf without a run: all eigenvalues
// up to the dimension spectral.MaxDense, and otherwise both ends. λ₂ is the smallest
// eigenvalue above the kernel. For a dimension above [MaxSpectrum], SpectrumOf returns nil and
// an error. If the decomposition fails, it returns Of and Dim alone and the error.
func SpectrumOf(s *sheaf.Sheaf) (*SpectrumView, error) {
	lap := sheaf.NewLaplacian(s.N, s.D, s.Edges)
	if err := CheckSize(lap.Dim()); err != nil {
		return nil, err
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

// Whole sets v from a complete spectrum. rule, the stalk dimension d and the number of
// components of the graph select λ₂, see [spectral.Spectrum.Lambda2].
func (v *SpectrumView) Whole(full *spectral.Spectrum, rule spectral.Rule, d, components int) {
	v.Values, v.Complete, v.Low = full.Values, true, len(full.Values)
	v.KernelDim, v.KernelTol = full.KernelDim, full.Threshold
	lambda2, lambda3, index, ok := full.Lambda2(rule, d, components)
	v.Lambda2, v.Lambda3, v.Index2 = lambda2, lambda3, index
	if !ok {
		v.Index2 = -1
	}
	// In a complete spectrum, the indices that Crowd returns are numbers of eigenvalues.
	v.KernelLow, v.KernelHigh = spectral.Crowd(full.Values, full.Threshold)
	v.Near = slices.Clone(full.Values[v.KernelLow:v.KernelHigh])
}

// Ends sets λ₂, both ends of the spectrum and the density of states, for a large operator.
// hat has the maps of the operator, and lap is the Laplacian of hat. The low end starts above
// the kernel, which can have a large dimension. For vector ≥ 0, Ends also sets the
// eigenvector of λ₂, whatever index is requested. A part that cannot be computed stays empty.
func (v *SpectrumView) Ends(hat *sheaf.Sheaf, lap *sheaf.Laplacian, c *settings.Config, vector int) {
	t := spectral.NewTracker(hat.N, hat.D, hat.Edges, settings.TrackerOptions(*c))
	est := t.Update(hat)
	v.Lambda2, v.Lambda3, v.KernelDim, v.KernelTol = est.Lambda2, est.Lambda3, est.KernelDim, est.Threshold
	if est.Unproven {
		v.Err = fmt.Sprintf("at dimension n·d = %d no factorisation proves the smallest ones", v.Dim)
	}
	// If t.Low has no complete result, the eigenvalues of the tracker are the low end. If
	// their proof failed, the low end stays empty.
	low, err := t.Low(lowEnd)
	isComplete := err == nil && low.Complete
	if isComplete {
		v.Values = append(v.Values, low.Values...)
	} else if !est.Unproven {
		v.appendCarried(t)
	}
	order.Floats(v.Values)
	v.Low, v.Index2 = len(v.Values), -1
	v.countNearTolerance(t) // reads v.Low
	if v.Low > 0 && v.Lambda2 > 0 {
		v.Index2 = 0 // the low end starts above the kernel
	}
	high, err := t.High(highEnd)
	if err != nil { // the tracker has no factorisation of the operator
		high, err = spectral.Highest(lap.Operator(), highEnd, spectral.LanczosOptions{Seed: c.Seed, Tol: highTol})
	}
	if err == nil {
		v.appendHigh(high.Values, lap.Dim())
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
	if vector >= 0 && v.Lambda2 > 0 {
		v.Eigenvector = append([]float64(nil), t.Vector(0)...)
	}
}

// appendHigh appends the highest eigenvalues of an operator of the dimension dim, which
// ascend. If few eigenvalues lie above the kernel, high can contain the kernel and
// eigenvalues of the low end. appendHigh omits these.
func (v *SpectrumView) appendHigh(high []float64, dim int) {
	if v.Low > 0 && v.KernelDim >= 0 {
		rest := dim - v.KernelDim - v.Low // number of eigenvalues above the low end
		high = high[max(0, len(high)-max(0, rest)):]
	}
	v.Values = append(v.Values, high...)
}

// appendCarried appends the finite eigenvalues of the tracker above the kernel. With a
// factorisation of the operator, the tracker proves λ₂ and λ₃, and all further values are
// omitted. Without a factorisation, all values are upper bounds, and none is omitted.
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
	// Values lacks the kernel: from and to are only indices of the near values.
	from, to := spectral.Crowd(v.Values[:v.Low], v.KernelTol)
	v.Near = slices.Clone(v.Values[from:to])
}
