package recipe_test

import (
	"testing"
	"unicode/utf8"

	"sheafscope/wasm/recipe"
)

// FuzzNote: a parsed pin reads back from its text, and CheckNotes accepts only notes within the limits.
func FuzzNote(f *testing.F) {
	for _, pin := range []string{"node:5", "edge:0-8", "eigen:2", "figure:spectrum", "figure:stage-6", "node:-1", "edge:1-1", "figure:<b>"} {
		f.Add(pin, "It turns here.", 12)
	}
	f.Fuzz(func(t *testing.T, pin, text string, at int) {
		p, err := recipe.ParsePin(pin)
		if err == nil {
			if again, err := recipe.ParsePin(p.String()); err != nil || again != p {
				t.Fatalf("%q is %+v, written %q and read as %+v, %v", pin, p, p.String(), again, err)
			}
		}
		checked := recipe.CheckNotes([]recipe.Note{{Pin: pin, Text: text, Position: at}})
		if checked == nil && (err != nil || !utf8.ValidString(text) || utf8.RuneCountInString(text) > recipe.MaxNoteText || at < 0) {
			t.Fatalf("the note %q about %q at %d passes", text, pin, at)
		}
	})
}
