package graphio

import (
	"bytes"
	"strings"
)

// This file reads the comments above the rows of a table. Some data sets state there whether their edges are directed.

// headComments are the properties of the edges in comments before the first row. directed reports that the edges have a direction.
// bipartite reports that the two columns of ends have two different sets of nodes.
type headComments struct{ directed, bipartite bool }

// factWords are the first words (text) of comments with properties of the edges (facts), in lower case.
// mark begins the comment: % in files of KONECT and Network Repository, # in files of SNAP.
var factWords = []struct {
	mark, text string
	facts      headComments
}{
	{"%", "asym ", headComments{directed: true}}, {"%", "sym ", headComments{}}, {"%", "bip ", headComments{bipartite: true}},
	{"#", "directed graph", headComments{directed: true}}, {"#", "undirected graph", headComments{}},
	{"#", "bipartite graph", headComments{bipartite: true}},
}

// readHeadComments returns the properties in the comments before the first row, in the first 20,000 bytes of the text d.
// The first comment with words of factWords decides. Without such a comment, both properties are false.
func readHeadComments(d []byte) headComments {
	const maxHead = 20_000
	for _, line := range lines(d[:min(len(d), maxHead)]) {
		s := bytes.TrimSpace(line)
		if len(s) == 0 {
			continue
		}
		// The first row ends the comments.
		if s[0] != '%' && s[0] != '#' {
			break
		}
		// With the added space, a comment of a single word such as sym begins with "sym ", too.
		text := strings.ToLower(strings.TrimLeft(string(s), "#% \t")) + " "
		for _, w := range factWords {
			if s[0] == w.mark[0] && strings.HasPrefix(text, w.text) {
				return w.facts
			}
		}
	}
	return headComments{}
}
