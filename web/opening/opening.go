// Package opening defines the graph and the runs of the level Look. The dial of Look leads from a network that averages over neighbours to
// a network with learned signs on its edges. Package train trains the runs; assets/opening has their results.
package opening

import (
	"maps"

	"sheafscope/wasm/recipe"
)

// Graph and Split are the same in all runs. Seed is the seed of the displayed runs. The labels of the graph follow a rule between
// neighbours that only a network with maps can express. With 104 test nodes, one node is less than a percentage point of the test accuracy.
const (
	Graph = "friends:n=260,degree=8,rule=0.96,seed=3"
	Split = "random:0.4,0.2,0.4" // shares of the nodes for training, validation and test
	Seed  = 10                   // determines the split and the first weights
)

// U and V are the end nodes of the edge that the page follows.
const U, V = 176, 14

// Position is the position of [Run], in operations from 0, at the end of the epoch with the best validation accuracy.
const Position = 1710

// Run returns the setup of the run at level Learn: SGPC on the graph of the dial. The stalks have two dimensions, like the stalks in the
// view of one edge. The network has few weights, because the page downloads its weights.
func Run() recipe.Setup {
	return recipe.Setup{Graph: Graph, Split: Split, Seed: Seed, Method: "paper",
		Settings: map[string]string{"channels": "8", "d": "2", "hidden": "16", "svr": "exact"}}
}

// Stored reports whether a run can start from the state in assets/opening. The state must belong to the same graph, split and network, and
// must not be later than the position of the run, which continues from the state.
func Stored(r recipe.Setup) bool {
	stored := Run()
	sameGraph := r.Graph == stored.Graph && r.Split == stored.Split && r.Seed == stored.Seed && r.Edits == nil
	// Model "" stands for SGPC.
	sameNetwork := r.Method == stored.Method && r.Model == "" && maps.Equal(r.Settings, stored.Settings)
	return sameGraph && sameNetwork && r.Position >= Position
}
