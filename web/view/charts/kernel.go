package charts

// This file has the sentences and the figure on the kernel of an operator and on λ₂, the smallest eigenvalue above the kernel. An
// eigenvalue up to a tolerance counts as 0. A spectrum is crowded if eigenvalues lie near this tolerance.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// kernelSize returns the number of eigenvalues that are at most the tolerance. The eigenvalues are ascending.
func kernelSize(ascending []float64, tol float64) int {
	size := 0
	for size < len(ascending) && ascending[size] <= tol {
		size++
	}
	return size
}

// isUnknown reports whether λ₂ is unknown: neither a decomposition nor an iteration has found the low end of the spectrum.
func isUnknown(sp *frame.SpectrumView) bool { return sp.Low == 0 && (sp.Err != "" || sp.KernelDim < 0) }

// Lambda2 formats λ₂. It returns "none" for a spectrum without λ₂, and a dash if λ₂ is unknown.
func Lambda2(sp *frame.SpectrumView) string {
	switch {
	case sp.Lambda2 > 0:
		return view.Num(sp.Lambda2)
	case isUnknown(sp):
		return words.Dash
	}
	return "none" // λ₂ is 0 or NaN
}

// KernelTol formats the tolerance up to which an eigenvalue counts as 0. If eigenvalues are near the tolerance, the text also has a range:
// the kernel dimensions at the tolerance divided by spectral.CrowdFactor, and at the tolerance times this factor.
func KernelTol(sp *frame.SpectrumView) string {
	text := "at " + view.Exp(sp.KernelTol)
	if sp.Crowded() {
		text += ", " + view.Int(sp.KernelLow) + " to " + view.Int(sp.KernelHigh) + " within ×" + view.Int(spectral.CrowdFactor)
	}
	return text
}

// KernelText returns sentences on the dimension of the kernel, on λ₂, and on eigenvalues near the tolerance, as parts for [view.Say]. A
// sentence of the caller precedes them and names the operator: "Its kernel" is the kernel of this operator.
func KernelText(sp *frame.SpectrumView) []string {
	var text []string

	// A negative dimension is unknown, for example in a large graph.
	switch {
	case sp.KernelDim < 0:
		text = []string{"How large its kernel is could not be counted"}
	case sp.KernelDim == 0:
		text = []string{"Its kernel is *zero*: only vectors that are all 0 agree on every edge"}
	default:
		text = []string{"Its kernel has dimension *", view.Int(sp.KernelDim),
			"*: so many independent assignments of stalk vectors agree on every edge"}
	}

	above := firstAbove(sp.Values, sp.KernelTol)
	switch {
	case sp.Lambda2 > 0 && sp.KernelDim < 0: // λ₂ is an upper bound
		text = append(text, "; the smallest eigenvalue above it is at most *", view.Num(sp.Lambda2), "*.")
	case sp.Lambda2 > 0 && sp.KernelDim == 0:
		text = append(text, ". The smallest eigenvalue, λ₂ here, is *", view.Num(sp.Lambda2), "*.")
	case sp.Lambda2 > 0:
		text = append(text, ". The smallest eigenvalue above it, λ₂, is *", view.Num(sp.Lambda2), "*.")
	case isUnknown(sp):
		text = append(text, ". λ₂ is *not known* here", words.Either(sp.Err != "", ": "+sp.Err, ""), ".")
	case above > 0: // the convention with one map for both ends has no λ₂ if the kernel has more than the constants
		text = append(text, ". It has more than the constants. With one map at both ends λ₂ is the eigenvalue above the constants, so here "+
			"it is 0 and counts as *none*")
		if sp.Low > 0 { // else above is one of the largest eigenvalues
			text = append(text, "; above the kernel the spectrum begins at *", view.Num(above), "*")
		}
		text = append(text, ".")
	default:
		text = append(text, ". *No* eigenvalue lies above it.")
	}

	if sp.Crowded() {
		text = append(text, " *", words.Counted(sp.KernelHigh-sp.KernelLow, "eigenvalue* lies", "eigenvalues* lie"), " within a factor of ",
			view.Int(spectral.CrowdFactor), " of the tolerance ",
			view.Exp(sp.KernelTol), ": were it so much smaller or larger, the kernel would have dimension *",
			view.Int(sp.KernelLow), "* or *", view.Int(sp.KernelHigh), "*. Dimension and λ₂ are the tolerance's choice.")
	}
	return text
}

// firstAbove returns the smallest eigenvalue above the tolerance. It returns 0 if no eigenvalue exceeds the tolerance. The eigenvalues are
// ascending.
func firstAbove(ascending []float64, tol float64) float64 {
	size := kernelSize(ascending, tol)
	if size < len(ascending) {
		return ascending[size]
	}
	return 0
}

// CrowdFigure returns the picture of the eigenvalues near the tolerance, and true. It returns false if no eigenvalue is near the tolerance,
// or if the number or the values of these eigenvalues are unknown.
func CrowdFigure(sp *frame.SpectrumView) (view.Figure, bool) {
	if !sp.Crowded() || len(sp.Near) == 0 {
		return view.Figure{}, false
	}
	// first is the number of the eigenvalue near[0], counted from 1. The last eigenvalue of the kernel has the number KernelDim. KernelHigh
	// gives no number, since near may lack its last eigenvalues in a large graph.
	near := append(view.Vec{}, sp.Near...)
	first := sp.KernelDim - kernelSize(near, sp.KernelTol) + 1
	lo, hi := sp.KernelTol/spectral.CrowdFactor, sp.KernelTol*spectral.CrowdFactor // the ends of the y-axis
	return view.Figure{ID: "crowd", Title: "Around the tolerance", TestID: "kernel-crowd",
		Sub: "eigenvalues by number, log scale: those below the line count as 0", Alt: "Eigenvalues near the kernel tolerance",
		Data: view.Lines{From: first, Series: []view.Series{{Y: near, Dots: true}},
			Refs: []view.Ref{{Y: view.F(sp.KernelTol), Name: "tolerance"}},
			Log:  true, YMin: new(view.F(lo)), YMax: new(view.F(hi)), IntX: true, XLabel: "number", Height: 128}}, true
}
