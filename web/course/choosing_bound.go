// The figure of chapter 9: a bound, and a choice that invalidates it.

package course

import (
	"slices"
	"sort"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/rng"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// simulationRepeats is the number of repetitions of the simulation.
const simulationRepeats = 400

// boundDelta is δ, the allowed probability that a bound is below the true error.
const boundDelta = 0.05

// boundFigure returns the figure of chapter 9: a bound that holds on fresh nodes, and not on nodes that chose the epoch.
func boundFigure() *Diagram {
	return &Diagram{
		Name: "sure", Title: "A bound, and a choice that breaks it", Touch: "move the sliders",
		Params: []Param{
			{Name: "nodes", Label: "Nodes counted", Start: 60, Min: 20, Max: 200, Step: 10},
			{Name: "epochs", Label: "Epochs to choose from", Start: 1, Min: 1, Max: 60, Step: 1},
			{Name: "error", Label: "True error", Start: 0.25, Min: 0.05, Max: 0.5, Step: 0.05, text: percent},
			choice("fresh", "the bound is counted on", 0, "the nodes that chose", "fresh nodes"),
			{Name: "seed", Label: "Simulation", Start: 1, Min: 1, Max: 99, Step: 1},
		},
		Pictures: []Size{{"bounds", 520, 330, "The bounds of all repetitions against the true error"}},
		show:     func(_ *Course, v Values) Rendering { return showBounds(v) },
		recipe: func(_ Values) recipe.Recipe {
			return recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Settings: map[string]string{"certify": "split"}}}
		},
	}
}

// nodeSet is the set of nodes whose errors a bound counts. Its values are those of the parameter "fresh".
type nodeSet int

const (
	choosingNodes nodeSet = iota // the nodes that chose the epoch
	freshNodes
)

// simulate repeats the choice of an epoch simulationRepeats times and returns the counted errors of each repetition. Every epoch has the
// same true error, and the epoch with the fewest errors is chosen. On choosingNodes the bound counts the errors by which the epoch was
// chosen, and on freshNodes those of an independent draw.
func simulate(v Values, epochs int, counted nodeSet) []int {
	n, cdf := int(v["nodes"]), binomialCDF(v)
	r := rng.New(uint64(v["seed"]), "course simulation")
	draw := func() int { return min(n, sort.SearchFloat64s(cdf, r.Float64())) }
	out := make([]int, simulationRepeats)
	for k := range out {
		out[k] = n
		for range epochs {
			out[k] = min(out[k], draw())
		}
		if counted == freshNodes {
			out[k] = draw()
		}
	}
	return out
}

// binomialCDF returns P(X ≤ e) for e = 0 … n, where X is the number of errors on n nodes. Each probability follows from the one before.
func binomialCDF(v Values) []float64 {
	n, truth := int(v["nodes"]), v["error"]
	out, p := make([]float64, n+1), linalg.Pow(1-truth, float64(n))
	for e, sum := 0, 0.0; e <= n; e++ {
		sum += p
		out[e] = sum
		p *= float64(n-e) / float64(e+1) * truth / (1 - truth)
	}
	return out
}

// chanceBelow returns the exact probability that the bound of the chosen epoch is below the true error. It is 1 − (1 − P(X ≤ e*))^epochs,
// where e* is the largest number of errors whose bound is too low.
func chanceBelow(v Values, epochs int) float64 {
	below := 0.0
	for e, sum := range binomialCDF(v) {
		if pacbayes.ClopperPearson(e, int(v["nodes"]), boundDelta) >= v["error"] {
			break
		}
		below = sum
	}
	return 1 - linalg.Pow(1-below, float64(epochs))
}

// boundsBelow counts the bounds below the true error.
func boundsBelow(v Values, errors []int) (count int) {
	n := int(v["nodes"])
	bounds := map[int]float64{}
	for _, e := range errors {
		if _, ok := bounds[e]; !ok {
			bounds[e] = pacbayes.ClopperPearson(e, n, boundDelta)
		}
		if bounds[e] < v["error"] {
			count++
		}
	}
	return count
}

// showBounds renders the figure: the histogram of the bounds, with the true error.
func showBounds(v Values) Rendering {
	n, truth := int(v["nodes"]), v["error"]
	epochs := int(v["epochs"])
	errors := simulate(v, epochs, nodeSet(v["fresh"]))
	// Frequency and bound of each number of errors; −1 marks a bound that is not computed yet.
	times := make([]int, n+1)
	bounds := slices.Repeat([]float64{-1}, n+1)
	for _, e := range errors {
		times[e]++
		if bounds[e] < 0 {
			bounds[e] = pacbayes.ClopperPearson(e, n, boundDelta)
		}
	}
	// Shares of bounds below the true error: for one epoch, for the chosen epoch, and on fresh nodes.
	below := boundsBelow(v, errors)
	share := func(errors []int) string { return percent(float64(boundsBelow(v, errors)) / simulationRepeats) }
	one, chosen := simulate(v, 1, choosingNodes), simulate(v, epochs, choosingNodes)
	mean := 0.0
	for _, e := range chosen {
		mean += float64(e) / float64(n*simulationRepeats)
	}
	// The histogram. Bounds below the true error have the accent colour.
	var p pen
	x := func(z float64) float64 { return 50 + min(1, z/0.8)*440 }
	p.text("i b", 0, 16, "Upper bounds for the error, with 95 % confidence, "+strconv.Itoa(simulationRepeats)+" times")
	p.line("ax", 50, 280, 490, 280)
	most := 1
	for _, t := range times {
		most = max(most, t)
	}
	for e, t := range times {
		if t == 0 {
			continue
		}
		high := 220 * float64(t) / float64(most)
		class := words.Either(bounds[e] < truth, "fa", "t2")
		p.rect(class, x(bounds[e])-max(1, 200/float64(n)), 280-high, max(2, 400/float64(n)), high)
	}
	p.line("ln dash", x(truth), 42, x(truth), 280)
	p.text("i halo c", x(truth), 36, plain("true error "+percent(truth)))
	for z := 0.0; z <= 0.81; z += 0.2 {
		p.text("c", x(z), 300, percent(z))
	}
	p.text("a", 50, 322, plain("orange: "+strconv.Itoa(below)+" bounds below the truth, "+percent(float64(below)/simulationRepeats)))
	return Rendering{Pictures: map[string]string{"bounds": p.String()}, Values: map[string]string{
		"exact": words.Percent(chanceBelow(v, 1), 1), "exact-chosen": words.Percent(chanceBelow(v, epochs), 1),
		"broken": strconv.Itoa(boundsBelow(v, one)), "share": share(one), "chosen": share(chosen),
		"fresh-share": share(simulate(v, epochs, freshNodes)),
		"repeats":     strconv.Itoa(simulationRepeats), "mean": percent(mean), "delta": percent(boundDelta),
		"none": percent(pacbayes.ClopperPearson(0, n, boundDelta)), "below": strconv.Itoa(below),
	}}
}
