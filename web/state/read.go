package state

import (
	"slices"
	"strings"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Read says what was read of the user's own files, or of an address that the
// user agreed to, and what was assumed.
type Read struct {
	// Text is what was found: format and counts. Notes are sentences about what
	// was merged, left out, cut or made up.
	Text, Notes string
	// Open shows the whole of it where there is room for one line only.
	Open bool
}

// DismissRead takes the message about the files away.
type DismissRead struct{}

func (DismissRead) msg() {}

// ToggleRead opens the message about the files, or closes it to one line.
type ToggleRead struct{}

func (ToggleRead) msg() {}

// tellRead is called when a graph was loaded: files other than those before
// are told about, graphs of the page's own are not.
func (s *State) tellRead(before recipe.Run, sumBefore string) {
	switch {
	case s.Recipe.Graph != "file" && !remote(s.Recipe):
		s.Read = nil
	case s.Recipe.Graph != before.Graph || s.Recipe.Read != before.Read || s.filesSum != sumBefore:
		notes := s.Graph.Notes
		if !s.took {
			notes = slices.Concat(s.Graph.Doubts, notes)
		}
		s.Read = &Read{Text: readText(s.Graph), Notes: strings.Join(notes, " ")}
		s.openMaps = s.Graph.Maps.D > 0
		s.Said += " " + s.Read.Text + " " + s.Read.Notes
	}
}

func readText(g *proto.GraphInfo) string {
	format := g.Format
	if format == "table" {
		format = "an edge list"
	}
	text := "Read as " + format + ": " + plural(g.N, "node") + ", " + plural(len(g.Edges)/2, "edge")
	if n := len(g.Splits); n > 0 {
		text += ", " + plural(n, "split")
	}
	// Missing classes and features were made up; the notes say so.
	return text + "; " + plural(g.Classes, "class") + " and " + plural(g.Features, "feature") + " to train with." + mapsText(g.Maps)
}

// plural writes "1 node", "2 nodes", "3 classes".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return itoa(n) + " " + noun + "s"
}
