// The exercises of chapter 6 are about the spectral gap λ₂, the smallest eigenvalue of L above its kernel.

package coursemath

import (
	"slices"
	"strconv"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// gapGoal is the goal of exercise 6.1 in an edition of the course. The measure of an answer is its λ₂ / Σ‖F‖², divided by the same quotient
// of a reference sheaf.
type gapGoal struct {
	factor      float64 // least measure of a right answer
	fromUniform bool    // the reference is the sheaf with equal maps; if false, it is the initial sheaf
	question    string
}

// The goals of the two editions.
var (
	// firstGapGoal is the goal of the first edition. Equal maps reach it, since the bridge has smaller maps at the start.
	firstGapGoal = gapGoal{1.25, false, "A handle scales both maps of its edge. Raise $λ_2$ by a quarter. What you add counts: the " +
		"measure is $λ_2 / Σ‖F‖^2$."}
	// presentGapGoal is the goal of the present edition, which equal maps never reach: their measure is 1.
	presentGapGoal = gapGoal{1.15, true, "A handle scales both maps of its edge. What you add counts: the measure is $λ_2 / Σ‖F‖^2$, as a " +
		"multiple of what it is with all maps alike. Bring it to 1.15."}
)

// raiseGap draws exercise 6.1: scale the maps of two triangles with a bridge until λ₂ / Σ‖F‖² is large.
func raiseGap(goal gapGoal) func(r *rng.Stream, v *Variant) {
	return func(r *rng.Stream, v *Variant) {
		// The bridge has the smallest maps, 0.4 to 0.8 in place of 1, so it limits λ₂.
		v.Sheaf = Barbell(1)
		bridge := decimal(0.4+float64(0.05*float64(r.Intn(9))), 2)
		last := len(v.Sheaf.Edges) - 1
		v.Sheaf.Edges[last].Maps = [2]string{bridge, bridge}
		for e := range v.Sheaf.Edges {
			v.Handles = append(v.Handles, e)
		}
		v.Question = goal.question
		reference := v.Sheaf
		if goal.fromUniform {
			reference = Barbell(1)
		}
		v.judgeSheaf(fixedGraph, analyseSpectrum, func(s *SheafText, a *Analysis) Marking {
			if a.Trace == 0 { // the measure would divide by 0
				return wrong("With all maps zero there is no gap at all. Give the edges their maps back.")
			}
			referenceAnalysis, err := analyseSpectrum(reference)
			if err != nil {
				return failed(err.Error())
			}
			return goal.judge(a, referenceAnalysis)
		})
	}
}

// judge marks a sheaf relative to the reference sheaf.
// The measure is λ₂ / Σ‖F‖², divided by the same quotient of the reference. A common factor of all maps does not change the measure.
func (goal gapGoal) judge(a, reference *Analysis) Marking {
	gapRatio := a.Lambda2 / reference.Lambda2
	measure := gapRatio * reference.Trace / a.Trace
	keepsDim := a.Dim.Dim == reference.Dim.Dim
	isUniform := !slices.ContainsFunc(a.maps, func(m Map) bool { return !slices.Equal(m.Entries, a.maps[0].Entries) })
	// An answer is close from 88 % of the goal on: 1.1 for the goal 1.25 of the first edition.
	out := Marking{Value: Meter(measure), Right: keepsDim && measure >= goal.factor, Close: measure >= 0.88*goal.factor}
	switch {
	case !keepsDim:
		out.Reason = "Now dim H⁰ is " + strconv.Itoa(a.Dim.Dim) + ", it was " + strconv.Itoa(reference.Dim.Dim) +
			", so λ₂ is another eigenvalue: " + a.Gap().Words() +
			". Scale both maps of an edge alike, and keep the graph in one piece."
	case out.Right:
		out.Reason = "Yes: the measure is " + goal.times(measure) + ". Little passes between the two triangles, so the edge between them " +
			"counts most."
	case goal.fromUniform && isUniform:
		out.Reason = "All maps are alike, so the measure is 1, whatever their size. Which single edge limits λ₂? Let it count more."
	case gapRatio >= goal.factor:
		out.Reason = "λ₂ itself is " + digits(gapRatio) + words.Either(goal.fromUniform, " times that of all maps 1", " times what it was") +
			", but so much was added that the measure is " + goal.times(measure) +
			". A common factor raises every eigenvalue alike. Look at v₂: over which edges does it change most?"
	default:
		out.Reason = "The measure is " + goal.times(measure) + "; " + digits(goal.factor) +
			" is wanted. Look at v₂: over which edges does it change most?"
	}
	return out
}

// times returns a phrase with a value of the measure and the reference, such as "1.2 times what it was". A value below the goal does not
// read as the goal.
func (goal gapGoal) times(value float64) string {
	if goal.fromUniform {
		return digitsUnlike(value, goal.factor) + " times that of maps that are all alike"
	}
	return digitsUnlike(value, goal.factor) + " times what it was"
}

// noStep draws exercise 6.2: change the graph until λ₂ is a multiple eigenvalue.
// Then no step L + η v vᵀ raises λ₂, since another eigenvector than v keeps the eigenvalue λ₂.
// An answer is wrong if a map is not the identity, if it has fewer nodes than the initial graph, or if the graph is not connected.
func noStep(r *rng.Stream, v *Variant) {
	n := 4 + r.Intn(3) // 4 to 6 nodes
	v.Sheaf = Path(n, 1)
	// The nodes are on a circle, since there no node covers an edge. Their order is random: a path in the order of the circle would look
	// almost like a ring, which is an answer.
	circle := Ring(n, 1).Nodes
	for i, place := range r.Perm(n) {
		v.Sheaf.Nodes[i].X, v.Sheaf.Nodes[i].Y = circle[place].X, circle[place].Y
	}
	v.Question = "Leave all maps 1 and change the graph until no step $L + η v v^⊤$ can raise $λ_2$. Keep at least " +
		strconv.Itoa(n) + " nodes, in one piece."
	v.judgeSheaf(freeGraph, analyseSpectrum, func(s *SheafText, a *Analysis) Marking {
		for _, m := range a.maps {
			if !slices.Equal(m.Entries, identity(s.D)) {
				return wrong("Here all maps stay the identity: it is the graph that is to be changed.")
			}
		}
		out := Marking{}
		switch {
		case a.N < n:
			out.Reason = "With fewer nodes it is easier. Keep " + strconv.Itoa(n) + "."
		case a.Components > 1:
			out.Reason = "The graph fell apart. Then λ₂ says nothing of how the pieces hang together: join them."
		default:
			distance := a.lambda3() - a.Lambda2  // λ₃ − λ₂; 0 for a multiple eigenvalue λ₂
			largest := a.Values[len(a.Values)-1] // the scale of the rounding errors
			out.Value = Meter(distance)
			out.Right = distance <= 1e-9*largest // 0 up to rounding
			out.Close = distance <= 0.1          // absolute, since all maps are 1
			if out.Right {
				out.Reason = "Yes: λ₂ = λ₃ = " + digits(a.Lambda2) + ". A step raises one of the two directions, and the other stays behind: " +
					"the least of them is λ₂ as before."
				if s.D == 2 {
					out.Reason += " With two coordinates and plain maps every eigenvalue comes twice."
				}
			} else {
				out.Reason = "Here λ₃ lies " + digits(distance) + " above λ₂, and a step of that length gains all of it. Which graphs look " +
					"alike from several sides, so that an eigenvalue comes twice?"
			}
		}
		return out
	})
}
