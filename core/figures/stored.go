package figures

// Stored is the result of `sgpc reproduce`, or of web/tool/readme for the figure "plans": the table of accuracies, and the curves by
// PaperFigure.ID, with the date and the version of the command.
type Stored struct {
	Command string             `json:"command"`
	Date    string             `json:"date"`
	Version string             `json:"version"`
	Table   []Accuracy         `json:"table"`
	Figures map[string][]Curve `json:"figures"`
}

// Accuracy is the test accuracy of a model on a data set: the mean and the standard deviation over N runs, in percent.
type Accuracy struct {
	Dataset string  `json:"dataset"`
	Model   string  `json:"model"`
	Mean    float64 `json:"mean"`
	Std     float64 `json:"std"`
	N       int     `json:"n"`
	// Of is the expected number of runs, or 0 if no run is missing.
	Of int `json:"of,omitempty"`
	// Settings are the settings that a search has chosen for SGPC, and From is their name in the search. Without a search both are empty.
	From     string            `json:"from,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
}

// Cell returns the accuracy of a model on a data set.
func (s *Stored) Cell(dataset, model string) (accuracy Accuracy, found bool) {
	for _, c := range s.Table {
		if c.Dataset == dataset && c.Model == model {
			return c, true
		}
	}
	return Accuracy{}, false
}
