// This file computes features and labels for graphs without them, so that a network can be trained on every graph.

package graph

import (
	"fmt"
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// Limits of the computed features.
const (
	// oneHotNodes is the largest number of nodes of a graph with one-hot columns.
	oneHotNodes = 64
	// spectralColumns is the number of approximate eigenvectors.
	spectralColumns = 8
	// clusteringEdges is the largest number of edges of a graph with clustering coefficients.
	clusteringEdges = 300_000
)

// FillMissing returns g with computed features if it has no feature columns, and with communities as labels if it has no labels.
// A graph of at most 64 nodes gets a one-hot column for each node, and the degree. A larger graph gets the columns of structure.
// A graph without nodes gets nothing. Notes describe each addition. FillMissing does not change g, but the result shares memory with g.
func FillMissing(g *Graph) *Graph { return fillMissing(g, oneHotNodes) }

// fillMissing is FillMissing with another limit: a graph of at most maxOneHot nodes gets a one-hot column for each node.
func fillMissing(g *Graph, maxOneHot int) *Graph {
	out := *g // shares memory with g
	out.Notes = slices.Clone(g.Notes)
	if g.X.Cols == 0 && g.N > 0 {
		// A column for each node distinguishes all nodes, but a large graph would have too many columns.
		if g.N <= maxOneHot {
			out.X, out.FeatureNames = identityAndDegree(g), identityNames(g)
			out.note("The graph has no features: a one-hot column per node and the degree were added.")
		} else {
			out.X, out.FeatureNames = structure(g)
			out.note("The graph has no features: %d columns computed from its structure were added.", out.X.Cols)
		}
	}
	hasLabels := slices.ContainsFunc(g.Labels, func(y int) bool { return y >= 0 })
	if hasLabels || g.N == 0 {
		return &out
	}
	labels, classes, how := communityClasses(g)
	names := make([]string, classes)
	for c := range names {
		names[c] = fmt.Sprintf("community %d", c+1)
	}
	out.setLabels(labels, names)
	out.note("The graph has no labels: %s.", how)
	return &out
}

// structure returns features that are computed from the edges, and their names. The columns are
//
//   - the square root of the degree, and the mean of these roots over the neighbours, 0 without neighbours;
//   - the core number;
//   - the clustering coefficient, unless the graph has more than clusteringEdges edges;
//   - eight approximate eigenvectors of the normalised adjacency matrix.
//
// Every column before the eigenvectors is divided by its largest value, unless this is 0. The mean square of an eigenvector is 1.
// The graph must have more than spectralColumns nodes.
func structure(g *Graph) (*linalg.CSR, []string) {
	adj := g.Adjacency()
	names := structureNames()
	cols := [][]float64{make([]float64, g.N), make([]float64, g.N), make([]float64, g.N)}
	for i := range g.N {
		d := adj.Degree(i)
		// The square root reduces the range of the degrees.
		cols[0][i] = math.Sqrt(float64(d))
		for _, j := range adj.Neighbors(i) {
			cols[1][i] += math.Sqrt(float64(adj.Degree(int(j)))) / float64(d)
		}
	}
	for i, c := range coreNumbers(adj, g.N) {
		cols[2][i] = float64(c)
	}
	if len(g.Edges) <= clusteringEdges { // the time of clustering grows faster than the number of edges
		names = append(names, "clustering")
		cols = append(cols, clustering(adj, g.N))
	}
	// Columns with different units get a common range.
	for _, column := range cols {
		largest := slices.Max(column)
		if largest > 0 {
			for i := range column {
				column[i] /= largest
			}
		}
	}
	for k, v := range eigenvectors(g, adj, spectralColumns) {
		names = append(names, fmt.Sprintf("eigenvector %d", k+2)) // eigenvector 1 is column 0, the roots of the degrees
		cols = append(cols, v)
	}
	data := make([]float64, g.N*len(cols)) // the matrix, row by row
	for k, column := range cols {
		for i, v := range column {
			data[i*len(cols)+k] = v
		}
	}
	return denseFeatures(g.N, len(cols), data), names
}

// structureNames returns the names of the first three columns of structure.
func structureNames() []string { return []string{"degree", "neighbours' degree", "core number"} }

// clustering returns the clustering coefficient of every node: the share of the pairs of its neighbours that have an edge.
// A node with fewer than two neighbours has the coefficient 0.
func clustering(adj *Adjacency, n int) []float64 {
	out := make([]float64, n)
	isNeighbour := make([]bool, n) // isNeighbour[j] reports whether j is a neighbour of the current node i
	for i := range n {
		neighbours := adj.Neighbors(i)
		if len(neighbours) < 2 {
			continue
		}
		for _, j := range neighbours {
			isNeighbour[j] = true
		}
		// links counts each edge between two neighbours twice, once from each end. So the number of pairs is doubled, too.
		links := 0
		for _, j := range neighbours {
			for _, k := range adj.Neighbors(int(j)) {
				if isNeighbour[k] {
					links++
				}
			}
		}
		for _, j := range neighbours {
			isNeighbour[j] = false
		}
		out[i] = float64(links) / float64(len(neighbours)*(len(neighbours)-1))
	}
	return out
}

// coreNumbers returns the core number of every node: the largest k such that a subgraph with minimum degree k contains the node.
// It removes nodes in the order of their degrees, in O(n + m) (V. Batagelj and M. Zaveršnik 2003).
func coreNumbers(adj *Adjacency, n int) []int {
	// deg has the degrees among the nodes that are not removed yet. The degree of a node at its removal is its core number, and stays in deg.
	deg := make([]int, n)
	largest := 0
	for i := range deg {
		deg[i] = adj.Degree(i)
		largest = max(largest, deg[i])
	}
	// order has the nodes sorted by degree, and place[i] is the index of node i in order. The nodes of degree d begin at start[d].
	start := make([]int, largest+2) // start[d+1] first counts the nodes of degree d
	for _, d := range deg {
		start[d+1]++
	}
	for d := range largest + 1 {
		start[d+1] += start[d]
	}
	order, place, next := make([]int, n), make([]int, n), slices.Clone(start)
	for i, d := range deg {
		place[i] = next[d]
		order[next[d]] = i
		next[d]++
	}
	// Each turn removes v. order changes during the loop, but only after the place of v.
	for _, v := range order {
		for _, u := range adj.Neighbors(v) {
			// Removed nodes, and nodes of the same degree as v, keep their degree.
			if deg[u] <= deg[v] {
				continue
			}
			// The degree of u decreases by one: u changes places with w, the first node of the old degree, and start moves behind u.
			p, q := place[u], start[deg[u]]
			w := order[q]
			order[p], order[q] = w, int(u)
			place[w], place[u] = p, q
			start[deg[u]]++
			deg[u]--
		}
	}
	return deg
}

// eigenvectors approximates k eigenvectors of the normalised adjacency matrix D^{-1/2} A D^{-1/2}, by descending eigenvalue. A is the
// adjacency matrix, and D has the degrees on its diagonal. The eigenvector D^{1/2}·1 of the largest eigenvalue, 1, is left out.
// Each vector has mean square 1, and its entry of largest size is positive.
//
// Orthogonal iteration finds the eigenvalues of largest size. So it uses the matrix (I + D^{-1/2} A D^{-1/2})/2, which has no negative
// eigenvalue, but the same eigenvectors.
func eigenvectors(g *Graph, adj *Adjacency, k int) [][]float64 {
	n := g.N
	inverseRoot := make([]float64, n) // D^{-1/2}: 1/√degree of each node, or 0 for degree 0
	basis := make([][]float64, k+1)
	// The known eigenvector D^{1/2}·1 is basis[0], so that the others stay orthogonal to it.
	basis[0] = make([]float64, n)
	for i := range n {
		d := adj.Degree(i)
		if d > 0 {
			inverseRoot[i] = 1 / math.Sqrt(float64(d))
			basis[0][i] = math.Sqrt(float64(d))
		}
	}
	// The other vectors begin with random entries. The seed is fixed, so that features depend only on the graph.
	r := rng.New(0, "spectral features")
	for c := 1; c <= k; c++ {
		basis[c] = make([]float64, n)
		for i := range n {
			basis[c][i] = r.Norm()
		}
	}
	// As many sweeps as 400 million operations allow, but 8 to 60: features need no accurate eigenvectors.
	operations := 16 * (len(g.Edges) + n) * (k + 1) // of one sweep: about 16 for each edge or node, and vector
	sweeps := max(8, min(60, 400_000_000/operations))
	orthonormalise(basis)
	// a is A D^{-1/2}. The columns of x are the vectors, so that one product y = a·x multiplies all of them.
	a := &linalg.CSR{Rows: n, Cols: n, Ptr: adj.Ptr, Col: adj.Nbr, Val: make([]float64, len(adj.Nbr))}
	for p, j := range adj.Nbr {
		a.Val[p] = inverseRoot[j]
	}
	x, y := linalg.NewDense(n, k), linalg.NewDense(n, k)
	for range sweeps {
		for c, b := range basis[1:] {
			for i, v := range b {
				x.Data[i*k+c] = v
			}
		}
		linalg.SpMM(a, x, 0, y) // 0: y is overwritten
		for c, b := range basis[1:] {
			for i := range b {
				// Element i of (I + D^{-1/2} A D^{-1/2})/2 times b. float64 forbids a fused multiply-add.
				b[i] = 0.5 * (b[i] + float64(inverseRoot[i]*y.Data[i*k+c]))
			}
		}
		orthonormalise(basis)
	}
	scale := math.Sqrt(float64(n)) // the length of a vector with mean square 1
	for _, b := range basis[1:] {
		largest := 0 // index of the entry of largest size, the first if sizes are equal up to rounding
		for i, v := range b {
			if math.Abs(v) > math.Abs(b[largest])+1e-9 {
				largest = i
			}
		}
		factor := math.Copysign(scale, b[largest])
		for i := range b {
			b[i] *= factor
		}
	}
	return basis[1:]
}

// orthonormalise applies the modified Gram–Schmidt process, in place. A vector that depends on the earlier vectors becomes zero.
func orthonormalise(basis [][]float64) {
	for c, x := range basis {
		for _, b := range basis[:c] {
			dot := 0.0
			for i, v := range b {
				dot += float64(v * x[i])
			}
			for i, v := range b {
				x[i] -= float64(dot * v)
			}
		}
		sum := 0.0
		for _, v := range x {
			sum += float64(v * v)
		}
		norm := math.Sqrt(sum)
		for i := range x {
			// A vector of at most this length consists of rounding errors.
			if norm > 1e-12 {
				x[i] /= norm
			} else {
				x[i] = 0
			}
		}
	}
}
