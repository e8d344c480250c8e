package coursemath

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/json"
)

// A typed decimal comma is a point in the text of the sheaf, which reads back as the same sheaf.
func TestDecimalCommasRoundTrip(t *testing.T) {
	for typed, want := range map[string]string{
		"d 1;node 0.1 0.5 a;node 0.9 0.5 b;edge 0 1 0,5 | 1;x 0,5 1":                    "edge 0 1 0.5 | 1;x 0.5 1",
		"d 2;node 0.1 0.5 a;node 0.9 0.5 b;edge 0 1 turn 40,5 | 1 0 0 0,25;x 1 0,5 0 0": "edge 0 1 turn 40.5 | 1 0 0 0.25;x 1 0.5 0 0",
	} {
		s, err := ParseSheaf(typed)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseSheaf(s.Text())
		if err != nil || again.Text() != s.Text() || !strings.HasSuffix(s.Text(), want) {
			t.Errorf("%s: the text is %s, error %v; want the end %s", typed, s.Text(), err, want)
		}
	}
}

// TestSheafTextRoundTrip: the text of a random sheaf, with semicolons or line breaks, gives the same text, Laplacian and signal.
// The JSON of the sheaf gives the same sheaf. The text takes at most a third of the limit.
func TestSheafTextRoundTrip(t *testing.T) {
	forRandomSheaves(t, func(s *SheafText, a *Analysis) {
		s.Nodes[0].Class, s.Nodes[1].Name = 1, "Ann"
		for _, text := range []string{s.Text(), strings.ReplaceAll(s.Text(), ";", "\n")} {
			got, err := ParseSheaf(text)
			if err != nil || got.Text() != s.Text() {
				t.Errorf("%s came back as %+v, %v", text, got, err)
				return
			}
			b, err := Analyse(got)
			if err != nil || !reflect.DeepEqual(a.L, b.L) || !reflect.DeepEqual(a.X, b.X) {
				t.Errorf("%s came back with another Laplacian or signal, %v", text, err)
			}
		}
		data, err := json.Marshal(s)
		var back SheafText
		if err == nil {
			err = json.Unmarshal(data, &back)
		}
		if err != nil || !reflect.DeepEqual(&back, s) {
			t.Errorf("JSON %s came back as %+v, %v", data, back, err)
		}
		if text := s.Text(); len(text) > maxText/3 {
			t.Errorf("the text has %d characters, want at most %d", len(text), maxText/3)
		}
	})
}
