// This file reads a map from a JSON text.

package heat

import (
	"errors"

	"sheafscope/core/json"
)

// Parse returns the map of a JSON text in the format that `sgpc table -heat` writes.
// The page loads a text in this format, core/heat/stored.json.
// Parse returns an error for invalid JSON, for a map without exactly two axes, and for a wrong number of accuracies. The page needs two
// axes for the columns and the rows.
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
