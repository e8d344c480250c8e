package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/charts"
)

// If the eigenvalues above the kernel are unknown, no text calls λ₂ "none", no text has one of the largest eigenvalues as the first
// eigenvalue above the kernel, and the chart has a note in place of stems. Two large operators are known to have no λ₂: the operator 0, and
// a literal operator whose kernel has more than the constants.
func TestUnknownLambda2IsNotNone(t *testing.T) {
	largest := []float64{1.91, 1.95, 1.99}
	unproven := "at dimension n·d = 5000 no factorisation proves the smallest ones"
	failed := "the matrix has a number that is not finite"
	for _, sp := range []frame.SpectrumView{
		{Dim: 5000, Values: largest, KernelDim: 60, KernelTol: 1e-8, Index2: -1, Err: unproven},
		{Dim: 5000, Values: largest, KernelDim: -1, KernelTol: 1e-8, Index2: -1, KernelLow: -1, KernelHigh: -1},
		{Dim: 68, KernelDim: -1, Index2: -1, KernelLow: -1, KernelHigh: -1, Err: failed},
	} {
		text := strings.Join(charts.KernelText(&sp), "")
		for _, claim := range []string{"constants", "No*", "none", "1.91", "at this size"} {
			if strings.Contains(text, claim) {
				t.Errorf("%+v: the sentence %q contains %q", sp, text, claim)
			}
		}
		if !strings.Contains(text, "λ₂ is *not known*") || !strings.Contains(text, sp.Err) {
			t.Errorf("%+v: the sentence is %q", sp, text)
		}
		if got := charts.Lambda2(&sp); got != "–" {
			t.Errorf("%+v: λ₂ is %q, want a dash", sp, got)
		}
		s := state.New(recipe.Recipe{})
		s.Frame, s.Spectrum = &frame.Frame{}, &sp
		chart := charts.NewSpectrum(&s)
		if len(chart.After) > 0 || chart.Remark != "" || chart.Note == "" || !strings.Contains(chart.Note, sp.Err) {
			t.Errorf("%+v: the chart is %+v", sp, chart)
		}
	}
	literal := frame.SpectrumView{Dim: 5000, Values: largest, KernelDim: 60, KernelTol: 1e-8, Index2: -1}
	text := strings.Join(charts.KernelText(&literal), "")
	if charts.Lambda2(&literal) != "none" || !strings.HasSuffix(text, "counts as *none*.") {
		t.Errorf("a literal operator has λ₂ %q and the sentence %q", charts.Lambda2(&literal), text)
	}
	zero := frame.SpectrumView{Dim: 5000, Values: make([]float64, 10), KernelDim: 5000, KernelTol: 1e-8, Index2: -1}
	if text := strings.Join(charts.KernelText(&zero), ""); charts.Lambda2(&zero) != "none" || !strings.Contains(text, "*No* eigenvalue lies") {
		t.Errorf("the operator 0 has λ₂ %q and the sentence %q", charts.Lambda2(&zero), text)
	}
}
