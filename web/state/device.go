package state

import (
	"slices"
	"strings"

	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/web/keep"
)

// This file keeps the user's own files, and parts of the state (parts.go), that are too large for an address. The browser stores them on
// this device, and the address names their checksum. A page inside another site's page stores nothing. The file also holds graphs and links
// in memory, for the button Back and for the end of a counterexample.

// Messages about the address and the browser's storage.
type (
	// Found is the browser's answer to [FindFiles]. Files is nil if the storage does not have them.
	Found struct {
		Sum   string
		Files []content.File
	}
	// OnDevice reports the browser's storage: Sets is the number of stored sets of files, and Bytes the size of all sets. Sum is the checksum
	// of the set that [KeepFiles] stores or that another window has deleted, "" after a count of the sets and after [ForgetFiles]. Problem is
	// the reason why the set is not stored, or why the count or [ForgetFiles] has failed. It is "" for success.
	OnDevice struct {
		Sum     string
		Sets    int
		Bytes   int64
		Problem string
	}
	// OnAddress reports why the browser rejected an address. Problem is "" for success. Late reports that the page will try again.
	OnAddress struct {
		Problem string
		Late    bool
	}
	// Forget deletes all data of the user on this device.
	Forget struct{}
	// Restore opens the first link of the page, whose files or parts may be on this device.
	Restore struct{ Recipe recipe.Recipe }
)

// Commands for the browser's storage.
type (
	// KeepFiles stores files under a checksum.
	KeepFiles struct {
		Sum   string
		Files []content.File
	}
	// FindFiles requests the files of a checksum. ForgetFiles deletes all files.
	FindFiles   struct{ Sum string }
	ForgetFiles struct{}
)

// handleDevice handles the messages about the address and the browser's storage. It ignores found files for which no link waits.
func (s State) handleDevice(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Restore:
		return s.seekFiles(m.Recipe)
	case Found:
		link := waitsFor[finding](&s)                         // the link whose files the browser is searching for
		if link == nil || m.Sum != s.neededOf(&link.Recipe) { // the answer to an older request
			return s, nil
		}
		return s.receiveFiles(m.Files)
	case OnDevice:
		s.Device.Answer(m.Sum, m.Sets, m.Bytes, m.Problem)
	case OnAddress:
		s.Device.Took(m.Problem, keep.Writing(m.Late))
	case Forget:
		return s, []Command{ForgetFiles{}}
	}
	return s, nil
}

// Finding reports whether the browser is searching its storage for files or parts of a link.
func (s *State) Finding() bool { return waitsFor[finding](s) != nil }

// neededOf returns the checksum of the files that a recipe lacks or, if it lacks none, of the parts that it lacks (parts.go). It returns ""
// for a complete recipe, and for missing files without a checksum, as in a link of an older version.
func (s *State) neededOf(r *recipe.Recipe) string {
	if r.Graph == "file" && len(r.Files) == 0 && s.filesOf(r.Own) == nil {
		return r.Own
	}
	return r.Kept
}

// seekFiles requests the missing files or parts of a link from the browser's storage. In an embedded page, which has no storage, and for a
// link without their checksum, they count as not found.
func (s State) seekFiles(r recipe.Recipe) (State, []Command) {
	s.Waits = &finding{r}
	if s.Embed.Inside() || s.neededOf(&r) == "" {
		return s.receiveFiles(nil)
	}
	return s, []Command{FindFiles{s.neededOf(&r)}}
}

// receiveFiles opens a link after the browser's answer. found are the files of the graph or the file with the parts of the link, nil if the
// browser does not have them. Without the files or the edits of its graph a link is not opened, and openInstead says why.
func (s State) receiveFiles(found []content.File) (State, []Command) {
	link := waitsFor[finding](&s).Recipe
	s.Waits = nil
	r := link
	lacksParts := false
	needsParts := r.Kept != "" && s.neededOf(&r) == r.Kept // if false, the link needs the files of the graph
	if needsParts {
		var ok bool
		r, ok = withKeptParts(r, found)
		lacksParts = !ok
		if lacksParts && !strings.HasPrefix(link.Kept, rowPrefix) { // the missing parts include the edits of the graph
			return s.openInstead(link, editsNeeded)
		}
		r.Kept = "" // otherwise the search below would begin again
	} else {
		if len(found) == 0 {
			return s.openInstead(r, needed(&r))
		}
		r.Files = found
	}

	// A link can need both files and parts. The search for the parts follows.
	if s.neededOf(&r) != "" {
		return s.seekFiles(r)
	}
	s, cmds := s.openFound(r)
	if lacksParts { // while the error is shown the address keeps the link, so that a reload searches for the parts again
		s.Error, s.said, s.Waits = partsNeeded, partsNeeded, &missing{link, partsNeeded}
	}
	return s, cmds
}

// openInstead shows the reason why a link cannot be opened. If no graph is on the screen, it opens the graph that the page contains, or the
// default graph. The link waits: the user may still open its files.
func (s State) openInstead(r recipe.Recipe, reason string) (State, []Command) {
	var cmds []Command
	if s.Graph == nil {
		first := defaultRun()
		if s.baked() != nil {
			first.Graph = "file"
		}
		s, cmds = s.load(first, s.baked(), trainFirst)
	}
	s.Error, s.said = reason, reason
	s.Waits = &missing{r, reason} // also for a graph at an address: without its edits it is another graph, and the page asks nothing
	return s, cmds
}

