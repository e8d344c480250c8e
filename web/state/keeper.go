package state

import (
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
)

// held is a graph that the page holds beside the address, or the link of before a counterexample, and where it is from.
type held struct {
	recipe.Recipe
	from source
}

// source is where a held graph is from; of a link of before a counterexample, the name of the claim.
type source string

const (
	ofUser  source = "user"  // own files, for the way back, the newest are those on the screen if any; with Kept once an address left them out
	ofPage  source = "page"  // files that lie in the page itself (a single file)
	ofSite  source = "site"  // a graph that the embedding site gave
	ofEdits source = "edits" // edits that no address holds
)

// Limits of what is held: bytes and sets of own files, and graphs of the site, of which older ones count as the user's own.
const (
	maxKeptFiles = 64 << 20
	maxKeptSets  = 8
	maxGifts     = 8
)

// held is the newest graph from a source, nil without one.
func (s *State) held(from source) *held {
	if k := slices.IndexFunc(s.kept, func(h held) bool { return h.from == from }); k >= 0 {
		return &s.kept[k]
	}
	return nil
}

// hold puts a graph in front of the others; at most so many of its source stay.
func (s *State) hold(h held, most int) {
	n := 0
	s.kept = slices.DeleteFunc(append([]held{h}, s.kept...), func(x held) bool {
		if x.from == h.from {
			n++
		}
		return x.from == h.from && n > most
	})
}

// Bake takes over the files of a graph that lies in the page itself.
func (s *State) Bake(files []content.File) {
	if len(files) > 0 {
		s.hold(held{recipe.Recipe{Own: SumOf(files), Files: files}, ofPage}, 1)
	}
}

// baked are these files, nil for none.
func (s *State) baked() []content.File {
	if h := s.held(ofPage); h != nil {
		return h.Files
	}
	return nil
}

// keep remembers the files that have just been loaded.
func (s *State) keep() {
	if s.Recipe.Graph != "file" {
		return
	}
	next, total := held{recipe.Recipe{Own: SumOf(s.Files), Files: s.Files}, ofUser}, content.Size(s.Files)
	if h := s.held(ofUser); h != nil && h.Own == next.Own {
		next.Kept = h.Kept
	}
	s.kept = slices.DeleteFunc(slices.Clone(s.kept), func(h held) bool {
		if h.from != ofUser {
			return false
		}
		size := content.Size(h.Files)
		gone := h.Own == next.Own || total+size > maxKeptFiles
		if !gone {
			total += size
		}
		return gone
	})
	s.hold(next, maxKeptSets)
}

// filesSum identifies the files on the screen among those of own graphs, "" where the graph is not the user's own.
func (s *State) filesSum() string {
	if h := s.held(ofUser); h != nil && s.Recipe.Graph == "file" {
		return h.Own
	}
	return ""
}

// filesOf returns the files with a sum, nil when they are gone. Links of older
// versions have no sum: they mean the files that are open.
func (s *State) filesOf(sum string) []content.File {
	if sum == "" || sum == s.filesSum() {
		return s.Files
	}
	for _, h := range s.kept {
		if h.Own == sum && h.Files != nil {
			return h.Files
		}
	}
	return nil
}
