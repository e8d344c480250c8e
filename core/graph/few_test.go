package graph

import "testing"

// TestFewText: the numbers are those of the nodes that PerClass draws.
func TestFewText(t *testing.T) {
	g := New("four classes", 60, nil)
	labels := make([]int, 60) // classes of 40, 15, 4 and 1 nodes
	for i := range labels {
		switch {
		case i == 59:
			labels[i] = 3
		case i >= 55:
			labels[i] = 2
		case i >= 40:
			labels[i] = 1
		}
	}
	g.setLabels(labels, nil)
	s, err := PerClass(g, 20, 0)
	if err != nil {
		t.Fatal(err)
	}
	drawn := make([]int, 4)
	for _, i := range s.Train {
		drawn[labels[i]]++
	}
	want := "too few nodes for 20 of every class and as many to judge by; half of such a class trains, " +
		itoa(drawn[1]) + " of the 15 of class 1, " + itoa(drawn[2]) + " of the 4 of class 2, " + itoa(drawn[3]) + " of the 1 of class 3."
	if got := FewText(g, s.Name); got != want || drawn[0] != 20 {
		t.Errorf("%v: %q, want %q", drawn, got, want)
	}
	for _, split := range []string{"per-class:1", "random:0.48,0.32,0.20", "public Planetoid split", "per-class:x", ""} {
		if got := FewText(g, split); got != "" {
			t.Errorf("%s: %q", split, got)
		}
	}
}
