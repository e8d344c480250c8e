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

// laplacianText trains one epoch on the karate club, with the maps changed by edits. It returns the sentence of stage 5, the spectrum, and
// whether the panel shows the eigenvalues around the tolerance of the kernel.
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
	showsCrowd := false
	for _, f := range v.Body.Figures {
		showsCrowd = showsCrowd || f.ID == "crowd"
	}
	return view.Plain(v.Lead), s.Spectrum, showsCrowd
}

// With literal maps there is no λ₂. The sentence of stage 10 and its value in the rail then say "no λ₂ to raise".
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
		t.Errorf("stage 10 says %q", text)
	}
	if text := stages.Rail(s)[stage.Gap-1].Value; text != "no λ₂ to raise" {
		t.Errorf("the rail says %q", text)
	}
}

// Without λ₂, its divisor, the spectral term cannot be evaluated. The sentence of stage 9 states this, and the bound lacks the term. With
// λ₂ the bound has the term.
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
			t.Errorf("%s, term missing %v: stage 9 says %q; the terms of the bound are %s", convention, missing, text, names)
		}
	}
}

// If eigenvalues lie near the tolerance, the tolerance decides the dimension of the kernel. The panel of stage 5 and the strip of charts
// then have the dimensions for ten times smaller and larger tolerances. Otherwise the panel states λ₂. Without λ₂ panel and strip call it
// "none", and the panel has the first eigenvalue above the kernel.
func TestKernelSaysWhatDecides(t *testing.T) {
	cfg := settings.Default()
	plain, spectrum, listed := laplacianText(t, cfg, nil)
	if strings.Contains(plain, "choice") || listed || spectrum.Crowded() {
		t.Errorf("no eigenvalue is near the tolerance, and the sentence is %q (%+v)", plain, spectrum)
	}
	lambda2 := view.Num(spectrum.Lambda2)
	// The sentence has "here" if the kernel has dimension 0.
	if !strings.Contains(plain, "λ₂, is "+lambda2) && !strings.Contains(plain, "λ₂ here, is "+lambda2) {
		t.Errorf("the sentence %q lacks λ₂ = %s", plain, lambda2)
	}
	// Maps of the 78 edges that fall from 1 to 10⁻⁵ spread the eigenvalues around the tolerance.
	cfg.Operator = "laplacian"
	var edits []frame.MapChange
	for e := range 78 {
		for side := range 2 {
			edits = append(edits, frame.MapChange{Edge: e, Side: side, Scale: math.Pow(10, -5*float64(e)/78)})
		}
	}
	text, spectrum, listed := laplacianText(t, cfg, edits)
	// The eigenvalues up to a tenth of the tolerance, and up to ten times the tolerance.
	low, high := 0, 0
	for _, x := range spectrum.Values {
		if x <= spectrum.KernelTol/10 {
			low++
		}
		if x <= spectrum.KernelTol*10 {
			high++
		}
	}
	want := fmt.Sprintf("%d eigenvalues lie within a factor of 10 of the tolerance %s: were it so much smaller or larger, the kernel would "+
		"have dimension %d or %d.", high-low, view.Exp(spectrum.KernelTol), low, high)
	if high-low < 2 || !strings.Contains(text, want) || !listed {
		t.Errorf("stage 5 says %q, want %q, and shows the eigenvalues: %v", text, want, listed)
	}
	if got := charts.KernelTol(spectrum); !strings.Contains(got, fmt.Sprintf("%d to %d within ×10", low, high)) {
		t.Errorf("the strip says %q, want %d to %d", got, low, high)
	}
	// Literal maps have no λ₂.
	cfg = settings.Default()
	cfg.Convention = "literal"
	text, spectrum, _ = laplacianText(t, cfg, nil)
	if spectrum.Lambda2 != 0 || !strings.Contains(text, "counts as none") || charts.Lambda2(spectrum) != "none" {
		t.Errorf("with λ₂ = %g stage 5 says %q, and the strip %q, want none", spectrum.Lambda2, text, charts.Lambda2(spectrum))
	}
	if !strings.Contains(text, "begins at "+view.Num(spectrum.Values[spectrum.KernelDim])) {
		t.Errorf("the sentence %q lacks the first eigenvalue above the kernel", text)
	}
}
