package heat

import (
	"errors"

	"sheafscope/core/json"
)

// Parse reads a map as `sgpc table -heat` writes it, such as core/heat/stored.json, which the page has among its scripts. It fails
// where that is no JSON, or where its numbers are not one for each point, model and graph.
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
