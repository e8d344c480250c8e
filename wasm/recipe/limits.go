package recipe

// This file limits the lengths of the texts of a recipe.

import (
	"cmp"
	"fmt"
)

// Limits of the texts of a recipe in bytes, and of the number of settings. Every text that the page writes is shorter. A longer text of a
// forged link would fill the page.
const (
	maxWord      = 100  // length of a name that the program defines, of a checksum, and of a setting's value; in Seen.check: characters
	maxGraph     = 2100 // length of Setup.Graph: "url:" and an address, which may have 2000 bytes (data.CheckURL)
	maxSplit     = 300  // length of Setup.Split
	maxRead      = 4000 // length of Setup.Read, a correction
	maxSettings  = 200  // number of settings of a run
	maxFileName  = 1000 // length of the name of a file
	maxClassName = 1024 // length of the name of a class that the user draws, as graphio.MaxName
)

// CheckTexts returns an error about a text or list of a recipe beyond its limit, nil if there is none. The fields of View.Seen and the
// pins have checks of their own, which CheckTexts calls last. [CheckNotes] checks the notes.
func (r *Recipe) CheckTexts() error {
	for _, t := range []struct {
		name, text string
		limit      int
	}{
		{"graph", r.Graph, maxGraph}, {"split", r.Split, maxSplit}, {"model", r.Model, maxWord}, {"method", r.Method, maxWord},
		{"reading", r.Read, maxRead}, {"sum", r.Own, maxWord}, {"sum", r.Kept, maxWord}, {"search", r.Tuned.Seed, maxWord},
		{"theme", r.View.Theme, maxWord}, {"panel", r.View.Panel, maxWord}, {"colour of nodes", r.View.Nodes, maxWord},
		{"colour of edges", r.View.Edges, maxWord}, {"layout", r.View.Layout, maxWord}, {"level", r.View.Level, maxWord},
		{"followed colours", r.View.Colours, maxWord}, {"second run", r.Compare.Key, maxWord}, {"network", r.Net.File, maxFileName},
		{"graph of the network", r.Net.Of, maxGraph}, {"maps", cmp.Or(r.View.Scene, new(Scene)).Maps, maxWord},
	} {
		if len(t.text) > t.limit {
			return fmt.Errorf("its %s has %d bytes, and %d are the most", t.name, len(t.text), t.limit)
		}
	}
	// Settings, files and classes are lists of texts.
	for _, set := range []map[string]string{r.Settings, r.Compare.Settings} {
		if len(set) > maxSettings {
			return fmt.Errorf("it has %d settings, and %d are the most", len(set), maxSettings)
		}
		for name, value := range set {
			if len(name) > maxWord || len(value) > maxWord {
				return fmt.Errorf("a setting has %d bytes, and %d are the most", max(len(name), len(value)), maxWord)
			}
		}
	}
	for _, f := range r.Files {
		if len(f.Name) > maxFileName {
			return fmt.Errorf("the name of a file has %d bytes, and %d are the most", len(f.Name), maxFileName)
		}
	}
	if r.Edits != nil {
		for _, name := range r.Edits.Classes {
			if len(name) > maxClassName {
				return fmt.Errorf("the name of a class has %d bytes, and %d are the most", len(name), maxClassName)
			}
		}
	}
	if err := r.View.Seen.check(); err != nil {
		return err
	}
	return CheckPins(r.View.Pins)
}
