package state

import (
	"slices"
	"strings"

	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Read describes the reading of the user's files, or of an address with consent.
type Read struct {
	// Text has format and counts. Notes list merged, dropped, cut and invented parts.
	Text, Notes string
}

// DismissRead closes the note about the files.
type DismissRead struct{}

// noteReading sets the note about the files after a load of other files. A graph of the page itself has no note.
func (s *State) noteReading(before recipe.Setup, sumBefore string, l *loading) {
	switch {
	case s.Recipe.Graph != "file" && !remote(s.Recipe.Setup):
		s.Chrome.Read = nil
	case s.Recipe.Graph != before.Graph || s.Recipe.Read != before.Read || s.filesSum() != sumBefore:
		notes := s.Graph.Notes
		if l.by != byAnswer {
			notes = slices.Concat(s.Graph.Doubts, notes)
		}
		s.Chrome.Read = &Read{Text: readText(s.Graph), Notes: strings.Join(notes, " ")}
		if s.Graph.Maps.D > 0 {
			s.showsMaps()
		}
		s.said += " " + s.Chrome.Read.Text + " " + s.Chrome.Read.Notes
	}
}

// readText returns the format of the files and the sizes of the graph.
func readText(g *proto.GraphInfo) string {
	format := g.Format
	if format == "table" {
		format = "an edge list"
	}
	text := "Read as " + format + ": " + words.Count(g.N, "node") + ", " + words.Count(len(g.Edges)/2, "edge")
	if n := len(g.Splits); n > 0 {
		text += ", " + words.Count(n, "split")
	}
	// Missing classes and features were made up; the notes say so.
	return text + "; " + words.Count(g.Classes, "class") + " and " + words.Count(g.Features, "feature") + " to train with." + mapsText(g.Maps)
}

// mapsText describes the restriction maps of a file. It returns "" for a file without maps.
func mapsText(g proto.GivenMaps) string {
	if g.D == 0 {
		return ""
	}
	text := " It holds restriction maps, d = " + itoa(g.D) + ", of " + words.Count(g.Layers, "layer") +
		" and " + words.Count(g.Epochs, "epoch")
	return words.Either(g.D < 2, text+"; the page looks at those from d = 2 on, sgpc maps at all.", text+": stage 4 shows them.")
}
