package graphio

import (
	"bytes"

	"sheafscope/core/graph"
)

// graph6 (B. McKay) is one line of printable characters, each 63 plus six
// bits: the number of nodes, then the upper triangle of the adjacency matrix
// column by column, (0,1), (0,2), (1,2), (0,3), …

const graph6Header = ">>graph6<<"

// graph6Size reads the number of nodes and returns the rest of the line.
// ok is false when there is none.
func graph6Size(s []byte) (n int64, rest []byte, ok bool) {
	digits := 1
	if len(s) > 0 && s[0] == '~' {
		if digits = 3; len(s) > 1 && s[1] == '~' {
			digits = 6
		}
		s = s[digits/3:]
	}
	if len(s) < digits {
		return 0, nil, false
	}
	for _, c := range s[:digits] {
		if c < 63 || c > 126 {
			return 0, nil, false
		}
		n = n<<6 | int64(c-63)
	}
	return n, s[digits:], true
}

// isGraph6 tells whether the first line has the header, or is of graph6
// characters only and of exactly the length that its number of nodes needs.
func isGraph6(d []byte) bool {
	if bytes.HasPrefix(d, []byte(graph6Header)) {
		return true
	}
	s, _ := (&lines{rest: d}).next()
	s = bytes.TrimSpace(s)
	for _, c := range s {
		if c < 63 || c > 126 {
			return false
		}
	}
	n, rest, ok := graph6Size(s)
	return ok && n > 0 && n <= 1<<20 && int64(len(rest)) == (n*(n-1)/2+5)/6
}

func readGraph6(f File) (*Result, error) {
	d := bytes.TrimPrefix(bytes.TrimSpace(f.Data), []byte(graph6Header))
	l := lines{rest: d}
	s, _ := l.next()
	s = bytes.TrimSpace(s)
	bad := func(format string, args ...any) (*Result, error) {
		return nil, fault(f.Name, 1, "give one graph in graph6, not sparse6 or digraph6", format, args...)
	}
	n, bits, ok := graph6Size(s)
	if !ok || n == 0 {
		return bad("the line does not start with a number of nodes")
	}
	if n > MaxNodes {
		return bad("the graph claims %d nodes, over the limit of %d", n, MaxNodes)
	}
	if want := (n*(n-1)/2 + 5) / 6; int64(len(bits)) != want {
		return bad("%d nodes need %d more characters, there are %d", n, want, len(bits))
	}
	var edges []graph.Edge
	i, j := int32(0), int32(1)
	for p, c := range bits {
		if c < 63 || c > 126 {
			return bad("character %d is not one of graph6", p+1)
		}
		for b := 5; b >= 0; b-- {
			if (c-63)>>b&1 != 0 {
				if int64(j) >= n {
					return bad("the padding at the end is not zero")
				}
				if len(edges) == MaxEdges {
					return bad("more than %d edges", MaxEdges)
				}
				edges = append(edges, graph.Edge{I: i, J: j})
			}
			if i++; i == j {
				i, j = 0, j+1
			}
		}
	}
	g, tally := graph.Build(baseName(f.Name), int(n), edges)
	if len(bytes.TrimSpace(l.rest)) > 0 {
		g.Notes = append(g.Notes, "The file holds several graphs; the first one was read.")
	}
	return &Result{Graph: g, Format: "graph6", Tally: tally}, nil
}
