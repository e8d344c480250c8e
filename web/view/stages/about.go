package stages

import (
	"sheafscope/wasm/data"
	"sheafscope/web/view"
)

// aboutSet returns a public data set with the figure of its source, terms and citations; nil for other graphs.
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