// openFound opens a link that has its parts. Its files are in the link or in the memory of the page.
func (s State) openFound(r recipe.Recipe) (State, []Command) {
	files := r.Files
	if r.Graph == "file" && files == nil {
		files = s.filesOf(r.Own)
	}
	s.Waits = nil
	s.unselect()
	s.applyView(r)
	return s.openLinked(r, files)
}

// keepFiles returns the checksum of the present graph's files, which a reload needs, and the command of keepSet. It returns nil, nil if the
// address has the files (filesOmitted is false), if the page itself contains them, and for a graph without files.
func (s *State) keepFiles(filesOmitted bool) (sums []string, cmds []Command) {
	sum := s.filesSum()
	if !filesOmitted || s.isBaked(s.Files) || sum == "" {
		return nil, nil
	}
	return []string{sum}, s.keepSet(sum, s.Files)
}

// keepSet returns the command that stores a set of files, and records the set in Device. It returns nil for a set that is recorded already,
// and inside another page, which stores nothing.
func (s *State) keepSet(sum string, files []content.File) []Command {
	if s.Device.Asked(sum) {
		return nil
	}
	s.Device.Ask(sum)
	if s.Embed.Inside() {
		return nil
	}
	return []Command{KeepFiles{sum, files}}
}

// isBaked reports whether the files equal the files that the page contains.
func (s *State) isBaked(files []content.File) bool {
	return s.baked() != nil && sameContent(files, s.baked())
}

// held is a graph or link that the page keeps in memory, because an address cannot hold it.
type held struct {
	recipe.Recipe
	from source
}

// source is the origin of a held graph: one of the constants below or, for the link from before a counterexample, the name of the claim.
type source string

const (
	ofUser  source = "user"  // own files of the present graph and of earlier graphs, for the button Back
	ofPage  source = "page"  // files that the page itself contains (a single file)
	ofSite  source = "site"  // a graph that the embedding site has given
	ofParts source = "parts" // the parts of the state that the browser stores, and their checksum (parts.go)
)

// Limits of held graphs, for each source.
const (
	maxKeptFiles = 64 << 20 // bytes of own files
	maxKeptSets  = 8        // sets of own files
	maxGifts     = 8        // graphs of the embedding site; older graphs count as the user's own
)

// held returns the newest held graph from a source, nil if there is none.
func (s *State) held(from source) *held {
	if k := slices.IndexFunc(s.heldGraphs, func(h held) bool { return h.from == from }); k >= 0 {
		return &s.heldGraphs[k]
	}
	return nil
}

// hold adds the graph h as the newest. Of the graphs from the source of h it keeps the limit newest ones.
func (s *State) hold(h held, limit int) {
	count := 0 // graphs of this source so far, the newest first
	s.heldGraphs = slices.DeleteFunc(append([]held{h}, s.heldGraphs...), func(other held) bool {
		if other.from != h.from {
			return false
		}
		count++
		return count > limit
	})
}

// Bake holds the files of a graph that the page contains.
func (s *State) Bake(files []content.File) {
	if len(files) > 0 {
		s.hold(held{recipe.Recipe{Own: SumOf(files), Files: files}, ofPage}, 1)
	}
}

// baked returns the files of a graph that the page contains, nil for a page without a graph.
func (s *State) baked() []content.File {
	if h := s.held(ofPage); h != nil {
		return h.Files
	}
	return nil
}

// holdFiles holds the user's files of the loaded graph in memory, and drops older files beyond the limits. It does nothing for a graph
// without files.
func (s *State) holdFiles() {
	if s.Recipe.Graph != "file" {
		return
	}
	present := held{recipe.Recipe{Own: SumOf(s.Files), Files: s.Files}, ofUser}
	total := content.Size(s.Files) // bytes of the sets that remain
	s.heldGraphs = slices.DeleteFunc(slices.Clone(s.heldGraphs), func(h held) bool {
		if h.from != ofUser {
			return false
		}
		size := content.Size(h.Files)
		if h.Own == present.Own || total+size > maxKeptFiles { // the present files are added below
			return true
		}
		total += size
		return false
	})
	s.hold(present, maxKeptSets)
}

// filesSum returns the checksum of the user's files in the present recipe: the files of the graph, or of a network alone. It returns "" for
// a recipe without files, and before files are held.
func (s *State) filesSum() string {
	newest := s.held(ofUser)
	if newest == nil || s.Recipe.Graph != "file" {
		return ""
	}
	return newest.Own
}

// filesOf returns the held files with a checksum, nil if there are none. For the checksum "", as in a link of an older version, it returns
// the files of the present graph.
func (s *State) filesOf(sum string) []content.File {
	if sum == "" || sum == s.filesSum() {
		return s.Files
	}
	for _, h := range s.heldGraphs {
		if h.Own == sum && h.Files != nil {
			return h.Files
		}
	}
	return nil
}

// linkBeforeCase returns the link from before the shown counterexample, nil if none is shown.
func (s *State) linkBeforeCase() *held {
	if k := slices.IndexFunc(s.heldGraphs, ofCase); k >= 0 {
		return &s.heldGraphs[k]
	}
	return nil
}

// dropLinkBeforeCase drops the link from before the shown counterexample.
func (s *State) dropLinkBeforeCase() {
	s.heldGraphs = slices.DeleteFunc(slices.Clone(s.heldGraphs), ofCase)
}

// ofCase reports whether a held recipe is from before a counterexample.
func ofCase(h held) bool {
	_, ok := claims.CaseOf(string(h.from))
	return ok
}
