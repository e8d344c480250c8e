// Package look is what the level Look shows: one graph, on which a dial goes from a network that averages over neighbours to one
// whose edges flip what passes. Package train of it makes its numbers, which assets/look keeps.
package look

// Graph and Split are those of all its runs: a rule between neighbours that only maps can follow, and 104 nodes to score, so that
// one node is less than a point.
const (
	Graph = "friends:n=260,degree=8,rule=0.96,seed=3"
	Split = "random:0.4,0.2,0.4"
	Seed  = 10 // of the run that is shown; it draws the split
)
