// Package recipe defines a [Recipe], the state of the page. Its setup determines every number of a run, and its view the display of the
// run. Links and files encode recipes.
package recipe

import (
	"cmp"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Version is the version of the recipe format. A link contains the version.
const Version = 1

// Setup determines every number of a run. The zero value of a field means its default. Only Graph has no default: a link without a graph
// is refused.
type Setup struct {
	// Graph is one of
	//   - a built-in name ("karate") or a generator ("sbm:n=60,homophily=0.2,…"),
	//   - a public data set ("data:texas"),
	//   - an address that the user agreed to ("url:https://…"),
	//   - "blank", an empty graph that the user edits,
	//   - "file", the files of the user.
	Graph string
	// Edits are the changes by hand to the graph, nil if the graph has no changes. If Graph is "blank", the edits make the whole graph.
	// Edits are immutable: a further change makes a new value.
	Edits *graph.Edits
	// Split is "per-class:20", "random:0.48,0.32,0.20", "file:<name>", "public:3" (of a public data set, counted from 0), or "" for the
	// default split of the graph.
	Split string
	// Seed determines all random numbers of the run.
	Seed uint64
	// Model is "sgpc" or the name of a peer, a model for comparison such as "gcn".
	Model string
	// Method is the name of a set of settings (core/sgpc/method):
	//   - "paper" has all parts of SGPC;
	//   - "validation" has the parts that validation chose, and "" means the same;
	//   - [MethodOpen] chooses one of the two by the size of the graph.
	Method string
	// Settings holds the settings that differ from the settings of the method, by json name.
	Settings map[string]string
	// Position is the position of the run on the timeline: the number of inner operations since its start.
	Position int
	// Read is the user's correction of the interpretation of files (content.Correction), "" without a correction.
	Read string
	// Tuned is the search that chose Settings on validation, zero if Settings come from no search.
	Tuned Tuned
	// Net is the trained network among the files, zero if the recipe names no network.
	Net Net
}

// Net is a network that was trained elsewhere. File is the name of its file, or "-" for a run without the network. If the files hold only
// weights, Of is the graph: a built-in name, a generator or a public data set.
type Net struct {
	File string `json:"file,omitempty"`
	Of   string `json:"of,omitempty"`
}

// Untrained returns the setup with random initial weights. It excludes the trained network that the setup names.
func (r Setup) Untrained() Setup {
	if r.Net.File != "" {
		r.Net.File = "-"
	}
	return r
}

// Base returns the name of the graph: Net.Of if the files hold only weights, and otherwise Graph.
func (r *Setup) Base() string { return cmp.Or(r.Net.Of, r.Graph) }

// Runs returns the model and the reading of a run, by default "sgpc" and "paper". The reading "paper" follows the text of the paper, and
// "code" follows the authors' program. Settings contain the reading, but neither seed nor model.
func (r *Setup) Runs() (model, reading string) {
	return cmp.Or(r.Model, "sgpc"), cmp.Or(r.Settings["reading"], "paper")
}

// Recipe is the content of a link: a run, its view, and the place of the user's own files and edits.
type Recipe struct {
	Setup
	View View
	// Compare is the second run of a comparison, zero without a comparison.
	Compare Second
	// Version is the version of the link's or file's format, 0 for a recipe that was not read from a link or a file.
	Version int
	// Own is the checksum of the user's files, which the page stores in the browser. It is "" for a graph without such files.
	Own string
	// Kept is the checksum of parts in the browser's storage: edits, pins and notes, or selections. It replaces parts that are too large for
	// an address (web/state/parts.go). It is "" if no part is replaced.
	Kept string
	// Files holds the files of a small graph of the user (Graph "file") in a link.
	Files []content.File
}

// Tuned is a search for settings (core/tune): the parameters, which reproduce the search, and the result.
type Tuned struct {
	// Seed is a decimal text, because seeds have 64 bits and exact integers of JavaScript only 53.
	Seed string `json:"seed,omitempty"`
	// Runs is the number of splits or seeds, and Configurations is the largest number of configurations. 0 means the default.
	Runs           int `json:"runs,omitempty"`
	Configurations int `json:"configurations,omitempty"`
	// Epochs is the largest number of epochs of a run, 0 for the default.
	Epochs int `json:"epochs,omitempty"`
	// Tried is the number of evaluated configurations, 0 before the search. Val is the mean validation accuracy of the chosen
	// configuration, from 0 to 1.
	Tried int     `json:"tried,omitempty"`
	Val   float64 `json:"val,omitempty"`
	// Version is the version of the search (tune.Version), 0 for the first version.
	Version int `json:"version,omitempty"`
}

// MethodOpen is the method of a graph whose method is not chosen yet. At the load of the recipe method.Opening replaces it.
const MethodOpen = "open"

// Second is the second run of a comparison, on the same graph and split. Key is its model and reading: "gcn" or "sgpc/code".
type Second struct {
	Key      string            `json:"key"`
	Seed     uint64            `json:"seed,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// View is the selection and the display. A view changes no number of the run. The zero value of a field means no choice of the user. An
// index of the type choice.One counts from 1; 0 means no choice.
type View struct {
	Theme  string     `json:"theme,omitempty"`  // light or dark
	Panel  string     `json:"panel,omitempty"`  // the open panel of the inspector
	Nodes  string     `json:"nodes,omitempty"`  // name of the quantity that colours the nodes
	Edges  string     `json:"edges,omitempty"`  // name of the quantity that colours the edges
	Edge   choice.One `json:"edge,omitempty"`   // the chosen edge
	Node   choice.One `json:"node,omitempty"`   // the chosen node
	Layout string     `json:"layout,omitempty"` // name of the layout of the nodes
	Stage  int        `json:"stage,omitempty"`  // the displayed stage, from 1 to 10; 0 for the stage of the run
	Eigen  choice.One `json:"eigen,omitempty"`  // the chosen eigenvector
	Notes  []Note     `json:"notes,omitempty"`  // the user's notes
	// Level is the level of the page: "look", "learn" or "research". A link older than levels has "", which means "research". At "look" a
	// dial selects one of several trained networks. Dial is the selected stop of the dial, counted from 1; 0 means the first stop.
	Level string `json:"level,omitempty"`
	Dial  int    `json:"dial,omitempty"`
	// One is the edge that fills the page, nil if no edge fills the page.
	One *One `json:"oneEdge,omitempty"`
	Seen
	// Pins are the kept moments, in the order of their row on the page.
	Pins []Moment `json:"pins,omitempty"`
	// Colours is "stage" if nodes and edges have the colours of the stage, "nodes" if only nodes have these colours, and "edges" if only
	// edges have them. An older link has "", which means the chosen colours. Channel is the displayed channel, counted from 1; 0 means the
	// page's choice.
	Colours string `json:"colours,omitempty"`
	Channel int    `json:"channel,omitempty"`
	// Scene is the scene on the way from the level "look" to the class of a node, nil outside the scenes.
	Scene *Scene `json:"scene,omitempty"`
}

// Scene is a scene on the way from the level "look" to the class of a node. The nodes are people. At is the number of the scene, counted
// from 0. U is the person and V is the neighbour, both counted from 1. A U or V of 0 means the person or the neighbour of "look". Maps
// names the kind of restriction maps in the scene's sum, "" for the learned maps. Removed lists removed neighbours, counted from 0. If
// Flipped is true, the neighbour's temper is negated. The temper is one of the two features of a person.
type Scene struct {
	At      int    `json:"at"`
	U       int    `json:"u,omitempty"`
	V       int    `json:"v,omitempty"`
	Maps    string `json:"maps,omitempty"`
	Removed []int  `json:"removed,omitempty"`
	Flipped bool   `json:"flipped,omitempty"`
}

// One is an edge with a vector and a map for each of its two ends. X has two vectors of length d, and Maps has two d×d maps in row-major
// order. If Edge is zero, the edge belongs to no graph.
type One struct {
	Edge choice.One  `json:"edge,omitempty"`
	X    [][]float64 `json:"x,omitempty"`
	Maps [][]float64 `json:"maps,omitempty"`
}

// Fits reports whether X and Maps have two ends of the same dimension d, 1 or 2.
func (o *One) Fits() bool {
	if len(o.X) != 2 || len(o.Maps) != 2 {
		return false
	}
	d := len(o.X[0])
	if d != 1 && d != 2 {
		return false
	}
	for end := range 2 {
		if len(o.X[end]) != d || len(o.Maps[end]) != d*d {
			return false
		}
	}
	return true
}

// Text is the JSON of a recipe without its files, in links and in window.sheafscope. Published links have these names in this order.
// Therefore a new field must follow the last field, and must be optional.
type Text struct {
	Version  int               `json:"v"`
	Graph    string            `json:"graph"`
	Edits    *graph.Edits      `json:"edits,omitempty"`
	Split    string            `json:"split,omitempty"`
	Seed     uint64            `json:"seed"`
	Model    string            `json:"model,omitempty"`
	Method   string            `json:"method,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	Position int               `json:"position,omitempty"`
	View     View              `json:"view,omitzero"`
	Compare  Second            `json:"compare,omitzero"`
	Own      string            `json:"own,omitempty"`
	Read     string            `json:"read,omitempty"`
	Kept     string            `json:"kept,omitempty"`
	Tuned    Tuned             `json:"tuned,omitzero"`
	Net      Net               `json:"net,omitzero"`
}

// TextOf returns a recipe without its files. The literal has the fields of [Text] in their order.
func TextOf(r Recipe) Text {
	return Text{r.Version, r.Graph, r.Edits, r.Split, r.Seed, r.Model, r.Method, r.Settings, r.Position, r.View, r.Compare, r.Own,
		r.Read, r.Kept, r.Tuned, r.Net}
}

// Recipe returns the recipe of a text, without files. The literal of Setup has the fields of [Setup] in their order.
func (t Text) Recipe() Recipe {
	return Recipe{Setup: Setup{t.Graph, t.Edits, t.Split, t.Seed, t.Model, t.Method, t.Settings, t.Position, t.Read, t.Tuned, t.Net},
		View: t.View, Compare: t.Compare, Version: t.Version, Own: t.Own, Kept: t.Kept}
}
