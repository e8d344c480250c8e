// This file defines ablations: questions about the model, and the variants whose runs answer them. core/study trains the runs.

package figures

// Variant is a version of the model that an ablation compares with others.
type Variant struct {
	// Name describes the change. X is the coordinate on the horizontal axis of a figure, such as a number of layers, or 0 without an axis.
	Name string  `json:"name"`
	X    float64 `json:"x,omitempty"`
	// Set are settings of the training, by name. Swap are settings of the evaluation after the training, by name. The key "maps" of Swap is
	// no setting: its value names the maps that replace the restriction maps (explain.Change.Maps).
	Set  map[string]string `json:"set,omitempty"`
	Swap map[string]string `json:"swap,omitempty"`
}

// Ablation is a question about the model, with the variants whose runs answer it.
type Ablation struct {
	Name     string `json:"name"`
	Question string `json:"question"`
	// Set are settings of all variants. Settings of the grid of runs (study.Grid) and of the variant override them.
	Set      map[string]string `json:"set,omitempty"`
	Variants []Variant         `json:"variants,omitempty"`
	// Metrics are the columns of the CSV file after the accuracies. Each is a name in Outcome.Metrics of package train.
	Metrics []string `json:"metrics,omitempty"`
	// Series are names in Outcome.Series, and Index is the name of a column. The CSV file then has a row for each element of the series of a
	// run, and the column counts these rows from 1. Series is nil and Index is "" if the file has one row for each run.
	Index  string   `json:"index,omitempty"`
	Series []string `json:"series,omitempty"`
}
