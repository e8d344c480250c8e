package figures

import (
	_ "embed"
	"sync"

	"sheafscope/core/json"
)

//go:embed paper.json
var paper []byte

// plans is the ablation of the plans alone, from its rows of ten splits: web/tool/readme writes it.
//
//go:embed plans.json
var plans []byte

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

// Shipped is the result that the page carries, but for the figure "plans".
var Shipped = sync.OnceValue(func() *Stored { return parsed(paper) })

// shippedPlans is that figure.
var shippedPlans = sync.OnceValue(func() *Stored { return parsed(plans) })

func parsed(text []byte) *Stored {
	var s Stored
	if err := json.Unmarshal(text, &s); err != nil {
		panic("figures: a stored result is damaged: " + err.Error())
	}
	return &s
}

// ShippedFigure is the result that the page carries of a figure, among others; its Figures have it where there is one.
func ShippedFigure(id string) *Stored {
	if id == "plans" {
		return shippedPlans()
	}
	return Shipped()
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
