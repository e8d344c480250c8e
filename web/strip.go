package web

import (
	"strconv"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/stages"
)

// Strip renders the row of three charts under the graph. The template strip.vugu calls its methods for the texts of the captions.
type Strip struct{ App *App }

// spectrum applies the function text to the present spectrum. Before the first spectrum it returns the argument none.
func (c *Strip) spectrum(text func(*frame.SpectrumView) string, none string) string {
	spectrum := c.App.State.Spectrum
	if spectrum == nil {
		return none
	}
	return text(spectrum)
}

// Dim returns the number of eigenvalues of the sheaf Laplacian, "–" before the first spectrum.
func (c *Strip) Dim() string {
	return c.spectrum(func(sp *frame.SpectrumView) string { return view.Int(sp.Dim) }, "–")
}

// Kernel returns the dimension of the kernel of the sheaf Laplacian, "–" if it is unknown or before the first spectrum.
func (c *Strip) Kernel() string {
	return c.spectrum(func(sp *frame.SpectrumView) string { return view.Known(sp.KernelDim) }, "–")
}

// When returns the epoch of the spectrum as "of epoch k". It returns "" if the spectrum belongs to the shown position, and before the first
// spectrum.
func (c *Strip) When() string { return stages.SpectrumWhen(&c.App.State) }

// LossWords returns the note beside the loss: whether the chart has each term of the loss, or only the cross-entropy.
func (c *Strip) LossWords() string { return view.LossWords(&c.App.State) }

// Tol returns a text with the tolerance up to which an eigenvalue counts as 0. If eigenvalues are near the tolerance, the text also has a
// range of kernel dimensions. Tol returns "" before the first spectrum.
func (c *Strip) Tol() string { return c.spectrum(charts.KernelTol, "") }

// Lambda2 returns λ₂, the smallest eigenvalue above the kernel, with about three digits. It returns "none" for a spectrum without λ₂, and
// "–" if λ₂ is unknown or before the first spectrum.
func (c *Strip) Lambda2() string { return c.spectrum(charts.Lambda2, "–") }

// Lambda2Full returns λ₂ with all digits. It returns "0" or "NaN" for a spectrum without λ₂, and "" before the first spectrum.
func (c *Strip) Lambda2Full() string {
	return c.spectrum(func(sp *frame.SpectrumView) string { return strconv.FormatFloat(sp.Lambda2, 'g', -1, 64) }, "")
}

// Loss returns the sum of the loss terms with three decimals, "–" before the first loss.
func (c *Strip) Loss() string {
	if f := c.App.State.Frame; view.Judged(f) {
		return view.Fix(f.Loss.Total, 3)
	}
	return "–"
}

// LossFull returns the sum of the loss terms with all digits, "" before the first loss.
func (c *Strip) LossFull() string {
	if f := c.App.State.Frame; view.Judged(f) {
		return strconv.FormatFloat(f.Loss.Total, 'g', -1, 64)
	}
	return ""
}

// Acc returns the accuracy on training (0), validation (1) or test nodes (2) in per cent. It returns "–" for an empty set, and before the
// first predictions.
func (c *Strip) Acc(set int) string {
	f := c.App.State.Frame
	if !view.Predicts(f) {
		return "–"
	}
	accuracy := [3]float64{f.Accuracy.Train, f.Accuracy.Val, f.Accuracy.Test}[set]
	if accuracy < 0 { // an empty set
		return "–"
	}
	return view.Pct(accuracy)
}

// Certified returns a sentence on whether the certificate of the bound is valid, with the reason. It returns "" before the first loss.
func (c *Strip) Certified() string {
	_, text := charts.CertifiedText(&c.App.State)
	return text
}

// Valid returns "true" if the certificate is valid. Otherwise, and before the first loss, it returns "false". Tests and the colour of the
// sentence depend on this value.
func (c *Strip) Valid() string {
	valid, _ := charts.CertifiedText(&c.App.State)
	return strconv.FormatBool(valid)
}

// Delta returns a text with δ, the largest probability with which the bound may fail, as in "δ = 0.05".
func (c *Strip) Delta() string { return "δ = " + view.Set(c.App.State.Config.Delta) }
