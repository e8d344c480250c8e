// Package look is what the level Look shows: one graph, on which a dial goes from a network that averages over neighbours to one
// whose edges translate. Package train of it makes its numbers for the build.
package look

// Graph and Split are those of all its runs: a rule between neighbours that only maps can follow, and 105 nodes to score, so that
// one node is less than a point.
const (
	Graph = "friends:n=300,degree=8,rule=0.98,seed=1"
	Split = "random:0.4,0.25,0.35"
)
