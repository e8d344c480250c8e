// This file defines ablations: questions about the model, and the variants whose runs answer them. core/study trains the runs.

package figures

// Variant is one of the versions of the model that an ablation compares.
type Variant struct {
	// Name describes the change. X is the coordinate on the horizontal axis of a figure, such as a number of layers. It is 0 without an axis.
	Name string  `json:"name"`
	X    float64 `json:"x,omitempty"`
	// Set are settings of the training, by name. Swap are settings of the evaluation after the training, by name. They can include
	// replacements of the restriction maps (explain.Change.Maps).
	Set  map[string]string `json:"set,omitempty"`
	Swap map[string]string `json:"swap,omitempty"`
}

// Ablation is a question about the model, with the variants whose runs answer it.
type Ablation struct {
	Name     string `json:"name"`
	Question string `json:"question"`
	// Set are the settings that all variants have in common. Settings of the grid of runs (study.Grid) and of the variant override them.
	Set      map[string]string `json:"set,omitempty"`
	Variants []Variant         `json:"variants,omitempty"`
	// Metrics are the columns of the CSV file after the accuracies. Each is a name in Outcome.Metrics of package train.
	Metrics []string `json:"metrics,omitempty"`
	// An ablation with several rows for each run has Index and Series. Index is the name of the column that counts the rows, and Series are
	// names in Outcome.Series. Other ablations have "" and nil.
	Index  string   `json:"index,omitempty"`
	Series []string `json:"series,omitempty"`
}
