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

// Builtin returns the built-in graph of that name. A name with a colon is a
// generator's specification (see Generate). The error of an unknown name
// lists those that exist.
func Builtin(name string) (*Graph, error) {
	for _, b := range builtins {
		if b.name == name {
			return b.make(), nil
		}
	}
	if strings.Contains(name, ":") {
		return Generate(name)
	}
	return nil, fmt.Errorf("graph: no built-in graph %q; there are %s, and generators such as sbm:n=60,classes=3", name, strings.Join(BuiltinNames(), ", "))
}
