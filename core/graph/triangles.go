// The triangles of a graph.

package graph

// Triangles returns the triangles by their nodes in ascending order, sorted lexicographically.
func (g *Graph) Triangles() (list [][3]int) {
	adj, mark := g.Adjacency(), make([]bool, g.N)
	for i := range g.N {
		for _, j := range adj.Neighbors(i) {
			mark[j] = true
		}
		for _, j := range adj.Neighbors(i) {
			// Each triangle is listed once, from its smallest node.
			if int(j) < i {
				continue
			}
			for _, k := range adj.Neighbors(int(j)) {
				if k > j && mark[k] {
					list = append(list, [3]int{i, int(j), int(k)})
				}
			}
		}
		for _, j := range adj.Neighbors(i) {
			mark[j] = false
		}
	}
	return list
}
