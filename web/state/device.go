package state

import (
	"fmt"
	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// The address holds the recipe, and with it a small graph of the user's own.
// What is too large for an address is kept on this device, in the browser's
// storage, under a sum that the address names: files, and the edits of a graph
// that was drawn or changed by hand. Inside another site's page nothing is kept.

type (
	// Found is the browser's answer to [FindFiles]: the files, nil when it has none.
	Found struct {
		Sum   string
		Files []content.File
	}
	// OnDevice reports what the browser keeps: after [KeepFiles] of a sum, after
	// [ForgetFiles] or when it was counted.
	OnDevice struct {
		Sum     string
		Sets    int
		Bytes   int64
		Problem string
	}
	// Forget deletes everything of the user's from this device.
	Forget struct{}
	// Restore opens the link that the page starts with, whose graph is on this device if anywhere.
	Restore struct{ Recipe recipe.Recipe }
)

type (
	// KeepFiles asks the browser to keep files under a sum.
	KeepFiles struct {
		Sum   string
		Files []content.File
	}
	// FindFiles asks it for them; [ForgetFiles] deletes them all.
	FindFiles   struct{ Sum string }
	ForgetFiles struct{}
)

// editsPrefix begins the sum of edits, editsName is their file.
const (
	editsPrefix = "edits-"
	editsName   = "edits.json"
)

// device answers the messages about what the browser keeps.
func (s State) device(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Restore:
		return s.seekFiles(m.Recipe)
	case Found:
		if f := waitsFor[finding](&s); f == nil || m.Sum != s.neededOf(&f.Recipe) {
			return s, nil
		}
		return s.found(m.Files)
	case OnDevice:
		if m.Problem != "" || m.Sets > 0 && (m.Sum == "" || m.Sum != s.askedToKeep()) {
			m.Sum = s.Device.Sum
		} else if m.Sets == 0 {
			m.Sum = "" // they were deleted
		}
		s.Device = m
	case Forget:
		return s, []Command{ForgetFiles{}}
	}
	return s, nil
}

// Finding reports whether the browser is looking for the graph of a link.
func (s *State) Finding() bool { return waitsFor[finding](s) != nil }

// neededOf is the sum of what a recipe lacks, "" when it has everything.
func (s *State) neededOf(r *recipe.Recipe) string {
	switch {
	case r.Kept != "" && r.Edits == nil:
		return r.Kept
	case r.Graph == "file" && len(r.Files) == 0 && s.filesOf(r.Own) == nil:
		return r.Own
	}
	return ""
}

// seekFiles asks for what a link lacks.
func (s State) seekFiles(r recipe.Recipe) (State, []Command) {
	s.Waits = &finding{r}
	if s.Embed.Inside() || s.neededOf(&r) == "" {
		return s.found(nil)
	}
	return s, []Command{FindFiles{s.neededOf(&r)}}
}

// found goes on with a link when the browser has answered.
func (s State) found(files []content.File) (State, []Command) {
	r := waitsFor[finding](&s).Recipe
	s.Waits = nil
	if r.Kept != "" && r.Edits == nil && len(files) == 1 {
		var e graph.Edits
		edited := r
		edited.Edits, edited.Kept = &e, ""
		if json.Unmarshal(files[0].Data, &e) == nil && edited.CheckTexts() == nil {
			r, files = edited, nil
			if s.neededOf(&r) != "" {
				return s.seekFiles(r)
			}
			if r.Graph == "file" {
				files = s.filesOf(r.Own)
			}
			return s.goOn(r, files)
		}
	}
	if len(files) > 0 && r.Kept == "" {
		return s.goOn(r, files)
	}
	var cmds []Command
	if s.Graph == nil {
		first := defaultRun()
		if s.baked() != nil {
			first.Graph = "file"
		}
		s, cmds = s.load(first, s.baked(), true)
	}
	s.Error = filesNeeded
	if r.Kept != "" {
		s.Error = editsNeeded
	}
	s.Said = s.Error
	return s.offer(r), cmds
}

