package view

import (
	"math"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
)

// TestFurtherStepLengths checks the frames of the line searches of six epochs. A search with
// one trial has λ₂ at four further step lengths; a search with several trials has none. After a
// search with one trial, λ₂ at the accepted step length, and at 0, is λ₂ of the run. The mean
// change of the plans by a JKO step has d² entries that sum to 0. The frames do not change λ₂
// of the run. At least one search has one trial.
func TestFurtherStepLengths(t *testing.T) {
	run, twin := sample.Karate(t, sgpc.New, nil), sample.Karate(t, sgpc.New, nil)
	compared := 0
	for range 6 {
		run.StepEpoch()
		twin.StepEpoch()
		s := Frame(run, frame.Focus{Spectrum: true}).Stages
		g := s.Gap
		// A search with several trials has no further step lengths.
		last := g.Trials[len(g.Trials)-1]
		if n := len(g.Trials); n > 1 && g.Trials[n-2].Step == last.Step {
			if g.Search != nil {
				t.Errorf("a search of several trials has further step lengths %v", g.Search)
			}
			continue
		}
		if g.Search == nil || len(g.Search.Eta) != 4 || len(g.Search.Lambda2) != 4 {
			t.Fatalf("a search of one trial has the further step lengths %+v, want 4", g.Search)
		}
		compared++
		if lambda2 := run.Along(last.Eta)[0]; last.Armijo && math.Abs(lambda2-last.Lambda2) > 1e-8*last.Lambda2 {
			t.Errorf("at η = %v the line has λ₂ = %v, the run %v", last.Eta, lambda2, last.Lambda2)
		}
		if lambda2 := run.Along(0)[0]; math.Abs(lambda2-last.Before) > 1e-8*lambda2 {
			t.Errorf("the line starts at λ₂ = %v, the search at %v", lambda2, last.Before)
		}
		sum := 0.0
		for _, x := range s.JKOMoved {
			sum += x
		}
		if len(s.JKOMoved) != run.Config().D*run.Config().D || math.Abs(sum) > 1e-9 {
			t.Errorf("the mean change of the plans is %v, its sum %v, want %d entries and 0", s.JKOMoved, sum,
				run.Config().D*run.Config().D)
		}
	}
	if compared == 0 {
		t.Error("no search has one trial")
	}
	if a, b := run.Lambda2(), twin.Lambda2(); a != b {
		t.Errorf("λ₂ is %v after frames, %v without", a, b)
	}
}
