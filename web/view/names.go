package view

// This file has the names of nodes, classes and models.

import (
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// Class is the name of a class and its slot: the index of its colour in the palette.
type Class struct {
	Name string `json:"name"`
	Slot int    `json:"slot"`
}

// Classes returns the classes of a graph in the order of their numbers:
//   - If there are three or more classes, the slots are in descending order of the sizes: the largest class has slot 0. Classes of equal
//     size keep the order of their numbers.
//   - In a graph with at most two classes the slot of a class is its number.
//   - Class 3 has the name "class 3" if the graph has no name for it. A name that is itself a number also gets the prefix "class".
func Classes(g *proto.GraphInfo) []Class {
	out := make([]Class, g.Classes)
	order := make([]int, g.Classes) // the classes by slot
	for c := range out {
		out[c].Name = strconv.Itoa(c)
		if c < len(g.ClassNames) {
			out[c].Name = g.ClassNames[c]
		}
		_, err := strconv.Atoi(strings.TrimPrefix(out[c].Name, "−")) // a negative number may have a typographic minus sign
		isNumber := err == nil
		if isNumber {
			out[c].Name = "class " + out[c].Name // a bare number would look like the number of a node
		}
		order[c] = c
	}
	if g.Classes > 2 { // two classes keep their order: the level Look also draws class 0 in blue, the colour of slot 0
		sort.SliceStable(order, func(a, b int) bool { return ClassSize(g, order[a]) > ClassSize(g, order[b]) })
	}
	for slot, c := range order {
		out[c].Slot = slot
	}
	return out
}

// ClassSize returns the number of nodes of class c. It returns 0 for a class beyond the graph's list of sizes.
func ClassSize(g *proto.GraphInfo, c int) int {
	if c < len(g.ClassSizes) {
		return g.ClassSizes[c]
	}
	return 0
}

// ModelName returns the name of a model as texts print it.
func ModelName(model string) string { return peer.Label(model) }

// Chip is a small button with the name of a node and the mark of a class. A click selects the node. Slot is the palette slot of the mark,
// and Title is the tooltip.
type Chip struct {
	Node  int    `json:"node"`
	Name  string `json:"name"`
	Slot  int    `json:"slot"`
	Title string `json:"title,omitempty"`
}

// NodeName returns the name of a node, or its number if it has no name.
func NodeName(s *state.State, i int) string {
	if g := s.Graph; i < len(g.NodeNames) && g.NodeNames[i] != "" {
		return g.NodeNames[i]
	}
	return Int(i)
}

// ShortName returns the name of a node for pictures: the first word of its name if [ShortNames] permits this for the graph, and otherwise
// the number of the node.
func ShortName(s *state.State, i int) string {
	names := s.Graph.NodeNames
	if i >= len(names) || !ShortNames(names) {
		return Int(i)
	}
	return FirstWord(names[i])
}

// ShortNames reports whether the first words of the names can replace the names: each word has 1 to 4 bytes, and no two words are equal. A
// word of this length fits into a node of a picture.
func ShortNames(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		word := FirstWord(name)
		isShort := len(word) > 0 && len(word) <= 4
		if !isShort || seen[word] {
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

// maxTitleName is the greatest number of characters of a node's name in a title.
const maxTitleName = 18

// NodeTitle returns the name of a node, followed by "called" and its predicted class if there is a prediction. A name of more than
// maxTitleName characters is cut. If the first word of the name is not the short name of the node, the short name precedes the name. Slot
// is the palette slot of the predicted class. Without a prediction, or if the graph lacks its class, the title is the name and Slot is −1.
func NodeTitle(s *state.State, i int) TitlePart {
	name := NodeName(s, i)
	if characters := []rune(name); len(characters) > maxTitleName {
		name = string(characters[:maxTitleName-1]) + "…"
	}

	// The pictures show the short name, so that the title must contain it.
	if short := ShortName(s, i); FirstWord(name) != short {
		name = short + " " + name
	}
	c := Predicted(s, i)
	if c < 0 || c >= s.Graph.Classes { // the frame may belong to an earlier graph with more classes
		return TitlePart{name, -1}
	}
	class := Classes(s.Graph)[c]
	return TitlePart{name + ", called " + class.Name, class.Slot}
}

// Predicted returns the predicted class of a node, or −1 if the frame has no prediction for the node. The state has a frame.
func Predicted(s *state.State, i int) int {
	if i < len(s.Frame.Pred) {
		return s.Frame.Pred[i]
	}
	return -1
}

// BySlot returns the numbers of the classes in the order of their slots.
func BySlot(g *proto.GraphInfo) []int {
	out := make([]int, g.Classes)
	for c, class := range Classes(g) {
		out[class.Slot] = c
	}
	return out
}

// SmallTest returns a warning of a test set with few labelled nodes (graph.SmallTestText), or "". It begins with a space, since it follows
// another sentence.
func SmallTest(g *proto.GraphInfo) string {
	if text := graph.SmallTestText(g.Labels, g.Test); text != "" {
		return " " + text
	}
	return ""
}

// OneClassWarning returns the warning that a model predicts the same class for every node. It returns "" if two predictions differ, if
// there are fewer than two predictions, or if the common prediction is no index of classes. name is the subject of the sentence. The
// sentence begins with a space, since it follows another sentence.
func OneClassWarning[C int | int32](name string, pred []C, classes []Class) string {
	for _, c := range pred {
		if c != pred[0] {
			return ""
		}
	}
	if len(pred) < 2 || pred[0] < 0 || int(pred[0]) >= len(classes) {
		return ""
	}
	return " " + name + " predicts one class for every node: " + classes[pred[0]].Name + "."
}
