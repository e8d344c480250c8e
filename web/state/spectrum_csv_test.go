package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// The CSV of the spectrum has the place of each eigenvalue in the whole spectrum, also for a large operator whose spectrum is known only at
// both ends. Without the dimension of the kernel, the places at the low end are empty.
func TestSpectrumHasThePlacesOfItsEigenvalues(t *testing.T) {
	for _, c := range []struct {
		sp   frame.SpectrumView
		want string
	}{
		{frame.SpectrumView{Dim: 3, Complete: true, Low: 3, KernelDim: 1, Values: []float64{0, 0.5, 2}}, "0,0|1,0.5|2,2"},
		{frame.SpectrumView{Dim: 5000, Low: 2, KernelDim: 60, Values: []float64{0.25, 0.5, 1.5, 2}}, "60,0.25|61,0.5|4998,1.5|4999,2"},
		{frame.SpectrumView{Dim: 5000, Low: 1, KernelDim: -1, Values: []float64{0.25, 1.5, 2}}, ",0.25|4998,1.5|4999,2"},
		{frame.SpectrumView{Dim: 5000, KernelDim: 60, Values: []float64{2}}, "4999,2"},
	} {
		d := loaded(t)
		d.s.Spectrum = &c.sp
		d.do(state.Export{What: "spectrum"})
		data := string(d.cmds[0].(state.Download).Data)
		_, rows, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(data), "\r", ""), "\n")
		if got := strings.ReplaceAll(rows, "\n", "|"); got != c.want {
			t.Errorf("%+v: the rows are %q, want %q", c.sp, got, c.want)
		}
	}
}
