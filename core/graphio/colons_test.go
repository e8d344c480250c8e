package graphio

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Two forms of a village, the random graph of neighbours_test.go, and tests of similar texts.

// colons writes each name with its neighbours behind a colon, an arrow or a space, with or without weights, and checks the reading.
// A last person, Zed, has no ties; only some files have a line for Zed.
func (v *village) colons(t *testing.T) {
	v.names = append(slices.Clone(v.names), "Zed")
	// weight formats the weight behind a neighbour; "" stands for no weights. tie is between a name and its neighbours, comma between two
	// neighbours. owner formats the name before tie.
	weight := pick(v, "", "", " (%d)", ":%d", "=%d", " = %d", " [%d]")
	tie, comma := pick(v, ": ", ":", " -> ", "："), pick(v, ", ", ",", "; ", "、")
	owner, listsZed := pick(v, "%s", "%s", "%s's friends", "Friends of %s", "**%s**", "- **%s**"), v.r.IntN(2) == 0
	// Names with a weight behind them may also stand in a row, separated by spaces.
	if weight != "" && weight[0] != ' ' && v.r.IntN(3) == 0 {
		tie, comma, owner = pick(v, " ", ": "), " ", "%s"
	}
	// With an arrow, or with a colon without a space beside numbers, "friends" would be read as a part of the name.
	joinsFriends := tie == " -> "
	if tie == ":" && isNumber(v.names[0]) {
		joinsFriends = true
	}
	if joinsFriends && strings.Contains(owner, "riends") {
		owner = "%s"
	}
	neighbours := map[string][]string{}
	for k, e := range v.edges {
		end := e[1]
		if weight != "" {
			end += fmt.Sprintf(weight, k%7+1)
		}
		neighbours[e[0]] = append(neighbours[e[0]], end)
	}
	// neighbours lists each edge at its first end only. A name without neighbours there has a line only if Zed has one.
	var rows []string
	for _, n := range v.names {
		if list := neighbours[n]; len(list) > 0 || listsZed {
			rows = append(rows, strings.TrimRight(fmt.Sprintf(owner, n)+tie+strings.Join(list, comma), " "))
		}
	}
	if !listsZed {
		v.names = v.names[:len(v.names)-1]
	}
	v.check(t, []File{{Name: pick(v, "friends.txt", "a.md", "lists"), Data: []byte(strings.Join(rows, "\n") + "\n")}}, false)
}

// relations writes the edges as sentences, each with one relation of a list, and checks the reading.
func (v *village) relations(t *testing.T) {
	kinds := [][]string{{"%s is the father of %s", "%s is the mother of %s", "%s is the sister of %s"}, {"%s is %s's father",
		"%s is %s's aunt"},
		{"%s is married to %s", "%s knows %s", "%s works for %s"}, {"%s is the boss of %s", "%s is %s's friend"}}
	kind, stop := pick(v, kinds...), pick(v, "", ".")
	var rows []string
	for _, e := range v.edges {
		rows = append(rows, fmt.Sprintf(pick(v, kind...), e[0], e[1])+stop)
	}
	v.check(t, []File{{Name: "kin.txt", Data: []byte(strings.Join(rows, "\n") + "\n")}}, false)
}

// TestListsAndSentencesGiveOneGraph: lists with commas, weights and owners, and sentences, are read as three nodes with three edges.
// The last text, with a word after a name, may instead be refused.
func TestListsAndSentencesGiveOneGraph(t *testing.T) {
	for _, text := range []string{
		"Ann: Bob, Cyd\nBob: Cyd\nCyd:\n",
		"Ann: Bob (1), Cyd (5)\nBob: Cyd (2)\n", "Ann Bob:4 Cyd:1\nBob Cyd:2\n", "Ann: Bob=3; Cyd=2\nBob: Cyd=1\n",
		"Ann -> Bob:1, Cyd:2\nBob -> Cyd:3\n", "Ann's friends: Bob, Cyd\nBob's friends: Cyd\n",
		"Friends of Ann: Bob, Cyd\nFriends of Bob: Cyd\n",
		"- **Ann**: Bob, Cyd\n- **Bob**: Cyd\n",
		"Ann -> Bob: likes\nAnn -> Cyd: helps\nBob -> Cyd: likes\n", "Ann: Bob，Cyd\nBob: Cyd\n",
		"Ann is the mother of Bob.\nAnn is the aunt of Cyd.\nBob is the brother of Cyd.\n",
		"Ann is Bob's mother\nAnn is Cyd's aunt\nBob is Cyd's brother\n", "Ann, Bob (1), Cyd (5)\nBob, Cyd (2)\n",
		"Ann knows Bob well\nAnn is married to Cyd\nBob works for Cyd\n"} {
		r, err := Read([]File{{Name: "a.txt", Data: []byte(text)}})
		if err != nil {
			if strings.Contains(text, "well") {
				continue // A sentence with a word after the last name is no relation.
			}
			t.Errorf("%q is refused: %v", text, err)
			continue
		}
		if g := r.Graph; g.N != 3 || len(g.Edges) != 3 {
			t.Errorf("%q is read as %q with %d edges, want three nodes and edges", text, g.NodeNames, len(g.Edges))
		}
	}
}

// TestSubtitlesAndProgramsAreRefused: the refusal names the kind of the text.
func TestSubtitlesAndProgramsAreRefused(t *testing.T) {
	for text, kind := range map[string]string{
		"1\n00:00:01,000 --> 00:00:03,500\nHome.\n\n2\n00:00:04,000 --> 00:00:06,200\nWait\n": "subtitles",
		"WEBVTT\n\n00:01.000 --> 00:03.500 align:start\nHome.\n":                              "subtitles",
		"a = 1\nif a > 0:\n    print(a)\nfor k in range(3):\n    print(k)\n":                  "program",
		"int main() {\n  int a = 1;\n  return a;\n}\n":                                        "program",
		"fn main() {\n    let a = 1;\n    println!(a);\n}\n":                                  "program"} {
		_, err := Read([]File{{Name: "a.txt", Data: []byte(text)}})
		if e := new(Error); !errors.As(err, &e) || !strings.Contains(err.Error(), kind) {
			t.Errorf("%q: the error is %v, want an *Error that names %s", text, err, kind)
		}
	}
}
