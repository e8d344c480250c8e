package edge

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// lead describes the effect of the step on the edge's plan, and the agreement of its ends.
func lead(s *state.State, e *frame.Edge, d int) []view.Span {
	var parts []string
	switch {
	case s.Frame.Stage == stage.Sinkhorn && len(e.Current) == d*d:
		gap := 0.0
		for k := range e.Current {
			gap += math.Abs(e.Current[k]-e.P0[k]) / 2
		}
		parts = append(parts, "After the scalings so far *", view.Pct(gap), "* of the mass is in another cell than in P0, their limit. ")
	case len(e.Carried) == d*d && len(e.P) == d*d:
		parts = carriedText(s, e, d)
	case len(e.P0) == d*d && len(e.P) == d*d:
		parts = movedText(e, d)
	}
	if e.Alpha > 0 {
		prior := e.Alpha0 / (e.Alpha0 + e.Beta0)
		word := "as the prior has it"
		switch {
		case e.Kappa > prior+5e-3:
			word = "more than the " + view.Fix(prior, 2) + " of the prior"
		case e.Kappa < prior-5e-3:
			word = "less than the " + view.Fix(prior, 2) + " of the prior"
		}
		old := view.EarlierEpoch(s.Frame, stage.Posterior)
		if old != "" {
			old = " " + old
		}
		parts = append(parts, "The mean agreement of its ends"+old+" is *κ̄\u00a0=\u00a0", view.Fix(e.Kappa, 2), "*, ", word, ".")
	}
	if len(parts) == 0 {
		parts = []string{"Nothing is known of this edge yet: its plan comes in stage 2, its maps in stage 4, its agreement in stage 9."}
	}
	return view.Say(parts...)
}

// movedText describes the change of the plan by the step, and the largest entry off the diagonal.
func movedText(e *frame.Edge, d int) (parts []string) {
	before, after := offMass(e.P0, d), offMass(e.P, d)
	switch diff := before - after; {
	case math.Abs(diff) < 5e-5:
		parts = append(parts, "The step leaves the mass off the diagonal as it is, *", view.Pct(after), "*. ")
	case diff > 0:
		parts = append(parts, "The step moves *", view.Points(diff), "* of the mass back to the diagonal. ")
	default:
		parts = append(parts, "The step moves *", view.Points(-diff), "* of the mass off the diagonal. ")
	}
	focus, best := -1, 0.0
	for k, x := range e.P {
		if k/d != k%d && x > best {
			focus, best = k, x
		}
	}
	if focus >= 0 && after > 1e-3 {
		most := words.Either(best > after/2, "Most", "The largest part")
		parts = append(parts, most, " of what is off the diagonal goes from coordinate ", view.Int(focus/d+1), " to ", view.Int(focus%d+1), ". ")
	}
	return parts
}
