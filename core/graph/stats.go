// Degrees, connected components and class sizes.

package graph

// Degrees returns the number of neighbours of every node.
func (g *Graph) Degrees() []int {
	deg := make([]int, g.N)
	for _, e := range g.Edges {
		deg[e.I]++
		deg[e.J]++
	}
	return deg
}

// Components returns the connected component of every node and the number of components.
// Components are numbered from 0 in the order of their smallest node.
func (g *Graph) Components() (id []int, count int) {
	parent := make([]int32, g.N)
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(i int32) int32 {
		// Halving the path keeps later searches short.
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, e := range g.Edges {
		// The smaller root becomes the parent, so that a root is the smallest node of its component.
		if a, b := find(e.I), find(e.J); a < b {
			parent[b] = a
		} else {
			parent[a] = b
		}
	}
	id = make([]int, g.N)
	for i := range id {
		if r := find(int32(i)); int(r) == i {
			id[i] = count
			count++
		} else {
			id[i] = id[r]
		}
	}
	return id, count
}

// ClassSizes returns the number of nodes of every class, without nodes of unknown label.
func (g *Graph) ClassSizes() []int {
	sizes := make([]int, g.Classes)
	for _, y := range g.Labels {
		if y >= 0 {
			sizes[y]++
		}
	}
	return sizes
}
