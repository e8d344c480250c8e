package figures

// Variant is one setting of an ablation.
type Variant struct {
	// Name says what is changed; X is its place on the axis of a grid or curve.
	Name string  `json:"name"`
	X    float64 `json:"x,omitempty"`
	// Set is trained with, Swap only evaluated with after training: settings, or the maps of explain.Change.
	Set  map[string]string `json:"set,omitempty"`
	Swap map[string]string `json:"swap,omitempty"`
}

// Ablation is a question to the model and the variants that answer it.
type Ablation struct {
	Name     string `json:"name"`
	Question string `json:"question"`
	// Set holds for all variants; those of the grid and of the variant come after it.
	Set      map[string]string `json:"set,omitempty"`
	Variants []Variant         `json:"variants,omitempty"`
	// Metrics are the columns of its CSV after the accuracies, names of Outcome.Metrics.
	Metrics []string `json:"metrics,omitempty"`
	// Index and Series are set when a run gives several rows: the name of
	// their counter and the columns, names of Outcome.Series.
	Index  string   `json:"index,omitempty"`
	Series []string `json:"series,omitempty"`
}
