package state

import (
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file handles the dialog in which the user confirms or corrects the reading of files: how the page interprets them as a graph.

// Check is the reading of the user's files in the open dialog. The previous graph stays on the screen until the user confirms the reading.
type Check struct {
	// Recipe is the recipe of the files. Its field Read has the user's corrections as text. Found is the reading with them: the tables in the
	// files, with a role for each column.
	Recipe recipe.Setup
	Files  []content.File
	Found  content.Recognition
	// Error is the reason why the last correction has failed, "" if it has not. Found is then the reading before that correction.
	Error string
	// Unread reports that the files are no graph yet: the user must first correct the roles of the columns.
	Unread bool
}

// Messages of the dialog.
type (
	// TakeFiles loads the graph of the shown reading. LeaveFiles closes the dialog, and keeps the graph on the screen.
	TakeFiles  struct{}
	LeaveFiles struct{}
	// CheckFiles opens the dialog about the files of the graph on the screen.
	CheckFiles struct{}
	// CorrectRole sets the role of a column, for example "source". Columns count from 1.
	CorrectRole struct {
		Table  string
		Column int
		Role   content.Role
	}
	// Correct sets the option What of a table: "header", "separator", "from", "directed" or "table".
	Correct struct{ Table, What, Value string }
)

// loadChecked reads files, and loads their graph. asks decides when the dialog is shown between reading and loading: always, or only in
// doubt. A graph that cannot run yet is shown at once.
func (s State) loadChecked(asks proto.Asks, r recipe.Setup, files []content.File) (State, []Command) {
	l := loading{Recipe: recipe.Recipe{Setup: r, Files: files}}
	if outline := s.prepare(&l); outline != nil {
		return s.showOutline(l, outline)
	}
	var cmds []Command
	isBusy := s.Busy()
	s.start(l, openingEpochs(r, trainFirst))
	if isBusy { // loadGoal would not replace the goal of the run (see Phase.aim), so the run is stopped first
		cmds = append(cmds, s.aim(stay))
	}
	return s, append(cmds, s.loadGoal(asks))
}

// CanCheckFiles reports whether the graph on the screen comes from files that can be read again: files of the user or from an address. It
// returns false without a graph and during a load.
func (s *State) CanCheckFiles() bool {
	if s.Graph == nil || s.Loading() {
		return false
	}
	hasFiles := s.Recipe.Graph == "file" && len(s.Files) > 0
	return hasFiles || isAtURL(s.Recipe.Setup)
}

// Rereading reports whether the worker is reading the files of the dialog again, with a correction.
func (s *State) Rereading() bool { return s.Check() != nil && s.Loading() }

// Correction returns the user's corrections in the dialog. They include the newest one even while the worker is reading the files with it.
func (s *State) Correction() content.Correction {
	text := ""
	if s.Rereading() {
		text = s.phase.newestLoad().Read
	} else if s.Check() != nil {
		text = s.Check().Recipe.Read
	}
	c, _ := content.ParseCorrection(text) // no error is possible: Correction.String has written the text, or the worker has parsed it
	return c
}

// handleCheck handles the messages of the dialog:
//
//   - CheckFiles opens the dialog, and is ignored during a load and for a graph without files;
//   - TakeFiles loads the graph, and is ignored while files are read again. Files that are no graph yet are read again with the confirmed
//     columns;
//   - LeaveFiles closes the dialog, and loads the first recipe of the page if no graph is on the screen;
//   - CorrectRole and Correct make the worker read the files again, unless they change nothing.
func (s State) handleCheck(m Msg) (State, []Command) {
	if _, ok := m.(CheckFiles); ok {
		r := s.Recipe.Setup
		fromFiles := r.Graph == "file" || isAtURL(r)
		if s.Loading() || !fromFiles {
			return s, nil
		}
		r.Position, r.Edits = 0, nil // another reading can be another graph, to which neither applies
		s.Chrome.Menu = ""
		return s.loadChecked(proto.Always, r, s.Files)
	}

	// The messages below are ignored without an open dialog. They end the dialog, or change the correction.
	check := s.Check()
	if check == nil {
		return s, nil
	}
	correction := s.Correction()
	switch m := m.(type) {
	case TakeFiles:
		if s.Rereading() {
			return s, nil
		}
		if !check.Unread {
			return s.takeFiles(check)
		}
		correction = withShownEnds(correction, check.Found.Sheets)
	case LeaveFiles:
		s.phase.giveUp()
		s.Waits = nil
		if s.Graph == nil {
			return s.load(s.Recipe.Setup, s.Files, trainFirst)
		}
		s.said = "The graph on the screen stays."
		cmd := s.aim(stay)              // this goal stops at the present position, and the worker frees the files
		s.sent.oldestValid = s.sent.seq // statuses about the files are outdated
		return s, append([]Command{cmd}, s.resume()...)
	case CorrectRole:
		for _, sheet := range check.Found.Sheets {
			hasColumn := m.Column >= 1 && m.Column <= len(sheet.Columns)
			if sheet.Table == m.Table && hasColumn {
				correction = correction.With(m.Table, m.Column, sheet.Columns[m.Column-1].Role, m.Role)
			}
		}
	case Correct:
		correction = correction.WithOption(m.Table, m.What, m.Value)
	}

	// The files are read again with the changed correction. The dialog stays open.
	r := check.Recipe
	r.Read = correction.String()
	if r.Read == check.Recipe.Read && !s.Rereading() { // the correction changes nothing
		return s, nil
	}
	next, cmds := s.loadChecked(proto.Always, r, check.Files)
	next.Waits = check // loadChecked has cleared it
	return next, cmds
}

// takeFiles loads the graph of the reading that the user has confirmed. If the graph on the screen already has these files and this
// reading, and no edits, the run stays.
func (s State) takeFiles(check *Check) (State, []Command) {
	epochs := openingEpochs(check.Recipe, trainFirst)
	present := s.Recipe.Setup
	sameFiles := s.Graph != nil && present.Graph == check.Recipe.Graph && sameContent(check.Files, s.Files)
	if sameFiles && present.Read == check.Recipe.Read && present.Edits == nil {
		return s.handleCheck(LeaveFiles{}) // nothing changes: the run stays
	}
	if sameFiles && s.Frame != nil { // the corrected graph is trained as far as the graph on the screen
		epochs = max(epochs, s.Frame.Epoch)
	}
	return s.commit("change", func(s State) (State, []Command) {
		s.unselect()
		return s.begin(loading{Recipe: recipe.Recipe{Setup: check.Recipe, Files: check.Files}, by: byAnswer}, epochs)
	})
}

// withShownEnds adds the shown columns of edge ends to the correction of files that are no graph yet. These columns were a guess, which the
// user has confirmed.
func withShownEnds(correction content.Correction, sheets []content.Sheet) content.Correction {
	for _, sheet := range sheets {
		for k, column := range sheet.Columns {
			if column.Role == content.RoleSource || column.Role == content.RoleTarget {
				correction = correction.With(sheet.Table, k+1, column.Role, column.Role)
			}
		}
	}
	return correction
}

// receiveRecognition handles the end of the reading of files that are not loaded yet. The first case that applies counts:
//
//   - A network file that was read without a graph is read again with the graph on the screen, if there is one.
//   - Files that cannot be read, and a correction that has failed, show an error.
//   - Files without a doubt are loaded.
//   - Any other reading is doubtful, or needs corrections (an error with a reading), and opens the dialog.
func (s State) receiveRecognition(st proto.Status) (State, []Command) {
	s.Progress = nil
	found := st.Found
	readsAlone := s.phase.newestLoad().Net.Of == "" // with Net.Of the network was already read with the graph of this name
	if st.Alone && readsAlone && s.Graph != nil {
		return s.besideGraph()
	}
	s.takeNetwork(st.Network) // does nothing without a network
	cannotBeRead := st.Err != "" && found == nil
	correctionFailed := st.Err != "" && s.Check() != nil
	switch {
	case cannotBeRead || correctionFailed:
		return s.receiveLoadError(st.Host, st.Err)
	case found == nil: // no doubt
		return s, []Command{s.loadGoal(proto.Never)}
	}
	s.Waits = &Check{Recipe: s.phase.newestLoad().Setup, Files: s.phase.newestLoad().Files, Found: *found, Unread: st.Err != ""}
	s.phase.giveUp() // the load ends; the user's answer starts another
	s.said = "Check what was read, before the graph is taken."
	for _, d := range found.Doubts {
		s.said += " " + d.Text
	}
	return s, nil
}
