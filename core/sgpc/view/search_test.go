package view

import (
	"math"
	"testing"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
)

// TestNeighboursOfATrial computes λ₂ at further step lengths of a line search with one
// trial. At the step length of the trial, λ₂ is that of the run. The run stays
// unchanged. The mean change of the plans by one JKO step sums to 0.
func TestNeighboursOfATrial(t *testing.T) {
	run, still := sample.Karate(t, sgpc.New, nil), sample.Karate(t, sgpc.New, nil)
	seen := 0
	for range 6 {
		run.StepEpoch()
		still.StepEpoch()
		s := Frame(run, frame.Focus{Spectrum: true}).Stages
		g := s.Gap
		last := g.Trials[len(g.Trials)-1]
		if n := len(g.Trials); n > 1 && g.Trials[n-2].Step == last.Step {
			if g.Search != nil {
				t.Errorf("a search of several trials has neighbours %v", g.Search)
			}
			continue
		}
		if g.Search == nil || len(g.Search.Eta) != 4 || len(g.Search.Lambda2) != 4 {
			t.Fatalf("neighbours %v", g.Search)
		}
		seen++
		if at := run.Along(last.Eta)[0]; last.Armijo && math.Abs(at-last.Lambda2) > 1e-8*last.Lambda2 {
			t.Errorf("at η = %v the line has λ₂ = %v, the run %v", last.Eta, at, last.Lambda2)
		}
		if at := run.Along(0)[0]; math.Abs(at-last.Before) > 1e-8*at {
			t.Errorf("the line starts at λ₂ = %v, the search at %v", at, last.Before)
		}
		sum := 0.0
		for _, x := range s.JKOMoved {
			sum += x
		}
		if len(s.JKOMoved) != run.Config().D*run.Config().D || math.Abs(sum) > 1e-9 {
			t.Errorf("moved %v, in sum %v", s.JKOMoved, sum)
		}
	}
	if seen == 0 {
		t.Error("no search of one trial")
	}
	if a, b := run.Lambda2(), still.Lambda2(); a != b {
		t.Errorf("with the neighbours %v, without them %v", a, b)
	}
}
