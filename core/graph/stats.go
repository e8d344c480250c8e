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

// Components returns the connected component of every node, numbered from 0
// in the order of their smallest node, and the number of components.
func (g *Graph) Components() (id []int, count int) {
	parent := make([]int32, g.N)
	for i := range parent {
		parent[i] = int32(i)
	}
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, e := range g.Edges {
		// The smaller root wins, so a root is its component's smallest node.
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

// ClassSizes returns the number of nodes of every class; nodes of unknown
// label are in none.
func (g *Graph) ClassSizes() []int {
	sizes := make([]int, g.Classes)
	for _, y := range g.Labels {
		if y >= 0 {
			sizes[y]++
		}
	}
	return sizes
}

// Stats gathers the figures a page or a table shows about a graph.
type Stats struct {
	Nodes, Edges, Features, Classes int
	// Components counts the connected components, Largest the nodes of the
	// largest one, Isolated the nodes without an edge, Unlabeled those of
	// unknown class.
	Components, Largest, Isolated, Unlabeled int
	MaxDegree                                int
	MeanDegree                               float64
	EdgeHomophily, NodeHomophily             float64
	ClassSizes                               []int
}

// Stats computes all figures in O(n + m).
func (g *Graph) Stats() Stats {
	s := Stats{Nodes: g.N, Edges: len(g.Edges), Features: g.X.Cols, Classes: g.Classes,
		EdgeHomophily: g.EdgeHomophily(), NodeHomophily: g.NodeHomophily(), ClassSizes: g.ClassSizes()}
	id, comps := g.Components()
	s.Components = comps
	sizes := make([]int, comps)
	for _, c := range id {
		sizes[c]++
		s.Largest = max(s.Largest, sizes[c])
	}
	for i, d := range g.Degrees() {
		s.MaxDegree = max(s.MaxDegree, d)
		if d == 0 {
			s.Isolated++
		}
		if g.Labels[i] < 0 {
			s.Unlabeled++
		}
	}
	if g.N > 0 {
		s.MeanDegree = 2 * float64(len(g.Edges)) / float64(g.N)
	}
	return s
}
