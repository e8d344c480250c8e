// The exercises of chapter 2 are about the maps F_u and F_v of one edge. Its ends agree if the residual r_e = F_u x_u − F_v x_v is 0.

package coursemath

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// Bounds of the squared length of the residual r_e. They are above 0, since a dragged map cannot be exact.
const (
	rightLimit = 0.002 // largest squared length with which the answer is right
	closeLimit = 0.05  // largest squared length with which the answer is close
)

// oneEdge returns a sheaf on two nodes joined by an edge. Its stalks are planes, and its maps are the identity.
func oneEdge() *SheafText {
	s := Path(2, 2)
	s.Nodes[0].Name, s.Nodes[1].Name = "u", "v"
	return s
}

// unit returns the unit vector at an angle in degrees.
func unit(degrees float64) []float64 {
	sin, cos := linalg.Sincos(degrees * math.Pi / 180)
	return []float64{cos, sin}
}

// onlyTurned returns "" if the map of u is known to be a rotation, and the map of v is the identity. The handle of the figure makes only
// such maps. For any other maps onlyTurned returns the reason to reject them.
func onlyTurned(a *Analysis) string {
	mapOfU, mapOfV := a.maps[0], a.maps[1]
	isRotation := mapOfU.motion != nil && !mapOfU.Mirror && mapOfU.Scale == 1 // motion is nil unless a map is known to preserve angles
	switch {
	case !slices.Equal(mapOfV.Entries, identity(a.D)):
		return "The map of v stays the identity here. Turn the map of u."
	case !isRotation:
		return "The map of u may only turn here: with a map that shrinks, everything agrees in the end, and nothing is said. Turn it."
	}
	return ""
}

// agree draws exercise 2.1: turn one map until both ends of an edge agree.
func agree(r *rng.Stream, v *Variant) {
	// The vector of u has the direction start. The vector of v is the vector of u, turned by an angle.
	start, angle := float64(r.Intn(360)), float64(30+r.Intn(120))
	if r.Intn(2) == 0 {
		angle = -angle
	}
	v.Sheaf, v.Handles = oneEdge(), []int{0}            // the reader can drag the maps of edge 0
	v.Sheaf.Edges[0].Maps[0] = TurnText(0, 1, Rotation) // by 0°, with scale 1
	for k, x := range append(unit(start), unit(start+angle)...) {
		v.Sheaf.X[k] = decimal(x, 2)
	}
	v.Question = "Turn the map of $u$ until the two ends agree, $r_e = 0$."
	v.judgeSheaf(fixedGraph, analyseEnergy, func(s *SheafText, a *Analysis) Marking {
		if text := onlyTurned(a); text != "" {
			return Marking{Reason: text, Value: Meter(a.Energy)}
		}
		out := Marking{Value: Meter(a.Energy), Right: a.Energy <= rightLimit, Close: a.Energy <= closeLimit}
		turn := a.maps[0].Turn // in degrees, from 0 to 360
		if turn > 180 {
			turn -= 360 // a turn by 270° is a turn by −90°
		}
		switch {
		case out.Right:
			out.Reason = "Yes. Turned by " + strings.Replace(decimal(turn, 0), "-", "−", 1) + "°, the vector of u lies on that of v, " +
				"and the edge costs nothing. " +
				"It works because the two vectors are equally long."
		case math.Abs(turn+angle) < 5: // nearly −angle, in degrees: a turn in the wrong direction
			out.Reason = "The angle has the right size, but it goes the other way. A positive turn is anticlockwise."
		case out.Close:
			out.Reason = "Nearly: the squared length of the arrow is " + digits(a.Energy) + ". Turn a little, the way in which it falls."
		default:
			out.Reason = "The ends still disagree, by " + digits(a.Energy) + " in squared length. Watch the arrow and turn the way in " +
				"which it gets shorter."
		}
		return out
	})
}

