// Package method chooses all settings of a graph: those of its family, or every part of the paper.
package method

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// Method is one choice of all settings of SGPC.
type Method string

const (
	// Paper is the whole paper: every part of it on, on every graph, with
	// the widths and the training of the graph's family.
	Paper Method = "paper"
	// Validation is what validation chose: the defaults of the graph's family.
	Validation Method = "validation"
	// Own stands for settings that are neither.
	Own Method = "own"
)

// Parse reads "paper" or "validation"; "" is [Validation]. Own
// settings are no method to start from.
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

// Opening is the method with which the page opens a graph of n nodes: the
// whole paper where its ascent takes a fraction of a second an epoch.
func Opening(n int) Method {
	if n < 1000 {
		return Paper
	}
	return Validation
}

// Configure returns the settings of a model and reading on a graph, chosen by
// the method. Only SGPC in the reading "paper" has parts to put on: for
// everything else the methods are the same.
func (m Method) Configure(g *graph.Graph, split graph.Split, model, reading string, seed uint64) (settings.Config, error) {
	c, err := configure(g, split, model, reading, seed)
	if err == nil && m == Paper && c.HasParts() {
		c.WholePaper()
	}
	return c, err
}

// Of returns the method that the settings are on their graph and split; the
// seed and the number of epochs belong to none. Where the methods are the same it is [Validation].
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
