package stages

// This file has the section of stage 1 about a public data set.

import (
	"sheafscope/wasm/data"
	"sheafscope/web/view"
)

// aboutSet returns the public data set of a graph, and the figure with the set's sources, terms, citations and note. graph is the name of
// the graph in the recipe, and notes are the notes of its load. Either can identify the set. For any other graph the set is nil.
func aboutSet(graph string, notes []string) (*data.Set, view.Figure) {
	set := data.Of(graph, notes)
	if set == nil {
		return nil, view.Figure{}
	}
	// A row is a heading, followed by one or more texts.
	rows := [][]string{append([]string{"Source"}, set.Sources()...), {"Terms", set.Terms}, append([]string{"Cite"}, set.Cite...)}
	if set.Note != "" {
		rows = append(rows, []string{"Note", set.Note})
	}
	return set, view.Figure{ID: "about", TestID: "dataset-about", Title: set.Title, Sub: set.Family, Data: rows}
}
