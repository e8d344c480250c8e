// Package recipe defines a state of the page: a run, which determines every number, and its view. Links and files encode recipes.
package recipe

import (
	"cmp"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Version of the recipe format; a link carries it.
const Version = 1

// Setup determines every number of a run. The zero value of a field means its default.
type Setup struct {
	// Graph is one of
	//   - a built-in name ("karate") or a generator ("sbm:n=60,h=0.2,…"),
	//   - a public data set ("data:texas"),
	//   - an address that the user agreed to ("url:https://…"),
	//   - "blank", a canvas to draw on,
	//   - "file", the files of the user.
	Graph string
	// Edits are the changes by hand to that graph, nil for none. With Graph "blank" they are the whole graph. Edits are immutable: a change
	// makes new ones.
	Edits *graph.Edits
	// Split is "per-class:20", "random:0.48,0.32,0.20", "file:<name>",
	// "public:3" (of a public data set), or "" for the graph's default.
	Split string
	Seed  uint64
	// Model is "sgpc" or a peer's name.
	Model string
	// Method is "paper" for every part of SGPC on, and "" for the parts that validation chose, which links without a method mean.
	// [MethodOpen] chooses by the size of the graph.
	Method string
	// Settings holds the settings that differ from those of the method, by json name.
	Settings map[string]string
	// Position on the timeline.
	Position int
	// Read is the user's correction of how files are read (content.Correction), "" for none.
	Read string
	// Tuned is the search that chose Settings on validation, zero for none.
	Tuned Tuned
	// Net is the trained network among the files, zero without one.
	Net Net
}

// Net is a network that was trained elsewhere: the name of its file. Of names its graph (a built-in name, a generator or a public data
// set) where the files hold weights alone.
type Net struct {
	File string `json:"file,omitempty"`
	Of   string `json:"of,omitempty"`
}

// Untrained returns the setup of a run with random initial weights, also where its files hold a trained network.
func (r Setup) Untrained() Setup {
	if r.Net.File != "" {
		r.Net.File = "-"
	}
	return r
}

// Base names the graph of the files: Net.Of where the files hold weights alone, else Graph.
func (r *Setup) Base() string { return cmp.Or(r.Net.Of, r.Graph) }

// Runs returns the model and the reading of a run, by default "sgpc" and "paper". Settings never name a seed or a model.
func (r *Setup) Runs() (model, reading string) {
	return cmp.Or(r.Model, "sgpc"), cmp.Or(r.Settings["reading"], "paper")
}

// Recipe is the content of a link: a run, its view, and the place of the user's own files and edits.
type Recipe struct {
	Setup
	View View
	// Compare is the second run beside this one, zero for none.
	Compare Second
	// Version of the format of the link, 0 for a recipe that was read from none.
	Version int
	// Own is the checksum of the user's own files.
	Own string
	// Kept replaces Edits that are too large for an address: the key of the edits in the browser's storage.
	Kept string
	// Files holds the graph in a link to a small own graph (Graph "file").
	Files []content.File
}

// Tuned is a search for settings (core/tune): its parameters, which reproduce it, and its result.
type Tuned struct {
	// Seed is a decimal text: seeds have 64 bits, integers of JavaScript 53.
	Seed string `json:"seed,omitempty"`
	// Runs is the number of splits or seeds, Configurations the largest number of configurations; 0 for the default.
	Runs           int `json:"runs,omitempty"`
	Configurations int `json:"configurations,omitempty"`
	// Epochs is the largest number of epochs of a run, 0 for the default.
	Epochs int `json:"epochs,omitempty"`
	// Tried is the number of evaluated configurations, 0 before the search; Val the mean validation accuracy of the chosen one.
	Tried int     `json:"tried,omitempty"`
	Val   float64 `json:"val,omitempty"`
	// Version of the search (tune.Version), 0 for the first.
	Version int `json:"version,omitempty"`
}

// MethodOpen is replaced by method.Opening of the graph when the recipe is loaded.
const MethodOpen = "open"

// Second is the second run of a comparison, on the same graph and split. Key is its model and reading: "gcn" or "sgpc/code".
type Second struct {
	Key      string            `json:"key"`
	Seed     uint64            `json:"seed,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// View is the selection and the display; it changes no number.
type View struct {
	Theme  string     `json:"theme,omitempty"`
	Panel  string     `json:"panel,omitempty"`
	Nodes  string     `json:"nodes,omitempty"`
	Edges  string     `json:"edges,omitempty"`
	Edge   choice.One `json:"edge,omitempty"`
	Node   choice.One `json:"node,omitempty"`
	Layout string     `json:"layout,omitempty"`
	Stage  int        `json:"stage,omitempty"` // the stage on display, 0 for that of the run
	Eigen  choice.One `json:"eigen,omitempty"` // the chosen eigenvector
	Notes  []Note     `json:"notes,omitempty"`
	// Level is "look", "learn" or "research"; "", of links older than levels, means "research". Dial is the 1-based stop of the dial at Look.
	Level string `json:"level,omitempty"`
	Dial  int    `json:"dial,omitempty"`
	// One is the edge that fills the page, nil for none.
	One *One `json:"oneEdge,omitempty"`
	Seen
	// Pins are kept moments, in the order of their row.
	Pins []Moment `json:"pins,omitempty"`
	// Colours is "stage" where nodes and edges have the colours of the stage, and "nodes" or "edges" where only these have; "", of older
	// links, means the chosen colours. Channel is the 1-based channel on display, 0 for the page's choice.
	Colours string `json:"colours,omitempty"`
	Channel int    `json:"channel,omitempty"`
	// Scene is the scene of the thread from Look to a class, nil outside the thread.
	Scene *Scene `json:"scene,omitempty"`
}

// Scene is a scene of the thread from Look to a class. U is the person and V the neighbour, 1-based, 0 for those of Look.
// Maps names the maps of the sum, Removed lists removed neighbours, and Flipped negates the neighbour's temper.
type Scene struct {
	At      int    `json:"at"`
	U       int    `json:"u,omitempty"`
	V       int    `json:"v,omitempty"`
	Maps    string `json:"maps,omitempty"`
	Removed []int  `json:"removed,omitempty"`
	Flipped bool   `json:"flipped,omitempty"`
}

// One is an edge with a vector X and a map per end; Maps are row-major d×d. Without Edge it belongs to no graph.
type One struct {
	Edge choice.One  `json:"edge,omitempty"`
	X    [][]float64 `json:"x,omitempty"`
	Maps [][]float64 `json:"maps,omitempty"`
}

// Fits reports whether X and Maps have two ends of the same dimension d, 1 or 2.
func (o *One) Fits() bool {
	if len(o.X) != 2 || len(o.Maps) != 2 || len(o.X[0]) < 1 || len(o.X[0]) > 2 {
		return false
	}
	for k := range 2 {
		if d := len(o.X[0]); len(o.X[k]) != d || len(o.Maps[k]) != d*d {
			return false
		}
	}
	return true
}

// Text is the JSON of a recipe without its files, in links and in window.sheafscope. Published links have these names in this order: a
// new field follows them and may be absent.
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

// TextOf returns a recipe without its files.
func TextOf(r Recipe) Text {
	return Text{r.Version, r.Graph, r.Edits, r.Split, r.Seed, r.Model, r.Method, r.Settings, r.Position, r.View, r.Compare, r.Own,
		r.Read, r.Kept, r.Tuned, r.Net}
}

// Recipe returns the recipe of a text.
func (t Text) Recipe() Recipe {
	return Recipe{Setup: Setup{t.Graph, t.Edits, t.Split, t.Seed, t.Model, t.Method, t.Settings, t.Position, t.Read, t.Tuned, t.Net},
		View: t.View, Compare: t.Compare, Version: t.Version, Own: t.Own, Kept: t.Kept}
}
