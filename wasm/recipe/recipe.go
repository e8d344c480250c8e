// Package recipe is everything needed to reproduce a state of the page: a run
// and how it is shown. Same run, same numbers.
package recipe

import (
	"cmp"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
)

// Version of the recipe format; a link carries it.
const Version = 1

// Setup is what decides every number. The zero value of a field means its default.
type Setup struct {
	// Graph is a built-in name ("karate"), a generator ("sbm:n=60,h=0.2,…"), a
	// public data set ("data:texas"), an address that the user agreed to
	// ("url:https://…"), "blank" for a canvas to draw on, or "file" when files
	// were given.
	Graph string
	// Edits are the changes made by hand to that graph, nil for none. With Graph
	// "blank" they are the whole graph. Like the rest of a recipe they are
	// replaced, never changed.
	Edits *graph.Edits
	// Split is "per-class:20", "random:0.48,0.32,0.20", "file:<name>",
	// "public:3" (of a public data set), or "" for the graph's default.
	Split string
	Seed  uint64
	// Model is "sgpc" or a peer's name.
	Model string
	// Method is "paper" for every part of SGPC on, and "" for what validation
	// chose, as it was before there were methods. MethodOpen leaves it to the size of the graph.
	Method string
	// Settings holds the settings that differ from those of the method, by json name.
	Settings map[string]string
	// Position on the timeline.
	Position int
	// Read is what the user says of own files where a guess would miss it, as
	// text (content.Correction), "" for nothing.
	Read string
	// Tuned is the search that chose Settings on validation, zero when none did.
	Tuned Tuned
	// Net is the trained network among the files, zero without one.
	Net Net
}

// Net is a network that was trained elsewhere: the name of its file, and, where the files hold nothing else, the graph that it is for, a
// built-in name, a generator or a public data set.
type Net struct {
	File string `json:"file,omitempty"`
	Of   string `json:"of,omitempty"`
}

// Untrained is the setup of a run that learns from its own start, also with a trained network among its files.
func (r Setup) Untrained() Setup {
	if r.Net.File != "" {
		r.Net.File = "-"
	}
	return r
}

// Base names the graph to which the files belong: Graph, or that of a network whose file stands alone.
func (r *Setup) Base() string { return cmp.Or(r.Net.Of, r.Graph) }

// Runs returns the model and the reading of a run: "sgpc" and "paper" where it
// names none. The seed is Seed alone; settings name neither seed nor model.
func (r *Setup) Runs() (model, reading string) {
	return cmp.Or(r.Model, "sgpc"), cmp.Or(r.Settings["reading"], "paper")
}

// Recipe is a run, how it is shown, and where files and edits of the user's
// own are found: what a link holds.
type Recipe struct {
	Setup
	View View
	// Compare is the second run beside this one, zero for none.
	Compare Second
	// Version of the format that it was read from, 0 for a recipe that no link holds.
	Version int
	// Own distinguishes graphs from the user's own files.
	Own string
	// Kept stands in an address for Edits that are too large for it: the sum
	// under which the browser keeps them.
	Kept string
	// Files is the graph itself, in a link to a small own graph (Graph "file").
	Files []content.File
}

// Tuned is a search for settings (core/tune): what makes it the same again, and what it came to.
type Tuned struct {
	// Seed is a whole number as text: it has 64 bits, and a number of JavaScript 53.
	Seed string `json:"seed,omitempty"`
	// Runs is the number of splits or seeds, Configurations the limit of what is tried; 0: as many as usual.
	Runs           int `json:"runs,omitempty"`
	Configurations int `json:"configurations,omitempty"`
	// Epochs is what every run has at most, 0: what is usual.
	Epochs int `json:"epochs,omitempty"`
	// Tried is how many configurations were tried, 0 before the search; Val the chosen one's mean validation accuracy.
	Tried int     `json:"tried,omitempty"`
	Val   float64 `json:"val,omitempty"`
	// Version is that of the search (tune.Version), 0 for the first.
	Version int `json:"version,omitempty"`
}

// MethodOpen stands for the method of a graph that is opened from a menu
// (method.Opening); the loaded recipe has that one in its place.
const MethodOpen = "open"

// Second is what distinguishes the second run of a comparison, on the same
// graph and split: "gcn" or "sgpc/code", its seed and its settings.
type Second struct {
	Key      string            `json:"key"`
	Seed     uint64            `json:"seed,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// View is what is selected and shown; it changes no number.
type View struct {
	Theme  string     `json:"theme,omitempty"`
	Panel  string     `json:"panel,omitempty"`
	Nodes  string     `json:"nodes,omitempty"`
	Edges  string     `json:"edges,omitempty"`
	Edge   choice.One `json:"edge,omitempty"`
	Node   choice.One `json:"node,omitempty"`
	Layout string     `json:"layout,omitempty"`
	Stage  int        `json:"stage,omitempty"` // a stage that is shown though the run is elsewhere
	Eigen  choice.One `json:"eigen,omitempty"` // an eigenvector
	Notes  []Note     `json:"notes,omitempty"`
	// Level is "look", "learn" or "research", "" for the last, which links had before there were levels; Dial the 1-based stop of
	// the dial at Look.
	Level string `json:"level,omitempty"`
	Dial  int    `json:"dial,omitempty"`
	// One is the edge that fills the page, nil for none.
	One *One `json:"oneEdge,omitempty"`
	Seen
	// Pins are moments that were kept, in the order in which they are shown.
	Pins []Moment `json:"pins,omitempty"`
	// Colours is "stage" where nodes and edges have the colours of the stage, "nodes" or "edges" where one of them has; "" for the chosen
	// colours, as links had before there was this field. Channel is the 1-based channel that is followed, 0 for the page's choice.
	Colours string `json:"colours,omitempty"`
	Channel int    `json:"channel,omitempty"`
	// Scene is where the thread from Look to a class stands, nil away from it.
	Scene *Scene `json:"scene,omitempty"`
}

// Scene is a scene of the thread: the person and the neighbour that are followed, 1-based, 0 for those of Look; the maps of the sum,
// the neighbours that are taken away, and whether the neighbour's temper is turned round.
type Scene struct {
	At      int    `json:"at"`
	U       int    `json:"u,omitempty"`
	V       int    `json:"v,omitempty"`
	Maps    string `json:"maps,omitempty"`
	Removed []int  `json:"removed,omitempty"`
	Flipped bool   `json:"flipped,omitempty"`
}

// One is an edge with a vector of each of its ends, and their maps by rows. Without Edge it is an edge of no graph.
type One struct {
	Edge choice.One  `json:"edge,omitempty"`
	X    [][]float64 `json:"x,omitempty"`
	Maps [][]float64 `json:"maps,omitempty"`
}

// Fits reports whether the numbers are those of two ends of one dimension, 1 or 2.
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

// Text is a recipe but for its files as JSON has it: in links, and in what
// window.sheafscope takes and gives. Links that are in the world have these
// names, in this order; what is added stands behind them and may be left out.
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
