package graph_test

import (
	"fmt"

	"sheafscope/core/graph"
)

// New sorts the edges, and notes dropped self-loops and repeated edges.
func ExampleNew() {
	g := graph.New("triangle", 3, []graph.Edge{{I: 2, J: 0}, {I: 0, J: 1}, {I: 1, J: 2}, {I: 0, J: 2}, {I: 1, J: 1}})
	fmt.Println(g.Edges)
	for _, n := range g.Notes {
		fmt.Println(n)
	}
	// Output:
	// [{0 1} {0 2} {1 2}]
	// 1 self-loop dropped (at 1 node): an edge joins two different nodes.
	// 1 repeated edge merged: an edge given twice or in both directions counts once.
}

// The karate club is built in.
func ExampleBuiltin() {
	g, _ := graph.Builtin("karate")
	fmt.Printf("%s: %d nodes, %d edges, homophily %.2f\n", g.Name, g.N, len(g.Edges), g.EdgeHomophily())
	// Output: Zachary's karate club: 34 nodes, 78 edges, homophily 0.86
}

// A specification is the name of a generator with parameters; a parameter out of range is an error.
func ExampleGenerate() {
	g, err := graph.Generate("sbm:n=60,classes=3,degree=6,homophily=0.2,signal=1,seed=1")
	fmt.Println(g.N, len(g.Edges), g.Classes, g.EdgeHomophily(), err)
	_, err = graph.Generate("ring:n=2")
	fmt.Println(err)
	// Output:
	// 60 180 3 0.2 <nil>
	// graph: ring: n=2 is not a whole number from 3 to 20000
}

// A random split of 34 nodes with shares of 48, 32 and 20 %.
func ExampleParseSplit() {
	g := graph.Karate()
	s, _ := graph.ParseSplit(g, "random:0.48,0.32,0.20", 1)
	fmt.Println(len(s.Train), len(s.Val), len(s.Test))
	// Output: 16 11 7
}

// The two cliques of a barbell are its communities.
func ExampleCommunities() {
	_, n := graph.Communities(graph.Barbell(5))
	fmt.Println(n)
	// Output: 2
}

// A path of four nodes gets five feature columns, one-hot and degree, and two communities as classes.
func ExampleFillMissing() {
	g := graph.FillMissing(graph.New("path", 4, []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 2, J: 3}}))
	fmt.Println(g.X.Cols, g.Classes, g.Labels)
	// Output: 5 2 [0 0 1 1]
}

// The middle node of a path of three has two neighbours.
func ExampleGraph_Adjacency() {
	a := graph.Path(3).Adjacency()
	fmt.Println(a.Neighbors(1), a.Degree(1))
	// Output: [0 2] 2
}

// A node and an edge are added to the karate club.
func ExampleEdits_Apply() {
	base := graph.Karate()
	e, err := graph.Edits{}.AddNode(base, 0, 10, 20)
	if err == nil {
		e, err = e.AddEdge(base, 34, 0) // the new node has the next id
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	g, _, _, err := e.Apply(base, graph.Split{})
	fmt.Println(g.N, len(g.Edges), err)
	// Output: 35 79 <nil>
}
