// The exercise of chapter 1 requests the number of layers that blur the classes: the class means become nearly equal.

package coursemath

import (
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// maxDepth is the largest number of layers in the exercise of the first edition. A layer is an averaging.
const maxDepth = 40

// describeMeans returns a sentence that names the first averaging that moved the class means apart, if there is one.
// distances[k] is the distance of the class means after k averagings. The unit of the distances does not matter.
func describeMeans(distances []float64) string {
	for k := 1; k < len(distances); k++ {
		if distances[k] > distances[k-1] {
			return "Not every averaging moves the means towards each other: number " + strconv.Itoa(k) + " moved them apart again."
		}
	}
	return "Here each averaging moved the means towards each other."
}

// BlurGraph returns the specification of the graph of chapter 1 in which the given share of ties, in 0..1, joins nodes of one class.
func BlurGraph(homophily float64) string {
	// For example sbm:n=120,classes=2,homophily=0.70,signal=0.3,seed=3.
	return "sbm:n=120,classes=2,homophily=" + strconv.FormatFloat(homophily, 'f', 2, 64) + ",signal=0.3,seed=3"
}

// BlurDepth is the largest number of layers in the figure of chapter 1.
const BlurDepth = 24

// cachedDistances returns a function with the result of [meanDistances] for the graph of a specification.
// The function stores its last result for each specification, since the completion codes of many students share a few graphs.
// It fails if the specification names no graph.
func cachedDistances() func(spec string, layers int) ([]float64, error) {
	cache := map[string][]float64{} // by specification
	return func(spec string, layers int) ([]float64, error) {
		if distances := cache[spec]; len(distances) == layers+1 { // stored, and for the same number of layers
			return distances, nil
		}
		g, err := graph.Generate(spec)
		if err != nil {
			return nil, err
		}
		cache[spec] = meanDistances(g, layers)
		return cache[spec], nil
	}
}

// depthInFigure returns the function that draws exercise 1.1: the first number of layers after which the distance of the class means is
// below a share of the initial distance. The figure of the chapter shows the answer.
func depthInFigure() func(r *rng.Stream, v *Variant) {
	distances := cachedDistances()
	return func(r *rng.Stream, v *Variant) {
		k := r.Intn(5)                                      // index of the share
		homophily := 0.6 + float64(0.05*float64(r.Intn(7))) // 0.6 to 0.9
		share := []float64{0.5, 0.4, 1. / 3, 0.25, 0.2}[k]
		word := []string{"half", "40 %", "a third", "a quarter", "a fifth"}[k]
		v.Graph = BlurGraph(homophily)
		v.Params = map[string]float64{"share": share, "depth": BlurDepth, "homophily": homophily}
		v.Unit = "layers"
		v.Question = "Set the share of ties inside a class to " + percent(100*homophily) + ". After how many layers is the distance of the " +
			"two class means for the first time below " + word + " of what it was? Guess, then drag the layers and see."
		judgeDepth(v, distances)
	}
}

// depthFirstEdition returns the function that draws exercise 1.1 of the first edition, on graphs that no figure shows.
func depthFirstEdition() func(r *rng.Stream, v *Variant) {
	distances := cachedDistances()
	return func(r *rng.Stream, v *Variant) {
		homophily := []string{"0.2", "0.7", "0.8", "0.9"}[r.Intn(4)]
		v.Graph = "sbm:n=120,classes=2,homophily=" + homophily + ",seed=" + strconv.Itoa(1+r.Intn(1000))
		v.Params = map[string]float64{"share": 0.25, "depth": maxDepth}
		v.Unit = "layers"
		v.Question = "The share of ties inside a class is " + homophily + ". After how many averagings is the distance between the two " +
			"class means for the first time below a quarter of what it was?"
		judgeDepth(v, distances)
	}
}

// judgeDepth sets the check of an answer that is a number of layers. distancesOf returns distances[0] to distances[layers] for the graph of
// a specification: distances[k] is the distance of the class means after k layers, divided by their distance before the first layer.
// The right answer is the smallest k with distances[k] < v.Params["share"]. Without such a k it is v.Params["depth"].
func judgeDepth(v *Variant, distancesOf func(spec string, layers int) ([]float64, error)) {
	v.judge(func(x float64, _ outcomes) Marking {
		maxLayers, share := int(v.Params["depth"]), v.Params["share"]
		distances, err := distancesOf(v.Graph, maxLayers)
		if err != nil {
			return failed(err.Error())
		}
		rightLayers := 0 // the right answer
		for rightLayers < maxLayers && distances[rightLayers] >= share {
			rightLayers++
		}
		percentLeft := func(k int) string { return percentUnlike(100*distances[k], 100*share) } // of the distance, after k layers
		// The answer k must be a whole number of layers. A wrong answer is close if it differs from the right answer by 1.
		k := int(x)
		isLayer := float64(k) == x && k >= 0 && k <= maxLayers
		switch {
		case !isLayer:
			return failed("Answer with a whole number from 0 to " + strconv.Itoa(maxLayers) + ".")
		case k == rightLayers: // k is 0 only if the distance is 0 from the start; there is no layer k−1 then
			return right("Yes. After " + words.Count(k, "averaging") + " " + percentLeft(k) + " of the distance is left, one earlier it was " +
				percentLeft(max(0, k-1)) + ". " + describeMeans(distances))
		case k < rightLayers:
			return Marking{Close: k == rightLayers-1, Reason: "A sensible guess: averaging does bring the means together. But after " +
				strconv.Itoa(k) + " the distance is still " + percentLeft(k) + " of what it was. Try more layers."}
		default: // k > rightLayers, so k ≥ 1
			return Marking{Close: k == rightLayers+1, Reason: "A sensible guess: the means are near each other there. But one layer earlier the " +
				"distance is already " +
				percentLeft(k-1) + ". Look for the first layer below " + percent(100*share) + "."}
		}
	})
}
