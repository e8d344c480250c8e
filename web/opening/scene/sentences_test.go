package scene_test

import (
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

// number returns the value of a number in a sentence, 0 for no number.
func number(word string) int {
	names := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if k := slices.Index(names, strings.ToLower(word)); k >= 0 {
		return k
	}
	n, _ := strconv.Atoi(word)
	return n
}

// TestSentencesCountNeighbours compares the counts of the scenes 2 and 3 with the edges of the graph, for every drawn person, every stop
// and random removals. A removed neighbour always has a row, in which the reader can put it back.
func TestSentencesCountNeighbours(t *testing.T) {
	l, networks := read(t)
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	var (
		friends = regexp.MustCompile(`(?i)\b(\w+) friends?\b`)
		rivals  = regexp.MustCompile(`(?i)\b(\w+) rivals?\b`)
		share   = regexp.MustCompile(`, (\w+)(?: of (\w+))? pull to`)
	)
	temper := func(i int) (v float64) { // the second feature
		for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
			if g.X.Col[k] == 1 {
				v = g.X.Val[k]
			}
		}
		return v
	}
	of := func(pattern *regexp.Regexp, text string) int {
		if m := pattern.FindStringSubmatch(text); m != nil {
			return number(m[1])
		}
		return 0
	}
	random, largest := rng.New(5, "sentences"), 0
	for at, n := range networks {
		for _, u := range l.IDs {
			var neighbours []int
			for _, e := range g.Edges {
				switch u {
				case int(e.I):
					neighbours = append(neighbours, int(e.J))
				case int(e.J):
					neighbours = append(neighbours, int(e.I))
				}
			}
			largest = max(largest, len(neighbours))
			removed := neighbours[:random.Intn(len(neighbours))]
			v := scene.Selection{Scene: 2 + random.Intn(2), U: u, V: -1, Removed: removed, Maps: []string{"", "identity", "zero"}[random.Intn(3)]}
			m, err := n.At(v)
			if err != nil {
				t.Fatal(err)
			}
			want := map[bool]int{} // by "is a rival"
			for _, j := range neighbours[len(removed):] {
				want[temper(u) != temper(j)]++
			}
			isHeard := v.Scene == 2 || v.Maps != "zero" || n.Plain()
			if isHeard && (of(friends, m.Say) != want[false] || of(rivals, m.Say) != want[true]) {
				t.Errorf("stop %d, person %d, scene %d without %v: %q; there are %d friends and %d rivals", at, u, v.Scene, removed, m.Say,
					want[false], want[true])
			}
			if s := share.FindStringSubmatch(m.Say); v.Scene == 2 && s != nil && s[2] != "" {
				if k, all := number(s[1]), number(s[2]); all != want[false]+want[true] || 2*k < all || k >= all {
					t.Errorf("stop %d, person %d: %q", at, u, m.Say)
				}
			}
			for _, j := range removed {
				if !slices.ContainsFunc(m.Rows, func(r scene.Summand) bool { return r.Node == j && r.Out }) {
					t.Errorf("stop %d, person %d: the removed neighbour %d has no row", at, u, j)
				}
			}
		}
	}
	if largest <= 12 {
		t.Logf("no person has more than %d neighbours, so no rows are folded", largest)
	}
}
