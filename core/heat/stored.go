package heat

import (
	"errors"

	"sheafscope/core/json"
)

// Parse returns the map of a JSON text in the format that `sgpc table -heat` writes.
// The page loads such a text, core/heat/stored.json.
// Parse returns an error for invalid JSON, and unless the map has two axes and the right numbers of accuracies.
func Parse(text string) (*Map, error) {
	var m Map
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return nil, err
	}
	if n := m.Points() * len(m.Models) * m.Graphs; len(m.Axes) != 2 || len(m.Test) != n || len(m.Val) != n {
		return nil, errors.New("a map needs two axes, and a number for each point, model and graph")
	}
	return &m, nil
}
