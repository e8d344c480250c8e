// Package opening defines the graph and the runs of the level Look. A dial there leads from a network that averages over
// neighbours to one with learned signs on its edges. Package train trains the runs; assets/opening holds their results.
package opening

import (
	"maps"

	"sheafscope/wasm/recipe"
)

// Graph and Split define all runs. The graph has a rule between neighbours that only maps can express. Its 104 test nodes make one
// node less than a percentage point.
const (
	Graph = "friends:n=260,degree=8,rule=0.96,seed=3"
	Split = "random:0.4,0.2,0.4"
	Seed  = 10 // seed of the shown run and of its split
)

// U and V are the ends of the followed edge.
const U, V = 176, 14

// Position is the end of the epoch of [Run] with the best validation.
const Position = 1710

// Run returns the setup that level Learn follows: SGPC on the same graph. Its stalks have two dimensions, as One edge shows them,
// and it has few weights, since the page downloads them.
func Run() recipe.Setup {
	return recipe.Setup{Graph: Graph, Split: Split, Seed: Seed, Method: "paper",
		Settings: map[string]string{"channels": "8", "d": "2", "hidden": "16", "svr": "exact"}}
}

// Stored reports whether assets/opening has the state of a run at its position.
func Stored(r recipe.Setup) bool {
	own := Run()
	return r.Graph == own.Graph && r.Split == own.Split && r.Seed == own.Seed && r.Method == own.Method && r.Model == "" && r.Edits == nil &&
		maps.Equal(r.Settings, own.Settings) && r.Position >= Position
}
