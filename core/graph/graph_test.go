package graph

import "testing"

func TestKarate(t *testing.T) {
	g := Karate()
	want := []int{16, 9, 10, 6, 3, 4, 4, 4, 5, 2, 3, 1, 2, 5, 2, 2, 2, 2, 2, 3, 2, 2, 2, 5, 3, 3, 2, 4, 3, 4, 4, 6, 12, 17}
	for i, d := range g.Degrees() {
		if d != want[i] {
			t.Errorf("degree of member %d is %d, want %d", i+1, d, want[i])
		}
	}
	if g.N != 34 || len(g.Edges) != 78 || g.X.Cols != 35 || g.X.Check() != nil || len(g.Notes) != 0 {
		t.Errorf("n=%d m=%d X=%d×%d %v notes %q", g.N, len(g.Edges), g.X.Rows, g.X.Cols, g.X.Check(), g.Notes)
	}
	if s := g.ClassSizes(); s[0] != 17 || s[1] != 17 {
		t.Errorf("factions %v, want 17 and 17", s)
	}
	// Eleven friendships ran across the split.
	if h := g.EdgeHomophily(); h != 67.0/78 {
		t.Errorf("homophily %v", h)
	}
	s, err := ParseSplit(g, "per-class:4", 1)
	if err != nil || len(s.Train) != 8 || s.Check(g.N) != nil {
		t.Errorf("%+v %v", s, err)
	}
}
