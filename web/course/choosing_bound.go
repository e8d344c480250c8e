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

// sureRepeats is how often the simulation of chapter 9 is done.
const sureRepeats = 400

// sureDelta is how often a bound may be too low.
const sureDelta = 0.05

// sure is the figure of chapter 9: a bound that holds for fresh nodes, and what choosing on them breaks.
func sure() *Diagram {
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
		show:     func(_ *Course, v Values) Displayed { return showSure(v) },
		recipe: func(_ Values) recipe.Recipe {
			return recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Settings: map[string]string{"certify": "split"}}}
		},
	}
}

// simulate draws sureRepeats times the errors of some epochs on the same number of nodes,
// all with the same true error, and chooses the epoch with fewest. It returns the errors that the
// bound counts: those of the choice or, with fresh, of the chosen epoch on nodes that chose nothing.
func simulate(v Values, epochs int, fresh bool) []int {
	n, cumulated := int(v["nodes"]), cumulated(v)
	r := rng.New(uint64(v["seed"]), "course simulation")
	draw := func() int { return min(n, sort.SearchFloat64s(cumulated, r.Float64())) }
	out := make([]int, sureRepeats)
	for k := range out {
		out[k] = n
		for range epochs {
			out[k] = min(out[k], draw())
		}
		if fresh {
			out[k] = draw()
		}
	}
	return out
}

// cumulated is the chance of at most so many errors on the nodes, from none to all.
func cumulated(v Values) []float64 {
	n, truth := int(v["nodes"]), v["error"]
	out, p := make([]float64, n+1), linalg.Pow(1-truth, float64(n))
	for e, sum := 0, 0.0; e <= n; e++ {
		sum += p
		out[e] = sum
		p *= float64(n-e) / float64(e+1) * truth / (1 - truth)
	}
	return out
}

// chance is the exact share of all simulations in which the bound lies below the truth, when the fewest errors of some epochs are counted:
// the bound is too low when at least one epoch has so few errors.
func chance(v Values, epochs int) float64 {
	below := 0.0
	for e, sum := range cumulated(v) {
		if pacbayes.ClopperPearson(e, int(v["nodes"]), sureDelta) >= v["error"] {
			break
		}
		below = sum
	}
	return 1 - linalg.Pow(1-below, float64(epochs))
}

// broken counts the bounds below the truth.
func broken(v Values, errors []int) (count int) {
	n := int(v["nodes"])
	bounds := map[int]float64{}
	for _, e := range errors {
		if _, ok := bounds[e]; !ok {
			bounds[e] = pacbayes.ClopperPearson(e, n, sureDelta)
		}
		if bounds[e] < v["error"] {
			count++
		}
	}
	return count
}

func showSure(v Values) Displayed {
	n, truth := int(v["nodes"]), v["error"]
	epochs := int(v["epochs"])
	errors := simulate(v, epochs, v["fresh"] == 1)
	// How often each number of errors came, and the bound that it gives.
	times := make([]int, n+1)
	bounds := slices.Repeat([]float64{-1}, n+1)
	for _, e := range errors {
		times[e]++
		if bounds[e] < 0 {
			bounds[e] = pacbayes.ClopperPearson(e, n, sureDelta)
		}
	}
	below := broken(v, errors)
	share := func(errors []int) string { return percent(float64(broken(v, errors)) / sureRepeats) }
	one, chosen := simulate(v, 1, false), simulate(v, epochs, false)
	mean := 0.0
	for _, e := range chosen {
		mean += float64(e) / float64(n*sureRepeats)
	}
	var p pen
	x := func(z float64) float64 { return 50 + min(1, z/0.8)*440 }
	p.text("i b", 0, 16, "Upper bounds for the error, with 95 % confidence, "+strconv.Itoa(sureRepeats)+" times")
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
	p.text("a", 50, 322, plain("orange: "+strconv.Itoa(below)+" bounds below the truth, "+percent(float64(below)/sureRepeats)))
	return Displayed{Pictures: map[string]string{"bounds": p.String()}, Values: map[string]string{
		"exact": words.Percent(chance(v, 1), 1), "exact-chosen": words.Percent(chance(v, epochs), 1),
		"broken": strconv.Itoa(broken(v, one)), "share": share(one), "chosen": share(chosen), "fresh-share": share(simulate(v, epochs, true)),
		"repeats": strconv.Itoa(sureRepeats), "mean": percent(mean), "delta": percent(sureDelta),
		"none": percent(pacbayes.ClopperPearson(0, n, sureDelta)), "below": strconv.Itoa(below),
	}}
}
