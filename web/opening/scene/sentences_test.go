package scene_test

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/web/opening"
	"sheafscope/web/opening/scene"
)

// number returns the value of a number word from "no" (0) to "twelve", or of digits. Of any other word it returns 0.
func number(word string) int {
	names := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if k := slices.Index(names, strings.ToLower(word)); k >= 0 {
		return k
	}
	n, _ := strconv.Atoi(word)
	return n
}

// neighboursOf returns the neighbours of a person in the order of the edges.
func neighboursOf(g *graph.Graph, person int) (neighbours []int) {
	for _, e := range g.Edges {
		switch person {
		case int(e.I):
			neighbours = append(neighbours, int(e.J))
		case int(e.J):
			neighbours = append(neighbours, int(e.I))
		}
	}
	return neighbours
}

// The counts of friends and rivals in the sentences of scenes 2 and 3 equal the counts from the edges of the graph. The test takes every
// drawn person and every stop. Scene, maps and the number of removed neighbours are random. A share of neighbours in scene 2 is at least a
// half, and not all. A removed neighbour has a row, in which the reader can restore it.
func TestSentencesCountNeighbours(t *testing.T) {
	file, networks := read(t)
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	var (
		friends = regexp.MustCompile(`(?i)\b(\w+) friends?\b`)
		rivals  = regexp.MustCompile(`(?i)\b(\w+) rivals?\b`)
		// "three of five pull to", "one of two pulls to": the neighbours on the side of the prediction, and all neighbours.
		share = regexp.MustCompile(`, (\w+)(?: of (\w+))? pulls? to`)
	)
	// temper returns the second feature of a node.
	temper := func(i int) (v float64) {
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			if g.X.Col[k] == 1 {
				v = g.X.Val[k]
			}
		}
		return v
	}
	// countIn returns the number that a pattern finds in a sentence, or 0.
	countIn := func(pattern *regexp.Regexp, text string) int {
		if m := pattern.FindStringSubmatch(text); m != nil {
			return number(m[1])
		}
		return 0
	}
	random, largest := rng.New(5, "sentences"), 0
	for stop, network := range networks {
		for _, person := range file.IDs {
			neighbours := neighboursOf(g, person)
			largest = max(largest, len(neighbours))
			removed := neighbours[:random.Intn(len(neighbours))]
			v := scene.Selection{Scene: 2 + random.Intn(2), U: person, V: -1, Removed: removed,
				Maps: []string{"", "identity", "zero"}[random.Intn(3)]}
			m, err := network.At(v)
			if err != nil {
				t.Fatal(err)
			}
			want := map[bool]int{} // friends (false) and rivals (true) among the remaining neighbours
			for _, j := range neighbours[len(removed):] {
				want[temper(person) != temper(j)]++
			}
			// With zero maps scene 3 names no neighbours, since they have no effect.
			namesNeighbours := v.Scene == 2 || v.Maps != "zero" || network.Plain()
			if namesNeighbours && (countIn(friends, m.Say) != want[false] || countIn(rivals, m.Say) != want[true]) {
				t.Errorf("stop %d, person %d, scene %d without %v: %q; the graph has %d friends and %d rivals", stop, person, v.Scene, removed, m.Say,
					want[false], want[true])
			}
			if s := share.FindStringSubmatch(m.Say); v.Scene == 2 && s != nil && s[2] != "" {
				if k, all := number(s[1]), number(s[2]); all != want[false]+want[true] || 2*k < all || k >= all {
					t.Errorf("stop %d, person %d: the share in %q is below a half, or is all, or is not of %d neighbours", stop, person,
						m.Say, want[false]+want[true])
				}
			}
			for _, j := range removed {
				if !slices.ContainsFunc(m.Rows, func(r scene.Summand) bool { return r.Node == j && r.Out }) {
					t.Errorf("stop %d, person %d: the removed neighbour %d has no row", stop, person, j)
				}
			}
		}
	}
	// From 13 neighbours on, the picture folds rows of neighbours into one.
	if largest <= 12 {
		t.Logf("no person has more than %d neighbours, so no rows are folded", largest)
	}
}

