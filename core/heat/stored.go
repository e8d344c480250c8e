package heat

import (
	"errors"

	"sheafscope/core/json"
)

// Parse returns a map in the format of `sgpc table -heat`, such as core/heat/stored.json, which is a script of the page.
// It fails for invalid JSON, and where the numbers do not match points, models and graphs.
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
