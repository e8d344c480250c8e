package state

import (
	"maps"
	"strconv"

	"sheafscope/web/lab"
)

// Lab is a message of the results or the comparison.
type Lab struct{ Msg lab.Msg }

func (Lab) msg() {}

// LabCommand is something to do with the pool or the second worker.
type LabCommand struct{ Command lab.Command }

func (LabCommand) command() {}

// PanelResults is the inspector's panel with the table of results.
const PanelResults = "results"

// LabSubject is the run on the page as the results and the comparison see it.
func (s *State) LabSubject() lab.Subject {
	if s.Waiting() {
		return lab.Subject{Recipe: s.Recipe, Files: s.Files, Key: s.GraphKey} // there is no run to compare with
	}
	return lab.Subject{Recipe: s.Recipe, Files: s.Files, Graph: s.Graph, Key: s.GraphKey, Frame: s.Frame, History: s.History}
}

// lab answers a message of the results or the comparison.
func (s State) lab(m lab.Msg) (State, []Command) {
	next, list := lab.Update(s.Lab, s.LabSubject(), m)
	s.Lab = next
	var cmds []Command
	for _, c := range list {
		switch c := c.(type) {
		case lab.CopyText:
			cmds = append(cmds, Effect{"copy", []string{c.Text}})
		case lab.Say:
			s.Said = c.Text
		default:
			cmds = append(cmds, LabCommand{c})
		}
	}
	return s, cmds
}

// followed lets the comparison follow what a reply of the worker has moved.
func followed(s State, cmds []Command) (State, []Command) {
	if s.Wanted != nil {
		return s, cmds
	}
	s, more := s.lab(lab.Follow{})
	return s, append(cmds, more...)
}

// CompareSeed is the seed of run B.
func (s *State) CompareSeed() string { return strconv.FormatUint(s.Lab.Compare.Seed, 10) }

// SettingsA lists the settings of the run on the page.
func (s *State) SettingsA() string {
	own := maps.Clone(s.Recipe.Settings)
	delete(own, "reading")
	return lab.FormatSettings(own)
}