// The sentence of scene 3 says that the bias turns the score exactly if the rows without the bias add up to the other camp. The line of the
// crowd has the bias on the side of its sign. The test takes every drawn person, stop and kind of maps.
func TestSentencesNameTheBias(t *testing.T) {
	file, networks := read(t)
	turned := 0
	for stop, network := range networks {
		lines, err := network.Crowd()
		if err != nil {
			t.Fatal(err)
		}
		for _, person := range file.IDs {
			for _, maps := range []string{"", "identity"} {
				m, err := network.At(scene.Selection{Scene: 3, U: person, V: -1, Maps: maps})
				if err != nil {
					t.Fatal(err)
				}
				people, bias := 0.0, 0.0
				for _, row := range m.Rows {
					if row.Who == "bias" {
						bias = row.Value
					} else {
						people += row.Value
					}
				}
				turns := people*(people+bias) < 0
				if says := strings.Contains(m.Say, "the bias turns it"); says != turns {
					t.Errorf("stop %d, person %d: %q, but the rows add up to %g, and the bias is %g", stop, person, m.Say, people, bias)
				}
				if turns {
					turned++
				}
				// The parts of the line end with a camp. The part with the bias has the camp of its sign.
				camp := scene.Camps[0]
				if bias < 0 {
					camp = scene.Camps[1]
				}
				parts := strings.SplitAfter(strings.ToLower(lines[person]), " to ")
				k := slices.IndexFunc(parts, func(part string) bool { return strings.Contains(part, "the bias") })
				if k < 0 || k+1 == len(parts) || !strings.HasPrefix(parts[k+1], camp) {
					t.Errorf("stop %d, person %d: the line %q has the bias %g on the wrong side", stop, person, lines[person], bias)
				}
			}
		}
	}
	if turned == 0 {
		t.Error("the bias turns the score of no person")
	}
}

// The sentence of scene 2 agrees with the pulls of the neighbours: "it pulls" for one neighbour, "one of two pulls", and a plural in all
// other cases. Only a network with maps, which are zero, has no arriving arrow. All but one, two or three neighbours are removed.
func TestSentencesCountPulls(t *testing.T) {
	file, networks := read(t)
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	pulls := regexp.MustCompile(`, (it pulls|all pull|one of two pulls|\w+ of \w+ pull) to (blue|amber)\.$`)
	for stop, network := range networks {
		for _, person := range file.IDs[:40] {
			for _, maps := range []string{"", "identity", "zero"} {
				neighbours := neighboursOf(g, person)
				for remain := 1; remain <= min(3, len(neighbours)); remain++ {
					m, err := network.At(scene.Selection{Scene: 2, U: person, V: -1, Maps: maps, Removed: neighbours[remain:]})
					if err != nil {
						t.Fatal(err)
					}
					if maps == "zero" && !network.Plain() {
						if !strings.HasSuffix(m.Say, ". Without maps no arrow arrives.") {
							t.Errorf("stop %d, person %d, zero maps: %q", stop, person, m.Say)
						}
						continue
					}
					count := map[bool]int{} // neighbours by the sign of the pull, true for blue
					for _, r := range m.Rows {
						if r.Node >= 0 && !r.Out {
							count[r.Value >= 0]++
						}
					}
					found := pulls.FindStringSubmatch(m.Say)
					if found == nil {
						t.Errorf("stop %d, person %d, %d neighbours, maps %q: %q", stop, person, count[true]+count[false], maps, m.Say)
						continue
					}
					all, pulling := count[true]+count[false], count[found[2] == "blue"]
					want := map[[2]int]string{{1, 1}: "it pulls", {2, 1}: "one of two pulls", {3, 2}: "two of three pull"}[[2]int{all, pulling}]
					if want == "" && all == pulling {
						want = "all pull"
					}
					if all != remain || found[1] != want {
						t.Errorf("stop %d, person %d, maps %q: %q, want %q", stop, person, maps, m.Say, want)
					}
				}
			}
		}
	}
}

// A kind of maps outside the three kinds of the scenes is an error at every stop, and the weights stay: a link can have any text.
func TestEvaluateRefusesUnknownMaps(t *testing.T) {
	file, networks := read(t)
	for stop, network := range networks {
		before, err := network.At(scene.Selection{Scene: 3, U: file.IDs[0], V: -1})
		if err != nil {
			t.Fatal(err)
		}
		for _, maps := range []string{"general", "signs", "diagonal", "rotations", "none", "Zero"} {
			if _, err := network.At(scene.Selection{Scene: 2, U: file.IDs[0], V: -1, Maps: maps}); err == nil {
				t.Errorf("stop %d: the maps %q are no error", stop, maps)
			}
		}
		after, err := network.At(scene.Selection{Scene: 3, U: file.IDs[0], V: -1})
		if err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("stop %d: unknown maps change the scene, error %v", stop, err)
		}
	}
}
