package formula

import (
	"strings"

	"sheafscope/core/graph"
)

// Cut parts the name of a graph into that of its base and its lines; without lines it has no formula.
func Cut(spec string) (base string, lines []string) {
	parts := strings.Split(spec, "|")
	return strings.TrimSpace(parts[0]), parts[1:]
}

// Join is the name of a graph with lines; lines without text are left out.
func Join(base string, lines []string) string {
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			base += "|" + line
		}
	}
	return base
}

// Typed is a formula that somebody types: the graph On gets the name Graph by it, unless there is a fault.
type Typed struct{ On, Graph, Text, Fault string }

// Given is a formula with what [Apply] needs beside the graph: the seed of its noise, and 2N coordinates of the nodes, nil where no
// line can name one.
type Given struct {
	Lines []string
	Seed  uint64
	XY    []float64
}

// Open returns the graph that a name describes: a built-in or generated one, and after each "|" a line of a formula. The formula is
// evaluated by apply: [Apply] or a program that calls it. The coordinates are those of place, layout.Alone.
func Open(spec string, place func(*graph.Graph) []float64, apply func(*graph.Graph, Given) (*graph.Graph, error)) (*graph.Graph, error) {
	base, lines := Cut(spec)
	g, err := graph.Builtin(base)
	text := strings.TrimSpace(strings.Join(lines, ""))
	if err != nil || text == "" || g.N == 0 {
		return g, err
	}
	g = graph.FillMissing(g)
	on := Given{Lines: lines, Seed: 1}
	if _, values, err := graph.ParseSpec(base); err == nil && values["seed"] > 0 {
		on.Seed = uint64(values["seed"])
	}
	if strings.ContainsAny(text, "xy") {
		on.XY = place(g)
	}
	return apply(g, on)
}
