package graph

import (
	"fmt"
	"strings"
)

// builtins lists the built-in graphs in the order they are offered.
var builtins = []struct {
	name string
	make func() *Graph
}{
	{"karate", Karate},
	{"florentine", Florentine},
	{"miserables", LesMiserables},
	{"k2", tiny("K2, a single edge", func() *Graph { return Complete(2) })},
	{"c6", tiny("C6, a ring of six", func() *Graph { return Ring(6, false) })},
	{"k4", tiny("K4, four nodes all joined", func() *Graph { return Complete(4) })},
	{"s5", tiny("S5, a star of five nodes", func() *Graph { return Star(5) })},
	{"p5", tiny("P5, a path of five nodes", func() *Graph { return Path(5, false) })},
}

// BuiltinNames returns the names that Builtin accepts, in the order they are
// offered to a user.
func BuiltinNames() []string {
	names := make([]string, len(builtins))
	for i, b := range builtins {
		names[i] = b.name
	}
	return names
}

// Builtin returns the built-in graph of that name. A generator's name, alone or
// with parameters after a colon, makes a graph (see Generate). The error of an unknown name
// lists those that exist.
func Builtin(name string) (*Graph, error) {
	for _, b := range builtins {
		if b.name == name {
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
