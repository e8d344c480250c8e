// The study of triangles on many graphs draws random graphs with common class centres, and trains on their disjoint unions.

package study

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// Sizes and variances of the data, after the authors of arXiv 2607.19514. The authors test on 8 or 200 graphs.
const (
	manyTrained, manyTested = 30, 40 // numbers of training graphs and of test graphs of this study
	manyBatch               = 8      // number of graphs in a batch
	manyClasses             = 20     // number of classes, of which each graph has 5 to 7
	manyFeatures            = 15     // number of features of a node
	centreVariance          = 0.2    // variance of the class centres, in each feature
	withinClassVariance     = 0.4    // variance of the nodes of a class around its centre, in each feature
)

// graphUnion is the disjoint union of graphs.
type graphUnion struct {
	graph *graph.Graph
	// graphOf is the index of each node's graph.
	graphOf []int32
	// For each graph, triangles has ln(1 + number of triangles), and pairs has ln(1 + number of pairs of edges with a common end).
	triangles, pairs []float64
	// walks are the triangles of the union, each as a closed walk: three edges with their directions.
	walks [][]graph.Crossing
}

// drawGraphs returns n random graphs of 100 to 160 nodes and 5 to 7 classes, of homophily 0.9 to 1 and mean degree 5 to 7.
// name and seed determine the graphs. The class centres depend on the seed alone, so that training and test graphs share them.
func drawGraphs(seed uint64, name string, n int) ([]*graph.Graph, error) {
	centres := make([]float64, manyClasses*manyFeatures) // classes × features
	rng.New(seed, "many centres").FillNorm(centres, math.Sqrt(centreVariance))
	r, graphs := rng.New(seed, name), make([]*graph.Graph, n)
	for k := range graphs {
		// The generator draws edges and communities. Its features are replaced below.
		classes := 5 + r.Intn(3) // 5 to 7
		spec := fmt.Sprintf("universe:n=%d,classes=%d,degree=%.3f,homophily=%.3f,correlation=0,seed=%d", 100+r.Intn(61), classes,
			5+float64(2*r.Float64()), 0.9+float64(0.1*r.Float64()), r.Intn(1<<30))
		g, err := graph.Generate(spec)
		if err != nil {
			return nil, err
		}
		// Each community of the graph becomes one of the manyClasses classes at random. The features of a node are normally distributed
		// around the centre of its class. The conversion float64(…) forbids a fused operation: the features are equal on all processors.
		classOf := r.Perm(manyClasses)                                       // by community; only the first elements are used
		labels, columns := make([]int, g.N), make([][]float64, manyFeatures) // classes by node; features, one list each
		for i := range labels {
			labels[i] = classOf[g.Labels[i]]
		}
		for f := range columns {
			columns[f] = make([]float64, g.N)
			for i := range columns[f] {
				columns[f][i] = centres[labels[i]*manyFeatures+f] + float64(math.Sqrt(withinClassVariance)*r.Norm())
			}
		}
		graphs[k] = g.WithData(labels, classNames(), columns, nil) // nil: the features have no names
	}
	return graphs, nil
}

// classNames returns the names of the classes: "1" to "20".
func classNames() []string {
	out := make([]string, manyClasses)
	for k := range out {
		out[k] = fmt.Sprint(k + 1)
	}
	return out
}

// disjointUnion returns the disjoint union of graphs. The nodes of a graph follow the nodes of the graphs before it.
func disjointUnion(graphs []*graph.Graph) *graphUnion {
	u := &graphUnion{}
	labels, columns := []int{}, make([][]float64, manyFeatures) // classes and features of all nodes
	var edges []graph.Edge
	for k, g := range graphs {
		firstNode := int32(len(labels)) // node 0 of g in the union
		for _, e := range g.Edges {
			edges = append(edges, graph.Edge{I: firstNode + e.I, J: firstNode + e.J})
		}
		// A node of degree δ is the common end of δ(δ − 1)/2 pairs of edges.
		pairs := 0
		for _, degree := range g.Degrees() {
			pairs += degree * (degree - 1) / 2
		}
		u.triangles = append(u.triangles, linalg.Log(float64(1+len(g.Triangles(math.MaxInt)))))
		u.pairs = append(u.pairs, linalg.Log(float64(1+pairs)))
		for range g.N {
			u.graphOf = append(u.graphOf, int32(k))
		}
		labels = append(labels, g.Labels...)
		for f := range columns {
			columns[f] = append(columns[f], g.Feature(f)...)
		}
	}
	// The union has the triangles of all graphs.
	u.graph = graph.New("many graphs", len(labels), edges).WithData(labels, classNames(), columns, nil)
	for _, corners := range u.graph.Triangles(math.MaxInt) {
		walk, _ := u.graph.Steps(corners[:]) // no error, since the graph has the triangle
		u.walks = append(u.walks, walk)
	}
	return u
}
