// This file has the figure of chapter 9: an upper bound of an error rate holds on fresh nodes, but not on the nodes that chose the epoch.

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

// boundDelta is δ: with probability at most δ, a bound that is counted on fresh nodes is below the true error.
const boundDelta = 0.05

// boundFigure returns the figure of chapter 9.
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
		// With the setting certify=split the laboratory chooses the epoch on half of the validation nodes. It computes the bound on the other
		// half, which are fresh nodes.
		recipe: func(_ Values) recipe.Recipe {
			return recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Settings: map[string]string{"certify": "split"}}}
		},
	}
}

// nodeSet is the set of nodes whose errors a bound counts. The constants are the values of the parameter "fresh".
type nodeSet int

const (
	choosingNodes nodeSet = iota // the nodes that chose the epoch
	freshNodes                   // nodes without influence on the choice
)

// simulate repeats the choice of an epoch simulationRepeats times and returns the number of counted errors of each repetition. Every epoch
// has the same true error, and the epoch with the fewest errors is chosen. For choosingNodes these fewest errors are counted, and for
// freshNodes the errors of an independent draw.
func simulate(v Values, epochs int, counted nodeSet) []int {
	n, cdf := int(v["nodes"]), binomialCDF(v)
	r := rng.New(uint64(v["seed"]), "course simulation")
	// draw returns a binomial number of errors: the first e with P(X ≤ e) not below a random number. It is at most n, although rounding may
	// leave the last entry of cdf below 1.
	draw := func() int { return min(n, sort.SearchFloat64s(cdf, r.Float64())) }
	errors := make([]int, simulationRepeats)
	for k := range errors {
		fewest := n
		for range epochs {
			fewest = min(fewest, draw())
		}
		errors[k] = fewest
		if counted == freshNodes {
			errors[k] = draw()
		}
	}
	return errors
}

// binomialCDF returns P(X ≤ e) for e = 0 … n. X is the number of errors on n nodes, and p is the true error. Each probability follows from
// the previous one:
//
//	P(X = e+1) = P(X = e) · (n−e)/(e+1) · p/(1−p)
func binomialCDF(v Values) []float64 {
	n, trueError := int(v["nodes"]), v["error"]
	cdf := make([]float64, n+1)
	probability := linalg.Pow(1-trueError, float64(n)) // P(X = e)
	for e, sum := 0, 0.0; e <= n; e++ {
		sum += probability
		cdf[e] = sum
		probability *= float64(n-e) / float64(e+1) * trueError / (1 - trueError)
	}
	return cdf
}

// chanceBelow returns the exact probability that the bound of the chosen epoch is below the true error, for a bound on the choosing nodes:
// 1 − (1 − P(X ≤ e*))^epochs. X is the number of errors of an epoch, and e* is the largest number of errors whose bound is below the true
// error. So the formula is the probability that at least one epoch has at most e* errors. It is 0 if no bound is below the true error.
func chanceBelow(v Values, epochs int) float64 {
	below := 0.0 // P(X ≤ e*)
	// ClopperPearson returns the upper bound of the error rate for e errors, with the confidence 1 − boundDelta.
	for e, p := range binomialCDF(v) {
		if pacbayes.ClopperPearson(e, int(v["nodes"]), boundDelta) >= v["error"] { // the bound increases with e
			break
		}
		below = p
	}
	return 1 - linalg.Pow(1-below, float64(epochs))
}

// boundsBelow returns the number of repetitions whose bound is below the true error. errors is a result of simulate.
func boundsBelow(v Values, errors []int) (count int) {
	n := int(v["nodes"])
	bounds := map[int]float64{} // by the number of errors, since many repetitions have the same number
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
	n, trueError := int(v["nodes"]), v["error"]
	epochs := int(v["epochs"])
	errors := simulate(v, epochs, nodeSet(v["fresh"]))
	// Frequency and bound of each number of errors; −1 marks a bound that is not computed yet.
	counts := make([]int, n+1)
	bounds := slices.Repeat([]float64{-1}, n+1)
	for _, e := range errors {
		counts[e]++
		if bounds[e] < 0 {
			bounds[e] = pacbayes.ClopperPearson(e, n, boundDelta)
		}
	}
	// The sentences have the number of bounds below the true error in the histogram, and the shares of such bounds without a choice and for
	// the chosen epoch.
	below := boundsBelow(v, errors)
	shareBelow := func(counted []int) string { return percent(float64(boundsBelow(v, counted)) / simulationRepeats) }
	withoutChoice, chosen := simulate(v, 1, choosingNodes), simulate(v, epochs, choosingNodes)
	meanError := 0.0 // share of wrong nodes at the chosen epoch, on the nodes that chose it: the mean of all repetitions
	for _, e := range chosen {
		meanError += float64(e) / float64(n*simulationRepeats)
	}
	// The histogram. Bounds below the true error have the accent colour. The axis ends at the bound 0.8, and larger bounds are drawn at its
	// end.
	var p pen
	x := func(bound float64) float64 { return 50 + min(1, bound/0.8)*440 }
	p.text("i b", 0, 16, "Upper bounds for the error, with 95 % confidence, "+strconv.Itoa(simulationRepeats)+" times")
	p.line("ax", 50, 280, 490, 280)
	largest := 1 // largest frequency
	for _, count := range counts {
		largest = max(largest, count)
	}
	barWidth := max(2, 400/float64(n)) // narrower for more possible numbers of errors
	for e, count := range counts {
		if count == 0 {
			continue
		}
		height := 220 * float64(count) / float64(largest)
		class := words.Either(bounds[e] < trueError, "fa", "t2")
		p.rect(class, x(bounds[e])-max(1, 200/float64(n)), 280-height, barWidth, height) // the bound is at the middle of the bar
	}
	// The true error as a dashed line, and the labels of the axis.
	p.line("ln dash", x(trueError), 42, x(trueError), 280)
	p.text("i halo c", x(trueError), 36, plain("true error "+percent(trueError)))
	for label := 0.0; label <= 0.81; label += 0.2 { // to 0.8, whatever its rounding error
		p.text("c", x(label), 300, percent(label))
	}
	p.text("a", 50, 322, "orange: bounds below the truth, "+strconv.Itoa(below)+" of "+strconv.Itoa(simulationRepeats))
	// The sentences have these numbers, and further numbers whose names need no explanation:
	//   - exact, exact-chosen: probability of a bound below the true error, for one epoch and for the chosen epoch
	//   - share, chosen, fresh-share: counted share of such bounds, for one epoch, for the chosen epoch, and on fresh nodes
	//   - broken: counted number of such bounds for one epoch
	//   - below: counted number of such bounds in the histogram
	//   - mean: mean error of the chosen epoch on the nodes that chose it
	//   - none: bound for 0 errors
	return Rendering{Pictures: map[string]string{"bounds": p.String()}, Values: map[string]string{
		"exact": words.Percent(chanceBelow(v, 1), 1), "exact-chosen": words.Percent(chanceBelow(v, epochs), 1),
		"broken": strconv.Itoa(boundsBelow(v, withoutChoice)), "share": shareBelow(withoutChoice), "chosen": shareBelow(chosen),
		"fresh-share": shareBelow(simulate(v, epochs, freshNodes)),
		"repeats":     strconv.Itoa(simulationRepeats), "mean": percent(meanError), "delta": percent(boundDelta),
		"none": percent(pacbayes.ClopperPearson(0, n, boundDelta)), "below": strconv.Itoa(below),
	}}
}
