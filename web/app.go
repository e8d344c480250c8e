// Package web is the page. Vugu panels render the state of package state; islands of JavaScript (assets/src) draw the pictures.
//
// A control sends a message to the state. After changes the panels render, at most once in an animation frame, and the islands receive the
// view models of package view.
package web

import (
	"slices"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/picture"
)

// App connects the panels with the state. [New] and [First] set Do and Hint.
type App struct {
	State state.State
	// Announcement is the text of the live region.
	Announcement string
	// Do applies a message and renders.
	Do func(state.Msg)
	// Hint passes a command that changes no state to the island of the graph. The name of the command is "zoom", "find", "lasso" or "webgl",
	// and arg is its argument, "" for none.
	Hint func(name, arg string)
	// Drawing describes how the island draws the graph, with WebGL or without.
	Drawing picture.Drawing
	// Hidden has the classes of the parts that an embedding page hides, each with a space before it; "" for none.
	Hidden string

	inspected   *view.Inspector // last model of the inspector
	inspectedOf pictureKey      // key of the last model of the inspector
	optionLists []optionList    // cache of options
}

// PageClass returns the classes of the outermost element, for example "page running full". The style of the page depends on these classes:
// more opens the settings that a phone hides, running marks a run that proceeds, and passing dims the previous graph during a load. full,
// tabled and comparing make room for a view, a table, or a second run. The classes of Hidden follow.
func (a *App) PageClass() string {
	class := "page"
	if a.State.Chrome.More {
		class += " more"
	}
	if a.State.Running() {
		class += " running"
	}
	if a.State.Loading() && a.State.Graph != nil {
		class += " passing"
	}
	if a.State.View.Full != "" {
		class += " full"
	}
	if a.State.View.Table != nil {
		class += " tabled"
	}
	if a.Comparing() {
		class += " comparing"
	}
	return class + a.Hidden
}

// Tabular returns the name of the island that draws the open table: state.TableMatrix for the matrix, "table" for any other table.
func (a *App) Tabular() string { return words.Either(a.State.Matrix(), state.TableMatrix, "table") }

// Option is an entry of a select; a non-empty Group is its heading.
type Option struct {
	Value string `json:"v"`
	Label string `json:"l"`
	Group string `json:"g,omitempty"`
}

// optionList is a list of options with its JSON.
type optionList struct {
	list []Option
	text string
}

// maxCachedLists is the largest number of cached lists. A search in so many lists is cheaper than the encoding of one list.
const maxCachedLists = 40

// options returns the JSON of a list for a select element, for example [{"v":"","l":"default"}]. JavaScript fills the element: Vugu would
// write every option with every render, and an open list would flicker. A full cache is emptied.
func (a *App) options(list []Option) string {
	if list == nil {
		list = []Option{} // nil is null in JSON
	}
	k := slices.IndexFunc(a.optionLists, func(cached optionList) bool { return slices.Equal(cached.list, list) })
	if k < 0 {
		if len(a.optionLists) == maxCachedLists {
			a.optionLists = nil
		}
		k = len(a.optionLists)
		a.optionLists = append(a.optionLists, optionList{list, toJSON(list)})
	}
	return a.optionLists[k].text
}

// Epoch returns the epoch of the newest values, "0" before the first frame.
func (a *App) Epoch() string {
	if f := a.State.Frame; f != nil {
		return view.Int(f.Present())
	}
	return "0"
}

// hasOption reports whether a list has an option with the value.
func hasOption(list []Option, value string) bool {
	return slices.ContainsFunc(list, func(o Option) bool { return o.Value == value })
}

// pairs returns the options for a list of pairs (value, label).
func pairs(list [][2]string) []Option {
	out := make([]Option, len(list))
	for i, p := range list {
		out[i] = Option{Value: p[0], Label: p[1]}
	}
	return out
}

// GraphOptions returns the options of the graph menu as JSON: the graphs that need no file of the user, and the present graph if it is not
// among them.
func (a *App) GraphOptions() string {
	var list []Option
	list = append(list, Option{graph.BlankName, "Draw your own graph", "Your own"})
	for _, o := range graph.Offers() {
		list = append(list, Option{o.Name, o.Title, o.Group})
	}
	list = append(list, publicOptions()...)
	present := a.GraphValue()
	if hasOption(list, present) {
		return a.options(list)
	}

	// The present graph is from the user, from an address, or from a generator with other parameters.
	label, group := present, "Opened"
	_, _, err := graph.ParseSpec(present)
	isGenerated := err == nil
	if isGenerated {
		group = "Generated"
	}
	g := a.State.Graph
	// During a load, g is the previous graph and not the present graph of the menu.
	switch {
	case present == state.EditedGraph:
		label, group = "Edited graph", "Your own"
		// If g is an edited graph, too, its name does not change with the next edit.
		if g != nil && g.Base != nil {
			label = g.Name
		}
	case !a.State.Loading() && g != nil:
		label = g.Name
	case present == "file":
		label = "Your files"
	}
	return a.options(append(list, Option{present, label, group}))
}

