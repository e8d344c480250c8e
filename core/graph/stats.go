// This file computes degrees, connected components and class sizes.

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
	// A forest with a tree for each component so far (union-find). The root of a tree is its smallest node, and its own parent.
	parent := make([]int32, g.N)
	for i := range parent {
		parent[i] = int32(i)
	}
	// find returns the root of node i. It halves the path from i to the root, so that later searches are short.
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, e := range g.Edges {
		a, b := find(e.I), find(e.J) // if they are equal, the forest does not change
		if a < b {
			parent[b] = a
		} else {
			parent[a] = b
		}
	}
	// A root precedes the other nodes of its component, so id[root] is known.
	id = make([]int, g.N)
	for i := range id {
		root := int(find(int32(i)))
		if root == i {
			id[i] = count
			count++
		} else {
			id[i] = id[root]
		}
	}
	return id, count
}

// ClassSizes returns the number of nodes of every class. Nodes of unknown label are not counted.
func (g *Graph) ClassSizes() []int {
	sizes := make([]int, g.Classes)
	for _, y := range g.Labels {
		if y >= 0 {
			sizes[y]++
		}
	}
	return sizes
}
