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
// "class 1". If one training node of each class is enough, for other kinds of splits, and for
// another number of training nodes in a class, there is no sentence.
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
	trained := func(g *Graph, s Split) []int { // returns the number of training nodes of each class
		counts := make([]int, 5)
		for _, i := range s.Train {
			counts[g.Labels[i]]++
		}
		return counts
	}
	drawn := trained(g, s)
	want := "Too few nodes for 20 of every class in training and two for validation and test. Training nodes: " +
		"class 1, " + itoa(drawn[1]) + " of 21; class 2, " + itoa(drawn[2]) + " of 18; pair, " + itoa(drawn[3]) + " of 2; class 4, " +
		itoa(drawn[4]) + " of 1."
	for _, split := range []Split{s, {Name: s.Name}} { // the second split is not drawn yet
		if got := split.FewText(g); got != want {
			t.Errorf("training nodes %v of the classes: the sentence is %q, want %q", drawn, got, want)
		}
	}
	// Without node i, the training nodes may be fewer or more than PerClass draws from the other nodes.
	for i := range labels {
		e, err := Edits{}.DeleteNodes(g, i)
		if err != nil {
			t.Fatal(err)
		}
		edited, split, _, err := e.Outline(g, s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := PerClass(edited, 20, 0)
		if err != nil {
			t.Fatal(err)
		}
		followsRule := slices.Equal(trained(edited, split), trained(edited, again))
		if got := split.FewText(edited); (got != "") != followsRule {
			t.Errorf("without node %d: %v training nodes of the classes, PerClass draws %v, and the sentence is %q", i,
				trained(edited, split), trained(edited, again), got)
		}
	}
	if drawn[0] != 20 {
		t.Errorf("class 0 has %d training nodes, want 20", drawn[0])
	}
	for _, split := range []string{"per-class:1", "random:0.48,0.32,0.20", "public Planetoid split", "per-class:x", ""} {
		if got := (&Split{Name: split}).FewText(g); got != "" {
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
