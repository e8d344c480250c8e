package graph

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestPerClassSizesAndSeeds checks the split of PerClass with 4 training nodes for each class.
// A class of 6 or more nodes gives 4 training nodes. A class of 4 or 5 nodes gives all but two,
// and a smaller class gives half of its nodes, rounded up. Together the three sets have all nodes,
// and the validation set is not empty. Seed 7 gives the same split twice, and seed 8 another one.
func TestPerClassSizesAndSeeds(t *testing.T) {
	g := LesMiserables()
	s, err := PerClass(g, 4, 7)
	if err != nil || s.Check(g.N) != nil {
		t.Fatalf("error %v; the check of the split gives %v", err, s.Check(g.N))
	}
	got := make([]int, g.Classes)
	for _, i := range s.Train {
		got[g.Labels[i]]++
	}
	for c, size := range g.ClassSizes() {
		want := min(4, size-2) // two nodes stay for validation and test
		if size < 4 {
			want = []int{0, 1, 1, 2}[size] // half, rounded up
		}
		if got[c] != want {
			t.Errorf("class %d of %d nodes gives %d training nodes, want %d", c, size, got[c], want)
		}
	}
	if len(s.Train)+len(s.Val)+len(s.Test) != g.N || len(s.Val) == 0 {
		t.Errorf("sets of %d, %d and %d nodes for %d nodes, want all nodes and a validation set", len(s.Train), len(s.Val), len(s.Test), g.N)
	}
	again, _ := PerClass(g, 4, 7)
	other, _ := PerClass(g, 4, 8)
	if !reflect.DeepEqual(s, again) {
		t.Errorf("seed 7 gave the split %+v, then %+v", s, again)
	}
	if reflect.DeepEqual(s, other) {
		t.Errorf("seeds 7 and 8 gave the same split %+v", s)
	}
}

// TestRandomStratifiedKeepsFractions checks that the sets have the requested fractions of
// the nodes, to within two nodes, and together all nodes. The only node of a class is a training
// node. A fraction of 0 gives an empty validation set.
func TestRandomStratifiedKeepsFractions(t *testing.T) {
	g, err := SBM(SBMParams{N: 183, Classes: 5, Degree: 3, Homophily: 0.1, Signal: 1, Features: 4, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	// Class 4 keeps only node 4. The data set Texas has such a class, too.
	for i := range g.Labels {
		if g.Labels[i] == 4 && i != 4 {
			g.Labels[i] = 3
		}
	}
	s, err := RandomStratified(g, 0.48, 0.32, 0.20, 1)
	if err != nil || s.Check(g.N) != nil {
		t.Fatalf("error %v; the check of the split gives %v", err, s.Check(g.N))
	}
	// 48, 32 and 20 % of 183 are 87.8, 58.6 and 36.6.
	train, val, test := len(s.Train), len(s.Val), len(s.Test)
	if train+val+test != 183 {
		t.Errorf("sets of %d, %d and %d nodes, want 183 in all", train, val, test)
	}
	if train < 87 || train > 89 || val < 57 || val > 59 || test < 36 || test > 38 {
		t.Errorf("sets of %d, %d and %d nodes, want 87 to 89, 57 to 59, 36 to 38", train, val, test)
	}
	if !slices.Contains(s.Train, 4) {
		t.Error("the only node of its class is not in the training set")
	}
	s, err = RandomStratified(g, 0.1, 0, 0.2, 1)
	if err != nil || len(s.Val) != 0 || s.Check(g.N) != nil {
		t.Errorf("without a validation set: error %v, validation set %v, check %v", err, s.Val, s.Check(g.N))
	}
}

// TestParseSplitAcceptsAndRefuses checks that ParseSplit accepts the forms per-class, random and
// explicit, and that each split has training nodes. Lists and ranges of nodes give these nodes.
// ParseSplit refuses texts of another form, numbers out of range and sets that overlap. It also
// refuses a split by class of a graph without labels.
func TestParseSplitAcceptsAndRefuses(t *testing.T) {
	g := Karate()
	for _, spec := range []string{"per-class:4", "random:0.48,0.32,0.20", "random: 0.6, 0.2, 0.2", "explicit:0-4,33/5/6-8", "explicit:0/1/"} {
		s, err := ParseSplit(g, spec, 1)
		if err != nil || s.Check(g.N) != nil || len(s.Train) == 0 {
			t.Errorf("%s: error %v, check %v, %d training nodes", spec, err, s.Check(g.N), len(s.Train))
		}
	}
	s, _ := ParseSplit(g, "explicit:0-4,33/5/6-8", 1)
	if !slices.Equal(s.Train, []int{0, 1, 2, 3, 4, 33}) || !slices.Equal(s.Test, []int{6, 7, 8}) {
		t.Errorf("explicit:0-4,33/5/6-8 gives %+v, want train 0 to 4 and 33, test 6 to 8", s)
	}
	for _, spec := range []string{"", "per-class", "per-class:0", "per-class:x", "random:1,2", "random:0.5,0.4,0.3", "random:NaN,0,0",
		"random:-1,1,1", "random:0,0,0", "random:Inf,0,0", "explicit:0/1", "explicit:0/0/1", "explicit:40/1/2", "explicit:5-2/1/2",
		"explicit:0-999999999999/1/2", "explicit:-1/1/2", "explicit:0,0/1/2", "every:2"} {
		if s, err := ParseSplit(g, spec, 1); err == nil {
			t.Errorf("%q was accepted: %+v", spec, s)
		}
	}
	if _, err := ParseSplit(g, "random:0,0,0", 1); err == nil || !strings.Contains(err.Error(), "sum must be above 0") {
		t.Errorf("fractions with the sum 0: error %v, want one with the bound of the sum", err)
	}
	if _, err := ParseSplit(New("u", 4, nil), "per-class:1", 1); err == nil {
		t.Error("a graph without labels was split by class")
	}
}

// TestUntrainedClassesAreNamed checks that Untrained returns the classes without a training
// node. The sentence of UntrainedText has their names and sizes, or their numbers if classes have
// no names. Both leave out an empty class.
func TestUntrainedClassesAreNamed(t *testing.T) {
	// Node 5 has no class, and class d is empty.
	g := &Graph{N: 6, Labels: []int{0, 0, 1, 2, 2, -1}, Classes: 4, ClassNames: []string{"a", "b", "c", "d"}}
	for _, c := range []struct {
		train []int
		want  []int
		text  string
	}{
		{[]int{0, 2, 3}, nil, ""},
		{[]int{1, 4}, []int{1}, "The training set of this split has no node of b (1 node), so it cannot be learned."},
		{[]int{0, 5}, []int{1, 2}, "The training set of this split has no node of b (1 node), c (2 nodes), so they cannot be learned."},
	} {
		s := Split{Train: c.train}
		if got := s.Untrained(g); !reflect.DeepEqual(got, c.want) || s.UntrainedText(g) != c.text {
			t.Errorf("training nodes %v: untrained %v, %q, want %v, %q", c.train, got, s.UntrainedText(g), c.want, c.text)
		}
	}
	g.ClassNames = nil
	want := "The training set of this split has no node of class 1 (1 node), so it cannot be learned."
	s := Split{Train: []int{0, 3}}
	if got := s.UntrainedText(g); got != want {
		t.Errorf("without names the sentence is %q, want %q", got, want)
	}
}
