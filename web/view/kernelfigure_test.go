package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
)

// TestNearEigenvaluesHaveTheirNumbers: the figure around the tolerance numbers its first eigenvalue by its place in the whole spectrum,
// from 1. A large graph lacks the kernel and the last of the near eigenvalues; the first shown one then follows the kernel.
func TestNearEigenvaluesHaveTheirNumbers(t *testing.T) {
	const tol = 1e-6
	spectrum := view.Vec{0, tol / 5, tol / 2, 2 * tol, 3 * tol, 4 * tol, 1}
	for _, c := range []struct{ from, to, first int }{{1, 6, 2}, {3, 6, 4}, {3, 5, 4}, {3, 4, 4}} {
		sp := &frame.SpectrumView{KernelTol: tol, KernelDim: 3, KernelLow: 1, KernelHigh: 6, Near: spectrum[c.from:c.to]}
		figure, ok := charts.CrowdFigure(sp)
		if !ok {
			t.Fatal("there is no figure")
		}
		if lines := figure.Data.(view.Lines); lines.From != c.first || len(lines.Series[0].Y) != c.to-c.from {
			t.Errorf("eigenvalues %d to %d: the figure has %d from number %d, want %d from %d", c.from+1, c.to, len(lines.Series[0].Y),
				lines.From, c.to-c.from, c.first)
		}
	}
}

// TestScalarMapsAreComparedWithoutPlan: with lift=scalar the maps of an edge are w I and σ w I, so the sentence of stage 4 has neither S
// nor W. The maps of the frame's edge have this form.
func TestScalarMapsAreComparedWithoutPlan(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, sign := range []float64{1, -1} {
		cfg := settings.Default()
		cfg.Lift, cfg.GapMode, cfg.LambdaSpec, cfg.Sign = "scalar", "off", 0, sign
		s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Edge: 4})
		s.View.Stage = stage.Maps
		want := "an edge asks w·x of both ends to be equal"
		if sign < 0 {
			want = "an edge asks w·x of both ends to be opposite"
		}
		if text := view.Plain(inspector.New(s).Lead); !strings.Contains(text, want) || strings.Contains(text, "S·W") {
			t.Errorf("sign %g: stage 4 says %q, want %q", sign, text, want)
		}
		e := s.Frame.Edge
		if e == nil {
			t.Fatal("the frame has no edge")
		}
		for k := range e.Rij {
			isDiagonal := k%(s.Frame.D+1) == 0
			if e.Rji[k] != sign*e.Rij[k] || isDiagonal != (e.Rij[k] != 0) || isDiagonal && e.Rij[k] != e.Rij[0] {
				t.Errorf("sign %g: the maps are %v and %v, want w I and σ w I", sign, e.Rij, e.Rji)
				break
			}
		}
	}
}

// TestZeroLaplacianIsAssembled: with maps=zero the trace of L is 0. After an epoch the panel of stage 5 shows this trace, unless an ascent
// has moved the maps since. At position 0 the panel says that L is not assembled.
func TestZeroLaplacianIsAssembled(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, maps := range []string{settings.MapsZero, settings.MapsLearned} {
		for _, ascent := range []string{"off", "sheaf"} {
			for _, epoch := range []int{0, 1} {
				cfg := settings.Default()
				cfg.Maps, cfg.GapMode = maps, ascent
				s := karateAt(t, g, split, cfg, epochs(epoch), frame.Focus{})
				s.View.Stage = stage.Laplacian
				v := inspector.New(s)
				says := strings.Contains(view.Plain(v.Lead), "not assembled")
				values := 1 + epoch // n·d, and the trace
				if ascent == "sheaf" && maps == settings.MapsLearned {
					values = 1
				}
				if says != (epoch == 0) || len(v.Body.Vals) != values {
					t.Errorf("maps=%s, ascent %s, epoch %d: the lead says that L is not assembled: %v; %d values, want %d", maps, ascent, epoch,
						says, len(v.Body.Vals), values)
				}
			}
		}
	}
}
