package state

import (
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Check is a doubtful reading of the user's files, which the user confirms or corrects. The previous graph stays meanwhile.
type Check struct {
	// Recipe has the corrections so far in Read; Found is the resulting reading.
	Recipe recipe.Setup
	Files  []content.File
	Found  content.Recognition
	// Error is the reason why the last correction fails; Found is then the previous reading.
	Error string
	// Unread reports that there is no graph until the user names the columns.
	Unread bool
}

type (
	// TakeFiles loads the graph as read; [LeaveFiles] restores the previous graph.
	TakeFiles  struct{}
	LeaveFiles struct{}
	// CheckFiles opens the dialog about the present graph's files.
	CheckFiles struct{}
	// CorrectRole sets the role of a column, counted from 1.
	CorrectRole struct {
		Table  string
		Column int
		Role   content.Role
	}
	// Correct sets "header" or "separator" of a table, or "from", "directed" or "table".
	Correct struct{ Table, What, Value string }
)

// loadChecked loads files whose reading the user may have to confirm.
func (s State) loadChecked(asks proto.Asks, r recipe.Setup, files []content.File) (State, []Command) {
	l := loading{Recipe: recipe.Recipe{Setup: r, Files: files}}
	if draft := s.prepare(&l); draft != nil {
		return s.wait(l, draft)
	}
	var cmds []Command
	running := s.Busy()
	if s.start(l, openingEpochs(r, true)); running {
		cmds = append(cmds, s.aim(stay))
	}
	return s, append(cmds, s.loadGoal(asks))
}

// CanCheckFiles reports whether the present graph comes from files that can be read again.
func (s *State) CanCheckFiles() bool {
	return s.Graph != nil && !s.Loading() && (s.Recipe.Graph == "file" && len(s.Files) > 0 || remote(s.Recipe.Setup))
}

// Rereading reports whether the files are being read again.
func (s *State) Rereading() bool { return s.Check() != nil && s.Loading() }

// Correction returns the user's corrections, including those being read.
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

// handleCheck handles the messages of the dialog.
func (s State) handleCheck(m Msg) (State, []Command) {
	if _, ok := m.(CheckFiles); ok {
		r := s.Recipe.Setup
		if s.Loading() || r.Graph != "file" && !remote(r) {
			return s, nil
		}
		r.Position, r.Edits, s.Chrome.Menu = 0, nil, ""
		return s.loadChecked(proto.Always, r, s.Files)
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
				return s.handleCheck(LeaveFiles{}) // nothing was corrected: the run stays
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
			return s.load(s.Recipe.Setup, s.Files, trainFirst) // the files came before the first graph was there
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
	next, cmds := s.loadChecked(proto.Always, r, c.Files)
	next.Waits = c
	return next, cmds
}

// receiveRecognition opens the dialog for files that were read and not loaded, unless they cannot be read. Files with a trained
// network set the recipe to it.
func (s State) receiveRecognition(st proto.Status) (State, []Command) {
	s.Progress = nil
	found := st.Found
	if st.Alone && s.phase.coming().Net.Of == "" && s.Graph != nil {
		return s.besideGraph()
	}
	s.takeNetwork(st.Network)
	switch {
	case st.Err != "" && (found == nil || s.Check() != nil):
		return s.receiveLoadError(st.Host, st.Err)
	case found == nil:
		return s, []Command{s.loadGoal(proto.Never)}
	}
	s.Waits = &Check{Recipe: s.phase.coming().Setup, Files: s.phase.coming().Files, Found: *found, Unread: st.Err != ""}
	s.phase.giveUp()
	s.said = "Check what was read, before the graph is taken."
	for _, d := range found.Doubts {
		s.said += " " + d.Text
	}
	return s, nil
}
