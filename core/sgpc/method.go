package sgpc

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/settings"
)

// Method is one choice of all settings of SGPC.
type Method string

const (
	// MethodPaper is the whole paper: every part of it on, on every graph, with
	// the widths and the training of the graph's family.
	MethodPaper Method = "paper"
	// MethodValidation is what validation chose: the defaults of the graph's family.
	MethodValidation Method = "validation"
	// MethodOwn stands for settings that are neither.
	MethodOwn Method = "own"
)

// ParseMethod reads "paper" or "validation"; "" is [MethodValidation]. Own
// settings are no method to start from.
func ParseMethod(text string) (Method, error) {
	switch m := Method(text); m {
	case "":
		return MethodValidation, nil
	case MethodPaper, MethodValidation:
		return m, nil
	}
	return "", fmt.Errorf("no method is called %q; there are %s (every part on) and %s (the graph's defaults)",
		text, MethodPaper, MethodValidation)
}

// OpeningMethod is the method with which the page opens a graph of n nodes: the
// whole paper where its ascent takes a fraction of a second an epoch.
func OpeningMethod(n int) Method {
	if n < 1000 {
		return MethodPaper
	}
	return MethodValidation
}

// Configure returns the settings of a model and reading on a graph, chosen by
// the method. Only SGPC in the reading "paper" has parts to put on: for
// everything else the methods are the same.
func (m Method) Configure(g *graph.Graph, split graph.Split, model, reading string, seed uint64) (settings.Config, error) {
	c, err := configure(g, split, model, reading, seed)
	if err == nil && m == MethodPaper && c.HasParts() {
		c.WholePaper()
	}
	return c, err
}

// MethodOf tells which method the settings are on their graph and split; the
// seed and the number of epochs belong to none. Where the methods are the same it is [MethodValidation].
func MethodOf(g *graph.Graph, split graph.Split, c settings.Config) Method {
	for _, m := range []Method{MethodValidation, MethodPaper} {
		d, err := m.Configure(g, split, c.Model, c.Reading, c.Seed)
		d.Epochs = c.Epochs
		if err == nil && d == c {
			return m
		}
	}
	return MethodOwn
}
