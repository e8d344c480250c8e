package graph

// Triangles lists the triangles by their nodes, ascending, in the order of their first, second and third node.
func (g *Graph) Triangles() (list [][3]int) {
	adj, mark := g.Adjacency(), make([]bool, g.N)
	for i := range g.N {
		for _, j := range adj.Neighbors(i) {
			mark[j] = true
		}
		for _, j := range adj.Neighbors(i) {
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
