package graph

import (
	"reflect"
	"testing"
)

// TestPerClassSizesAndSeeds: the sets have the documented sizes, and depend on the seed.
func TestPerClassSizesAndSeeds(t *testing.T) {
	g := LesMiserables()
	s, err := PerClass(g, 4, 7)
	if err != nil || s.Check(g.N) != nil {
		t.Fatal(err, s.Check(g.N))
	}
	got := make([]int, g.Classes)
	for _, i := range s.Train {
		got[g.Labels[i]]++
	}
	for c, size := range g.ClassSizes() {
		want := min(4, size-2) // two are left to judge by
		if size < 4 {
			want = []int{0, 1, 1, 2}[size]
		}
		if got[c] != want {
			t.Errorf("class %d of %d nodes gives %d, want %d", c, size, got[c], want)
		}
	}
	if len(s.Train)+len(s.Val)+len(s.Test) != g.N || len(s.Val) == 0 {
		t.Errorf("sizes %d %d %d of %d", len(s.Train), len(s.Val), len(s.Test), g.N)
	}
	again, _ := PerClass(g, 4, 7)
	other, _ := PerClass(g, 4, 8)
	if !reflect.DeepEqual(s, again) || reflect.DeepEqual(s, other) {
		t.Error("a split must depend on the seed and on nothing else")
	}
}

// TestRandomStratifiedKeepsFractions: the sets have the requested fractions of every class.
func TestRandomStratifiedKeepsFractions(t *testing.T) {
	g, err := SBM(SBMParams{N: 183, Classes: 5, Degree: 3, Homophily: 0.1, Signal: 1, Features: 4, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	// One class of a single node, as in Texas.
	for i := range g.Labels {
		if g.Labels[i] == 4 && i != 4 {
			g.Labels[i] = 3
		}
	}
	s, err := RandomStratified(g, 0.48, 0.32, 0.20, 1)
	if err != nil || s.Check(g.N) != nil {
		t.Fatal(err, s.Check(g.N))
	}
	if a, b, c := len(s.Train), len(s.Val), len(s.Test); a+b+c != 183 || a < 87 || a > 89 || b < 57 || b > 59 || c < 36 || c > 38 {
		t.Errorf("sizes %d %d %d", a, b, c)
	}
	lone := false
	for _, i := range s.Train {
		lone = lone || i == 4
	}
	if !lone {
		t.Error("the only node of its class is not in the training set")
	}
	if s, err = RandomStratified(g, 0.1, 0, 0.2, 1); err != nil || len(s.Val) != 0 || s.Check(g.N) != nil {
		t.Errorf("%v %v", s.Val, err)
	}
}

// TestParseSplitAcceptsAndRefuses: ParseSplit accepts the documented forms and returns errors for other texts.
func TestParseSplitAcceptsAndRefuses(t *testing.T) {
	g := Karate()
	for _, spec := range []string{"per-class:4", "random:0.48,0.32,0.20", "random: 0.6, 0.2, 0.2", "explicit:0-4,33/5/6-8", "explicit:0/1/"} {
		s, err := ParseSplit(g, spec, 1)
		if err != nil || s.Check(g.N) != nil || len(s.Train) == 0 {
			t.Errorf("%s: %v %v", spec, err, s.Check(g.N))
		}
	}
	if s, _ := ParseSplit(g, "explicit:0-4,33/5/6-8", 1); !reflect.DeepEqual(s.Train, []int{0, 1, 2, 3, 4, 33}) ||
		!reflect.DeepEqual(s.Test, []int{6, 7, 8}) {
		t.Errorf("explicit: %+v", s)
	}
	for _, spec := range []string{"", "per-class", "per-class:0", "per-class:x", "random:1,2", "random:0.5,0.4,0.3", "random:NaN,0,0",
		"random:-1,1,1", "random:0,0,0", "random:Inf,0,0", "explicit:0/1", "explicit:0/0/1", "explicit:40/1/2", "explicit:5-2/1/2",
		"explicit:0-999999999999/1/2", "explicit:-1/1/2", "explicit:0,0/1/2", "every:2"} {
		if s, err := ParseSplit(g, spec, 1); err == nil {
			t.Errorf("%q was accepted: %+v", spec, s)
		}
	}
	if _, err := ParseSplit(New("u", 4, nil), "per-class:1", 1); err == nil {
		t.Error("a graph without labels was split by class")
	}
}

// TestUntrainedClassesAreNamed: classes without a training node have their name and size in the sentence. Empty classes are not in it.
func TestUntrainedClassesAreNamed(t *testing.T) {
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
			t.Errorf("trained on %v: %v, %q", c.train, got, s.UntrainedText(g))
		}
	}
	g.ClassNames = nil
	if s := (Split{Train: []int{0, 3}}); s.UntrainedText(g) != "The training set of this split has no node of class 1 (1 node), so it "+
		"cannot be learned." {
		t.Error(s.UntrainedText(g))
	}
}
