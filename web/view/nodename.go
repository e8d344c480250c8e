package view

import (
	"strings"

	"sheafscope/web/state"
)

// nodeName is the name of a node, else its number.
func nodeName(s *state.State, i int) string {
	if g := s.Graph; i < len(g.NodeNames) && g.NodeNames[i] != "" {
		return g.NodeNames[i]
	}
	return Int(i)
}

// shortName is how the pictures call a node: the first word of its name when
// these words are short and different on the whole graph, else its number.
func shortName(s *state.State, i int) string {
	names := s.Graph.NodeNames
	if i >= len(names) || !shortNames(names) {
		return Int(i)
	}
	return firstWord(names[i])
}

// shortNames reports whether the first words of the names can stand for the nodes.
func shortNames(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		word := firstWord(name)
		if len(word) == 0 || len(word) > 4 || seen[word] {
			return false
		}
		seen[word] = true
	}
	return true
}

// firstWord is a name up to its first space.
func firstWord(name string) string {
	word, _, _ := strings.Cut(name, " ")
	return word
}

// nodeTitle is a node with the mark of its predicted class; a long name brings
// the number by which the pictures call the node.
func nodeTitle(s *state.State, i int) TitlePart {
	name := nodeName(s, i)
	if r := []rune(name); len(r) > 18 {
		name = string(r[:17]) + "…"
	}
	if short := shortName(s, i); !strings.HasPrefix(name, short) {
		name = short + " " + name
	}
	c := predicted(s, i)
	if c < 0 || c >= s.Graph.Classes {
		return TitlePart{name, -1}
	}
	cl := Classes(s.Graph)[c]
	return TitlePart{name + " " + cl.Name, cl.Slot}
}

// predicted is the class that the network gives a node, −1 before it has given one.
func predicted(s *state.State, i int) int {
	if i < len(s.Frame.Pred) {
		return s.Frame.Pred[i]
	}
	return -1 // none yet
}
