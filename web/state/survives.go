package state

import (
	"fmt"

	"sheafscope/core/words"
	"sheafscope/web/keep"
)

// This file describes in words whether a reload restores the page.

// UnkeptCard is the warning that a reload loses parts of the page.
const UnkeptCard = "unkept"

// CloseUnkept closes the warning.
type CloseUnkept struct{}

// Survives returns whether a reload restores the page, and the reason if it does not.
func (s *State) Survives() keep.Fate {
	switch {
	case s.Embed.Inside():
		return keep.Fate{Why: "the address is that of the page around it"}
	case waitsFor[missing](s) != nil && s.Error != "":
		return keep.Fate{Why: "the address keeps the link of before, until the message about it is closed"}
	}
	return s.Device.Verdict()
}

// changed records that the address may have to change after a message. An answer of the browser itself changes no address.
func (s *State) changed(m Msg) []Command {
	switch m.(type) {
	case OnDevice, OnAddress:
		return nil
	}
	if !quiet(m) && !s.atDial() {
		s.Device.Changed()
	}
	return nil
}

// UnkeptText returns the warning that a reload loses parts of the page. It returns "" if a reload restores the page, and inside another
// page.
func (s *State) UnkeptText() string {
	fate := s.Survives()
	if fate.Yes || fate.Soon || s.Embed.Inside() {
		return ""
	}
	return "A reload loses what is on the screen: " + fate.Why + ". " +
		words.Either(fate.Filed, "The file that was saved holds it.", "Save it as a file.")
}

// UnkeptLine returns UnkeptText for the line above the graph. It returns "" if the page does not show the line: without a graph, at the
// level Look, after the user has closed the line or saved the file, and if the note about the files already has a DeviceText.
func (s *State) UnkeptLine() string {
	if s.Graph == nil || s.View.Level == LevelLook {
		return ""
	}
	if s.Marked(UnkeptCard) || s.Survives().Filed {
		return ""
	}
	noteWarns := s.Chrome.Read != nil && s.DeviceText() != ""
	if noteWarns {
		return ""
	}
	return s.UnkeptText()
}

// DeviceText reports whether a reload restores the user's files. It returns "" without such files, and if only other parts of the page are
// lost.
func (s *State) DeviceText() string {
	sum := s.filesSum()
	if sum == "" || !s.Device.Asked(sum) {
		return ""
	}
	fate, why := s.Survives(), s.Device.Of(sum) // why is "" for stored files
	switch {
	case s.Embed.Inside():
		return "Inside another page it is not kept: after a reload, open the files again."
	case fate.Yes || fate.Soon && why == "":
		return "It is kept on this device, so that it survives a reload."
	case fate.Soon:
		return "The browser is writing it to this device, for a reload."
	case why == keep.Deleted:
		return "It is not kept on this device: after a reload, open the files again."
	case why != "":
		return "It could not be kept on this device (" + why + "): after a reload, open the files again."
	}
	return "" // the files are stored but other parts are not: [State.UnkeptLine] reports the other parts
}

// OnThisDevice reports whether the present files are stored.
func (s *State) OnThisDevice() bool { return s.Device.Keeps(s.filesSum()) }

// DeviceList returns the number and the size of the user's stored graphs as text. It returns "" if no graph is stored and storing works.
func (s *State) DeviceList() string {
	d := &s.Device
	switch {
	case d.Sets > 0:
		return fmt.Sprintf("Kept on this device, for a reload: %s of yours, %.1f MB.", words.Count(d.Sets, "graph"), float64(d.Bytes)/1e6)
	case d.Problem != "":
		return "This browser keeps no graph of yours (" + d.Problem + ")."
	}
	return ""
}
