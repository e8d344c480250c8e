package state

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/wasm/proto"
)

// TestShownNamesNameTheirNode: the name that the page shows for a node, or its number if it has no name, names this node. So does the first
// word of its name if no other name has this word. A number beyond the nodes and an unknown name name no node.
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
		words := map[string]int{}
		for _, name := range names {
			words[firstWord(name)]++
		}
		for k := range n {
			shown := strconv.Itoa(k)
			if k < len(names) && names[k] != "" {
				shown = names[k]
			}
			isTaken := k < len(names) && names[k] == "" && slices.Contains(names, shown) // another node has the number as its name
			if got := s.nodeCalled(shown); got != k && !isTaken {
				t.Errorf("%s: %q is node %d, not %d", title, shown, got, k)
			}
			if k < len(names) && names[k] != "" && words[firstWord(names[k])] == 1 {
				word := firstWord(names[k])
				number, err := strconv.Atoi(word)
				isUnnamed := err == nil && number < n && (number >= len(names) || names[number] == "")
				if got := s.nodeCalled(word); got != k && !isUnnamed {
					t.Errorf("%s: %q is node %d, not %d", title, word, got, k)
				}
			}
		}
		for _, unknown := range []string{"nobody", "-1", "99", " "} {
			if got := s.nodeCalled(unknown); got != -1 {
				t.Errorf("%s: %q is node %d", title, unknown, got)
			}
		}
	}
}
