// Package method selects the settings for a graph: the defaults of its family, or
// every part of the paper.
package method

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// Method is a rule that selects all settings of SGPC for a graph.
type Method string

const (
	// Paper turns every part of the paper on, with the widths and the training of
	// the graph's family.
	Paper Method = "paper"
	// Validation selects the defaults of the graph's family, which were chosen by
	// validation.
	Validation Method = "validation"
	// Own stands for settings of neither method.
	Own Method = "own"
)

// Parse returns the method "paper" or "validation"; "" is [Validation]. It fails
// for any other text, "own" included.
func Parse(text string) (Method, error) {
	switch m := Method(text); m {
	case "":
		return Validation, nil
	case Paper, Validation:
		return m, nil
	}
	return "", fmt.Errorf("no method is called %q; there are %s (every part on) and %s (the graph's defaults)",
		text, Paper, Validation)
}

// Opening returns the method with which the page opens a graph of n nodes: Paper up
// to the size at which the gap ascent takes a fraction of a second per epoch.
func Opening(n int) Method {
	if n < 1000 {
		return Paper
	}
	return Validation
}

// Configure returns the settings of the method for a model and a reading on a
// graph. The methods differ only for SGPC in the reading "paper", which has parts
// to turn on. It fails for an unknown model or reading.
func (m Method) Configure(g *graph.Graph, split graph.Split, model, reading string, seed uint64) (settings.Config, error) {
	c, err := configure(g, split, model, reading, seed)
	if err == nil && m == Paper && c.HasParts() {
		c.WholePaper()
	}
	return c, err
}

// Of returns the method whose settings for graph and split equal c, apart from seed
// and number of epochs. When both methods match it is [Validation].
func Of(g *graph.Graph, split graph.Split, c settings.Config) Method {
	for _, m := range []Method{Validation, Paper} {
		d, err := m.Configure(g, split, c.Model, c.Reading, c.Seed)
		d.Epochs = c.Epochs
		if err == nil && d == c {
			return m
		}
	}
	return Own
}
