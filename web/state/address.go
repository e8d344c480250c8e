package state

import (
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// This file writes the address of the page, and opens addresses. The address bar holds the link of the present screen, so that a reload and
// the browser's buttons Back and Forward restore the screen. A change of graph, split, seed or setting by the user makes a new entry of the
// browser's history; a change by a program (window.sheafscope) makes none. A change of position or view replaces the present entry.

// Remember writes the link of the page into the present history entry, unless the entry already has it.
type Remember struct{}

// The two ways to write the address: into a new history entry, or into the present one.
const (
	pushEntry    = "push"
	replaceEntry = "replace"
)

// The largest size of own files, in bytes. The address is written after many messages, and so has the smaller limit.
const (
	maxAddressFiles = 64 << 10 // in the address
	maxLinkFiles    = 4 << 20  // in a link that the user copies
)

// commit applies a change f of the user, and makes an entry of the browser's history for it. Changes of one series (seriesOf) in quick
// succession share an entry. For another graph that cannot run yet, the entry is made at once. For any other change it is made once the
// goal that f sends to the worker is reached. If f sends no goal, no entry is made.
func (s State) commit(series string, f func(State) (State, []Command)) (State, []Command) {
	var finalAddress []Command // writes the position before the change into the present entry
	deviceBefore := s.Device
	if s.AddressKey() != "" {
		finalAddress = s.writeAddress(replaceEntry) // also changes s.Device
	}
	next, cmds := f(s)
	showsOutline := next.Waiting() && !next.Loading() && !wire.Same(next.Recipe.Setup, s.Recipe.Setup)
	if showsOutline { // the worker gets no goal for a graph that cannot run: the entry is made at once
		next.phase.entry = series
		cmds = append(cmds, finalAddress...) // before the new entry, since it is for the present one
		return next, append(cmds, next.writeEntry()...)
	}
	if !slices.ContainsFunc(cmds, sendsGoal) { // nothing has changed: finalAddress and its record in Device are dropped
		next.Device = deviceBefore
		return next, cmds
	}
	next.phase.entry = series
	return next, append(cmds, finalAddress...)
}

// sendsGoal reports whether a command sends a goal to the worker.
func sendsGoal(c Command) bool {
	m, ok := c.(Send)
	return ok && m.Goal != nil
}

// commitSketch applies an operation of the editor. The first operation makes a history entry, so that Back restores the unchanged graph.
// Later operations share this entry, since they have Undo and Redo. An operation that overtakes a load takes over the entry of that load.
func (s State) commitSketch(m Msg) (State, []Command) {
	f := func(s State) (State, []Command) { return s.sketch(m) }
	if s.Shown().Edits == nil {
		return s.commit("edit", f)
	}
	next, cmds := f(s)
	if next.Loading() && next.phase.entry == "" {
		next.phase.entry = s.phase.entry // of a change that this load has overtaken
	}
	return next, cmds
}

// seriesOf returns the series of a change, for commit. Only changes of the series "change" have a history entry each.
func seriesOf(m Msg) string {
	switch m := m.(type) {
	case SetSetting:
		return "setting " + m.Name
	case Generate, GenerateRest, SetFormula:
		return "generator"
	}
	return "change"
}

// AddressKey returns a key that changes whenever the address must change. It returns "" while the address must not change.
func (s *State) AddressKey() string {
	lacksFrame := s.Frame == nil && !s.Waiting() // a graph that cannot run has no frame
	nothingShown := s.Graph == nil || lacksFrame
	underWay := s.Loading() || s.isArriving() || s.phase.entry != "" // entry: the history entry of a change is pending
	asks := s.Asked() != nil || s.Finding()                          // the user about another host, or the browser about its storage
	if s.atDial() || nothingShown || underWay || asks || s.keepsLink() {
		return ""
	}
	return s.linkKey()
}

// keepsLink reports whether the address keeps a link that could not be opened whole: the page shows the error about this link. A reload
// then tries the link again.
func (s *State) keepsLink() bool {
	link := waitsFor[missing](s)
	return link != nil && s.Error != "" && s.Error == link.reason
}

// atDial reports whether the page shows Look and the address does not follow it: outside the thread (scene.go), and in a scene while no
// stop of the dial is loaded.
func (s *State) atDial() bool {
	return s.View.Level == LevelLook && (s.View.Scene == nil || s.recipeOfStop() == nil)
}

// linkKey returns the link of the page as JSON.
func (s *State) linkKey() string {
	b, err := json.Marshal(s.Link())
	if err != nil {
		return "" // unreachable: a recipe has only texts and numbers
	}
	return string(b)
}

// isArriving reports whether a run is on its way to the position of its recipe, or whether a return to a position is queued.
func (s *State) isArriving() bool {
	return s.phase.goal.Load || slices.ContainsFunc(s.phase.queued, func(m Msg) bool { _, ok := m.(comeBack); return ok })
}

// writeAddress returns the commands that write the link of the page into the address, and that store the parts too large for it. The
// argument way is pushEntry or replaceEntry. If no address can hold the link, writeAddress records the reason and returns nil.
func (s *State) writeAddress(way string) []Command {
	r := s.Link()
	r.View.Known = 0 // a reload trains only to the position
	text, filesOmitted, err := s.textOf(r, maxAddressFiles)
	needs, cmds := []string(nil), []Command(nil) // needs are the checksums of the stored files without which the address is incomplete
	switch {
	case err == nil:
		needs, cmds = s.keepFiles(filesOmitted)
	case errors.Is(err, recipe.ErrTooLong) && !s.Embed.Inside(): // an embedded page stores no parts
		text, needs, cmds, err = s.addressOfParts(r)
	}
	if err != nil {
		s.Device.Unfit(s.linkKey(), err.Error())
		return nil
	}
	// The last argument is the series of the pending entry, "" without one.
	cmds = append(cmds, Effect{"address", []string{"#" + text, way, s.phase.entry}})
	if s.Device.Written(s.linkKey(), needs) && !s.Embed.Inside() {
		cmds = append(cmds, Effect{EffectHolds, needs}) // the address needs other stored files than before
	}
	return cmds
}

// linkText returns the link of the page, with the user's own files if they have at most limit bytes. filesOmitted reports that the link
// lacks the files: see textOf.
func (s *State) linkText(limit int) (text string, filesOmitted bool, err error) {
	return s.textOf(s.Link(), limit)
}

// textOf returns the link of the recipe r. The link contains the user's own files of r, unless the page no longer holds them, they have
// more than limit bytes, or the link would be too long. filesOmitted reports that the link lacks the files.
func (s *State) textOf(r recipe.Recipe, limit int) (text string, filesOmitted bool, err error) {
	if r.Graph == "file" {
		r.Files = s.filesOf(r.Own) // a pin can be of earlier files
		filesOmitted = r.Files == nil || content.Size(r.Files) > limit
	}
	if filesOmitted {
		r.Files = nil
	}
	text, err = recipe.Format(r)
	if errors.Is(err, recipe.ErrTooLong) && len(r.Files) > 0 {
		r.Files, filesOmitted = nil, true
		text, err = recipe.Format(r)
	}
	return text, filesOmitted, err
}

// filesNeeded is the message for a link to a graph or a trained network from own files that are not on this device.
const filesNeeded = "This link needs your own files. Open the files here, and the page goes on where the link says."

// needed returns filesNeeded and, for a link with a trained network, the name of its file.
func needed(r *recipe.Recipe) string {
	if r.Net.File == "" {
		return filesNeeded
	}
	return filesNeeded + " One of them is the trained network " + r.Net.File + "."
}

// editsNeeded is the message for a link to an edited graph, if the edits are not on this device.
const editsNeeded = "This link belongs to a graph that was drawn or edited in another browser, or deleted from this one, and that is " +
	"too large for a link."

// partsNeeded is the message for a link whose pins, notes or selections are not on this device. The page opens the run of the link without
// these parts.
const partsNeeded = "This link belongs to pins, notes or choices that were made in another browser, or deleted from this one, and that " +
	"are too large for a link. The page opened its run without them."

// link opens an address that the user has typed, or to which the browser's buttons Back and Forward lead. Its fragment is one of these:
//
//   - empty: the page leaves a scene of the thread, and else stays;
//   - "scene=3": a scene, with the dial at its last stop if no stop is loaded; "scene=0" is Look;
//   - "dial" or "edge": the level Look, or One edge;
//   - "url=https://…": a question about the graph at this address;
//   - "graph=karate&model=gcn": a graph and a model by name;
//   - any other text: a recipe.
//
// An unknown name and a damaged recipe open the default graph with an error.
func (s State) link(m Link) (State, []Command) {
	s.Device.Moved()
	fragment := strings.TrimPrefix(m.Text, "#")

	// Views of the page, and questions about a graph at an address.
	if m.Text == "" {
		if s.SceneAt() > 0 {
			return s.handleScene(SetScene{})
		}
		return s, nil
	}
	if k := SceneOf(m.Text); k >= 0 {
		return s.handleScene(SetScene{Scene: k, Turned: s.Opening == nil || s.Opening.State == ""})
	}
	switch fragment {
	case dialHash:
		if s.View.Scene != nil {
			return s.handleScene(SetScene{})
		}
		s.View.Level = LevelLook
		return s, nil
	case edgeHash:
		return s.handleOne(OpenOne{Edge: s.View.Edge})
	}
	if url, ok := strings.CutPrefix(fragment, "url="); ok {
		return s.offer(atAddress(unescape(url))), nil
	}

	// Names, or a recipe.
	r, byName, err := named(fragment)
	if byName && err == nil {
		s.unselect()
		r.Version = 0 // the address has no view: the present view stays
		return s.begin(loading{Recipe: r, by: byLink}, FirstEpochs)
	}
	if !byName {
		r, err = recipe.Parse(m.Text)
	}
	if err != nil {
		s.unselect()
		s, cmds := s.load(defaultRun(), nil, trainFirst) // nil: no files
		s.Error = "This link is damaged: " + err.Error() + ". The page opened its default instead."
		s.said = s.Error
		return s, cmds
	}
	s.recordGift(r.Setup, r.Files) // in an embedded page the site gives the link
	return s.openLink(r)
}

// openLink opens the recipe of a link, of a file, or of a pin. It asks the user about another graph at an address, and searches the
// browser's storage for missing files and parts. A link of the shown run only moves the run; any other link loads its run.
func (s State) openLink(r recipe.Recipe) (State, []Command) {
	if parts := s.held(ofParts); parts != nil && parts.Kept == r.Kept {
		r = withParts(r, parts.Recipe) // the page still holds the parts, as after the button Back
	}

	// The files of the graph, from the link, from the memory of the page, or from the browser's storage.
	lacksFiles := r.Graph == "file" && len(r.Files) == 0 && s.filesOf(r.Own) == nil
	if lacksFiles || s.neededOf(&r) != "" {
		return s.seekFiles(r)
	}
	if isAtURL(r.Setup) && r.Graph != s.Recipe.Graph { // with its parts, so that Agree opens the whole link
		return s.offer(r), nil
	}

	// A link of another run loads its run.
	sameFiles := r.Own == s.filesSum()
	isShown := !s.Loading() && s.Frame != nil && sameFiles && sameRun(r.Setup, s.Recipe.Setup)
	if !isShown {
		return s.openFound(r)
	}

	// The shown run stays, and moves to the position of the link. A move clears the shown stage, which is then restored.
	s.Waits = nil
	s.unselect()
	s.applyView(r)
	s.View.Notes = fitting(r.View.Notes, s.Graph)
	cmds := []Command{s.readFrame(frame.Once{}, "")} // the usual numbers, for the selection of the link; "": no special purpose
	// The comparison: the second run of the link.
	s, more := s.restoreB(&loading{Recipe: withVersion(r), by: byLink})
	cmds = append(cmds, more...)
	stage := s.View.Stage
	if !s.Idle() || s.Frame.Position != r.Position { // a pending goal can lead away from the position
		s, more = s.drive(Seek{r.Position})
		s.View.Stage = stage
		cmds = append(cmds, more...)
	}
	s.scheduleParts(r.View.Seen) // the parts of the view that need the run at the position
	return s, cmds
}

// SumOf returns a checksum of own files, a hyphen, and their size in bytes, for example "0a1b2c3d-512". It returns "" for an empty list.
func SumOf(files []content.File) string {
	if len(files) == 0 {
		return ""
	}
	hash := crc32.NewIEEE()
	for _, f := range files {
		fmt.Fprintf(hash, "%q %d ", f.Name, len(f.Data)) // the length separates a file from the next one
		hash.Write(f.Data)
	}
	return fmt.Sprintf("%08x-%d", hash.Sum32(), content.Size(files))
}
