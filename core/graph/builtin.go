package graph

import (
	"fmt"
	"strings"
)

// Offer is a graph that a menu offers: what Builtin takes, its title and the
// group of the menu.
type Offer struct{ Name, Title, Group string }

// The groups of the menu.
const (
	groupReal      = "Real graphs"
	groupCounter   = "Counterexamples"
	groupGenerated = "Generated"
)

// builtins lists the built-in graphs in the order they are offered.
var builtins = []struct {
	Offer
	make func() *Graph
}{
	{Offer{"karate", "Karate club", groupReal}, Karate},
	{Offer{"florentine", "Florentine families", groupReal}, Florentine},
	{Offer{"miserables", "Les Misérables", groupReal}, LesMiserables},
	{Offer{"k2", "K2, one edge", groupCounter}, tiny("K2, a single edge", func() *Graph { return Complete(2) })},
	{Offer{"c6", "C6, ring of six", groupCounter}, tiny("C6, a ring of six", func() *Graph { return Ring(6, false) })},
	{Offer{"k4", "K4, all joined", groupCounter}, tiny("K4, four nodes all joined", func() *Graph { return Complete(4) })},
	{Offer{"s5", "S5, star of five", groupCounter}, tiny("S5, a star of five nodes", func() *Graph { return Star(5) })},
	{Offer{"p5", "P5, path of five", groupCounter}, tiny("P5, a path of five nodes", func() *Graph { return Path(5, false) })},
}

// Offers lists the built-in graphs and the generators with their defaults, in the
// order they are offered to a user.
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

// BuiltinNames returns the names that Builtin accepts, in the order they are
// offered to a user.
func BuiltinNames() []string {
	names := make([]string, len(builtins))
	for i, b := range builtins {
		names[i] = b.Name
	}
	return names
}

// Builtin returns the built-in graph of that name. A generator's name, alone or
// with parameters after a colon, makes a graph (see Generate). The error of an unknown name
// lists those that exist.
func Builtin(name string) (*Graph, error) {
	for _, b := range builtins {
		if b.Name == name {
			return b.make(), nil
		}
	}
	if name == BlankName {
		return Blank(), nil
	}
	if strings.Contains(name, ":") {
		return Generate(name)
	}
	for _, gen := range Generators() {
		if gen.Name == name {
			return Generate(name)
		}
	}
	return nil, fmt.Errorf("graph: no built-in graph %q; there are %s, and generators such as sbm:n=60,classes=3", name,
		strings.Join(BuiltinNames(), ", "))
}

// tiny makes a graph small enough to check a claim by hand, with one-hot
// features.
func tiny(name string, make func() *Graph) func() *Graph {
	return func() *Graph {
		g := make()
		g.Name = name
		g.X, g.FeatureNames = identityAndDegree(g), identityNames(g)
		return g
	}
}
