package recipe_test

import (
	"testing"
	"unicode/utf8"

	"sheafscope/wasm/recipe"
)

// FuzzNote checks that a parsed place of a note reads back from its text, and that CheckNotes accepts only notes within the limits.
func FuzzNote(f *testing.F) {
	for _, pin := range []string{"node:5", "edge:0-8", "eigen:2", "figure:spectrum", "figure:stage-6", "node:-1", "edge:1-1", "figure:<b>"} {
		f.Add(pin, "It turns here.", 12)
	}
	f.Fuzz(func(t *testing.T, pin, text string, position int) {
		p, err := recipe.ParsePin(pin)
		if err == nil {
			if again, err := recipe.ParsePin(p.String()); err != nil || again != p {
				t.Fatalf("%q is read as %+v; its text %q is read as %+v, %v", pin, p, p.String(), again, err)
			}
		}
		problem := recipe.CheckNotes([]recipe.Note{{Pin: pin, Text: text, Position: position}})
		isValidText := utf8.ValidString(text) && utf8.RuneCountInString(text) <= recipe.MaxNoteText
		isWithinLimits := err == nil && isValidText && position >= 0
		if problem == nil && !isWithinLimits {
			t.Fatalf("CheckNotes accepts the note %q at the place %q and position %d", text, pin, position)
		}
	})
}
