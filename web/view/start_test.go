package view_test

import (
	"slices"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// This file tests the page before the first prediction, and at the end of an epoch.

// Before the first prediction all numbers of a frame are 0. At the start and after two stages the page shows no prediction, no accuracy, no
// bound and no class. After an epoch it shows a bound and a value of the classes.
func TestNoPredictionBeforeTheFirst(t *testing.T) {
	focus := frame.Focus{}
	for _, steps := range []func(*sgpc.Run){func(*sgpc.Run) {}, func(r *sgpc.Run) { r.StepStage(); r.StepStage() }} {
		s := karate(t, steps, focus)
		rail := stages.Rail(s)
		if a, b := rail[stage.Classes-1].Value, rail[stage.Posterior-1].Value; a != "not run yet" || b != a {
			t.Errorf("position %d: the rail says %q and %q", s.Frame.Position, a, b)
		}
		if charts.NewBound(s).Ready || stages.Sparks(s)[stage.Classes-1] != nil {
			t.Errorf("position %d: there is a bound or a picture of the classes", s.Frame.Position)
		}
		a := picture.NewAttributes(s)
		for i, c := range a.Class {
			if c != -1 || a.Flags[i]&picture.FlagWrong != 0 {
				t.Fatalf("position %d: node %d is drawn as class %d, flags %d", s.Frame.Position, i, c, a.Flags[i])
			}
		}
		s.View.Panel, s.View.Stage = state.PanelStage, stage.Classes
		// Stage 8 has a sentence, and no figure but its settings and notes.
		controls := func(f view.Figure) bool { return f.Kind == "settings" || f.Kind == "notes" }
		if v := inspector.New(s); len(slices.DeleteFunc(slices.Clone(v.Body.Figures), controls)) > 0 || view.Plain(v.Lead) == "" {
			t.Errorf("position %d: stage 8 says %q over %d pictures", s.Frame.Position, view.Plain(v.Lead), len(v.Body.Figures))
		}
	}
	s := karate(t, epochs(1), focus)
	if !charts.NewBound(s).Ready || stages.Rail(s)[stage.Classes-1].Value == "–" {
		t.Error("after an epoch there is no bound, or the rail has no value of the classes")
	}
}

// The last operation of an epoch is called an update of the weights, and not a step of the ascent.
func TestUpdateIsCalledUpdate(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Gap
	if text, sub := view.StageText(s), inspector.New(s).Sub; text != "10 Gap ascent, update" || sub != "Weights updated. Tests Theorem 3" {
		t.Errorf("the operation is called %q, and the line below the title is %q", text, sub)
	}
}

// The curve of the gain covers the whole axis of the spectrum, also if the axis is shorter than a step of the abscissas.
func TestGainReachesTheEndOfTheAxis(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{Spectrum: true})
	// With the eigenvalues times 0.004 the axis is shorter than a step.
	sp := *s.Spectrum
	sp.Of, sp.Values = "laplacian", slices.Clone(sp.Values)
	for k := range sp.Values {
		sp.Values[k] *= 0.004
	}
	s.Spectrum = &sp
	m := charts.NewSpectrum(s)
	if n := len(m.GainX); n < 2 || m.GainX[n-1] < float64(m.Max) || m.GainX[n-2] >= float64(m.Max) || len(m.GainAFM) != n ||
		len(m.GainSVR) != n {
		t.Errorf("the axis ends at %v, the gain has the abscissas %v and the values %v", m.Max, m.GainX, m.GainSVR)
	}
}
