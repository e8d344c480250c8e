package state

import (
	"errors"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// This file shortens the address of a large state. If the state is too large for an address, the page stores parts of it in the browser, as
// a recipe of these parts alone: edits, pins and notes, and the selections. The address has the other parts and the checksum of that
// recipe.

// The checksum of stored parts begins with editsPrefix if edits are among them, else with rowPrefix. The stored file has the name
// partsName. Older versions stored only edits, in a file with the name editsName.
const (
	editsPrefix = "edits-"
	rowPrefix   = "row-"
	editsName   = "edits.json"
	partsName   = "state.json"
)

// The parts of a state that can be stored, as bits.
const (
	edits = 1 << iota
	row   // pins and notes
	seen  // selections of the view (recipe.Seen)
)

// combinations are the combinations of parts that the page can store, few parts first. The page uses the first combination that makes the
// address short enough. The selections of the view are the last part to leave the address.
var combinations = [...]int{edits, row, edits | row, row | seen, edits | row | seen}

// addressOfParts returns the address of a large state with the recipe r, the checksums that a reload needs, and the commands that store the
// parts. It returns recipe.ErrTooLong if the address is too long with every combination, and any other error of the format at once.
func (s *State) addressOfParts(r recipe.Recipe) (text string, sums []string, cmds []Command, err error) {
	for _, parts := range combinations {
		// The address has the recipe light, the browser stores the recipe kept.
		light, kept := r, recipe.Recipe{Setup: recipe.Setup{Graph: r.Graph}}
		if parts&edits != 0 {
			light.Edits, kept.Edits = nil, r.Edits
		}
		if parts&row != 0 {
			kept.View.Pins, kept.View.Notes = r.View.Pins, r.View.Notes
			light.View.Pins, light.View.Notes = nil, nil
		}
		if parts&seen != 0 {
			light.View.Seen, kept.View.Seen = recipe.Seen{}, r.View.Seen
		}
		data, failed := recipe.FormatFile(kept)
		if failed != nil {
			return "", nil, nil, failed
		}
		files := []content.File{{Name: partsName, Data: data}}
		kept.Kept = rowPrefix + SumOf(files) // for example "row-0a1b2c3d-512"
		if kept.Edits != nil {
			kept.Kept = editsPrefix + SumOf(files)
		}
		light.Kept = kept.Kept
		var filesOmitted bool
		text, filesOmitted, err = s.textOf(light, maxAddressFiles)
		if errors.Is(err, recipe.ErrTooLong) {
			continue
		}
		if err != nil {
			return "", nil, nil, err
		}
		// The page also keeps the parts in memory, for the button Back.
		present := s.held(ofParts)
		if present == nil || present.Kept != kept.Kept {
			s.hold(held{kept, ofParts}, 1) // 1: only the newest parts are kept
		}
		sums, cmds = s.keepFiles(filesOmitted)
		return text, append(sums, kept.Kept), append(cmds, s.keepSet(kept.Kept, files)...), nil
	}
	return "", nil, nil, err
}

// withKeptParts returns the recipe r of an address together with its stored parts, and true. It returns false
//   - with r, if there is not exactly one file, or if the file cannot be parsed,
//   - with r, if the file has edits and r needs none, or if the file lacks edits that r needs,
//   - with the whole recipe, if its texts are invalid.
func withKeptParts(r recipe.Recipe, files []content.File) (whole recipe.Recipe, ok bool) {
	if len(files) != 1 {
		return r, false
	}
	var kept recipe.Recipe
	if files[0].Name == editsName { // of an older version
		var e graph.Edits
		if json.Unmarshal(files[0].Data, &e) != nil {
			return r, false
		}
		kept.Edits = &e
	} else {
		var err error
		kept, err = recipe.ParseFile(files[0].Data)
		if err != nil {
			return r, false
		}
	}
	needsEdits := strings.HasPrefix(r.Kept, editsPrefix) // else the parts are pins, notes or selections
	if needsEdits != (kept.Edits != nil) {
		return r, false
	}
	whole = withParts(r, kept)
	return whole, whole.CheckTexts() == nil
}

// withParts returns the recipe r of an address, with the parts that the recipe kept has in place of the parts of r.
func withParts(r, kept recipe.Recipe) recipe.Recipe {
	r.Kept = ""
	if kept.Edits != nil {
		r.Edits = kept.Edits
	}
	if len(kept.View.Pins)+len(kept.View.Notes) > 0 {
		r.View.Pins, r.View.Notes = kept.View.Pins, kept.View.Notes
	}
	if !wire.Same(kept.View.Seen, recipe.Seen{}) {
		r.View.Seen = kept.View.Seen
	}
	return r
}
