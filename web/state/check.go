package state

import (
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Check is what was read of the user's files, waiting for a word: the worker
// asks when the reading is doubtful, and the graph before stays meanwhile.
type Check struct {
	// Recipe has in Read what the user said so far; Found is what came of it.
	Recipe recipe.Setup
	Files  []content.File
	Found  content.Recognition
	// Error is why the files cannot be read as the user said last; Found is then
	// still that of the reading before.
	Error string
	// Unread reports that no graph came of the files yet: the user has to say first what their columns are.
	Unread bool
}

type (
	// TakeFiles loads the graph as it was read; [LeaveFiles] goes back to the one before.
	TakeFiles  struct{}
	LeaveFiles struct{}
	// CheckFiles shows how the files of the present graph were read.
	CheckFiles struct{}
	// CorrectRole gives a column of a table, from 1, another role.
	CorrectRole struct {
		Table  string
		Column int
		Role   content.Role
	}
	// Correct says "header" or "separator" of a table, "from", "directed" or "table".
	Correct struct{ Table, What, Value string }
)

// asking is load for files that the user may have to be asked about.
func (s State) asking(asks proto.Asks, r recipe.Setup, files []content.File) (State, []Command) {
	l := loading{Recipe: recipe.Recipe{Setup: r, Files: files}}
	if draft := s.prepare(&l); draft != nil {
		return s.wait(l, draft)
	}
	var cmds []Command
	running := s.Busy()
	if s.start(l, openingEpochs(r, true)); running {
		cmds = append(cmds, s.aim(stay))
	}
	return s, append(cmds, s.fetch(asks))
}

// CanCheckFiles reports whether the graph on the screen came from files whose reading can be looked at again.
func (s *State) CanCheckFiles() bool {
	return s.Graph != nil && !s.Loading() && (s.Recipe.Graph == "file" && len(s.Files) > 0 || remote(s.Recipe.Setup))
}

// Rereading reports whether the files are being read again.
func (s *State) Rereading() bool { return s.Check() != nil && s.Loading() }

// Correction is what the user says of the files that are being checked, the
// reading under way included.
func (s *State) Correction() content.Correction {
	text := ""
	if s.Rereading() {
		text = s.phase.coming().Read
	} else if s.Check() != nil {
		text = s.Check().Recipe.Read
	}
	c, _ := content.ParseCorrection(text) // what cannot be parsed never came to be checked
	return c
}

// checking answers the messages about files that are checked.
func (s State) checking(m Msg) (State, []Command) {
	if _, ok := m.(CheckFiles); ok {
		r := s.Recipe.Setup
		if s.Loading() || r.Graph != "file" && !remote(r) {
			return s, nil
		}
		r.Position, r.Edits, s.Chrome.Menu = 0, nil, ""
		return s.asking(proto.Always, r, s.Files)
	}
	c := s.Check()
	if c == nil {
		return s, nil
	}
	fix := s.Correction()
	switch m := m.(type) {
	case TakeFiles:
		if s.Rereading() {
			return s, nil
		}
		if c.Unread { // the columns that are shown are read so
			for _, sheet := range c.Found.Sheets {
				for k, col := range sheet.Columns {
					if col.Role == content.RoleSource || col.Role == content.RoleTarget {
						fix = fix.With(sheet.Table, k+1, col.Role, col.Role)
					}
				}
			}
			break
		}
		epochs := openingEpochs(c.Recipe, true)
		if now := s.Recipe.Setup; s.Graph != nil && now.Graph == c.Recipe.Graph && sameContent(c.Files, s.Files) {
			if now.Read == c.Recipe.Read {
				return s.checking(LeaveFiles{}) // nothing was corrected: the run stays
			}
			if s.Frame != nil { // the corrected graph is trained as far as the one before
				epochs = max(epochs, s.Frame.Epoch)
			}
		}
		return s.commit("change", func(s State) (State, []Command) {
			s.unselect()
			return s.begin(loading{Recipe: recipe.Recipe{Setup: c.Recipe, Files: c.Files}, by: byAnswer}, epochs)
		})
	case LeaveFiles:
		s.phase.giveUp()
		s.Waits, s.said = nil, "The graph on the screen stays."
		if s.Graph == nil {
			return s.load(s.Recipe.Setup, s.Files, true) // the files came before the first graph was there
		}
		cmd := s.aim(stay)        // the worker lets go of the files
		s.sent.since = s.sent.seq // and of what it still says of them
		return s, append([]Command{cmd}, s.resume()...)
	case CorrectRole:
		for _, sheet := range c.Found.Sheets {
			if sheet.Table == m.Table && m.Column >= 1 && m.Column <= len(sheet.Columns) {
				fix = fix.With(m.Table, m.Column, sheet.Columns[m.Column-1].Role, m.Role)
			}
		}
	case Correct:
		fix = fix.WithOption(m.Table, m.What, m.Value)
	}
	r := c.Recipe
	if r.Read = fix.String(); r.Read == c.Recipe.Read && !s.Rereading() {
		return s, nil
	}
	next, cmds := s.asking(proto.Always, r, c.Files)
	next.Waits = c
	return next, cmds
}

// recognised asks about the files that were read and not taken, unless they cannot be read. Where they hold a network, the recipe becomes
// the one of it.
func (s State) recognised(st proto.Status) (State, []Command) {
	s.Progress = nil
	found := st.Found
	if st.Alone && s.phase.coming().Net.Of == "" && s.Graph != nil {
		return s.besideGraph()
	}
	s.takeNetwork(st.Network)
	switch {
	case st.Err != "" && (found == nil || s.Check() != nil):
		return s.unloaded(st.Host, st.Err)
	case found == nil:
		return s, []Command{s.fetch(proto.Never)}
	}
	s.Waits = &Check{Recipe: s.phase.coming().Setup, Files: s.phase.coming().Files, Found: *found, Unread: st.Err != ""}
	s.phase.giveUp()
	s.said = "Check what was read, before the graph is taken."
	for _, d := range found.Doubts {
		s.said += " " + d.Text
	}
	return s, nil
}
