// Package method selects the settings of SGPC for a graph, by one of two methods.
package method

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// Method is a rule that selects all settings of a run for a graph.
type Method string

// Methods of choosing settings.
const (
	// Paper turns every part of the paper on, with the widths and the training of
	// the graph's family.
	Paper Method = "paper"
	// Validation selects the defaults of the graph's family, which were chosen by
	// validation.
	Validation Method = "validation"
	// Own stands for settings that neither method selects.
	Own Method = "own"
)

// Parse returns the method with the name "paper" or "validation". The empty text stands
// for [Validation]. Parse fails for any other text, "own" included.
func Parse(text string) (Method, error) {
	switch Method(text) {
	case "":
		return Validation, nil
	case Paper, Validation:
		return Method(text), nil
	}
	return "", fmt.Errorf("no method is called %q; there are %s (every part on) and %s (the graph's defaults)",
		text, Paper, Validation)
}

// openingNodes is the number of nodes below which the gap ascent takes only a fraction
// of a second per epoch.
const openingNodes = 1000

// Opening returns the method with which the page opens a graph of n nodes.
func Opening(n int) Method {
	if n < openingNodes {
		return Paper
	}
	return Validation
}

// Configure returns the settings of the method m for a model and a reading on a graph.
// The methods differ only for SGPC in the reading "paper", which alone has parts to turn
// on. [Own] gives the settings of [Validation]. Configure fails for an unknown model or
// reading.
func (m Method) Configure(g *graph.Graph, split graph.Split, model, reading string, seed uint64) (settings.Config, error) {
	c, err := configure(g, split, model, reading, seed)
	if err != nil {
		return c, err
	}
	if m == Paper && c.HasParts() {
		c.WholePaper()
	}
	return c, nil
}

// Of returns the method whose settings for graph and split equal c, except for the number
// of epochs. If both methods match, it returns [Validation]. If neither matches, it
// returns [Own].
func Of(g *graph.Graph, split graph.Split, c settings.Config) Method {
	for _, m := range []Method{Validation, Paper} {
		selected, err := m.Configure(g, split, c.Model, c.Reading, c.Seed)
		selected.Epochs = c.Epochs
		if err == nil && selected == c {
			return m
		}
	}
	return Own
}
