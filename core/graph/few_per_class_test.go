package graph

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/words"
)

// TestFewTextEqualsPerClass checks that the sentence on too small classes has the numbers of
// training nodes that PerClass draws from them. A class named by its number, such as 1, is called
// "class 1". If one training node of each class is enough, and for other kinds of splits,
// there is no sentence.
func TestFewTextEqualsPerClass(t *testing.T) {
	g := New("five classes", 64, nil)
	labels := make([]int, 64) // classes of 22, 21, 18, 2 and 1 nodes
	for i := range labels {
		switch {
		case i == 63:
			labels[i] = 4
		case i >= 61:
			labels[i] = 3
		case i >= 43:
			labels[i] = 2
		case i >= 22:
			labels[i] = 1
		}
	}
	g.setLabels(labels, []string{"0", "1", "2", "pair", "4"})
	s, err := PerClass(g, 20, 0)
	if err != nil {
		t.Fatal(err)
	}
	drawn := make([]int, 5)
	for _, i := range s.Train {
		drawn[labels[i]]++
	}
	want := "Too few nodes for 20 of every class and two to judge by; of such a class all but two train, of 3 or fewer at least half: " +
		"class 1, " + itoa(drawn[1]) + " of 21; class 2, " + itoa(drawn[2]) + " of 18; pair, " + itoa(drawn[3]) + " of 2; class 4, " +
		itoa(drawn[4]) + " of 1."
	if got := FewText(g, s.Name); got != want {
		t.Errorf("training nodes %v of the classes: the sentence is %q, want %q", drawn, got, want)
	}
	if drawn[0] != 20 {
		t.Errorf("class 0 has %d training nodes, want 20", drawn[0])
	}
	for _, split := range []string{"per-class:1", "random:0.48,0.32,0.20", "public Planetoid split", "per-class:x", ""} {
		if got := FewText(g, split); got != "" {
			t.Errorf("%s: the sentence is %q, want none", split, got)
		}
	}
}

// TestSmallTestTextCountsLabels: fewer than 20 labelled test nodes have a sentence with their number and with the share of one of them, in
// points. Unlabelled test nodes do not count. Without a labelled test node there is no sentence.
func TestSmallTestTextCountsLabels(t *testing.T) {
	for n := range 25 { // the nodes 0 … n−1 have labels, and three test nodes have none
		labels := slices.Concat(make([]int, n), []int{-1, -1, -1})
		test := make([]int, len(labels))
		for i := range test {
			test[i] = i
		}
		want := ""
		if n > 0 && n < 20 {
			want = fmt.Sprintf("only %d labelled test node%s: one prediction changes the test accuracy by %.0f points.", n,
				words.Either(n == 1, "", "s"), math.Round(100/float64(n)))
		}
		got := SmallTestText(labels, test)
		if (got == "") != (want == "") || !strings.HasSuffix(got, want) {
			t.Errorf("%d labelled test nodes: the sentence is %q, want %q", n, got, want)
		}
	}
}
