// This file lists the triangles of a graph.

package graph

// Triangles returns the first triangles in lexicographic order, at most as many as most. A triangle has its three nodes in ascending order.
func (g *Graph) Triangles(most int) (list [][3]int) {
	// isNeighbour[j] reports whether j is a neighbour of the current node i.
	adj, isNeighbour := g.Adjacency(), make([]bool, g.N)
	for i := range g.N {
		for _, j := range adj.Neighbors(i) {
			isNeighbour[j] = true
		}
		// The triangles with i < j < k.
		for _, j := range adj.Neighbors(i) {
			if int(j) < i {
				continue
			}
			for _, k := range adj.Neighbors(int(j)) {
				if len(list) >= most {
					return list
				}
				if k > j && isNeighbour[k] {
					list = append(list, [3]int{i, int(j), int(k)})
				}
			}
		}
		for _, j := range adj.Neighbors(i) {
			isNeighbour[j] = false
		}
	}
	return list
}
