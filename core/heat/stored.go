package heat

import (
	"errors"

	"sheafscope/core/json"
)

// Parse returns the map of a JSON text in the format of `sgpc table -heat`, such as core/heat/stored.json, which the page loads.
// Invalid JSON, a wrong number of accuracies, and a number of axes other than two are errors. The page shows the axes as columns and rows.
func Parse(text string) (*Map, error) {
	var m Map
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return nil, err
	}
	n := m.Points() * len(m.Models) * m.Graphs
	isComplete := len(m.Test) == n && len(m.Val) == n
	if len(m.Axes) != 2 || !isComplete {
		return nil, errors.New("a map needs two axes, and a number for each point, model and graph")
	}
	return &m, nil
}
