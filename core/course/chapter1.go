package course

import (
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
)

// maxDepth is the deepest averaging of chapter 1.
const maxDepth = 40

// meansMeet says whether every averaging moved the class means towards each other.
func meansMeet(left []float64) string {
	for k := 1; k < len(left); k++ {
		if left[k] > left[k-1] {
			return "Not every averaging moves the means towards each other: number " + strconv.Itoa(k) + " moved them apart again."
		}
	}
	return "Here each averaging moved the means towards each other."
}

func blurDepth(r *rng.Source, v *Variant) {
	homophily := []string{"0.2", "0.7", "0.8", "0.9"}[r.Intn(4)]
	v.Graph = "sbm:n=120,classes=2,homophily=" + homophily + ",seed=" + strconv.Itoa(1+r.Intn(1000))
	v.Params = map[string]float64{"share": 0.25, "depth": maxDepth}
	v.Unit = "layers"
	v.Question = "The share of ties inside a class is " + homophily + ". After how many averagings is the distance between the two " +
		"class means " +
		"for the first time below a quarter of what it was?"
	v.judge(func(x float64, _ outcomes) Verdict {
		g, err := graph.Generate(v.Graph)
		if err != nil {
			return failed(err.Error())
		}
		left := distances(g, maxDepth)
		depth := 0
		for depth < maxDepth && left[depth] >= v.Params["share"] {
			depth++
		}
		at := func(k int) string { return percent(100 * left[k]) }
		switch k := int(x); {
		case float64(k) != x || k < 0 || k > maxDepth:
			return failed("Answer with a whole number from 0 to " + strconv.Itoa(maxDepth) + ".")
		case k == depth:
			return right("Yes. After " + strconv.Itoa(k) + " averagings " + at(k) + " of the distance is left, one earlier it was " +
				at(max(0, k-1)) + ". " + meansMeet(left))
		case k < depth:
			return Verdict{Close: k == depth-1, Reason: "A sensible guess: averaging does bring the means together. But after " + strconv.Itoa(k) +
				" the distance is still " + at(k) + " of what it was. Try more layers."}
		default:
			return Verdict{Close: k == depth+1, Reason: "A sensible guess: the means are near each other there. But one layer earlier the " +
				"distance is already " +
				at(k-1) + ". Look for the first layer below 25 %."}
		}
	})
}
