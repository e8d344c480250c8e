package graphio

import (
	"bytes"
	"fmt"
	"math/bits"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// The readers of graph6, sparse6 and digraph6 (B. McKay, formats.txt of nauty).
// A graph is one line of printable characters. Each character is 63 plus a number of six bits, from 63 to 126.
// The first characters are the number of nodes n.
//   - graph6: the bits of the upper triangle of the adjacency matrix, by columns: (0,1), (0,2), (1,2), (0,3), …
//   - digraph6: the bits of the whole matrix by rows, after an ampersand
//   - sparse6: a list of edges, after a colon

// graph6Header is the optional header of a file in graph6.
const graph6Header = ">>graph6<<"

// The range of the characters of graph6. The number in a character c is c − graph6Low.
const (
	graph6Low  = 63
	graph6High = 126
)

// isGraph6Char reports whether c is a character of graph6.
func isGraph6Char(c byte) bool { return c >= graph6Low && c <= graph6High }

// graph6Size reads the number of nodes and returns the rest of the line. ok is false if the line does not start with a number.
func graph6Size(s []byte) (n int64, rest []byte, ok bool) {
	digits := 1
	if len(s) > 0 && s[0] == '~' {
		// "~" announces three digits (18 bits), "~~" six digits (36 bits).
		if digits = 3; len(s) > 1 && s[1] == '~' {
			digits = 6
		}
		// The announcement has one "~" for every three digits.
		s = s[digits/3:]
	}
	if len(s) < digits {
		return 0, nil, false
	}
	for _, c := range s[:digits] {
		if !isGraph6Char(c) {
			return 0, nil, false
		}
		n = n<<6 | int64(c-graph6Low)
	}
	return n, s[digits:], true
}

// graph6Bits returns the number of bits of a graph of n nodes: n² in digraph6, and n(n−1)/2 in graph6.
func graph6Bits(format string, n int64) int64 {
	if format == "digraph6" {
		return n * n
	}
	return n * (n - 1) / 2
}

// isGraph6 detects graph6, sparse6 and digraph6: by a mark, or by the length of the first lines, which follows from the number of nodes.
func isGraph6(d []byte) bool {
	for _, m := range graph6Marks {
		if bytes.HasPrefix(d, []byte(m.mark)) {
			return true
		}
	}
	rows := 0
	for _, s := range contentLines(d, "") {
		// All examined lines must fit. A single word may fit by chance: Hamburg has the right length.
		if !isGraph6Line(graph6Format(s)) {
			return false
		}
		if rows++; rows == graph6Sample {
			break
		}
	}
	return rows > 0
}

// graph6Sample is the number of lines that isGraph6 examines.
const graph6Sample = 5

// isGraph6Line reports whether a line is one graph of a format. In sparse6 a graph may have any length.
func isGraph6Line(format string, s []byte) bool {
	isForeign := func(c rune) bool { return c < graph6Low || c > graph6High }
	// The limit of n keeps n² within an int64.
	n, rest, ok := graph6Size(s)
	if !ok || n <= 0 || n > 1<<20 || bytes.ContainsFunc(s, isForeign) {
		return false
	}
	return format == "sparse6" || int64(len(rest)) == (graph6Bits(format, n)+5)/6
}

// readGraph6 reads the first line of a file in graph6, sparse6 or digraph6.
func readGraph6(f File, _ *Correction) (*Found, error) {
	format, d := graph6Format(bytes.TrimSpace(f.Data))
	s, rest := firstLine(d)
	s = bytes.TrimSpace(s)
	bad := func(format string, args ...any) (*Found, error) {
		return nil, fault(f.Name, 1, "give one graph in graph6, sparse6 or digraph6", format, args...)
	}
	n, data, ok := graph6Size(s)
	if !ok || n == 0 {
		return bad("the line does not start with a number of nodes")
	}
	if n > MaxNodes {
		return bad("the graph claims %d nodes, over the limit of %d", n, MaxNodes)
	}
	// The decoders assume that all characters are valid.
	for p, c := range data {
		if !isGraph6Char(c) {
			return bad("character %d is not one of graph6", p+1)
		}
	}
	decode := graph6Edges
	if format == "sparse6" {
		decode = sparse6Edges
	}
	edges, why := decode(n, data, format)
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

// graph6Format returns the format of a text, and the text without its header and its first mark. Without a mark the format is graph6.
func graph6Format(d []byte) (format string, rest []byte) {
	for _, m := range graph6Marks {
		if rest, ok := bytes.CutPrefix(d, []byte(m.mark)); ok {
			if m.first != 0 {
				rest = bytes.TrimPrefix(rest, []byte{m.first})
			}
			return m.format, rest
		}
	}
	for _, m := range graph6Marks {
		if m.first != 0 && len(d) > 0 && d[0] == m.first {
			return m.format, d[1:]
		}
	}
	return "graph6", d
}

// graph6Marks are the headers of the formats, and the first character of a graph. In graph6 a graph has no mark.
var graph6Marks = []struct {
	format, mark string
	first        byte
}{{"graph6", graph6Header, 0}, {"sparse6", ">>sparse6<<", ':'}, {"digraph6", ">>digraph6<<", '&'}}

// sparse6Edges decodes pairs of a bit b and a number x; x has the number of bits of n−1. why is "" on success.
// The current node v starts at 0. A bit b = 1 increases v by one.
// Then x > v sets v = x, and any other x is an edge between x and v. Bits 1 fill the last character.
func sparse6Edges(n int64, data []byte, _ string) (edges []graph.Edge, why string) {
	width := int64(bits.Len64(uint64(n - 1)))
	total, pos, v := int64(len(data))*6, int64(0), int64(0)
	// take returns the next k bits as a number. Each character has six bits, the highest first.
	take := func(k int64) (x int64) {
		for range k {
			x = x<<1 | int64(data[pos/6]-graph6Low)>>(5-pos%6)&1
			pos++
		}
		return x
	}
	// A pair needs width+1 bits. Fewer bits are padding.
	for total-pos > width {
		b := take(1)
		x := take(width)
		// A node beyond the last one marks padding, too.
		if v += b; v >= n {
			break
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
	// Padding is less than a character of ones, "~".
	if total-pos >= 6 && len(bytes.Trim(data[pos/6:], "~")) > 1 {
		return nil, fmt.Sprintf("%s follow after the last node", words.Count(int(total-pos)/6, "character"))
	}
	return edges, ""
}

// graph6Edges decodes the upper triangle by columns, or for digraph6 the whole matrix by rows. why is "" on success.
func graph6Edges(n int64, data []byte, format string) (edges []graph.Edge, why string) {
	isWhole := format == "digraph6"
	size := graph6Bits(format, n)
	if want := (size + 5) / 6; int64(len(data)) != want {
		return nil, fmt.Sprintf("%d nodes need %d more characters, there are %d", n, want, len(data))
	}
	// i and j are the row and the column of bit k. The triangle begins at (0,1).
	i, j := int64(0), int64(oneIf(!isWhole))
	for k := range int64(len(data)) * 6 {
		bit := (data[k/6] - graph6Low) >> (5 - k%6) & 1
		if bit != 0 {
			switch {
			case k >= size:
				return nil, "the padding at the end is not zero"
			case len(edges) == MaxEdges:
				return nil, fmt.Sprintf("more than %d edges", MaxEdges)
			}
			edges = append(edges, graph.Edge{I: int32(i), J: int32(j)})
		}
		if isWhole {
			i, j = (k+1)/n, (k+1)%n
		} else if i++; i == j {
			i, j = 0, j+1
		}
	}
	return edges, ""
}
