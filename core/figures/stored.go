package figures

// Stored is what `sgpc reproduce` found: who wrote it, the table of results and the curves of the figures.
type Stored struct {
	Command string             `json:"command"`
	Date    string             `json:"date"`
	Version string             `json:"version"`
	Table   []Accuracy         `json:"table"`
	Figures map[string][]Curve `json:"figures"`
}

// Accuracy is mean and standard deviation of the test accuracies, in percent, of a model on a data set over N runs.
type Accuracy struct {
	Dataset string  `json:"dataset"`
	Model   string  `json:"model"`
	Mean    float64 `json:"mean"`
	Std     float64 `json:"std"`
	N       int     `json:"n"`
	// Of is how many runs there should be, where some of them are missing.
	Of int `json:"of,omitempty"`
	// Settings are those that a search chose for SGPC, From what they were called in it.
	From     string            `json:"from,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// Cell returns the named cell.
func (s *Stored) Cell(dataset, model string) (Accuracy, bool) {
	for _, c := range s.Table {
		if c.Dataset == dataset && c.Model == model {
			return c, true
		}
	}
	return Accuracy{}, false
}
