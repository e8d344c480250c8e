// The exercises of chapter 4 are about the dimension of H⁰ on a ring. H⁰ is the space of sections, the signals on which all edges agree.

package coursemath

import (
	"strconv"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// dimOptions are the possible dimensions of H⁰ on a ring of planes: a ring on which every stalk has dimension 2.
var dimOptions = []Option{{"0", "0"}, {"1", "1"}, {"2", "2"}}

// predictDim adds the question for dim H⁰ of v.Sheaf, a ring of planes. It also sets the options and the check of the answer.
// cause is the first sentence of the reason for a right answer: how the maps of the ring compose.
func predictDim(v *Variant, cause string) {
	v.Options = dimOptions
	v.Question += " What is $\\dim \\sp H^0$?"
	v.check = func(answer string, _ outcomes) Marking {
		a, err := analyseEnergy(v.Sheaf)
		if err != nil {
			return failed(err.Error())
		}
		dim := strconv.Itoa(a.Dim.Dim) // the right answer
		if answer == dim {
			return right("Yes. " + cause + " " + map[string]string{"0": "No vector but zero comes home unchanged.",
				"1": "The vectors on one line come home unchanged, and no others.", "2": "Every vector comes home unchanged."}[dim])
		}
		// A reader may answer 2 because the smallest eigenvalue is nearly 0. If the right answer is 0, the reason quotes the eigenvalue.
		// It is below 0.01, except for two reflections in different lines.
		smallestText := ""
		if answer == "2" {
			spectrum, err := analyseSpectrum(v.Sheaf)
			if err != nil {
				return failed(err.Error())
			}
			smallest := spectrum.Values[0]
			smallestText = words.Either(smallest < 0.01,
				"the smallest eigenvalue is only "+digits(smallest)+". But almost agreeing is not agreeing",
				"most maps here change nothing. But the smallest eigenvalue is "+digits(smallest)+", not 0")
		}
		return wrong(map[string]string{ // a key is the right dimension, followed by the answer
			"02": "A fair guess: " + smallestText + ". Walk round once: which vector comes home exactly as it left?",
			"01": "A fair guess: one direction might be spared. But a turn of the plane moves every direction. Walk round once: is any " +
				"vector left as it was?",
			"10": "A fair guess: a reflection moves nearly every vector. Nearly: which ones lie still in a mirror?",
			"12": "A fair guess: a reflection keeps all lengths. But walk round once with a vector across the mirror's line: does it come " +
				"home as it left?",
			"20": "A fair guess: some maps do move vectors. But what counts is what all of them do together. Walk round once and add up.",
			"21": "A fair guess if one map is looked at alone. Walk round the whole ring: what do the maps do together, to any vector?",
		}[dim+answer])
	}
}

// ringMap sets one of the two maps of edge e of a [Ring] with n nodes: the map of the node from which the walk 0, 1, …, n−1, 0 enters the
// edge. text is a map for [ParseMap], such as "turn 40".
func ringMap(s *SheafText, e int, text string) {
	side := 0 // the walk enters edge (i, i+1) from its first node
	// The last edge of a ring is the closing edge (0, n−1). The walk enters it from node n−1, its second node.
	if e == len(s.Edges)-1 {
		side = 1
	}
	s.Edges[e].Maps[side] = text
}

// ringOfTurns draws exercise 4.1: dim H⁰ of a ring with one turn, or with six turns that add up to a full turn.
func ringOfTurns(r *rng.Stream, v *Variant) {
	v.Sheaf = Ring(6, 2)
	if r.Intn(3) == 0 { // six turns; the figure marks no edge
		for e := range 6 {
			ringMap(v.Sheaf, e, TurnText(60, 1, Rotation)) // by 60°, with scale 1
		}
		v.Question = "On each edge of the ring one map turns by 60°, all the same way round. The other map changes nothing."
		predictDim(v, "Six turns of 60° make a full turn.")
		return
	}
	turn := strconv.Itoa(1 + r.Intn(20)) // in degrees; a small turn, so that the smallest eigenvalue is small, but not 0
	ringMap(v.Sheaf, 5, "turn "+turn)
	v.Question = "On the marked edge of the ring one map turns by " + turn + "°. All other maps change nothing."
	v.Handles = []int{5} // the edge that the figure marks
	predictDim(v, "Once round, a vector comes home turned by "+turn+"°.")
}

// ringOfMirrors draws exercise 4.2: dim H⁰ of a ring with one reflection, or with two reflections in equal or different lines.
func ringOfMirrors(r *rng.Stream, v *Variant) {
	v.Sheaf = Ring(6, 2)
	line := r.Intn(180)
	ringMap(v.Sheaf, 1, TurnText(float64(line), 1, Reflection))
	v.Handles = []int{1}
	if r.Intn(3) > 0 { // one reflection
		v.Question = "On the marked edge of the ring one map reflects in the line at " + strconv.Itoa(line) +
			"°. All other maps change nothing."
		predictDim(v, "Once round is one reflection.")
		return
	}
	secondLine := line // in the same line, the reflections undo each other
	if r.Intn(2) == 0 {
		secondLine = (line + 20 + r.Intn(60)) % 180
	}
	ringMap(v.Sheaf, 3, TurnText(float64(secondLine), 1, Reflection))
	v.Handles = []int{1, 3}
	v.Question = "Two maps of the ring reflect, in the lines at " + strconv.Itoa(line) + "° and at " + strconv.Itoa(secondLine) + "°. " +
		"The others change nothing."
	predictDim(v, "Two reflections make a turn by twice the angle between their lines.")
}

// ringOfPairs draws exercise 4.3: dim H⁰ of a ring with two turns. The sum of the turns is 0° with probability 2/3, and 1° to 9° with
// probability 1/3.
func ringOfPairs(r *rng.Stream, v *Variant) {
	v.Sheaf = Ring(6, 2)
	first := 10 + r.Intn(150) // turns are in degrees
	second := -first          // undoes the first turn
	// Nearly opposite turns make the smallest eigenvalue small, but not 0.
	if r.Intn(3) == 0 {
		second = -first + 1 + r.Intn(9)
	}
	ringMap(v.Sheaf, 0, "turn "+strconv.Itoa(first))
	ringMap(v.Sheaf, 3, "turn "+strconv.Itoa(second))
	v.Handles = []int{0, 3}
	v.Question = "Walking round the ring, one map turns by " + strconv.Itoa(first) + "° and a later one by " + minus(second) + "°. " +
		"The others change nothing."
	predictDim(v, "Once round, the turns add up to "+minus(first+second)+"°.")
}

// minus formats a whole number with the typographic minus.
func minus(k int) string {
	if k < 0 {
		return "−" + strconv.Itoa(-k)
	}
	return strconv.Itoa(k)
}

// buildOne draws exercise 4.4: change a ring until dim H⁰ = 1. Every connected sheaf of planes with a cycle and this dimension is right.
func buildOne(r *rng.Stream, v *Variant) {
	n := 3 + r.Intn(4) // 3 to 6 nodes
	v.Sheaf = Ring(n, 2)
	v.Question = "Change this sheaf on a ring of " + strconv.Itoa(n) + " until $\\dim \\sp H^0 = 1$."
	v.judgeSheaf(freeGraph, analyseEnergy, func(s *SheafText, a *Analysis) Marking {
		dim := a.Dim.Dim
		out := Marking{Value: Meter(dim)}
		// The first three cases are wrong even if dim H⁰ = 1: they avoid the idea of the exercise, a map that keeps one direction of the plane.
		switch {
		case s.D != 2:
			out.Reason = "With one number a node that is easy. Set the stalk dimension back to 2."
		case a.Components > 1:
			out.Reason = "The graph fell apart into " + strconv.Itoa(a.Components) + " pieces, each with sections of its own. Join them."
		case a.M < a.N: // a connected graph with fewer edges than nodes is a tree
			out.Reason = "Without a cycle there is no walk that comes home. Put the edge back, and change a map instead."
		case dim == 1:
			out.Right, out.Reason = true, "Yes, the dimension is 1. "+a.Dim.Sentence+" The sections are the multiples of one signal."
		case dim == 0:
			out.Reason = "Now no signal is left without energy: once round, no direction is kept. Which map of the plane keeps one line, " +
				"and only one?"
		default:
			out.Reason = "There are still " + strconv.Itoa(dim) + " dimensions of signals without energy. Change a map so that, once " +
				"round, one direction is kept and another is not."
		}
		return out
	})
}
