package state

import (
	"fmt"

	"sheafscope/core/words"
	"sheafscope/web/keep"
)

// UnkeptCard is the warning that a reload loses parts of the page.
const UnkeptCard = "unkept"

// CloseUnkept closes the warning.
type CloseUnkept struct{}

// Survives reports whether the page survives a reload, with the reason.
func (s *State) Survives() keep.Fate {
	switch {
	case s.Embed.Inside():
		return keep.Fate{Why: "the address is that of the page around it"}
	case waitsFor[missing](s) != nil && s.Error != "":
		return keep.Fate{Why: "the address keeps the link of before, until the message about it is closed"}
	}
	return s.Device.Verdict()
}

// changed records that the address may have to change after a message. The browser's own answers change no address.
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

// UnkeptText warns that a reload loses parts of the page, "" where it does not, and inside another page.
func (s *State) UnkeptText() string {
	v := s.Survives()
	if v.Yes || v.Soon || s.Embed.Inside() {
		return ""
	}
	return "A reload loses what is on the screen: " + v.Why + ". " +
		words.Either(v.Filed, "The file that was saved holds it.", "Save it as a file.")
}

// UnkeptLine is UnkeptText for the line over the graph, "" for a closed line, a saved file, no graph, level Look, or a shown DeviceText.
func (s *State) UnkeptLine() string {
	if s.Marked(UnkeptCard) || s.Survives().Filed || s.Graph == nil || s.View.Level == LevelLook || s.Chrome.Read != nil &&
		s.DeviceText() != "" {
		return ""
	}
	return s.UnkeptText()
}

// DeviceText states whether a reload restores the user's files, "" without user files or if only other parts of the page are lost.
func (s *State) DeviceText() string {
	sum := s.filesSum()
	if sum == "" || !s.Device.Asked(sum) {
		return ""
	}
	v := s.Survives()
	switch why := s.Device.Of(sum); {
	case s.Embed.Inside():
		return "Inside another page it is not kept: after a reload, open the files again."
	case v.Yes || v.Soon && why == "":
		return "It is kept on this device, so that it survives a reload."
	case v.Soon:
		return "The browser is writing it to this device, for a reload."
	case why == keep.Deleted:
		return "It is not kept on this device: after a reload, open the files again."
	case why != "":
		return "It could not be kept on this device (" + why + "): after a reload, open the files again."
	}
	return "" // the files are kept, something beside them is not: [State.UnkeptLine] says so
}

// OnThisDevice reports whether the present files are stored.
func (s *State) OnThisDevice() bool { return s.Device.Keeps(s.filesSum()) }

// DeviceList counts the stored graphs of the user, "" for none.
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
