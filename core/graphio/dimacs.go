package graphio

import (
	"bytes"
	"fmt"
	"strconv"
)

// DIMACS has lines of one letter and numbers: c is a comment, p the kind of the
// problem with the numbers of nodes and lines, e i j an edge and a i j w an arc
// between nodes numbered from 1; in PACE's files a line of two numbers is an edge.
// The lines n, d, v, x, s and i say nothing of edges.

const dimacsRemedy = "a DIMACS file has a line p edge n m and lines e i j, or p sp n m and lines a i j w"

// isDIMACS tells DIMACS by its line p before the first edge.
func isDIMACS(d []byte) bool {
	for _, s := range filled(d, "") {
		words := bytes.Fields(s)
		switch {
		case string(words[0]) == "c":
		case string(words[0]) == "p" && len(words) >= 4:
			_, n := parseID(words[2])
			_, m := parseID(words[3])
			return n == "" && m == "" && !isNumber(string(words[1]))
		default:
			return false
		}
	}
	return false
}

func readDIMACS(f File, c *Correction) (*Result, error) {
	a, n, given := newAssembly(f.Name, c), int64(0), int64(0)
	for line, s := range filled(f.Data, "") {
		words := bytes.Fields(s)
		bad := func(format string, args ...any) (*Result, error) {
			return nil, fault(f.Name, line, dimacsRemedy, format, args...)
		}
		kind := string(words[0])
		if isWhole(kind) {
			words, kind = append([][]byte{[]byte("e")}, words...), "e"
		}
		switch kind {
		case "p":
			if n > 0 || len(words) < 4 {
				return bad("there is a second line p, or it is cut short")
			}
			v, why := parseID(words[2])
			if why != "" || v < 1 || v > MaxNodes {
				return bad("the number of nodes, %s, is not in 1..%d", quote(words[2]), MaxNodes)
			}
			if err := a.numbered(n, v, line); err != nil {
				return nil, err
			}
			n = v
			given, _ = parseID(words[3])
		case "e", "a":
			if len(words) < 3 {
				return bad("an edge needs two nodes")
			}
			a.directed, a.weighted = kind == "a", a.weighted || len(words) > 3
			if err := a.edge(plainNumber(words[1]), plainNumber(words[2]), line); err != nil {
				return nil, err
			}
		case "c", "n", "d", "v", "x", "s", "i", "l", "f":
		default:
			return bad("the line begins with %s, which is no kind of line", quote(kind))
		}
	}
	if m := int64(len(a.edges)); given != m && given != 2*m && 2*given != m {
		a.doubts = append(a.doubts, Doubt{Rule: "count", Text: fmt.Sprintf("The line p says %d edges, but there are %d: the file may be cut "+
			"short.", given, m)})
	}
	return a.finish("DIMACS")
}

// numbered adds the nodes from+1 to to, which are called by their numbers.
func (a *assembly) numbered(from, to int64, line int) error {
	for i := from + 1; i <= to; i++ {
		if _, err := a.node(strconv.FormatInt(i, 10), line); err != nil {
			return err
		}
	}
	return nil
}

// plainNumber cuts zeros before a number, so that it can be compared.
func plainNumber(s []byte) string {
	if v, why := parseID(s); why == "" {
		return strconv.FormatInt(v, 10)
	}
	return string(s)
}
