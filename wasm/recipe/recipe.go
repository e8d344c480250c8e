// Package recipe is everything needed to reproduce a state of the page: graph,
// split, seed, settings, position and view. Same recipe, same numbers.
package recipe

import (
	"cmp"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Version of the recipe format; a link carries it.
const Version = 1

// Recipe reproduces a run. The zero value of a field means its default.
type Recipe struct {
	Version int `json:"v"`
	// Graph is a built-in name ("karate"), a generator ("sbm:n=60,h=0.2,…"), a
	// public data set ("data:texas"), an address that the user agreed to
	// ("url:https://…"), "blank" for a canvas to draw on, or "file" when files
	// were given.
	Graph string `json:"graph"`
	// Edits are the changes made by hand to that graph, nil for none. With Graph
	// "blank" they are the whole graph. Like the rest of a recipe they are
	// replaced, never changed.
	Edits *graph.Edits `json:"edits,omitempty"`
	// Split is "per-class:20", "random:0.48,0.32,0.20", "file:<name>",
	// "public:3" (of a public data set), or "" for the graph's default.
	Split string `json:"split,omitempty"`
	Seed  uint64 `json:"seed"`
	// Model is "sgpc" or a peer's name.
	Model string `json:"model,omitempty"`
	// Method is "paper" for every part of SGPC on, and "" for what validation
	// chose, as it was before there were methods. MethodOpen leaves it to the size of the graph.
	Method string `json:"method,omitempty"`
	// Settings holds the settings that differ from those of the method, by json name.
	Settings map[string]string `json:"settings,omitempty"`
	// Position on the timeline.
	Position int `json:"position,omitempty"`
	// View holds what is selected and shown; it does not change the numbers.
	View View `json:"view,omitzero"`
	// Compare is the second run beside this one, zero for none.
	Compare Second `json:"compare,omitzero"`
	// Own tells the files of a graph from the user's own files apart.
	Own string `json:"own,omitempty"`
	// Read is what the user says of these files where a guess would miss it, as
	// text (content.Correction), "" for nothing.
	Read string `json:"read,omitempty"`
	// Kept stands in an address for Edits that are too large for it: the sum
	// under which the browser keeps them.
	Kept string `json:"kept,omitempty"`
	// Files is the graph itself, in a link to a small own graph (Graph "file").
	Files []content.File `json:"-"`
}

// Runs returns the model and the reading of a recipe: "sgpc" and "paper" where it
// names none. The seed is Seed alone; settings name neither seed nor model.
func (r *Recipe) Runs() (model, reading string) {
	return cmp.Or(r.Model, "sgpc"), cmp.Or(r.Settings["reading"], "paper")
}

// MethodOpen stands for the method of a graph that is opened from a menu
// (sgpc.OpeningMethod); the loaded recipe has that one in its place.
const MethodOpen = "open"

// Second is what distinguishes the second run of a comparison, on the same
// graph and split: "gcn" or "sgpc/code", its seed and its settings.
type Second struct {
	Key      string            `json:"key"`
	Seed     uint64            `json:"seed,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// View is the part of a recipe that only the page reads.
type View struct {
	Theme  string `json:"theme,omitempty"`
	Panel  string `json:"panel,omitempty"`
	Nodes  string `json:"nodes,omitempty"`
	Edges  string `json:"edges,omitempty"`
	Edge   int    `json:"edge,omitempty"` // 1-based; 0: none
	Node   int    `json:"node,omitempty"` // 1-based; 0: none
	Layout string `json:"layout,omitempty"`
	Stage  int    `json:"stage,omitempty"` // a stage that is looked at though the run is elsewhere
	Eigen  int    `json:"eigen,omitempty"` // 1-based eigenvector; 0: none
}
