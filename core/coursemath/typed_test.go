package coursemath

import (
	"fmt"
	"testing"
)

// A number typed in the signal or as a map is stored in the notation of links, for any comma, minus or digits; "" marks refused texts.
// The text of the sheaf reads back as the same sheaf. Commas, semicolons or blanks may separate the entries of a map.
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
			isStored, wantStored := err == nil, want != ""
			if isStored != wantStored {
				t.Errorf("field %d: %s is stored: %v (%v), want %v", field, typed, isStored, err, wantStored)
			}
			if !isStored && s.Text() != before {
				t.Errorf("field %d: the refused %s changes the sheaf to %s", field, typed, s.Text())
			}
			if got := [2]string{s.X[3], s.Edges[0].Maps[0]}[field]; isStored && got != want {
				t.Errorf("field %d: %s is stored as %s, want %s", field, typed, got, want)
			}
			if again, err := ParseSheaf(s.Text()); err != nil || again.Text() != s.Text() || fmt.Sprint(again.X) != fmt.Sprint(s.X) {
				t.Errorf("field %d: after %s the text reads back as %+v, %v", field, typed, again, err)
			}
		}
	}
	for typed, want := range map[string]string{"1,0,0,1": "1 0 0 1", "1, 0, 0, 1": "1 0 0 1", "0,5 0 0 0,5": "0.5 0 0 0.5",
		"turn 40,5 times −2": "turn 40.5 times -2", "1;0;0;1": "1 0 0 1"} {
		s := Ring(4, 2)
		if err := s.SetMap(0, 0, typed); err != nil || s.Edges[0].Maps[0] != want {
			t.Errorf("the map %s is stored as %s, want %s (%v)", typed, s.Edges[0].Maps[0], want, err)
		}
	}
	// In a map of one row and two columns the comma separates the two entries: it is no decimal comma.
	s := Ring(4, 2)
	if err := s.SetEdgeDim(0, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.SetMap(0, 0, "0,5"); err != nil || s.Edges[0].Maps[0] != "0 5" {
		t.Errorf("the row 0,5 is stored as %s, want 0 5 (%v)", s.Edges[0].Maps[0], err)
	}
}
