package graphio

import (
	"bytes"
	"fmt"
	"math/bits"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// This file reads graph6, sparse6 and digraph6 (B. McKay, formats.txt of nauty).
// A graph is one line of printable characters. Each character is 63 plus a number of six bits, the highest bit first.
// The first characters encode the number of nodes n. The characters after n depend on the format.
//   - graph6 has the bits of the upper triangle of the adjacency matrix, by columns: (0,1), (0,2), (1,2), (0,3), …
//   - digraph6 has the bits of the whole matrix by rows. An ampersand precedes n.
//   - sparse6 has a list of edges. A colon precedes n.

// graph6Header is the optional header of a file in graph6.
const graph6Header = ">>graph6<<"

// The range of the characters of graph6. The number in a character c is c − graph6Low.
const (
	graph6Low  = 63
	graph6High = 126
)

// isGraph6Char reports whether c is a character of graph6.
func isGraph6Char(c byte) bool { return c >= graph6Low && c <= graph6High }

// graph6Size decodes the number n of nodes at the start of a line, and returns the characters after it.
// n is one digit of six bits, three digits after "~", or six digits after "~~". ok is false if the line does not start with n.
func graph6Size(s []byte) (n int64, rest []byte, ok bool) {
	number, digits := s, 1
	switch {
	case bytes.HasPrefix(s, []byte("~~")):
		number, digits = s[2:], 6
	case bytes.HasPrefix(s, []byte("~")):
		number, digits = s[1:], 3
	}
	if len(number) < digits {
		return 0, nil, false
	}
	for _, c := range number[:digits] {
		if !isGraph6Char(c) {
			return 0, nil, false
		}
		n = n<<6 | int64(c-graph6Low)
	}
	return n, number[digits:], true
}

// graph6Bits returns the number of bits of a graph of n nodes: n² in digraph6, and n(n−1)/2 in graph6.
func graph6Bits(format string, n int64) int64 {
	if format == "digraph6" {
		return n * n
	}
	return n * (n - 1) / 2
}

// graph6Chars returns the number of characters for a number of bits, rounded up. A character has six bits.
func graph6Chars(numBits int64) int64 { return (numBits + 5) / 6 }

// isGraph6 detects graph6, sparse6 and digraph6 by a header. Without a header each of the first lines, at most
// graph6Sample, must be one graph (isGraph6Line).
func isGraph6(d []byte) bool {
	for _, m := range graph6Marks {
		if bytes.HasPrefix(d, []byte(m.header)) {
			return true
		}
	}
	examined := 0
	for _, s := range contentLines(d, "") {
		// All examined lines must fit, because one word may fit by chance: Hamburg has the right length.
		format, unmarked := graph6Format(s)
		if !isGraph6Line(format, unmarked) {
			return false
		}
		examined++
		if examined == graph6Sample {
			break
		}
	}
	return examined > 0
}

// graph6Sample is the number of lines that isGraph6 examines.
const graph6Sample = 5

// graph6Nodes limits the number of nodes that isGraph6Line accepts. It keeps n² within an int64.
const graph6Nodes = 1 << 20

// isGraph6Line reports whether the line s, without its mark, is one graph of a format, with 1 to graph6Nodes nodes.
// In sparse6 a graph may have any length.
func isGraph6Line(format string, s []byte) bool {
	isForeign := func(c rune) bool { return c < graph6Low || c > graph6High }
	n, rest, ok := graph6Size(s)
	isInRange := n > 0 && n <= graph6Nodes
	if !ok || !isInRange {
		return false
	}
	if bytes.ContainsFunc(s, isForeign) {
		return false
	}
	return format == "sparse6" || int64(len(rest)) == graph6Chars(graph6Bits(format, n))
}

// readGraph6 reads the first graph of a file. A note mentions further graphs.
// A damaged line, a graph without nodes, and a graph of more than MaxNodes nodes or MaxEdges edges are errors.
func readGraph6(f File, _ *Correction) (*Found, error) {
	format, d := graph6Format(bytes.TrimSpace(f.Data))
	line, otherLines := firstLine(d)
	fail := func(message string, args ...any) (*Found, error) {
		return nil, fault(f.Name, 1, "give one graph in graph6, sparse6 or digraph6", message, args...)
	}
	n, data, ok := graph6Size(bytes.TrimSpace(line))
	if !ok || n == 0 {
		return fail("the line does not start with a number of nodes")
	}
	if n > MaxNodes {
		return fail("the graph claims %d nodes, over the limit of %d", n, MaxNodes)
	}
	// The decoders assume that all characters are valid.
	for _, c := range string(data) {
		if c < graph6Low || c > graph6High {
			return fail("the character %s is not one of graph6", quote(string(c)))
		}
	}
	decode := graph6Edges
	if format == "sparse6" {
		decode = sparse6Edges
	}
	edges, why := decode(n, data, format)
	if why != "" {
		return fail("%s", why)
	}
	g, tally := graph.Build(baseName(f.Name), int(n), edges)
	if format == "digraph6" {
		// nil means that every entry of the matrix has one direction.
		g.Orient(edges, nil)
	}
	g.Notes = appendNote(g.Notes, len(bytes.TrimSpace(otherLines)) > 0, severalNote)
	return &Found{Graph: g, Format: format, Tally: tally}, nil
}

// graph6Format returns the format of a text, and the text without the header and without the mark of the first graph.
// A text without header and mark is graph6.
func graph6Format(d []byte) (format string, rest []byte) {
	for _, m := range graph6Marks {
		afterHeader, hasHeader := bytes.CutPrefix(d, []byte(m.header))
		if !hasHeader {
			continue
		}
		if m.mark != 0 {
			return m.format, bytes.TrimPrefix(afterHeader, []byte{m.mark})
		}
		return m.format, afterHeader
	}
	// A file without a header begins with the mark of the first graph.
	for _, m := range graph6Marks {
		startsWithMark := len(d) > 0 && d[0] == m.mark
		if m.mark != 0 && startsWithMark {
			return m.format, d[1:]
		}
	}
	return "graph6", d
}

// graph6Marks are the three formats. header is the optional header of a file.
// mark is the character at the start of every graph. It is 0 for graph6, in which a graph has no mark.
var graph6Marks = []struct {
	format, header string
	mark           byte
}{{"graph6", graph6Header, 0}, {"sparse6", ">>sparse6<<", ':'}, {"digraph6", ">>digraph6<<", '&'}}

// sparse6Edges decodes the edges of a graph in sparse6. Its parameters are those of graph6Edges, but the format is not used.
// why is the fault: more than MaxEdges edges, or data after the last edge. It is "" on success.
//
// The data are pairs of a bit b and a number x. x has as many bits as n−1. The current node v starts at 0.
// A bit b = 1 increases v by one. Then x > v sets v = x. Any other x is an edge between x and v.
// Bits 1 pad the last character. A bit 0 may precede them.
func sparse6Edges(n int64, data []byte, _ string) (edges []graph.Edge, why string) {
	width := int64(bits.Len64(uint64(n - 1)))
	total := int64(len(data)) * 6
	// pos is the index of the next bit.
	pos, v := int64(0), int64(0)
	// readBits returns the next k bits as a number.
	readBits := func(k int64) (x int64) {
		for range k {
			x = x<<1 | int64(data[pos/6]-graph6Low)>>(5-pos%6)&1
			pos++
		}
		return x
	}
	// A pair needs width+1 bits: b and x. Fewer bits are padding.
	for total-pos > width {
		b := readBits(1)
		x := readBits(width)
		v += b
		// A node v beyond the last node marks padding, too.
		if v >= n {
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
		// v may now be x, which may be beyond the last node.
		if v >= n {
			break
		}
	}
	// Only two things may follow the last edge: the rest of the current character, and characters of ones, "~".
	// unread has at most one character then.
	unread := bytes.Trim(data[pos/6:], "~")
	if len(unread) > 1 {
		return nil, fmt.Sprintf("after the last edge the line has %s", words.Count(len(data)-int(pos+5)/6, "further character"))
	}
	return edges, ""
}

// graph6Edges decodes the upper triangle by columns, or for digraph6 the whole matrix by rows.
// n is the number of nodes, and data are the characters after it.
// why is the fault: a wrong number of characters, more than MaxEdges edges, or a padding with a bit 1. It is "" on success.
func graph6Edges(n int64, data []byte, format string) (edges []graph.Edge, why string) {
	isWhole := format == "digraph6"
	size := graph6Bits(format, n)
	expected := graph6Chars(size)
	if int64(len(data)) != expected {
		return nil, fmt.Sprintf("a graph of %s has %s after the number of nodes, but the line has %d", words.Count(int(n), "node"),
			words.Count(int(expected), "character"), len(data))
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
			continue
		}
		i++
		// Column j of the triangle has the rows 0 to j−1.
		if i == j {
			i, j = 0, j+1
		}
	}
	return edges, ""
}
