package state

import (
	"slices"
	"strings"

	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// This file builds the link that the user shares, and handles the panel that shows it. The user may omit some parts of the link.

// Sharing is the state of the panel that shows the shared link.
type Sharing struct {
	// Shared is the last answer of the browser. Its Link is "" before the first answer, and if the link would be too long.
	Shared
	// Out has the names of the omitted parts. The user omits parts of shareParts; the page omits [outScreen] and [outFiles].
	Out []string
}

// Shared is a message: the answer of the browser to the request to copy the link. Link is the whole address, with the link as its
// fragment. Copied reports whether the clipboard has the address.
type Shared struct {
	Link   string
	Copied bool
}

// Messages about the link.
type (
	// LeaveOut omits a part of the link, or adds an omitted part again.
	LeaveOut struct{ Part string }
	// SaveState saves the contents of the link as a file, whose length has no limit. With Whole the file also has the omitted parts.
	SaveState struct{ Whole bool }
)

// SharePart is a part of a recipe that the user may omit from the link. Name identifies it in messages and test ids, and the panel shows
// Label. drop removes the part from a recipe.
type SharePart struct {
	Name, Label string
	drop        func(*recipe.Recipe)
}

// shareParts are the parts that the user may omit, in the order of the panel.
var shareParts = []SharePart{
	{"look", "colours, layout and theme", func(r *recipe.Recipe) {
		v := &r.View
		v.Theme, v.Nodes, v.Edges, v.Layout, v.Colours, v.Turn = "", "", "", "", "", nil
	}},
	{"hand", "what is turned or mixed by hand, and sliders of figures", func(r *recipe.Recipe) {
		v := &r.View
		v.ByHand, v.Iterate, v.Without, v.Figure, v.One = nil, nil, nil, nil, nil
	}},
	{"chosen", "the nodes chosen together, and the table", func(r *recipe.Recipe) {
		r.View.Chosen, r.View.ChosenAs, r.View.Table = nil, "", nil
	}},
	{"known", "the curves beyond this position", func(r *recipe.Recipe) { r.View.Known = 0 }},
	{"compare", "the second run", func(r *recipe.Recipe) { r.Compare = recipe.Second{} }},
	{"notes", "your notes", func(r *recipe.Recipe) { r.View.Notes = nil }},
	{"pins", "the pins", func(r *recipe.Recipe) { r.View.Pins = nil }},
}

// Parts that the page itself omits.
const (
	outScreen = "screen" // the state on the screen, omitted from a link of the pins
	outFiles  = "files"  // the files of the graph, omitted if they are too large for a link
)

// omit adds a part to the omitted parts.
func (s *State) omit(part string) {
	if !slices.Contains(s.Chrome.Sharing.Out, part) {
		s.Chrome.Sharing.Out = toggle(s.Chrome.Sharing.Out, part)
	}
}

// include removes a part from the omitted parts.
func (s *State) include(part string) {
	if slices.Contains(s.Chrome.Sharing.Out, part) {
		s.Chrome.Sharing.Out = toggle(s.Chrome.Sharing.Out, part)
	}
}

// shareRecipe returns the recipe of the shared link, without the omitted parts. A link of the pins has the recipe of the first pin in place
// of the state on the screen. parts is a list for the panel: the elements of shareParts that the recipe had before the user's omissions.
// isPartial reports whether r lacks the state on the screen or one of these parts.
func (s *State) shareRecipe() (r recipe.Recipe, parts []SharePart, isPartial bool) {
	r = s.Link()
	isPartial = slices.Contains(s.Chrome.Sharing.Out, outScreen) && len(s.View.Pins) > 0
	if isPartial {
		pins := s.View.Pins
		r = pins[0].Recipe.Recipe()
		r.View.Pins = pins
	}

	// A recipe has a part if it becomes shorter without the part.
	size := func(r recipe.Recipe) int {
		r.Edits = nil                   // no part removes the edits, which can be long
		text, _ := recipe.FormatFile(r) // no error: a recipe has only texts and numbers
		return len(text)
	}
	for _, part := range shareParts {
		rest := r
		part.drop(&rest)
		lacksPart := size(rest) == size(r)
		if lacksPart {
			continue
		}
		parts = append(parts, part)
		if slices.Contains(s.Chrome.Sharing.Out, part.Name) {
			r, isPartial = rest, true
		}
	}
	return r, parts, isPartial
}

// ShareHolds returns the parts of the shared link that the user may omit. It returns nil while the panel is closed.
func (s *State) ShareHolds() []SharePart {
	if s.Chrome.Menu != MenuShare {
		return nil
	}
	_, parts, _ := s.shareRecipe()
	return parts
}

// share requests that the browser copies the link. If the link has all parts (files excepted), the browser also writes the link into the
// address. If the link would be too long, the panel is shown with the error, and nothing is copied.
func (s State) share() (State, []Command) {
	r, _, isPartial := s.shareRecipe()
	link, filesOmitted, err := s.textOf(r, maxLinkFiles)
	if err != nil {
		s.Error = "This state does not fit into a link: " + err.Error() + ". Save it as a file."
		s.said = s.Error
		s.Chrome.Sharing.Shared, s.Chrome.Menu = Shared{}, MenuShare
		return s, nil
	}
	if filesOmitted {
		s.omit(outFiles)
	} else {
		s.include(outFiles)
	}
	// The browser completes the link of "hash" to a whole address, which "copylink" then copies.
	addressEntry := words.Either(isPartial, "", replaceEntry) // "" leaves the address as it is
	return s, []Command{Effect{"hash", []string{"#" + link, addressEntry}}, Effect{"copylink", nil}}
}

// handleSharing handles the messages about the link. The browser's answer opens the panel.
func (s State) handleSharing(m Msg) (State, []Command) {
	switch m := m.(type) {
	case LeaveOut:
		s.Chrome.Sharing.Out = toggle(s.Chrome.Sharing.Out, m.Part)
		return s.share()
	case SaveState:
		r, _, isPartial := s.shareRecipe()
		if m.Whole {
			r, isPartial = s.Link(), false
		}
		cmds := s.saveState(r, "state.json")
		if len(cmds) > 0 && !isPartial {
			s.Device.Filed() // the file has the whole state
		}
		return s, cmds
	case Shared:
		s.Chrome.Sharing.Shared, s.Chrome.Menu = m, MenuShare
		s.said = s.ShareText()
		if !m.Copied { // the user copies the selected text of the panel
			return s, []Command{Effect{"select", []string{`[data-testid="share-link"]`}}}
		}
	}
	return s, nil
}

// saveState returns the command that saves a recipe as a file, with the user's own files of its graph. If the page could not open the
// file, saveState shows the reason and returns nil.
func (s *State) saveState(r recipe.Recipe, name string) []Command {
	if r.Graph == "file" {
		r.Files = s.filesOf(r.Own) // a pin can be of earlier files
	}
	data, err := recipe.FormatFile(r)
	if err == nil {
		_, err = recipe.ParseFile(data) // it has limits that FormatFile does not have
	}
	if err != nil {
		s.Error = "This state was not saved: " + err.Error() + "."
		s.said = s.Error
		return nil
	}
	s.said = "The file is saved. Open it, or drop it on the page, to come back."
	return []Command{Download{Name: fileName(s.name(), name), Type: "application/json", Data: data}}
}

// openState opens the data of a file that saveState has written. For any other file it shows an error.
func (s State) openState(data []byte) (State, []Command) {
	r, err := recipe.ParseFile(data)
	if err != nil {
		s.Error = "This file of a state was not opened: " + err.Error() + "."
		s.said = s.Error
		return s, nil
	}
	return s.openLink(r)
}

// MenuShare is the name of the panel that Share opens.
const MenuShare = "share"

// ShareText returns the first text of the panel: whether the link is copied, or why there is no link. For a link without the graph's files
// it also says that the files are needed.
func (s *State) ShareText() string {
	if s.Chrome.Sharing.Link == "" && s.Chrome.Menu == MenuShare {
		return "There is no link: it would be too long. Leave parts out, or save a file."
	}
	text := words.Either(s.Chrome.Sharing.Copied, "The link is copied.", "The browser did not allow the copy. Copy the link from here:")
	if slices.Contains(s.Chrome.Sharing.Out, outFiles) {
		text = "The graph is too large for a link: whoever opens it needs the files. " + text
	}
	return text
}

// maxCode is the largest number of bytes of a link whose QR code is readable from the last row of a lecture hall.
const maxCode = 300

// ShareCode returns the link that the panel shows as a QR code. It returns "" if the panel is closed, if the link is longer than maxCode,
// and if the page is a local file, which no other device can open.
func (s *State) ShareCode() string {
	link := s.Chrome.Sharing.Link
	hasCode := len(link) <= maxCode && strings.HasPrefix(link, "http")
	if s.Chrome.Menu != MenuShare || !hasCode {
		return ""
	}
	return link
}

// CodeText explains that a link is too long for a QR code. It returns "" for a link of at most maxCode bytes, and if the page is a local
// file.
func (s *State) CodeText() string {
	link := s.Chrome.Sharing.Link
	if n := len(link); n > maxCode && strings.HasPrefix(link, "http") {
		return "The link has " + itoa(n) + " characters, a readable QR code at most " + itoa(maxCode) + ". Leave parts out, or save a file."
	}
	return ""
}

// ShareEmbed returns the HTML element that embeds the page with the link in another page: <iframe src="https://example.org/?embed=1#…" …>.
// A query in the address of the page is left out. ShareEmbed returns "" before there is a link.
func (s *State) ShareEmbed() string {
	address, link, found := strings.Cut(s.Chrome.Sharing.Link, "#")
	if !found {
		return ""
	}
	address, _, _ = strings.Cut(address, "?")
	return `<iframe src="` + address + "?embed=1#" + link + `" width="960" height="600" title="Sheafscope"></iframe>`
}

// HoldsText returns a sentence with the parts of the present link, or of a link that would be too long, that the user cannot omit. It ends
// with a colon if the list of the parts that the user may omit follows.
func (s *State) HoldsText() string {
	return words.Either(s.Chrome.Sharing.Link == "", "A link would hold: ", "This link holds: ") +
		words.Either(slices.Contains(s.Chrome.Sharing.Out, outFiles), "", "graph, ") +
		"split, seed, settings and position; the stage, node or edge on show" +
		words.Either(len(s.ShareHolds()) > 0, "; and, unless you leave it out:", ".")
}

// ShareLacks returns a sentence with the parts of the state that the present link cannot hold. The warning of [State.UnkeptText] follows
// unless it is "".
func (s *State) ShareLacks() string {
	text := "zoom, nodes that were dragged, results over splits"
	if slices.Contains(s.Chrome.Sharing.Out, outFiles) {
		text += ", the graph's files (a file holds them)"
	}
	return strings.TrimSpace("It cannot hold: " + text + ". " + s.UnkeptText())
}
