package view

import (
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/peer"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// Class is a class with its slot in the palette.
type Class struct {
	Name string `json:"name"`
	Slot int    `json:"slot"`
}

// Classes lists the classes of a graph with their slots: the largest first, two classes in their order.
func Classes(g *proto.GraphInfo) []Class {
	out := make([]Class, g.Classes)
	order := make([]int, g.Classes)
	for c := range out {
		out[c].Name = strconv.Itoa(c)
		if c < len(g.ClassNames) {
			out[c].Name = g.ClassNames[c]
		}
		if _, err := strconv.Atoi(strings.TrimPrefix(out[c].Name, "−")); err == nil {
			out[c].Name = "class " + out[c].Name // distinguishes it from a node's number
		}
		order[c] = c
	}
	if g.Classes > 2 { // the first of two classes is blue, as at Look
		sort.SliceStable(order, func(a, b int) bool { return ClassSize(g, order[a]) > ClassSize(g, order[b]) })
	}
	for slot, c := range order {
		out[c].Slot = slot
	}
	return out
}

// ClassSize returns the number of nodes of a class, 0 where it is unknown.
func ClassSize(g *proto.GraphInfo, c int) int {
	if c < len(g.ClassSizes) {
		return g.ClassSizes[c]
	}
	return 0
}

// ModelName returns the printed name of a model.
func ModelName(model string) string { return peer.Label(model) }

// Chip is a node that a click selects.
type Chip struct {
	Node  int    `json:"node"`
	Name  string `json:"name"`
	Slot  int    `json:"slot"`
	Title string `json:"title,omitempty"`
}

// NodeName returns the name of a node, else its number.
func NodeName(s *state.State, i int) string {
	if g := s.Graph; i < len(g.NodeNames) && g.NodeNames[i] != "" {
		return g.NodeNames[i]
	}
	return Int(i)
}

// ShortName returns the name of a node in pictures: the first word of its name where these words are short and distinct over the
// graph, else its number.
func ShortName(s *state.State, i int) string {
	names := s.Graph.NodeNames
	if i >= len(names) || !ShortNames(names) {
		return Int(i)
	}
	return FirstWord(names[i])
}

// ShortNames reports whether the first words of the names identify the nodes: distinct, with 1 to 4 characters.
func ShortNames(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		word := FirstWord(name)
		if len(word) == 0 || len(word) > 4 || seen[word] {
			return false
		}
		seen[word] = true
	}
	return true
}

// FirstWord returns the name up to its first space.
func FirstWord(name string) string {
	word, _, _ := strings.Cut(name, " ")
	return word
}

// NodeTitle returns a node with the mark of its predicted class. A long name is cut and preceded by the node's number in pictures.
func NodeTitle(s *state.State, i int) TitlePart {
	name := NodeName(s, i)
	if r := []rune(name); len(r) > 18 {
		name = string(r[:17]) + "…"
	}
	if short := ShortName(s, i); !strings.HasPrefix(name, short) {
		name = short + " " + name
	}
	c := Predicted(s, i)
	if c < 0 || c >= s.Graph.Classes {
		return TitlePart{name, -1}
	}
	cl := Classes(s.Graph)[c]
	return TitlePart{name + " " + cl.Name, cl.Slot}
}

// Predicted returns the predicted class of a node, −1 before the first prediction.
func Predicted(s *state.State, i int) int {
	if i < len(s.Frame.Pred) {
		return s.Frame.Pred[i]
	}
	return -1 // none yet
}

// BySlot lists the classes in the order of their slots.
func BySlot(g *proto.GraphInfo) []int {
	out := make([]int, g.Classes)
	for c, cl := range Classes(g) {
		out[cl.Slot] = c
	}
	return out
}

// OneClass is a warning that all of two or more predictions are one class, "" elsewhere.
func OneClass[C int | int32](who string, pred []C, cl []Class) string {
	for _, c := range pred {
		if c != pred[0] {
			return ""
		}
	}
	if len(pred) < 2 || pred[0] < 0 || int(pred[0]) >= len(cl) {
		return ""
	}
	return " " + who + " predicts one class for every node: " + cl[pred[0]].Name + "."
}
