package graphio

import (
	"bytes"
	"fmt"

	"sheafscope/core/words"
)

// This file reads DIMACS. The first word of a line is its kind. Nodes count from 1.
//
//	c text                  a comment
//	p problem nodes lines   the problem line
//	e i j                   an edge
//	a i j w                 an arc from i to j with weight w
//	i j                     an edge in files of PACE
//
// Lines of the kinds n, d, v, x, s, i, l and f have no edges and are not read.

// dimacsRemedy is the remedy of errors in the form of these lines.
const dimacsRemedy = "a DIMACS file has a line p edge n m and lines e i j, or p sp n m and lines a i j w"

// isDIMACS detects DIMACS by its problem line. Only comments may precede the problem line.
func isDIMACS(d []byte) bool {
	for _, s := range contentLines(d, "") {
		cells := bytes.Fields(s) // not empty, because contentLines yields no blank line
		kind := string(cells[0])
		if kind == "c" {
			continue
		}
		if kind != "p" || len(cells) < 4 {
			return false
		}
		// The problem line is "p problem nodes lines". The problem is a word, such as edge or sp.
		_, nodesFault := parseID(cells[2])
		_, linesFault := parseID(cells[3])
		return nodesFault == "" && linesFault == "" && !isNumber(string(cells[1]))
	}
	return false
}

// dimacsProblem adds the nodes of the problem line "p problem nodes lines". It returns the numbers of nodes and of lines with an edge.
// A number of nodes that is not in 1..MaxNodes is an error; both results are then 0.
func (a *assembly) dimacsProblem(problem [][]byte, line int) (nodes, edges int64) {
	nodes, why := parseID(problem[2])
	if why != "" || nodes < 1 || nodes > MaxNodes {
		remedy := words.Either(nodes > MaxNodes, smallerRemedy, dimacsRemedy)
		a.fail(line, remedy, "the number of nodes, %s, is not in 1..%d", quote(problem[2]), MaxNodes)
		return 0, 0
	}
	a.addNumberedNodes(0, nodes, line)
	edges, _ = parseID(problem[3]) // isDIMACS has found a number here
	return nodes, edges
}

// readDIMACS reads a DIMACS file. Arcs are directed, edges are not. A damaged line, and a line of another kind, are errors.
// A doubt, a reason to ask the user, is added if the number of edges does not fit the problem line.
func readDIMACS(f File, c *Correction) (*Found, error) {
	a := newAssembly(f.Name, c)
	// nodes and expected are the numbers of nodes and of edges in the problem line. nodes is 0 before this line.
	nodes, expected := int64(0), int64(0)
	hasValues := false // a line n gives a node a weight, a colour or a flow
	for line, s := range contentLines(f.Data, "") {
		cells := bytes.Fields(s)
		kind := string(cells[0])
		if isInteger(kind) {
			kind = "e" // PACE writes edges without the letter e
			cells = append([][]byte{[]byte("e")}, cells...)
		}
		switch kind {
		case "p":
			// isDIMACS has checked the form of the first line p.
			if nodes > 0 {
				a.fail(line, dimacsRemedy, "there is a second line p")
				break // leaves the switch; the error is returned below the switch
			}
			nodes, expected = a.dimacsProblem(cells, line)
		case "e", "a":
			if len(cells) < 3 {
				a.fail(line, dimacsRemedy, "an edge needs two nodes")
				break
			}
			a.directed = kind == "a"
			if len(cells) > 3 {
				// The fourth word is a weight without a name, or the lower bound of a flow.
				a.recordEdgeAttribute("", string(cells[3]))
			}
			// plainNumber removes leading zeros: 07 is node 7.
			a.addEdge(plainNumber(cells[1]), plainNumber(cells[2]), line)
		case "c", "n", "d", "v", "x", "s", "i", "l", "f":
			// The line is a comment, or belongs to a problem but is no edge.
			hasValues = hasValues || kind == "n"
		default:
			a.fail(line, dimacsRemedy, "the line begins with %s, which is no kind of line", quote(kind))
		}
		if a.err != nil {
			return nil, a.err
		}
	}
	// A file may list each edge in one or in both directions. The problem line may count edges, or each direction of an edge.
	m := int64(len(a.edges))
	countFits := expected == m || expected == 2*m || 2*expected == m
	if !countFits {
		reason := words.Either(m < expected, "the file may be cut short", "the number in the line is wrong")
		a.addDoubt("count", fmt.Sprintf("The line p says %s, but there are %d: %s.", words.Count(int(expected), "edge"), m, reason))
	}
	a.notes = appendNote(a.notes, hasValues, "The values of nodes in lines n were left out.")
	return a.finish("DIMACS")
}
