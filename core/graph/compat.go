// This file computes which classes are neighbours of each other.

package graph

// Compatibility returns the compatibility matrix H, classes×classes row by row.
// H_ab is the share of class b among the neighbours of the nodes of class a. A node counts once for each neighbour of class a.
// ends has the two ends of every edge, one edge after the other. class has the class of every node.
// Edges with an end whose class is outside 0 to classes−1 are ignored. A class without remaining edges has a row of zeros.
// Source: Zhu et al., "Beyond Homophily in Graph Neural Networks" (2020).
func Compatibility(ends []int32, class []int, classes int) []float64 {
	// h[a*classes+b] first counts the neighbours of class b that the nodes of class a have. sum[a] is the sum of row a.
	h, sum := make([]float64, classes*classes), make([]float64, classes)
	for e := 0; e+1 < len(ends); e += 2 { // ends[e] and ends[e+1] are the ends of one edge
		a, b := class[ends[e]], class[ends[e+1]]
		if min(a, b) < 0 || max(a, b) >= classes {
			continue
		}
		// Both ends are neighbours of each other.
		h[a*classes+b]++
		h[b*classes+a]++
		sum[a]++
		sum[b]++
	}
	for k := range h {
		rowSum := sum[k/classes]
		if rowSum > 0 { // a class without edges keeps its row of zeros
			h[k] /= rowSum
		}
	}
	return h
}
