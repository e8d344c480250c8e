package graph

// Compatibility is the compatibility matrix H of a graph whose nodes have classes, classes×classes by rows: H_ab is the
// share of class b among the neighbours of the nodes of class a, each neighbour counted once for each such node (Zhu et al.,
// "Beyond Homophily in Graph Neural Networks", 2020). ends are the two ends of each edge, class the class of each node; an
// edge with an end of another class than 0 to classes−1 is left out. The row of a class without an edge is 0.
func Compatibility(ends []int32, class []int, classes int) []float64 {
	h, all := make([]float64, classes*classes), make([]float64, classes)
	for e := 0; e+1 < len(ends); e += 2 {
		a, b := class[ends[e]], class[ends[e+1]]
		if a < 0 || b < 0 || a >= classes || b >= classes {
			continue
		}
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
