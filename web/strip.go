package web

import (
	"strconv"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/stages"
)

// Strip holds the three charts under the graph.
type Strip struct{ App *App }

// spectrum is a text about the spectrum on the screen; none stands there without one.
func (c *Strip) spectrum(text func(*frame.SpectrumView) string, none string) string {
	if sp := c.App.State.Spectrum; sp != nil {
		return text(sp)
	}
	return none
}

// Dim is the number of eigenvalues.
func (c *Strip) Dim() string {
	return c.spectrum(func(sp *frame.SpectrumView) string { return view.Int(sp.Dim) }, "–")
}

// Kernel is the dimension of the kernel.
func (c *Strip) Kernel() string {
	return c.spectrum(func(sp *frame.SpectrumView) string { return view.Known(sp.KernelDim) }, "–")
}

// When says of which epoch the spectrum is, when not of the position on the screen.
func (c *Strip) When() string { return stages.SpectrumWhen(&c.App.State) }

// LossWords says what stands beside the loss.
func (c *Strip) LossWords() string { return view.LossWords(&c.App.State) }

// Tol is the tolerance below which an eigenvalue counts as 0, and whether that decides.
func (c *Strip) Tol() string { return c.spectrum(charts.KernelTol, "") }

// Lambda2 is the smallest eigenvalue above the kernel.
func (c *Strip) Lambda2() string { return c.spectrum(charts.Lambda2, "–") }

// Lambda2Full is the same with all digits.
func (c *Strip) Lambda2Full() string {
	return c.spectrum(func(sp *frame.SpectrumView) string { return strconv.FormatFloat(sp.Lambda2, 'g', -1, 64) }, "")
}

// Loss is the sum of the three terms.
func (c *Strip) Loss() string {
	if f := c.App.State.Frame; view.Judged(f) {
		return view.Fix(f.Loss.Total, 3)
	}
	return "–"
}

// LossFull is the same with all digits.
func (c *Strip) LossFull() string {
	if f := c.App.State.Frame; view.Judged(f) {
		return strconv.FormatFloat(f.Loss.Total, 'g', -1, 64)
	}
	return ""
}

// Acc is the accuracy on training (0), validation (1) or test nodes (2).
func (c *Strip) Acc(set int) string {
	f := c.App.State.Frame
	if !view.Predicts(f) {
		return "–"
	}
	v := [3]float64{f.Accuracy.Train, f.Accuracy.Val, f.Accuracy.Test}[set]
	if v < 0 {
		return "–"
	}
	return view.Pct(v)
}

// Certified says whether the certificate is valid at the epoch shown.
func (c *Strip) Certified() string {
	_, text := charts.CertifiedText(&c.App.State)
	return text
}

// Valid is "true" or "false", for tests and for the colour.
func (c *Strip) Valid() string {
	valid, _ := charts.CertifiedText(&c.App.State)
	return strconv.FormatBool(valid)
}

// Delta is δ of the bound.
func (c *Strip) Delta() string { return "δ = " + view.Set(c.App.State.Config.Delta) }
