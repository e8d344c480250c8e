// Package recipe defines a [Recipe], the state of the page: the setup of a run and its display. Links and files encode recipes.
package recipe

import (
	"cmp"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Version is the version of the recipe format, which every link and file contains.
const Version = 1

// Setup determines every number of a run. The zero value of a field means its default. Only Graph has no default: a link without a graph
// is refused.
type Setup struct {
	// Graph is one of
	//   - a built-in name ("karate") or a generator ("sbm:n=60,homophily=0.2,…"),
	//   - a public data set ("data:texas"),
	//   - an address that the user agreed to ("url:https://…"),
	//   - "blank", an empty graph, to which Edits add all nodes,
	//   - "file", the files of the user.
	Graph string
	// Edits are the changes by hand to the graph, nil without changes. They are immutable: a further change makes a new value.
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
	// Position is the number of inner operations since the start of the run.
	Position int
	// Read is the user's correction of the interpretation of files (content.Correction), "" without a correction.
	Read string
	// Tuned is the search that chose Settings by validation accuracy, zero if Settings come from no search.
	Tuned Tuned
	// Net is the trained network among the files, zero if the recipe names no network.
	Net Net
}

// Net is a network that was trained elsewhere.
type Net struct {
	File string `json:"file,omitempty"` // name of the file with the network, "-" for a run without this network
	// Of is the graph if the user's files hold only weights: a built-in name, a generator or a public data set. Otherwise it is "".
	Of string `json:"of,omitempty"`
}

// Untrained returns the setup without the trained network that it names: the run then starts from random weights.
func (r Setup) Untrained() Setup {
	if r.Net.File != "" {
		r.Net.File = "-"
	}
	return r
}

// Base returns the name of the graph, which is Net.Of if the files hold only weights.
func (r *Setup) Base() string { return cmp.Or(r.Net.Of, r.Graph) }

// Runs returns the model and the reading of a run. The reading "paper" follows the text of the paper, and "code" the authors' program.
func (r *Setup) Runs() (model, reading string) {
	return cmp.Or(r.Model, "sgpc"), cmp.Or(r.Settings["reading"], "paper")
}

// Recipe is the content of a link: a run, its view, and the user's own files or their checksum.
type Recipe struct {
	Setup
	View View
	// Compare is the second run of a comparison, zero without a comparison.
	Compare Second
	// Version is the format version of the link or file that the recipe was read from, 0 for any other recipe.
	Version int
	// Own is the checksum of the user's files, which the browser stores. It is "" for a graph without such files.
	Own string
	// Kept is the checksum of parts in the browser's storage: edits, pins and notes, or selections. It replaces parts that are too large for
	// an address (web/state/parts.go). It is "" if no part is replaced.
	Kept string
	// Files holds the files of a small graph of the user (Graph "file") in a link.
	Files []content.File
}

// Tuned is a search for settings (core/tune): its parameters and its result.
type Tuned struct {
	// Seed is a decimal text, because seeds have 64 bits and exact integers of JavaScript only 53.
	Seed string `json:"seed,omitempty"`
	// In the next three fields 0 means the default.
	Runs           int     `json:"runs,omitempty"`           // number of splits or seeds
	Configurations int     `json:"configurations,omitempty"` // largest number of configurations
	Epochs         int     `json:"epochs,omitempty"`         // largest number of epochs of a run
	Tried          int     `json:"tried,omitempty"`          // number of evaluated configurations, 0 before the search
	Val            float64 `json:"val,omitempty"`            // mean validation accuracy of the chosen configuration, from 0 to 1
	Version        int     `json:"version,omitempty"`        // version of the search (tune.Version), 0 for the first version
}

// MethodOpen is the method of a graph whose method is not chosen yet. The load of the recipe replaces it by method.Opening.
const MethodOpen = "open"

// Second is the second run of a comparison. It has the graph and split of the first run.
type Second struct {
	Key      string            `json:"key"` // model and reading, such as "gcn" or "sgpc/code"
	Seed     uint64            `json:"seed,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// View is the selection and the display. A view changes no number of the run. The zero value of a field means no choice of the user; an
// index of the type choice.One counts from 1.
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
	// Level is the level of the page: "look", "learn" or "research". A link older than levels has "", which means "research".
	Level string `json:"level,omitempty"`
	// Dial is the stop of the dial, which selects a trained network at the level "look". It counts from 1; 0 means the first stop.
	Dial int  `json:"dial,omitempty"`
	One  *One `json:"oneEdge,omitempty"` // the edge that fills the page, nil for none
	Seen
	Pins []Moment `json:"pins,omitempty"` // kept states of the page, in the order of their row on the page
	// Colours names the objects whose colours follow the stage: "stage" for nodes and edges, "nodes", "edges", or "" for none.
	Colours string `json:"colours,omitempty"`
	Channel int    `json:"channel,omitempty"` // the displayed channel, counted from 1; 0 means the page's choice
	Scene   *Scene `json:"scene,omitempty"`   // the open scene, nil for none
}

// Scene is a scene on the way from the level "look" to the level "learn". The nodes are people.
type Scene struct {
	At      int    `json:"at"`                // number of the scene, counted from 0
	U       int    `json:"u,omitempty"`       // the person, counted from 1; 0 for the person of "look"
	V       int    `json:"v,omitempty"`       // the neighbour, counted from 1; 0 for the neighbour of "look"
	Maps    string `json:"maps,omitempty"`    // kind of the restriction maps in the scene's sum, "" for the learned maps
	Removed []int  `json:"removed,omitempty"` // the removed neighbours, counted from 0
	Flipped bool   `json:"flipped,omitempty"` // negates the neighbour's temper, one of the two features of a person
}

// One is an edge with a vector and a map for each of its two ends.
type One struct {
	Edge choice.One  `json:"edge,omitempty"` // the edge, 0 for an edge that belongs to no graph
	X    [][]float64 `json:"x,omitempty"`    // two vectors of length d
	Maps [][]float64 `json:"maps,omitempty"` // two d×d maps in row-major order
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

// Text is the JSON of a recipe without its files, in links and in window.sheafscope. A new field must follow the last field and must be
// optional, because published links have these names in this order.
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

// Recipe returns the recipe of a text, without files.
func (t Text) Recipe() Recipe {
	return Recipe{Setup: Setup{t.Graph, t.Edits, t.Split, t.Seed, t.Model, t.Method, t.Settings, t.Position, t.Read, t.Tuned, t.Net},
		View: t.View, Compare: t.Compare, Version: t.Version, Own: t.Own, Kept: t.Kept}
}