// goOn opens a link whose files were found.
func (s State) goOn(r recipe.Recipe, files []content.File) (State, []Command) {
	s.Waits = nil
	s.unselect()
	s.applyView(r.View)
	return s.openLinked(r, files)
}

// keepFiles keeps the files on the screen, once, when the address leaves them out.
func (s *State) keepFiles(without bool) []Command {
	sum := s.filesSum()
	if !without || s.isBaked(s.Files) || sum == "" || s.askedToKeep() == sum {
		return nil
	}
	s.kept = slices.Clone(s.kept)
	if s.held(ofUser).Kept = sum; s.Embed.Inside() {
		return nil
	}
	return []Command{KeepFiles{sum, s.Files}}
}

// askedToKeep is the sum of the newest files where an address left them out, else "".
func (s *State) askedToKeep() string {
	if h := s.held(ofUser); h != nil {
		return h.Kept
	}
	return ""
}

// isBaked reports whether files are those that lie in the page itself.
func (s *State) isBaked(files []content.File) bool {
	return s.baked() != nil && sameContent(files, s.baked())
}

// addressOfEdits is the address of a graph whose edits are too large for it:
// they are kept, and the address names their sum.
func (s *State) addressOfEdits(how string) []Command {
	var cmds []Command
	if h := s.held(ofEdits); h == nil || h.Edits != s.Recipe.Edits {
		text, err := json.Marshal(s.Recipe.Edits)
		if err != nil {
			return nil // cannot happen: edits hold numbers and texts
		}
		files := []content.File{{Name: editsName, Data: text}}
		kept := editsPrefix + SumOf(files)
		s.hold(held{recipe.Recipe{Run: recipe.Run{Edits: s.Recipe.Edits}, Kept: kept}, ofEdits}, 1)
		cmds = append(cmds, KeepFiles{kept, files})
	}
	if s.Recipe.Graph == "file" {
		cmds = append(cmds, s.keepFiles(true)...)
	}
	r := s.Link()
	r.Edits, r.Kept = nil, s.held(ofEdits).Kept
	text, err := recipe.Format(r)
	if err != nil {
		return nil
	}
	return append(cmds, Effect{"address", []string{"#" + text, how, s.push}})
}

// DeviceText says of the graph on the screen whether a reload finds it again,
// "" where that goes without saying.
func (s *State) DeviceText() string {
	switch {
	case s.filesSum() == "" || s.askedToKeep() != s.filesSum():
		return ""
	case s.Embed.Inside():
		return "Inside another page it is not kept: after a reload, open the files again."
	case s.OnThisDevice():
		return "It is kept on this device, so that it survives a reload."
	case s.Device.Problem != "":
		return "It could not be kept on this device (" + s.Device.Problem + "): after a reload, open the files again."
	}
	return "It is not kept on this device: after a reload, open the files again."
}

// OnThisDevice reports whether the files on the screen are kept.
func (s *State) OnThisDevice() bool { return s.filesSum() != "" && s.Device.Sum == s.filesSum() }

// DeviceList says how much of the user's own is kept, "" for nothing.
func (s *State) DeviceList() string {
	d := &s.Device
	switch {
	case d.Sets > 0:
		return fmt.Sprintf("Kept on this device, for a reload: %s of yours, %.1f MB.", words.Count(d.Sets, "graph"), float64(d.Bytes)/1e6)
	case d.Problem != "":
		return "This browser keeps no graph of yours (" + d.Problem + ")."
	}
	return ""
}

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

// aside is the link of before the counterexample on the screen, nil where there is none.
func (s *State) aside() *held {
	if k := slices.IndexFunc(s.kept, ofCase); k >= 0 {
		return &s.kept[k]
	}
	return nil
}

// dropAside drops it.
func (s *State) dropAside() { s.kept = slices.DeleteFunc(slices.Clone(s.kept), ofCase) }

// ofCase reports whether a held recipe is of before a counterexample.
func ofCase(h held) bool {
	_, ok := claims.CaseOf(string(h.from))
	return ok
}
