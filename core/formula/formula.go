// Package formula computes the classes and features of a graph's nodes from formulas in the name of the graph.
//
//	friends:n=120|class = sign(x*y)|feature 1 = temper|feature 2 = x + 0.3*noise
//
// This name describes the graph "friends:n=120" with computed classes and two computed features. "temper" is a feature of "friends:n=120".
// Each line after a "|" defines a number for every node:
//
//	line    = ("class" | "feature" number | name) "=" sum
//	sum     = product {("+" | "-") product} [("<" | ">" | "<=" | ">=") sum]
//	product = power {("*" | "/") power}
//	power   = "-" power | atom ["^" power]
//	atom    = number | name | function "(" sum {"," sum} ")" | "(" sum ")"
//
// A comparison is 1 if it is true, and 0 if it is false. Typographic signs such as −, × and ≤ stand for operators.
// A name refers to an earlier line, to a quantity of the graph ([Names]), or to a feature of the base graph.
// No text outside this grammar is evaluated.
package formula

import (
	"strings"

	"sheafscope/core/graph"
)

// Cut splits spec, the name of a graph, at each "|" into the name of its base graph and the lines of its formula.
// It returns no lines if the name has no "|".
func Cut(spec string) (base string, lines []string) {
	parts := strings.Split(spec, "|")
	return strings.TrimSpace(parts[0]), parts[1:]
}

// Join returns the name of a base graph with a formula. It leaves out the empty lines of the formula, and the blanks around a line.
func Join(base string, lines []string) string {
	name := base
	for _, line := range lines {
		trimmed := strings.TrimSpace(line)
		if trimmed != "" {
			name += "|" + trimmed
		}
	}
	return name
}

// Typed is the formula Text in an input field. On is the name of the graph that the page shows. During the trial of the formula, Graph is
// the name of the base graph with this formula, and otherwise "". Fault is the reason why the trial failed, or "".
type Typed struct{ On, Graph, Text, Fault string }

// Given is the input of [Apply] beside the graph: the lines of the formula, the seed of "noise", and the coordinates of the nodes.
// XY has the coordinates x and y of each of N nodes, one node after the other. XY may be nil if no line contains the quantity x or y.
type Given struct {
	Lines []string
	Seed  uint64
	XY    []float64
}

// Open returns the built-in or generated graph with the name spec. A formula in the name sets the classes and features of the graph.
// Without a formula, after an error of graph.Builtin and for a graph without nodes, it returns the results of graph.Builtin.
// Otherwise it returns the results of apply.
// The function apply evaluates the formula. It is [Apply], or a function that calls Apply in another program.
// The function place returns the coordinates of the nodes. It is layout.Alone.
func Open(spec string, place func(*graph.Graph) []float64, apply func(*graph.Graph, Given) (*graph.Graph, error)) (*graph.Graph, error) {
	base, lines := Cut(spec)
	g, err := graph.Builtin(base)
	text := strings.TrimSpace(strings.Join(lines, ""))
	if err != nil || text == "" || g.N == 0 {
		return g, err
	}
	// A graph without classes or features gets them here, so that a formula can use them.
	filled := graph.FillMissing(g)
	input := Given{Lines: lines, Seed: 1}
	// If the base graph is generated with a seed above 0, the noise has the same seed. In all other cases the noise has the seed 1.
	_, values, err := graph.ParseSpec(base)
	if err == nil && values["seed"] > 0 {
		input.Seed = uint64(values["seed"])
	}
	// Only a formula with one of these letters can contain the quantities x and y. For other formulas place would waste time.
	if strings.ContainsAny(text, "xy") {
		input.XY = place(filled)
	}
	return apply(filled, input)
}
