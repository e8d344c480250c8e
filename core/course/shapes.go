package course

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// made returns the constant sheaf on a graph, its nodes on a circle, with signal 0.
func made(n, d int, edges ...[2]int) *Sheaf {
	s := &Sheaf{D: d, X: make([]string, n*d)}
	for i := range n {
		sin, cos := math.Sincos((float64(i)/float64(n) - 1.0/3) * 2 * math.Pi)
		s.Nodes = append(s.Nodes, Node{Name: name(i), X: hundredth(0.5 + 0.4*cos), Y: hundredth(0.5 + 0.4*sin), Class: -1})
	}
	for k := range s.X {
		s.X[k] = "0"
	}
	for _, e := range edges {
		s.Edges = append(s.Edges, Edge{min(e[0], e[1]), max(e[0], e[1]), [2]string{"1", "1"}})
	}
	return s
}

func hundredth(v float64) float64 { return math.Round(100*v) / 100 }

// name is what node i is called at first.
func name(i int) string { return string(rune('a' + i)) }

// Path returns the constant sheaf on a path.
func Path(n, d int) *Sheaf {
	var edges [][2]int
	for i := range n - 1 {
		edges = append(edges, [2]int{i, i + 1})
	}
	s := made(n, d, edges...)
	for i := range s.Nodes {
		s.Nodes[i].X, s.Nodes[i].Y = hundredth(0.1+0.8*float64(i)/float64(max(1, n-1))), 0.5
	}
	return s
}

// Ring returns the constant sheaf on a cycle of at least three nodes; its last edge closes the cycle.
func Ring(n, d int) *Sheaf {
	var edges [][2]int
	for i := range n {
		edges = append(edges, [2]int{i, (i + 1) % n})
	}
	return made(n, d, edges...)
}

// Star returns the constant sheaf on a star with node 0 in the middle.
func Star(n, d int) *Sheaf {
	var edges [][2]int
	for i := 1; i < n; i++ {
		edges = append(edges, [2]int{0, i})
	}
	s := made(n, d, edges...)
	s.Nodes[0].X, s.Nodes[0].Y = 0.5, 0.5
	return s
}

// Complete returns the constant sheaf on a complete graph.
func Complete(n, d int) *Sheaf {
	var edges [][2]int
	for i := range n {
		for j := range i {
			edges = append(edges, [2]int{j, i})
		}
	}
	return made(n, d, edges...)
}

// Barbell returns the constant sheaf with d = 1 on two triangles joined by an edge, its last.
func Barbell() *Sheaf {
	s := made(6, 1, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 2}, [2]int{3, 4}, [2]int{3, 5}, [2]int{4, 5}, [2]int{2, 3})
	for i, at := range [][2]float64{{0.1, 0.2}, {0.1, 0.8}, {0.35, 0.5}, {0.65, 0.5}, {0.9, 0.2}, {0.9, 0.8}} {
		s.Nodes[i].X, s.Nodes[i].Y = at[0], at[1]
	}
	return s
}

// Start returns the constant sheaf with stalks of dimension d on "path:5", "ring:6", "star:5", "complete:4" or "barbell".
func Start(shape string, d int) (*Sheaf, error) {
	name, size, sized := strings.Cut(shape, ":")
	n, err := strconv.Atoi(size)
	if shape == "barbell" {
		s := Barbell()
		return s, s.SetD(d)
	}
	least := map[string]int{"path": MinNodes, "ring": 3, "star": MinNodes, "complete": MinNodes}[name]
	if least == 0 || !sized || err != nil || n < least || n > MaxNodes || d != 1 && d != 2 {
		return nil, fmt.Errorf("“%s” with d = %d is no shape; write path:5, ring:6, star:5, complete:4 or barbell, with at most %d "+
			"nodes and d = 1 or 2",
			shorten(shape), d, MaxNodes)
	}
	return map[string]func(n, d int) *Sheaf{"path": Path, "ring": Ring, "star": Star, "complete": Complete}[name](n, d), nil
}