// GraphValue returns the chosen value of GraphOptions: the name of the graph, or state.EditedGraph for a graph with edits. A drawn graph
// has edits, too, but keeps graph.BlankName, the value of the option “Draw your own graph”.
func (a *App) GraphValue() string {
	r := a.State.Shown()
	if r.Edits != nil && r.Graph != graph.BlankName {
		return state.EditedGraph
	}
	return r.Graph
}

// SplitOptions returns the options of the split menu as JSON. The first option, with the value "", is the default split of the graph. For a
// public data set the public splits take its place, and for files with splits the splits of the files. A present split that is not among
// the options follows at the end.
func (a *App) SplitOptions() string {
	list := []Option{{"", "default", ""}, {"per-class:1", "1 per class", ""}, {"per-class:5", "5 per class", ""},
		{"per-class:20", "20 per class", ""},
		{"random:0.48,0.32,0.20", "48 / 32 / 20 %", ""}, {"random:0.6,0.2,0.2", "60 / 20 / 20 %", ""},
		{"random:0.1,0.1,0.8", "10 / 10 / 80 %", ""}}
	g := a.State.Graph
	isPublic := strings.HasPrefix(a.State.Shown().Graph, data.Prefix)
	filesHaveSplits := g != nil && len(g.Splits) > 0 && !a.State.Loading()
	switch {
	case isPublic:
		list = append(publicSplits(), list[1:]...)
	case filesHaveSplits:
		inFiles := []Option{{"", g.Splits[0], ""}}
		for _, name := range g.Splits[1:] {
			inFiles = append(inFiles, Option{"file:" + name, name, ""})
		}
		list = append(inFiles, list[1:]...)
	}

	// In most recipes "" stands for the default split. A recipe from a table of results has the name of this split instead. The first option
	// then has this name as its value.
	present, firstLabel := a.State.Shown().Split, list[0].Label
	isFirstPublic := present == data.SplitPrefix+"0" && firstLabel == publicSplits()[0].Label
	if present == "file:"+firstLabel || isFirstPublic {
		list[0].Value = present
	}
	if hasOption(list, present) {
		return a.options(list)
	}
	return a.options(append(list, Option{present, present, ""}))
}

// MethodOptions returns the options of the method menu as JSON. A method is a set of settings. The option for own settings exists only
// while the user has changed settings.
func (a *App) MethodOptions() string {
	list := []Option{{string(method.Paper), "the whole paper", ""}, {string(method.Validation), "usual settings", ""},
		{string(state.MethodAuto), "best validation", ""}}
	if a.Method() == string(method.Own) {
		list = append(list, Option{string(method.Own), "own settings", ""})
	}
	return a.options(list)
}

// Method returns the method of the displayed settings. It returns MethodAuto while a search for settings runs, and for settings that a
// search has chosen.
func (a *App) Method() string {
	if a.State.Lab.Work == lab.ForTune {
		return string(state.MethodAuto)
	}
	return string(a.State.MethodShown())
}

// ModelOptions returns the options of the model menu as JSON: SGPC, then its peers, the models to compare with.
func (a *App) ModelOptions() string {
	list := []Option{{"sgpc", "SGPC, d = " + view.Int(a.State.Config.D), ""}}
	for _, name := range peer.Names() {
		list = append(list, Option{name, view.ModelName(name), "Peers"})
	}
	return a.options(list)
}

// Model returns the model of the displayed recipe: "sgpc" or the name of a peer.
func (a *App) Model() string {
	r := a.State.Shown()
	model, _ := r.Runs()
	return model
}

// Reading returns the reading of the displayed recipe: "paper" or "code".
func (a *App) Reading() string {
	r := a.State.Shown()
	_, reading := r.Runs()
	return reading
}

// SpeedOptions returns the options of the speed menu as JSON.
func (a *App) SpeedOptions() string {
	return a.options([]Option{{state.SpeedSlow, "slow, by step", ""}, {state.SpeedStage, "by stage", ""}, {state.SpeedEpoch, "by epoch", ""},
		{state.SpeedFull, "full speed", ""}})
}

// truth returns the value of a boolean attribute.
func truth(value bool) string { return words.Either(value, "true", "false") }
