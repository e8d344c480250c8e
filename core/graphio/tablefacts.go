package graphio

import (
	"bytes"
	"strings"
)

// headFacts are what the comments before the first row of an edge list say.
type headFacts struct{ directed, bipartite bool }

// factWords begin a comment that says what the edges are: KONECT's first line, as
// Network Repository writes it too, and SNAP's.
var factWords = []struct {
	mark, text string
	facts      headFacts
}{
	{"%", "asym ", headFacts{directed: true}}, {"%", "sym ", headFacts{}}, {"%", "bip ", headFacts{bipartite: true}},
	{"#", "directed graph", headFacts{directed: true}}, {"#", "undirected graph", headFacts{}},
	{"#", "bipartite graph", headFacts{bipartite: true}},
}

// headOf reads the comments before the first row.
func headOf(d []byte) headFacts {
	for _, s := range lines(d[:min(len(d), 20_000)]) {
		if s = bytes.TrimSpace(s); len(s) == 0 {
			continue
		}
		if s[0] != '%' && s[0] != '#' {
			break
		}
		text := strings.ToLower(strings.TrimLeft(string(s), "#% \t")) + " "
		for _, w := range factWords {
			if strings.HasPrefix(text, w.text) && s[0] == w.mark[0] {
				return w.facts
			}
		}
	}
	return headFacts{}
}
