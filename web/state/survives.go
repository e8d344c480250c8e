package state

import (
	"fmt"

	"sheafscope/core/words"
	"sheafscope/web/keep"
)

// This file describes in words whether a reload restores the page. A reload reads the address, and the files and parts in the browser's
// storage (device.go). Package keep records the address and the files that the browser has accepted.

// UnkeptCard is the warning that a reload loses parts of the page.
const UnkeptCard = "unkept"

// CloseUnkept closes the warning.
type CloseUnkept struct{}

// Survives returns the fate of the page at a reload. Yes reports that the reload restores the page. Soon reports that this will be so after
// the browser has written everything. Why is the reason if Yes is false. Filed reports that a saved file has the parts that the reload
// loses. An embedded page is never restored.
func (s *State) Survives() keep.Fate {
	switch {
	case s.Embed.Inside():
		return keep.Fate{Why: "the address is that of the page around it"}
	case s.keepsLink():
		return keep.Fate{Why: "the address keeps the link of before, until the message about it is closed"}
	}
	return s.Device.Verdict()
}

// changed records that the address may have to change after the message m. It records nothing for an answer of the browser about address or
// storage, for a quiet message (isQuiet), and while the address does not follow the page (atDial). The result is always nil:
// [Update] expects a list of commands from each of its steps.
func (s *State) changed(m Msg) []Command {
	switch m.(type) {
	case OnDevice, OnAddress:
		return nil
	}
	if !isQuiet(m) && !s.atDial() {
		s.Device.Changed()
	}
	return nil
}

// UnkeptText returns the warning that a reload loses parts of the page. It returns "" if a reload restores the page, while the browser
// still writes the address or the files, and inside another page.
func (s *State) UnkeptText() string {
	fate := s.Survives()
	if fate.Yes || fate.Soon || s.Embed.Inside() {
		return ""
	}
	return "A reload loses what is on the screen: " + fate.Why + ". " +
		words.Either(fate.Filed, "The file that was saved holds it.", "Save it as a file.")
}

// UnkeptLine returns UnkeptText for the line above the graph. It returns "" without a graph, at the level Look, after the user has closed
// the line or saved the file, and if the note about the files already has a DeviceText.
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

// DeviceText returns a sentence on whether a reload restores the user's files. It returns "" if the graph is not from the user's files, and
// before the page has passed the files to the browser. It also returns "" if the files are stored, but a reload loses other parts.
func (s *State) DeviceText() string {
	sum := s.filesSum()
	if sum == "" || !s.Device.Asked(sum) {
		return ""
	}
	fate, problem := s.Survives(), s.Device.Of(sum)
	areStored := problem == ""
	soonRestored := fate.Soon && areStored // only the address is not written yet
	switch {
	case s.Embed.Inside():
		return "Inside another page it is not kept: after a reload, open the files again."
	case fate.Yes || soonRestored:
		return "It is kept on this device, so that it survives a reload."
	case fate.Soon || problem == keep.Pending:
		return "The browser is writing it to this device, for a reload."
	case problem == keep.Deleted:
		return "It is not kept on this device: after a reload, open the files again."
	case !areStored:
		return "It could not be kept on this device (" + problem + "): after a reload, open the files again."
	}
	return "" // the files are stored; [State.UnkeptLine] reports that other parts are lost
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
