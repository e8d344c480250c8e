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
	// clusteringEdges is the largest number of edges of a graph whose triangles are counted.
	clusteringEdges = 300_000
)

// FillMissing returns g with computed features if it has no feature columns, and with communities as labels if it has no labels.
// The features of a graph of at most 64 nodes are a one-hot column for each node, and the degree.
// Those of a larger graph are the degree, the mean degree of the neighbours, the core number, the clustering coefficient, and
// eight approximate eigenvectors of the normalised adjacency matrix.
// Notes describe each addition. FillMissing does not change g; the result shares its other parts.
func FillMissing(g *Graph) *Graph {
	// The copy shares all slices; Notes is cloned because it grows.
	out := *g
	out.Notes = slices.Clone(g.Notes)
	if g.X.Cols == 0 && g.N > 0 {
		// One column per node identifies nodes, but makes large matrices.
		if g.N <= oneHotNodes {
			out.X, out.FeatureNames = identityAndDegree(g), identityNames(g)
			out.note("The graph has no features: a one-hot column per node and the degree were added.")
		} else {
			out.X, out.FeatureNames = structure(g)
			out.note("The graph has no features: %d columns computed from its structure were added.", out.X.Cols)
		}
	}
	for _, y := range g.Labels {
		if y >= 0 {
			return &out
		}
	}
	if g.N == 0 {
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

// structure returns the structural columns and their names.
// Columns are scaled to at most 1, eigenvectors to mean square 1.
func structure(g *Graph) (*linalg.CSR, []string) {
	adj := g.Adjacency()
	names := structureNames()
	cols := [][]float64{make([]float64, g.N), make([]float64, g.N), make([]float64, g.N)}
	for i := range g.N {
		d := adj.Degree(i)
		// The square root compresses the degrees of hubs.
		cols[0][i] = math.Sqrt(float64(d))
		for _, j := range adj.Neighbors(i) {
			cols[1][i] += math.Sqrt(float64(adj.Degree(int(j)))) / float64(d)
		}
	}
	for i, c := range coreNumbers(adj, g.N) {
		cols[2][i] = float64(c)
	}
	// Counting triangles is not linear in the edges.
	if len(g.Edges) <= clusteringEdges {
		names = append(names, "clustering")
		cols = append(cols, clustering(adj, g.N))
	}
	for _, c := range cols {
		// Columns of different units get a common scale.
		if top := slices.Max(c); top > 0 {
			for i := range c {
				c[i] /= top
			}
		}
	}
	for k, v := range eigenvectors(g, adj, min(spectralColumns, g.N-1)) {
		names = append(names, fmt.Sprintf("eigenvector %d", k+2))
		cols = append(cols, v)
	}
	data := make([]float64, g.N*len(cols))
	for k, c := range cols {
		for i, v := range c {
			data[i*len(cols)+k] = v
		}
	}
	return denseFeatures(g.N, len(cols), data), names
}

// structureNames returns the names of the first columns of structure.
func structureNames() []string { return []string{"degree", "neighbours' degree", "core number"} }

// clustering returns, for every node, the share of pairs of neighbours with an edge between them.
func clustering(adj *Adjacency, n int) []float64 {
	out := make([]float64, n)
	mark := make([]bool, n)
	for i := range n {
		nbrs := adj.Neighbors(i)
		if len(nbrs) < 2 {
			continue
		}
		for _, j := range nbrs {
			mark[j] = true
		}
		// Each edge between neighbours is found from both of its ends.
		links := 0
		for _, j := range nbrs {
			for _, k := range adj.Neighbors(int(j)) {
				if mark[k] {
					links++
				}
			}
		}
		for _, j := range nbrs {
			mark[j] = false
		}
		out[i] = float64(links) / float64(len(nbrs)*(len(nbrs)-1))
	}
	return out
}

// coreNumbers returns, for every node, the largest k of a subgraph with minimum degree k that contains it.
// It removes nodes in order of their degree, in O(n + m) (V. Batagelj and M. Zaveršnik 2003).
func coreNumbers(adj *Adjacency, n int) []int {
	deg := make([]int, n)
	top := 0
	for i := range deg {
		deg[i] = adj.Degree(i)
		top = max(top, deg[i])
	}
	// Nodes are sorted by degree with buckets; start[d] begins the bucket of degree d.
	start := make([]int, top+2)
	for _, d := range deg {
		start[d+1]++
	}
	for d := range top + 1 {
		start[d+1] += start[d]
	}
	order, pos, next := make([]int, n), make([]int, n), slices.Clone(start)
	for i, d := range deg {
		pos[i] = next[d]
		order[next[d]] = i
		next[d]++
	}
	for _, v := range order {
		for _, u := range adj.Neighbors(v) {
			// Removed nodes and nodes of equal degree keep their degree.
			if deg[u] <= deg[v] {
				continue
			}
			// u moves to the front of its degree's bucket, which then shrinks.
			p, q := pos[u], start[deg[u]]
			w := order[q]
			order[p], order[q] = w, int(u)
			pos[w], pos[u] = p, q
			start[deg[u]]++
			deg[u]--
		}
	}
	return deg
}

// eigenvectors approximates the k eigenvectors of (I + D^{-1/2} A D^{-1/2})/2 below the largest by orthogonal iteration.
// Each has mean square 1, and its entry of largest magnitude is positive. A few sweeps suffice for features.
func eigenvectors(g *Graph, adj *Adjacency, k int) [][]float64 {
	n := g.N
	inverseRoot := make([]float64, n)
	basis := make([][]float64, k+1)
	// The largest eigenvector is known: D^{1/2}·1. It stays in the basis to be projected out.
	basis[0] = make([]float64, n)
	for i := range n {
		if d := adj.Degree(i); d > 0 {
			inverseRoot[i] = 1 / math.Sqrt(float64(d))
			basis[0][i] = math.Sqrt(float64(d))
		}
	}
	// A fixed seed: features depend on the graph alone.
	r := rng.New(0, "spectral features")
	for c := 1; c <= k; c++ {
		basis[c] = make([]float64, n)
		for i := range n {
			basis[c][i] = r.Norm()
		}
	}
	// The number of sweeps bounds the time: about 400 million operations.
	sweeps := max(8, min(60, 400_000_000/(16*(len(g.Edges)+n)*(k+1))))
	orthonormalise(basis)
	// One product for all vectors visits every neighbour once per sweep.
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
		linalg.SpMM(a, x, 0, y)
		for c, b := range basis[1:] {
			for i := range b {
				b[i] = 0.5 * (b[i] + float64(inverseRoot[i]*y.Data[i*k+c]))
			}
		}
		orthonormalise(basis)
	}
	scale := math.Sqrt(float64(n))
	for _, x := range basis[1:] {
		big := 0
		for i, v := range x {
			// The tolerance keeps the sign independent of rounding.
			if math.Abs(v) > math.Abs(x[big])+1e-9 {
				big = i
			}
		}
		sign := math.Copysign(scale, x[big])
		for i := range x {
			x[i] *= sign
		}
	}
	return basis[1:]
}

// orthonormalise applies the modified Gram–Schmidt process. A vanishing vector becomes zero.
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
			// Below this length the vector is rounding error.
			if norm > 1e-12 {
				x[i] /= norm
			} else {
				x[i] = 0
			}
		}
	}
}
