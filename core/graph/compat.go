package graph

// Compatibility returns the compatibility matrix H, classes×classes by rows.
// H_ab is the share of class b among the neighbours of the nodes of class a, where a neighbour counts once per node.
// ends holds the two ends of every edge, class the class of every node.
// Edges with an end outside 0 to classes−1 are left out. The row of a class without edges is 0.
// Source: Zhu et al., "Beyond Homophily in Graph Neural Networks" (2020).
func Compatibility(ends []int32, class []int, classes int) []float64 {
	h, all := make([]float64, classes*classes), make([]float64, classes)
	for e := 0; e+1 < len(ends); e += 2 {
		a, b := class[ends[e]], class[ends[e+1]]
		if a < 0 || b < 0 || a >= classes || b >= classes {
			continue
		}
		// Both ends are neighbours of each other.
		h[a*classes+b]++
		h[b*classes+a]++
		all[a]++
		all[b]++
	}
	for k := range h {
		if n := all[k/classes]; n > 0 {
			h[k] /= n
		}
	}
	return h
}
