package graphio

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpellingsOfAClassAreOneClass: in 200 random node tables, the spellings of a class are one class.
// Marks of a missing value are no class. A class has the spellings of an integer, also of minus zero and of an integer from 2⁵³ on, or the
// spellings of a truth value.
func TestSpellingsOfAClassAreOneClass(t *testing.T) {
	// The classes of each list are in the order of their numbers. The large integers have names, because they are no class numbers.
	lists := [][][]string{
		{{"-0.0", "0", "0.0", "-0", "00"}, {"1", "1.0", "01"}, {"2", "2.00"}},
		{{"0", "00"}, {"9007199254740993", "09007199254740993"}, {"9007199254740995", "009007199254740995"}},
		{{"False", "FALSE", "0"}, {"True", "TRUE", "true", "1"}},
	}
	rng := rand.New(rand.NewPCG(27, 9))
	for trial := range 200 {
		classes := lists[trial%len(lists)]
		edges, nodes := "source,target\n", "id,class\n"
		const n = 40
		// want are the numbers of the classes, -1 for a node without one. The first nodes have every spelling.
		var want []int
		for y, spellings := range classes {
			for _, s := range spellings {
				nodes += fmt.Sprintf("n%d,%s\n", len(want), s)
				want = append(want, y)
			}
		}
		for len(want) < n {
			y := rng.IntN(len(classes)+1) - 1
			text := []string{"NA", "nan", ""}[rng.IntN(3)]
			if y >= 0 {
				text = classes[y][rng.IntN(len(classes[y]))]
			}
			nodes += fmt.Sprintf("n%d,%s\n", len(want), text)
			want = append(want, y)
		}
		for i := range n {
			edges += fmt.Sprintf("n%d,n%d\n", i, (i+1)%n)
		}
		g := readText(t, "", edges, nodes).Graph
		if g.Classes != len(classes) || !slices.Equal(g.Labels, want) {
			t.Fatalf("%s%d classes %q, labels %v\nwant %d classes, labels %v", nodes, g.Classes, g.ClassNames, g.Labels, len(classes), want)
		}
	}
}
