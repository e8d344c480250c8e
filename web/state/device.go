package state

import (
	"slices"
	"strings"

	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
)

// The address holds the recipe, and with it a small graph of the user's own.
// What is too large for an address is kept on this device, in the browser's
// storage, under a sum that the address names: files, and parts of the state
// (parts.go). Inside another site's page nothing is kept.

type (
	// Found is the browser's answer to [FindFiles]: the files, nil for none.
	Found struct {
		Sum   string
		Files []content.File
	}
	// OnDevice reports the state of the browser's storage: after [KeepFiles] of a sum, with the Problem of a failure; after
	// another window deleted that set; and after [ForgetFiles] or a count.
	OnDevice struct {
		Sum     string
		Sets    int
		Bytes   int64
		Problem string
	}
	// OnAddress reports why the browser rejected an address, "" for success; Late reports that it tries again.
	OnAddress struct {
		Problem string
		Late    bool
	}
	// Forget deletes all data of the user from this device.
	Forget struct{}
	// Restore opens the first link, whose graph may be on this device.
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

// handleDevice handles the messages about the browser's storage.
func (s State) handleDevice(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Restore:
		return s.seekFiles(m.Recipe)
	case Found:
		if f := waitsFor[finding](&s); f == nil || m.Sum != s.neededOf(&f.Recipe) {
			return s, nil
		}
		return s.receiveFiles(m.Files)
	case OnDevice:
		s.Device.Answer(m.Sum, m.Sets, m.Bytes, m.Problem)
	case OnAddress:
		s.Device.Took(m.Problem, m.Late)
	case Forget:
		return s, []Command{ForgetFiles{}}
	}
	return s, nil
}

// Finding reports whether the browser is searching for the graph of a link.
func (s *State) Finding() bool { return waitsFor[finding](s) != nil }

// neededOf returns the sum of the parts that a recipe lacks, "" for a complete one.
func (s *State) neededOf(r *recipe.Recipe) string {
	if r.Graph == "file" && len(r.Files) == 0 && s.filesOf(r.Own) == nil {
		return r.Own
	}
	return r.Kept
}

// seekFiles requests the missing parts of a link.
func (s State) seekFiles(r recipe.Recipe) (State, []Command) {
	s.Waits = &finding{r}
	if s.Embed.Inside() || s.neededOf(&r) == "" {
		return s.receiveFiles(nil)
	}
	return s, []Command{FindFiles{s.neededOf(&r)}}
}

// receiveFiles opens a link after the browser's answer.
func (s State) receiveFiles(files []content.File) (State, []Command) {
	r := waitsFor[finding](&s).Recipe
	s.Waits = nil
	var lost *recipe.Recipe
	switch {
	case s.neededOf(&r) != r.Kept || r.Kept == "":
		if len(files) == 0 {
			return s.openInstead(r, needed(&r))
		}
		r.Files = files
	default:
		whole, ok := withKeptParts(r, files)
		if !ok && !strings.HasPrefix(r.Kept, rowPrefix) {
			return s.openInstead(r, editsNeeded)
		}
		if !ok {
			lost = &recipe.Recipe{}
			*lost = r
			whole.Kept = ""
		}
		r = whole
	}
	if s.neededOf(&r) != "" {
		return s.seekFiles(r)
	}
	if files = r.Files; r.Graph == "file" && files == nil {
		files = s.filesOf(r.Own)
	}
	s, cmds := s.openFound(r, files)
	if lost != nil { // a reload looks for them once more
		s.Error, s.said, s.Waits = rowNeeded, rowNeeded, &missing{*lost}
	}
	return s, cmds
}

// openInstead opens the default graph, if there is none, in place of a link without its files, and announces why.
func (s State) openInstead(r recipe.Recipe, why string) (State, []Command) {
	var cmds []Command
	if s.Graph == nil {
		first := defaultRun()
		if s.baked() != nil {
			first.Graph = "file"
		}
		s, cmds = s.load(first, s.baked(), trainFirst)
	}
	s.Error, s.said = why, why
	return s.offer(r), cmds
}

// openFound opens a link with its files.
func (s State) openFound(r recipe.Recipe, files []content.File) (State, []Command) {
	s.Waits = nil
	s.unselect()
	s.applyView(r.View)
	return s.openLinked(r, files)
}

// keepFiles stores files that the address omits, once, and returns their sum for a reload.
func (s *State) keepFiles(without bool) (needs []string, cmds []Command) {
	sum := s.filesSum()
	if !without || s.isBaked(s.Files) || sum == "" {
		return nil, nil
	}
	return []string{sum}, s.keepSet(sum, s.Files)
}

// keepSet stores a set once; inside another page nothing is stored.
func (s *State) keepSet(sum string, files []content.File) []Command {
	if s.Device.Asked(sum) {
		return nil
	}
	if s.Device.Ask(sum); s.Embed.Inside() {
		return nil
	}
	return []Command{KeepFiles{sum, files}}
}

// isBaked reports whether files are those inside the page.
func (s *State) isBaked(files []content.File) bool {
	return s.baked() != nil && sameContent(files, s.baked())
}

// held is a graph or link that the page holds beside the address, with its source.
type held struct {
	recipe.Recipe
	from source
}

// source is the origin of a held graph; for a link from before a counterexample it is the claim's name.
type source string

const (
	ofUser  source = "user"  // own files, for the way back, the newest are those on the screen if any
	ofPage  source = "page"  // files that lie in the page itself (a single file)
	ofSite  source = "site"  // a graph that the embedding site gave
	ofParts source = "parts" // what the address leaves to the browser's storage, and its sum
)

// Limits of held graphs: bytes and sets of own files, and graphs of the embedding site, older of which count as the user's own.
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

// hold puts a graph in front; at most so many of its source remain.
func (s *State) hold(h held, most int) {
	n := 0
	s.kept = slices.DeleteFunc(append([]held{h}, s.kept...), func(x held) bool {
		if x.from == h.from {
			n++
		}
		return x.from == h.from && n > most
	})
}

// Bake holds the files of a graph inside the page.
func (s *State) Bake(files []content.File) {
	if len(files) > 0 {
		s.hold(held{recipe.Recipe{Own: SumOf(files), Files: files}, ofPage}, 1)
	}
}

// baked returns these files, or nil.
func (s *State) baked() []content.File {
	if h := s.held(ofPage); h != nil {
		return h.Files
	}
	return nil
}

// keep holds the loaded files.
func (s *State) keep() {
	if s.Recipe.Graph != "file" {
		return
	}
	next, total := held{recipe.Recipe{Own: SumOf(s.Files), Files: s.Files}, ofUser}, content.Size(s.Files)
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

// filesSum returns the sum of the present graph's files, "" unless it is the user's own.
func (s *State) filesSum() string {
	if h := s.held(ofUser); h != nil && s.Recipe.Graph == "file" {
		return h.Own
	}
	return ""
}

// filesOf returns the held files of a sum, or nil. Links of older versions have no sum and mean the open files.
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

// aside returns the link from before the shown counterexample, or nil.
func (s *State) aside() *held {
	if k := slices.IndexFunc(s.kept, ofCase); k >= 0 {
		return &s.kept[k]
	}
	return nil
}

// dropAside drops that link.
func (s *State) dropAside() { s.kept = slices.DeleteFunc(slices.Clone(s.kept), ofCase) }

// ofCase reports whether a held recipe is from before a counterexample.
func ofCase(h held) bool {
	_, ok := claims.CaseOf(string(h.from))
	return ok
}
