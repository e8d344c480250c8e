package recipe

import "sheafscope/core/graph"

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
}

// TextOf returns a recipe without its files.
func TextOf(r Recipe) Text {
	return Text{r.Version, r.Graph, r.Edits, r.Split, r.Seed, r.Model, r.Method, r.Settings, r.Position, r.View, r.Compare, r.Own,
		r.Read, r.Kept, r.Tuned}
}

// Recipe returns the recipe of a text.
func (t Text) Recipe() Recipe {
	return Recipe{Run: Run{t.Graph, t.Edits, t.Split, t.Seed, t.Model, t.Method, t.Settings, t.Position, t.Read, t.Tuned}, View: t.View,
		Compare: t.Compare, Version: t.Version, Own: t.Own, Kept: t.Kept}
}
