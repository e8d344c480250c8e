package figures

// Stored is what `sgpc reproduce` found: who wrote it, the table of results and the curves of the figures.
type Stored struct {
	Command string             `json:"command"`
	Date    string             `json:"date"`
	Version string             `json:"version"`
	Table   []Cell             `json:"table"`
	Figures map[string][]Curve `json:"figures"`
}

// Cell is mean and standard deviation of the test accuracies, in percent, of a model on a data set over N runs.
type Cell struct {
	Dataset string  `json:"dataset"`
	Model   string  `json:"model"`
	Mean    float64 `json:"mean"`
	Std     float64 `json:"std"`
	N       int     `json:"n"`
	// Settings are those that a search chose for SGPC, as name=value, "" for others.
	Settings string `json:"settings,omitempty"`
}