// disagree draws exercise 2.2: find one turn with which three signals disagree, each by at least 2 in squared length. For unit vectors this
// means an angle of 90° or more.
func disagree(r *rng.Stream, v *Variant) {
	v.Sheaf, v.Handles = oneEdge(), []int{0} // the reader can drag the maps of edge 0
	// Three signals, each a vector of u and a vector of v. The angle between these vectors differs from the initial turn by at most 50°, so
	// that the initial turn is no answer.
	initial := float64(r.Intn(360))
	v.Sheaf.Edges[0].Maps[0] = TurnText(initial, 1, Rotation)
	for _, offset := range []float64{-40, 0, 40} {
		angleOfU := float64(r.Intn(360))
		angleOfV := angleOfU + initial + offset + float64(r.Intn(21)-10)
		v.Signals = append(v.Signals, append(unit(angleOfU), unit(angleOfV)...))
	}
	for k, x := range v.Signals[0] { // the signal of the sheaf is the first of the three
		v.Sheaf.X[k] = decimal(x, 2)
	}
	v.Question = "Three signals share this edge. Find one turn of the map of $u$ with which all three disagree, each by at least 2 " +
		"in squared length."
	v.judgeSheaf(fixedGraph, analyseEnergy, func(s *SheafText, a *Analysis) Marking {
		if text := onlyTurned(a); text != "" {
			return wrong(text)
		}
		// The signal that disagrees least decides. In texts a signal is a pair, of a vector of u and a vector of v.
		least, weakest := math.Inf(1), 0 // smallest energy, and the index of its signal
		for k, x := range v.Signals {
			energy := a.EnergyOf(x)
			if energy < least {
				least, weakest = energy, k
			}
		}
		least = math.Round(1e9*least) / 1e9                                         // without rounding errors, which could lower an exact 2
		out := Marking{Value: Meter(least), Right: least >= 2, Close: least >= 1.5} // the question demands 2
		if out.Right {
			out.Reason = "Yes: even the pair that disagrees least has " + digits(least) +
				". One map serves every signal on its edge; here it says no to all three, and it would say yes to others."
		} else {
			// Pairs are numbered from 1 in the figure.
			out.Reason = "Pair " + strconv.Itoa(weakest+1) + " still comes to " + digitsUnlike(least, 2) + ". A turn that drives it apart " +
				"may bring another together: look for the side on which none of the three lies near its partner."
		}
		return out
	})
}

// refuseAll draws exercise 2.3: whether the zero section can be the only section of an edge.
// The right answer is no: δ maps 2d numbers to d numbers, so its kernel has dimension d or more.
func refuseAll(r *rng.Stream, v *Variant) {
	d := 1 + r.Intn(2) // dimension of all stalks
	v.Sheaf = Path(2, d)
	dim := strconv.Itoa(d)
	v.Question = "Stalks have dimension " + dim + ". Can the two maps of one edge be such that no pair $(x_u, x_v)$ agrees, but the " +
		"pair of zeros?"
	v.shuffle(r, Option{"turn", "Yes, with the right angle or sign"}, Option{"scale", "Yes, with maps that are large enough"},
		Option{"no", "No, whatever the maps are"})
	v.check = func(answer string, _ outcomes) Marking {
		switch answer {
		case "no":
			return right("Yes. The edge makes " + dim + " number" + words.Either(d == 1, "", "s") + " of " + strconv.Itoa(2*d) +
				", so on a space of dimension " + dim +
				" at least they are all zero. One edge always has sections; it takes a cycle to lose them.")
		case "turn":
			return wrong("A fair thought: a turn made three pairs disagree at once. But " +
				words.Either(d == 1, "give $u$ any sign", "turn $u$ by any angle") + ": for that map choose $x_v$ to be what $u$ looks like " +
				"on the edge. Count how many numbers go in, and how many come out.")
		}
		// The answer is "scale".
		return wrong("A fair thought: larger maps make larger disagreements. But scaling changes no zero. Count how many numbers the " +
			"edge takes, and how many it gives.")
	}
}

// digitsUnlike formats v as [digits] does, but with more digits if the text would also be that of limit. So a number that misses a limit
// does not read as the limit.
func digitsUnlike(v, limit float64) string {
	k := 3
	for k < 15 && words.Digits(v, k) == words.Digits(limit, k) {
		k++
	}
	return words.Minus(words.Digits(v, k))
}

// percentUnlike formats v as [percent] does, but with the digits of [digitsUnlike] if the text is also that of limit.
func percentUnlike(v, limit float64) string {
	if text := percent(v); text != percent(limit) {
		return text
	}
	return digitsUnlike(v, limit) + " %"
}

// nearlyEqual reports whether a and b are equal up to rounding: ‖a − b‖ ≤ 1e-9·(1 + ‖b‖).
func nearlyEqual(a, b []float64) bool {
	difference := slices.Clone(a)
	linalg.Axpy(-1, b, difference)
	return linalg.Nrm2(difference) <= 1e-9*(1+linalg.Nrm2(b))
}
