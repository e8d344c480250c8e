// This file has the menu of graphs: built-in graphs and generators by name.

package graph

import (
	"fmt"
	"strings"
)

// Offer is an entry of the menu of graphs: the name for Builtin, the displayed title, and a group of the menu.
type Offer struct{ Name, Title, Group string }

// The groups of the menu. Counterexamples are graphs on which a claim of the paper can be checked by hand.
const (
	groupReal      = "Real graphs"
	groupCounter   = "Counterexamples"
	groupGenerated = "Generated"
)

// builtins are the built-in graphs in the order of the menu.
var builtins = []struct {
	Offer
	make func() *Graph
}{
	{Offer{"karate", "Karate club", groupReal}, Karate},
	{Offer{"florentine", "Florentine families", groupReal}, Florentine},
	{Offer{"miserables", "Les Misérables", groupReal}, LesMiserables},
	{Offer{"k2", "K2, one edge", groupCounter}, tiny("K2, a single edge", func() *Graph { return Complete(2) })},
	{Offer{"c6", "C6, ring of six", groupCounter}, tiny("C6, a ring of six", func() *Graph { return Ring(6) })},
	{Offer{"k4", "K4, all joined", groupCounter}, tiny("K4, four nodes all joined", func() *Graph { return Complete(4) })},
	{Offer{"s5", "S5, star of five", groupCounter}, tiny("S5, a star of five nodes", func() *Graph { return Star(5) })},
	{Offer{"p5", "P5, path of five", groupCounter}, tiny("P5, a path of five nodes", func() *Graph { return Path(5) })},
}

// Offers returns the entries of the menu in their order: the built-in graphs, then the generators.
func Offers() []Offer {
	var list []Offer
	for _, b := range builtins {
		list = append(list, b.Offer)
	}
	for _, gen := range Generators() {
		list = append(list, gen.offers...)
	}
	return list
}

// BuiltinNames returns the names of the built-in graphs, in the order of the menu.
func BuiltinNames() []string {
	names := make([]string, len(builtins))
	for i, b := range builtins {
		names[i] = b.Name
	}
	return names
}

// Builtin returns the graph with a name: a built-in graph, the empty graph [BlankName], or the graph of a generator (see Generate).
// It returns an error for an unknown name, and the errors of Generate.
func Builtin(name string) (*Graph, error) {
	for _, b := range builtins {
		if b.Name == name {
			return b.make(), nil
		}
	}
	if name == BlankName { // no entry of the menu
		return Blank(), nil
	}
	if strings.Contains(name, ":") { // a generator with parameters
		return Generate(name)
	}
	// The name of a generator alone stands for its default parameters.
	for _, gen := range Generators() {
		if gen.Name == name {
			return Generate(name)
		}
	}
	return nil, fmt.Errorf("graph: no built-in graph %q; there are %s, and generators such as sbm:n=60,classes=3", name,
		strings.Join(BuiltinNames(), ", "))
}

// tiny returns a function that makes the graph of base, with another name, one-hot features and degrees.
func tiny(name string, base func() *Graph) func() *Graph {
	return func() *Graph {
		g := base()
		g.Name = name
		// Only the edges carry information on the classes: one-hot features do not, and degrees come from the edges.
		g.X, g.FeatureNames = identityAndDegree(g), identityNames(g)
		return g
	}
}
