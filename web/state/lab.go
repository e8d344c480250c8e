package state

import (
	"maps"
	"strconv"

	"sheafscope/core/choice"
	"sheafscope/wasm/wire"
	"sheafscope/web/lab"
)

// This file connects the state of the page with package lab: the runs beside the page's run, in workers of their own. They fill the table
// of results, search for settings, and form the second run (B) of a comparison.

// Lab is a message of the table of results, of a search, or of the comparison.
type Lab struct{ Msg lab.Msg }

// LabCommand is a command for the pool of workers or for the worker of the second run.
type LabCommand struct{ Command lab.Command }

// PanelResults is the inspector's panel with the table of results.
const PanelResults = "results"

// PanelPaper is the panel with the table and the figures of the paper.
const PanelPaper = "paper"

// PanelDepth is the panel with the study of depth: accuracy against the number of layers. The address ?figure=depth opens it.
const PanelDepth = "depth"

// LabSubject returns the run on the page as package lab needs it. For a graph that cannot run yet, Graph and Frame are nil.
func (s *State) LabSubject() lab.Subject {
	if s.Waiting() {
		return lab.Subject{Recipe: s.Recipe.Setup, Files: s.Files, Key: s.GraphKey} // there is no run to compare with
	}
	return lab.Subject{Recipe: s.Recipe.Setup, Files: s.Files, Graph: s.Graph, Key: s.GraphKey, Frame: s.Frame}
}

// lab passes a message to package lab. It carries out the commands of package lab that concern the page: a text to copy or announce, a
// file, settings, a run to show. It returns all other commands for the workers of package lab.
func (s State) lab(m lab.Msg) (State, []Command) {
	next, list := lab.Update(s.Lab, s.LabSubject(), m)
	s.Lab = next
	_, startsTune := m.(lab.StartTune)
	if startsTune && next.Work == lab.ForTune { // not refused: the panel of results shows the progress
		s.View.Panel, s.Chrome.Tab = PanelResults, "inspect"
	}

	var cmds, more []Command
	// Any type of command that is not listed goes to the workers of package lab.
	for _, c := range list {
		switch c := c.(type) {
		case lab.CopyText:
			cmds = append(cmds, Effect{"copy", []string{c.Text}})
		case lab.Announce:
			s.said = c.Text
		case lab.Save:
			cmds = append(cmds, Download{Name: c.Name, Type: "text/csv", Data: []byte(c.Text)})
		case lab.ApplySettings:
			s, more = s.commit("tune", func(s State) (State, []Command) { return s.loadTuned(c) })
			cmds = append(cmds, more...)
		case lab.ShowRun:
			s, more = s.showRun(c)
			cmds = append(cmds, more...)
		default:
			cmds = append(cmds, LabCommand{c})
		}
	}
	return s, cmds
}

// showRun shows a run of the results on the page. If the command names nodes (Among), they are selected together, and the node Node is also
// the selected node. If the page already shows this run, the run only moves to the position of the command.
func (s State) showRun(c lab.ShowRun) (State, []Command) {
	needsFrame := false
	if len(c.Among) > 0 {
		s.View.Chosen, s.View.ChosenAs = c.Among, c.Name
		needsFrame = s.pickPart(PickNode{choice.Of(c.Node)})
	}
	run := s.Shown()
	run.Position = c.Recipe.Position
	isShown := s.Frame != nil && !s.Loading() && wire.Same(run, c.Recipe) // equal in all except the position
	if !isShown {
		// The load requests all numbers anew. Runs in quick succession, as from the dial of maps in package lab, share an entry of the
		// history.
		return s.commit("stop", func(s State) (State, []Command) { return s.load(c.Recipe, s.Files, trainFirst) })
	}
	var cmds []Command
	if needsFrame {
		cmds = s.readAgain()
	}
	if s.userPosition() == run.Position { // the run is there, or on its way
		return s, cmds
	}
	s, more := s.seek(run.Position)
	return s, append(cmds, more...)
}

// loadTuned loads the graph with the settings that a search has chosen. They are settings of SGPC, whose model and method are "".
func (s State) loadTuned(c lab.ApplySettings) (State, []Command) {
	r, files := s.Shown(), s.shownFiles()
	r.Position, r.Model, r.Method, r.Settings, r.Tuned = 0, "", "", c.Settings, c.Tuned
	return s.load(r, files, trainFirst)
}

// CompareSeed returns the seed of run B as text.
func (s *State) CompareSeed() string { return strconv.FormatUint(s.Lab.Compare.Seed, 10) }

// SettingsA returns the settings that the user has set for the run on the page (A), as text. The setting "reading" is left out: it belongs
// to the model.
func (s *State) SettingsA() string {
	own := maps.Clone(s.Recipe.Settings)
	delete(own, "reading")
	return lab.FormatSettings(own)
}
