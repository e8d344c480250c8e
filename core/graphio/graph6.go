package graphio

import (
	"bytes"
	"fmt"
	"math/bits"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// graph6 (B. McKay) is one line of printable characters, each 63 plus six bits.
// The first characters are the number of nodes.
// Next is the upper triangle of the adjacency matrix by columns: (0,1), (0,2), (1,2), (0,3), …
// sparse6, a list of edges, begins with a colon; digraph6, the whole matrix by rows, with an ampersand.

const graph6Header = ">>graph6<<"

// graph6Size reads the number of nodes and returns the rest of the line. ok is false without a number.
func graph6Size(s []byte) (n int64, rest []byte, ok bool) {
	digits := 1
	if len(s) > 0 && s[0] == '~' {
		// "~" announces 18 bits, "~~" 36 bits.
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

// isGraph6 reports whether a text has a header, or its first lines each have the length that their number of nodes requires.
// sparse6 allows any length.
func isGraph6(d []byte) bool {
	for _, m := range graph6Marks {
		if bytes.HasPrefix(d, []byte(m.mark)) {
			return true
		}
	}
	rows := 0
	for _, s := range contentLines(d, "") {
		// One line alone may be chance: Hamburg has the right length.
		if !isGraph6Line(graph6Format(s)) {
			return false
		}
		if rows++; rows == 5 {
			break
		}
	}
	return rows > 0
}

// isGraph6Line reports whether a line is one graph of a format.
func isGraph6Line(format string, s []byte) bool {
	n, rest, ok := graph6Size(s)
	if !ok || n <= 0 || n > 1<<20 || bytes.ContainsFunc(s, func(c rune) bool { return c < 63 || c > 126 }) {
		return false
	}
	return format == "sparse6" || int64(len(rest)) == (words.Either(format == "digraph6", n*n, n*(n-1)/2)+5)/6
}

// readGraph6 reads the first line of a file in graph6, sparse6 or digraph6.
func readGraph6(f File, _ *Correction) (*Found, error) {
	format, d := graph6Format(bytes.TrimSpace(f.Data))
	s, rest := firstLine(d)
	s = bytes.TrimSpace(s)
	bad := func(format string, args ...any) (*Found, error) {
		return nil, fault(f.Name, 1, "give one graph in graph6, sparse6 or digraph6", format, args...)
	}
	n, bits, ok := graph6Size(s)
	if !ok || n == 0 {
		return bad("the line does not start with a number of nodes")
	}
	if n > MaxNodes {
		return bad("the graph claims %d nodes, over the limit of %d", n, MaxNodes)
	}
	for p, c := range bits {
		if c < 63 || c > 126 {
			return bad("character %d is not one of graph6", p+1)
		}
	}
	edges, why := []graph.Edge(nil), ""
	if format == "sparse6" {
		edges, why = sparse6Edges(n, bits)
	} else {
		edges, why = graph6Edges(n, bits, format)
	}
	if why != "" {
		return bad("%s", why)
	}
	g, tally := graph.Build(baseName(f.Name), int(n), edges)
	if format == "digraph6" {
		g.Orient(edges, nil)
	}
	g.Notes = appendNote(g.Notes, len(bytes.TrimSpace(rest)) > 0, severalNote)
	return &Found{Graph: g, Format: format, Tally: tally}, nil
}

// graph6Format returns the format of a text, and the text without its mark.
func graph6Format(d []byte) (format string, rest []byte) {
	for _, m := range graph6Marks {
		if rest, ok := bytes.CutPrefix(d, []byte(m.mark)); ok {
			format = m.format
			if format != "graph6" {
				rest = bytes.TrimPrefix(rest, []byte{m.first})
			}
			return format, rest
		}
	}
	for _, m := range graph6Marks {
		if m.first != 0 && len(d) > 0 && d[0] == m.first {
			return m.format, d[1:]
		}
	}
	return "graph6", d
}

// graph6Marks are the headers and the first characters of the formats.
var graph6Marks = []struct {
	format, mark string
	first        byte
}{{"graph6", graph6Header, 0}, {"sparse6", ">>sparse6<<", ':'}, {"digraph6", ">>digraph6<<", '&'}}

// sparse6Edges reads pairs of a bit b and a number x with the bits of n-1.
// A bit b = 1 moves the current node v on by one. Then x > v sets v = x, and any other x is an edge between x and v.
// Ones fill the last character. why is "" on success.
func sparse6Edges(n int64, data []byte) (edges []graph.Edge, why string) {
	width := int64(bits.Len64(uint64(n - 1)))
	total, at, v := int64(len(data))*6, int64(0), int64(0)
	// take reads k bits, six from each character.
	take := func(k int64) (x int64) {
		for range k {
			x = x<<1 | int64(data[at/6]-63)>>(5-at%6)&1
			at++
		}
		return x
	}
	// A pair needs width+1 bits; the rest is padding.
	for total-at > width {
		b := take(1)
		x := take(width)
		if v += b; v >= n {
			break // padding
		}
		switch {
		case x > v:
			v = x
		case len(edges) == MaxEdges:
			return nil, fmt.Sprintf("more than %d edges", MaxEdges)
		default:
			edges = append(edges, graph.Edge{I: int32(x), J: int32(v)})
		}
		if v >= n {
			break
		}
	}
	if total-at >= 6 && len(bytes.Trim(data[at/6:], "~")) > 1 {
		return nil, fmt.Sprintf("%s follow after the last node", words.Count(int(total-at)/6, "character"))
	}
	return edges, ""
}

// graph6Edges reads the upper triangle by columns, or for digraph6 the whole matrix by rows. why is "" on success.
func graph6Edges(n int64, data []byte, format string) (edges []graph.Edge, why string) {
	whole := format == "digraph6"
	places := words.Either(whole, n*n, n*(n-1)/2)
	if want := (places + 5) / 6; int64(len(data)) != want {
		return nil, fmt.Sprintf("%d nodes need %d more characters, there are %d", n, want, len(data))
	}
	i, j := int64(0), int64(oneIf(!whole))
	for k := range int64(len(data)) * 6 {
		if (data[k/6]-63)>>(5-k%6)&1 != 0 {
			switch {
			// Bits behind the matrix must be zero.
			case k >= places:
				return nil, "the padding at the end is not zero"
			case len(edges) == MaxEdges:
				return nil, fmt.Sprintf("more than %d edges", MaxEdges)
			}
			edges = append(edges, graph.Edge{I: int32(i), J: int32(j)})
		}
		if whole {
			i, j = (k+1)/n, (k+1)%n
		} else if i++; i == j {
			i, j = 0, j+1
		}
	}
	return edges, ""
}
