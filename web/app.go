// Package web is the page: Vugu panels over the pure state of package state. Islands of JavaScript (assets/src) draw the pictures.
//
// A control sends a message to the state. After each change the panels render once per animation frame, and the islands receive
// the view models of package view.
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

// App connects the panels with the state. Run sets Do.
type App struct {
	State state.State
	// Announcement is the text of the live region.
	Announcement string
	// Do applies a message and renders.
	Do func(state.Msg)
	// Hint passes an island a command that changes no state: "zoom", "find" or "lasso".
	Hint func(name, arg string)
	// Drawing is the island's way of drawing the graph.
	Drawing picture.Drawing
	// Hidden has the classes of parts that an embedding page hides.
	Hidden string

	insp        *view.Inspector
	inspOf      pictureKey
	optionLists []optionList
}

// PageClass returns the class of the outermost element.
func (a *App) PageClass() string {
	c := "page"
	if a.State.Chrome.More {
		c += " more"
	}
	if a.State.Running() {
		c += " running"
	}
	if a.State.Loading() && a.State.Graph != nil {
		c += " passing"
	}
	if a.State.View.Full != "" {
		c += " full"
	}
	if a.State.View.Table != nil {
		c += " tabled"
	}
	if a.Comparing() {
		c += " comparing"
	}
	return c + a.Hidden
}

// Tabular names the island in the place of the table.
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

// maxCachedLists bounds the cached lists. Comparing lists is cheaper than writing them.
const maxCachedLists = 40

// options returns the JSON of a list for the select that JavaScript fills. Vugu would write every option with every render, and an
// open list would flicker.
func (a *App) options(list []Option) string {
	if list == nil {
		list = []Option{} // nil is null in JSON
	}
	k := slices.IndexFunc(a.optionLists, func(c optionList) bool { return slices.Equal(c.list, list) })
	if k < 0 {
		if len(a.optionLists) == maxCachedLists {
			a.optionLists = nil
		}
		k = len(a.optionLists)
		a.optionLists = append(a.optionLists, optionList{list, toJSON(list)})
	}
	return a.optionLists[k].text
}

// Epoch returns the number of finished epochs.
func (a *App) Epoch() string {
	if f := a.State.Frame; f != nil {
		return view.Int(f.Epoch)
	}
	return "0"
}

// offered reports whether a list has a value.
func offered(list []Option, value string) bool {
	return slices.ContainsFunc(list, func(o Option) bool { return o.Value == value })
}

// pairs returns the options of pairs of value and label.
func pairs(list [][2]string) []Option {
	out := make([]Option, len(list))
	for i, p := range list {
		out[i] = Option{Value: p[0], Label: p[1]}
	}
	return out
}

// GraphOptions lists the graphs without a file, and the loaded one.
func (a *App) GraphOptions() string {
	var list []Option
	list = append(list, Option{graph.BlankName, "Draw your own graph", "Your own"})
	for _, o := range graph.Offers() {
		list = append(list, Option{o.Name, o.Title, o.Group})
	}
	list = append(list, publicOptions()...)
	cur := a.GraphValue()
	if offered(list, cur) {
		return a.options(list)
	}
	label, group := cur, "Opened"
	if _, _, err := graph.ParseSpec(cur); err == nil {
		group = "Generated"
	}
	switch g := a.State.Graph; {
	case cur == state.EditedGraph:
		label, group = "Edited graph", "Your own"
		if g != nil && g.Base != nil {
			label = g.Name
		}
	case !a.State.Loading() && g != nil:
		label = g.Name
	case cur == "file":
		label = "Your files"
	}
	return a.options(append(list, Option{cur, label, group}))
}

// GraphValue returns the chosen value of GraphOptions.
func (a *App) GraphValue() string {
	r := a.State.Shown()
	if r.Edits != nil && r.Graph != graph.BlankName {
		return state.EditedGraph
	}
	return r.Graph
}

// SplitOptions lists the splits; the first is the graph's own.
func (a *App) SplitOptions() string {
	list := []Option{{"", "default", ""}, {"per-class:1", "1 per class", ""}, {"per-class:5", "5 per class", ""},
		{"per-class:20", "20 per class", ""},
		{"random:0.48,0.32,0.20", "48 / 32 / 20 %", ""}, {"random:0.6,0.2,0.2", "60 / 20 / 20 %", ""},
		{"random:0.1,0.1,0.8", "10 / 10 / 80 %", ""}}
	if strings.HasPrefix(a.State.Shown().Graph, data.Prefix) {
		list = append(publicSplits(), list[1:]...)
	} else if g := a.State.Graph; g != nil && len(g.Splits) > 0 && !a.State.Loading() {
		own := []Option{{"", g.Splits[0], ""}}
		for _, name := range g.Splits[1:] {
			own = append(own, Option{"file:" + name, name, ""})
		}
		list = append(own, list[1:]...)
	}
	cur := a.State.Shown().Split
	if first := list[0].Label; cur == "file:"+first || cur == data.SplitPrefix+"0" && first == publicSplits()[0].Label {
		list[0].Value = cur // runs of a table name the default split
	}
	if offered(list, cur) {
		return a.options(list)
	}
	return a.options(append(list, Option{cur, cur, ""}))
}

// MethodOptions lists the methods, own settings only while they are in use.
func (a *App) MethodOptions() string {
	list := []Option{{string(method.Paper), "the whole paper", ""}, {string(method.Validation), "usual settings", ""},
		{string(state.MethodAuto), "best validation", ""}}
	if a.Method() == string(method.Own) {
		list = append(list, Option{string(method.Own), "own settings", ""})
	}
	return a.options(list)
}

// Method returns the method of the shown settings, or MethodAuto during a search.
func (a *App) Method() string {
	if a.State.Lab.Work == lab.ForTune {
		return string(state.MethodAuto)
	}
	return string(a.State.MethodShown())
}

// ModelOptions lists SGPC and its peers.
func (a *App) ModelOptions() string {
	list := []Option{{"sgpc", "SGPC, d = " + view.Int(a.State.Config.D), ""}}
	for _, name := range peer.Names() {
		list = append(list, Option{name, view.ModelName(name), "Peers"})
	}
	return a.options(list)
}

// Model returns the model of the shown recipe.
func (a *App) Model() string {
	r := a.State.Shown()
	model, _ := r.Runs()
	return model
}

// Reading returns the reading of the shown recipe.
func (a *App) Reading() string {
	r := a.State.Shown()
	_, reading := r.Runs()
	return reading
}

// SpeedOptions lists the speeds.
func (a *App) SpeedOptions() string {
	return a.options([]Option{{state.SpeedSlow, "slow, by step", ""}, {state.SpeedStage, "by stage", ""}, {state.SpeedEpoch, "by epoch", ""},
		{state.SpeedFull, "full speed", ""}})
}

// truth returns the value of a boolean attribute.
func truth(on bool) string { return words.Either(on, "true", "false") }
