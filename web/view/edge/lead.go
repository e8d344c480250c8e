package edge

// This file has the sentences at the top of the panel of an edge. A transport plan says how much mass goes from each stalk coordinate of
// one end to each stalk coordinate of the other end. Mass off the diagonal goes to a coordinate with another number.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// lead returns sentences on the edge: on its plan at the present step of the run, then on the agreement of its ends. If the frame has
// neither the plan after the step nor a posterior, a sentence says when further numbers come.
func lead(s *state.State, e *frame.Edge) []view.Span {
	var parts []string
	d := s.Frame.D
	switch {
	case isScaling(s, e): // stage 2 is at work
		misplaced := 0.0 // mass in other cells than in the limit P₀: half of the sum of absolute differences
		for k := range e.Current {
			misplaced += math.Abs(e.Current[k]-e.P0[k]) / 2
		}
		parts = append(parts, "After the scalings so far *", view.Pct(misplaced), "* of the mass is in another cell than in P0, their limit. ")
	case len(e.Carried) == d*d && len(e.P) == d*d: // the settings put another plan in place of the edge's own plan
		parts = carriedText(s, e, d)
	case len(e.P0) == d*d && len(e.P) == d*d && s.Config.LiftSteps() == 0:
		parts = append(parts, "These settings have no JKO step. Of the mass *", view.Pct(offMass(e.P, d)), "* is off the diagonal. ")
	case len(e.P0) == d*d && len(e.P) == d*d: // the edge has its plans before and after the JKO step
		parts = movedText(e, d)
	}

	// The posterior mean beside the prior mean. A difference of at most half of the last printed decimal does not count.
	if e.Alpha > 0 { // 0 before the posterior is computed
		const margin = 5e-3
		prior := e.Alpha0 / (e.Alpha0 + e.Beta0) // the mean of Beta(α₀, β₀)
		comparison := "as the prior has it"
		switch {
		case e.Kappa > prior+margin:
			comparison = "more than the " + view.Fix(prior, 2) + " of the prior"
		case e.Kappa < prior-margin:
			comparison = "less than the " + view.Fix(prior, 2) + " of the prior"
		}
		old := view.EarlierEpoch(s.Frame, stage.Posterior) // such as "of epoch 3", or "" for the present epoch
		if old != "" {
			old = " " + old
		}
		parts = append(parts, "The mean agreement of its ends"+old+" is *κ̄\u00a0=\u00a0", view.Fix(e.Kappa, 2), "*, ", comparison, ".")
	}
	if len(parts) == 0 {
		hasNumbers := e.Code != nil || len(e.Rij) > 0 // numbers in place of plans, or maps without a plan
		parts = []string{words.Either(hasNumbers, "Its agreement comes in stage 9.", "It has no numbers yet.")}
	}
	return view.Say(parts...)
}

// movedText returns two sentences on the mass off the diagonal: on its change by the JKO step, and on its largest entry. The second is left
// out if at most 0.1 % of the mass is off the diagonal.
func movedText(e *frame.Edge, d int) (parts []string) {
	before, after := offMass(e.P0, d), offMass(e.P, d)
	// A change below 0.005 percentage points counts as none. From there to 0.05 points, view.Points prints "under 0.1". A positive value of
	// returned is mass that went back to the diagonal.
	const visible = 5e-5
	returned := before - after
	switch {
	case math.Abs(returned) < visible:
		parts = append(parts, "The step leaves the mass off the diagonal as it is, *", view.Pct(after), "*. ")
	case returned > 0:
		parts = append(parts, "The step moves *", view.Points(returned), "* of the mass back to the diagonal. ")
	default:
		parts = append(parts, "The step moves *", view.Points(-returned), "* of the mass off the diagonal. ")
	}

	// The place of less mass than 0.1 % does not matter. The index cell is row·d + column, or −1 for a diagonal plan.
	const noticeable = 1e-3
	if cell, mass := largestOff(e.P, d); cell >= 0 && after > noticeable {
		part := words.Either(mass > after/2, "Most", "The largest part")
		parts = append(parts, part, " of what is off the diagonal goes from coordinate ", view.Int(cell/d+1), " to ", view.Int(cell%d+1), ". ")
	}
	return parts
}
