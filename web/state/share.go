package state

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// Sharing is the shared link with the browser's answer.
type Sharing struct {
	// Shared is the browser's answer, without a link until that is there, and where it would be too long.
	Shared
	// Out names the omitted parts: those that the user omits, [outScreen] and [outFiles].
	Out []string
}

// Shared is the browser's answer: the address, and whether the clipboard has it.
type Shared struct {
	Link   string
	Copied bool
}

// LeaveOut leaves a part out of the link, or takes it in again. SaveState saves what the link would hold as a file, of any length; Whole
// all of the state, whatever the reader leaves out.
type (
	LeaveOut  struct{ Part string }
	SaveState struct{ Whole bool }
)

// SharePart is a part that a link may omit.
type SharePart struct {
	Name, Label string
	drop        func(*recipe.Recipe)
}

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

// No parts that the reader chooses: without the state on the screen the link is that of the pins alone; the graph's files stay out where
// they do not fit.
const (
	outScreen = "screen"
	outFiles  = "files"
)

// goesWithout adds a part to the omitted ones, or removes it.
func (s *State) goesWithout(part string, out bool) {
	if slices.Contains(s.Chrome.Sharing.Out, part) != out {
		s.Chrome.Sharing.Out = toggle(s.Chrome.Sharing.Out, part)
	}
}

// shareRecipe returns the shared recipe without omitted parts; holds lists its omissible parts.
func (s *State) shareRecipe() (r recipe.Recipe, holds []SharePart) {
	r = s.Link()
	if slices.Contains(s.Chrome.Sharing.Out, outScreen) && len(s.View.Pins) > 0 {
		pins := s.View.Pins
		r = pins[0].Recipe.Recipe()
		r.View.Pins = pins
	}
	size := func(r recipe.Recipe) int {
		r.Edits = nil // of no part
		text, _ := recipe.FormatFile(r)
		return len(text)
	}
	for _, p := range shareParts {
		without := r
		if p.drop(&without); size(without) == size(r) {
			continue
		}
		holds = append(holds, p)
		if slices.Contains(s.Chrome.Sharing.Out, p.Name) {
			r = without
		}
	}
	return r, holds
}

// ShareHolds lists the omissible parts while the panel is open.
func (s *State) ShareHolds() []SharePart {
	if s.Chrome.Menu != MenuShare {
		return nil
	}
	_, holds := s.shareRecipe()
	return holds
}

// leavesOut reports whether the user omits a part.
func (s *State) leavesOut() bool {
	return slices.ContainsFunc(s.Chrome.Sharing.Out, func(part string) bool { return part != outFiles })
}

// share requests a copy of the link, and writes it into the address if it is complete.
func (s State) share() (State, []Command) {
	r, _ := s.shareRecipe()
	link, without, err := s.textOf(r, maxLinkFiles)
	if err != nil {
		s.Error = "This state does not fit into a link: " + err.Error() + ". Save it as a file."
		s.Chrome.Sharing.Shared, s.Chrome.Menu = Shared{}, MenuShare
		return s, nil
	}
	s.goesWithout(outFiles, without)
	return s, []Command{Effect{"hash", []string{"#" + link, words.Either(s.leavesOut(), "", replaceEntry)}}, Effect{"copylink", nil}}
}

// handleSharing handles the messages of the panel.
func (s State) handleSharing(m Msg) (State, []Command) {
	switch m := m.(type) {
	case LeaveOut:
		s.Chrome.Sharing.Out = toggle(s.Chrome.Sharing.Out, m.Part)
		return s.share()
	case SaveState:
		r, _ := s.shareRecipe()
		if m.Whole {
			r = s.Link()
		}
		cmds := s.saveState(r, "state.json")
		if m.Whole || !s.leavesOut() {
			s.Device.Filed()
		}
		return s, cmds
	case Shared:
		s.Chrome.Sharing.Shared, s.Chrome.Menu = m, MenuShare
		s.said = s.ShareText()
		if !m.Copied {
			return s, []Command{Effect{"select", []string{`[data-testid="share-link"]`}}}
		}
	}
	return s, nil
}

// saveState saves a recipe, with own files, as a file that the page can open.
func (s *State) saveState(r recipe.Recipe, name string) []Command {
	if r.Graph == "file" && r.Own == s.filesSum() {
		r.Files = s.Files
	}
	data, err := recipe.FormatFile(r)
	if err != nil {
		return nil // cannot happen: a recipe holds texts and numbers
	}
	s.said = "The file is saved. Open it, or drop it on the page, to come back."
	return []Command{Download{Name: fileName(s.name(), name), Type: "application/json", Data: data}}
}

// openState opens such a file.
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

// ShareText describes the copy of the link.
func (s *State) ShareText() string {
	text := words.Either(s.Chrome.Sharing.Copied, "The link is copied.", "The browser did not allow the copy. Copy the link from here:")
	switch {
	case s.Chrome.Sharing.Link == "" && s.Chrome.Menu == MenuShare:
		return "There is no link: it would be too long. Leave parts out, or save a file."
	case slices.Contains(s.Chrome.Sharing.Out, outFiles):
		text = "The graph is too large for a link: whoever opens it needs the files. " + text
	}
	return text
}

// maxCode is the largest length of a link whose QR code is readable from the last row of a lecture hall.
const maxCode = 300

// ShareCode returns the link for the QR code, "" for none.
func (s *State) ShareCode() string {
	if s.Chrome.Menu != MenuShare || len(s.Chrome.Sharing.Link) > maxCode || !strings.HasPrefix(s.Chrome.Sharing.Link, "http") {
		return ""
	}
	return s.Chrome.Sharing.Link
}

// CodeText explains a missing code, "" where there is one.
func (s *State) CodeText() string {
	if n := len(s.Chrome.Sharing.Link); n > maxCode {
		return "The link has " + strconv.Itoa(n) + " characters; a code that is read from the last row has at most " + strconv.Itoa(maxCode) +
			". Leave parts out, or save a file."
	}
	return ""
}

// ShareEmbed returns the HTML that embeds the state.
func (s *State) ShareEmbed() string {
	address, link, found := strings.Cut(s.Chrome.Sharing.Link, "#")
	if !found {
		return ""
	}
	address, _, _ = strings.Cut(address, "?")
	return `<iframe src="` + address + "?embed=1#" + link + `" width="960" height="600" title="Sheafscope"></iframe>`
}

// HoldsText lists the parts of every link.
func (s *State) HoldsText() string {
	text := "graph, split, seed, settings and position; the stage, node or edge on show"
	return "This link holds: " + text + words.Either(len(s.ShareHolds()) > 0, "; and, unless you leave it out:", ".")
}

// ShareLacks lists the parts that no link can hold.
func (s *State) ShareLacks() string {
	text := "zoom, nodes that were dragged, results over splits"
	if len(s.View.Chosen) > recipe.MaxChosen {
		text += ", a choice of more than " + strconv.Itoa(recipe.MaxChosen) + " nodes"
	}
	if slices.Contains(s.Chrome.Sharing.Out, outFiles) {
		text += ", the graph's files (a file holds them)"
	}
	return strings.TrimSpace("It cannot hold: " + text + ". " + s.UnkeptText())
}
