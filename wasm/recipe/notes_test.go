package recipe_test

import (
	"reflect"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
)

// Each kind of place of a note reads back from its text, and other texts are refused.
func TestPinsRoundTrip(t *testing.T) {
	for text, want := range map[string]recipe.Pin{
		"node:0": {Kind: recipe.PinNode}, "edge:12-3": {Kind: recipe.PinEdge, A: 12, B: 3}, "eigen:2": {Kind: recipe.PinEigen, A: 2},
		"figure:stage-6": {Kind: recipe.PinFigure, Figure: "stage-6"},
	} {
		if got, err := recipe.ParsePin(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s reads as %+v with the text %q, %v; want %+v", text, got, got.String(), err, want)
		}
	}
	// Refused texts. The name of a figure has at most 20 letters, and the last number exceeds an int.
	for _, text := range []string{"", "node", "node:", "node:-1", "node:1-2", "node:1.5", "edge:3", "edge:3-3", "edge:-1-2", "edge:1--2",
		"eigen:0",
		"eigen:1-2", "figure:", "figure:<b>", "figure:a b", "figure:" + strings.Repeat("a", 21), "word:3", "node:99999999999999999999"} {
		if got, err := recipe.ParsePin(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// Two notes read back from a link. MaxNotes notes of MaxNoteText characters fit into a link, which reads as so many notes. Format and
// Parse refuse notes beyond a limit, and the error of Parse names the limit.
func TestNotesRoundTrip(t *testing.T) {
	r := recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, Version: recipe.Version}
	r.View.Notes = []recipe.Note{{Pin: "node:5", Text: "<b> & “ü”\n\u202e", Position: 1740}, {Pin: "figure:graph", Text: "a"}}
	text, err := recipe.Format(r)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := recipe.Parse(text); err != nil || !reflect.DeepEqual(got, r) {
		t.Fatalf("the notes read as %+v, %v; want %+v", got, err, r)
	}

	// As many and as long notes as are allowed.
	full := r
	full.View.Notes = nil
	for range recipe.MaxNotes {
		full.View.Notes = append(full.View.Notes, recipe.Note{Pin: "node:1", Text: strings.Repeat("é", recipe.MaxNoteText)})
	}
	if text, err = recipe.Format(full); err != nil {
		t.Fatal(err)
	}
	if got, err := recipe.Parse(text); err != nil || len(got.View.Notes) != recipe.MaxNotes {
		t.Fatalf("%d notes read back, want %d; %v", len(got.View.Notes), recipe.MaxNotes, err)
	}

	// Lists of notes by the part of the error of Parse that names their limit.
	for limit, list := range map[string][]recipe.Note{
		"more than 40":             append(full.View.Notes[:recipe.MaxNotes:recipe.MaxNotes], recipe.Note{Pin: "node:1", Text: "b"}),
		"more than 400 characters": {{Pin: "node:1", Text: strings.Repeat("é", recipe.MaxNoteText+1)}},
		"no text":                  {{Pin: "node:1", Text: " \n"}},
		"negative":                 {{Pin: "node:1", Text: "a", Position: -1}},
		"neither a node":           {{Pin: "node:-1", Text: "a"}},
	} {
		bad := r
		bad.View.Notes = list
		if _, err := recipe.Format(bad); err == nil {
			t.Errorf("%s: Format accepts the notes", limit)
		}
		if _, err := recipe.Parse(uncheckedLink(t, bad)); err == nil || !strings.Contains(err.Error(), limit) {
			t.Errorf("%s: Parse gives %v, want an error with the limit", limit, err)
		}
	}
}

// A recipe with two faults is refused with one of them: the error has one line. So is a pin with two faults.
func TestErrorsHaveOneLine(t *testing.T) {
	r := recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Split: strings.Repeat("x", 9000)}, Version: recipe.Version}
	r.View.Notes = []recipe.Note{{Pin: "node:5"}}
	pinned := recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, Version: recipe.Version}
	pinned.View.Pins = []recipe.Moment{{Name: "a", Recipe: recipe.TextOf(r)}}
	for _, r := range []recipe.Recipe{r, pinned} {
		if _, err := recipe.Format(r); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("Format returns %v, want an error of one line", err)
		}
	}
}
