// This file computes the homophily of a graph, over its edges and over its nodes.

package graph

// EdgeHomophily is equation 1, G_h = |{(i,j) ∈ E : y_i = y_j}| / |E| in [0, 1].
// An edge with an end of unknown label does not count. If no edge counts, EdgeHomophily returns 0.
func (g *Graph) EdgeHomophily() float64 {
	same, all := 0, 0
	for _, e := range g.Edges {
		a, b := g.Labels[e.I], g.Labels[e.J]
		if a < 0 || b < 0 { // an unknown label
			continue
		}
		all++
		if a == b {
			same++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(same) / float64(all)
}

// NodeHomophily returns, in [0, 1], the mean over nodes of the share of labelled neighbours that have the label of the node.
// Only labelled nodes with a labelled neighbour count. If no node counts, NodeHomophily returns 0.
// Source: Pei et al., "Geom-GCN" (2020).
func (g *Graph) NodeHomophily() float64 {
	// For each node: the number of neighbours with its label, and the number of labelled neighbours.
	same, all := make([]int, g.N), make([]int, g.N)
	for _, e := range g.Edges {
		a, b := g.Labels[e.I], g.Labels[e.J]
		if a < 0 || b < 0 { // an unknown label
			continue
		}
		all[e.I]++
		all[e.J]++
		if a == b {
			same[e.I]++
			same[e.J]++
		}
	}
	sum, nodes := 0.0, 0
	for i, d := range all {
		if d > 0 { // the node and a neighbour have labels
			sum += float64(same[i]) / float64(d)
			nodes++
		}
	}
	if nodes == 0 {
		return 0
	}
	return sum / float64(nodes)
}
