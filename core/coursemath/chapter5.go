// The exercises of chapter 5 are about the heat flow, which changes a signal x to e^{−tL}x after the time t.

package coursemath

import (
	"math"
	"strings"

	"sheafscope/core/rng"
)

// survivor draws exercise 5.1: which of four signals on a ring with flipped signs is a section, a signal on which all edges agree.
func survivor(r *rng.Stream, v *Variant) {
	v.Sheaf = Ring(6, 1)
	// A section of signs. It must be neither constant nor alternating, since these signals are wrong options.
	section := make([]float64, 6)
	for isWrongOption := true; isWrongOption; {
		agreeing := 0 // edges with equal signs at both ends
		for i := range section {
			section[i] = float64(1 - 2*r.Intn(2))
		}
		for i := range section {
			if section[i] == section[(i+1)%6] {
				agreeing++
			}
		}
		isConstant, isAlternating := agreeing == 6, agreeing == 0
		isWrongOption = isConstant || isAlternating
	}
	if section[0] < 0 { // every option begins with a positive number
		for i := range section {
			section[i] = -section[i]
		}
	}
	name := func(i int) string { return v.Sheaf.Nodes[i].Name }
	// The maps for which the signs are a section: an edge between different signs has the map −1 at its second node.
	flipped := [2]int{-1, -1} // ends of the last edge with the map −1; the section is not constant, so there is one
	for e, edge := range v.Sheaf.Edges {
		if section[edge.I] != section[edge.J] {
			v.Sheaf.Edges[e].Maps[1] = "-1"
			flipped = [2]int{edge.I, edge.J}
		}
	}
	// The signals, by the keys of their options.
	spike := []float64{1, 0, 0, 0, 0, 0}
	signals := map[string][]float64{"section": section, "constant": {1, 1, 1, 1, 1, 1}, "alternating": {1, -1, 1, -1, 1, -1}, "spike": spike}
	// signalText returns the text of a signal, such as "(1, −1, 1, 1, −1, 1)".
	signalText := func(x []float64) string {
		var texts []string
		for _, y := range x {
			texts = append(texts, minus(int(y)))
		}
		return "(" + strings.Join(texts, ", ") + ")"
	}
	v.shuffle(r, Option{"section", signalText(section)}, Option{"constant", signalText(signals["constant"])},
		Option{"alternating", signalText(signals["alternating"])}, Option{"spike", signalText(spike)})
	for _, option := range v.Options {
		v.Signals = append(v.Signals, signals[option.Key])
	}
	// The figure draws v.Signals in place of the signal of the sheaf, so any signal would do here.
	for i, y := range spike {
		v.Sheaf.X[i] = decimal(y, 0)
	}
	v.Question = "On some edges of this ring one end is read with its sign turned. Which of the four signals does diffusion leave as it is?"
	v.check = func(answer string, _ outcomes) Marking {
		a, err := analyseEnergy(v.Sheaf)
		if err != nil {
			return failed(err.Error())
		}
		energy := digits(a.EnergyOf(signals[answer]))
		switch answer {
		case "section":
			return right("Yes: it changes its sign exactly over the edges that ask for it. Its energy is 0, so the heat flow has nothing " +
				"to take from it.")
		case "constant":
			return wrong("On a plain graph it would be this one. Here its energy is " + energy + ": between " + name(flipped[0]) + " and " +
				name(flipped[1]) + ", say, the edge asks for opposite signs. Start with 1 at a and walk round.")
		case "alternating":
			return wrong("It does change signs, but over every edge, and some edges ask for equal ones: its energy is " + energy +
				". Start with 1 at a and let each edge give you the next sign.")
		}
		// The answer is "spike".
		return wrong("It is small, but its energy is " + energy + ": the neighbours of a disagree with it, and it spreads. Which " +
			"signal do all edges agree with?")
	}
}

// halfEnergy draws exercise 5.2: the time at which the heat flow of an eigenvector has half of its initial energy, (ln 2)/(2λ).
// The answer may be wrong by 5 %.
func halfEnergy(r *rng.Stream, v *Variant) {
	// Eigenvectors of a ring of six with all maps 1, for the eigenvalues 1, 3 and 4. Maps of size scale multiply the eigenvalue by scale².
	k := r.Intn(3)
	scale := []string{"1", "2", "1/2"}[r.Intn(3)]
	signal := [][]string{{"2", "1", "-1", "-2", "-1", "1"}, {"2", "-1", "-1", "2", "-1", "-1"}, {"1", "-1", "1", "-1", "1", "-1"}}[k]
	v.Sheaf = Ring(6, 1)
	copy(v.Sheaf.X, signal)
	for e := range v.Sheaf.Edges {
		v.Sheaf.Edges[e].Maps = [2]string{scale, scale}
	}
	a, err := analyseEnergy(v.Sheaf)
	if err != nil {
		v.judge(func(float64, outcomes) Marking { return failed(err.Error()) })
		return
	}
	lambda := a.Rayleigh(a.X) // the eigenvalue, since the signal is an eigenvector
	v.Params = map[string]float64{"lambda": lambda}
	v.Question = "The signal in the figure is an eigenvector of $L$ with $λ = " + decimal(lambda, 2) + "$. After which time $t$ has " +
		"the heat flow half of its energy left?"
	v.judge(func(x float64, _ outcomes) Marking {
		a, err := analyseSpectrum(v.Sheaf) // HalfTime needs eigenvalues
		if err != nil {
			return failed(err.Error())
		}
		half, hasEnergy := a.HalfTime()
		near := func(t float64) bool { return math.Abs(x-t) <= 0.05*t }
		// The energy at time x. It is positive, even where the computed energy underflows to 0.
		left := percent(max(100*a.HeatEnergy(x)/a.Energy, math.SmallestNonzeroFloat64))
		// Times with a typical mistake come before times that are only too short or too long.
		switch {
		case !hasEnergy:
			return failed("This signal has no energy to lose.")
		case near(half):
			return right("Yes, " + digits(half) + ": the signal falls as $e^{−λt}$, its energy as the square, $e^{−2λt}$, which is a half " +
				"at $t = \\ln \\sp 2 / 2λ$.")
		case near(2 * half): // (ln 2)/λ
			return Marking{Close: true, Reason: "That is when half of the signal is left. The energy is quadratic in the signal: what is " +
				"left of it then?"}
		case near(half / math.Ln2): // 1/(2λ)
			return Marking{Close: true, Reason: "By then the energy has fallen to 1/e of what it was, 37 %. You are asked for a half: " +
				"where does the logarithm of 2 come in?"}
		case near(2 * half / math.Ln2): // 1/λ
			return wrong("That is 1/λ, when the signal has fallen to 1/e. Energy falls twice as fast, and you are asked for a half.")
		case x <= 0:
			return wrong("The flow begins at time 0, when nothing has been lost yet. Try a positive time.")
		case x < half:
			return wrong("Then " + left + " of the energy is still there. Try a longer time.")
		}
		// The time is too long.
		return wrong("Then " + left + " of the energy is left. Try a shorter time.")
	})
}
