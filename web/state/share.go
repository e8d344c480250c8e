package state

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// Sharing is the link on its way out of the page, and what became of it.
type Sharing struct {
	// Shared is the browser's answer, without a link until that is there, and where it would be too long.
	Shared
	// Out are the parts that the link goes without, by their names: those that the reader leaves out, [outScreen], [outFiles].
	Out []string
}

// Shared is the browser's answer: the address, and whether the clipboard took it.
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

// SharePart is a part of a state that a link may go without.
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

// goesWithout puts a part into the list of those that the link goes without, or takes it out.
func (s *State) goesWithout(part string, out bool) {
	if slices.Contains(s.Chrome.Sharing.Out, part) != out {
		s.Chrome.Sharing.Out = toggle(s.Chrome.Sharing.Out, part)
	}
}

// shareRecipe is what is shared, the state on the screen or the row of pins, without what the reader leaves out; holds are the parts
// that it has.
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

// ShareHolds are the parts that the reader may leave out, while the panel is open.
func (s *State) ShareHolds() []SharePart {
	if s.Chrome.Menu != MenuShare {
		return nil
	}
	_, holds := s.shareRecipe()
	return holds
}

// leavesOut reports whether the reader leaves a part out.
func (s *State) leavesOut() bool {
	return slices.ContainsFunc(s.Chrome.Sharing.Out, func(part string) bool { return part != outFiles })
}

// share asks for a copy of the link of the state, and writes it into the address if it has every part: a reload finds all of them.
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

// sharing answers the messages of the panel.
func (s State) sharing(m Msg) (State, []Command) {
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

// saveState saves a recipe, with the user's own files, as a file that the page opens.
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

// ShareText says what became of the link.
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

// maxCode is how many characters of a link a QR code holds that is read from the last row of a lecture hall.
const maxCode = 300

// ShareCode is the link for the QR code, "" where there is none.
func (s *State) ShareCode() string {
	if s.Chrome.Menu != MenuShare || len(s.Chrome.Sharing.Link) > maxCode || !strings.HasPrefix(s.Chrome.Sharing.Link, "http") {
		return ""
	}
	return s.Chrome.Sharing.Link
}

// CodeText says why there is no code, "" where there is one.
func (s *State) CodeText() string {
	if n := len(s.Chrome.Sharing.Link); n > maxCode {
		return "The link has " + strconv.Itoa(n) + " characters; a code that is read from the last row has at most " + strconv.Itoa(maxCode) +
			". Leave parts out, or save a file."
	}
	return ""
}

// ShareEmbed is the HTML that shows the state in another page.
func (s *State) ShareEmbed() string {
	address, link, found := strings.Cut(s.Chrome.Sharing.Link, "#")
	if !found {
		return ""
	}
	address, _, _ = strings.Cut(address, "?")
	return `<iframe src="` + address + "?embed=1#" + link + `" width="960" height="600" title="Sheafscope"></iframe>`
}

// HoldsText says what the link holds of every state.
func (s *State) HoldsText() string {
	text := "graph, split, seed, settings and position; the stage, node or edge on show"
	return "This link holds: " + text + words.Either(len(s.ShareHolds()) > 0, "; and, unless you leave it out:", ".")
}

// ShareLacks says what a link cannot hold.
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
