package state

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/wasm/proto"
)

// nodeCalled finds a node by its name, or by its number if it has no name. It also finds a node by the first word of its name, if no other
// name has this first word. Two cases are not checked: the number of an unnamed node that is also a name, and a first word that is the
// number of an unnamed node. For a number beyond the nodes, an unknown name and the empty text, nodeCalled
// returns −1.
func TestShownNamesNameTheirNode(t *testing.T) {
	for title, names := range map[string][]string{
		"no names":          nil,
		"numbers from 1":    {"1", "2", "3", "4"},
		"numbers and words": {"1 (Mr Hi)", "2", "3", "4 (John A.)"},
		"an added node":     {"1 (Mr Hi)", "2", "3", "4 (John A.)", ""},
		"reversed numbers":  {"3", "2", "1", "0"},
		"people":            {"Ada Lovelace", "Ada Byron", "Emmy Noether", "Sofia"},
		"some":              {"", "0", "", "3 b"},
	} {
		n := max(4, len(names))
		s := new(State)
		s.Graph = &proto.GraphInfo{N: n, NodeNames: names}
		firstWord := func(name string) string { word, _, _ := strings.Cut(name, " "); return word }
		words := map[string]int{} // number of names with this first word
		for _, name := range names {
			words[firstWord(name)]++
		}
		for k := range n {
			// The shown name.
			shown := strconv.Itoa(k)
			if k < len(names) && names[k] != "" {
				shown = names[k]
			}
			// isTaken: the node has no name, and another node has its number as a name.
			isTaken := k < len(names) && names[k] == "" && slices.Contains(names, shown)
			if got := s.nodeCalled(shown); got != k && !isTaken {
				t.Errorf("%s: %q is node %d, want %d", title, shown, got, k)
			}

			// The first word of the name.
			if k < len(names) && names[k] != "" && words[firstWord(names[k])] == 1 {
				word := firstWord(names[k])
				number, err := strconv.Atoi(word)
				isNode := err == nil && number < n
				isUnnamed := isNode && (number >= len(names) || names[number] == "") // the word is the number of an unnamed node
				if got := s.nodeCalled(word); got != k && !isUnnamed {
					t.Errorf("%s: the first word %q is node %d, want %d", title, word, got, k)
				}
			}
		}
		for _, unknown := range []string{"nobody", "-1", "99", " ", ""} {
			if got := s.nodeCalled(unknown); got != -1 {
				t.Errorf("%s: the unknown name %q is node %d, want −1", title, unknown, got)
			}
		}
	}
}
