// The exercise of chapter 10 requests one number of a network layer on the small puzzle.

package coursemath

import (
	"math"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// oneProduct draws exercise 10.1: the number of one node after the step x − ¼Lx on the small puzzle with other hints.
func oneProduct(r *rng.Stream, v *Variant) {
	// The hints x are multiples of 0.2 from −0.8 to 0.8, without 0.
	v.Sheaf = SmallPuzzle()
	x := make([]float64, 6) // one hint for each person
	for i := range x {
		x[i] = 0.2 * float64(nonzeroInt(r, 4))
		v.Sheaf.X[i] = decimal(x[i], 1)
	}
	node := r.Intn(6)
	const step = 0.25
	v.Params = map[string]float64{"node": float64(node), "step": step}
	layer, err := OpenLayer(LayerOptions{Step: step, Weight: 1}) // only its L is read, which does not depend on the hints
	if err != nil {
		v.judge(func(float64, outcomes) Marking { return failed(err.Error()) })
		return
	}
	name := v.Sheaf.Nodes[node].Name
	v.Question = "The six people of the small puzzle have other hints now, those in the figure. " +
		"The layer takes the step $x − \\frac{1}{4} L " +
		"x$. Which number has " + name + " after it?"
	// Sums of the hints of the neighbours. signed has the signs of the ties, and plain has no signs.
	// row[j] is −1 for a friend j, 1 for a rival, the degree for the node itself, and 0 for anyone else.
	row := layer.Laplacian[node]
	signed, plain := 0.0, 0.0
	for j := range x {
		if j != node {
			signed -= float64(row[j] * x[j])
			plain += float64(math.Abs(row[j]) * x[j])
		}
	}
	degree := float64(layer.Degree(node))
	ownWeight := 1 - float64(step*degree)  // a half or a quarter, for degree 2 or 3
	own := float64(ownWeight * x[node])    // part of the answer that comes from the hint of the node
	flow := linalg.Dot(row, x)             // Lx at the node
	answer := x[node] - float64(step*flow) // the same as own + signed/4
	v.judge(func(y float64, _ outcomes) Marking {
		near := func(z float64) bool { return math.Abs(y-float64(z)) <= 0.006 } // accepts z rounded to two decimals, up to 0.005 away
		// The right number, then typical mistakes.
		switch {
		case near(answer):
			return right("Yes: " + words.Either(degree == 2, "half", "a quarter") + " of the own number, " + digits(hundredth(own)) +
				", and a quarter of each neighbour's, read with the sign of its tie, together " + digits(hundredth(signed/4)) + ".")
		case near(own + float64(plain/4)):
			return wrong("That is a plain average: it adds the numbers of rivals as they are. Turn their signs first.")
		case near(x[node]):
			return wrong("That is the number before the step. What do the neighbours add?")
		case near(flow):
			return wrong("That is $Lx$ at " + name + ", what flows away. The step takes a quarter of it from the own number.")
		case near(x[node] - flow):
			return wrong("That takes all of $Lx$ away. The step takes a quarter of it.")
		case near(x[node] + float64(step*flow)):
			return wrong("That adds the flow. Diffusion goes downhill, so it is taken away.")
		case near(signed/4) || near(float64(ownWeight*signed)): // with the weight of a neighbour, or with that of the own number
			return wrong("These are the neighbours alone. Each tie takes a quarter of the own number away, and the rest stays.")
		}
		// Any other number.
		return wrong("Read the row of " + name + " in $L$: " + strconv.Itoa(layer.Degree(node)) + " for " + name +
			" itself, −1 for a friend, +1 for a rival. Then take 25 % of the sum from the own number.")
	})
}
