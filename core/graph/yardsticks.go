package graph

import "math"

// Yardsticks are four numbers for comparing the difficulty of node classification on graphs.
type Yardsticks struct {
	// Homophily is [Graph.EdgeHomophily], Degree the mean degree.
	Homophily, Degree float64
	// Correlation measures how much better than chance the class at one end of an edge between classes decides the class at the other end:
	// (q − 1/(K−1)) / (1 − 1/(K−1)) for K classes.
	// q is the share of ends whose edge leads to the most frequent other class of their class. For two classes it is 0.
	Correlation float64
	// Signal is the root mean square distance of the class means of the features from their centre.
	// Its unit is the root mean square length of the deviations from the class means.
	// The expected deviation of the means by chance is subtracted.
	Signal float64
}

// Yardsticks returns the yardsticks of a graph in which every node has a class.
func (g *Graph) Yardsticks() Yardsticks {
	y := Yardsticks{Homophily: g.EdgeHomophily(), Signal: g.featureSignal()}
	if g.N > 0 {
		y.Degree = 2 * float64(len(g.Edges)) / float64(g.N)
	}
	// With two classes the other class is certain.
	if g.Classes < 3 {
		return y
	}
	ends := make([]int, g.Classes*g.Classes)
	for _, e := range g.Edges {
		if a, b := g.Labels[e.I], g.Labels[e.J]; a != b {
			ends[a*g.Classes+b]++
			ends[b*g.Classes+a]++
		}
	}
	most, all := 0, 0
	for r := range g.Classes {
		best := 0
		for _, n := range ends[r*g.Classes : (r+1)*g.Classes] {
			best, all = max(best, n), all+n
		}
		most += best
	}
	if chance := 1 / float64(g.Classes-1); all > 0 {
		y.Correlation = (float64(most)/float64(all) - chance) / (1 - chance)
	}
	return y
}

// featureSignal is Yardsticks.Signal: with S the sum over all nodes of the squared deviations from their class mean, of n_k nodes
// in class k,
//
//	noise² = S/(n − K),   signal² = (Σ_k |x̄_k − x̄|²/K − (1 − 1/K)·noise²·Σ_k 1/(K n_k)) / noise².
func (g *Graph) featureSignal() float64 {
	k, f := g.Classes, g.X.Cols
	size := g.ClassSizes()
	// Empty classes count with a mean of 0.
	mean, centre := make([]float64, k*f), make([]float64, f)
	for i, y := range g.Labels {
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			mean[y*f+int(g.X.Col[p])] += g.X.Val[p] / float64(size[y])
		}
	}
	for q, v := range mean {
		centre[q%max(f, 1)] += v / float64(k)
	}
	between, within, chance := 0.0, 0.0, 0.0
	for q, v := range mean {
		d := v - centre[q%f]
		between += float64(d*d) / float64(k)
		// Σ|x − x̄|² = Σ|x|² − n|x̄|² needs one pass over the sparse entries.
		within -= float64(float64(size[q/f]) * float64(v*v))
	}
	for _, v := range g.X.Val {
		within += float64(v * v)
	}
	for _, n := range size {
		chance += (1 - 1/float64(k)) / float64(k*max(n, 1))
	}
	if within <= 0 || g.N <= k {
		return 0
	}
	noise := within / float64(g.N-k)
	return math.Sqrt(max(0, between/noise-chance))
}
