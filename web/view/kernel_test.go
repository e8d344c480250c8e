package view_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// laplacianText returns the sentence of stage 5, and whether the panel shows the eigenvalues around the tolerance.
func laplacianText(t *testing.T, cfg settings.Config, edits []frame.MapChange) (string, *frame.SpectrumView, bool) {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Spectrum: true}, frame.Once{Changes: edits})
	s.View.Stage = stage.Laplacian
	v := inspector.New(s)
	crowd := false
	for _, f := range v.Body.Figures {
		crowd = crowd || f.ID == "crowd"
	}
	return view.Plain(v.Lead), s.Spectrum, crowd
}

// TestNoLambda2ToRaise: without λ₂ the ascent shows no step from 0 to 0.
func TestNoLambda2ToRaise(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg := settings.Default()
	cfg.Convention = "literal"
	s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Spectrum: true})
	s.View.Stage = stage.Gap
	if text := view.Plain(inspector.New(s).Lead); !strings.Contains(text, "no λ₂ to raise") {
		t.Error(text)
	}
	if text := stages.Rail(s)[stage.Gap-1].Value; text != "no λ₂ to raise" {
		t.Error(text)
	}
}

// TestNoSpectralTerm: a spectral term without λ₂ as its divisor is called missing, and is not among the terms of the loss.
func TestNoSpectralTerm(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, convention := range []string{"literal", "preliminaries"} {
		cfg := settings.Default()
		cfg.Convention, cfg.LambdaSpec = convention, 0.01
		s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Spectrum: true})
		s.View.Stage = stage.Posterior
		text, names := view.Plain(inspector.New(s).Lead), strings.Join(charts.NewBound(s).Rows[0].Names, " ")
		missing := convention == "literal"
		if strings.Contains(text, "cannot be evaluated") != missing || strings.Contains(names, "spectral") == missing ||
			strings.Contains(charts.NewBound(s).Rows[0].Name, "+ spectral") == missing {
			t.Errorf("%s: %s; terms %s", convention, text, names)
		}
	}
}

// TestKernelSaysWhatDecides: the panel of stage 5 and the strip say when the tolerance decides the dimension of the kernel and λ₂, with
// the dimensions for other tolerances. They also say when there is no λ₂.
func TestKernelSaysWhatDecides(t *testing.T) {
	cfg := settings.Default()
	plain, sp, crowd := laplacianText(t, cfg, nil)
	if strings.Contains(plain, "choice") || crowd || sp.Crowded() || !strings.Contains(plain, "λ₂, is "+view.Num(sp.Lambda2)) &&
		!strings.Contains(plain, "λ₂ here, is "+view.Num(sp.Lambda2)) {
		t.Errorf("%s (%+v)", plain, sp)
	}
	cfg.Operator = "laplacian"
	var edits []frame.MapChange
	for e := range 78 {
		for side := range 2 {
			edits = append(edits, frame.MapChange{Edge: e, Side: side, Scale: math.Pow(10, -5*float64(e)/78)})
		}
	}
	text, sp, crowd := laplacianText(t, cfg, edits)
	low, high := 0, 0
	for _, x := range sp.Values {
		if x <= sp.KernelTol/10 {
			low++
		}
		if x <= sp.KernelTol*10 {
			high++
		}
	}
	want := fmt.Sprintf("%d eigenvalues lie within a factor of 10 of the tolerance %s: were it so much smaller or larger, the kernel would "+
		"have dimension %d or %d.", high-low, view.Exp(sp.KernelTol), low, high)
	if high-low < 2 || !strings.Contains(text, want) || !crowd {
		t.Errorf("%q, want %q", text, want)
	}
	if got := charts.KernelTol(sp); !strings.Contains(got, fmt.Sprintf("%d to %d within ×10", low, high)) {
		t.Error(got)
	}
	cfg = settings.Default()
	cfg.Convention = "literal"
	text, sp, _ = laplacianText(t, cfg, nil)
	if sp.Lambda2 != 0 || !strings.Contains(text, "counts as none") || charts.Lambda2(sp) != "none" {
		t.Errorf("%s with λ2 %g", text, sp.Lambda2)
	}
	if !strings.Contains(text, "begins at "+view.Num(sp.Values[sp.KernelDim])) {
		t.Error(text)
	}
}
