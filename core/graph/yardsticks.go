package graph

import "math"

// Yardsticks are four numbers for comparing the difficulty of node classification on graphs.
type Yardsticks struct {
	// Homophily is [Graph.EdgeHomophily]. Degree is the mean number of neighbours of a node.
	Homophily, Degree float64
	// Correlation measures how well the class at one end of an edge between different classes predicts the class at its other end.
	// For each known class, the guess is the most frequent class at the other ends.
	// For K classes, Correlation is (q − c) / (1 − c), where q is the share of correct guesses and c = 1/(K − 1) is their share by chance.
	// For fewer than three classes, and without edges between different classes, Correlation is 0.
	Correlation float64
	// Signal is the root mean square distance of the class means of the features from their centre.
	// Its unit is the noise: the root mean square distance of a node from the mean of its class.
	// Noise alone separates the class means, too. The expected square of this separation is subtracted from the square of the distance.
	Signal float64
}

// Yardsticks returns the yardsticks of a graph in which every node has a class.
func (g *Graph) Yardsticks() Yardsticks {
	y := Yardsticks{Homophily: g.EdgeHomophily(), Signal: g.featureSignal()}
	if g.N > 0 {
		y.Degree = 2 * float64(len(g.Edges)) / float64(g.N)
	}
	if g.Classes < 3 { // with two classes 1 − c is 0; with fewer there are no edges between classes
		return y
	}
	// edges[a*Classes+b] is the number of edges between class a and class b ≠ a. The matrix is symmetric.
	edges := make([]int, g.Classes*g.Classes)
	for _, e := range g.Edges {
		a, b := g.Labels[e.I], g.Labels[e.J]
		if a != b {
			edges[a*g.Classes+b]++
			edges[b*g.Classes+a]++
		}
	}
	// Each edge gives two guesses, one for each known end. In the row of a known class, the largest number counts its correct guesses.
	correct, guesses := 0, 0
	for known := range g.Classes {
		largest := 0
		for _, n := range edges[known*g.Classes : (known+1)*g.Classes] {
			largest = max(largest, n)
			guesses += n
		}
		correct += largest
	}
	chance := 1 / float64(g.Classes-1)
	if guesses > 0 {
		y.Correlation = (float64(correct)/float64(guesses) - chance) / (1 - chance)
	}
	return y
}

// featureSignal returns Yardsticks.Signal:
//
//	noise² = S/(n − K),   signal² = (Σ_k |x̄_k − x̄|²/K − (1 − 1/K)·noise²·Σ_k 1/(K n_k)) / noise².
//
// Class k of the K classes has n_k of the n nodes and the mean x̄_k. x̄ is the mean of the class means, and S is the sum of the squared
// distances of all nodes from their class means.
// The result is 0 if S = 0, if n ≤ K, and if signal² would be negative.
func (g *Graph) featureSignal() float64 {
	classes, f := g.Classes, g.X.Cols
	size := g.ClassSizes()
	// The class means and their mean. An empty class has the mean 0.
	mean, centre := make([]float64, classes*f), make([]float64, f)
	for i, y := range g.Labels {
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			mean[y*f+int(g.X.Col[p])] += g.X.Val[p] / float64(size[y])
		}
	}
	for q, v := range mean {
		centre[q%f] += v / float64(classes) // q/f is the class, and q%f the column of the feature
	}
	// between is Σ_k |x̄_k − x̄|²/K, within is S, and chance is (1 − 1/K)·Σ_k 1/(K n_k).
	between, within, chance := 0.0, 0.0, 0.0
	for q, v := range mean {
		d := v - centre[q%f]
		between += float64(d*d) / float64(classes)
		// In each class, Σ|x − x̄_k|² = Σ|x|² − n_k|x̄_k|², which needs one pass over the sparse entries.
		within -= float64(float64(size[q/f]) * float64(v*v)) // float64 forbids a fused multiply-add
	}
	for _, v := range g.X.Val {
		within += float64(v * v)
	}
	for _, n := range size {
		chance += (1 - 1/float64(classes)) / float64(classes*max(n, 1)) // max avoids 1/0 for an empty class
	}
	// Rounding can make S slightly negative.
	if within <= 0 || g.N <= classes {
		return 0
	}
	noiseSquare := within / float64(g.N-classes)
	return math.Sqrt(max(0, between/noiseSquare-chance))
}
