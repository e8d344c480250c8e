package coursemath

import (
	"fmt"
	"testing"
)

// Typed numbers are stored in the notation of links, for any comma, minus or digits; the text gives the same sheaf.
func TestTypedNumbersAreCanonical(t *testing.T) {
	for typed, want := range map[string]string{"0,5": "0.5", "−3": "-3", "1 000": "1000", "٢": "2", "-1/2": "-1/2", "25 %": "25%",
		"~0,3": "~0.3", "１,５": "1.5", "1,234": "", "0.5.1": ""} {
		for field := range 2 {
			s := Ring(4, 2)
			set := func() error {
				if field == 0 {
					return s.SetX(3, typed)
				}
				return s.SetMap(0, 0, typed)
			}
			before, err := s.Text(), set()
			if (err == nil) != (want != "") || err != nil && s.Text() != before {
				t.Errorf("field %d: %s gives %v and %s", field, typed, err, s.Text())
			} else if got := [2]string{s.X[3], s.Edges[0].Maps[0]}[field]; err == nil && got != want {
				t.Errorf("field %d: %s is kept as %s, want %s", field, typed, got, want)
			}
			if again, err := ParseSheaf(s.Text()); err != nil || again.Text() != s.Text() || fmt.Sprint(again.X) != fmt.Sprint(s.X) {
				t.Errorf("the link of %s gives %v", typed, err)
			}
		}
	}
	for typed, want := range map[string]string{"1,0,0,1": "1 0 0 1", "1, 0, 0, 1": "1 0 0 1", "0,5 0 0 0,5": "0.5 0 0 0.5",
		"turn 40,5 times −2": "turn 40.5 times -2", "1;0;0;1": "1 0 0 1"} {
		s := Ring(4, 2)
		if err := s.SetMap(0, 0, typed); err != nil || s.Edges[0].Maps[0] != want {
			t.Errorf("%s is kept as %s, %v", typed, s.Edges[0].Maps[0], err)
		}
	}
	s := Ring(4, 2) // of a map with two entries a comma parts them
	if err := s.SetEdgeDim(0, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.SetMap(0, 0, "0,5"); err != nil || s.Edges[0].Maps[0] != "0 5" {
		t.Errorf("a row is kept as %s, %v", s.Edges[0].Maps[0], err)
	}
}
