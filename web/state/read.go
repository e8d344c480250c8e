package state

import (
	"slices"
	"strings"

	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// This file describes in words how the files of a graph were read.

// Read is the note about the files of a graph. The files are the user's own, or come from an address.
type Read struct {
	// Text has the format of the files and the sizes of the graph. Notes has sentences about merged, omitted, cut and filled parts.
	Text, Notes string
}

// DismissRead closes the note about the files.
type DismissRead struct{}

// noteReading sets the note about the files after the load l, and announces it. If the files contain restriction maps, it also schedules a
// view of the first maps. before and sumBefore are the recipe and the checksum of the files before the load. If the load changes neither
// the files nor their reading, a shown note follows changes by hand, unannounced. For a graph that is not from files, noteReading removes
// the note.
func (s *State) noteReading(before recipe.Setup, sumBefore string, l *loading) {
	fromFiles := s.Recipe.Graph == "file" || isAtURL(s.Recipe.Setup)
	if !fromFiles {
		s.Chrome.Read = nil
		return
	}
	sameFiles := s.Recipe.Graph == before.Graph && s.filesSum() == sumBefore && s.Recipe.Read == before.Read
	if sameFiles && (s.Chrome.Read == nil || wire.Same(before.Edits, s.Recipe.Edits)) {
		return
	}
	notes := s.Graph.Notes
	if l.by != byAnswer { // the user has not seen the doubts in the dialog about the files
		notes = slices.Concat(s.Graph.Doubts, notes)
	}
	s.Chrome.Read = &Read{Text: s.readText(), Notes: strings.Join(notes, " ")}
	if sameFiles {
		return
	}
	if s.Graph.Maps.D > 0 {
		s.scheduleMaps()
	}
	s.said += " " + s.Chrome.Read.Text + " " + s.Chrome.Read.Notes
}

// readText returns the format of the files and the sizes of the graph, with the restriction maps in the files.
func (s *State) readText() string {
	g := s.Graph
	format := g.Format
	if format == "table" {
		format = "an edge list"
	}
	if s.Recipe.Edits != nil {
		format += " and changed by hand"
	}
	text := "Read as " + format + ": " + words.Count(g.N, "node") + ", " + words.Count(len(g.Edges)/2, "edge")
	if n := len(g.Splits); n > 0 {
		text += ", " + words.Count(n, "split")
	}
	// Some classes and features may be filled in, so that the file has fewer. The text says "to train with", and the notes describe the
	// filling.
	text += "; " + words.Count(g.Classes, "class") + " and " + words.Count(g.Features, "feature") + " to train with."
	return text + s.mapsText()
}

// mapsText describes the restriction maps in the files of the graph: their dimension d, the layers and the epochs, and the run that shows
// them. It returns "" if the files have no maps.
func (s *State) mapsText() string {
	m := s.Graph.Maps
	if m.D == 0 {
		return ""
	}
	text := " It holds restriction maps, d = " + itoa(m.D) + ", of " + words.Count(m.Layers, "layer") +
		" and " + words.Count(m.Epochs, "epoch")
	switch {
	case m.D < 2:
		return text + ". The page shows maps with d ≥ 2, the command “sgpc maps” all."
	case !s.fitsMaps():
		return text + ": stage 4 of SGPC shows them, in the reading “paper” and with this d."
	}
	return text + ": stage 4 shows them."
}
