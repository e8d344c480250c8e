package stages

import (
	"sheafscope/wasm/data"
	"sheafscope/web/view"
)

// aboutSet returns the public data set of a graph, and the figure with its sources, terms, citations and note. The set is recognised
// by the recipe's name of the graph or by the notes of its load. It is nil for any other graph.
func aboutSet(graph string, notes []string) (*data.Set, view.Figure) {
	set := data.Of(graph, notes)
	if set == nil {
		return nil, view.Figure{}
	}
	rows := [][]string{append([]string{"Source"}, set.Sources()...), {"Terms", set.Terms}, append([]string{"Cite"}, set.Cite...)}
	if set.Note != "" {
		rows = append(rows, []string{"Note", set.Note})
	}
	return set, view.Figure{ID: "about", TestID: "dataset-about", Title: set.Title, Sub: set.Family, Data: rows}
}
