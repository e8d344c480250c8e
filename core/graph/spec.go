package graph

import "fmt"

// Generate makes the graph that spec describes.
func Generate(spec string) (*Graph, error) {
	return nil, fmt.Errorf("graph: unknown generator %q", spec)
}
