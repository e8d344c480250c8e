// Package opening is what the level Look shows: one graph, on which a dial goes from a network that averages over neighbours to one
// whose edges flip what passes. Package train of it makes its numbers, which assets/opening keeps.
package opening

import (
	"maps"

	"sheafscope/wasm/recipe"
)

// Graph and Split are those of all its runs: a rule between neighbours that only maps can follow, and 104 nodes to score, so that
// one node is less than a point.
const (
	Graph = "friends:n=260,degree=8,rule=0.96,seed=3"
	Split = "random:0.4,0.2,0.4"
	Seed  = 10 // of the run that is shown; it draws the split
)

// U and V are the people on the accent edge.
const U, V = 176, 14

// Position is the end of the epoch of [Run] that validation chose.
const Position = 1710

// Run is what level Learn follows: SGPC on the same graph, with stalks of two dimensions, whose every edge One edge shows as it is,
// and so few weights that the page can have them. In the last scene of the thread it stands at Position.
func Run() recipe.Setup {
	return recipe.Setup{Graph: Graph, Split: Split, Seed: Seed, Method: "paper",
		Settings: map[string]string{"channels": "8", "d": "2", "hidden": "16", "svr": "exact"}}
}

// Stored reports whether assets/opening has what a run needs to stand at its position without training.
func Stored(r recipe.Setup) bool {
	own := Run()
	return r.Graph == own.Graph && r.Split == own.Split && r.Seed == own.Seed && r.Method == own.Method && r.Model == "" && r.Edits == nil &&
		maps.Equal(r.Settings, own.Settings) && r.Position >= Position
}
